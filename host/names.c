/* SPDX-License-Identifier: Apache-2.0 */
#include "names.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "card_regs.h"
#include "ttp_defs.h"
#include "ttp_regs.h"
#include "ttpnic_regs.h"

#define MAC(n) { #n, TTP_REG_##n }
#define CARD(n) { #n, CARD_REG_##n }
const struct reg_name reg_names[] = {
    MAC(ID),        MAC(VERSION),       MAC(PARAM),       MAC(TX_CELLS),   MAC(TX_PKTS),
    MAC(RX_CELLS),  MAC(LINKS),         MAC(NODE),        MAC(CTRL),       MAC(STATUS),
    MAC(EPOCH),     MAC(TIMEOUT),       MAC(OPEN_TMO),    MAC(CLOSE_TMO),  MAC(BACKOFF),
    MAC(RETRY_MAX), MAC(REACK),         MAC(VICTIM_IDLE), MAC(CELL_LIMIT), MAC(START_ID),
    MAC(IDLE_TMO),  MAC(REORDER),       MAC(BASE_RTT),    MAC(CLOSE_LINK), MAC(LINK_INDEX),
    MAC(PROBE_MIN), MAC(DELAY),         MAC(IRQ_CAUSE),   MAC(IRQ_MASK),   MAC(CPL_CTRL),
    MAC(SNAPSHOT),  MAC(VC_ORDER),
    MAC(LINK_REC0), MAC(LINK_REC1),     MAC(LINK_REC2),   MAC(LINK_REC3),  MAC(LINK_REC4),
    MAC(LINK_REC5), MAC(LINK_REC6),     MAC(CYCLES_LO),   MAC(CYCLES_HI),  MAC(CELLS_FREE),
    MAC(CELLS_LOW), MAC(PKTS_FREE),     MAC(RXC_FREE),    MAC(LINK_RTT),   MAC(LINK_RTT_MIN),
    MAC(LINK_PATH),
    CARD(CARD_ID),  CARD(CARD_VERSION), CARD(BOARD),      CARD(CARD_CTRL), CARD(LINK_STATE),
    CARD(MDIO_CMD), CARD(MDIO_DATA),    CARD(TG_DEST),    CARD(TG_LEN),    CARD(TG_COUNT),
    CARD(TG_GAP),   CARD(TG_CTRL),      CARD(TG_SENT),    CARD(CK_GOOD),   CARD(CK_BAD),
    CARD(CK_BYTES), CARD(ECHOED),       CARD(MEM_BYTES),
#define NIC(n, a) { #n, CARD_NIC + a }
    NIC(NIC_ID, NIC_ID),                NIC(NIC_PARAM, NIC_PARAM),
    NIC(NIC_CTRL, NIC_CTRL),            NIC(NIC_STATUS, NIC_STATUS),
    NIC(NIC_RINGS, NIC_RINGS),          NIC(NIC_LIFE, NIC_LIFE),
    NIC(SEND_LIMIT, NIC_SEND_LIMIT),
    NIC(SEND_BASE_LO, NIC_SEND_BASE),   NIC(SEND_BASE_HI, NIC_SEND_BASE + 4),
    NIC(SEND_SIZE, NIC_SEND_SIZE),      NIC(SEND_HEAD, NIC_SEND_HEAD),
    NIC(SEND_TAIL, NIC_SEND_TAIL),      NIC(RECV_BASE_LO, NIC_RECV_BASE),
    NIC(RECV_BASE_HI, NIC_RECV_BASE + 4), NIC(RECV_SIZE, NIC_RECV_SIZE),
    NIC(RECV_HEAD, NIC_RECV_HEAD),      NIC(RECV_TAIL, NIC_RECV_TAIL),
    NIC(CPL_BASE_LO, NIC_CPL_BASE),     NIC(CPL_BASE_HI, NIC_CPL_BASE + 4),
    NIC(CPL_SIZE, NIC_CPL_SIZE),        NIC(CPL_TAIL, NIC_CPL_TAIL),
    NIC(CPL_HEAD, NIC_CPL_HEAD),        NIC(MSG_TIMEOUT, NIC_MSG_TIMEOUT),
    NIC(RECV_WAIT, NIC_RECV_WAIT),      NIC(NIC_CAUSE, NIC_CAUSE),
    NIC(NIC_MASK, NIC_MASK),            NIC(REGION_BASE_LO, NIC_REGION_BASE),
    NIC(REGION_BASE_HI, NIC_REGION_BASE + 4), NIC(REGION_LEN_LO, NIC_REGION_LEN),
    NIC(REGION_LEN_HI, NIC_REGION_LEN + 4), NIC(REGION_KEY, NIC_REGION_KEY),
    NIC(REGION_PEER, NIC_REGION_PEER),  NIC(REGION, NIC_REGION),
    NIC(COALESCE, NIC_COALESCE),
};
const size_t reg_names_n = sizeof reg_names / sizeof reg_names[0];

#define OPCODE(dir, base, n) [base + TTP_OP_##n] = dir #n
#define OPCODES(dir, base) \
    OPCODE(dir, base, OPEN), OPCODE(dir, base, OPEN_ACK), OPCODE(dir, base, OPEN_NACK), \
    OPCODE(dir, base, CLOSE), OPCODE(dir, base, CLOSE_ACK), OPCODE(dir, base, CLOSE_NACK), \
    OPCODE(dir, base, PAYLOAD), OPCODE(dir, base, ACK), OPCODE(dir, base, NACK), \
    OPCODE(dir, base, NACK_FULL), OPCODE(dir, base, NACK_NOLINK)
#define CNT(n) [TTP_CNT_##n] = #n
const char *const mac_counter[MAC_COUNTERS] = {
    OPCODES("TX_", TTP_CNT_TX),
    CNT(HELD), CNT(MAP), CNT(LOST), CNT(LOST_ALL), CNT(PROBE),
    OPCODES("RX_", TTP_CNT_RX),
    CNT(NO_CONTEXT), CNT(CUT), CNT(NOT_HELD),
    CNT(DROP_FCS), CNT(DROP_SHORT), CNT(DROP_LONG), CNT(DROP_TYPE), CNT(DROP_DST), CNT(DROP_SRC),
    CNT(DROP_TTH), CNT(DROP_GATEWAY), CNT(DROP_LENGTH), CNT(DROP_OPCODE), CNT(DROP_VC),
    CNT(DROP_EVENT), CNT(DROP_RESP), CNT(DROP_SPACE), CNT(DROP_FAR), CNT(DROP_OFF), CNT(REPLAY),
    CNT(TIMEOUT), CNT(REPEAT), CNT(GAP), CNT(DLV_PKTS), CNT(DLV_BYTES), CNT(ACC_PKTS),
    CNT(ACC_BYTES), CNT(RETIRED), CNT(FLUSHED), CNT(REFUSED), CNT(DISCARD), CNT(LATE_ACK),
    CNT(ILLEGAL), CNT(OPENED), CNT(DEAD),
};
const char *const eth_counter[ETH_COUNTERS] = {
    "RX_GOOD", "RX_FCS", "RX_ER", "RX_ALIGN", "RX_RUNT", "RX_NOSFD", "RX_OVERSIZE", "RX_OVERFLOW",
    "TX_GOOD", "TX_UNDERRUN", "TX_ERROR",
};
#define HL(n) [CARD_HL_##n] = #n
const char *const hl_counter[HL_COUNTERS] = {
    HL(HELLO),     HL(DATA),       HL(REQ),        HL(CREDIT),    HL(BYE),     HL(NOT_OURS),
    HL(MALFORMED), HL(NO_SESSION), HL(ORDER),      HL(OVERRUN),   HL(STALLED), HL(BUSY),
    HL(UART_BAD),  HL(UART_FULL),  HL(TX_WELCOME), HL(TX_DATA),   HL(TX_RSP),  HL(TX_CPL),
    HL(TX_STATUS), HL(TX_GOBACK),  HL(CPL_LOST),   HL(ECHO_LOST),
};

const char *const link_states[8] = {
    "closed", "open sent", "open received", "open", "close sent", "close received", "?", "?",
};

const char *board_name(uint32_t board)
{
    static const char *const name[] = { "simulation", "Colorlight i9", "Colorlight i5",
                                        "Versa ECP5", "ECPIX-5" };
    return board < sizeof name / sizeof name[0] ? name[board] : "unknown";
}

const char *cpl_name(uint8_t kind)
{
    static const char *const name[] = {
        "?", "payloads acknowledged", "payloads thrown away with a dead link", "payload refused",
        "link declared dead", "the peer has restarted", "link closed",
    };
    return kind < sizeof name / sizeof name[0] ? name[kind] : "?";
}

const char *refusal_name(uint8_t status)
{
    static const char *const name[] = { "", "no such VC", "own node, or the group node",
                                        "broken stream", "link table full" };
    return status < sizeof name / sizeof name[0] ? name[status] : "?";
}

bool number(const char *text, uint64_t max, uint64_t *v)
{
    char *end;
    const bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char first = text[hex ? 2 : 0];
    if (!(first >= '0' && first <= '9') && !(hex && strchr("abcdefABCDEF", first) && first))
        return false;
    errno = 0;
    *v = strtoull(text, &end, hex ? 16 : 10);
    return *end == 0 && errno == 0 && *v <= max;
}

/* Counters of the card are registers too: HL_*, WIRE_*, HOST_*. */
static bool row(const char *text, const char *prefix, const char *const *names, size_t n,
                uint16_t base, uint16_t *addr)
{
    const size_t skip = strlen(prefix);
    if (strncasecmp(text, prefix, skip) != 0) return false;
    for (size_t i = 0; i < n; i++) {
        if (!names[i] || strcasecmp(text + skip, names[i]) != 0) continue;
        *addr = (uint16_t)(base + 4 * i);
        return true;
    }
    return false;
}

bool reg_find(const char *text, uint16_t *addr)
{
    uint64_t v;
    for (size_t i = 0; i < reg_names_n; i++) {
        if (strcasecmp(text, reg_names[i].name) != 0) continue;
        *addr = reg_names[i].addr;
        return true;
    }
    if (row(text, "HL_", hl_counter, HL_COUNTERS, CARD_REG_HL, addr)) return true;
    if (row(text, "WIRE_", eth_counter, ETH_COUNTERS, CARD_REG_ETH_WIRE, addr)) return true;
    if (row(text, "HOST_", eth_counter, ETH_COUNTERS, CARD_REG_ETH_HOST, addr)) return true;
    if (!number(text, 0x2FFF, &v) || v % 4) return false;
    *addr = (uint16_t)v;
    return true;
}

const char *reg_name_of(uint16_t addr, char *buf, size_t size)
{
    const struct { const char *prefix; const char *const *names; uint16_t base, n; } rows[] = {
        { "HL_", hl_counter, CARD_REG_HL, HL_COUNTERS },
        { "WIRE_", eth_counter, CARD_REG_ETH_WIRE, ETH_COUNTERS },
        { "HOST_", eth_counter, CARD_REG_ETH_HOST, ETH_COUNTERS },
    };
    buf[0] = 0;
    for (size_t i = 0; i < reg_names_n; i++)
        if (reg_names[i].addr == addr) snprintf(buf, size, "%s", reg_names[i].name);
    for (size_t i = 0; i < 3; i++) {
        const unsigned k = addr >= rows[i].base ? (addr - rows[i].base) / 4u : rows[i].n;
        if (k < rows[i].n && rows[i].names[k])
            snprintf(buf, size, "%s%s", rows[i].prefix, rows[i].names[k]);
    }
    return buf;
}
