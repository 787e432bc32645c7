// SPDX-License-Identifier: Apache-2.0
//
// The conformance matrix: see conform.h.
//
//     test_conformance [--preset NAME] [--dut lockstep|rtl|model|rules] [--only NAME] [--json F]
//                      [--list] [--seed N] [--rtl-dir D] [--trace F.fst] [--start-cycle N]
//                      [--least N] [--most N] [--selective]
//
// --dut rules: no MAC, the rows run on model/rules/ (ground.h). A row that needs a MAC is
// counted as such; so does one on a MAC that needs the rules. --least N: so many must be green.
// --start-cycle: the MACs count their cycles from N on instead of 0, a multiple of 64. If it is
// not 0, the low 32 bits of the counter must wrap inside at least every tenth row.
// --only: a row, or all rows whose name begins with NAME and a dot; several with commas between.
// --selective: the switch is on in every row, though the peer offers nothing outside of sel.
// --most N: ends at the Nth red row. --list: id, rule and note of each row, separated by tabs.
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include <nlohmann/json.hpp>

#include "cells.h"
#include "cli.h"
#include "conform.h"
#include "presets.h"

using namespace conform;

namespace {

struct Args {
    Setup setup{ "nic1g_25f", "", {}, DutKind::lockstep, 1 };
    std::string only, json, trace;
    bool list = false, rules = false;
    uint64_t least = 0, most = UINT64_MAX;
};

bool bad(const std::string &why)
{
    fprintf(stderr, "test_conformance: %s\n", why.c_str());
    return false;
}

bool number(const std::string &option, const std::string &text, uint64_t *v)
{
    return read_number(text, 0, UINT64_MAX, v) || bad(option + " " + text + ": no number");
}

bool parse(int argc, char **argv, Args *a)
{
    const std::map<std::string, uint64_t *> numbers = {
        { "--seed", &a->setup.seed }, { "--start-cycle", &a->setup.start_cycle },
        { "--least", &a->least }, { "--most", &a->most },
    };
    for (int i = 1; i < argc; i++) {
        const std::string k = argv[i];
        if (k == "--list") {
            a->list = true;
            continue;
        }
        if (k == "--selective") {
            a->setup.selective = true;
            continue;
        }
        if (i + 1 == argc) return bad("unknown option or missing value: " + k);
        const std::string v = argv[++i];
        if (k == "--preset") a->setup.preset = v;
        else if (numbers.count(k)) {
            if (!number(k, v, numbers.at(k))) return false;
        }
        else if (k == "--only") a->only = v;
        else if (k == "--json") a->json = v;
        else if (k == "--rtl-dir") a->setup.rtl_dir = v;
        else if (k == "--trace") a->trace = v;
        else if (k == "--dut" && v == "rules") a->rules = true;
        else if (k == "--dut" && v == "model") a->setup.dut = DutKind::model;
        else if (k == "--dut" && v == "rtl") a->setup.dut = DutKind::rtl;
        else if (k == "--dut" && v == "lockstep") a->setup.dut = DutKind::lockstep;
        else return bad("unknown option " + k + " " + v);
    }
    if (a->rules && (a->setup.start_cycle || !a->trace.empty()))
        return bad("--dut rules has no cycles");
    if (a->setup.start_cycle % 64) return bad("--start-cycle is no multiple of 64");
    if (!find_preset(a->setup.preset, &a->setup.params)) return bad("no preset " + a->setup.preset);
    const ttp_params &p = a->setup.params;
    if (a->setup.selective && (a->rules || !p.selective))
        return bad("--selective: preset " + a->setup.preset + " has no SELECTIVE");
    if (p.link_ways < 2 || p.tx_cells < 64 || p.rx_cells < 64)
        return bad("preset " + a->setup.preset + " is too small: 2 ways and 64 cells are needed");
    return true;
}

std::vector<Row> all_rows()
{
    std::vector<Row> all = Rows::all();
    for (Row &r : garbled_rows(all)) all.push_back(std::move(r));
    // By the first word of the labels in the order of docs/protocol.md, then so that the rows of
    // one label stand together.
    const std::vector<std::string> order = { "pkt", "ids", "tbl", "open", "reopen", "rcv", "snd",
                                             "vc", "tmr", "cls", "life", "str", "in", "sel" };
    const auto place = [&](const Row &r) {
        const std::string group = r.id.substr(0, r.id.find('.'));
        return std::find(order.begin(), order.end(), group) - order.begin();
    };
    std::sort(all.begin(), all.end(), [&](const Row &x, const Row &y) {
        return place(x) != place(y) ? place(x) < place(y) : x.id < y.id;
    });
    return all;
}

// Does `only` name the row? Nothing names them all.
bool wanted(const std::string &only, const std::string &id)
{
    std::istringstream names(only);
    for (std::string n; std::getline(names, n, ',');)
        if (id == n || id.rfind(n + ".", 0) == 0) return true;
    return only.empty();
}

// The witnesses of a MAC have their say.
void look_at(Bench &b, World &w)
{
    if (w.net.failed()) b.expect(false, "a witness of the pins");
    const ttp_mac *m = w.a->dut->model();
    const char *broken = m ? ttp_mac_check(m) : nullptr;
    b.expect(!broken, broken ? broken : "");
    if (w.net.difference()) b.expect(false, "RTL and model differ");
}

// Of selective repeat a MAC has all.
void only_begun(const Row &r)
{
    static const std::vector<std::string> has = { "offer", "agree", "ships", "number", "life",
                                                  "frame", "window", "hold", "run", "map",
                                                  "mark", "lost", "first", "reorder", "advice",
                                                  "rtt", "tail", "open", "base", "delay", "idle" };
    if (r.id.rfind("sel.", 0) != 0) return;
    const std::string label = r.id.substr(4, r.id.find('.', 4) - 4);
    if (std::find(has.begin(), has.end(), label) == has.end())
        throw NeedsRules{ "selective repeat" };
}

// Frames and what is dropped before any link are no business of the rules: the end that they run
// in (sim/rules_end.h) reads and writes frames in its own way.
void only_rules(const Row &r)
{
    for (const char *head : { "pkt.", "in.", "life.garbage." })
        if (r.id.rfind(head, 0) == 0) throw NeedsMac{ "frames" };
}

// Empty if the row is green. May throw NeedsMac.
std::string run_one(const Row &r, const Args &a, size_t *wrapped)
{
    ttp_cells_test(r.id.c_str());
    if (a.rules) only_rules(r);
    else only_begun(r);
    Bench b(a.setup, a.rules);
    World *w = b.w.world();
    const uint64_t from = a.setup.start_cycle + b.w.net.cycle;
    if (!a.trace.empty()) w->net.trace_to(a.trace, w->net.cycle);
    if (b.ok()) r.run(b);
    if (w) look_at(b, *w);
    *wrapped += (a.setup.start_cycle + b.w.net.cycle) >> 32 != from >> 32;
    if (b.ok()) return "";
    fprintf(stderr, "%s\n", r.id.c_str());
    for (const std::string &line : b.log) fprintf(stderr, "    %s\n", line.c_str());
    return b.w.why();
}

// The command that runs this row alone.
std::string repeat(const Args &a, const Row &r)
{
    std::string s = "build/test_conformance --preset " + a.setup.preset + " --dut "
        + (a.rules ? "rules" : dut_kind_name(a.setup.dut)) + " --seed "
        + std::to_string(a.setup.seed);
    if (a.setup.start_cycle) s += " --start-cycle " + std::to_string(a.setup.start_cycle);
    return s + " --only " + r.id;
}

} // namespace

int main(int argc, char **argv)
{
    Args a;
    if (!parse(argc, argv, &a)) return 2;
    const std::vector<Row> all = all_rows();
    std::set<std::string> names;
    for (const Row &r : all) {
        if (!names.insert(r.id).second) {
            fprintf(stderr, "test_conformance: two rows are called %s\n", r.id.c_str());
            return 2;
        }
        if (a.list) printf("%s\t%s\t%s\n", r.id.c_str(), r.rule.c_str(), r.note.c_str());
    }
    if (a.list) return 0;
    if (!a.rules) {
        World w(a.setup, {});
        if (!w.ok()) {
            fprintf(stderr, "test_conformance: %s\n", w.why().c_str());
            return 2;
        }
    }
    nlohmann::ordered_json j;
    size_t ran = 0, green = 0, mac = 0, wrapped = 0;
    for (const Row &r : all) {
        if (!wanted(a.only, r.id)) continue;
        if (!a.rules && r.id.rfind("sel.", 0) == 0 && !a.setup.params.selective) continue;
        if (!a.rules && r.id.rfind("vc.", 0) == 0 && !a.setup.params.vc_order) continue;
        if (ran - green - mac >= a.most) break;
        std::string why, needs;
        try {
            why = run_one(r, a, &wrapped);
        } catch (const NeedsMac &n) {
            needs = n.what;
        } catch (const NeedsRules &n) {
            needs = n.what;
        }
        const bool good = why.empty() && needs.empty();
        ran++;
        mac += !needs.empty();
        green += good;
        const char *missing = a.rules ? "MAC " : "RULE";
        printf("%s %s%s%s\n", !needs.empty() ? missing : good ? "PASS" : "FAIL", r.id.c_str(),
               good ? "" : ": ", needs.empty() ? good ? "" : r.rule.c_str() : needs.c_str());
        if (!why.empty()) printf("     %s\n     repeat: %s\n", why.c_str(), repeat(a, r).c_str());
        fflush(stdout);
        j["rows"].push_back({ { "id", r.id }, { "rule", r.rule }, { "note", r.note },
                              { "green", good }, { "why", why }, { "needs_mac", needs } });
    }
    if (ran == 0) {
        fprintf(stderr, "test_conformance: no row %s\n", a.only.c_str());
        return 2;
    }
    const size_t red = ran - green - mac;
    const char *dut = a.rules ? "rules" : dut_kind_name(a.setup.dut);
    printf("%zu rows, %zu green, %zu red", ran, green, red);
    if (mac) printf(", %zu need %s", mac, a.rules ? "a MAC" : "the rules");
    printf(" (preset %s, dut %s)\n", a.setup.preset.c_str(), dut);
    const bool few = green < a.least;
    if (few) fprintf(stderr, "test_conformance: --least %" PRIu64 " green rows\n", a.least);
    bool missed = false;
    if (a.setup.start_cycle) {
        printf("time from cycle 0x%llx on: its low 32 bits wrapped in %zu rows\n",
               static_cast<unsigned long long>(a.setup.start_cycle), wrapped);
        missed = a.only.empty() && 10 * wrapped < ran;
        if (missed) fprintf(stderr, "test_conformance: --start-cycle: that is too few\n");
    }
    j["preset"] = a.setup.preset;
    j["dut"] = dut;
    j["total"] = ran;
    j["green"] = green;
    if (!a.json.empty()) {
        std::ofstream f(a.json);
        f << j.dump(1) << "\n";
        if (!f) {
            fprintf(stderr, "test_conformance: %s can not be written\n", a.json.c_str());
            return 2;
        }
    }
    return red != 0 || missed || few;
}
