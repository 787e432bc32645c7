// SPDX-License-Identifier: Apache-2.0
//
// See ledger.h.
#include "ledger.h"

#include "rng.h"

const char *const FAULT_NAME[FAULT_N] = {
    "sound", "dead, NACK_NOLINK without end", "dead, CLOSE and CLOSE_NACK without end",
    "dead, NACK without end", "dead, ACK without end", "dead, otherwise",
    "stuck, NACK_NOLINK without end", "stuck, CLOSE and CLOSE_NACK without end",
    "stuck, NACK without end", "stuck, ACK without end", "stuck, otherwise",
    "delivered twice", "out of order", "of an older life", "skipped", "retired, never delivered",
    "delivered, never held", "damaged",
    "left in the store", "illegal", "delivered after it had retired",
    "a frame for a peer that has not agreed", "a stream without its end"
};

namespace {

constexpr size_t NAMED = 8;     // bytes of a payload that say what it is

std::string name(int end, size_t life, uint32_t vc, size_t n)
{
    return std::string(end ? "B " : "A ") + std::to_string(life) + "/" + std::to_string(n)
           + (vc ? " of VC " + std::to_string(vc) : "");
}

uint8_t filler(uint32_t seed, size_t at) { return static_cast<uint8_t>(seed + 29 * at); }

} // namespace

void Ledger::fail(Fault f, const std::string &text)
{
    if (fault != SOUND) return;
    fault = f;
    why = text;
}

std::vector<uint8_t> Ledger::give(int end, uint32_t vc)
{
    Stream &s = stream_[end][vc];
    const size_t n = s.lives.back().size();
    const uint32_t life = life_[end];
    const uint64_t h = mix64(static_cast<uint64_t>(end) << 48 | static_cast<uint64_t>(life) << 40
                             | static_cast<uint64_t>(vc) << 32 | n);
    const auto salt = static_cast<uint8_t>(h);
    std::vector<uint8_t> d(least_ + (h >> 8) % (most_ - least_ + 1));

    d = { static_cast<uint8_t>(0xa0 + end), static_cast<uint8_t>(life), static_cast<uint8_t>(vc),
          static_cast<uint8_t>(n >> 8), static_cast<uint8_t>(n), salt,
          static_cast<uint8_t>(d.size() >> 8), static_cast<uint8_t>(d.size()) };
    d.resize(static_cast<size_t>(d[6] << 8 | d[7]));
    for (size_t i = NAMED; i < d.size(); i++) d[i] = filler(salt, i);
    Payload p;
    p.bytes = static_cast<uint32_t>(d.size());
    s.lives.back().push_back(p);
    return d;
}

void Ledger::delivered(int end, uint32_t vc, const std::vector<uint8_t> &d)
{
    const int from = 1 - end;
    Stream &s = stream_[from][vc];

    came++;
    bool right = d.size() >= NAMED && d[0] == 0xa0 + from && d[2] == vc && d[1] < s.lives.size()
                 && d.size() == static_cast<size_t>(d[6] << 8 | d[7]);
    for (size_t i = NAMED; right && i < d.size(); i++) right = d[i] == filler(d[5], i);
    if (!right) return fail(DAMAGED, "other bytes than were given");
    const size_t life = d[1], n = static_cast<size_t>(d[3] << 8 | d[4]);
    if (n >= s.lives[life].size()) return fail(DAMAGED, "a number that was never given");

    Payload &p = s.lives[life][n];
    Cursor &c = cursor_[end][vc];
    const auto what = [&] { return name(from, life, vc, n); };
    if (p.to >> life_[end] & 1) return fail(TWICE, what());
    if (static_cast<int>(life) < c.life)
        return fail(OLDER, what() + " behind one of life " + std::to_string(c.life));
    const size_t next = static_cast<int>(life) == c.life ? c.next : 0;
    if (n < next) return fail(ORDER, what() + " behind " + std::to_string(next - 1));
    for (size_t i = next; i < n; i++) {
        const Payload &q = s.lives[life][i];
        if (!q.to && !q.flushed)
            return fail(SKIPPED, name(from, life, vc, i) + " before " + what());
    }
    ghosts += p.retired && !p.stored;
    p.stored = false;
    p.to |= 1u << life_[end];
    c.life = static_cast<int>(life);
    c.next = n + 1;
}

void Ledger::retired(int end, uint32_t vc, uint32_t n, uint64_t bytes, bool held)
{
    Stream &s = stream_[end][vc];
    std::vector<Payload> &all = s.lives.back();

    for (; n; n--, s.gone++) {
        if (s.gone >= all.size()) return fail(DAMAGED, "more payloads retire than were given");
        Payload &p = all[s.gone];
        p.retired = true;
        p.stored = held && !(p.to >> life_[1 - end] & 1);
        bytes -= p.bytes;
        if (!p.to && !held) return fail(UNTAKEN, name(end, s.lives.size() - 1, vc, s.gone));
    }
    if (bytes) fail(DAMAGED, "other bytes retire than were given");
}

void Ledger::flushed(int end, uint32_t vc, uint32_t n)
{
    Stream &s = stream_[end][vc];

    for (; n && s.gone < s.lives.back().size(); n--) s.lives.back()[s.gone++].flushed = true;
    if (n) fail(DAMAGED, "more payloads are flushed than were given");
}

void Ledger::taken(int end)
{
    const int from = 1 - end;

    for (uint32_t vc = 0; vc < 3; vc++) {
        const Stream &s = stream_[from][vc];
        for (size_t life = 0; life < s.lives.size(); life++)
            for (size_t n = 0; n < s.lives[life].size(); n++)
                if (s.lives[life][n].retired && !s.lives[life][n].to)
                    return fail(UNTAKEN, name(from, life, vc, n));
    }
}

void Ledger::restart(int end)
{
    taken(end);
    life_[end]++;
    for (uint32_t vc = 0; vc < 3; vc++) {
        stream_[end][vc].lives.emplace_back();
        stream_[end][vc].gone = 0;
        cursor_[end][vc] = Cursor();
    }
}

void Ledger::rest()
{
    for (int end = 0; end < 2; end++) {
        taken(1 - end);
        for (uint32_t vc = 0; vc < 3; vc++)
            if (stream_[end][vc].gone != stream_[end][vc].lives.back().size())
                fail(DAMAGED, "an end is idle and not all has retired");
    }
}
