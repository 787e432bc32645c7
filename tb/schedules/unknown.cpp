// SPDX-License-Identifier: Apache-2.0
//
// An end that has no entry for the sender of a frame: its answer leaves at once, or as soon as a
// stopped wire goes on.
#include <cstdio>

#include "schedule.h"

int unknown_peer()
{
    static const struct { uint32_t said, answer; } row[] = {
        { OP_PAYLOAD, OP_NACK_NOLINK }, { OP_CLOSE, OP_CLOSE_ACK }
    };
    int bad = 0;

    for (const bool stands : { false, true })
        for (const auto &r : row) {
            std::vector<Frame> out;
            RulesEndConfig c;
            RulesEnd end(c);
            end.sent = [&out](Frame f) { out.push_back(std::move(f)); };
            end.hold_wire = stands;
            end.arrived(make_frame(2, c.node, r.said, 0, 77, 0, 0, { 1 }));
            const size_t at_once = out.size();
            end.hold_wire = false;
            end.release();
            Header h{};
            const bool right = at_once == !stands && out.size() == 1 && parse_header(out[0], &h)
                               && h.opcode == r.answer && h.rxid == 77 && h.dst == 2;
            if (!right)
                printf("FAIL %s of an unknown peer, wire %s: %zu answers at once, %zu in all\n",
                       opcode_name(r.said), stands ? "stands" : "free", at_once, out.size());
            bad += !right;
        }
    printf("4 frames of an unknown peer, %d answers wrong or late\n", bad);
    return bad != 0;
}
