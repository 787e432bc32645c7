// SPDX-License-Identifier: Apache-2.0
//
// The command `ttpsim run`.
#ifndef TTPSIM_RUN_H
#define TTPSIM_RUN_H

#include "options.h"

enum ExitCode { EXIT_OK = 0, EXIT_WRONG = 1, EXIT_USAGE = 2, EXIT_STUCK = 3 };

int run_file(const Options &o);
int run_rules(const Options &o);                 // --dut rules
uint32_t pick_timeout(const Options &o);

#endif
