// SPDX-License-Identifier: Apache-2.0
//
// See search.h.
#include "search.h"

#include <cinttypes>
#include <cmath>
#include <ctime>

namespace pair {

namespace {

constexpr size_t STATES_MAX = 1u << 31;
constexpr unsigned FAIR_MAX = 20000;        // steps of a fair run
constexpr unsigned OPCODES = 11;
constexpr unsigned LAP = 40;                // the last steps of a run without an end, to name it
constexpr unsigned HONEST_MAX = 100000;     // with rounds that count

// CPU time: the machine may have more to do.
double now() { return static_cast<double>(clock()) / CLOCKS_PER_SEC; }

} // namespace

Search::Search(const Options &o)
    : o_(o), pair_(o.bounds, o.plant), fair_(o.bounds, o.plant), seen_(o.words),
      from_(1), by_(1)
{
}

size_t Search::bytes() const
{
    return seen_.peak() + good_.peak() + now_.bytes() + next_.bytes() + from_.capacity() * 6;
}

// With rounds that count, from 0 on: what looked endless may have an end.
std::string Search::honest_run(const State &from, Order order)
{
    State s = fair_start(from, order, true);
    Action a;

    honest_++;
    fair_.honest = true;
    std::string why = "a fair run does not end";
    unsigned heard[OPCODES] = {}, i;
    const uint64_t dead = fair_.met.dead;
    bool endless = true;
    for (i = 1; i < HONEST_MAX; i++) {
        if (!fair_next(&s, &a)) {
            why = fair_done(s) ? "" : "nothing can happen any more, but it is not over";
            break;
        }
        if (a.act == DELIVER) heard[s.wire[a.arg].opcode % OPCODES] = i;
        fair_.apply(&s, a);
        fair_.normalise(&s);
        if (fair_.wrong.empty()) continue;
        why = "in a fair run: " + fair_.wrong;
        endless = fair_.met.dead != dead;
        break;
    }
    fair_.honest = false;
    if (why.empty() || !endless) return why;
    std::string last;
    for (unsigned op = 0; op < OPCODES; op++)
        if (heard[op] && heard[op] + LAP > i) last += std::string(" ") + opcode_name(op);
    why += last.empty() ? "; at last no frame" : "; at last" + last;
    return why;
}

// Empty: both ends drain, and a payload more of either goes through.
std::string Search::fair_run(const State &from, Order order)
{
    State s = fair_start(from, order, false);
    Hash mark{};
    Action a;

    path_.clear();
    round_ = false;
    for (unsigned i = 0; i < FAIR_MAX; i++) {
        const Hash h = hash_of(s);
        if (good_.has(h)) break;
        // Brent: a state that comes again is in a circle.
        if (i && h.low == mark.low && h.high == mark.high) {
            const std::string why = honest_run(from, order);
            round_ = true;
            if (!why.empty()) return why;
            break;
        }
        if (!(i & (i - 1))) mark = h;
        path_.push_back(h);
        if (!fair_next(&s, &a)) {
            if (!fair_done(s)) return "nothing can happen any more, but it is not over";
            break;
        }
        fair_steps_++;
        fair_.apply(&s, a);
        if (!fair_.wrong.empty()) return "in a fair run: " + fair_.wrong;
        fair_.normalise(&s);
        if (i + 1 == FAIR_MAX) return "a fair run does not end";
    }
    if (path_.size() > longest_) longest_ = path_.size();
    for (const Hash &h : path_) good_.add(h);
    return "";
}

// Where frames are never lost a run begins without them too, as if they all were.
bool Search::fair(const State &s, uint32_t index)
{
    State bare;

    empty_ = o_.bounds.any;
    if (empty_) {
        memcpy(static_cast<void *>(&bare), &s, offsetof(State, wire));
        bare.n = 0;
    }
    for (;;) {
        for (int order = 0; order < ORDERS; order++) {
            const std::string why = fair_run(empty_ ? bare : s, static_cast<Order>(order));
            if (!why.empty()) return broken(why, index, nullptr, order);
        }
        if (!empty_ || o_.bounds.fair_empty) return true;
        empty_ = false;
    }
}

Hash Search::key(const State &s) const
{
    const Hash one = hash_of(s);

    if (!o_.bounds.mirror) return one;
    const Hash two = hash_of(mirrored(s, o_.bounds));
    return one.low < two.low || (one.low == two.low && one.high < two.high) ? one : two;
}

// False: stop here.
bool Search::broken(const std::string &why, uint32_t index, const Action *last, int order)
{
    violations_++;
    if (first_.empty()) first_ = why;
    if (kinds_[why]++) return o_.go_on;
    if (!o_.quiet) {
        printf("\nFAIL %s\n", why.c_str());
        print(index, last, order);
        printf("FAIL %s\n  again: %s\n\n", why.c_str(), o_.command.c_str());
        fflush(stdout);
    }
    return o_.go_on;
}

// The way to a state, one step more, then the fair run that fails.
void Search::print(uint32_t index, const Action *last, int order)
{
    std::vector<Action> way;
    for (uint32_t i = index; i; i = from_[i]) way.insert(way.begin(), by_[i]);
    if (last) way.push_back(*last);
    Pair p(o_.bounds, o_.plant);
    State s = p.start();
    std::string log;
    unsigned step = 0;
    p.log = &log;
    const auto show = [&](Action a) {
        const std::string what = words(a, s);
        log.clear();
        p.apply(&s, a);
        p.normalise(&s);
        printf("%6u  %s%s\n            %s\n", ++step, what.c_str(), log.c_str(),
               words(s).c_str());
    };
    for (const Action a : way) show(a);
    if (order < 0) return;
    printf("        from here on no harm, %s\n", order ? "both ends at once" : "one by one");
    if (empty_) s.n = 0;
    s = fair_start(s, static_cast<Order>(order), round_);
    p.honest = round_;
    Action a;
    constexpr unsigned SHOWN = 40;
    while (step < SHOWN + way.size() && fair_next(&s, &a)) {
        show(a);
        if (!p.wrong.empty()) return;
    }
    printf("        ... and so on\n");
}

bool Search::add(const Next &n, uint32_t from)
{
    if (!seen_.add(n.h)) return true;
    if (count_ + 1 == STATES_MAX) {
        unfinished_ = "too many states";
        return false;
    }
    count_++;
    from_.push_back(from);
    by_.push_back(n.a);
    if (!o_.ends.empty()) ends_.add(hash_of(ends_only(n.s)));
    if (!fair(n.s, count_)) return false;
    next_.push(n.s);
    return true;
}

bool Search::expand(const State &s, uint32_t index)
{
    pair_.actions(s, &actions_);
    if (found_.size() < actions_.size()) found_.resize(actions_.size());
    size_t n = 0;
    for (const Action a : actions_) {
        Next &f = found_[n];
        memcpy(static_cast<void *>(&f.s), &s, s.bytes());
        f.a = a;
        if (!pair_.apply(&f.s, a)) {
            if (pair_.wrong.empty()) continue;
        }
        transitions_++;
        if (!pair_.wrong.empty()) {
            if (!broken(pair_.wrong, index, &a, -1)) return false;
            continue;
        }
        pair_.normalise(&f.s);
        if (!pair_.wrong.empty()) {
            if (!broken(pair_.wrong, index, &a, -1)) return false;
            continue;
        }
        f.h = key(f.s);
        seen_.prefetch(f.h);
        n++;
    }
    for (size_t i = 0; i < n; i++)
        if (!add(found_[i], index)) return false;
    return true;
}

bool Search::run()
{
    const double start = now();
    State s = pair_.start();
    uint32_t index = 0;         // of the state in hand: they are visited in the order of finding
    bool ok = true;

    seen_.add(key(s));
    next_.push(s);
    while (ok && next_.size()) {
        now_.clear();
        now_.swap(next_);
        if (o_.verbose) {
            printf("  depth %u: %zu to visit, %" PRIu32 " states, %zu of fair runs, %.0f s\n",
                   depth_, now_.size(), count_ + 1, good_.size(), now() - start);
            fflush(stdout);
        }
        while (ok && now_.pop(&s)) {
            ok = expand(s, index++);
            if (!(index & 1023) && static_cast<double>(bytes()) > o_.memory * (1u << 30)) {
                unfinished_ = "the memory is used up";
                ok = false;
            }
            if (o_.states && count_ >= o_.states) {
                unfinished_ = "the number of states is reached";
                ok = false;
            }
        }
        if (next_.size()) depth_++;
    }
    seconds_ = now() - start;
    return !violations_ && unfinished_.empty();
}

bool Search::write_ends()
{
    FILE *f = fopen(o_.ends.c_str(), "wb");
    const bool ok = f && ends_.write(f);

    if (f) fclose(f);
    printf("  %zu pairs of ends\n", ends_.size());
    return ok;
}

void Search::report() const
{
    const Met &m = pair_.met;
    const double n = count_ + 1.0, pairs = n * n / 2;

    printf("%s: %.0f states, depth %u, %.0f s, %" PRIu64 " violations%s%s\n", o_.command.c_str(), n,
           depth_, seconds_, violations_, unfinished_.empty() ? "" : ", NOT FINISHED: ",
           unfinished_.c_str());
    if (kinds_.size() > 1 || (o_.quiet && violations_))
        for (const auto &k : kinds_) printf("  %" PRIu64 " x %s\n", k.second, k.first.c_str());
    if (!o_.verbose) return;
    printf("  %" PRIu64 " transitions, %.0f states/s, %.2f GiB; fair runs: %zu states, longest %"
           PRIu64 ", %" PRIu64 " with rounds\n", transitions_, n / seconds_,
           static_cast<double>(bytes()) / (1u << 30), good_.size(), longest_, honest_);
    if (o_.bounds.any)
        printf("  %" PRIu64 " frames without effect, %" PRIu64 " added at once\n", m.inert,
               m.settled);
    printf("  a state is overlooked with a probability below %.1e, a fair run below %.1e\n",
           std::ldexp(pairs, -64 * static_cast<int>(o_.words)),
           std::ldexp(static_cast<double>(good_.size()) * static_cast<double>(good_.size()), -64));
    printf(" ");
    for (const auto &c : MET) printf(" %s %" PRIu64, c.name, m.*c.count);
    printf("\n");
    for (unsigned op = 0; op < 11; op++) {
        printf("  opcode %2u by state:", op);
        for (unsigned st = 0; st < 8; st++) printf(" %" PRIu64, m.cell[op][st]);
        printf("\n");
    }
}

} // namespace pair
