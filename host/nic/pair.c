/* SPDX-License-Identifier: Apache-2.0
 *
 * Two NICs and a cable; see pair.h. */
#include "pair.h"

#include <string.h>

#include "ttp_regs.h"

enum {
    WORD = 64,                  /* bytes */
    GAP = 24,                   /* FCS, preamble and gap of Ethernet */
    WAYS = sizeof ((struct pair_end *)0)->on_way / sizeof *((struct pair_end *)0)->on_way,
    ALONE = 200,                /* cycles of silence until a frame waits for no next one */
    CTRL_ENABLE = 1, CTRL_SELECTIVE = 8
};

/* The last word of the frame has just left; its first one arrives PAIR_CABLE behind its leaving.
 * That is later than now, as no frame has so many words. What finds the cable full is lost. */
static void arrives(void *wire, const uint8_t *frame, size_t bytes)
{
    struct pair_end *e = wire, *o = e->other;
    const unsigned at = (o->first + o->count) % WAYS;

    if (o->count == WAYS) {
        e->harm.lost++;
        return;
    }
    o->count++;
    o->on_way[at].due = e->pair->now + PAIR_CABLE - (bytes - 1) / WORD;
    o->on_way[at].bytes = bytes;
    memcpy(o->on_way[at].frame, frame, bytes);
}

static void cable_send(void *wire, const uint8_t *frame, size_t bytes)
{
    struct pair_end *e = wire;

    e->last = e->pair->now;
    wire_harm_send(&e->harm, frame, bytes);
}

static size_t cable_receive(void *wire, uint8_t *frame, size_t most)
{
    struct pair_end *e = wire;
    size_t n;

    if (!e->count || e->on_way[e->first].due > e->pair->now) return 0;
    n = e->on_way[e->first].bytes;
    if (n > most) n = most;
    memcpy(frame, e->on_way[e->first].frame, n);
    e->first = (e->first + 1) % WAYS;
    e->count--;
    return n;
}

/* Whoever has a cycle lets the other have it too: a register access of one, which takes cycles,
 * does not stop the other. */
static void both(void *watcher, const struct ttp_nic_pins_in *in,
                 const struct ttp_nic_pins_out *out)
{
    struct pair_end *e = watcher;
    struct pair *p = e->pair;

    (void)in;
    (void)out;
    if (e->harm.held_n && p->now - e->last > ALONE) wire_harm_flush(&e->harm);
    if (p->steps || !e->other->backend.run) return;
    p->steps = true;
    p->now++;
    e->other->backend.run(e->other->backend.self);
    p->steps = false;
}

/* As the NICs of docs/numbers.md: 1 MiB of transmit SRAM, selective repeat, registers as after
 * reset. */
static const struct ttpnic_model_config CONFIG = {
    .mac = { .data_w = 8 * WORD, .tx_cells = 16384, .tx_pkts = 1024, .rx_cells = 4096,
             .link_sets = 16, .link_ways = 2, .deep = 1, .selective = 1,
             .timeout_rst = TTP_RST_TIMEOUT, .open_tmo_rst = TTP_RST_OPEN_TMO,
             .close_tmo_rst = TTP_RST_CLOSE_TMO, .backoff_rst = TTP_RST_BACKOFF,
             .retry_max_rst = TTP_RST_RETRY_MAX, .addr_high = 0x98ED5C },
    .messages = 256, .regions = 16, .reads = PAIR_READS, .follow = 64, .rings = 1,
    .memory_latency = PAIR_LATENCY, .cycles = 1, .gap = GAP,
    .send = cable_send, .receive = cable_receive, .watch = both,
};

bool pair_open(struct pair *p, const struct wire_harm *harm, const char **why)
{
    for (unsigned i = 0; i < 2; i++) {
        struct pair_end *e = &p->end[i];
        struct ttpnic_model_config c = CONFIG;

        e->pair = p;
        e->other = &p->end[1 - i];
        e->harm = *harm;
        e->harm.random = i ? ~harm->random : harm->random;
        e->harm.wire = e;
        e->harm.out = arrives;
        c.epoch = (uint16_t)(1 + i);
        c.wire = c.watcher = e;
        if (!ttpnic_model(&c, &e->backend, why)) return false;
    }
    for (unsigned i = 0; i < 2; i++) {
        struct pair_end *e = &p->end[i];

        e->nic = ttpnic_open(&e->backend, i + 1, 10, why);
        if (!e->nic) return false;
        *why = "the MAC's CTRL";
        if (!ttpnic_write_register(e->nic, TTP_REG_CTRL, CTRL_ENABLE | CTRL_SELECTIVE))
            return false;
    }
    return true;
}

void pair_close(struct pair *p)
{
    for (unsigned i = 0; i < 2; i++) ttpnic_close(p->end[i].nic);
}
