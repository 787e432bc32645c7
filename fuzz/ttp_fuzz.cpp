// SPDX-License-Identifier: Apache-2.0
//
// libFuzzer target: the golden model under the programs of program.h. A violated
// invariant prints what it was and aborts, so that the fuzzer keeps the input.
#include <cstdio>
#include <cstdlib>

#include "program.h"

namespace {

struct Totals {
    unsigned long long programs = 0, frames = 0, sent = 0, taken = 0, retired = 0, cycles = 0;
} totals;

void print_totals()
{
    printf("fuzz: %llu programs, %llu frames in, %llu out, %llu payloads taken, %llu retirements,"
           " %llu cycles\n", totals.programs, totals.frames, totals.sent, totals.taken,
           totals.retired, totals.cycles);
    fflush(stdout);
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int *, char ***)
{
    atexit(print_totals);
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ProgramHead h;
    if (!read_head(data, size, &h)) return -1;
    std::string why;
    auto dut = make_model_dut(h.params, &why);
    if (!dut) {
        fprintf(stderr, "ttp_fuzz: %s\n", why.c_str());
        abort();
    }
    MacBench b(h.bench, std::move(dut));
    Program p(h, &b, data, size);
    const bool good = p.run();
    totals.programs++;
    totals.frames += b.frames_in;
    totals.sent += b.frames_out;
    totals.taken += b.witness.taken();
    totals.retired += b.witness.retired();
    totals.cycles += b.cycle;
    if (good) return 0;
    fprintf(stderr, "ttp_fuzz: preset %s: %s\n", h.preset.c_str(), b.why().c_str());
    print_totals();
    abort();
}
