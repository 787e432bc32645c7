// SPDX-License-Identifier: Apache-2.0
//
// Parameter sets by hand; see params.h.
#include "params.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <sstream>
#include <vector>

#include "presets.h"
#include "program.h"

namespace {

struct Field {
    const char *name, *shortly;        // in rtl/ttp_mac.v; in the name of a set
    uint32_t ttp_params::*at;
    bool timer;
};

// In the order of struct ttp_params.
const Field FIELDS[] = {
    { "DATA_W", "w", &ttp_params::data_w, false },
    { "TX_CELLS", "t", &ttp_params::tx_cells, false },
    { "TX_PKTS", "p", &ttp_params::tx_pkts, false },
    { "RX_CELLS", "r", &ttp_params::rx_cells, false },
    { "LINK_SETS", "s", &ttp_params::link_sets, false },
    { "LINK_WAYS", "x", &ttp_params::link_ways, false },
    { "TRACE", "trace", &ttp_params::trace, false },
    { "SRAM_1P", "1p", &ttp_params::sram_1p, false },
    { "DEEP", "deep", &ttp_params::deep, false },
    { "SELECTIVE", "sel", &ttp_params::selective, false },
    { "TIMEOUT_RST", "timeout", &ttp_params::timeout_rst, true },
    { "OPEN_TMO_RST", "open", &ttp_params::open_tmo_rst, true },
    { "CLOSE_TMO_RST", "close", &ttp_params::close_tmo_rst, true },
    { "BACKOFF_RST", "backoff", &ttp_params::backoff_rst, true },
    { "RETRY_MAX_RST", "retry", &ttp_params::retry_max_rst, true },
    { "ADDR_HIGH", "addr", &ttp_params::addr_high, false },
    { "VC_ORDER", "vc", &ttp_params::vc_order, false },
    { "SEL_CONTEXTS", "contexts", &ttp_params::sel_contexts, false },
    { "SEL_WINDOW", "window", &ttp_params::sel_window, false },
};
constexpr size_t SIZES = 6;            // the first six are in every name
constexpr size_t FIELDS_N = sizeof FIELDS / sizeof FIELDS[0];
static_assert(sizeof(ttp_params) == FIELDS_N * sizeof(uint32_t), "a parameter without a name");

std::vector<std::string> words(const std::string &text)
{
    std::string s = text, w;
    for (char &c : s) if (c == ',') c = ' ';
    std::istringstream in(s);
    std::vector<std::string> v;
    while (in >> w) v.push_back(w);
    return v;
}

const Field *find(const std::string &name)
{
    for (const Field &f : FIELDS) if (name == f.name) return &f;
    return nullptr;
}

bool number(const std::string &text, uint32_t *v)
{
    char *end = nullptr;
    errno = 0;
    const unsigned long long n = strtoull(text.c_str(), &end, 0);
    *v = static_cast<uint32_t>(n);
    return !text.empty() && text[0] != '-' && text[0] != '+' && !*end && !errno && n <= UINT32_MAX;
}

// Runs make with everything it says in the file `log`; true if it ended well.
bool run_make(std::vector<std::string> args, const std::string &log)
{
    std::vector<char *> argv;
    for (std::string &a : args) argv.push_back(a.data());
    argv.push_back(nullptr);
    fflush(nullptr);
    const pid_t pid = fork();
    if (pid == 0) {
        const int out = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        if (out < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0) _exit(126);
        execvp("make", argv.data());
        fprintf(stderr, "make: %s\n", strerror(errno));
        _exit(127);
    }
    int status = -1;
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
    return pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace

bool read_params(const std::string &text, ttp_params *p, std::string *why)
{
    std::set<std::string> seen;
    ttp_params q = *p;
    for (const std::string &w : words(text)) {
        const size_t eq = w.find('=');
        const std::string name = w.substr(0, eq);
        const std::string value = eq == std::string::npos ? "" : w.substr(eq + 1);
        const Field *f = find(name);
        if (!f) {
            *why = name + " is no parameter, they are";
            for (const Field &known : FIELDS) *why += std::string(" ") + known.name;
            return false;
        }
        if (!seen.insert(name).second) {
            *why = name + " is given twice";
            return false;
        }
        if (!number(value, &(q.*f->at))) {
            *why = name + " must be a number, not '" + value + "'";
            return false;
        }
    }
    if (seen.empty()) {
        *why = "no NAME=VALUE in it";
        return false;
    }
    // As in rtl/ttp_mac.v: unless it is named, DEEP goes with the width.
    if (!seen.count("DEEP") && p->data_w != q.data_w && (p->data_w == 512 || q.data_w == 512))
        q.deep = q.data_w == 512;
    if (const char *bad = ttp_params_check(&q)) {
        *why = bad;
        return false;
    }
    *p = q;
    return true;
}

bool names_timer(const std::string &text)
{
    for (const std::string &w : words(text)) {
        const Field *f = find(w.substr(0, w.find('=')));
        if (f && f->timer) return true;
    }
    return false;
}

std::string params_name(const ttp_params &p)
{
    for (const NamedPreset &n : all_presets())
        if (memcmp(&n.params, &p, sizeof p) == 0) return n.name;
    const ttp_params &usual = preset_params::dojo;         // the defaults of rtl/ttp_mac.v
    std::string s = "own";
    for (size_t i = 0; i < FIELDS_N; i++) {
        const Field &f = FIELDS[i];
        const uint32_t common = f.at == &ttp_params::deep ? p.data_w == 512 : usual.*f.at;
        if (i >= SIZES && p.*f.at == common) continue;
        char value[16];
        snprintf(value, sizeof value, f.at == &ttp_params::addr_high ? "%06x" : "%u", p.*f.at);
        s += (strcmp(f.shortly, "x") ? "_" : "") + std::string(f.shortly) + value;
    }
    return s;
}

bool build_rtl(const std::string &name, const ttp_params &p, std::string *why)
{
    const std::string dir = rtl_dir(), root = dir.substr(0, dir.rfind('/'));
    const std::string build = dir.substr(root.size() + 1);
    const std::string so = "rtl_" + name + ".so", log = dir + "/" + name + ".log";
    if (access((root + "/sim/sim.mk").c_str(), R_OK) != 0) {
        *why = "there is no sim/sim.mk in " + root + " to build " + so
            + " with (--rtl-dir takes one that is built)";
        return false;
    }
    std::string flags, values;
    for (const Field &f : FIELDS) {
        const std::string value = std::to_string(p.*f.at);
        flags += (flags.empty() ? "-G" : " -G") + std::string(f.name) + "=" + value;
        values += (values.empty() ? "" : ",") + value;
    }
    // Two runs of the same set at a time: one builds, the other waits.
    const int lock = open((dir + "/.own.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (lock >= 0) flock(lock, LOCK_EX);
    if (access((dir + "/" + so).c_str(), R_OK) != 0)
        fprintf(stderr, "ttpsim: building the RTL of this set, %s/%s\n", build.c_str(),
                so.c_str());
    ttp_params preset;
    std::vector<std::string> args = { "make", "-s", "--no-print-directory", "-C", root,
                                      "BUILD=" + build, build + "/" + so };
    if (!find_preset(name, &preset))       // a preset has its rule already
        args.insert(args.end(), { "OWN_NAME=" + name, "OWN_FLAGS=" + flags,
                                  "OWN_PARAMS=" + values });
    const bool ok = run_make(args, log);
    if (lock >= 0) close(lock);
    if (!ok) *why = "the RTL of this set does not build, see " + log;
    return ok;
}
