// SPDX-License-Identifier: Apache-2.0
//
// Between a bridge's MAC and its wire: IPv4 mode (docs/port.md), and the capture of what is on the
// wire's side of it; see session.h.
#include <algorithm>
#include <cmath>

#include "bridge/session.h"

namespace {

constexpr int MAC = 0;                         // port of the wire

} // namespace

// On a live wire a frame has the time of the wall clock; frames of one burst are as far apart as
// their cycles. So the capture can be compared with one from the other end. Elsewhere the time is
// the cycle of the MAC.
uint64_t Bridge::stamp()
{
    if (timed_) return net_.cycle * bridge_cycle(o_) / 1000;
    if (!live_) return net_.cycle * (o_.params.data_w == 512 ? 5120 : 16000) / 1000;
    const double since = begin_ > 0 ? std::max(0.0, pace_.when(net_.cycle) - begin_) : 0;
    stamp_ = std::max(stamp_, wall_ns_ + static_cast<uint64_t>(std::llround(since * 1e9)));
    return stamp_;
}

void Bridge::capture(const Frame &f, bool sent, const std::string &note)
{
    if (!pcap_.is_open() || net_.snapshots.replaying()) return;
    std::vector<std::string> comments = { "cycle " + std::to_string(net_.cycle) };
    if (!note.empty()) comments.push_back(note);
    pcap_.packet(!sent, sent ? PcapngOut::OUT : PcapngOut::IN, stamp(), f.bytes, comments);
}

void Bridge::leave(Frame f)
{
    if (ipv4_) (ipv4_->send(&f) == Ipv4Port::turned ? ip_count_.out : ip_count_.plain)++;
    capture(f, true);
    net_.wire.send(MAC, std::move(f), net_.cycle);
}

// What the MAC does not get shows in the capture with the reason. Harm is done to the form that is
// on the wire, so a frame with the mark of a bad one may break a rule too.
bool Bridge::enter(Frame *f, uint64_t cycle)
{
    while (net_.wire.pop(MAC, cycle, f)) {
        if (!ipv4_) return true;
        raw_ = *f;
        Ipv4Rule why = IP_GOOD;
        switch (ipv4_->receive(f, &why)) {
        case Ipv4Port::turned:
            ip_count_.in++;
            return true;
        case Ipv4Port::dropped:
            if (ip_count_.dropped[why]++ == 0 && !f->user)
                say(std::string("a frame in IPv4 form is dropped by ") + ipv4_rule(why)
                    + ", further ones are only counted");
            capture(raw_, false, std::string("dropped: ") + ipv4_rule(why));
            break;
        case Ipv4Port::other:
            ip_count_.other++;
            capture(raw_, false, "ignored: not TTP");
            break;
        case Ipv4Port::as_it_is:
            return true;
        }
    }
    return false;
}
