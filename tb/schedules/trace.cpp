// SPDX-License-Identifier: Apache-2.0
//
// See trace.h.
#include "trace.h"

#include <cstdio>

namespace {

void line(uint64_t now, int end, const char *mark)
{
    printf("%8llu %c%s", static_cast<unsigned long long>(now), "?AB"[end + 1], mark);
}

void finish(uint32_t vc)
{
    if (vc) printf(" VC %u", vc);
    printf("\n");
}

} // namespace

void Trace::plan(const Plan &p) const
{
    const auto of_100 = [](uint64_t t) { return 100 * (static_cast<double>(t) / 0x1p64); };

    if (!on_) return;
    printf("kind %s, seed %llu, %u VCs; loss %.1f %%, doubled %.1f %%; delay %u + 0..%u, %.1f %% up"
           " to %u more, %.2f %% 1000..%u more\n", KINDS[p.kind].name,
           static_cast<unsigned long long>(p.seed), p.vcs, of_100(p.loss), of_100(p.dup), p.base,
           p.jitter - 1, of_100(p.mid), p.mid_span, of_100(p.late), 1000 + p.late_span);
    for (int i = 0; i < 2; i++) {
        const RulesEndConfig &c = p.end[i];
        const ttp_rules_config &t = c.rules;
        printf("%c: TIMEOUT %u OPEN_TMO %u CLOSE_TMO %u BACKOFF %u RETRY_MAX %u REACK %u IDLE_TMO"
               " %u%s, life %u", "AB"[i], t.timeout, t.open_again, t.close_again, t.backoff,
               t.rounds_max, c.reack, c.idle_time, t.nack_once ? " NACK_ONCE" : "", c.life);
        if (c.room != SIZE_MAX) printf(", room %zu", c.room);
        if (c.select.on)
            printf(", selective: window %u contexts %zu%s%s", c.select.window, c.contexts,
                   c.select.learn ? " learn" : "", c.select.delay ? " delay window" : "");
        printf("\n");
    }
}

void Trace::frame(uint64_t now, int end, const Copies &f) const
{
    Header h;

    if (!on_ || !parse_header(f.frame, &h)) return;
    line(now, end, ">");
    printf(" %-12s tx %x rx %x life %u to %u", opcode_name(h.opcode), h.txid, h.rxid, h.epoch,
           get_be(f.frame.bytes, 44, 2));
    if (f.hurt) printf(" HURT");
    if (f.n == 0) printf(" LOST");
    else printf(" at");
    for (unsigned i = 0; i < f.n; i++) printf(" %llu", static_cast<unsigned long long>(f.due[i]));
    finish(h.vc);
}

void Trace::delivered(uint64_t now, int end, uint32_t vc, const std::vector<uint8_t> &d) const
{
    if (!on_) return;
    line(now, end, " delivers ");
    if (d.size() < 8) printf("%zu bytes", d.size());
    else printf("%u/%u", d[1], static_cast<unsigned>(d[3] << 8 | d[4]));
    finish(vc);
}

void Trace::completion(uint64_t now, int end, const Completion &c) const
{
    static const char *const name[] = { "?", "RETIRED", "FLUSHED", "REFUSED", "DEAD", "RESTARTED",
                                        "CLOSED" };
    if (!on_) return;
    line(now, end, " reports ");
    printf("%s first %x n %u", name[c.kind < 7 ? c.kind : 0], c.first_id, c.count);
    finish(c.vc);
}

void Trace::gives(uint64_t now, int end, uint32_t vc, uint32_t n) const
{
    if (!on_) return;
    line(now, end, " host gives ");
    printf("%u", n);
    finish(vc);
}

void Trace::say(uint64_t now, int end, const char *what, uint32_t vc) const
{
    if (!on_) return;
    if (end < 0) {
        printf("%8llu %s\n", static_cast<unsigned long long>(now), what);
        return;
    }
    line(now, end, " ");
    printf("%s", what);
    finish(vc);
}

void Trace::end(uint64_t now, Fault f, const std::string &why) const
{
    if (!on_) return;
    printf("%8llu %s%s%s\n", static_cast<unsigned long long>(now), FAULT_NAME[f],
           why.empty() ? "" : ": ", why.c_str());
}
