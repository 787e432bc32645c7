// SPDX-License-Identifier: Apache-2.0
//
// Every state that two ends can come to within bounds, breadth first, so that the first trace of a
// failure is the shortest. From each state a fair run must end well.
#ifndef TB_PAIR_SEARCH_H
#define TB_PAIR_SEARCH_H

#include <map>
#include <memory>

#include "table.h"

namespace pair {

struct Options {
    Bounds bounds;
    const Plant *plant = nullptr;
    std::string command;        // that repeats the search
    std::string ends;           // file for the pairs of ends that there are
    double memory = 20;         // GiB
    uint64_t states = 0;        // stop after so many, 0: never
    unsigned words = 2;         // of 64 bits a hash
    bool go_on = false;         // show the first trace of each failure, not the first one only
    bool quiet = false;         // no trace
    bool verbose = false;
};

class Search {
public:
    explicit Search(const Options &o);

    bool run();                 // false: a promise was broken, or the search was not finished
    void report() const;
    unsigned steps() const { return depth_ + 1; }           // to the first failure
    bool write_ends();
    uint64_t states() const { return count_; }
    uint64_t violations() const { return violations_; }
    const Met &met() const { return pair_.met; }
    bool finished() const { return unfinished_.empty(); }
    const std::string &first() const { return first_; }     // failure, in words

private:
    struct Next {
        State s;
        Hash h;
        Action a;
    };
    bool expand(const State &s, uint32_t index);
    bool add(const Next &n, uint32_t from);
    bool fair(const State &s, uint32_t index);
    std::string fair_run(const State &s, Order order);
    std::string honest_run(const State &s, Order order);
    Hash key(const State &s) const;
    bool broken(const std::string &why, uint32_t index, const Action *last, int order);
    void print(uint32_t index, const Action *last, int order);
    size_t bytes() const;

    Options o_;
    Pair pair_, fair_;          // what fair runs meet does not count
    Seen seen_;
    Seen ends_{ 1 };
    Seen good_{ 1 };            // states of fair runs that end well
    std::vector<uint32_t> from_;        // of each state: the one before it, and the way from there
    std::vector<Action> by_;
    Queue now_, next_;
    std::vector<Action> actions_;
    std::vector<Next> found_;
    std::vector<Hash> path_;
    uint32_t count_ = 0;                // without the first one
    unsigned depth_ = 0;
    uint64_t transitions_ = 0, violations_ = 0, fair_steps_ = 0, honest_ = 0, longest_ = 0;
    bool empty_ = false;        // the fair run began with a wire without frames
    bool round_ = false;        // the fair run came round, and was made with rounds
    double seconds_ = 0;
    std::string unfinished_, first_;
    std::map<std::string, uint64_t> kinds_;
};

} // namespace pair

#endif
