// SPDX-License-Identifier: Apache-2.0
//
// The command `ttpsim run`.
#ifndef TTPSIM_RUN_H
#define TTPSIM_RUN_H

#include "options.h"

enum ExitCode { EXIT_OK = 0, EXIT_WRONG = 1, EXIT_USAGE = 2, EXIT_STUCK = 3 };

int run_file(const Options &o);

#endif
