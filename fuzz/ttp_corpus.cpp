// SPDX-License-Identifier: Apache-2.0
//
// Runs fuzzing programs (files, or all files of a directory) on RTL and model in lockstep:
// every output pin is compared in every cycle, every invariant of the fuzzer is checked too.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "cli.h"
#include "program.h"
#include "waves.h"

namespace {

struct Args {
    DutKind dut = DutKind::lockstep;
    bool events = false;
    Plant plant;
    std::string rtl_dir;
    std::vector<std::string> files;
};

struct Totals {
    unsigned long long programs = 0, failed = 0, frames = 0, sent = 0, compared = 0;
} totals;

[[noreturn]] void usage(const char *why, const std::string &what)
{
    fprintf(stderr, "ttp_corpus: %s%s (ttp_corpus --help)\n", why, what.c_str());
    exit(2);
}

Args parse(int argc, char **argv)
{
    Args a;
    std::vector<std::string> words;
    Cli c("ttp_corpus", "Fuzzing programs on RTL and model: ttp_corpus [options] FILE|DIRECTORY...",
          "");
    c.choice<DutKind>("--dut", "lockstep (default), model", &a.dut,
                      { { "lockstep", DutKind::lockstep }, { "model", DutKind::model } });
    c.flag("--events", "print what passes the link pipe and both wire ports", &a.events);
    c.plant(&a.plant);
    c.text("--rtl-dir", "DIR", "take rtl_PRESET.so from there", &a.rtl_dir);
    const Parse p = c.parse(argc, argv, &words);
    if (p != Parse::run) exit(p == Parse::done ? 0 : 2);
    for (const std::string &w : words) {
        std::error_code e;
        if (!std::filesystem::is_directory(w, e)) a.files.push_back(w);
        else for (const auto &f : std::filesystem::directory_iterator(w, e))
            if (f.is_regular_file()) a.files.push_back(f.path().string());
    }
    if (a.files.empty()) usage("no program", "");
    std::sort(a.files.begin(), a.files.end());
    return a;
}

void print_frame(const char *way, uint64_t cycle, const Frame &f)
{
    Header h;
    if (!parse_header(f, &h))
        printf("%7llu %s %zu bytes\n", static_cast<unsigned long long>(cycle), way, f.bytes.size());
    else
        printf("%7llu %s %-11s %06x>%06x vc %u tx %08x rx %08x life %04x n %zu of %zu%s\n",
               static_cast<unsigned long long>(cycle), way, opcode_name(h.opcode), h.src, h.dst,
               h.vc, h.txid, h.rxid, h.epoch, h.payload, f.bytes.size(), f.user ? " error" : "");
}

bool run(const std::string &path, const Args &a)
{
    std::ifstream in(path, std::ios::binary);
    const std::vector<char> text{ std::istreambuf_iterator<char>(in), {} };
    if (!in.good() && !in.eof()) usage("can not read ", path);
    std::vector<uint8_t> data(text.begin(), text.end());
    ProgramHead h;
    if (!read_head(data.data(), data.size(), &h)) usage("shorter than a program's header: ", path);

    Waves waves;
    std::string why;
    auto dut = make_dut(a.dut, h.preset, h.params, a.rtl_dir, "mac", &waves, &why);
    if (!dut) {
        fprintf(stderr, "ttp_corpus: %s\n", why.c_str());
        exit(2);
    }
    MacBench b(h.bench, std::move(dut));
    b.dut->plant(a.plant);
    b.extra = [&]() -> std::string {
        if (waves.failed()) return "an assertion of the RTL failed";
        const Difference *d = b.dut->difference();
        if (!d) return "";
        std::string s = "RTL and model differ in cycle " + std::to_string(d->cycle);
        for (const auto &p : d->ports) s += ", " + p.name + " rtl " + p.rtl + " model " + p.model;
        return s;
    };
    if (a.events) {
        b.log = [&](const char *way, const Frame *f, const ttp_out *o) {
            if (f) return print_frame(way, b.cycle, *f);
            printf("%7llu event %2u link %u state %u>%u action %03x tx %08x rx %08x\n",
                   static_cast<unsigned long long>(b.cycle), o->trace_event, o->trace_link,
                   o->trace_state0, o->trace_state1, o->trace_action, o->trace_txid,
                   o->trace_rxid);
        };
    }
    Program p(h, &b, data.data(), data.size());
    bool good = p.run();
    if (good && a.dut == DutKind::lockstep && b.dut->compared() < 100)
        b.fail("next to nothing was compared"), good = false;
    totals.programs++;
    totals.frames += b.frames_in;
    totals.sent += b.frames_out;
    totals.compared += b.dut->compared();
    if (good) return true;
    printf("FAIL %s preset %s: %s\n", path.c_str(), h.preset.c_str(), b.why().c_str());
    return false;
}

} // namespace

int main(int argc, char **argv)
{
    const Args a = parse(argc, argv);
    for (const std::string &f : a.files) totals.failed += !run(f, a);
    printf("%s %llu programs, %llu failed, %llu frames in, %llu out, %llu cycles compared\n",
           totals.failed ? "FAIL" : "PASS", totals.programs, totals.failed, totals.frames,
           totals.sent, totals.compared);
    return totals.failed != 0;
}
