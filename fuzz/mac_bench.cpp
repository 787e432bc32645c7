// SPDX-License-Identifier: Apache-2.0
//
// One MAC with drivers and witnesses; see mac_bench.h.
#include "mac_bench.h"

#include <algorithm>

namespace {

constexpr size_t MAX_FRAME = 1536;         // a frame that goes on behind it is judged there

// The frame ends at byte `at` plus as many as keep has ones from bit 0 on; those may be noise.
void take_kept(std::vector<uint8_t> *bytes, size_t at, const uint64_t *lanes, uint64_t keep)
{
    const auto *beat = reinterpret_cast<const uint8_t *>(lanes);
    bytes->resize(at);
    for (size_t i = 0; i < 64 && keep >> i & 1; i++) bytes->push_back(beat[i]);
}

} // namespace

MacBench::MacBench(const BenchConfig &c, std::unique_ptr<Dut> d)
    : cfg(c), dut(std::move(d)), source(c.params.data_w / 8, Stall(c.seed, 0, c.host_stall)),
      sink(Stall(c.seed, 1, c.host_stall)), completions(Stall(c.seed, 2, c.host_stall)),
      wire_out(c.params.data_w / 8, false, Stall(c.seed, 3, c.wire_stall),
               Stall(c.seed, 4, c.wire_stall)),
      axil(c.seed, Stall(c.seed, 5, c.host_stall)), monitor("MAC", c.params.data_w / 8, &faults),
      witness(c.node, c.params.selective ? ttp_params_window(&c.params) : 0)
{
    in.cfg_node = c.node;
    in.cfg_enable = true;
    in.cfg_epoch_seed = c.epoch_seed;
    source.pull = [this](HostPacket *p) {
        if (packets.empty()) return false;
        *p = std::move(packets.front());
        packets.pop_front();
        return true;
    };
    source.accepted = [this](const HostPacket &p, size_t from, size_t to) {
        witness.accepted(p, from, to);
    };
    sink.packet = [this](uint32_t tid, const std::vector<uint8_t> &data) {
        witness.host_out(tid, data);
        if (on_packet) on_packet(tid, data);
    };
    completions.record = [this](const Completion &done) { witness.completion(done); };
    wire_out.frame = [this](const Frame &f) {
        frames_out++;
        if (log) log("out", &f, nullptr);
        witness.wire_out(f);
        if (on_frame) on_frame(f);
    };
}

void MacBench::power_up()
{
    in.rst = true;
    for (int i = 0; i < 4; i++) step();
    in.rst = false;
    while (ok() && cycle < 100000 && ttp_init_busy(&model()->s.init)) step();
}

void MacBench::drive_wire()
{
    in.s_axis_wire_tvalid = false;
    if (!busy_) {
        if (queue_.empty()) return;
        now_ = std::move(queue_.front());
        queue_.pop_front();
        busy_ = true;
        cut_ = in.rst;
        pos_ = 0;
        gap_ = now_.gap;
    } else if (gap_) {
        gap_--;
        cut_ = cut_ || model()->w.csr.core_rst;
        return;
    }
    const unsigned beat = cfg.params.data_w / 8;
    in.s_axis_wire_tvalid = true;
    in.s_axis_wire_tlast = load_beat(now_.frame.bytes, pos_, beat, in.s_axis_wire_tdata,
                                     &in.s_axis_wire_tkeep);
    in.s_axis_wire_tuser = in.s_axis_wire_tlast && now_.frame.user;
    if (pos_ / beat == now_.odd_beat) in.s_axis_wire_tkeep = now_.odd_keep;
    cut_ = cut_ || in.rst || model()->w.csr.core_rst;      // a reset: the rest is not looked at
    if (!cut_ && pos_ == MAX_FRAME) witness.frame_in(now_.frame);
    pos_ += beat;
    if (!in.s_axis_wire_tlast) return;
    busy_ = false;
    frames_in++;
    if (log) log("in ", &now_.frame, nullptr);
    if (cut_ || pos_ > MAX_FRAME + beat - 1) return;
    // A strange tkeep is a frame error, or on the last beat a shorter frame.
    if (now_.odd_beat < SIZE_MAX / beat && now_.odd_beat * beat < now_.frame.bytes.size()) {
        const uint64_t ones = beat == 64 ? UINT64_MAX : (uint64_t{ 1 } << beat) - 1;
        const uint64_t keep = now_.odd_keep & ones;
        if (now_.odd_beat * beat + beat < now_.frame.bytes.size()) now_.frame.user |= keep != ones;
        else if (!(keep & 1)) now_.frame.user = true;
        else take_kept(&now_.frame.bytes, now_.odd_beat * beat, in.s_axis_wire_tdata, keep);
    }
    witness.frame_in(now_.frame);
}

void MacBench::step()
{
    if (in.rst) {
        in.s_axis_host_tvalid = false;
        in.s_axil_awvalid = in.s_axil_wvalid = in.s_axil_arvalid = false;
    } else {
        source.drive(&in, cycle);
        axil.drive(&in, cycle);
    }
    sink.drive(&in, cycle);
    completions.drive(&in, cycle);
    wire_out.drive(&in, cycle);
    drive_wire();

    const ttp_out &o = dut->outputs();
    monitor.check(in, o, cycle);
    if (!in.rst) {
        witness.cycle(model(), o);
        if (log && o.trace_valid) log("", nullptr, &o);
        source.observe(in, o);
        sink.observe(in, o);
        completions.observe(in, o);
        wire_out.observe(in, o, cycle);
        axil.observe(in, o);
    }
    dut->drive(in);
    dut->edge();
    cycle++;
    if (model()->w.csr.core_rst && !in.rst) {              // soft reset: all links are gone
        resets++;
        witness.reset();
        if (source.in_packet()) source.disown();
    }
}

bool MacBench::idle(const ttp_out &o) const
{
    return !in.rst && host_empty() && axil.idle() && !frames_waiting() && !wire_out.in_frame()
        && !in.s_axis_wire_tvalid && !o.m_axis_host_tvalid && !o.m_axis_wire_tvalid
        && !o.m_axis_cpl_tvalid;
}

void MacBench::run(uint64_t cycles)
{
    const uint64_t end = cycle + cycles;
    while (cycle < end && ok()) {
        step();
        // Skipping and stepping must be the same thing; a model in lockstep has to step.
        if (dut->compared() || cycle >= end || !idle(dut->outputs())) continue;
        const uint64_t now = ttp_mac_cycle(model()), wake = ttp_mac_idle_until(model());
        const uint64_t n = std::min(wake - now, end - cycle);
        if (!n) continue;
        ttp_mac_skip(model(), n);
        cycle += n;
    }
}

void MacBench::fail(const std::string &what)
{
    if (why_.empty()) why_ = "cycle " + std::to_string(cycle) + ": " + what;
}

bool MacBench::ok()
{
    if (!why_.empty()) return false;
    if (faults.any()) fail(faults.first().front());
    else if (!witness.fault().empty()) fail(witness.fault());
    else if (extra) {
        const std::string more = extra();
        if (!more.empty()) fail(more);
    }
    return why_.empty();
}

void MacBench::check()
{
    const char *bad = ttp_mac_check(model());
    if (bad) fail(bad);
}

void MacBench::write(uint32_t addr, uint32_t data, uint8_t strb)
{
    axil.push({ true, addr, data, strb, nullptr });
}

bool MacBench::read(uint32_t addr, uint32_t *data)
{
    bool done = false;
    axil.push({ false, addr, 0, 0, [&](uint32_t d, uint8_t) { *data = d; done = true; } });
    for (int i = 0; i < 20000 && !done && ok(); i++) step();
    if (!done) {
        fail("a register is not read");
        axil.reset();
    }
    return done;
}

void MacBench::hard_reset()
{
    source.reset();
    sink.reset();
    wire_out.reset();
    axil.reset();
    witness.reset();
    gap_ = 0;                          // a reset within a gap would make a frame of what follows
    resets++;
    in.rst = true;
    for (int i = 0; i < 2; i++) step();
    in.rst = false;
    witness.reset();
}

const ttp_link_rec *MacBench::record(uint32_t vc, uint32_t node)
{
    const ttp_link_pipe &p = model()->s.pipe;
    if (vc > 2) return nullptr;
    const ttp_params &c = cfg.params;
    const uint32_t base = (vc * c.link_sets + ttp_link_table_hash(&p.table, node)) * c.link_ways;
    for (uint32_t i = base; i < base + c.link_ways; i++)
        if (p.table.tag[i] == (1u << 24 | node)) return &p.rec[i];
    return nullptr;
}
