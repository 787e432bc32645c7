// SPDX-License-Identifier: Apache-2.0
//
// See sets.h. main.cpp has the options.
#include "sets.h"

#include <algorithm>
#include <iterator>
#include <sstream>

namespace pair {

const std::vector<Set> &sets()
{
    static const std::vector<Set> all = {
        // Short.
        { "two-ways", true, "--give 2+1 --masks", "delivered opened" },
        { "late", true, "--give 1+1 --late --masks", "delivered opened" },
        { "full", true, "--give 3+0 --full 1 --copies 1", "delivered refused copies" },
        { "close", true, "--give 2+0 --close 0+1 --lives 6 --masks",
          "delivered closed held lost" },
        { "closes", true, "--give 1+1 --close 1+1 --lives 8",
          "delivered closed crossed held lost" },
        { "restart", true, "--give 1+1 --restart 1+0", "delivered restarts lost" },
        { "wrap", true,
          "--give 1+0 --close 1+0 --restart 0+1 --ids 0xffffffff+0xffffffff"
          " --first-lives 65535+65535", "delivered closed restarts" },
        { "victim", true, "--give 1+0 --victim 1 --busy 1", "delivered closed victims" },
        { "evict", true, "--give 2+0 --close 1+0 --evict 1", "delivered closed evicted" },
        { "evict-restart", true, "--give 1+0 --close 0+1 --restart 1+0 --evict 1",
          "delivered closed evicted restarts" },
        { "idle", true, "--give 1+0 --idle 1 --reack", "delivered closed held" },
        { "dying", true, "--give 1+1 --rounds 2", "delivered dead lost" },
        { "dying-close", true, "--give 1+0 --close 0+1 --rounds 3 --full 1",
          "delivered dead closed refused" },
        { "close-restart", true, "--give 1+1 --close 0+1 --restart 1+0",
          "delivered closed held restarts lost" },
        { "select-close", true, "--give 2+0 --close 0+1 --selective --sends 4",
          "delivered closed kept maps" },
        { "select-restart", true, "--give 2+0 --restart 0+1 --selective --sends 4",
          "delivered restarts kept maps lost" },
        { "strangers", true, "--give 1+1 --strangers", "delivered opened" },
        { "strangers-full", true, "--give 1+1 --strangers --full 2", "delivered opened refused" },
        { "strangers-slow", true, "--give 1+0 --strangers --full 5 --reack",
          "delivered opened refused" },
        { "strangers-awake", true, "--give 1+1 --strangers --reack", "delivered opened" },
        // Short, on a wire on which every frame stays.
        { "any-closes", true, "--give 2+2 --close 1+1 --mirror --any --fair-empty",
          "delivered closed crossed held lost" },
        { "any-both", true, "--give 1+1 --close 1+1 --restart 1+1 --mirror --any --masks",
          "delivered closed crossed held restarts lost" },
        { "any-full", true, "--give 2+0 --close 0+1 --full 1 --any",
          "delivered closed held refused" },
        { "any-select", true, "--give 2+0 --close 0+1 --selective --sends 3 --any --masks",
          "delivered closed kept maps" },
        { "any-select-restart", true,
          "--give 2+1 --restart 0+1 --selective --sends 2 --any --masks",
          "delivered restarts lost ships" },
        { "any-offer", true,
          "--give 1+1 --close 0+1 --restart 1+0 --selective --offer-all --sends 2 --any --masks",
          "delivered closed held restarts lost ships offers" },
        // Long.
        { "whole", false, "--give 2+2 --close 1+1 --restart 1+1 --any --fair-empty",
          "delivered closed crossed held restarts lost" },
        { "whole-select", false,
          "--give 2+2 --close 1+1 --restart 1+1 --selective --sends 2 --mirror --any --fair-empty",
          "delivered closed crossed held restarts lost kept maps" },
        { "whole-offer", false,
          "--give 2+2 --close 1+1 --restart 1+1 --selective --offer-all --sends 2 --mirror --any"
          " --fair-empty",
          "delivered closed crossed held restarts lost kept maps offers" },
        { "restarts", false, "--give 1+1 --restart 1+1", "delivered restarts lost" },
        { "close-restarts", false, "--give 2+0 --close 0+1 --restart 1+1",
          "delivered closed held restarts lost" },
        { "more-closes", false, "--give 2+1 --close 1+1", "delivered closed crossed held lost" },
        { "select", false, "--give 3+0 --selective --sends 6", "delivered kept maps" },
        { "select-ways", false, "--give 2+1 --selective --sends 3", "delivered kept maps" },
        { "long-wire", false, "--give 1+1 --close 1+1 --channel 4",
          "delivered closed crossed held lost" },
    };
    return all;
}

std::string missing(const char *needs, const Met &m)
{
    std::istringstream in(needs);
    std::string word, out;
    while (in >> word) {
        const auto met = [&](const auto &c) { return word == c.name && m.*c.count; };
        if (std::none_of(std::begin(MET), std::end(MET), met))
            out += (out.empty() ? "" : " ") + word;
    }
    return out;
}

} // namespace pair
