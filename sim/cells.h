// SPDX-License-Identifier: Apache-2.0
//
// Which cells of the state tables of docs/protocol.md a test reaches: what the rules were asked and
// what they made of it, test by test. Built with TTP_CELLS, which scripts/coverage does, each call
// of ttp_rules_step() is noted (the linker wraps it), and the program writes its notes to the file
// of the environment variable TTP_CELLS when it ends. In any other build there is nothing of it.
#ifndef TTP_CELLS_H
#define TTP_CELLS_H

#ifdef TTP_CELLS
// From here on it is this test.
void ttp_cells_test(const char *name);
#else
inline void ttp_cells_test(const char *) {}
#endif

#endif
