/* SPDX-License-Identifier: Apache-2.0
 *
 * The stages of the link pipe: where an event is, what it sees, what all others are told. */
#include "ttp_link_pipe.h"

#include <string.h>

#include "ttp_link_follow.h"
#include "ttp_link_judge.h"
#include "ttp_link_report.h"
#include "ttp_link_select.h"
#include "ttp_link_turn.h"
#include "ttp_tx_marks.h"

#define TTP_START_STEP (1u << 20)

static void choose_depth(struct ttp_link_pipe *b, const struct ttp_params *p)
{
    b->s0_n = TTP_PIPE_OF(p, S0);
    b->load = TTP_PIPE_OF(p, READ);
    b->turn_n = TTP_PIPE_OF(p, TURN);
    b->move = (uint8_t)(b->load + TTP_PIPE_OF(p, RULES) - 1);
    b->s2_last = (uint8_t)(b->move + b->turn_n);
    b->follow = TTP_PIPE_OF(p, FOLLOW);
}

void ttp_link_pipe_bind(struct ttp_link_pipe *b, const struct ttp_params *p,
                        struct ttp_arena *a)
{
    uint32_t cw = 1;

    while (1u << (cw - 1) < p->tx_pkts) cw++;       /* clog2(TX_PKTS) + 1 */
    b->cmask = (uint16_t)((1u << cw) - 1);
    b->window = (uint16_t)ttp_params_window(p);
    b->links = 3 * p->link_sets * p->link_ways;
    b->slots = p->data_w == 512 ? 8 : 4;
    b->trace = p->trace != 0;
    choose_depth(b, p);
    b->rec = ttp_arena_take(a, b->links * sizeof *b->rec);
    b->napp = ttp_arena_take(a, b->links * sizeof *b->napp);
    b->nfreed = ttp_arena_take(a, b->links * sizeof *b->nfreed);
    b->act = ttp_arena_take(a, b->links * sizeof *b->act);
    ttp_link_table_bind(&b->table, p, a);
}

void ttp_link_pipe_drive(const struct ttp_link_pipe *b, struct ttp_link_pipe_out *o)
{
    const struct ttp_link_way *e = ttp_link_pipe_acts(b);

    o->s2_valid = e != NULL;
    o->turn_ends = e && e->ev.turn;
    o->expiry_ends = e && e->ev.ev == TTP_EV_TIMER;
    o->evicting = b->table.s1_valid && b->table.s1_search && b->table.judged;
    o->second_valid = b->streak.wants;
    o->life = b->life;
    o->start_id = b->start_id;
    ttp_link_report_drive(b, o);
}

static void stage1(const struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                   struct ttp_link_pipe_out *o)
{
    struct ttp_link_table_in ti = b->s0;
    uint32_t probe;

    ti.probe_good = ti.probe_cand = ti.probe_closing = false;
    o->pinned = ttp_link_table_probe(&b->table, &probe) && ttp_link_judge(b, in, probe, &ti);
    ttp_link_follow(b, &o->follow);
    ti.follows = o->follow.follows;
    ti.stays = o->follow.stays;
    ti.more = b->s0_valid;
    ttp_link_table_comb(&b->table, &ti, &o->s1);
    o->hold = b->follow ? b->spare_valid : b->s0_n > 1 ? b->s0_valid && !o->s1.ready : !o->s1.ready;
}

/* The link makes room for the peer of the event. The timer sends its CLOSE. */
static void close_victim(const struct ttp_link_pipe *b, uint32_t link, uint32_t now,
                         struct ttp_link_pipe_out *o)
{
    o->rec = b->rec[link];
    ttp_link_victim(&o->rec, now);
    o->f.victim = true;
}

static void write_timer(struct ttp_link_pipe_out *o)
{
    o->f.timer_valid = true;
    o->f.timer_runs = o->rec.link.timer_runs;
    o->f.timer_service_runs = o->rec.link.service_runs;
    o->timer_deadline = o->rec.deadline;
    o->timer_service_at = o->rec.service_at;
}

/* The retire engine has freed so many of the link's payloads. What it writes in this very cycle
 * counts: it may be the last that this link needed. */
static bool is_settled(const struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                       uint32_t link, uint16_t retired)
{
    const bool moves = in->freed_moved && in->freed_link == link;
    const uint16_t freed = moves ? in->freed_count : b->nfreed[link];

    return freed == retired;
}

/* What an event sees of the world as it enters S2, what is written of its link now included; */
static void look(const struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                 const struct ttp_link_pipe_out *o, const struct ttp_link_way *e,
                 struct ttp_link_seen *s)
{
    const bool entry = e->entry != TTP_ENTRY_NONE;
    const bool written = o->f.timer_valid && o->link == e->link;

    s->now = in->now;
    s->tick = in->tick;
    s->napp = entry ? b->napp[e->link] : 0;
    s->settled = entry && is_settled(b, in, e->link,
                                     written ? o->rec.retired : b->rec[e->link].retired);
}

/* and, of the registers and the start ID, when it is compared. */
static void compare(const struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                    const struct ttp_link_way *e, struct ttp_link_seen *s)
{
    s->cfg = in->cfg;
    s->start_id = b->start_id;
    s->may_stow = in->may_stow;
    s->has_marks = in->has_marks;
    s->lost_one = s->news = 0;
    s->limit = 0;
    if (e->ev.ev != TTP_EV_RESEND || e->entry == TTP_ENTRY_NONE || !in->has_marks
        || !b->rec[e->link].agree.agreed || e->ev.txid >> 24 != in->marks_gen) return;
    s->news = (e->ev.txid & TTP_RESEND_NEWS) != 0;
    if (e->ev.txid & TTP_RESEND_TELLS) s->limit = e->ev.txid & 1023u;
    s->lost_one = !s->news && !s->limit;
}

/* The rules change a record. Lengths of timers and the life counter are those of the cycle in which
 * they are used, all else that of the world the event has seen. */
static void run_rules(const struct ttp_link_pipe *b, const struct ttp_link_way *e,
                      const struct ttp_link_seen *seen, const struct ttp_link_cfg *times,
                      uint16_t life, struct ttp_link_rec *rec, struct ttp_link_fsm_out *fo)
{
    const struct ttp_link_fsm_in fi = {
        .cfg = times, .seen = &seen->cfg,
        .ev = e->ev.ev, .entry = e->entry, .fits = e->ev.fits, .offer = e->ev.offer,
        .settled = seen->settled, .may_stow = seen->may_stow,
        .has_marks = seen->has_marks, .mapped = e->ev.mapped, .news = seen->news,
        .limit = seen->limit,
        .napp = seen->napp, .cmask = b->cmask, .window = b->window,
        .frame_life = e->ev.life, .frame_to_life = e->ev.to_life,
        .txid = e->ev.txid, .rxid = e->ev.rxid, .life = life, .start_id = seen->start_id,
        .now = seen->now, .tick = seen->tick,
    };

    ttp_link_fsm(&fi, rec, fo);
}

static void tell(const struct ttp_link_ev *e, const struct ttp_link_fsm_out *fo,
                 struct ttp_link_pipe_out *o)
{
    o->act_d = fo->act;
    o->cnt_d = fo->cnt;
    o->irq_d = fo->irq;
    /* sel.run: what was held is answered if it is taken, and no other is held behind it. */
    const bool answers = fo->respond_valid && !(e->again && (e->quiet || !fo->take));

    o->f.respond_valid = answers;
    o->f.respond_map = fo->stow;
    o->f.respond_notify = fo->respond_notify;
    o->f.respond_offer = fo->respond_offer;
    o->respond_op = fo->respond_op;
    o->respond_txid = fo->respond_txid;
    o->respond_rxid = fo->respond_rxid;
    o->respond_life = fo->respond_life;
    o->respond_to_life = fo->respond_to_life;
    o->f.credit_give = e->credit && !answers;
    o->f.new_life = fo->new_life;
    o->f.verdict_valid = e->ev == TTP_OP_PAYLOAD && e->fits;
    o->f.verdict_take = fo->take;
    o->verdict_len = e->len;
    o->verdict_bay = e->bay;
    o->f.keep_stow = fo->stow;
    o->f.keep_not = fo->not_held;
    o->f.again = fo->again;
    o->f.heard = fo->heard;
    o->f.marks = fo->marks;
    o->f.mapped = e->mapped;
    o->f.told = e->ev == TTP_EV_RESEND && e->txid & TTP_RESEND_TELLS;
    o->f.resent = e->ev == TTP_EV_RESEND
                  && !(e->txid & (TTP_RESEND_TELLS | TTP_RESEND_NEWS));
    o->txid = e->txid;
    o->rxid = e->rxid;
    o->keep_id = e->txid;
    o->keep_number = (uint16_t)e->rxid;
    o->keep_life = e->life;
    o->keep_to_life = e->to_life;
}

/* Who has asked gets an answer. */
static void answer(const struct ttp_link_pipe *b, const struct ttp_link_way *e, uint16_t napp,
                   struct ttp_link_pipe_out *o)
{
    switch (e->ev.ev) {
    case TTP_EV_LOOKUP:
        o->f.lookup_done = true; /* a link that makes room is not there */
        o->f.lookup_ok = e->entry != TTP_ENTRY_NONE && !o->rec.link.victim;
        break;
    case TTP_EV_PEEK:
        ttp_link_report_peek(b, e, napp, o);
        break;
    case TTP_EV_CLOSE:
        o->f.result_closed = true;
        o->f.result_nolink = o->state0 == TTP_ST_CLOSED;
        break;
    default:
        break;
    }
}

static void act(const struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                const struct ttp_link_way *e, struct ttp_link_pipe_out *o)
{
    const struct ttp_link_seen *seen = &e->seen;
    const uint32_t link = e->link;
    const bool entry = e->entry != TTP_ENTRY_NONE;
    struct ttp_link_fsm_out fo;
    uint32_t una0 = 0;

    o->vc = e->vc;
    o->node = e->node;
    o->link = link;
    o->state0 = TTP_ST_CLOSED;
    if (entry) {
        o->rec = b->rec[link];
        una0 = o->rec.link.una;
        if (e->entry == TTP_ENTRY_HIT) o->state0 = o->rec.link.state;
    }
    if (b->turn_n) run_rules(b, e, seen, &e->arm, e->arm_life, &o->rec, &fo);
    else run_rules(b, e, seen, &in->cfg, b->life, &o->rec, &fo);
    tell(&e->ev, &fo, o);
    answer(b, e, seen->napp, o);
    if (e->victim) {
        close_victim(b, link, seen->now, o);
        write_timer(o);
    }
    if (!entry) return;

    o->f.keep_ends = fo.ends;
    o->f.goal_valid = fo.moved;
    o->f.goal_flush = fo.flush;
    o->f.goal_push = fo.moved && is_settled(b, in, link, b->rec[link].retired);
    o->goal_nret = o->rec.retired;
    o->goal_una = fo.flush ? una0 : o->rec.link.una;
    if (fo.cp_kind) ttp_link_report_end(e, fo.cp_kind, una0, fo.cp_count, o);
    o->napp = seen->napp;
    ttp_link_turn(b, in, e, seen, seen->settled && !fo.moved, o);
    write_timer(o);
}

/* life.number - does the event take one in this cycle, in which its record moves? */
static bool takes_life(const struct ttp_link_pipe *b, const struct ttp_link_way *e)
{
    struct ttp_link_rec rec = { 0 };
    struct ttp_link_fsm_out fo;

    if (e->entry == TTP_ENTRY_NONE || e->ev.follows) return false;     /* a follower never does */
    rec = b->rec[e->link];
    run_rules(b, e, &e->seen, &e->arm, e->arm_life, &rec, &fo);
    return fo.new_life;
}

/* A turn may end with act 0, which is not known yet: rather one doorbell too many. */
static bool pin_early(const struct ttp_link_pipe *b, uint32_t link)
{
    for (unsigned k = 0; k < b->s2_last; k++) {
        const struct ttp_link_way *e = ttp_link_pipe_in_s2(b, k);

        if (e && e->ev.ev == TTP_EV_SEND && !e->ev.second && !e->ev.keeps
            && e->entry != TTP_ENTRY_NONE && e->link == link) return true;
    }
    return false;
}

void ttp_link_pipe_comb(const struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                        struct ttp_link_pipe_out *o)
{
    const struct ttp_link_way *e = ttp_link_pipe_acts(b);

    o->pinned = o->hold = false;
    o->s1.s1_go = o->s1.first_ends = o->s1.passes = false;
    o->s1.ready = true;
    o->pin_kill = b->pin_kill;
    o->pin_act = b->act[in->pin_link];
    memset(&o->f, 0, sizeof o->f);
    if (b->table.s1_valid || b->table.first_valid) stage1(b, in, o);
    if (e) act(b, in, e, o);
    if (e && e->entry != TTP_ENTRY_NONE && e->link == in->pin_link) o->pin_act = o->f.act;
    if (b->here && pin_early(b, in->pin_link)) o->pin_act = false;
}

static void select_into(const struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                        uint32_t second, struct ttp_link_ev *e, struct ttp_link_table_in *t)
{
    ttp_link_select(in, b->links, second, e, t);
    t->s0_valid = true;
}

/* The table hears of an event at once, or a cycle later. */
static void clock_s0(struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in, uint32_t second,
                     const struct ttp_link_pipe_out *o)
{
    struct ttp_link_table_in ti = { 0 };

    if (b->s0_n == 1) {
        if (in->grant != TTP_GRANT_NONE) select_into(b, in, second, &b->s1_ev, &ti);
    } else {
        if (o->s1.first_ends) {
            b->s1_ev = b->first_ev;
            b->s1_ev.follows = o->follow.follows;
            b->s1_ev.sends = o->follow.sends;
            b->s1_ev.keeps = o->follow.keeps;
        }
        if (b->s0_valid && o->s1.ready) {
            ti = b->s0;
            b->first_ev = b->s0_ev;
            b->s0 = b->spare;
            b->s0_ev = b->spare_ev;
            b->s0_valid = b->spare_valid;
            b->spare_valid = 0;
        } else if (b->s0_valid && o->s1.passes) {
            const struct ttp_link_ev passed = b->first_ev;

            ti = b->s0;
            b->first_ev = b->s0_ev;
            b->s0 = b->table.first;
            b->s0_ev = passed;
        }
        if (in->grant != TTP_GRANT_NONE && b->s0_valid) {
            select_into(b, in, second, &b->spare_ev, &b->spare);
            b->spare_valid = 1;
        } else if (in->grant != TTP_GRANT_NONE) {
            select_into(b, in, second, &b->s0_ev, &b->s0);
            b->s0_valid = 1;
        }
    }
    ti.core_rst = in->core_rst;
    ti.init_active = in->init_active;
    ti.init_idx = in->init_idx;
    ttp_link_table_clock(&b->table, &ti, &o->s1);
}

/* S1 to S2: the event leaves with the entry that was found. */
static void advance(struct ttp_link_pipe *b, const struct ttp_link_table_out *s1)
{
    struct ttp_link_way *e = &b->s2[b->at & 7];

    e->ev = b->s1_ev;
    e->entry = s1->s1_entry;
    e->victim = s1->s1_vict;
    e->vc = s1->s1_vc;
    e->node = s1->s1_node;
    e->link = s1->s1_link;
}

/* life.number, ids.entry: the counters move on when they are used; what the registers write comes
 * last. The life counter skips 0, which stands for no life number. */
static void clock_globals(struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                          bool new_life, bool new_entry)
{
    if (new_life) b->life = b->life == 0xFFFF ? 1 : (uint16_t)(b->life + 1);
    if (new_entry) b->start_id += TTP_START_STEP;
    if (in->life_set) b->life = in->life_value;
    if (in->start_id_set) b->start_id = in->start_id_value;
}

/* Each event in S2 sees what is to be seen in its cycle. */
static void clock_seen(struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                       const struct ttp_link_pipe_out *o)
{
    struct ttp_link_way *enters = &b->s2[b->at & 7];
    struct ttp_link_way *loads = &b->s2[(b->at - b->load) & 7];
    struct ttp_link_way *moves = &b->s2[(b->at - b->move) & 7];
    bool new_life = !b->turn_n && o->f.new_life, new_entry = false;
    uint32_t probe;

    if (b->here & 1) look(b, in, o, enters, &enters->seen);
    if (b->here >> b->load & 1) {
        compare(b, in, loads, &loads->seen);
        new_entry = loads->entry == TTP_ENTRY_NEW;
    }
    if (b->turn_n && b->here >> b->move & 1) {
        moves->arm = in->cfg;
        moves->arm_life = b->life;
        new_life = takes_life(b, moves);
    }
    clock_globals(b, in, new_life, new_entry);
    if (b->load && ttp_link_table_reads(&b->table, &probe)) {
        b->probe_empty = ttp_link_empty(b, probe);
        b->probe_tick = in->tick;
    }
}

void ttp_link_pipe_clock(struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                         const struct ttp_link_pipe_out *o)
{
    const struct ttp_link_way *e = ttp_link_pipe_acts(b);
    const uint32_t s2_link = e ? e->link : 0;
    const uint32_t second = b->streak.link;
    const bool quiet = !b->s0_valid && !ttp_link_table_busy(&b->table) && !in->grant;

    clock_seen(b, in, o);
    if (b->follow) ttp_link_follow_clock(b, in, o);
    ttp_link_report_clock(b, o);
    b->pin_kill = o->pinned && !in->core_rst;
    b->sent = e && o->f.send_valid;
    if (o->f.timer_valid) {
        b->rec[s2_link] = o->rec;
        if (!o->f.victim) b->act[s2_link] = o->f.act;
    }
    if (b->here || o->s1.s1_go) b->at++;        /* stands still while it is idle */
    b->here = (uint8_t)(((unsigned)b->here << 1 | o->s1.s1_go) & ((2u << b->s2_last) - 1));
    if (o->s1.s1_go) advance(b, &o->s1);
    if (!quiet || in->init_active) clock_s0(b, in, second, o);

    if (in->append_valid) b->napp[in->append_link] = in->append_napp;
    if (in->freed_moved) b->nfreed[in->freed_link] = in->freed_count;

    if (in->init_active && in->init_idx < b->links) {
        memset(&b->rec[in->init_idx], 0, sizeof *b->rec);
        b->napp[in->init_idx] = 0;
        b->nfreed[in->init_idx] = 0;
        b->act[in->init_idx] = 0;
    }
    if (in->core_rst) {
        b->s0_valid = b->spare_valid = b->here = 0;
        b->sent = b->trace_valid = b->irq = 0;
        b->count_pulse = 0;
    }
}
