// SPDX-License-Identifier: Apache-2.0
//
// See workload_file.h.
#include "fabric/workload_file.h"

#include <fstream>
#include <sstream>

#include "fabric/kinds.h"

namespace fabric {

namespace {

struct Line {
    uint64_t src = 0, dst = 0, bytes = 0, start = 0, vc = 0, after = 0;
};

class Listed : public Workload {
public:
    explicit Listed(Flows &f) : Workload(f) {}

    // "" or what is wrong. `number`: of the line in the file, from 1.
    std::string add(const Line &l, uint64_t number)
    {
        const auto none = [&](uint64_t node) {
            return "there is no node " + std::to_string(node) + ", the last one is "
                + std::to_string(nodes() - 1);
        };
        if (l.src >= nodes()) return none(l.src);
        if (l.dst >= nodes()) return none(l.dst);
        if (l.src == l.dst) return "a flow from a node to itself";
        if (l.bytes == 0) return "a flow of 0 bytes";
        if (l.bytes > uint64_t{ 1 } << 40 || l.start > uint64_t{ 1 } << 50) return "too large";
        if (l.vc > 2) return "VC " + std::to_string(l.vc) + "; there are 0, 1 and 2";
        if (l.after) {
            const auto at = by_line_.find(l.after);
            if (at == by_line_.end())
                return "after " + std::to_string(l.after) + ": no flow in a line before this one";
            if (list_[at->second].dst != l.src)
                return "after " + std::to_string(l.after) + ": node " + std::to_string(l.src)
                    + " is not where that flow ends";
            next_[at->second].push_back(list_.size());
        }
        by_line_[number] = list_.size();
        list_.push_back(l);
        plan(static_cast<uint32_t>(l.src), static_cast<uint32_t>(l.dst), l.bytes);
        return "";
    }
    bool empty() const { return list_.empty(); }
    void start() override
    {
        for (size_t i = 0; i < list_.size(); i++)
            if (!list_[i].after) begin(i, list_[i].start);
    }
    void finished(uint32_t flow, uint64_t cycle) override
    {
        const auto at = next_.find(flows_[flow].tag);
        if (at == next_.end()) return;
        for (const size_t i : at->second) begin(i, cycle + 1 + list_[i].start);
    }

private:
    void begin(size_t i, uint64_t cycle)
    {
        const Line &l = list_[i];
        flows_.add(static_cast<uint32_t>(l.src), static_cast<uint32_t>(l.dst),
                   static_cast<uint32_t>(l.vc), l.bytes, cycle, i);
    }

    std::vector<Line> list_;
    std::unordered_map<uint64_t, size_t> by_line_;
    std::unordered_map<uint64_t, std::vector<size_t>> next_;
};

// "" or what is wrong.
std::string read_line(const std::vector<std::string> &word, Line *l)
{
    uint64_t *const field[] = { &l->src, &l->dst, &l->bytes, &l->start, &l->vc };
    size_t n = word.size();
    if (n >= 2 && word[n - 2] == "after") {
        if (!read_number(word[n - 1], 0, UINT64_MAX, &l->after) || !l->after)
            return "after: want a line number";
        n -= 2;
    }
    if (n < 3 || n > 5) return "want SRC DST BYTES [START [VC]] [after LINE]";
    for (size_t i = 0; i < n; i++)
        if (!read_number(word[i], 0, UINT64_MAX, field[i])) return "`" + word[i] + "` is no number";
    return "";
}

} // namespace

std::unique_ptr<Workload> read_flows(const std::string &path, Flows &flows, std::string *why)
{
    std::ifstream in(path);
    auto w = std::make_unique<Listed>(flows);
    std::string text;

    for (uint64_t at = 1; std::getline(in, text); at++) {
        std::istringstream words(text.substr(0, text.find('#')));
        std::vector<std::string> word;
        for (std::string s; words >> s;) word.push_back(s);
        if (word.empty()) continue;
        Line l;
        std::string wrong = read_line(word, &l);
        if (wrong.empty()) wrong = w->add(l, at);
        if (wrong.empty()) continue;
        *why = path + ":" + std::to_string(at) + ": " + wrong;
        return nullptr;
    }
    if (!in.eof()) *why = path + " can not be read";
    else if (w->empty()) *why = path + " has no flow";
    else return w;
    return nullptr;
}

} // namespace fabric
