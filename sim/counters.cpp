// SPDX-License-Identifier: Apache-2.0
//
// Registers of a MAC; see counters.h.
#include "counters.h"

namespace {

// Reads STATUS until (value & mask) == want.
bool wait_status(Net &net, Node &n, uint32_t mask, uint32_t want)
{
    for (unsigned i = 0; i < 100000; i++) {
        uint32_t v = 0;
        if (!net.read(n, TTP_REG_STATUS, &v)) return false;
        if ((v & mask) == want) return true;
    }
    return false;
}

} // namespace

uint32_t ctrl_of(const Tunables &t, const NodeConfig &c)
{
    if (!t.selective || !c.params.selective || !c.agrees) return 1;
    return 1u | 1u << 3 | (t.offer_all ? 1u << 4 : 0);
}

std::vector<Register> tunable_registers(const Tunables &t, const NodeConfig &c)
{
    std::vector<Register> all = {
        { TTP_REG_TIMEOUT, t.timeout, t.write },     { TTP_REG_OPEN_TMO, t.open_tmo, t.write },
        { TTP_REG_CLOSE_TMO, t.close_tmo, t.write }, { TTP_REG_BACKOFF, t.backoff, t.write },
        { TTP_REG_RETRY_MAX, t.retry_max, t.write }, { TTP_REG_CPL_CTRL, t.cpl_ctrl, true } };
    const uint32_t ctrl = ctrl_of(t, c);
    if (ctrl == 1) return all;
    if (t.delay) all.push_back({ TTP_REG_DELAY, t.delay, true });
    all.push_back({ TTP_REG_CTRL, ctrl, true });
    return all;
}

bool set_up(Net &net, Node &n, const Tunables &t)
{
    for (const Register &r : tunable_registers(t, n.cfg)) {
        uint8_t resp = 0;
        uint32_t back = 0;
        if (r.write && (!net.write(n, r.addr, r.value, &resp) || resp != 0)) return false;
        if (!net.read(n, r.addr, &back) || back != r.value) return false;
    }
    return wait_status(net, n, 1u << TTP_STATUS_READY, 1u << TTP_STATUS_READY);
}

// Without the parameter SELECTIVE they are 0.
static bool of_selective(uint32_t i)
{
    return (i >= TTP_CNT_HELD && i <= TTP_CNT_PROBE)
        || (i >= TTP_CNT_NO_CONTEXT && i <= TTP_CNT_NOT_HELD);
}

bool read_counters(Net &net, Node &n, Counters *c)
{
    if (!net.write(n, TTP_REG_SNAPSHOT, 1) || !wait_status(net, n, 1u << TTP_STATUS_SNAP_BUSY, 0))
        return false;
    for (uint32_t i = 0; i < TTP_CNT_N; i++) {
        uint32_t lo = 0, hi = 0;
        // The gap between the groups answers with an error.
        if (!counter_name(i) || (of_selective(i) && !n.cfg.params.selective)) continue;
        uint8_t resp = 0;
        if (!net.read(n, TTP_REG_COUNTER + 8 * i, &lo, &resp) || resp) return false;
        if (!net.read(n, TTP_REG_COUNTER + 8 * i + 4, &hi, &resp) || resp) return false;
        c->c[i] = static_cast<uint64_t>(hi) << 32 | lo;
    }
    return net.read(n, TTP_REG_CELLS_LOW, &c->cells_low)
        && net.read(n, TTP_REG_CELLS_FREE, &c->cells_free)
        && net.read(n, TTP_REG_PKTS_FREE, &c->pkts_free)
        && net.read(n, TTP_REG_RXC_FREE, &c->rx_free);
}

const char *counter_name(unsigned i)
{
    static const char *const name[TTP_CNT_N] = {
        "tx_open", "tx_open_ack", "tx_open_nack", "tx_close", "tx_close_ack", "tx_close_nack",
        "tx_payload", "tx_ack", "tx_nack", "tx_nack_full", "tx_nack_nolink", "held", "map",
        "lost", "lost_all", "probe", "rx_open", "rx_open_ack", "rx_open_nack", "rx_close",
        "rx_close_ack", "rx_close_nack", "rx_payload", "rx_ack", "rx_nack", "rx_nack_full",
        "rx_nack_nolink", "no_context", "cut", "not_held", nullptr, nullptr, "drop_fcs",
        "drop_short", "drop_long", "drop_type", "drop_dst", "drop_src", "drop_tth", "drop_gateway",
        "drop_length", "drop_opcode", "drop_vc", "drop_event", "drop_resp", "drop_space",
        "drop_far", "drop_off", "replay", "timeout", "repeat", "gap", "dlv_pkts", "dlv_bytes",
        "acc_pkts", "acc_bytes", "retired", "flushed", "refused", "discard", "late_ack", "illegal",
        "opened", "dead"
    };
    return name[i];
}

std::vector<std::pair<unsigned, const char *>> drop_reasons()
{
    std::vector<std::pair<unsigned, const char *>> v;
    for (unsigned i = TTP_CNT_DROP_FCS; i <= TTP_CNT_DROP_OFF; i++) v.emplace_back(i, drop_name(i));
    return v;
}

std::string check_sent(const Node &n, const Counters &c)
{
    for (unsigned op = 0; op < OP_N; op++) {
        if (c[TTP_CNT_TX + op] != n.sent[op])
            return std::string("MAC ") + n.cfg.name
                + " counts " + std::to_string(c[TTP_CNT_TX + op])
                + " frames " + opcode_name(op)
                + " sent, the wire saw " + std::to_string(n.sent[op]);
    }
    return "";
}
