/* SPDX-License-Identifier: Apache-2.0
 *
 * The stages of the link pipe: where an event is, what it sees, what all others are told. */
#include "ttp_link_pipe.h"

#include <string.h>

#include "ttp_link_judge.h"
#include "ttp_link_report.h"
#include "ttp_link_select.h"
#include "ttp_link_turn.h"

#define TTP_START_STEP (1u << 20)

static void choose_depth(struct ttp_link_pipe *b, const struct ttp_params *p)
{
    const uint32_t depth = 4 * (p->data_w == 512 ? 0u : p->deep ? 2u : 1u);     /* 4 * PIPE */

    b->every = depth == 0;
    b->s0_n = TTP_PIPE_S0 >> depth & 15;
    b->way_n = TTP_PIPE_WAY >> depth & 15;
    b->load = TTP_PIPE_READ >> depth & 15;
    b->turn_n = TTP_PIPE_TURN >> depth & 15;
    b->s2_last = (uint8_t)(b->load + (TTP_PIPE_RULES >> depth & 15) + b->turn_n - 1);
}

void ttp_link_pipe_bind(struct ttp_link_pipe *b, const struct ttp_params *p,
                        struct ttp_arena *a)
{
    uint32_t cw = 1;

    while (1u << (cw - 1) < p->tx_pkts) cw++;       /* clog2(TX_PKTS) + 1 */
    b->cmask = (uint16_t)((1u << cw) - 1);
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
    o->s2_valid = ttp_link_pipe_acts(b);
    o->s1_valid = b->s1_valid || (b->s2_valid && !o->s2_valid);
    o->s2_soon = b->s2_valid && b->s2_step + 1 == b->s2_last;
    o->s1_turn = b->every && b->s1_valid && b->s1_ev.turn;
    o->pipe_excl = b->every && ((b->s1_valid && b->s1_ev.excl) || (b->s2_valid && b->s2_ev.excl));
    o->second_valid = b->every && b->s2_valid && b->s2_ev.turn && !b->s2_ev.second;
    o->life = b->life;
    o->start_id = b->start_id;
    ttp_link_report_drive(b, o);
}

static void stage1(const struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                   struct ttp_link_pipe_out *o)
{
    struct ttp_link_table_in ti;
    uint32_t probe;

    ti.probe_good = ti.probe_cand = ti.probe_closing = false;
    o->pinned = ttp_link_table_probe(&b->table, &probe) && ttp_link_judge(b, in, probe, &ti);
    if (b->way_n == 1) o->pin_kill = o->pinned;
    ttp_link_table_comb(&b->table, &ti, &o->s1);
    o->s1_rd_en = o->s1.s1_go;
    o->s1_link = o->s1.s1_link;
}

/* The link in S2 makes room for the peer of the event. The timer sends its CLOSE. */
static void close_victim(const struct ttp_link_pipe *b, uint32_t now, struct ttp_link_pipe_out *o)
{
    o->rec = b->rec[b->s2_link];
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

/* The retire engine has freed all that the link has retired. What it writes in this very cycle
 * counts: it may be the last that this link needed. */
static bool is_settled(const struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in)
{
    const uint32_t link = b->s2_link;

    const bool moves = in->freed_moved && in->freed_link == link;
    const uint16_t freed = moves ? in->freed_count : b->nfreed[link];

    return freed == b->rec[link].retired;
}

/* What an event sees of the world as it enters S2. What is configured, and the start ID, it sees
 * when it is compared, which may be later. */
static void look(const struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                 struct ttp_link_seen *s)
{
    const bool entry = b->s2_entry != TTP_ENTRY_NONE;

    s->cfg = in->cfg;
    s->start_id = b->start_id;
    if (b->s2_step) return;
    s->now = in->now;
    s->tick = in->tick;
    s->napp = entry ? b->napp[b->s2_link] : 0;
    s->settled = entry && is_settled(b, in);
}

/* The rules change o->rec. Lengths of timers and the life counter are those of the stage in which
 * they are used, all else that of the world the event has seen. */
static void run_rules(const struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                      const struct ttp_link_seen *seen, struct ttp_link_fsm_out *fo,
                      struct ttp_link_pipe_out *o)
{
    const struct ttp_link_ev *e = &b->s2_ev;
    const struct ttp_link_fsm_in fi = {
        .cfg = b->turn_n ? &b->arm : &in->cfg, .seen = &seen->cfg,
        .ev = e->ev, .entry = b->s2_entry, .fits = e->fits, .settled = seen->settled,
        .napp = seen->napp, .cmask = b->cmask,
        .frame_life = e->life, .frame_to_life = e->to_life, .txid = e->txid, .rxid = e->rxid,
        .life = b->turn_n ? b->arm_life : b->life, .start_id = seen->start_id,
        .now = seen->now, .tick = seen->tick,
    };

    ttp_link_fsm(&fi, &o->rec, fo);
    o->act_d = fo->act;
    o->cnt_d = fo->cnt;
    o->irq_d = fo->irq;
    o->f.respond_valid = fo->respond_valid;
    o->f.respond_notify = fo->respond_notify;
    o->respond_op = fo->respond_op;
    o->respond_txid = fo->respond_txid;
    o->respond_rxid = fo->respond_rxid;
    o->respond_life = fo->respond_life;
    o->respond_to_life = fo->respond_to_life;
    o->f.credit_give = e->credit && !fo->respond_valid;
    o->f.life_take = fo->new_life;
    o->f.start_take = fo->new_entry;
    o->f.verdict_valid = e->ev == TTP_OP_PAYLOAD && e->fits;
    o->f.verdict_take = fo->take;
    o->verdict_len = e->len;
}

/* Who has asked gets an answer. */
static void answer(const struct ttp_link_pipe *b, const struct ttp_link_seen *seen,
                   struct ttp_link_pipe_out *o)
{
    switch (b->s2_ev.ev) {
    case TTP_EV_LOOKUP:
        o->f.lookup_done = true; /* a link that makes room is not there */
        o->f.lookup_ok = b->s2_entry != TTP_ENTRY_NONE && !o->rec.link.victim;
        break;
    case TTP_EV_PEEK:
        ttp_link_report_peek(b, seen->napp, o);
        break;
    case TTP_EV_CLOSE:
        o->f.result_closed = true;
        o->f.result_nolink = o->state0 == TTP_ST_CLOSED;
        break;
    default:
        break;
    }
}

static void stage2(const struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                   const struct ttp_link_seen *seen, struct ttp_link_pipe_out *o)
{
    const uint32_t link = b->s2_link;
    const bool entry = b->s2_entry != TTP_ENTRY_NONE;
    struct ttp_link_fsm_out fo;
    uint32_t una0 = 0;

    o->vc = b->s2_vc;
    o->node = b->s2_node;
    o->link = link;
    o->state0 = TTP_ST_CLOSED;
    if (entry) {
        o->rec = b->rec[link];
        una0 = o->rec.link.una;
        if (b->s2_entry == TTP_ENTRY_HIT) o->state0 = o->rec.link.state;
    }
    run_rules(b, in, seen, &fo, o);
    answer(b, seen, o);
    if (b->s2_victim) {
        close_victim(b, seen->now, o);
        write_timer(o);
    }
    if (!entry) return;

    o->f.goal_valid = fo.moved;
    o->f.goal_flush = fo.flush;
    o->f.goal_push = fo.moved && is_settled(b, in);
    o->goal_nret = o->rec.retired;
    o->goal_una = fo.flush ? una0 : o->rec.link.una;
    if (fo.cp_kind) ttp_link_report_end(b, fo.cp_kind, una0, fo.cp_count, o);
    ttp_link_turn(b, in, seen, seen->settled && !fo.moved, o);
    write_timer(o);
    if (in->pin_link == link) o->pin_act = o->f.act;
}

void ttp_link_pipe_comb(const struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                        struct ttp_link_pipe_out *o)
{
    o->s1_rd_en = o->s1.s1_go = o->pinned = false;
    o->pin_kill = b->pin_kill;
    o->pin_act = b->act[in->pin_link];
    memset(&o->f, 0, sizeof o->f);
    if (b->s1_valid) stage1(b, in, o);
    if (!b->s2_valid) return;
    if (b->every) {
        struct ttp_link_seen seen;

        look(b, in, &seen);
        stage2(b, in, &seen, o);
    } else if (ttp_link_pipe_acts(b)) {
        stage2(b, in, &b->seen, o);
    } else if (b->s2_entry != TTP_ENTRY_NONE && in->pin_link == b->s2_link) {
        o->pin_act = false;         /* not known yet: rather one doorbell too many */
    }
}

/* The table hears of an event at once, or a cycle later. */
static void clock_s0(struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in, uint32_t s2_link,
                     const struct ttp_link_pipe_out *o)
{
    struct ttp_link_table_in ti = { 0 };

    ti.s0_valid = in->grant != TTP_GRANT_NONE;
    if (ti.s0_valid) {
        ttp_link_select(in, s2_link, &b->s1_ev, &ti);
        b->s1_valid = 1;
    }
    if (b->s0_n > 1) {
        const struct ttp_link_table_in next = ti;
        const bool any = b->s0_valid;

        ti = b->s0;
        ti.s0_valid = any;
        b->s0 = next;
        b->s0_valid = next.s0_valid && !in->core_rst;
    }
    ti.core_rst = in->core_rst;
    ti.init_active = in->init_active;
    ti.init_idx = in->init_idx;
    ttp_link_table_clock(&b->table, &ti, &o->s1);
}

/* S1 to S2: the event leaves with the entry that was found. */
static void advance(struct ttp_link_pipe *b, const struct ttp_link_table_out *s1)
{
    b->s2_valid = 1;
    b->s2_step = 0;
    b->s2_ev = b->s1_ev;
    b->s2_entry = s1->s1_entry;
    b->s2_victim = s1->s1_vict;
    b->s2_vc = s1->s1_vc;
    b->s2_node = s1->s1_node;
    b->s2_link = s1->s1_link;
    b->s1_valid = 0;
}

/* Samples the inputs that an event must see in its early stages. */
static void clock_seen(struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in)
{
    uint32_t probe;

    if (b->s2_valid && !b->every && b->s2_step <= b->load) look(b, in, &b->seen);
    if (b->turn_n && b->s2_valid && b->s2_step + 1 == b->s2_last) {
        b->arm = in->cfg;
        b->arm_life = b->life;
    }
    if (b->load && ttp_link_table_reads(&b->table, &probe)) {
        b->probe_empty = ttp_link_empty(b, probe);
        b->probe_tick = in->tick;
    }
}

/* life.number, ids.entry: the counters move on when they have been used; what the registers write
 * comes last. The life counter skips 0, which stands for no life number. */
static void clock_globals(struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                          const struct ttp_link_pipe_out *o)
{
    if (o->f.life_take) b->life = b->life == 0xFFFF ? 1 : (uint16_t)(b->life + 1);
    if (o->f.start_take) b->start_id += TTP_START_STEP;
    if (in->life_set) b->life = in->life_value;
    if (in->start_id_set) b->start_id = in->start_id_value;
}

void ttp_link_pipe_clock(struct ttp_link_pipe *b, const struct ttp_link_pipe_in *in,
                         const struct ttp_link_pipe_out *o)
{
    const uint32_t s2_link = b->s2_link;        /* of the event in S2 now */
    const bool quiet = !b->s1_valid && !b->table.s2_wr && !in->grant;

    clock_seen(b, in);
    clock_globals(b, in, o);
    ttp_link_report_clock(b, o);
    b->pin_kill = b->way_n > 1 && o->pinned && !in->core_rst;
    b->sent = ttp_link_pipe_acts(b) && o->f.send_valid;
    if (!ttp_link_pipe_acts(b)) {
        b->s2_step += b->s2_valid;
    } else {
        if (o->f.timer_valid) b->rec[s2_link] = o->rec;
        if (o->f.timer_valid && !o->f.victim) b->act[s2_link] = o->f.act;
        b->s2_valid = 0;
    }
    if (o->s1.s1_go) advance(b, &o->s1);
    if (!quiet || in->init_active) clock_s0(b, in, s2_link, o);

    if (in->append_valid) b->napp[in->append_link] = in->append_napp;
    if (in->freed_moved) b->nfreed[in->freed_link] = in->freed_count;

    if (in->init_active && in->init_idx < b->links) {
        memset(&b->rec[in->init_idx], 0, sizeof *b->rec);
        b->napp[in->init_idx] = 0;
        b->nfreed[in->init_idx] = 0;
        b->act[in->init_idx] = 0;
    }
    if (in->core_rst) {
        b->s1_valid = b->s2_valid = 0;
        b->sent = b->trace_valid = b->irq = 0;
        b->count_pulse = 0;
    }
}
