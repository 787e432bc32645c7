/* SPDX-License-Identifier: Apache-2.0
 *
 * Rings, regions and completions of a NIC; see ttpnic.h. */
#include "ttpnic.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "ttp_regs.h"
#include "ttpnic_regs.h"

enum { ELEMENT = 64, RECORD = 32, SHARES = 256, RINGS = 8 };

struct share {
    uint8_t *memory;
    size_t   bytes;
    uint64_t address;
};

/* A ring that this host fills. */
struct ring {
    uint8_t *memory;
    uint32_t head_register, tail_register;
    uint16_t head, rung, tail;          /* tail: as it was read last */
};

struct ttpnic {
    struct ttpnic_backend backend;
    unsigned log, rings;
    struct ring send[RINGS], recv;
    uint8_t *completions;
    uint16_t taken, told;               /* told: CPL_TAIL */
    struct share share[SHARES];
    unsigned shares;
};

static void put(uint8_t *at, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++) at[i] = (uint8_t)(value >> 8 * i);
}

static uint64_t get(const uint8_t *at, unsigned bytes)
{
    uint64_t value = 0;
    for (unsigned i = bytes; i--;) value = value << 8 | at[i];
    return value;
}

bool ttpnic_read_register(struct ttpnic *n, uint32_t address, uint32_t *value)
{
    return n->backend.read(n->backend.self, address, value);
}

bool ttpnic_write_register(struct ttpnic *n, uint32_t address, uint32_t value)
{
    return n->backend.write(n->backend.self, address, value);
}

const char *ttpnic_gone(const struct ttpnic *n)
{
    return n->backend.gone(n->backend.self);
}

static bool write64(struct ttpnic *n, uint32_t address, uint64_t value)
{
    return ttpnic_write_register(n, address, (uint32_t)value)
        && ttpnic_write_register(n, address + 4, (uint32_t)(value >> 32));
}

/* ---------------------------------------------------------------- memory */

void *ttpnic_allocate(struct ttpnic *n, size_t bytes)
{
    const size_t whole = (bytes + ELEMENT - 1) / ELEMENT * ELEMENT;
    void *m;

    if (!bytes || whole < bytes) return NULL;
    m = n->backend.allocate ? n->backend.allocate(n->backend.self, whole)
                            : aligned_alloc(ELEMENT, whole);
    return m ? memset(m, 0, whole) : NULL;
}

void ttpnic_give_back(struct ttpnic *n, void *memory)
{
    if (!memory) return;
    ttpnic_release(n, memory);
    if (n->backend.give_back) n->backend.give_back(n->backend.self, memory);
    else free(memory);
}

bool ttpnic_share(struct ttpnic *n, void *memory, size_t bytes)
{
    struct share *s = &n->share[n->shares];

    if (n->shares == SHARES || !bytes) return false;
    if (!n->backend.share(n->backend.self, memory, bytes, &s->address)) return false;
    s->memory = memory;
    s->bytes = bytes;
    n->shares++;
    return true;
}

void ttpnic_release(struct ttpnic *n, void *memory)
{
    for (unsigned i = 0; i < n->shares; i++)
        if (n->share[i].memory == memory) {
            n->backend.release(n->backend.self, memory);
            n->share[i] = n->share[--n->shares];
            return;
        }
}

/* The NIC's address of bytes that lie in one shared piece. */
static bool address_of(const struct ttpnic *n, const void *memory, uint64_t bytes,
                       uint64_t *address)
{
    const uint8_t *at = memory;

    *address = 0;
    if (!bytes) return true;
    for (unsigned i = 0; i < n->shares; i++) {
        const struct share *s = &n->share[i];
        if (at >= s->memory && at < s->memory + s->bytes
            && bytes <= (uint64_t)(s->memory + s->bytes - at)) {
            *address = s->address + (uint64_t)(at - s->memory);
            return true;
        }
    }
    return false;
}

/* ---------------------------------------------------------------- open, close */

/* A ring's memory, shared, with its registers set. */
static uint8_t *ring_of(struct ttpnic *n, uint32_t base, uint32_t size, size_t bytes)
{
    uint8_t *memory = ttpnic_allocate(n, bytes);
    uint64_t address;

    if (!memory) return NULL;
    if (!ttpnic_share(n, memory, bytes) || !address_of(n, memory, bytes, &address)
        || !write64(n, base, address) || !ttpnic_write_register(n, size, n->log)) {
        ttpnic_give_back(n, memory);
        return NULL;
    }
    return memory;
}

static bool open_send_rings(struct ttpnic *n, uint32_t rings, size_t bytes)
{
    for (; n->rings < rings; n->rings++) {
        const uint32_t at = NIC_SEND_BYTES * n->rings;
        struct ring *r = &n->send[n->rings];

        r->head_register = NIC_SEND_HEAD + at;
        r->tail_register = NIC_SEND_TAIL + at;
        r->memory = ring_of(n, NIC_SEND_BASE + at, NIC_SEND_SIZE + at, bytes);
        if (!r->memory) return false;
    }
    return true;
}

struct ttpnic *ttpnic_open(const struct ttpnic_backend *backend, uint32_t node, unsigned log,
                           const char **why)
{
    struct ttpnic *n = calloc(1, sizeof *n);
    const size_t many = (size_t)1 << log;
    uint32_t id = 0, rings = 0;
    bool ok;

    *why = "no memory";
    if (!n) {
        backend->close(backend->self);
        return NULL;
    }
    n->backend = *backend;
    n->log = log;
    n->recv.head_register = NIC_RECV_HEAD;
    n->recv.tail_register = NIC_RECV_TAIL;
    if (log < 1 || log > 12) *why = "a ring has 2 to 4096 elements";
    else if (!ttpnic_read_register(n, NIC_ID, &id) || id != NIC_IS) *why = "this is no NIC";
    else if (!ttpnic_read_register(n, NIC_RINGS, &rings) || rings < 1 || rings > RINGS)
        *why = "this NIC has not 1 to 8 send rings";
    else {
        ok = open_send_rings(n, rings, many * ELEMENT);
        n->recv.memory = ring_of(n, NIC_RECV_BASE, NIC_RECV_SIZE, many * ELEMENT);
        n->completions = ring_of(n, NIC_CPL_BASE, NIC_CPL_SIZE, many * RECORD);
        ok = ok && n->recv.memory && n->completions
          && ttpnic_write_register(n, TTP_REG_NODE, node)
          && ttpnic_write_register(n, TTP_REG_CTRL, 1) && ttpnic_write_register(n, NIC_CTRL, 1);
        if (ok) return n;
    }
    if (ttpnic_gone(n)) *why = "the NIC has gone";
    ttpnic_close(n);
    return NULL;
}

void ttpnic_close(struct ttpnic *n)
{
    if (!n) return;
    /* The NIC is still before its rings go. */
    n->backend.close(n->backend.self);
    if (!n->backend.allocate) {
        for (unsigned r = 0; r < n->rings; r++) free(n->send[r].memory);
        free(n->recv.memory);
        free(n->completions);
    }
    free(n);
}

unsigned ttpnic_rings(const struct ttpnic *n) { return n->rings; }

bool ttpnic_limit(struct ttpnic *n, unsigned ring, unsigned messages)
{
    return ring < n->rings && messages < 512
        && ttpnic_write_register(n, NIC_SEND_LIMIT + NIC_SEND_BYTES * ring, messages);
}

/* ---------------------------------------------------------------- regions */

bool ttpnic_region(struct ttpnic *n, unsigned index, void *memory, uint64_t bytes, unsigned rights,
                   int32_t peer, uint32_t secret, uint32_t *key)
{
    uint64_t address;

    if (index > 255 || !address_of(n, memory, bytes, &address)) return false;
    *key = secret << 8 | index;
    return write64(n, NIC_REGION_BASE, address) && write64(n, NIC_REGION_LEN, bytes)
        && ttpnic_write_register(n, NIC_REGION_KEY, *key)
        && ttpnic_write_register(n, NIC_REGION_PEER,
                                 peer == TTPNIC_ALL_PEERS ? 1u << 31 : (uint32_t)peer)
        && ttpnic_write_register(n, NIC_REGION, rights << 8 | index);
}

bool ttpnic_region_end(struct ttpnic *n, unsigned index)
{
    uint32_t status = 2;

    return ttpnic_write_register(n, NIC_REGION, index)
        && ttpnic_read_register(n, NIC_STATUS, &status) && !(status & 2);
}

/* ---------------------------------------------------------------- rings */

/* The next element, empty; NULL if all are in use. */
static uint8_t *element(struct ttpnic *n, struct ring *r)
{
    const uint16_t many = (uint16_t)(1u << n->log);
    uint32_t tail;
    uint8_t *at;

    if ((uint16_t)(r->head - r->tail) == many) {
        if (!ttpnic_read_register(n, r->tail_register, &tail)) return NULL;
        r->tail = (uint16_t)tail;
        if ((uint16_t)(r->head - r->tail) == many) return NULL;
    }
    at = r->memory + (size_t)(r->head & (many - 1)) * ELEMENT;
    memset(at, 0, ELEMENT);
    r->head++;
    return at;
}

bool ttpnic_post(struct ttpnic *n, const struct ttpnic_message *m)
{
    uint64_t address;
    uint8_t *at;

    if (m->ring >= n->rings || !address_of(n, m->local, m->length, &address)
        || !(at = element(n, &n->send[m->ring])))
        return false;
    at[0] = (uint8_t)m->op;
    at[1] = m->notice;
    at[2] = m->vc;
    put(at + 4, m->node, 3);
    put(at + 8, address, 8);
    put(at + 16, m->length, 4);
    put(at + 20, m->key, 4);
    put(at + 24, m->offset, 8);
    put(at + 32, m->immediate, 4);
    put(at + 40, m->cookie, 8);
    return true;
}

bool ttpnic_buffer(struct ttpnic *n, void *memory, uint32_t bytes, uint64_t cookie)
{
    uint64_t address;
    uint8_t *at;

    if (!address_of(n, memory, bytes, &address) || !(at = element(n, &n->recv))) return false;
    put(at + 8, address, 8);
    put(at + 16, bytes, 4);
    put(at + 40, cookie, 8);
    return true;
}

static void ring(struct ttpnic *n, struct ring *r)
{
    if (r->rung != r->head && ttpnic_write_register(n, r->head_register, r->head))
        r->rung = r->head;
}

void ttpnic_ring(struct ttpnic *n)
{
    atomic_thread_fence(memory_order_seq_cst);  /* elements and data are in memory before */
    ring(n, &n->recv);
    for (unsigned r = 0; r < n->rings; r++) ring(n, &n->send[r]);
}

unsigned ttpnic_poll(struct ttpnic *n, struct ttpnic_completion *into, unsigned most)
{
    const uint16_t many = (uint16_t)(1u << n->log);
    unsigned got = 0;

    ttpnic_ring(n);
    n->backend.run(n->backend.self);
    for (; got < most; got++, n->taken++) {
        const uint8_t *at = n->completions + (size_t)(n->taken & (many - 1)) * RECORD;
        const bool phase = !(n->taken >> n->log & 1);
        struct ttpnic_completion *c = &into[got];

        if (*(const volatile uint8_t *)(at + 31) >> 7 != phase) break;
        atomic_thread_fence(memory_order_acquire);      /* the rest of it, and data, behind that */
        c->kind = (enum ttpnic_kind)at[0];
        c->status = at[1];
        c->vc = at[2];
        c->ring = at[3];
        c->node = (uint32_t)get(at + 4, 3);
        c->cookie = get(at + 8, 8);
        c->length = (uint32_t)get(at + 16, 4);
        c->immediate = (uint32_t)get(at + 20, 4);
        c->key = (uint32_t)get(at + 24, 4);
        c->index = (uint16_t)get(at + 28, 2);
    }
    /* The NIC hears of it when half the ring is free again, or nothing else is to be done. */
    if (n->taken != n->told && ((uint16_t)(n->taken - n->told) >= many / 2 || !got)
        && ttpnic_write_register(n, NIC_CPL_TAIL, n->taken))
        n->told = n->taken;
    return got;
}

const char *ttpnic_status_name(uint8_t status)
{
    static const char *const name[] = {
        "OK", "KEY", "RANGE", "NO_BUFFER", "BUSY", "MEMORY", "ORDER", "7", "LOCAL", "DEAD",
        "RESTART", "UNSENT", "TIMEOUT", "DESCRIPTOR",
    };
    return status < sizeof name / sizeof *name ? name[status] : "unknown";
}
