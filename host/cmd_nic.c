/* SPDX-License-Identifier: Apache-2.0
 *
 * nic: a card with a NIC, by docs/nic.md. Rings are in the last 4 KiB of its memory, and where they
 * stand is read from the registers of the NIC: one ttpctl posts, another one may take what comes.
 * libttpnic is not used, which wants rings in the memory of its process. */
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "card_regs.h"
#include "ctl.h"
#include "ttpnic.h"
#include "ttpnic_regs.h"

/* Rings: elements as powers of two, and where, from the last 4 KiB on */
enum { RINGS = 4096, SEND_LOG = 4, RECV_LOG = 4, CPL_LOG = 6, RECV_AT = 1024, CPL_AT = 2048 };
enum { ELEMENT = 64, RECORD = 32 };

static uint16_t nic_reg(uint32_t address) { return (uint16_t)(address + CARD_NIC); }
static uint32_t get_nic(struct ctl *c, uint32_t reg) { return reg_get(c, nic_reg(reg)); }
static struct hl_op set_nic(uint32_t reg, uint32_t v) { return op_write(nic_reg(reg), v); }

static void put_le(uint8_t *at, uint64_t v, unsigned n)
{
    for (unsigned i = 0; i < n; i++) at[i] = (uint8_t)(v >> 8 * i);
}

static uint64_t get_le(const uint8_t *at, unsigned n)
{
    uint64_t v = 0;
    while (n--) v = v << 8 | at[n];
    return v;
}

static uint32_t rings(struct ctl *c)
{
    return mem_bytes(c) - RINGS;
}

static void want(struct ctl *c, int n, const char *what)
{
    if (c->argc != n) stop(c, 2, "nic %s: wants %s", c->argv[0], what);
}

static int show(struct ctl *c)
{
    static const char *const name[] = { "POSTED", "TAKEN", "BAD", "REFUSED", "LATE", "LOST", "OK",
                                        "FAILED", "TOLD" };
    const unsigned n = sizeof name / sizeof name[0];
    const uint32_t bytes = mem_bytes(c), param = get_nic(c, NIC_PARAM);
    printf("memory     %u bytes\n", bytes);
    printf("NIC        %u bit, %u messages, %u regions, %u reads; %s\n", (param & 255) * 8,
           param >> 8 & 255 ? param >> 8 & 255 : 256, param >> 16 & 255, param >> 24,
           get_nic(c, NIC_CTRL) & 1 ? "on" : "off");
    for (unsigned i = 0; i < n; i++)
        printf("%-10s %u\n", name[i], get_nic(c, NIC_COUNT + 4 * i));
    return 0;
}

static int start(struct ctl *c)
{
    static const uint8_t zeros[RECORD << CPL_LOG];
    want(c, 1, "nothing more");
    const uint32_t at = rings(c);
    struct hl_op off = set_nic(NIC_CTRL, 0);
    regs(c, &off, 1);
    /* msg.life: a card has the same life after each reset; by our clock it has another one, but one
     * time in 63. Messages that are open stay what they are. */
    struct hl_op life = set_nic(NIC_LIFE, (uint32_t)now_ms() & 0xFFFF);
    if (!(get_nic(c, NIC_STATUS) & 1)) regs(c, &life, 1);
    mem_put(c, at + CPL_AT, zeros, sizeof zeros);
    struct hl_op op[] = {
        set_nic(NIC_SEND_BASE, at), set_nic(NIC_SEND_BASE + 4, 0),
        set_nic(NIC_SEND_SIZE, SEND_LOG),
        set_nic(NIC_RECV_BASE, at + RECV_AT), set_nic(NIC_RECV_BASE + 4, 0),
        set_nic(NIC_RECV_SIZE, RECV_LOG),
        set_nic(NIC_CPL_BASE, at + CPL_AT), set_nic(NIC_CPL_BASE + 4, 0),
        set_nic(NIC_CPL_SIZE, CPL_LOG), set_nic(NIC_CTRL, 1) };
    regs(c, op, sizeof op / sizeof op[0]);
    return 0;
}

static int region(struct ctl *c)
{
    const bool off = c->argc == 3 && strcmp(c->argv[2], "off") == 0;
    if (!off) want(c, 5, "KEY ADDRESS BYTES r|w|rw, or KEY off");
    const uint32_t key = (uint32_t)number_arg(c, "key", c->argv[1], 0, 0xFFFFFFFF);
    const uint32_t there = (mem_bytes(c), get_nic(c, NIC_PARAM) >> 16 & 255);
    if ((key & 255) >= there)
        stop(c, 2, "key 0x%08X: its last byte is the number of the region, below %u", key, there);
    if (off) {
        struct hl_op op = set_nic(NIC_REGION, key & 255);
        regs(c, &op, 1);
        const int64_t end = now_ms() + c->hl.patience_ms;
        while (get_nic(c, NIC_STATUS) >> 1 & 1)
            if (now_ms() > end) stop(c, 1, "payloads that see the region stay under way");
        return 0;
    }
    const uint32_t at = (uint32_t)number_arg(c, "address", c->argv[2], 0, 0xFFFFFFFF);
    const uint32_t n = (uint32_t)number_arg(c, "bytes", c->argv[3], 0, 0xFFFFFFFF);
    const char *who = c->argv[4];
    const uint32_t rights = strcmp(who, "w") == 0 ? 1 : strcmp(who, "r") == 0 ? 2
                          : strcmp(who, "rw") == 0 ? 3 : 0;
    if (!rights) stop(c, 2, "%s: not r, w or rw", who);
    struct hl_op op[] = {
        set_nic(NIC_REGION_BASE, at), set_nic(NIC_REGION_BASE + 4, 0),
        set_nic(NIC_REGION_LEN, n), set_nic(NIC_REGION_LEN + 4, 0), set_nic(NIC_REGION_KEY, key),
        set_nic(NIC_REGION_PEER, c->has_from ? c->from : 1u << 31),
        set_nic(NIC_REGION, rights << 8 | (key & 255)) };
    regs(c, op, sizeof op / sizeof op[0]);
    return 0;
}

/* The next completion, if it is there, is taken and told. */
static bool take(struct ctl *c, uint32_t at, uint8_t *r)
{
    const uint32_t tail = get_nic(c, NIC_CPL_TAIL);
    const uint32_t place = at + CPL_AT + RECORD * (tail & ((1u << CPL_LOG) - 1));
    const unsigned phase = !(tail >> CPL_LOG & 1);
    /* The phase is written with the last word, so it is looked at first. */
    mem_get(c, place + RECORD - 4, r + RECORD - 4, 4);
    if ((unsigned)(r[RECORD - 1] >> 7) != phase) return false;
    mem_get(c, place, r, RECORD);
    struct hl_op op = set_nic(NIC_CPL_TAIL, (tail + 1) & 0xFFFF);
    regs(c, &op, 1);
    const uint32_t node = (uint32_t)get_le(r + 4, 3), n = (uint32_t)get_le(r + 16, 4);
    if (r[0] == TTPNIC_NOTICE)
        printf("NOTICE   node %06X, VC %u: %u bytes at 0x%llX of region 0x%08X, number %u\n", node,
               r[2], n, (unsigned long long)get_le(r + 8, 8), (uint32_t)get_le(r + 24, 4),
               (uint32_t)get_le(r + 20, 4));
    else
        printf("%-8s node %06X, VC %u: %u bytes, %s\n", r[0] == TTPNIC_DONE ? "DONE" : "RECEIVED",
               node, r[2], n, ttpnic_status_name(r[1]));
    fflush(stdout);
    return true;
}

static void must_be_on(struct ctl *c)
{
    if (!(get_nic(c, NIC_CTRL) & 1)) stop(c, 1, "the NIC is off: nic start");
}

static int message(struct ctl *c, uint8_t op)
{
    uint8_t e[ELEMENT] = { op }, r[RECORD];
    want(c, 6, "NODE ADDRESS BYTES KEY OFFSET");
    if (c->has_notice && op != TTPNIC_WRITE) stop(c, 2, "--notice: only of nic write");
    e[1] = c->has_notice;
    e[2] = (uint8_t)c->vc;
    put_le(e + 4, node_arg(c, c->argv[1]), 3);
    put_le(e + 8, number_arg(c, "address", c->argv[2], 0, 0xFFFFFFFF), 8);
    put_le(e + 16, number_arg(c, "bytes", c->argv[3], 0, 0xFFFFFFFF), 4);
    put_le(e + 20, number_arg(c, "key", c->argv[4], 0, 0xFFFFFFFF), 4);
    put_le(e + 24, number_arg(c, "offset", c->argv[5], 0, UINT64_MAX), 8);
    put_le(e + 32, c->notice, 4);
    const uint32_t at = rings(c);
    must_be_on(c);
    const uint32_t head = get_nic(c, NIC_SEND_HEAD), tail = get_nic(c, NIC_SEND_TAIL);
    if (((head - tail) & 0xFFFF) >= 1u << SEND_LOG)
        stop(c, 1, "the send ring is full: earlier messages wait; nic poll, or nic start anew");
    put_le(e + 40, head, 8);
    mem_put(c, at + ELEMENT * (head & ((1u << SEND_LOG) - 1)), e, ELEMENT);
    struct hl_op bell = set_nic(NIC_SEND_HEAD, (head + 1) & 0xFFFF);
    regs(c, &bell, 1);
    c->on_break = "the message is posted, its end has not been told";
    const int64_t end = now_ms() + (c->wait_ms >= 0 ? c->wait_ms : c->hl.stall_ms);
    for (;;) {
        while (take(c, at, r))
            if (r[0] == TTPNIC_DONE && get_le(r + 28, 2) == head) return r[1] != 0;
        if (now_ms() > end) stop(c, 1, "the message is posted, its end has not been told");
    }
}

static int events(struct ctl *c)
{
    uint8_t r[RECORD];
    want(c, 1, "nothing more");
    const uint32_t at = rings(c);
    must_be_on(c);
    const int64_t end = now_ms() + (c->wait_ms >= 0 ? c->wait_ms : 0);
    bool any = take(c, at, r);
    while (!any && now_ms() < end) any = take(c, at, r);
    if (!any) stop(c, 1, "nothing has come");
    while (take(c, at, r)) {}
    return 0;
}

int cmd_nic(struct ctl *c)
{
    static const struct { const char *name; bool vc, wait, notice, from; } known[] = {
        { "", false, false, false, false },      { "start", false, false, false, false },
        { "region", false, false, false, true },  { "write", true, true, true, false },
        { "read", true, true, true, false },     { "poll", false, true, false, false } };
    const char *what = c->argc ? c->argv[0] : "";
    for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(what, known[i].name) != 0) continue;
        if ((c->has_vc && !known[i].vc) || (c->wait_ms >= 0 && !known[i].wait)
            || (c->has_notice && !known[i].notice) || (c->has_from && !known[i].from))
            stop(c, 2, "nic %s: an option that does not belong to it", what);
        return i == 0 ? show(c) : i == 1 ? start(c) : i == 2 ? region(c)
             : i == 3 ? message(c, TTPNIC_WRITE) : i == 4 ? message(c, TTPNIC_READ) : events(c);
    }
    stop(c, 2, "nic %s: not start, region, write, read or poll", what);
}
