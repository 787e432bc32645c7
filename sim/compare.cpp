// SPDX-License-Identifier: Apache-2.0
//
// The rules of lockstep; see compare.h. The fast comparison and the table below must agree: a
// difference that the table can not name is reported as such by the lockstep checker.
#include "compare.h"

#include <cstdio>
#include <cstring>

namespace {

// Eight keep bits to a mask over the eight bytes of a lane.
uint64_t lane_mask(uint64_t keep, unsigned lane)
{
    uint64_t m = 0;
    for (unsigned i = 0; i < 8; i++) {
        if (keep >> (8 * lane + i) & 1) m |= 0xffull << (8 * i);
    }
    return m;
}

// Nearly always whole lanes are equal; only where they are not, keep is asked.
bool same_beat(const uint64_t *a, const uint64_t *b, uint64_t keep, unsigned lanes)
{
    if (memcmp(a, b, lanes * 8) == 0) return true;
    for (unsigned i = 0; i < lanes; i++) {
        if ((a[i] ^ b[i]) & lane_mask(keep, i)) return false;
    }
    return true;
}

enum class Form { bit, b8, b16, b32, b64, beat, cpl };

struct PortInfo {
    const char *name;
    Form form;
    const void *(*at)(const ttp_out &);
    bool (*counts)(const ttp_out &);   // is the port compared in this cycle?
};

#define AT(field) [](const ttp_out &o) -> const void * { return &o.field; }
#define WHEN(v)   [](const ttp_out &o) -> bool { return o.v; }
#define ALWAYS    [](const ttp_out &) -> bool { return true; }
#define P(field, form, when) { #field, Form::form, AT(field), when }

const PortInfo PORTS[] = {
    P(s_axis_host_tready, bit, ALWAYS),
    P(m_axis_host_tvalid, bit, ALWAYS),
    P(m_axis_host_tlast, bit, WHEN(m_axis_host_tvalid)),
    P(m_axis_host_tkeep, b64, WHEN(m_axis_host_tvalid)),
    P(m_axis_host_tid, b32, WHEN(m_axis_host_tvalid)),
    P(m_axis_host_tdata, beat, WHEN(m_axis_host_tvalid)),
    P(m_axis_cpl_tvalid, bit, ALWAYS),
    P(m_axis_cpl_tdata, cpl, WHEN(m_axis_cpl_tvalid)),
    P(s_axis_wire_tready, bit, ALWAYS),
    P(m_axis_wire_tvalid, bit, ALWAYS),
    P(m_axis_wire_tlast, bit, WHEN(m_axis_wire_tvalid)),
    P(m_axis_wire_tuser, bit, WHEN(m_axis_wire_tvalid)),
    P(m_axis_wire_tkeep, b64, WHEN(m_axis_wire_tvalid)),
    P(m_axis_wire_tdata, beat, WHEN(m_axis_wire_tvalid)),
    P(s_axil_awready, bit, ALWAYS),
    P(s_axil_wready, bit, ALWAYS),
    P(s_axil_bvalid, bit, ALWAYS),
    P(s_axil_bresp, b8, WHEN(s_axil_bvalid)),
    P(s_axil_arready, bit, ALWAYS),
    P(s_axil_rvalid, bit, ALWAYS),
    P(s_axil_rdata, b32, WHEN(s_axil_rvalid)),
    P(s_axil_rresp, b8, WHEN(s_axil_rvalid)),
    P(irq, bit, ALWAYS),
    P(trace_valid, bit, ALWAYS),
    P(trace_link, b16, WHEN(trace_valid)),
    P(trace_state0, b8, WHEN(trace_valid)),
    P(trace_state1, b8, WHEN(trace_valid)),
    P(trace_event, b8, WHEN(trace_valid)),
    P(trace_action, b16, WHEN(trace_valid)),
    P(trace_txid, b32, WHEN(trace_valid)),
    P(trace_rxid, b32, WHEN(trace_valid)),
};

#undef AT
#undef WHEN
#undef ALWAYS
#undef P

uint64_t keep_of(const PortInfo &p, const ttp_out &o)
{
    return strncmp(p.name, "m_axis_host", 11) == 0 ? o.m_axis_host_tkeep : o.m_axis_wire_tkeep;
}

size_t bytes_of(Form f, unsigned lanes)
{
    switch (f) {
    case Form::bit:
    case Form::b8:   return 1;
    case Form::b16:  return 2;
    case Form::b32:  return 4;
    case Form::b64:  return 8;
    case Form::cpl:  return 16;
    case Form::beat: return lanes * 8;
    }
    return 0;
}

// Most significant digit first, as Verilog would print it.
std::string hex(const PortInfo &p, const ttp_out &o, unsigned lanes)
{
    const auto *b = static_cast<const uint8_t *>(p.at(o));
    std::string s;
    for (size_t i = bytes_of(p.form, lanes); i-- > 0;) {
        char two[3];
        snprintf(two, sizeof two, "%02x", b[i]);
        s += two;
    }
    return p.form == Form::bit ? s.substr(1) : s;
}

} // namespace

// Written out, because every cycle of lockstep comes here; a walk over the table would take longer
// than the model does.
bool same_pins(const ttp_out &a, const ttp_out &b, unsigned lanes)
{
    if (a.s_axis_host_tready != b.s_axis_host_tready || a.s_axis_wire_tready != b.s_axis_wire_tready
        || a.m_axis_host_tvalid != b.m_axis_host_tvalid
        || a.m_axis_cpl_tvalid != b.m_axis_cpl_tvalid
        || a.m_axis_wire_tvalid != b.m_axis_wire_tvalid || a.s_axil_awready != b.s_axil_awready
        || a.s_axil_wready != b.s_axil_wready || a.s_axil_bvalid != b.s_axil_bvalid
        || a.s_axil_arready != b.s_axil_arready || a.s_axil_rvalid != b.s_axil_rvalid
        || a.irq != b.irq || a.trace_valid != b.trace_valid)
        return false;
    if (a.m_axis_wire_tvalid
        && (a.m_axis_wire_tlast != b.m_axis_wire_tlast || a.m_axis_wire_tuser != b.m_axis_wire_tuser
            || a.m_axis_wire_tkeep != b.m_axis_wire_tkeep
            || !same_beat(a.m_axis_wire_tdata, b.m_axis_wire_tdata, a.m_axis_wire_tkeep, lanes)))
        return false;
    if (a.m_axis_host_tvalid
        && (a.m_axis_host_tlast != b.m_axis_host_tlast || a.m_axis_host_tid != b.m_axis_host_tid
            || a.m_axis_host_tkeep != b.m_axis_host_tkeep
            || !same_beat(a.m_axis_host_tdata, b.m_axis_host_tdata, a.m_axis_host_tkeep, lanes)))
        return false;
    if (a.trace_valid
        && (a.trace_link != b.trace_link || a.trace_state0 != b.trace_state0
            || a.trace_state1 != b.trace_state1 || a.trace_event != b.trace_event
            || a.trace_action != b.trace_action || a.trace_txid != b.trace_txid
            || a.trace_rxid != b.trace_rxid))
        return false;
    if (a.m_axis_cpl_tvalid
        && (a.m_axis_cpl_tdata[0] != b.m_axis_cpl_tdata[0]
            || a.m_axis_cpl_tdata[1] != b.m_axis_cpl_tdata[1]))
        return false;
    if (a.s_axil_bvalid && a.s_axil_bresp != b.s_axil_bresp) return false;
    if (a.s_axil_rvalid && (a.s_axil_rdata != b.s_axil_rdata || a.s_axil_rresp != b.s_axil_rresp))
        return false;
    return true;
}

std::vector<Difference::Port> differing_ports(const ttp_out &rtl, const ttp_out &model,
                                              unsigned lanes)
{
    std::vector<Difference::Port> v;
    for (const PortInfo &p : PORTS) {
        // A valid that differs is its own line; what belongs to it then counts on neither side.
        if (!p.counts(rtl) || !p.counts(model)) continue;
        const bool same = p.form == Form::beat
            ? same_beat(static_cast<const uint64_t *>(p.at(rtl)),
                        static_cast<const uint64_t *>(p.at(model)), keep_of(p, model), lanes)
            : memcmp(p.at(rtl), p.at(model), bytes_of(p.form, lanes)) == 0;
        if (!same) v.push_back({ p.name, hex(p, rtl, lanes), hex(p, model, lanes) });
    }
    return v;
}

std::vector<std::string> output_port_names()
{
    std::vector<std::string> v;
    for (const PortInfo &p : PORTS) v.push_back(p.name);
    return v;
}

bool flip_port(ttp_out *o, const std::string &port)
{
    for (const PortInfo &p : PORTS) {
        if (port != p.name) continue;
        if (!p.counts(*o)) return false;
        auto *b = static_cast<uint8_t *>(const_cast<void *>(p.at(*o)));
        b[0] = static_cast<uint8_t>(b[0] ^ 1);
        return true;
    }
    return false;
}
