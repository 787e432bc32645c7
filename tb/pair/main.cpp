// SPDX-License-Identifier: Apache-2.0
//
// Every order of events between two ends, within bounds. See pair.h.
//
//     test_pair --give 2+2 --close 1+0 --channel 3 ...      one search
//     test_pair --plant NAME ...                            the same with a broken rule
//     test_pair --set short|all|NAME [--memory GiB]         the bounds of sets.cpp
//     test_pair --plants                                    every broken rule must be found
//     test_pair --list                                      sets and broken rules
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>

#include "search.h"
#include "sets.h"

namespace {

using pair::Bounds;
using pair::Options;

[[noreturn]] void usage(const std::string &why)
{
    fprintf(stderr, "test_pair: %s\n", why.c_str());
    exit(2);
}

uint32_t number(const std::string &s)
{
    char *end;
    const unsigned long long v = strtoull(s.c_str(), &end, 0);
    if (s.empty() || *end || v > 0xffffffff) usage("no number: " + s);
    return static_cast<uint32_t>(v);
}

// "2+1": of A, of B.
template <class T> void two(const std::string &s, T *v)
{
    const size_t plus = s.find('+');
    v[0] = static_cast<T>(number(s.substr(0, plus)));
    v[1] = plus == std::string::npos ? v[0] : static_cast<T>(number(s.substr(plus + 1)));
}

// "inert,lives" turns these two off.
uint8_t reductions(std::string s)
{
    const std::map<std::string, uint8_t> names = {
        { "inert", pair::INERT }, { "lives", pair::LIVES }, { "settle", pair::SETTLE },
        { "fields", pair::FIELDS },
    };
    std::replace(s.begin(), s.end(), ',', ' ');
    std::istringstream in(s);
    std::string word;
    unsigned off = 0;
    while (in >> word) {
        const auto at = names.find(word);
        if (at == names.end()) usage("no reduction: " + word);
        off |= at->second;
    }
    return static_cast<uint8_t>(off);
}

bool set(Bounds *b, const std::string &name, const std::string &v)
{
    if (name == "--give") two(v, b->give);
    else if (name == "--close") two(v, b->close);
    else if (name == "--restart") two(v, b->restart);
    else if (name == "--ids") two(v, b->id);
    else if (name == "--first-lives") two(v, b->life);
    else if (name == "--lives") b->lives = number(v);
    else if (name == "--channel") b->channel = number(v);
    else if (name == "--copies") b->copies = number(v);
    else if (name == "--losses") b->losses = number(v);
    else if (name == "--full") b->full = number(v);
    else if (name == "--busy") b->busy = number(v);
    else if (name == "--idle") b->idle = number(v);
    else if (name == "--victim") b->victim = number(v);
    else if (name == "--evict") b->evict = number(v);
    else if (name == "--sends") b->sends = number(v);
    else if (name == "--id-step") b->id_step = number(v);
    else if (name == "--life-jump") b->life_jump = static_cast<uint16_t>(number(v));
    else if (name == "--rounds") b->rounds = static_cast<uint8_t>(number(v));
    else if (name == "--off") b->off = reductions(v);
    else return false;
    return true;
}

// The ends can change places when all that is given to one is given to the other.
void mirror(Bounds *b)
{
    b->mirror = true;
    b->id[1] = b->id[0];
    const auto same = [](const unsigned *v) { return v[0] == v[1]; };
    if (!same(b->give) || !same(b->close) || !same(b->restart))
        usage("--mirror behind bounds that are the same for both ends");
}

void parse(const std::vector<std::string> &args, Options *o)
{
    for (size_t i = 0; i < args.size(); i++) {
        const std::string &a = args[i];
        if (a == "--late") o->bounds.late = true;
        else if (a == "--reack") o->bounds.reack = true;
        else if (a == "--selective") o->bounds.selective = true;
        else if (a == "--offer-all") o->bounds.offer_all = true;
        else if (a == "--strangers") o->bounds.strangers = true;
        else if (a == "--any") o->bounds.any = true;
        else if (a == "--fair-empty") o->bounds.fair_empty = true;
        else if (a == "--mirror") mirror(&o->bounds);
        else if (a == "--masks") o->bounds.check_masks = true;
        else if (a == "--go-on") o->go_on = true;
        else if (a == "--quiet") o->quiet = true;
        else if (a == "--verbose") o->verbose = true;
        else if (i + 1 == args.size()) usage("unknown, or no value: " + a);
        else if (set(&o->bounds, a, args[i + 1])) i++;
        else if (a == "--ends") o->ends = args[++i];
        else if (a == "--memory") o->memory = number(args[++i]);
        else if (a == "--states") o->states = number(args[++i]);
        else if (a == "--hash") o->words = number(args[++i]) / 64;
        else if (a == "--plant") {
            o->plant = pair::find_plant(args[++i]);
            if (!o->plant) usage("no such plant: " + args[i]);
        } else usage("unknown: " + a);
    }
    const Bounds &b = o->bounds;
    if (b.any && (b.late || b.strangers || b.losses != pair::FREE))
        usage("--any with --late, --strangers or --losses");
    if (b.offer_all && !b.selective) usage("--offer-all without --selective");
    if (o->words != 1 && o->words != 2) usage("--hash 64 or 128");
    if (o->bounds.channel > 8 || o->bounds.give[0] > 6 || o->bounds.give[1] > 6)
        usage("at most 8 frames and 6 payloads a side");
}

std::vector<std::string> split(const std::string &s)
{
    std::istringstream in(s);
    std::vector<std::string> out;
    std::string word;
    while (in >> word) out.push_back(word);
    return out;
}

Options of(const std::string &options)
{
    Options o;
    parse(split(options), &o);
    o.command = "build/test_pair " + options;
    return o;
}

bool run_set(const pair::Set &set, const Options &base)
{
    Options o = of(set.options);
    o.memory = base.memory;
    o.verbose = base.verbose;
    printf("%s: ", set.name);
    fflush(stdout);
    pair::Search s(o);
    bool ok = s.run();
    s.report();
    const std::string gap = pair::missing(set.needs, s.met());
    if (ok && !gap.empty()) {
        printf("FAIL never met: %s\n", gap.c_str());
        ok = false;
    }
    fflush(stdout);
    return ok;
}

int run_sets(const std::string &which, const Options &base)
{
    int bad = 0, n = 0;
    for (const pair::Set &set : pair::sets()) {
        if (which != "all" && !(which == "short" && set.quick) && which != set.name) continue;
        n++;
        bad += !run_set(set, base);
    }
    if (!n) usage("no such set: " + which);
    printf("%d sets of bounds, %d failed\n", n, bad);
    return bad != 0;
}

// Each broken rule must be found, within bounds that hold without it, on either wire.
int run_plants()
{
    int bad = 0;
    std::map<std::string, bool> holds;
    for (const pair::Plant &p : pair::plants()) {
        std::vector<std::string> wires = { p.options };
        // On the wire where every frame stays no life comes again: they have names of their own.
        if (!p.same_life) wires.push_back(std::string(p.options) + " --any");
        for (const std::string &options : wires) {
            Options o = of(options);
            o.quiet = true;
            if (!holds.count(options)) holds[options] = pair::Search(o).run();
            if (!holds[options]) {
                printf("FAIL  %-18s %s: its bounds fail without it\n", p.name, options.c_str());
                bad++;
                continue;
            }
            o.plant = &p;
            pair::Search s(o);
            s.run();
            const bool found = s.violations() != 0;
            printf("%s %-18s %s: %s, step %u (%s)\n", found ? "found" : "FAIL ", p.name, p.what,
                   found ? s.first().c_str() : "not found", s.steps(), options.c_str());
            fflush(stdout);
            bad += !found;
        }
    }
    printf("%zu broken rules, %d not found\n", pair::plants().size(), bad);
    return bad != 0;
}

int list()
{
    for (const pair::Set &s : pair::sets())
        printf("set   %-18s %s%s\n", s.name, s.options, s.quick ? " (short)" : "");
    for (const pair::Plant &p : pair::plants())
        printf("plant %-18s %s\n", p.name, p.options);
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    Options o;
    std::vector<std::string> args(argv + 1, argv + argc);
    o.command = "build/test_pair";
    for (const std::string &a : args) o.command += " " + a;
    if (!args.empty() && args[0] == "--list") return list();
    if (!args.empty() && args[0] == "--plants") return run_plants();
    if (args.size() > 1 && args[0] == "--set") {
        const std::string which = args[1];
        args.erase(args.begin(), args.begin() + 2);
        parse(args, &o);
        return run_sets(which, o);
    }
    parse(args, &o);
    pair::Search s(o);
    bool ok = s.run();
    s.report();
    if (!o.ends.empty()) ok = s.write_ends() && ok;
    return !ok;
}
