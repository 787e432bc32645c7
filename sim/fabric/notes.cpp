// SPDX-License-Identifier: Apache-2.0
//
// See notes.h. Behind the Ethernet header a note is a list in MessagePack.
#include "fabric/notes.h"

#include <nlohmann/json.hpp>

namespace fabric {

namespace {

using Json = nlohmann::json;

constexpr size_t ETHERNET = 14, TEXT = 400;
// To and from local addresses.
const std::vector<uint8_t> HEAD = { 2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0x88, 0xb5 };

} // namespace

std::vector<uint8_t> pack(const Note &n)
{
    Json deliveries = Json::array();
    for (const Delivery &d : n.deliveries)
        deliveries.push_back({ d.host, d.cycle, d.from, d.bytes, d.key });
    Json j = { n.kind, n.node, n.value, deliveries };
    const NodeReport &r = n.last;
    if (n.kind == Note::report)
        j.push_back({ r.digest, r.compared, r.clocked, r.counts, r.trouble.substr(0, TEXT) });
    std::vector<uint8_t> b = HEAD;
    Json::to_msgpack(j, b);
    return b;
}

bool unpack(const std::vector<uint8_t> &frame, Note *n)
{
    const auto body = frame.begin() + static_cast<std::ptrdiff_t>(std::min(frame.size(), ETHERNET));
    if (frame.size() <= ETHERNET || !std::equal(HEAD.begin() + 12, HEAD.end(), body - 2))
        return false;
    *n = Note();
    try {
        const Json j = Json::from_msgpack(body, frame.end());
        n->kind = j.at(0).get<Note::Kind>();
        n->node = j.at(1).get<uint32_t>();
        n->value = j.at(2).get<uint64_t>();
        for (const Json &d : j.at(3))
            n->deliveries.push_back({ d.at(0).get<uint32_t>(), d.at(1).get<uint64_t>(),
                                      d.at(2).get<uint32_t>(), d.at(3).get<uint32_t>(),
                                      d.at(4).get<uint64_t>() });
        if (n->kind != Note::report) return n->kind < Note::report;
        const Json &r = j.at(4);
        n->last = { r.at(0).get<uint64_t>(), r.at(1).get<uint64_t>(), r.at(2).get<uint64_t>(),
                    r.at(3).get<Counts>(), r.at(4).get<std::string>() };
    } catch (const Json::exception &) {
        return false;
    }
    return true;
}

} // namespace fabric
