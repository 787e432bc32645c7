// SPDX-License-Identifier: Apache-2.0
//
// See power_up.h.
#include "fabric/power_up.h"

#include "axil.h"

namespace fabric {

namespace {

constexpr unsigned RESET = 4, CALM = 100;     // cycles
constexpr uint64_t PATIENCE = 200000;

// The node number that the common state has. None of a fabric is as high.
constexpr uint32_t NOBODY = 0xfffffe;

void step(Dut *d, const ttp_in &in, uint64_t *cycles)
{
    d->outputs();
    d->drive(in);
    d->edge();
    ++*cycles;
}

// True when the answer is there and good.
bool access(Dut *d, ttp_in *in, AxilOp op, uint32_t *data, uint64_t *cycles)
{
    AxilMaster m(1, Stall());
    uint8_t answer = 255;
    op.done = [&](uint32_t v, uint8_t r) {
        answer = r;
        if (data) *data = v;
    };
    m.push(std::move(op));
    for (unsigned i = 0; i < 1000 && answer == 255; i++) {
        m.drive(in, *cycles);
        const ttp_out &out = d->outputs();
        m.observe(*in, out);
        d->drive(*in);
        d->edge();
        ++*cycles;
    }
    m.drive(in, *cycles);                     // takes the valids off the pins
    step(d, *in, cycles);
    return answer == 0;
}

} // namespace

ttp_in idle_pins()
{
    ttp_in in{};
    in.cfg_enable = true;
    in.cfg_node = NOBODY;
    in.cfg_epoch_seed = 1;
    in.m_axis_host_tready = in.m_axis_cpl_tready = in.m_axis_wire_tready = true;
    in.s_axil_bready = in.s_axil_rready = true;
    return in;
}

bool read_register(Dut *d, ttp_in *in, uint32_t addr, uint32_t *data, uint64_t *cycles)
{
    AxilOp op;
    op.addr = addr;
    return access(d, in, std::move(op), data, cycles);
}

bool write_registers(Dut *d, ttp_in *in, const Writes &w, uint64_t *cycles)
{
    for (const auto &[addr, data] : w) {
        AxilOp op;
        op.write = true;
        op.addr = addr;
        op.data = data;
        if (!access(d, in, std::move(op), nullptr, cycles)) return false;
    }
    return true;
}

Writes common_registers(const EndConfig &c)
{
    const uint32_t selective = c.select.on && c.params.selective;
    Writes w = { { TTP_REG_TIMEOUT, c.timeout },
                 { TTP_REG_OPEN_TMO, selective ? c.open_first : c.timeout },
                 { TTP_REG_CLOSE_TMO, c.timeout },
                 { TTP_REG_BACKOFF, c.backoff },
                 { TTP_REG_RETRY_MAX, c.retry_max },
                 { TTP_REG_REACK, c.reack },
                 { TTP_REG_CELL_LIMIT, c.window ? c.window : c.params.tx_cells } };
    // A host that follows its payloads over lives wants to know what has retired.
    if (c.lives.any()) w.emplace_back(TTP_REG_CPL_CTRL, 1);
    if (selective) {
        w.emplace_back(TTP_REG_REORDER, c.select.reorder_max << 8 | c.select.reorder);
        w.emplace_back(TTP_REG_BASE_RTT, c.select.base_rtt);
        w.emplace_back(TTP_REG_PROBE_MIN, c.select.probe_min);
        w.emplace_back(TTP_REG_DELAY, c.select.delay);
    }
    w.emplace_back(TTP_REG_CTRL, 1u | (c.nack_once ? 4u : 0u) | (selective ? 3u << 3 : 0));
    return w;
}

PowerUp::~PowerUp() { ttp_mac_free(ready_); }

bool PowerUp::prepare(Dut *d, std::string *why)
{
    ttp_in in = idle_pins();
    uint64_t n = 0;
    uint32_t status = 0;

    in.rst = true;
    while (n < RESET) step(d, in, &n);
    in.rst = false;
    while (!(status & 1) && n < PATIENCE)
        if (!read_register(d, &in, TTP_REG_STATUS, &status, &n)) break;
    if (!(status & 1) || !write_registers(d, &in, common_registers(cfg_), &n)) {
        *why = "a MAC does not come up, or refuses a register";
        return false;
    }
    for (unsigned i = 0; i < CALM; i++) step(d, in, &n);
    cycles_ = n;
    return true;
}

bool PowerUp::own(Dut *d, uint32_t node, std::string *why)
{
    ttp_in in = idle_pins();
    const Writes w = { { TTP_REG_NODE, node }, { TTP_REG_EPOCH, cfg_.life(node) } };
    uint64_t n = 0;
    if (!write_registers(d, &in, w, &n)) {
        *why = "a MAC refuses its node number";
        return false;
    }
    for (unsigned i = 0; i < 16; i++) step(d, in, &n);
    return true;
}

std::unique_ptr<Dut> PowerUp::make(Kind kind, uint32_t node, std::string *why)
{
    if (!ready_) {
        std::unique_ptr<Dut> first = make_model_dut(cfg_.params, why);
        if (!first || !prepare(first.get(), why)) return nullptr;
        ready_ = ttp_mac_copy(first->model());
    }
    ttp_mac *m = kind == Kind::model && ready_ ? ttp_mac_copy(ready_) : nullptr;
    std::unique_ptr<Dut> d;
    if (kind == Kind::model && !m) {
        *why = "no memory for a MAC";
        return nullptr;
    }
    if (kind == Kind::model) {
        d = make_model_dut(m);
    } else {
        // RTL can not be copied: it takes the whole way.
        if (!waves_) waves_ = std::make_unique<Waves>();
        d = make_dut(kind == Kind::rtl ? DutKind::rtl : DutKind::lockstep, cfg_.preset,
                     cfg_.params, cfg_.rtl_dir, "node" + std::to_string(node), waves_.get(), why);
        if (!d) return nullptr;
        if (!prepare(d.get(), why)) return nullptr;
    }
    if (!own(d.get(), node, why)) return nullptr;
    return d;
}

} // namespace fabric
