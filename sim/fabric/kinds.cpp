// SPDX-License-Identifier: Apache-2.0
//
// See kinds.h.
#include "fabric/kinds.h"

#include <algorithm>

#include "fabric/simbricks_node.h"

namespace fabric {

std::string read_kinds(const std::string &text, uint32_t nodes, FabricConfig *f)
{
    f->kinds.assign(nodes, Kind::model);
    f->wires.assign(nodes, "");
    for (size_t at = 0; at <= text.size();) {
        const size_t end = std::min(text.find(',', at), text.size());
        const std::string part = text.substr(at, end - at);
        // A path may have options with a = of their own.
        const size_t eq = std::min(part.find('='), part.find(':')) == part.find(':')
            ? part.npos : part.find('=');
        const std::string name = eq == part.npos ? part : part.substr(eq + 1);
        const std::string range = eq == part.npos ? "" : part.substr(0, eq);
        const size_t dash = range.find('-');
        Kind k;
        uint64_t first = 0, last = nodes - 1;
        std::string wire;
        if (read_wire(name, 0, &wire)) k = Kind::simbricks;
        else if (!find_kind(name, &k))
            return "`" + name + "` is none of model, rules, rtl, lockstep, simbricks:PATH";
        const uint64_t most = UINT32_MAX;
        if (eq != part.npos && (!read_number(range.substr(0, dash), 0, most, &first)
            || !read_number(dash == range.npos ? range : range.substr(dash + 1), 0, most, &last)
            || first > last))
            return "`" + range + "` is no node or range of nodes";
        if (last >= nodes)
            return "there is no node " + std::to_string(last) + ", the last one is "
                + std::to_string(nodes - 1);
        for (uint64_t i = first; i <= last; i++) {
            f->kinds[i] = k;
            read_wire(name, static_cast<uint32_t>(i), &f->wires[i]);
        }
        at = end + 1;
    }
    return "";
}

std::string check_across(bool node_given, Options *o)
{
    FabricConfig &f = o->fabric;
    const uint32_t n = f.shape.nodes();
    if (o->wire.empty() == node_given) return "--node and --wire go together";
    if (node_given && o->node >= n)
        return "--node: there is no node " + std::to_string(o->node) + ", the last one is "
            + std::to_string(n - 1);
    if (node_given && f.kinds[o->node] == Kind::simbricks)
        return "--node: --endpoints must say what it is here, not simbricks";
    f.across = node_given
        || std::find(f.kinds.begin(), f.kinds.end(), Kind::simbricks) != f.kinds.end();
    if (f.across && (f.shape.kind == Shape::pair || o->cycles))
        return "a node in another process needs a switch, not --topology pair";
    return "";
}

} // namespace fabric
