/* SPDX-License-Identifier: Apache-2.0
 *
 * info, read, write, node, reset, echo, sink, gen. */
#include <stdio.h>
#include <string.h>

#include "card_regs.h"
#include "ctl.h"
#include "names.h"
#include "ttp_regs.h"

static void show_port(const char *name, uint32_t s)
{
    static const char *const speed[4] = { "10 Mb/s", "100 Mb/s", "1000 Mb/s", "?" };
    if (!(s >> 5 & 1)) printf("%-10s no PHY found\n", name);
    else if (!(s >> 6 & 1)) printf("%-10s PHY %u, no link\n", name, s & 31);
    else
        printf("%-10s PHY %u, link, %s, %s duplex\n", name, s & 31, speed[s >> 7 & 3],
               s >> 9 & 1 ? "full" : "half");
}

int cmd_info(struct ctl *c)
{
    enum {
        C_ID, C_VERSION, BOARD, C_CTRL, LINK_STATE, ID, VERSION, PARAM, TX_CELLS, TX_PKTS, RX_CELLS,
        LINKS, NODE, CTRL, STATUS, LO, HI, CELLS, PKTS, N
    };
    struct hl_op op[N] = {
        op_read(CARD_REG_CARD_ID),   op_read(CARD_REG_CARD_VERSION), op_read(CARD_REG_BOARD),
        op_read(CARD_REG_CARD_CTRL), op_read(CARD_REG_LINK_STATE),   op_read(TTP_REG_ID),
        op_read(TTP_REG_VERSION),    op_read(TTP_REG_PARAM),         op_read(TTP_REG_TX_CELLS),
        op_read(TTP_REG_TX_PKTS),    op_read(TTP_REG_RX_CELLS),      op_read(TTP_REG_LINKS),
        op_read(TTP_REG_NODE),       op_read(TTP_REG_CTRL),          op_read(TTP_REG_STATUS),
        op_read(TTP_REG_CYCLES_LO),  op_read(TTP_REG_CYCLES_HI),     op_read(TTP_REG_CELLS_FREE),
        op_read(TTP_REG_PKTS_FREE)
    };
    struct hl_op memory = op_read(CARD_REG_MEM_BYTES);
    if (hl_regs(&c->hl, &memory, 1) != 0) stop_hl(c);
    if (!memory.error) op[C_CTRL] = memory;     /* it has no echo and no sink */
    op[C_CTRL].error = false;
    regs(c, op, N);
    uint32_t v[N];
    for (unsigned i = 0; i < N; i++) v[i] = op[i].value;
    if (v[C_ID] != CARD_ID_VALUE) stop(c, 1, "this is no TTP card: CARD_ID is 0x%08X", v[C_ID]);
    printf("card       version %u.%u, board %u (%s)\n", v[C_VERSION] >> 8 & 255, v[C_VERSION] & 255,
           v[BOARD], board_name(v[BOARD]));
    printf("MAC        \"%c%c%c%c\" version %u.%u, %s%s\n", (int)(v[ID] >> 24),
           (int)(v[ID] >> 16 & 255), (int)(v[ID] >> 8 & 255), (int)(v[ID] & 255),
           v[VERSION] >> 8 & 255, v[VERSION] & 255, v[CTRL] & 1 ? "enabled" : "disabled",
           v[STATUS] & 1 ? "" : ", not ready");
    printf("node       %06X\n", v[NODE]);
    printf("stream     %u bit\n", v[PARAM] & 0xFFFF);
    printf("links      3 VCs, each %u sets of %u\n", v[LINKS] & 0xFFFF, v[LINKS] >> 16);
    printf("transmit   %u cells of 64 bytes, %u free; %u packets, %u free\n", v[TX_CELLS], v[CELLS],
           v[TX_PKTS], v[PKTS]);
    printf("receive    %u cells of 64 bytes\n", v[RX_CELLS]);
    show_port("wire port", v[LINK_STATE] & 0xFFFF);
    show_port("host port", v[LINK_STATE] >> 16);
    if (!memory.error) printf("NIC        %u bytes of memory\n", memory.value);
    else {
        printf("echo       %s%s%s%s\n", v[C_CTRL] & 7 ? "on VC" : "off", v[C_CTRL] & 1 ? " 0" : "",
               v[C_CTRL] & 2 ? " 1" : "", v[C_CTRL] & 4 ? " 2" : "");
        printf("sink       %s%s%s%s\n", v[C_CTRL] & 0x70 ? "on VC" : "off",
               v[C_CTRL] & 16 ? " 0" : "",
               v[C_CTRL] & 32 ? " 1" : "", v[C_CTRL] & 64 ? " 2" : "");
    }
    /* A NIC has a slower clock. */
    printf("up         %.6f s\n",
           ((double)v[HI] * 4294967296.0 + v[LO]) / (memory.error ? 62.5e6 : 625e6 / 15));
    return 0;
}

static uint16_t reg_arg(struct ctl *c)
{
    uint16_t addr;
    if (!reg_find(c->argv[0], &addr))
        stop(c, 2, "%s: no register, and not the address of a word below 0x3000", c->argv[0]);
    return addr;
}

int cmd_read(struct ctl *c)
{
    char name[40];
    const uint16_t addr = reg_arg(c);
    const uint32_t v = reg_get(c, addr);
    reg_name_of(addr, name, sizeof name);
    printf("%s%s0x%04X = 0x%08X (%u)\n", name, name[0] ? " " : "", addr, v, v);
    return 0;
}

int cmd_write(struct ctl *c)
{
    const uint16_t addr = reg_arg(c);
    reg_set(c, addr, (uint32_t)number_arg(c, "value", c->argv[1], 0, 0xFFFFFFFF));
    return 0;
}

int cmd_node(struct ctl *c)
{
    if (c->argc) reg_set(c, TTP_REG_NODE, node_arg(c, c->argv[0]));
    printf("node %06X\n", reg_get(c, TTP_REG_NODE));
    return 0;
}

int cmd_reset(struct ctl *c)
{
    const uint32_t ctrl = reg_get(c, TTP_REG_CTRL);
    reg_set(c, TTP_REG_CTRL, ctrl | 2);
    const int64_t end = now_ms() + c->hl.patience_ms;
    while (!(reg_get(c, TTP_REG_STATUS) >> TTP_STATUS_READY & 1))
        if (now_ms() > end) stop(c, 1, "the MAC does not become ready");
    return 0;
}

/* echo|sink on|off VC, or what is set */
static int switches(struct ctl *c, unsigned shift)
{
    const bool on = c->argc && strcmp(c->argv[0], "on") == 0;
    if (c->argc == 1 || (c->argc && !on && strcmp(c->argv[0], "off") != 0))
        stop(c, 2, "%s: not on VC or off VC", c->argv[0]);
    const uint32_t vc = c->argc ? (uint32_t)number_arg(c, "VC", c->argv[1], 0, 2) : 0;
    uint32_t ctrl = reg_get(c, CARD_REG_CARD_CTRL);
    if (c->argc) {
        const uint32_t bit = 1u << (shift + vc);
        reg_set(c, CARD_REG_CARD_CTRL, on ? ctrl | bit : ctrl & ~bit);
        ctrl = reg_get(c, CARD_REG_CARD_CTRL);
    }
    for (unsigned i = 0; i < 3; i++)
        printf("VC %u %s\n", i, ctrl >> (shift + i) & 1 ? "on" : "off");
    return 0;
}

int cmd_echo(struct ctl *c) { return switches(c, 0); }
int cmd_sink(struct ctl *c) { return switches(c, 4); }

/* gen NODE, gen stop, gen clear, or what it does */
int cmd_gen(struct ctl *c)
{
    if (c->argc && strcmp(c->argv[0], "stop") == 0) reg_set(c, CARD_REG_TG_CTRL, 0);
    else if (c->argc && strcmp(c->argv[0], "clear") == 0)
        reg_set(c, CARD_REG_TG_CTRL, 2 | (reg_get(c, CARD_REG_TG_CTRL) & 1));
    else if (c->argc) {
        const uint32_t node = node_arg(c, c->argv[0]);
        if (c->count > 0xFFFFFFFF) stop(c, 2, "-c %lld: too many", (long long)c->count);
        struct hl_op op[] = { op_write(CARD_REG_TG_CTRL, 0),
                              op_write(CARD_REG_TG_DEST, (c->has_vc ? c->vc : 0) << 24 | node),
                              op_write(CARD_REG_TG_LEN, c->size ? c->size : 1024),
                              op_write(CARD_REG_TG_COUNT, c->count < 0 ? 0 : (uint32_t)c->count),
                              op_write(CARD_REG_TG_GAP, c->gap),
                              op_write(CARD_REG_TG_CTRL, 3) };
        regs(c, op, 6);
        return 0;
    }
    struct hl_op op[] = { op_read(CARD_REG_TG_CTRL),  op_read(CARD_REG_TG_SENT),
                          op_read(CARD_REG_CK_GOOD),  op_read(CARD_REG_CK_BAD),
                          op_read(CARD_REG_CK_BYTES), op_read(CARD_REG_ECHOED) };
    regs(c, op, 6);
    printf("generator  %s, %u payloads sent\n", op[0].value & 1 ? "runs" : "stands", op[1].value);
    printf("sink       %u payloads good, %u bad, %u bytes\n", op[2].value, op[3].value,
           op[4].value);
    printf("echo       %u payloads sent back\n", op[5].value);
    return 0;
}
