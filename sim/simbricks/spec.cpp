// SPDX-License-Identifier: Apache-2.0
//
// See spec.h.
#include "simbricks/spec.h"

#include <sys/un.h>

#include <cstdlib>
#include <vector>

namespace simbricks {

namespace {

constexpr uint64_t LONGEST = 1000000000000;      // ps: a second
constexpr uint64_t LARGEST = HEAD + 65535;       // of a slot: what its length can say

bool number(const std::string &s, uint64_t least, uint64_t most, uint64_t *v)
{
    if (s.empty() || s.size() > 15 || s.find_first_not_of("0123456789") != s.npos) return false;
    *v = strtoull(s.c_str(), nullptr, 10);
    return *v >= least && *v <= most;
}

// "500", "500ns", "5120ps", "100cy"
bool time_of(const std::string &s, uint64_t cycle_ps, uint64_t *ps)
{
    const size_t end = s.find_first_not_of("0123456789");
    const std::string unit = end == s.npos ? "ns" : s.substr(end);
    const uint64_t scale = unit == "ns" ? 1000 : unit == "ps" ? 1 : unit == "cy" ? cycle_ps : 0;
    uint64_t v = 0;
    if (!scale || !number(s.substr(0, end), 1, LONGEST / scale, &v)) return false;
    *ps = v * scale;
    return true;
}

bool boolean(const std::string &s, bool *v)
{
    *v = s == "true";
    return *v || s == "false";
}

bool seconds(const std::string &s, double *v)
{
    char *end = nullptr;
    *v = strtod(s.c_str(), &end);
    return !s.empty() && !*end && *v > 0 && *v <= 86400;
}

bool take(const std::string &name, const std::string &value, uint64_t cycle_ps, Spec *s)
{
    if (name == "sync") return boolean(value, &s->sync);
    if (name == "latency") return time_of(value, cycle_ps, &s->latency);
    if (name == "sync_interval") return time_of(value, cycle_ps, &s->interval);
    if (name == "peer") return s->any = value == "any";
    if (name == "stay") return boolean(value, &s->stay);
    if (name == "slots") return number(value, 16, 1 << 20, &s->slots);
    if (name == "slot") return number(value, HEAD + 64, LARGEST, &s->slot) && s->slot % 64 == 0;
    if (name == "wait") return seconds(value, &s->wait);
    return false;
}

} // namespace

const char *const SPEC_HELP =
    "sync=true|false, latency=N[ns|ps|cy], sync_interval=N[ns|ps|cy], peer=any, "
    "stay=true|false, slots=N, slot=BYTES (of 64), wait=SECONDS";

bool parse_spec(const std::string &text, bool listen, uint64_t cycle_ps, Spec *s,
                std::string *why)
{
    std::vector<std::string> words(1);
    for (const char c : text) {
        if (c == ':') words.emplace_back();
        else words.back() += c;
    }
    *s = Spec();
    s->listen = listen;
    size_t i = 0;
    if (words[0] == "listen" || words[0] == "connect") s->listen = words[i++] == "listen";
    if (i < words.size()) s->path = words[i++];
    const bool more = i < words.size() && !words[i].empty();
    if (s->listen && more && words[i].find('=') == std::string::npos) s->shm = words[i++];
    for (; i < words.size(); i++) {
        const size_t eq = words[i].find('=');
        const std::string name = words[i].substr(0, eq);
        const std::string value = eq == std::string::npos ? "" : words[i].substr(eq + 1);
        if (take(name, value, cycle_ps, s)) continue;
        *why = "`" + words[i] + "` is none of " + SPEC_HELP;
        return false;
    }
    if (s->path.empty()) {
        *why = "the path of a socket is missing";
        return false;
    }
    if (s->path.size() >= sizeof(sockaddr_un{}.sun_path)) {
        *why = s->path + ": longer than the path of a socket may be, "
            + std::to_string(sizeof(sockaddr_un{}.sun_path) - 1) + " letters";
        return false;
    }
    if (!s->interval) s->interval = s->latency;
    if (s->interval > s->latency) {
        *why = "sync_interval is longer than the latency: the other side would stand still";
        return false;
    }
    return true;
}

} // namespace simbricks
