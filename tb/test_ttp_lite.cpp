// SPDX-License-Identifier: Apache-2.0
//
// Lockstep of the small MAC: rtl/lite/ttp_lite.v against model/ttp_lite.c at the pins, every cycle.
//
//   two      two of them over a wire that loses, repeats, delays and damages frames; hosts at both: every payload once,
//            in order, the same bytes; then an orderly close, and a wire that is cut
//   strange  one of them, with made-up frames from the wire: IDs and life numbers near those of its links, broken
//            headers, lengths, ends; and a rude host: numbers, lengths, types, requests of all kinds
//   large    one of them against a model of the large MAC, 64 bit
//
// PARAMS: -GBOARD=5 -GHUGE=0 | -GBOARD=0 -GHUGE=1
// SEEDS: 1
// MODEL: ttp_mac_state ttp_mac_check ttp_params
#include "lite_scenes.h"

int main(int argc, char **argv)
{
    // Each parameter set has its own traffic.
    const uint64_t seed = (argc > 1 ? strtoull(argv[1], nullptr, 0) : 1) + HUGE;
    const std::string only = argc > 2 && argv[2][0] != '+' ? argv[2] : "";

    if (only.empty() || only == "two") scene_two(seed);
    if (only.empty() || only == "cut") scene_cut(seed);
    if (only.empty() || only == "strange") scene_strange(seed);
    if (only.empty() || only == "large") scene_large(seed);
    return 0;
}
