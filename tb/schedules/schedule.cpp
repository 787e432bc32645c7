// SPDX-License-Identifier: Apache-2.0
//
// See schedule.h.
#include "schedule.h"

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "trace.h"
#include "hostile.h"

const AimName AIMS[AIM_N] = {
    { "payloads delivered", nullptr, true },
    { "payloads sent again", nullptr, true },
    { "timeouts", nullptr, true },
    { "NACKs", nullptr, true },
    { "NACK_FULLs", &Kind::full, true },
    { "frames lost", nullptr, true },
    { "frames doubled", nullptr, true },
    { "frames of a life before", &Kind::restarts, true },
    { "frames > 5000 cycles late", &Kind::late, true },
    { "... of a life before", &Kind::late, true },
    { "links opened", nullptr, true },
    { "links closed", &Kind::closes, true },
    { "restarts", &Kind::restarts, true },
    { "... of an end with a live link", &Kind::restarts, true },
    { "restarts reported", &Kind::restarts, true },
    { "frames before OPEN_ACK left", &Kind::full, true },
    { "links that agreed", &Kind::select, true },
    { "payloads held", &Kind::select, true },
    { "maps", &Kind::select, true },
    { "tail probes", &Kind::select, true },
    { "ends that learnt a distance", &Kind::select, true },
    { "IDs over the wrap", nullptr, true },
    { "lives over the wrap", nullptr, true },
    { "payloads delivered when retired", nullptr, false },
    { "runs with ILLEGAL", nullptr, false },
    { "runs slow to rest", nullptr, false },
};

namespace {

constexpr uint64_t VERY_LATE = 5000;
constexpr uint64_t NEVER = UINT64_MAX;
constexpr uint64_t LINE = 8;            // bytes a cycle, of a stream
constexpr size_t HEARD = 64;            // so many frames of the end of a run say what it was about

class Schedule {
public:
    Schedule(const Plan &p, bool strict, bool trace)
        : p_(p), strict_(strict), trace_(trace), wire_(p), rng_(p.seed, 0x6c697665),
          ledger_(p.least, p.most)
    {
    }

    Outcome run();

private:
    struct Side {
        std::unique_ptr<RulesEnd> end;
        std::vector<uint16_t> lives;    // the first number of each end so far
        uint64_t line_free = 0, frames = 0, counted_from = 0;
        uint32_t given = 0;
    };

    static uint32_t dest(int i, uint32_t vc) { return vc << 24 | static_cast<uint32_t>(2 - i); }
    void make(int i, uint16_t life, uint32_t start_id);
    void leave(int i);
    uint16_t next_life(const Side &s);
    void restart(int i);
    void act(const Action &a);
    void send(int i, Frame f);
    void arrive(const Flying &f);
    void report(int i, const Completion &c);
    Lives lives(uint32_t vc) const;
    bool stream() const { return p_.kind == STREAM; }
    void fill(int i);
    bool came() const;
    void look(int i, const Frame &f);
    void finish_stream();
    void step(uint64_t until);
    bool at_rest() const;
    void settle();
    Fault kind_of(Fault nolink) const;
    void finish();

    const Plan &p_;
    bool strict_;
    Trace trace_;
    Hostile wire_;
    Rng rng_;
    Ledger ledger_;
    Side side_[2];
    size_t next_ = 0;                   // of the actions
    uint64_t now_ = 0, heard_n_ = 0;
    std::array<uint8_t, HEARD> heard_{};
    Outcome out_;
};

void Schedule::make(int i, uint16_t life, uint32_t start_id)
{
    RulesEndConfig c = p_.end[i];
    Side &s = side_[i];

    c.life = life;
    s.lives.push_back(life);
    c.start_id = start_id;
    s.end = std::make_unique<RulesEnd>(c);
    s.end->sent = [this, i](Frame f) { send(i, std::move(f)); };
    s.end->delivered = [this, i](uint32_t d, const std::vector<uint8_t> &data) {
        trace_.delivered(now_, i, d >> 24, data);
        ledger_.delivered(i, d >> 24, data);
    };
    s.end->report = [this, i](const Completion &c2) { report(i, c2); };
    if (stream()) s.end->place = [&s, this] { return s.line_free <= now_; };
    s.end->advance(now_);
}

// What an end has counted before it goes.
void Schedule::leave(int i)
{
    const RulesEnd &e = *side_[i].end;
    const auto add = [this](Aim a, uint64_t n) { out_.met[a] += n; };
    add(REPLAYS, e.count[TTP_CNT_REPLAY]);
    add(TIMEOUTS, e.count[TTP_CNT_TIMEOUT]);
    add(NACKS, e.count[TTP_CNT_TX + OP_NACK]);
    add(NACKS_FULL, e.count[TTP_CNT_TX + OP_NACK_FULL]);
    add(OPENED, e.count[TTP_CNT_OPENED]);
    add(HELD, e.kept);
    add(PROBES, e.probes);
    add(LEARNT, e.most_reorder != 0);
    out_.most_held = std::max(out_.most_held, e.most_kept);
    out_.distance = std::max(out_.distance, e.most_reorder);
    if (e.count[TTP_CNT_ILLEGAL]) out_.met[ILLEGAL_RUNS] = 1;
    if (e.cfg.life < side_[i].lives.back()) add(LIFE_WRAPS, 1);
    for (uint32_t vc = 0; vc < p_.vcs; vc++) {
        const ttp_select_link *x = e.select(dest(i, vc));
        const ttp_rules_link *l = e.link(dest(i, vc));
        if (x && x->agree.agreed) add(AGREED, 1);
        if (l && p_.end[i].start_id > 0xffff0000 && l->una < 0x10000) add(ID_WRAPS, 1);
    }
}

// Behind the lives of before; or drawn anew, but none whose frames may be under way.
uint16_t Schedule::next_life(const Side &s)
{
    auto life = static_cast<uint16_t>(s.end->cfg.life + 1 + rng_.below(500));
    const auto near = [&life](uint16_t l) {
        return std::abs(static_cast<int16_t>(life - l)) < 500;
    };

    while (!p_.lives_go_on && std::any_of(s.lives.begin(), s.lives.end(), near))
        life = static_cast<uint16_t>(rng_.below(0x10000));
    return life ? life : 1;
}

// The host, its payloads and what its MAC had for it are gone. What that had counts as delivered
// to the host that goes: it was acknowledged.
void Schedule::restart(int i)
{
    Side &s = side_[i];
    bool live = false;

    for (uint32_t vc = 0; vc < p_.vcs; vc++) {
        const ttp_rules_link *l = s.end->link(dest(i, vc));
        live = live || (l && l->state >= TTP_STATE_OPEN);
    }
    out_.met[RESTARTS]++;
    out_.met[LIVE_RESTARTS] += live;
    s.end->hold_wire = true;
    s.end->hold_host = false;
    s.end->release();
    leave(i);
    ledger_.restart(i);
    trace_.say(now_, i, "RESTARTS");
    make(i, next_life(s), static_cast<uint32_t>(rng_.next()));
}

void Schedule::act(const Action &a)
{
    RulesEnd &e = *side_[a.end].end;

    switch (a.what) {
    case GIVE:
        trace_.gives(now_, a.end, a.vc, a.n);
        for (uint32_t n = a.n; n; n--) e.give(dest(a.end, a.vc), ledger_.give(a.end, a.vc));
        return;
    case CLOSE:
        trace_.say(now_, a.end, "close request", a.vc);
        e.close(dest(a.end, a.vc));
        return;
    case RESTART: restart(a.end); return;
    case HOLD_HOST: e.hold_host = true; break;
    case FREE_HOST: e.hold_host = false; break;
    case HOLD_WIRE: e.hold_wire = true; break;
    case FREE_WIRE: e.hold_wire = false; break;
    }
    static const char *const said[] = { "host stops", "host goes on", "wire stops",
                                        "wire goes on" };
    trace_.say(now_, a.end, said[a.what - HOLD_HOST]);
    e.release();
    if (a.what == FREE_HOST) ledger_.taken(a.end);
}

// Which lives the two ends are in, 0 if in none so far, to know a frame of a life before.
Lives Schedule::lives(uint32_t vc) const
{
    Lives all{};
    for (unsigned i = 0; i < 2; i++) {
        const ttp_rules_link *l = side_[i].end->link(dest(static_cast<int>(i), vc));
        if (l && l->own_life)
            all[i] = static_cast<uint32_t>(side_[i].lives.size() << 16) | l->own_life;
    }
    return all;
}

// Frames to an end that knows nothing of blocks are as ever, but for the offer behind an OPEN.
void Schedule::look(int i, const Frame &f)
{
    Header h{};
    parse_header(f, &h);
    const bool own = p_.end[i].select.on, both = own && p_.end[1 - i].select.on;
    const bool opens = h.opcode <= OP_OPEN_ACK, marked = f.bytes[51] != 0;
    const bool block = marked || (opens && f.bytes.size() != MIN_FRAME);
    const bool number = (h.opcode == OP_PAYLOAD && h.rxid)
        || ((h.opcode == OP_ACK || h.opcode == OP_NACK) && h.txid);

    side_[i].frames += h.opcode == OP_PAYLOAD;
    out_.met[MAPS] += f.bytes[51] == 0x20;
    if (!own && block) ledger_.fail(UNAGREED, "a block from an end without the switch");
    if (!both && (number || (block && !opens))) ledger_.fail(UNAGREED, opcode_name(h.opcode));
    if (opens && marked) ledger_.fail(UNAGREED, "an OPEN whose life number does not count");
}

void Schedule::send(int i, Frame f)
{
    const uint32_t vc = f.bytes[43];
    uint64_t at = now_;
    look(i, f);
    if (stream()) {
        uint64_t &free = side_[i].line_free;
        at = free = std::max(free, now_) + (f.bytes.size() + LINE - 1) / LINE;
    }
    const Copies c = wire_.send(1 - i, std::move(f), at, lives(vc), trace_.on());
    out_.met[LOST] += c.n == 0;
    out_.met[COPIES] += c.n == 2;
    trace_.frame(now_, i, c);
}

void Schedule::arrive(const Flying &f)
{
    RulesEnd &e = *side_[f.to].end;
    if (f.frame.user || f.frame.bytes.size() < HDR_BYTES) return e.arrived(f.frame);
    const uint32_t vc = f.frame.bytes[43];
    const ttp_rules_link *l = e.link(dest(f.to, vc));
    const Lives at = lives(vc);
    const bool late = now_ - f.sent > VERY_LATE;

    const bool old = (f.lives[0] && f.lives[0] != at[0]) || (f.lives[1] && f.lives[1] != at[1]);

    out_.met[OLD_FRAMES] += old;
    out_.met[LATE_FRAMES] += late;
    out_.met[STALE_FRAMES] += old && late;
    if (l) {
        out_.met[UNSENT_ACKS] += l->state == TTP_STATE_OPEN_RECD;
    }
    heard_[heard_n_++ % HEARD] = f.frame.bytes[42];
    e.arrived(f.frame);
    if (e.never_kept) ledger_.fail(UNKEPT, f.to ? "B" : "A");
}

void Schedule::report(int i, const Completion &c)
{
    enum { RETIRED = 1, FLUSHED = 2, DEAD = 4, RESTARTED = 5, COMPLETED_CLOSE = 6 };

    if (c.kind == RETIRED)
        ledger_.retired(i, c.vc, c.count, c.bytes, side_[1 - i].end->hold_host);
    else
        trace_.completion(now_, i, c);
    if (c.kind == FLUSHED) ledger_.flushed(i, c.vc, c.count);
    if (c.kind == DEAD)
        ledger_.fail(kind_of(DEAD_NOLINK), std::string(i ? "B" : "A")
                     + (now_ < p_.harm_ends ? "" : ", after harm had stopped"));
    if (c.kind == RESTARTED && stream()) ledger_.fail(UNDONE, "a restart that never was");
    out_.met[PROVED] += c.kind == RESTARTED;
    out_.met[CLOSED] += c.kind == COMPLETED_CLOSE;
}

// What was heard at last, of a link that died or never came to rest.
Fault Schedule::kind_of(Fault nolink) const
{
    static const Opcode asked[] = { OP_NACK_NOLINK, OP_CLOSE_NACK, OP_NACK, OP_ACK };
    size_t n[OP_N] = {}, which = 0;

    for (size_t i = 0; i < std::min<size_t>(heard_n_, HEARD); i++) n[heard_[i] % OP_N]++;
    while (which < 4 && n[asked[which]] < 4) which++;
    return static_cast<Fault>(nolink + which);
}

// The host of a stream gives what may be under way.
void Schedule::fill(int i)
{
    Side &s = side_[i];
    for (uint32_t vc = 0; vc < p_.vcs; vc++)
        while (s.given < p_.stream.payloads[i]
               && s.end->held(dest(i, vc)) < p_.stream.in_flight) {
            act({ now_, GIVE, i, vc, 1 });
            if (++s.given == p_.stream.learn) s.counted_from = s.frames;
        }
}

bool Schedule::came() const
{
    for (int i = 0; i < 2; i++)
        if (side_[i].given < p_.stream.payloads[i] || !side_[i].end->idle()) return false;
    return ledger_.came >= p_.stream.payloads[0] + p_.stream.payloads[1];
}

// To the next event, at the latest until then.
void Schedule::step(uint64_t until)
{
    const uint64_t action = next_ < p_.actions.size() ? p_.actions[next_].at : NEVER;
    uint64_t due = std::min({ action, wire_.next_due(), until });
    Flying f;

    for (int i = 0; i < 2; i++) {
        if (stream()) fill(i);
        RulesEnd &e = *side_[i].end;
        due = std::min(due, e.next_due());
        if (stream() && e.wants()) due = std::min(due, side_[i].line_free);
    }
    now_ = std::max(now_, due);
    for (Side &s : side_) {
        s.end->advance(now_);
        if (stream()) s.end->release();
    }
    while (ledger_.fault == SOUND && wire_.pop(now_, &f)) arrive(f);
    for (; next_ < p_.actions.size() && p_.actions[next_].at <= now_; next_++)
        act(p_.actions[next_]);
}

// Nothing to send, and no answer awaited. A link that repeats its last ACK is at rest.
bool Schedule::at_rest() const
{
    for (int i = 0; i < 2; i++) {
        const RulesEnd &e = *side_[i].end;
        if (!e.idle()) return false;
        for (uint32_t vc = 0; vc < p_.vcs; vc++) {
            const ttp_rules_link *l = e.link(dest(i, vc));
            if (l && l->timer_runs) return false;
        }
    }
    return true;
}

void Schedule::settle()
{
    const uint64_t from = now_, until = now_ + p_.patience;

    while (ledger_.fault == SOUND && !at_rest()) {
        if (now_ >= until)
            ledger_.fail(kind_of(STUCK_NOLINK),
                         "no rest " + std::to_string(now_ - from) + " cycles after harm");
        step(until);
    }
    if (now_ - from > p_.slow) out_.met[SLOW_RUNS] = 1;
    if (ledger_.fault == SOUND) ledger_.rest();
}

void Schedule::finish()
{
    for (int i = 0; i < 2; i++) leave(i);
    if (ledger_.fault == SOUND)
        for (const Side &s : side_)
            if (s.end->stored()) ledger_.fail(LEAK, "cells of nothing that is under way");
    out_.met[DELIVERED] = ledger_.came;
    out_.met[GHOSTS] = ledger_.ghosts;
    if (strict_ && ledger_.ghosts) ledger_.fail(GHOST, "");
    if (strict_ && out_.met[ILLEGAL_RUNS]) ledger_.fail(ILLEGAL, "");
    out_.fault = ledger_.fault;
    out_.why = ledger_.why;
    out_.at = now_;
    trace_.end(now_, out_.fault, out_.why);
}

// The hosts go on, all has come to them, and every frame is accounted for.
void Schedule::finish_stream()
{
    next_ = p_.actions.size();
    for (Side &s : side_) {
        s.end->hold_host = false;
        s.end->release();
    }
    for (int i = 0; i < 2; i++) ledger_.taken(i);
    if (!came()) return ledger_.fail(UNDONE, "not all has come under harm");
    const uint32_t all = p_.stream.payloads[0], counted = all - p_.stream.learn;
    out_.frames = static_cast<double>(side_[0].frames - side_[0].counted_from) / counted;
    for (int i = 0; i < 2; i++) {
        const auto &c = side_[i].end->count;
        if (c[TTP_CNT_TX + OP_PAYLOAD] != p_.stream.payloads[i] + c[TTP_CNT_REPLAY])
            ledger_.fail(UNDONE, "PAYLOAD frames are not payloads and replays");
    }
}

Outcome Schedule::run()
{
    trace_.plan(p_);
    for (int i = 0; i < 2; i++) make(i, p_.end[i].life, p_.end[i].start_id);
    while (ledger_.fault == SOUND && now_ < p_.harm_ends && !(stream() && came()))
        step(p_.harm_ends);
    if (stream()) finish_stream();
    trace_.say(now_, -1, "harm stops");
    wire_.calm();
    settle();
    for (uint32_t vc = 0; vc < p_.vcs; vc++)
        for (int i = 0; i < 2; i++)
            if (ledger_.fault == SOUND) act({ now_, GIVE, i, vc, 1 });
    settle();
    finish();
    return out_;
}

} // namespace

Outcome run_schedule(const Plan &p, bool strict, bool trace)
{
    return Schedule(p, strict || p.kind == STREAM, trace).run();
}
