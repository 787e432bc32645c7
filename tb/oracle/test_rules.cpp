// SPDX-License-Identifier: Apache-2.0
//
// model/rules/ through the adapter model/ttp_link_fsm.c against the state machine that was there
// before them: random steps, all that comes out and the whole next record compared.
//
//     test_rules [STEPS] [SEED]
//
// A link walks: its record is the one that the step before has left; at times it is drawn anew or
// one field of it changes. IDs, times and counts are drawn close to each other, so that every
// comparison goes both ways. Fails unless every event was seen in every state.
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "link_fsm_old.h"
#include "rules/ttp_rules.h"
#include "tb_util.h"

namespace {

constexpr uint32_t CW = 9, CMASK = (1u << CW) - 1;
const uint16_t LIVES[4] = { 0, 1, 0x5aa6, 0xa559 };     // few, but with every bit
enum { SEND = 32, VICTIM };                             // beside the events of the state machine
const uint8_t EVENTS[] = { 0, 1, 2, 3, 4, 5, 6, 6, 6, 7, 7, 8, 8, 9, 10, TTP_EV_TIMER, TTP_EV_TIMER, TTP_EV_CLOSE,
                           TTP_EV_PEEK, TTP_EV_LEFT, TTP_EV_LEFT, TTP_EV_LOOKUP, TTP_EV_DOORBELL, TTP_EV_SEND,
                           SEND, SEND, SEND, VICTIM };

struct Walk {
    ttp_link_rec r{};
    uint32_t waiting = 0;       // handed over and not sent
    uint64_t time = 0;
};

tb_rng rng;

uint32_t near(uint32_t base)    // mostly close, sometimes at a bound, rarely anywhere
{
    switch (rng.below(16)) {
    case 0: return static_cast<uint32_t>(rng.next());
    case 1: return base + 65533 + rng.below(6);
    case 2: return base + 0x7ffffffe + rng.below(4);
    case 3: return base + (1u << rng.below(32)) + rng.below(4);
    case 4: case 5: case 6: case 7: return base;
    default: return base - 4 + rng.below(9);
    }
}

uint32_t id()
{
    return rng.one_in(4) ? static_cast<uint32_t>(-3 + static_cast<int>(rng.below(6))) : static_cast<uint32_t>(rng.next());
}

// What no walk leads to is not drawn: a flag that means something only in one state is 0 in the
// others, and what the record has of the peer fits together.
void possible(Walk &w)
{
    ttp_link_rec &r = w.r;
    const bool live = r.st >= TTP_ST_OPEN, reopen = r.st == TTP_ST_OPEN_SENT && r.reopen;
    if (r.st == TTP_ST_OPEN || r.st == TTP_ST_OPEN_RECD || r.st == TTP_ST_CLOSE_RECD) r.reopen = 0;
    if (!(r.st == TTP_ST_OPEN || reopen || r.st == TTP_ST_CLOSE_RECD)) r.nfl = 0;
    if (r.cof > r.nfl) r.cof = r.nfl;
    if (r.st <= TTP_ST_OPEN_RECD) r.hold = 0;
    if (r.st != TTP_ST_CLOSE_SENT) r.chold = 0;
    if (!live && !reopen) r.xv = r.anyid = r.gapv = r.full = 0;
    if (r.st != TTP_ST_CLOSED && r.st != TTP_ST_CLOSE_SENT) r.vict = 0;
    if (r.st == TTP_ST_CLOSED && r.nkv == 3) r.nkv = 2;
    if (r.st == TTP_ST_OPEN_RECD) r.xv = rng.below(3);
    if (r.prec && !r.plife) r.prec = 0;
    if (!r.prec && (live || reopen || r.sopen || r.st == TTP_ST_OPEN_RECD)) r.plife = 0;
}

void draw(Walk &w)
{
    ttp_link_rec &r = w.r;
    r = {};
    w.waiting = rng.one_in(2) ? 0 : rng.below(5);
    w.time = rng.bits(36);
    r.st = static_cast<uint8_t>(rng.below(6));
    r.una = id();
    r.last = id();
    r.nret = static_cast<uint16_t>(rng.next() & CMASK);
    r.nfl = static_cast<uint16_t>(rng.one_in(3) ? 0 : rng.one_in(8) ? rng.below(CMASK / 2) : rng.below(5));
    r.cof = static_cast<uint16_t>(rng.in(0, r.nfl));
    r.reopen = rng.below(2); r.closereq = rng.one_in(4); r.dead = rng.below(2); r.sopen = rng.below(2);
    r.gapv = rng.below(2); r.full = rng.one_in(4); r.nkv = rng.below(4); r.hold = rng.one_in(4);
    r.armed = !rng.one_in(4); r.chold = rng.one_in(3);
    r.retry = static_cast<uint8_t>(rng.one_in(8) ? 255 - rng.below(3) : rng.one_in(4) ? rng.below(256) : rng.below(4));
    r.olife = static_cast<uint16_t>(rng.next());
    r.plife = rng.one_in(2) ? 0 : LIVES[rng.in(1, 3)];
    r.prec = r.plife && !rng.one_in(8);
    r.gapn = static_cast<uint16_t>(rng.one_in(4) ? rng.next() : rng.below(6));
    r.xv = static_cast<uint8_t>(rng.below(3));
    r.xlife = rng.one_in(2) ? 0 : LIVES[rng.in(1, 3)];
    r.xid = near(r.last);
    r.anyid = rng.one_in(4); r.sown = rng.below(2); r.vict = rng.one_in(4); r.armed2 = rng.below(2);
    r.clid = near(r.st == TTP_ST_OPEN_SENT ? r.una - 1 : r.last + 1);
    r.oid = (rng.below(2) ? r.una - 1 : static_cast<uint32_t>(rng.next())) & 0x7fffff;
    r.dl = near(static_cast<uint32_t>(w.time));
    r.dl2 = near(static_cast<uint32_t>(w.time));
    r.ta = static_cast<uint32_t>(w.time >> 12) - rng.below(4);
    r.ta &= 0xffffff;
    possible(w);
}

// One field is another.
void mutate(Walk &w)
{
    ttp_link_rec &r = w.r;
    switch (rng.below(20)) {
    case 0: r.last = near(r.last); break;
    case 1: r.xid = near(r.last); break;
    case 2: r.clid = near(r.last + 1); break;
    case 3: r.dl = near(static_cast<uint32_t>(w.time)); break;
    case 4: r.dl2 = near(static_cast<uint32_t>(w.time)); break;
    case 5: r.armed = rng.below(2); break;
    case 6: r.armed2 = rng.below(2); break;
    case 7: r.retry = static_cast<uint8_t>(rng.next()); break;
    case 8: r.gapn = static_cast<uint16_t>(rng.next()); break;
    case 9: r.xv = static_cast<uint8_t>(rng.below(3)); break;
    case 10: r.xlife = LIVES[rng.below(4)]; break;
    case 11: r.anyid = rng.below(2); break;
    case 12: r.sown = rng.below(2); break;
    case 13: r.closereq = rng.below(2); break;
    case 14: r.plife = LIVES[rng.below(4)]; r.prec = r.plife != 0; break;
    case 15: r.nkv = rng.below(4); break;
    case 16: r.una = id(); break;
    case 17: r.gapv = rng.below(2); break;
    case 18: r.full = rng.below(2); break;
    default: r.hold = rng.below(2); break;
    }
    possible(w);
}

uint32_t time_of()
{
    return rng.in(1, 1u << rng.in(1, 30));
}

const char *const STATES[] = { "CLOSED", "OPEN_SENT", "REOPEN_SENT", "OPEN_RECD", "OPEN", "CLOSE_DUE", "CLOSE_SENT", "CLOSE_AGAIN", "CLOSE_RECD" };

unsigned column(const ttp_link_rec &r)
{
    switch (r.st) {
    case TTP_ST_CLOSED: return 0;
    case TTP_ST_OPEN_SENT: return r.reopen ? 2 : 1;
    case TTP_ST_OPEN_RECD: return 3;
    case TTP_ST_OPEN: return 4;
    case TTP_ST_CLOSE_SENT: return !r.hold ? 6 : r.vict ? 5 : 7;
    default: return 8;
    }
}

struct Field {
    const char *name;
    uint64_t old_side, new_side;
};

std::vector<Field> fields(const ttp_link_rec &x, const ttp_link_rec &y)
{
#define F(n) { #n, x.n, y.n }
    return { F(st), F(reopen), F(closereq), F(dead), F(prec), F(sopen), F(gapv), F(full), F(nkv), F(hold), F(armed), F(chold), F(retry), F(xv),
             F(anyid), F(sown), F(vict), F(armed2), F(una), F(last), F(dl), F(clid), F(xid), F(dl2), F(ta), F(nfl), F(cof), F(nret), F(olife),
             F(plife), F(gapn), F(xlife), F(oid) };
}

std::vector<Field> fields(const ttp_link_fsm_out &x, const ttp_link_fsm_out &y)
{
    return { F(rs_valid), F(rs_notify), F(rs_op), F(take), F(moved), F(flush), F(new_life), F(new_entry), F(cp_kind), F(irq), F(cp_count), F(act),
             F(rs_epoch), F(rs_txid), F(rs_rxid), F(cnt) };
}

std::vector<Field> fields(const ttp_link_send_out &x, const ttp_link_send_out &y)
{
    return { F(sent), F(replay), F(head), F(more), F(must_ask), F(id) };
#undef F
}

} // namespace

int main(int argc, char **argv)
{
    const uint64_t steps = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1000000;
    const uint64_t seed = argc > 2 ? strtoull(argv[2], nullptr, 0) : 1;
    std::vector<Walk> walks(16);
    uint64_t reached[64][9] = {}, notes[32] = {}, ops[11] = {}, closing_nack = 0, drawn = 0;
    rng.init(seed);

    for (uint64_t n = 0; n < steps; n++) {
        Walk &w = walks[rng.below(walks.size())];
        if (n < walks.size() || rng.one_in(64)) { draw(w); drawn++; }
        else if (rng.one_in(32)) mutate(w);
        ttp_link_rec &r = w.r;
        // Time passes: not at all, a little, to a deadline or beside it.
        switch (rng.below(6)) {
        case 0: break;
        case 1: w.time += rng.below(1u << rng.below(30)); break;
        case 2: if (r.armed2) { w.time += r.dl2 - static_cast<uint32_t>(w.time) - 1 + rng.below(3); break; } // fall through
        default: if (r.armed) w.time += r.dl - static_cast<uint32_t>(w.time) - 1 + rng.below(3);
        }
        w.time &= 0xfffffffffull;
        if (rng.one_in(4) && w.waiting < 8) w.waiting++;

        ttp_link_cfg cfg{}, later;
        cfg.timeout = time_of();
        cfg.open_tmo = time_of();
        cfg.close_tmo = time_of();
        cfg.backoff = time_of();
        cfg.retry_max = rng.one_in(4) ? rng.in(1, 255) : rng.in(1, 6);
        cfg.reack = rng.one_in(3) ? 0 : time_of();
        cfg.idle_tmo = rng.one_in(3) ? 0 : time_of();
        later = cfg;
        later.timeout = time_of();
        later.open_tmo = time_of();
        if (rng.one_in(8)) later.reack = rng.one_in(2) ? 0 : time_of();

        ttp_link_fsm_in in{};
        in.ev = EVENTS[rng.below(sizeof EVENTS)];
        if (in.ev == VICTIM && !(r.st == TTP_ST_OPEN && !r.nfl && !r.closereq && !r.gapv && !r.xv)) in.ev = TTP_EV_TIMER;
        in.cfg = &later;
        in.seen = &cfg;
        in.entry = rng.one_in(64) ? TTP_ENTRY_NONE : TTP_ENTRY_HIT;
        if (in.ev > 31) in.entry = TTP_ENTRY_HIT;
        if (r.st == TTP_ST_CLOSED && (in.ev == TTP_OP_OPEN || in.ev == TTP_EV_LOOKUP) && rng.one_in(4)) {
            in.entry = TTP_ENTRY_NEW;
            w.waiting = 0;
        }
        in.fits = in.ev == TTP_OP_PAYLOAD && rng.below(4);
        in.settled = !rng.one_in(6);
        in.napp = static_cast<uint16_t>((r.nret + r.nfl + w.waiting) & CMASK);
        in.cmask = CMASK;
        in.epoch = LIVES[rng.below(4)];
        in.life = static_cast<uint16_t>(rng.in(1, 65535));
        in.start_id = static_cast<uint32_t>(rng.next());
        in.txid = rng.one_in(4) ? near(r.clid) : rng.one_in(3) ? near(r.xid + 1) : near(r.last + 1);
        in.rxid = rng.one_in(4) ? near(r.clid) : rng.one_in(8) ? (r.oid | (static_cast<uint32_t>(rng.next()) & 0xff800000u)) : near(r.una + (rng.below(2) ? rng.in(0, r.nfl) : 0));
        if (rng.one_in(32)) in.txid = 0;
        if (rng.one_in(32)) in.rxid = 0;
        in.now = static_cast<uint32_t>(w.time);
        in.tick = static_cast<uint32_t>(w.time >> 12);
        if (rng.one_in(8)) r.ta = (in.tick - (cfg.idle_tmo >> 12) + 1 - rng.below(3)) & 0xffffff;

        const ttp_link_rec before = r;
        ttp_link_rec x = r, y = r;
        std::vector<Field> bad;
        ttp_link_fsm_out ox{}, oy{};
        ttp_link_send_out sx{}, sy{};
        const uint16_t held = static_cast<uint16_t>((in.napp - r.nret) & CMASK);
        if (in.ev == VICTIM) {
            link_victim_old(&x, in.now);
            ttp_link_victim(&y, in.now);
        } else if (in.ev == SEND) {
            const ttp_link_send_in s{ later.timeout, in.now, in.tick, held, rng.below(4) != 0, rng.below(2) != 0 };
            link_send_old(&s, &x, &sx);
            ttp_link_send(&s, &y, &sy);
            if (sx.sent && !sx.replay) w.waiting--;
        } else {
            link_fsm_old(&in, &x, &ox);
            ttp_link_fsm(&in, &y, &oy);
        }
        const bool same = !memcmp(&x, &y, sizeof x) && !memcmp(&ox, &oy, sizeof ox) && !memcmp(&sx, &sy, sizeof sx);
        if (!same) {
            for (const auto &list : { fields(x, y), fields(ox, oy), fields(sx, sy) })
                for (const Field &f : list)
                    if (f.old_side != f.new_side) bad.push_back(f);
            if (!bad.empty()) {
                fprintf(stderr, "MISMATCH rules step %" PRIu64 " seed %" PRIu64 ": event %u in %s entry %u settled %d held %u txid-last %d rxid-una %d life %x\n", n, seed,
                        in.ev, STATES[column(before)], in.entry, in.settled, held, static_cast<int>(in.txid - before.last), static_cast<int>(in.rxid - before.una), in.epoch);
                for (const Field &f : bad) fprintf(stderr, "  %s: was 0x%" PRIx64 ", by the rules 0x%" PRIx64 "\n", f.name, f.old_side, f.new_side);
                fprintf(stderr, "the record before:\n");
                for (const Field &f : fields(before, before)) fprintf(stderr, " %s=%" PRIx64, f.name, f.old_side);
                fprintf(stderr, "\nrepeat: test_rules %" PRIu64 " %" PRIu64 "\n", n + 1, seed);
                return 1;
            }
        }
        if (in.entry == TTP_ENTRY_HIT) reached[in.ev][column(before)]++;
        if (ox.flush || (ox.cp_kind == TTP_CPL_DEAD)) w.waiting = 0;
        else if (before.nfl > x.nfl && !(ox.act & 1u << TTP_ACT_RETIRE)) w.waiting += before.nfl - x.nfl;   // OPEN_NACK, CLOSE: they wait again
        if (ox.rs_valid) ops[ox.rs_op]++;
        for (int i = 0; i < 19; i++) notes[i] += ox.cnt >> i & 1;
        for (int i = 0; i < 12; i++) notes[19 + i] += ox.act >> i & 1;
        closing_nack += ox.cp_kind == TTP_CPL_RESTARTED && before.reopen && before.st == TTP_ST_CLOSE_SENT;
        r = x;
        if (w.waiting > 64) draw(w);
    }

    int missed = 0;
    std::map<int, int> kinds;
    for (uint8_t e : EVENTS) kinds[e]++;
    uint64_t least = ~0ull;
    for (const auto &k : kinds)
        for (int s = 0; s < 9; s++) {
            if (k.first == VICTIM && s != 4) continue;
            least = std::min(least, reached[k.first][s]);
            if (reached[k.first][s]) continue;
            fprintf(stderr, "MISSED event %d in %s\n", k.first, STATES[s]);
            missed++;
        }
    for (int i = 0; i < 11; i++)
        if (i != TTP_OP_PAYLOAD && !ops[i]) { fprintf(stderr, "MISSED answer %d\n", i); missed++; }
    for (int i : { 0, 1, 4, 5, 6, 15, 16, 17, 18 })
        if (!notes[i]) { fprintf(stderr, "MISSED counter %d\n", i); missed++; }
    for (int i : { 0, 3, 4, 5, 6, 7, 8, 9, 10, 11 })
        if (!notes[19 + i]) { fprintf(stderr, "MISSED action %d\n", i); missed++; }
    if (!closing_nack) { fprintf(stderr, "MISSED a restart whose OPEN_ACK named the ID behind our CLOSE\n"); missed++; }
    if (missed) return 3;
    printf("PASS rules seed=%" PRIu64 ": %" PRIu64 " steps alike, %" PRIu64 " records drawn, rarest cell %" PRIu64 " times\n", seed, steps, drawn, least);
    return 0;
}
