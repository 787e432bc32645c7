// SPDX-License-Identifier: Apache-2.0
//
// ttpsim: two TTP MACs and a hostile wire. See `ttpsim --help`.
#include <cstdio>
#include <cstring>

#include "bridge/bridge.h"
#include "wire/decode.h"
#include "options.h"
#include "presets.h"
#include "program.h"
#include "report.h"
#include "run.h"
#include "simbricks/hop.h"

namespace {

int list_presets()
{
    printf("%-10s %6s %8s %7s %8s %12s %5s %7s %4s %9s %8s %10s\n", "name", "DATA_W", "TX_CELLS",
           "TX_PKTS", "RX_CELLS", "links per VC", "TRACE", "SRAM_1P", "DEEP", "SELECTIVE",
           "VC_ORDER", "SEL_WINDOW");
    for (const NamedPreset &n : all_presets()) {
        const ttp_params &p = n.params;
        printf("%-10s %6u %8u %7u %8u %8u x %u %5u %7u %4u %9u %8u %10u\n", n.name, p.data_w,
               p.tx_cells, p.tx_pkts, p.rx_cells, p.link_sets, p.link_ways, p.trace, p.sram_1p,
               p.deep, p.selective, p.vc_order,
               ttp_params_contexts(&p) ? ttp_params_window(&p) : 0);
    }
    return EXIT_OK;
}

int list_versions()
{
    for (const auto &v : tool_versions()) printf("%s %s\n", v.first.c_str(), v.second.c_str());
    return EXIT_OK;
}

// Characters that mean nothing to a shell.
const char *const PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                          "0123456789_./=@:,+-";

// As the shell would take it again, with the seed in it.
std::string command_line(int argc, char **argv, const Options &o)
{
    std::string s;
    bool seed = false;
    for (int i = 0; i < argc; i++) {
        const std::string a = argv[i];
        seed = seed || a.rfind("--seed", 0) == 0;
        const bool plain = !a.empty() && a.find_first_not_of(PLAIN) == std::string::npos;
        std::string quoted = "'";
        for (char c : a) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
        s += (i ? " " : "") + (plain ? a : quoted + "'");
    }
    return seed ? s : s + " --seed " + std::to_string(o.seed);
}

std::string beside_program(const Options &o)
{
    return program_dir() + "/fail-" + o.preset + "-" + std::to_string(o.seed) + ".fst";
}

} // namespace

int main(int argc, char **argv)
{
    const char *verb = argc > 1 ? argv[1] : "";
    if (!strcmp(verb, "presets") && argc == 2) return list_presets();
    if ((!strcmp(verb, "version") || !strcmp(verb, "--version")) && argc == 2)
        return list_versions();
    if (!strcmp(verb, "decode")) return run_decode(argc - 1, argv + 1);
    if (!strcmp(verb, "bridge")) return bridge_main(argc - 1, argv + 1);
    if (!strcmp(verb, "hop")) return hop_main(argc - 1, argv + 1);
    const bool help = !strcmp(verb, "--help") || !strcmp(verb, "-h") || !strcmp(verb, "help");
    if (!help && strcmp(verb, "run") != 0) {
        fprintf(stderr, "ttpsim: %s (ttpsim --help)\n",
                *verb ? "unknown command" : "command is missing");
        return EXIT_USAGE;
    }
    Options o;
    std::string ask = "--help";
    const char *const only_help[] = { argv[0], ask.data() };
    const Parse parsed = help ? parse_options(2, only_help, &o)
                              : parse_options(argc - 1, argv + 1, &o);
    if (parsed != Parse::run) return parsed == Parse::done ? EXIT_OK : EXIT_USAGE;
    o.command = command_line(argc, argv, o);
    if (o.fail_trace.empty()) o.fail_trace = beside_program(o);
    return o.rules ? run_rules(o) : run_file(o);
}
