// SPDX-License-Identifier: Apache-2.0
//
// Random schedules of two untimed ends: what one of them may never do, whatever the order.
//
//     test_schedules [--kind NAME] --seeds A-B | [--first N] --count N     [--strict]
//     test_schedules --kind NAME --seeds N-N --trace                       one, frame by frame
//     test_schedules --unknown                                             answers to a stranger
//     test_schedules --figures                 selective repeat: frames a payload, with bounds
//     test_schedules --captures FOLDER         selective repeat: towards strangers nothing changes
//
// Without --kind seed N is of kind N modulo 8: all but `stream`. Each failure prints its repeat
// command.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "schedule.h"

namespace {

constexpr uint64_t ENOUGH = 300;        // seeds of a kind that must meet everything
constexpr uint64_t MOST_LINES = 100;    // failures that are printed

struct Options {
    int kind = -1;                      // -1: all
    uint64_t first = 1, count = 0;
    bool strict = false, trace = false, unknown = false, figures = false;
    std::string captures;
};

struct Sum {
    uint64_t runs = 0, bad = 0;
    std::array<uint64_t, FAULT_N> fault{}, example{};
    std::array<uint64_t, AIM_N> met{};
};

unsigned long long ull(uint64_t v) { return v; }

uint64_t number(const std::string &s)
{
    char *end;
    errno = 0;
    const uint64_t v = strtoull(s.c_str(), &end, 10);
    if (!s.empty() && s[0] >= '0' && s[0] <= '9' && !*end && !errno) return v;
    fprintf(stderr, "test_schedules: no number: %s\n", s.c_str());
    exit(2);
}

bool parse(int argc, char **argv, Options *o)
{
    for (int i = 1; i < argc; i++) {
        const std::string a = argv[i];
        const char *value = i + 1 < argc ? argv[i + 1] : nullptr;
        if (a == "--strict") o->strict = true;
        else if (a == "--trace") o->trace = true;
        else if (a == "--unknown") o->unknown = true;
        else if (a == "--figures") o->figures = true;
        else if (!value) return false;
        else if (a == "--captures") o->captures = argv[++i];
        else if (a == "--first") o->first = number(argv[++i]);
        else if (a == "--count") o->count = number(argv[++i]);
        else if (a == "--seeds") {
            const std::string range = argv[++i];
            const size_t to = range.find('-');
            if (to == std::string::npos) return false;
            o->first = number(range.substr(0, to));
            const uint64_t last = number(range.substr(to + 1));
            if (last < o->first) return false;
            o->count = last - o->first + 1;
        } else if (a == "--kind") {
            for (unsigned k = 0; k < KIND_N; k++)
                if (!strcmp(KINDS[k].name, value)) o->kind = static_cast<int>(k);
            if (o->kind < 0) return false;
            i++;
        } else {
            return false;
        }
    }
    if (o->unknown || o->figures || !o->captures.empty()) return true;
    return o->count && (!o->trace || o->count == 1);
}

void usage()
{
    fprintf(stderr, "usage: test_schedules [--kind NAME] --seeds A-B | [--first N] --count N"
                    " [--strict] [--trace]\n"
                    "       test_schedules --unknown | --figures | --captures FOLDER\nkinds:");
    for (const Kind &k : KINDS) fprintf(stderr, " %s", k.name);
    fprintf(stderr, "\n");
}

void run_one(const Options &o, unsigned kind, uint64_t seed, uint64_t bad, Sum *s)
{
    const Outcome r = run_schedule(draw_plan(kind, seed), o.strict, o.trace);

    s->runs++;
    for (size_t i = 0; i < AIM_N; i++) s->met[i] += r.met[i];
    if (r.fault == SOUND) return;
    s->bad++;
    if (!s->fault[r.fault]++) s->example[r.fault] = seed;
    if (bad >= MOST_LINES) return;
    printf("FAIL %s%s%s, at %llu: build/test_schedules --kind %s --seeds %llu-%llu%s --trace\n",
           FAULT_NAME[r.fault], r.why.empty() ? "" : ": ", r.why.c_str(), ull(r.at),
           KINDS[kind].name, ull(seed), ull(seed), o.strict ? " --strict" : "");
    fflush(stdout);
}

// What failed, by kind; a seed of each.
void say_faults(const Sum *sums)
{
    for (unsigned k = 0; k < KIND_N; k++) {
        const Sum &s = sums[k];
        if (!s.runs) continue;
        printf("%-8s %9llu schedules, %llu failed\n", KINDS[k].name, ull(s.runs), ull(s.bad));
        for (size_t f = 1; f < FAULT_N; f++)
            if (s.fault[f])
                printf("    %9llu %s, as seed %llu\n", ull(s.fault[f]), FAULT_NAME[f],
                       ull(s.example[f]));
    }
}

// False: something was never met.
bool say_aims(const Sum *sums)
{
    bool all = true;

    for (size_t a = 0; a < AIM_N; a++) {
        uint64_t n = 0, able = 0;
        for (unsigned k = 0; k < KIND_N; k++) {
            n += sums[k].met[a];
            // A stream has one life, and its wire is never held.
            if (k == STREAM && (a == UNSENT_ACKS || a == LIFE_WRAPS)) continue;
            if (!AIMS[a].of || KINDS[k].*AIMS[a].of) able += sums[k].runs;
        }
        printf("    %12llu %s\n", ull(n), AIMS[a].name);
        if (n || !AIMS[a].must || able < ENOUGH) continue;
        printf("FAIL never met: %s\n", AIMS[a].name);
        all = false;
    }
    return all;
}

} // namespace

int main(int argc, char **argv)
{
    Options o;
    Sum sums[KIND_N];
    uint64_t bad = 0;

    if (!parse(argc, argv, &o)) {
        usage();
        return 2;
    }
    if (o.unknown) return unknown_peer();
    if (o.figures) return figures();
    if (!o.captures.empty()) return strangers(o.captures);
    for (uint64_t seed = o.first; seed - o.first < o.count; seed++) {
        const unsigned kind = o.kind < 0 ? seed % STREAM : static_cast<unsigned>(o.kind);
        const uint64_t before = sums[kind].bad;
        run_one(o, kind, seed, bad, &sums[kind]);
        bad += sums[kind].bad - before;
    }
    say_faults(sums);
    const bool met = say_aims(sums);
    return bad || !met;
}
