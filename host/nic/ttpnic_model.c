/* SPDX-License-Identifier: Apache-2.0
 *
 * The model of NIC and MAC as a backend: its clock, its memory, its wire; see ttpnic_model.h. */
#include "ttpnic_model.h"

#include <stdlib.h>
#include <string.h>

enum { SHARES = 256, BURSTS = 512, FRAME = 1536, ANSWER = 10000 };

struct burst {
    uint64_t at, due;           /* where the next word lies; cycle of the first answer */
    uint32_t left;              /* words */
    uint8_t  id;
    bool     err;
};

struct bursts {
    struct burst b[BURSTS];
    unsigned first, count;
};

struct share {
    uint8_t *memory;
    size_t   bytes;
};

struct model {
    struct ttpnic_model_config c;
    struct ttp_nic *nic;
    struct ttp_nic_pins_in in;
    struct ttp_nic_pins_out out;
    unsigned word;              /* bytes of one */
    uint64_t cycle;
    struct share share[SHARES];
    unsigned shares, hit;       /* hit: the piece that was found last */
    struct bursts reads, writes, answers;
    uint8_t  tx[FRAME], rx[FRAME];
    size_t   tx_n, rx_n, rx_at;
    int32_t  owed;              /* bytes that the line is behind the words it has taken */
    bool     moved;
};

static struct burst *head(struct bursts *q) { return &q->b[q->first]; }

static void push(struct bursts *q, struct burst b)
{
    q->b[(q->first + q->count++) % BURSTS] = b;
}

static void pop(struct bursts *q)
{
    q->first = (q->first + 1) % BURSTS;
    q->count--;
}

/* ---------------------------------------------------------------- memory */

static bool holds(const struct share *s, uint64_t at)
{
    return at - (uint64_t)(uintptr_t)s->memory < s->bytes;
}

/* The byte at an address; NULL where nothing is shared. */
static uint8_t *byte_at(struct model *m, uint64_t at)
{
    if (m->hit < m->shares && holds(&m->share[m->hit], at)) return (uint8_t *)(uintptr_t)at;
    for (unsigned i = 0; i < m->shares; i++)
        if (holds(&m->share[i], at)) {
            m->hit = i;
            return (uint8_t *)(uintptr_t)at;
        }
    return NULL;
}

/* A word: one memcpy if all of it lies in a piece. No byte of it is shared: an error. */
static bool read_word(struct model *m, uint64_t at, uint64_t into[8])
{
    uint8_t bytes[64] = { 0 };
    bool some = false;

    if (byte_at(m, at) && holds(&m->share[m->hit], at + m->word - 1)) {
        memcpy(into, (const void *)(uintptr_t)at, m->word);
        return true;
    }
    for (unsigned i = 0; i < m->word; i++) {
        const uint8_t *p = byte_at(m, at + i);
        if (p) bytes[i] = *p;
        some |= p != NULL;
    }
    memcpy(into, bytes, m->word);
    return some;
}

/* Every byte with its strobe has to be shared. */
static bool write_word(struct model *m, uint64_t at, const uint64_t from[8], uint64_t strb)
{
    const uint8_t *bytes = (const uint8_t *)from;
    const uint64_t all = m->word == 64 ? ~0ull : (1ull << m->word) - 1;
    bool ok = true;

    if (strb == all && byte_at(m, at) && holds(&m->share[m->hit], at + m->word - 1)) {
        memcpy((void *)(uintptr_t)at, from, m->word);
        return true;
    }
    for (unsigned i = 0; i < m->word; i++)
        if (strb >> i & 1) {
            uint8_t *p = byte_at(m, at + i);
            if (p) *p = bytes[i];
            ok &= p != NULL;
        }
    return ok;
}

/* What memory says in this cycle. */
static void memory_drive(struct model *m)
{
    struct ttp_nic_in *in = &m->in.core;

    in->m_axi_arready = m->reads.count < BURSTS;
    in->m_axi_awready = m->writes.count < BURSTS && m->answers.count < BURSTS / 2;
    in->m_axi_wready = m->writes.count > 0;
    in->m_axi_rvalid = m->reads.count && head(&m->reads)->due <= m->cycle;
    if (in->m_axi_rvalid) {
        const struct burst *b = head(&m->reads);
        in->m_axi_rid = b->id;
        in->m_axi_rlast = b->left == 1;
        in->m_axi_rresp = read_word(m, b->at, in->m_axi_rdata) ? 0 : 2;
    }
    in->m_axi_bvalid = m->answers.count && head(&m->answers)->due <= m->cycle;
    if (in->m_axi_bvalid) {
        in->m_axi_bid = head(&m->answers)->id;
        in->m_axi_bresp = head(&m->answers)->err ? 2 : 0;
    }
}

/* ... and what it takes with the edge. */
static void memory_clock(struct model *m)
{
    const struct ttp_nic_in *in = &m->in.core;
    const struct ttp_nic_out *o = &m->out.core;
    const uint64_t due = m->cycle + 1 + m->c.memory_latency;

    if (in->m_axi_rvalid && o->m_axi_rready) {
        struct burst *b = head(&m->reads);
        b->at += m->word;
        if (!--b->left) pop(&m->reads);
        m->moved = true;
    }
    if (in->m_axi_wready && o->m_axi_wvalid) {
        struct burst *b = head(&m->writes);
        b->err |= !write_word(m, b->at, o->m_axi_wdata, o->m_axi_wstrb);
        b->at += m->word;
        if (!--b->left) {
            push(&m->answers, (struct burst){ .due = due, .id = b->id, .err = b->err });
            pop(&m->writes);
        }
    }
    if (in->m_axi_bvalid) pop(&m->answers);
    if (in->m_axi_arready && o->m_axi_arvalid)
        push(&m->reads, (struct burst){ .at = o->m_axi_araddr - m->c.offset, .due = due,
                                        .left = o->m_axi_arlen + 1u, .id = o->m_axi_arid });
    if (in->m_axi_awready && o->m_axi_awvalid) {
        push(&m->writes, (struct burst){ .at = o->m_axi_awaddr - m->c.offset,
                                         .left = o->m_axi_awlen + 1u, .id = o->m_axi_awid });
        m->moved = true;
    }
}

/* ---------------------------------------------------------------- wire */

static void wire_drive(struct model *m)
{
    struct ttp_nic_wire *w = &m->in.s_axis_wire;
    size_t n;

    m->in.m_axis_wire_tready = m->owed < (int32_t)m->word;
    if (m->c.words) {
        m->c.words(m->c.wire, &m->out.m_axis_wire, w);
        m->moved |= w->tvalid;
        return;
    }
    if (m->rx_at == m->rx_n) {
        m->rx_at = 0;
        m->rx_n = m->c.receive(m->c.wire, m->rx, sizeof m->rx);
    }
    w->tvalid = m->rx_at < m->rx_n;
    if (!w->tvalid) return;
    n = m->rx_n - m->rx_at < m->word ? m->rx_n - m->rx_at : m->word;
    memcpy(w->tdata, m->rx + m->rx_at, n);
    w->tkeep = n == 64 ? ~0ull : (1ull << n) - 1;
    w->tlast = m->rx_at + n == m->rx_n;
    w->tuser = false;
    m->rx_at += n;
    m->moved = true;
}

static void wire_clock(struct model *m)
{
    const struct ttp_nic_wire *w = &m->out.m_axis_wire;
    size_t n = 0;

    m->moved |= w->tvalid;
    if (m->c.words) return;
    if (!w->tvalid || !m->in.m_axis_wire_tready) {
        m->owed = m->owed > (int32_t)m->word ? m->owed - (int32_t)m->word : 0;
        return;
    }
    while (n < m->word && w->tkeep >> n & 1) n++;
    if (n > sizeof m->tx - m->tx_n) n = sizeof m->tx - m->tx_n;
    memcpy(m->tx + m->tx_n, w->tdata, n);
    m->tx_n += n;
    if (w->tlast) {
        m->c.send(m->c.wire, m->tx, m->tx_n);
        /* A last word that is not full leaves time, of which the next frame may use a word. */
        m->owed += (int32_t)(m->tx_n + m->c.gap)
                 - (int32_t)((m->tx_n + m->word - 1) / m->word * m->word);
        if (m->owed < -(int32_t)m->word) m->owed = -(int32_t)m->word;
        m->tx_n = 0;
    }
}

/* ---------------------------------------------------------------- clock, registers */

static void cycle(struct model *m)
{
    ttp_nic_outputs(m->nic, &m->out);
    memory_drive(m);
    wire_drive(m);
    if (m->c.watch) m->c.watch(m->c.watcher, &m->in, &m->out);
    ttp_nic_clock(m->nic, &m->in);
    memory_clock(m);
    wire_clock(m);
    m->cycle++;
}

static void model_run(void *self)
{
    struct model *m = self;

    m->moved = false;
    for (uint32_t i = 0; i < m->c.cycles; i++) cycle(m);
    if (!m->moved && m->c.idle) m->c.idle(m->c.wire);
}

static bool model_write(void *self, uint32_t address, uint32_t value)
{
    struct model *m = self;
    struct ttp_axil_in *in = &m->in.core.s_axil;
    const struct ttp_axil_out *o = &m->out.core.s_axil;
    bool done = false, ok = false;

    *in = (struct ttp_axil_in){ .awaddr = address, .wdata = value, .wstrb = 0xf, .awvalid = true,
                                .wvalid = true, .bready = true };
    for (unsigned i = 0; i < ANSWER && !done; i++) {
        cycle(m);
        if (o->awready) in->awvalid = false;
        if (o->wready) in->wvalid = false;
        done = o->bvalid;
        ok = done && !o->bresp;
    }
    *in = (struct ttp_axil_in){ .bready = true };
    return ok;
}

static bool model_read(void *self, uint32_t address, uint32_t *value)
{
    struct model *m = self;
    struct ttp_axil_in *in = &m->in.core.s_axil;
    const struct ttp_axil_out *o = &m->out.core.s_axil;
    bool done = false, ok = false;

    *in = (struct ttp_axil_in){ .araddr = address, .arvalid = true, .rready = true };
    for (unsigned i = 0; i < ANSWER && !done; i++) {
        cycle(m);
        if (o->arready) in->arvalid = false;
        done = o->rvalid;
        ok = done && !o->rresp;
        if (done) *value = o->rdata;
    }
    *in = (struct ttp_axil_in){ .bready = true };
    return ok;
}

/* ---------------------------------------------------------------- the backend */

static void reset(struct model *m, uint16_t epoch)
{
    m->in = (struct ttp_nic_pins_in){ .core.rst = true, .cfg_epoch_seed = epoch };
    m->shares = m->hit = 0;
    cycle(m);
    cycle(m);
    m->in.core.rst = false;
    /* Memory is reset with it: it has taken what stood at the pins as rst came. */
    m->reads.count = m->writes.count = m->answers.count = 0;
    m->tx_n = m->rx_n = m->rx_at = 0;
}

static bool model_share(void *self, void *memory, size_t bytes, uint64_t *address)
{
    struct model *m = self;

    if (m->shares == SHARES) return false;
    m->share[m->shares++] = (struct share){ memory, bytes };
    *address = (uint64_t)(uintptr_t)memory + m->c.offset;
    return true;
}

static void model_release(void *self, void *memory)
{
    struct model *m = self;

    for (unsigned i = 0; i < m->shares; i++)
        if (m->share[i].memory == memory) {
            m->share[i] = m->share[--m->shares];
            return;
        }
}

static const char *model_gone(void *self)
{
    (void)self;
    return NULL;
}

static void model_close(void *self)
{
    struct model *m = self;

    ttp_nic_free(m->nic);
    free(m);
}

bool ttpnic_model(const struct ttpnic_model_config *c, struct ttpnic_backend *into,
                  const char **why)
{
    const struct ttp_nic_params nic = { c->mac.data_w, c->messages, c->regions, c->reads,
                                        c->follow, c->rings };
    struct model *m = calloc(1, sizeof *m);
    struct ttp_nic *made = ttp_nic_new(&c->mac, &nic, why);

    if (!m || !made || c->offset % 4096) {
        if (!m) *why = "no memory";
        else if (made) *why = "offset is no multiple of 4096";
        ttp_nic_free(made);
        free(m);
        return false;
    }
    m->c = *c;
    m->nic = made;
    m->word = c->mac.data_w / 8;
    reset(m, c->epoch);
    *into = (struct ttpnic_backend){ m, model_write, model_read, model_share, model_release,
                                     model_run, model_gone, model_close, NULL, NULL };
    return true;
}

void ttpnic_model_reset(const struct ttpnic_backend *b, uint16_t epoch) { reset(b->self, epoch); }

uint64_t ttpnic_model_cycles(const struct ttpnic_backend *b)
{
    return ((const struct model *)b->self)->cycle;
}
