// SPDX-License-Identifier: Apache-2.0
//
// What `ttpfabric --help` prints.
#include "fabric/options.h"

namespace fabric {

const char HELP[] =
    "ttpfabric: MACs on a network of switches, in ns-3 (docs/fabric.md)\n"
    "\n"
    "  --topology T     pair, star:N, leaf-spine:LxSxH (H nodes on each leaf)  leaf-spine:4x4x4\n"
    "  --endpoints E    model, rules, rtl, lockstep; nodes apart: model,0=lockstep,4-7=rules\n"
    "  --preset P       of the MACs; --params 'TX_CELLS=777 ...' changes it     dojo\n"
    "  --workload W     permutation, incast[:N], all-to-all, ring, halving, file:PATH\n"
    "  --bytes N        of a flow, of a node's data in a collective; 64K, 1M    64K\n"
    "  --payload N      bytes of a payload, 1 to 1024                           1024\n"
    "  --spray S        ecmp, rr, random, least                                 ecmp\n"
    "  --buffer N       bytes that a port may hold                              2M\n"
    "  --shared N       instead: bytes of all ports of a switch together\n"
    "  --alpha X        shared: a port may hold X times what is free            1\n"
    "  --latency N      of a switch, cycles                                     0\n"
    "  --delay N        of a cable, cycles                                      100\n"
    "  --loss P[@CABLE] of frames, on all cables or on one, say leaf0>spine1\n"
    "  --down C@F-T     cable C is down from cycle F to T, both ways; again for more\n"
    "  --detect N       cycles until switches no longer choose a cable that is down  20000\n"
    "  --timeout N      of the MACs, cycles; by docs/timers.md if not given\n"
    "  --backoff N      cycles                                                  timeout / 4\n"
    "  --retry N        rounds until a link is dead, 1 to 255                   255\n"
    "  --reack N        cycles until the last ACK is repeated, 0: never         0\n"
    "  --nack-once      a further NACK of one payload waits for the timer\n"
    "  --window N       cells of 64 bytes that a link may hold                  all\n"
    "  --in-flight N    payloads that a link may hold, and selective repeat beyond a gap (256)\n"
    "  --selective      rules: selective repeat, between ends that both have it\n"
    "  --tail-probe     --measured     --delay-window CYCLES           what stands on it\n"
    "  --reorder N      its reorder distance at first; --reorder-most N, learned  0, 128\n"
    "  --contexts N     links of which a MAC holds payloads ahead of their turn  8\n"
    "  --rto-min N      the shortest measured timeout, cycles                    64\n"
    "  --clock MHZ      of the MACs: says how long a cycle is                   195.3125\n"
    "  --seed N         of everything random                                    1\n"
    "  --json FILE      all results\n"
    "  --bucket N       cycles of a point of the series in it\n"
    "  --quiet          no table, no progress\n"
    "  --quantum N      cycles that a node runs at a time                       the most\n"
    "  --no-skip        models never sleep\n"
    "  --drain N        cycles that go on after the last payload                8192\n"
    "  --patience N     cycles without a payload until the run is given up\n"
    "  --rtl-dir D      where rtl_<preset>.so is                                beside ttpfabric\n"
    "  --cycles         two nodes back to back: the cycle figures of make bench\n"
    "  --plant PORT@N   lockstep: one bit of that RTL output turned over, from cycle N on\n"
    "\n"
    "Exit 0: all payloads have arrived; 1: a wrong byte, RTL and model differ; 2: usage;\n"
    "3: nothing moves any more.\n";

} // namespace fabric
