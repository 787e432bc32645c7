// SPDX-License-Identifier: Apache-2.0
//
// Untimed witness of one MAC's ports; see monitor.h.
#include "monitor.h"

#include <cstdio>
#include <cstring>

#include "ttp_regs.h"

void Faults::add(uint64_t cycle, const std::string &who, const std::string &what)
{
    if (++count_ > 8) return;              // the first ones are the cause, the rest is noise
    text_.push_back("cycle " + std::to_string(cycle) + " " + who + ": " + what);
}

namespace {

// Is the byte behind the last one driven to something? Counted, so that a test can show that bytes
// without keep were not always 0.
bool noisy(const uint64_t *lanes, uint64_t keep, size_t beat)
{
    const auto n = static_cast<size_t>(__builtin_popcountll(keep));
    return n < beat && reinterpret_cast<const uint8_t *>(lanes)[n] != 0;
}

} // namespace

PortMonitor::PortMonitor(std::string who, unsigned beat_bytes, Faults *faults)
    : who_(std::move(who)), beat_(beat_bytes),
      ones_(beat_bytes == 64 ? UINT64_MAX : (uint64_t{ 1 } << beat_bytes) - 1), faults_(faults)
{
}

bool PortMonitor::keep_ok(uint64_t keep, bool last) const
{
    if (!last) return keep == ones_;
    return keep != 0 && keep <= ones_ && (keep & (keep + 1)) == 0;
}

void PortMonitor::check(const ttp_in &in, const ttp_out &out, uint64_t cycle)
{
    if (in.rst) {
        was_reset_ = true;
        host_.on = wire_.on = cpl_.on = b_.on = r_.on = wire_in_frame_ = false;
        host_bytes_ = 0;
        return;
    }
    if (!was_reset_ && !out.s_axis_wire_tready) fail(cycle, "s_axis_wire_tready is 0");
    if (in.s_axis_host_tvalid && in.s_axis_host_tlast && out.s_axis_host_tready)
        noisy_host_ += noisy(in.s_axis_host_tdata, in.s_axis_host_tkeep, beat_);
    if (in.s_axis_wire_tvalid && in.s_axis_wire_tlast)
        noisy_wire_ += noisy(in.s_axis_wire_tdata, in.s_axis_wire_tkeep, beat_);
    check_host(in, out, cycle);
    check_wire(in, out, cycle);
    check_small(in, out, cycle);
    was_reset_ = false;
}

// A beat stays as it is until it is taken. True: it is taken in this cycle.
bool PortMonitor::check_beat(Held *h, const Beat &b, const char *port, uint64_t cycle)
{
    if (h->on && (!b.valid || b.last != h->last || b.keep != h->keep || b.id != h->id
                  || b.user != h->user || memcmp(b.data, h->data, beat_) != 0))
        fail(cycle, std::string(port) + " changed before it was taken");
    h->on = b.valid && !b.ready;
    if (!b.valid) return false;
    if (!keep_ok(b.keep, b.last)) fail(cycle, std::string(port) + "_tkeep");
    beats_ += b.ready;
    if (b.ready) return true;
    h->last = b.last;
    h->keep = b.keep;
    h->id = b.id;
    h->user = b.user;
    memcpy(h->data, b.data, beat_);
    return false;
}

void PortMonitor::check_host(const ttp_in &in, const ttp_out &out, uint64_t cycle)
{
    const Beat b{ out.m_axis_host_tvalid, in.m_axis_host_tready, out.m_axis_host_tlast, false,
                  out.m_axis_host_tid, out.m_axis_host_tkeep, out.m_axis_host_tdata };
    if (!check_beat(&host_, b, "m_axis_host", cycle)) return;
    if (host_bytes_ && b.id != host_id_) fail(cycle, "m_axis_host_tid changed in a packet");
    host_id_ = b.id;
    host_bytes_ += static_cast<uint32_t>(__builtin_popcountll(b.keep));
    if (host_bytes_ > MAX_PAYLOAD) fail(cycle, "m_axis_host packet longer than 1024 bytes");
    if (b.last) host_bytes_ = 0;
}

void PortMonitor::check_wire(const ttp_in &in, const ttp_out &out, uint64_t cycle)
{
    const Beat b{ out.m_axis_wire_tvalid, in.m_axis_wire_tready, out.m_axis_wire_tlast,
                  out.m_axis_wire_tuser, 0, out.m_axis_wire_tkeep, out.m_axis_wire_tdata };
    if (check_beat(&wire_, b, "m_axis_wire", cycle)) wire_in_frame_ = !b.last;
    else if (!b.valid && wire_in_frame_ && b.ready)
        fail(cycle, "m_axis_wire_tvalid dropped inside a frame");
}

void PortMonitor::check_small(const ttp_in &in, const ttp_out &out, uint64_t cycle)
{
    if (cpl_.on && (!out.m_axis_cpl_tvalid || out.m_axis_cpl_tdata[0] != cpl_.data[0]
                    || out.m_axis_cpl_tdata[1] != cpl_.data[1]))
        fail(cycle, "m_axis_cpl changed before it was taken");
    cpl_.on = out.m_axis_cpl_tvalid && !in.m_axis_cpl_tready;
    if (cpl_.on) {
        cpl_.data[0] = out.m_axis_cpl_tdata[0];
        cpl_.data[1] = out.m_axis_cpl_tdata[1];
    }
    if (b_.on && (!out.s_axil_bvalid || out.s_axil_bresp != b_.id))
        fail(cycle, "s_axil_b changed before it was taken");
    b_.on = out.s_axil_bvalid && !in.s_axil_bready;
    b_.id = out.s_axil_bresp;
    if (r_.on && (!out.s_axil_rvalid || out.s_axil_rdata != r_.id || out.s_axil_rresp != r_.keep))
        fail(cycle, "s_axil_r changed before it was taken");
    r_.on = out.s_axil_rvalid && !in.s_axil_rready;
    r_.id = out.s_axil_rdata;
    r_.keep = out.s_axil_rresp;
}

// sel.frame: version 1, selective repeat, so many payloads.
static bool offers(const std::vector<uint8_t> &b, uint32_t window)
{
    return b.size() == HDR_BYTES + 16 && get_be(b, 60, 4) == 0x10010001
        && get_be(b, 64, 4) == window << 16 && !get_be(b, 68, 4) && !get_be(b, 72, 4);
}

// sel.frame: a map of 64 of so many.
static bool maps(const std::vector<uint8_t> &b, uint32_t window)
{
    const uint32_t base = get_be(b, 62, 2), newest = get_be(b, 64, 2);
    return b.size() == HDR_BYTES + 16 && get_be(b, 60, 2) == 0x2000 && base % 64 == 0
        && base < window && newest > 0 && newest <= window && !get_be(b, 66, 2);
}

std::string frame_fault(const Frame &f, uint32_t own, uint32_t high, uint32_t window)
{
    const std::vector<uint8_t> &b = f.bytes;
    Header h;
    if (b.size() < MIN_FRAME || !parse_header(f, &h)) return "frame shorter than 64 bytes";
    const size_t len = h.payload;
    if (h.dst_oui != high || h.src_oui != high) return "address is not of our range";
    if (h.src != own || get_be(b, 34, 3) != own) return "source is not its own node";
    if (h.dst == own || get_be(b, 37, 3) != h.dst) return "destination node";
    if (h.ethertype != ETHERTYPE) return "EtherType";
    if (h.tth0 != 0x05 || b[15] != 0) return "TTH bytes 14, 15";
    if (h.length < 26 || h.total != len + 46) return "total length and length do not agree";
    for (size_t i = 18; i < 34; i++) if (b[i]) return "TTH padding is not zero";
    if (b[42] >> 6 || h.opcode >= OP_N) return "opcode";
    if (h.vc > 2) return "VC";
    // life.both, life.mark: both lives or none; OPEN and OPEN_ACK name ours to everybody.
    const bool both = get_be(b, 44, 2) != 0;
    if (both && h.opcode == OP_OPEN) return "an OPEN names a life of the peer";
    const bool map = window && both && has_map(f);
    if (get_be(b, 48, 4) != (both ? LIVES_MARK << 8 : 0) + (map ? 0x20u : 0))
        return "bytes 48 to 51";
    if (map && !maps(b, window)) return "map";
    const bool life = h.opcode == OP_OPEN || h.opcode == OP_OPEN_ACK
        || (both && h.opcode != OP_OPEN_NACK);
    if ((h.epoch != 0) != life) return "epoch";
    if (h.opcode == OP_PAYLOAD ? len < 1 || len > MAX_PAYLOAD : len != (map ? 16 : 0))
        return "payload length";
    const bool offer = window && h.opcode <= OP_OPEN_ACK && offers(b, window);
    if (!offer && b.size() != (HDR_BYTES + len < MIN_FRAME ? MIN_FRAME : HDR_BYTES + len))
        return "frame length";
    for (size_t i = HDR_BYTES + len; i < b.size() && !offer; i++)
        if (b[i]) return "frame padding is not zero";

    switch (h.opcode) {
    case OP_OPEN:
    case OP_PAYLOAD:
        if (h.rxid && !(window && both)) return "RxID is not zero";
        break;
    case OP_ACK:
    case OP_NACK:
        if (h.txid && window && both && (map || h.opcode == OP_ACK)) break;
        [[fallthrough]];
    case OP_OPEN_NACK:
    case OP_CLOSE_ACK:
    case OP_NACK_FULL:
    case OP_NACK_NOLINK:
        if (h.txid) return "TxID is not zero";
        break;
    default:
        break;
    }
    return "";
}

unsigned drop_counter(const Frame &f, size_t length, uint32_t own, uint32_t high)
{
    if (length > 1536) return TTP_CNT_DROP_LONG;
    if (f.user) return TTP_CNT_DROP_FCS;
    Header h;
    if (length < HDR_BYTES || !parse_header(f, &h)) return TTP_CNT_DROP_SHORT;
    if (h.ethertype != ETHERTYPE) return TTP_CNT_DROP_TYPE;
    if (h.dst_oui != high || (own != ANY_NODE && h.dst != own)) return TTP_CNT_DROP_DST;
    if (h.src == h.dst) return TTP_CNT_DROP_SRC;
    if (h.tth0 != 0x05) return TTP_CNT_DROP_TTH;
    if (h.gateway) return TTP_CNT_DROP_GATEWAY;
    if (h.length < 26 || (h.opcode == OP_PAYLOAD && (h.payload < 1 || h.payload > MAX_PAYLOAD)))
        return TTP_CNT_DROP_LENGTH;
    if (length < HDR_BYTES + h.payload) return TTP_CNT_DROP_SHORT;
    if (h.opcode >= OP_N) return TTP_CNT_DROP_OPCODE;
    return h.vc > 2 ? TTP_CNT_DROP_VC : 0;
}
