// SPDX-License-Identifier: Apache-2.0
//
// The command `ttpsim hop`: a channel goes on over TCP, to a second hop on another machine.
//
//     simulator <-> channel <-> hop <-> TCP <-> hop <-> channel <-> simulator
//
// Frames and promises pass as they are, so the two simulators do in every cycle what they would do
// beside each other.
#ifndef TTPSIM_SIMBRICKS_HOP_H
#define TTPSIM_SIMBRICKS_HOP_H

int hop_main(int argc, char **argv);

#endif
