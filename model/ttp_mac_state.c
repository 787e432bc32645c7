/* SPDX-License-Identifier: Apache-2.0
 *
 * Life of a MAC object: memory, saved state, skipping of idle cycles.
 *
 * Pointers. The blocks keep pointers to their arrays inside their state, the arrays lie in one
 * arena. Which words of the state these are is found once, when a MAC is made: the state is bound
 * to two arenas, and the words that differ are the pointers. A saved state has offsets there. */
#include <stdlib.h>
#include <string.h>

#include "ttp_mac.h"

#define STATE_MAGIC 0x3153505474746d31ull

struct header {                 /* of a saved state */
    uint64_t magic;
    uint64_t size;
    struct ttp_params p;
};

/* Puts the arrays of every block into the arena. With an arena without memory it only counts. */
static void bind(struct ttp_mac_state *s, const struct ttp_params *p, struct ttp_arena *a)
{
    /* What every cycle touches lies together: it stays in the cache beside the big memories. */
    ttp_link_timer_bind(&s->timer, p, a);
    ttp_arbiter_bind(&s->arbiter, p, a);
    ttp_link_pipe_bind(&s->pipe, p, a);
    ttp_retire_bind(&s->retire, p, a);
    ttp_retransmit_bind(&s->retransmit, p, a);
    ttp_tx_sched_bind(&s->sched, p, a);
    ttp_tx_marks_bind(&s->marks, p, a);
    ttp_tx_respond_bind(&s->respond, p, a);
    ttp_rx_parse_bind(&s->parse, p, a);
    ttp_rx_deliver_bind(&s->deliver, p, a);
    ttp_rx_hold_bind(&s->hold, p, a);
    ttp_tx_ingest_bind(&s->ingest, p, a);
    ttp_tx_frame_bind(&s->frame, p, a);
    ttp_init_bind(&s->init, p, a);
    ttp_cpl_bind(&s->cpl, a);
    ttp_csr_init(&s->csr, p);
    ttp_perf_init(&s->perf);
    ttp_rx_sram_bind(&s->rx_sram, p, a);
    ttp_tx_sram_bind(&s->tx_sram, p, a);
}

/* By memcpy: a word of a struct may not be read as another type. */
static uintptr_t word_at(const void *s, size_t at)
{
    uintptr_t v;

    memcpy(&v, (const char *)s + at, sizeof v);
    return v;
}

static void set_word(void *s, size_t at, uintptr_t v) { memcpy((char *)s + at, &v, sizeof v); }

/* A pointer is a word that differs and has the same offset in both arenas. False if the state holds
 * anything else that depends on where it lies: such a state could not be saved. */
static bool find_pointers(struct ttp_mac *m)
{
    struct ttp_mac_state *other = calloc(1, sizeof *other);
    struct ttp_params p = m->p;
    struct ttp_arena a = { malloc(m->arena_n), 0, m->arena_n };
    bool ok = other && a.base;

    if (ok) bind(other, &p, &a);
    for (size_t at = 0; ok && at < sizeof m->s; at += sizeof(uintptr_t)) {
        const uintptr_t mine = word_at(&m->s, at), its = word_at(other, at);

        if (mine == its) continue;
        ok = mine - (uintptr_t)m->arena == its - (uintptr_t)a.base
             && mine - (uintptr_t)m->arena <= m->arena_n && m->pointers < TTP_MAC_POINTERS;
        if (ok) m->pointer_at[m->pointers++] = (uint16_t)(at / sizeof(uintptr_t));
    }
    free(a.base);
    free(other);
    return ok;
}

struct ttp_mac *ttp_mac_new(const struct ttp_params *p, const char **why)
{
    const char *wrong = ttp_params_check(p);
    struct ttp_mac_state *count = NULL;
    struct ttp_arena a = { NULL, 0, 0 };
    struct ttp_mac *m = NULL;

    if (!wrong) {
        wrong = "out of memory";
        count = calloc(1, sizeof *count);
        if (count) bind(count, p, &a);
        free(count);
        if (count) m = calloc(1, sizeof *m + a.used);
    }
    /* One piece of memory for struct and arena: they are freed together, and share pages. */
    if (m) {
        m->p = *p;
        m->arena = (uint8_t *)(m + 1);
        m->arena_n = a.used;
        a = (struct ttp_arena){ m->arena, 0, m->arena_n };
        bind(&m->s, p, &a);
        if (find_pointers(m)) {
            ttp_mac_drive(m);
            return m;
        }
        free(m);                        /* unreached: out of memory */
    }
    if (why) *why = wrong;              /* unreached: tb/system/params.py, which is not counted */
    return NULL;                        /* unreached: the same */
}

void ttp_mac_free(struct ttp_mac *m) { free(m); }

void ttp_mac_start_cycle(struct ttp_mac *m, uint64_t n) { m->s.csr.start = n & ~UINT64_C(63); }

uint64_t ttp_mac_cycle(const struct ttp_mac *m) { return m->s.cycle; }

/* unreached: asked by the benchmarks alone */
size_t ttp_mac_footprint(const struct ttp_mac *m) { return sizeof *m + m->arena_n; }

size_t ttp_mac_state_size(const struct ttp_mac *m)
{
    return sizeof(struct header) + sizeof m->s + m->arena_n;
}

/* ---- save, restore, compare ---- */

void ttp_mac_save(const struct ttp_mac *m, void *buf)
{
    struct header h;
    uint8_t *to = buf;

    memset(&h, 0, sizeof h);            /* what lies between the fields too */
    h.magic = STATE_MAGIC;
    h.size = ttp_mac_state_size(m);
    h.p = m->p;
    memcpy(to, &h, sizeof h);
    to += sizeof h;
    memcpy(to, &m->s, sizeof m->s);
    for (uint32_t i = 0; i < m->pointers; i++) {
        const size_t at = m->pointer_at[i] * sizeof(uintptr_t);

        set_word(to, at, word_at(to, at) - (uintptr_t)m->arena);
    }
    memcpy(to + sizeof m->s, m->arena, m->arena_n);
}

bool ttp_mac_restore(struct ttp_mac *m, const void *buf)
{
    struct header h;
    const uint8_t *from = buf;

    memcpy(&h, from, sizeof h);
    if (h.magic != STATE_MAGIC || h.size != ttp_mac_state_size(m)
        || memcmp(&h.p, &m->p, sizeof h.p) != 0)
        return false;       /* unreached: the tests restore what they have saved themselves */
    from += sizeof h;
    memcpy(&m->s, from, sizeof m->s);
    for (uint32_t i = 0; i < m->pointers; i++) {
        const size_t at = m->pointer_at[i] * sizeof(uintptr_t);

        set_word(&m->s, at, word_at(&m->s, at) + (uintptr_t)m->arena);
    }
    memcpy(m->arena, from + sizeof m->s, m->arena_n);
    m->w.csr.version = m->s.csr.version - 1;    /* so that it is seen as changed */
    ttp_mac_drive(m);
    return true;
}

/* To memory that is 0, block by block: where nothing but 0 is to be written, nothing is. */
static void copy_used(uint8_t *to, const uint8_t *from, size_t n)
{
    static const uint8_t zeros[4096];

    for (size_t at = 0; at < n; at += sizeof zeros) {
        const size_t part = n - at < sizeof zeros ? n - at : sizeof zeros;

        if (memcmp(from + at, zeros, part) != 0) memcpy(to + at, from + at, part);
    }
}

struct ttp_mac *ttp_mac_copy(const struct ttp_mac *m)
{
    struct ttp_mac *c = calloc(1, sizeof *c + m->arena_n);

    if (!c) return NULL;
    c->p = m->p;
    c->arena = (uint8_t *)(c + 1);
    c->arena_n = m->arena_n;
    c->pointers = m->pointers;
    memcpy(c->pointer_at, m->pointer_at, sizeof c->pointer_at);
    c->s = m->s;
    for (uint32_t i = 0; i < c->pointers; i++) {
        const size_t at = c->pointer_at[i] * sizeof(uintptr_t);

        set_word(&c->s, at, word_at(&c->s, at) - (uintptr_t)m->arena + (uintptr_t)c->arena);
    }
    copy_used(c->arena, m->arena, c->arena_n);
    c->w.csr.version = c->s.csr.version - 1;    /* so that it is seen as changed */
    ttp_mac_drive(c);
    return c;
}

/* Word by word, because equal pointers into two arenas are different words. */
bool ttp_mac_equal(const struct ttp_mac *a, const struct ttp_mac *b)
{
    uint32_t next = 0;

    if (memcmp(&a->p, &b->p, sizeof a->p) != 0) return false;
    for (size_t at = 0; at < sizeof a->s; at += sizeof(uintptr_t)) {
        uintptr_t x = word_at(&a->s, at), y = word_at(&b->s, at);

        if (next < a->pointers && a->pointer_at[next] == at / sizeof(uintptr_t)) {
            x -= (uintptr_t)a->arena;
            y -= (uintptr_t)b->arena;
            next++;
        }
        if (x != y) return false;
    }
    return memcmp(a->arena, b->arena, a->arena_n) == 0;
}

/* ---- idle cycles ---- */

/* With idle inputs nothing moves but the cycle counters and the walk of the timer, until a
 * deadline is seen. The calm is for chains of flops that no block reports as busy. The cheap
 * questions are first; the blocks are asked with | because branches would cost more than asking. */
static bool idle(const struct ttp_mac *m)
{
    const struct ttp_mac_state *s = &m->s;
    const uint32_t now = (uint32_t)m->w.csr.now;

    return s->was_reset && s->calm == TTP_MAC_CALM
        && !ttp_init_busy(&s->init) && ttp_csr_idle(&s->csr)
        && s->csr.cfg.on == s->csr.cfg.enable
        && s->ingest.gate == (s->csr.cfg.on || s->ingest.pin_mid)
        && !(ttp_link_pipe_busy(&s->pipe) | ttp_arbiter_busy(&s->arbiter)
             | ttp_link_timer_busy(&s->timer) | ttp_rx_parse_busy(&s->parse)
             | ttp_rx_sram_busy(&s->rx_sram) | ttp_rx_deliver_busy(&s->deliver)
             | ttp_rx_hold_busy(&s->hold)
             | ttp_tx_marks_busy(&s->marks, now, s->csr.cfg.timeout, s->csr.cfg.delay / 16)
             | ttp_tx_ingest_busy(&s->ingest) | ttp_tx_sram_busy(&s->tx_sram)
             | ttp_retire_busy(&s->retire) | ttp_retransmit_busy(&s->retransmit)
             | ttp_tx_respond_busy(&s->respond) | ttp_tx_sched_busy(&s->sched)
             | ttp_tx_frame_busy(&s->frame))
        && ttp_cpl_idle(&s->cpl) && ttp_perf_idle(&s->perf, m->w.csr.cnt_idx);
}

uint64_t ttp_mac_idle_until(const struct ttp_mac *m)
{
    const uint32_t now = (uint32_t)m->w.csr.now;
    uint64_t n, probe;

    if (!idle(m)) return m->s.cycle;
    n = ttp_link_timer_idle(&m->s.timer, now);
    probe = ttp_tx_marks_idle(&m->s.marks, now, m->s.csr.cfg.timeout);
    if (probe < n) n = probe;
    return n > UINT64_MAX - m->s.cycle ? UINT64_MAX : m->s.cycle + n;
}

/* What moves in an idle cycle, n times at once. */
void ttp_mac_skip(struct ttp_mac *m, uint64_t n)
{
    m->s.cycle += n;
    m->s.csr.now += n;
    ttp_link_timer_skip(&m->s.timer, n);
    ttp_mac_drive(m);
}
