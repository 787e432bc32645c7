// SPDX-License-Identifier: Apache-2.0
//
// Two MACs face to face; see bench.h.
#include "bench/bench.h"

#include <algorithm>
#include <cstring>

#include "counters.h"
#include "presets.h"
#include "ttp_regs.h"
#include "waves.h"

namespace {

constexpr uint32_t NODE[2] = { 0x00a001, 0x00b002 };

uint64_t keep_ones(unsigned n)
{
    return n >= 64 ? UINT64_MAX : (uint64_t{ 1 } << n) - 1;
}

// What payload k of a host holds: lane i is pattern[i] + k * STEP.
constexpr uint64_t STEP = 0x9e3779b97f4a7c15ull;

} // namespace

Pair::Pair(const std::string &preset, DutKind dut, const std::string &rtl_dir, uint64_t seed,
           bool selective)
    : preset_(preset), waves_(std::make_unique<Waves>())
{
    if (!find_preset(preset, &params_)) throw BenchError("no preset " + preset);
    if (selective) {
        params_.selective = 1;
        params_.rx_cells = params_.data_w == 512 ? 8192 : 4096; // a bay for each payload
    }
    beat_ = params_.data_w / 8;
    lanes_ = params_.data_w / 64;
    for (size_t i = 0; i < 2; i++) {
        Side &s = side_[i];
        std::string why;
        s.dut = make_dut(dut, preset, params_, rtl_dir, i ? "mac_B" : "mac_A", waves_.get(), &why);
        if (!s.dut) throw BenchError(why);
        s.node = NODE[i];
        s.peer = NODE[1 - i];
        s.rng = Rng(seed, 0x6c696e65 + i);
        s.axil = std::make_unique<AxilMaster>(seed, Stall());
        for (unsigned l = 0; l < 128; l++) {
            s.pattern_in[l] = mix64(mix64(seed) + 1000 * i + l);
            s.pattern_out[l] = mix64(mix64(seed) + 1000 * (1 - i) + l);
        }
        s.in.rst = true;
        s.in.cfg_enable = true;
        s.in.cfg_node = s.node;
        s.in.cfg_epoch_seed = static_cast<uint16_t>(1 + i);
        s.in.m_axis_host_tready = s.in.m_axis_cpl_tready = s.in.m_axis_wire_tready = true;
    }
    run(4);
    for (Side &s : side_) s.in.rst = false;
    for (size_t i = 0; i < 2; i++) {
        while (!(read(i, TTP_REG_STATUS) & 1)) if (cycle > 200000) wrong(side_[i], "never ready");
    }
    for (size_t i = 0; i < 2 && selective; i++)
        write(i, TTP_REG_CTRL, 1 | 1u << 3);      // enable, SELECTIVE
    run(100);
}

Pair::~Pair() = default;

void Pair::wrong(const Side &s, const char *what) const
{
    throw BenchError(preset_ + ", " + (&s == side_ ? "MAC A" : "MAC B")
                     + ", cycle " + std::to_string(cycle)
                     + ", payload " + std::to_string(s.delivered) + ": " + what);
}

void Pair::set_line(size_t from, const Line &line)
{
    Side &s = side_[from];
    if ((line.loss > 0 || line.drop || line.places) && lanes_ != 8)
        wrong(s, "loss is for 512 bit only");
    s.line = line;
    s.loss_threshold = threshold(line.loss);
    size_t n = 1;
    while (n < line.delay + 2 + 20 * line.places) n *= 2;
    s.ring.assign(n, Side::Flying{});
    s.head = s.tail = 0;
}

void Pair::set_bytes(uint32_t bytes)
{
    for (Side &s : side_) s.bytes = s.out_bytes = bytes;
}

void Pair::source(Side &s)
{
    if (s.shown) return;
    s.in.s_axis_host_tvalid = s.handed < s.offered;
    if (!s.in.s_axis_host_tvalid) return;
    s.shown = true;
    const uint64_t add = s.handed * STEP;
    const uint64_t *p = s.pattern_in + s.in_beat * lanes_;
    for (unsigned l = 0; l < lanes_; l++) s.in.s_axis_host_tdata[l] = p[l] + add;
    s.in.s_axis_host_tkeep = keep_ones(beat_);
    s.in.s_axis_host_tlast = (s.in_beat + 1) * beat_ == s.bytes;
    const auto link = static_cast<uint32_t>(s.handed % s.links);
    const uint32_t vc = s.links > 1 ? link % 3 : s.vc;
    s.in.s_axis_host_tdest = vc << 24 | (s.peer ^ link / 3);
}

// A PAYLOAD starts: does it bring the peer further?
void Pair::follow(Side &s, uint32_t txid)
{
    if (!s.started) s.due = txid;
    s.started = true;
    if (txid != s.due) return;
    if (s.stuck) {
        const uint64_t took = cycle - s.stuck_at;
        s.recovery += took;
        if (took > s.slow_limit) {
            s.slow++;
            s.slow_recovery += took;
        }
    }
    s.stuck = s.losing;
    s.stuck_at = cycle;
    s.setbacks += s.losing;
    s.due += !s.losing;
}

void Pair::begin_frame(Side &s)
{
    const uint64_t *d = s.out->m_axis_wire_tdata;
    const uint64_t now = cycle * beat_;
    if (s.line_end < now) s.line_end = now;
    s.line_end += 24;
    s.in_frame = true;
    s.losing = false;
    s.first_beat = cycle;
    s.frames++;
    if (lanes_ == 8) {                    // the whole header is in the first beat
        const bool payload = (d[5] >> 16 & 0x3f) == OP_PAYLOAD;
        s.payload_frames += payload;
        s.is_payload = payload;
        if (payload && s.rng.chance(s.loss_threshold)) s.losing = true;
        if (s.line.drop) {
            Frame f;
            const auto *b = reinterpret_cast<const uint8_t *>(d);
            f.bytes.assign(b, b + 64);
            Header h{};
            if (parse_header(f, &h) && s.line.drop(h)) s.losing = true;
        }
        s.lost += s.losing;
        if (payload) follow(s, __builtin_bswap32(static_cast<uint32_t>(d[6] >> 32)));
    }
    s.frame.bytes.clear();
}

void Pair::end_frame(Side &s)
{
    s.in_frame = false;
    FrameSeen f{};
    if (!log || !parse_header(s.frame, &f.header)) return;
    f.first = s.first_beat;
    f.last = cycle;
    f.lost = s.losing;
    s.sent.push_back(f);
}

void Pair::fly(Side &s, const Side::Flying &beat)
{
    s.ring[s.tail++ & (s.ring.size() - 1)] = beat;
}

// A frame has been sent whole. Of those that are late the ones leave whose place it is, at most at
// the rate of the line.
void Pair::shuffle(Side &s)
{
    s.place += 2;                           // a late one goes behind the one in its place
    const uint64_t by = s.is_payload ? s.rng.below(s.line.places + 1) : 0;
    if (!s.whole.empty()) s.late.emplace(s.place + 2 * by - !by, std::move(s.whole));
    s.whole.clear();
    for (auto at = s.late.begin(); at != s.late.end() && at->first <= s.place;
         at = s.late.erase(at)) {
        for (Side::Flying &beat : at->second) {
            s.last_due = std::max(s.last_due + 1, cycle + s.line.delay);
            beat.due = s.last_due;
            fly(s, beat);
        }
    }
}

// The line from s to r.
void Pair::carry(Side &s, Side &r)
{
    const ttp_out &o = *s.out;
    ttp_in &in = r.in;
    const bool beat = o.m_axis_wire_tvalid && s.in.m_axis_wire_tready;
    if (beat) {
        if (!s.in_frame) begin_frame(s);
        const auto bytes = static_cast<unsigned>(__builtin_popcountll(o.m_axis_wire_tkeep));
        s.line_end += o.m_axis_wire_tlast ? bytes : beat_;
        if (log) {
            const auto *b = reinterpret_cast<const uint8_t *>(o.m_axis_wire_tdata);
            s.frame.bytes.insert(s.frame.bytes.end(), b,
                                 b + __builtin_popcountll(o.m_axis_wire_tkeep));
        }
        if (o.m_axis_wire_tlast) end_frame(s);
    } else if (s.in_frame) {
        wrong(s, "tvalid fell inside a wire frame");
    }
    const bool goes = beat && !s.losing;
    if (s.line.delay == 0) {
        in.s_axis_wire_tvalid = goes;
        if (!goes) return;
        memcpy(in.s_axis_wire_tdata, o.m_axis_wire_tdata, sizeof in.s_axis_wire_tdata);
        if (s.links > 3 && s.first_beat == cycle) {     // the last byte of each node number
            auto *b = reinterpret_cast<uint8_t *>(in.s_axis_wire_tdata);
            const auto which = static_cast<uint8_t>(b[5] ^ (r.node & 0xff));
            b[5] ^= which;
            b[11] ^= which;
        }
        in.s_axis_wire_tkeep = o.m_axis_wire_tkeep;
        in.s_axis_wire_tlast = o.m_axis_wire_tlast;
        in.s_axis_wire_tuser = o.m_axis_wire_tuser;
        return;
    }
    const size_t mask = s.ring.size() - 1;
    if (goes) {
        Side::Flying f{};
        f.due = cycle + s.line.delay;
        memcpy(f.data, o.m_axis_wire_tdata, sizeof f.data);
        f.keep = o.m_axis_wire_tkeep;
        f.last = o.m_axis_wire_tlast;
        f.user = o.m_axis_wire_tuser;
        if (s.line.places) s.whole.push_back(f);
        else fly(s, f);
    }
    if (s.line.places && beat && o.m_axis_wire_tlast) shuffle(s);
    in.s_axis_wire_tvalid = s.head != s.tail && s.ring[s.head & mask].due == cycle;
    if (!in.s_axis_wire_tvalid) return;
    const Side::Flying &f = s.ring[s.head++ & mask];
    memcpy(in.s_axis_wire_tdata, f.data, sizeof f.data);
    in.s_axis_wire_tkeep = f.keep;
    in.s_axis_wire_tlast = f.last;
    in.s_axis_wire_tuser = f.user;
}

void Pair::sink(Side &s)
{
    const ttp_out &o = *s.out;
    if (s.in.s_axis_host_tvalid && o.s_axis_host_tready) {
        s.shown = false;
        if (log && s.in_beat == 0) s.host_in.push_back(cycle);
        s.in_beat++;
        if (s.in.s_axis_host_tlast) {
            s.in_beat = 0;
            s.handed++;
        }
    }
    if (!o.m_axis_host_tvalid) return;
    if (log && s.out_beat == 0) s.host_out.push_back(cycle);
    const unsigned links = side_[&s == side_].links;    // of the other side's payloads
    const uint32_t from = (o.m_axis_host_tid & 0xffffff) ^ s.peer;
    const unsigned link = links > 1 ? from * 3 + (o.m_axis_host_tid >> 24 & 3) : 0;
    if (link >= links || (links == 1 && from)) wrong(s, "delivered with another sender's address");
    const uint64_t add = (links * s.on_link[link] + link) * STEP;
    const uint64_t *p = s.pattern_out + s.out_beat * lanes_;
    uint64_t diff = o.m_axis_host_tkeep ^ keep_ones(beat_);
    for (unsigned l = 0; l < lanes_; l++) diff |= o.m_axis_host_tdata[l] ^ (p[l] + add);
    if (diff) wrong(s, "delivered bytes differ from the bytes sent");
    s.out_beat++;
    if (o.m_axis_host_tlast != (s.out_beat * beat_ == s.out_bytes))
        wrong(s, "delivered with another length");
    if (o.m_axis_host_tlast) {
        s.out_beat = 0;
        s.delivered++;
        s.on_link[link]++;
    }
}

void Pair::step()
{
    for (Side &s : side_) {
        source(s);
        if (s.line.pace) s.in.m_axis_wire_tready = s.in_frame || cycle >= s.line_end / beat_;
        if (s.axil_on) s.axil->drive(&s.in, cycle);
        s.out = &s.dut->outputs();
    }
    if (!side_[0].in.rst) {               // outputs are undefined during the first reset
        carry(side_[0], side_[1]);
        carry(side_[1], side_[0]);
        for (Side &s : side_) {
            sink(s);
            if (s.axil_on) s.axil->observe(s.in, *s.out);
        }
    }
    for (Side &s : side_) s.dut->drive(s.in);
    for (Side &s : side_) s.dut->edge();
    cycle++;
}

void Pair::drain(uint64_t limit)
{
    const uint64_t end = cycle + limit;
    while (side_[1].delivered < side_[0].offered || side_[0].delivered < side_[1].offered) {
        step();
        if (cycle > end) wrong(side_[side_[1].delivered < side_[0].offered], "stands still");
    }
}

uint32_t Pair::access(size_t side, bool write, uint32_t addr, uint32_t data)
{
    Side &s = side_[side];
    uint8_t answer = 255;
    s.axil->push({ write, addr, data, 15, [&](uint32_t d, uint8_t r) { answer = r; data = d; } });
    s.axil_on = true;
    for (unsigned i = 0; i < 1000 && answer == 255; i++) step();
    step();                               // takes the valids off the pins
    s.axil_on = false;
    if (answer != 0) wrong(s, "an access to a register was refused");
    return data;
}

std::vector<uint64_t> Pair::counters(size_t side)
{
    write(side, TTP_REG_SNAPSHOT, 1);
    while (read(side, TTP_REG_STATUS) >> 1 & 1) {}
    std::vector<uint64_t> v;
    for (uint32_t i = 0; i < TTP_CNT_N; i++)
        v.push_back(counter_name(i) ? read(side, TTP_REG_COUNTER + 8 * i) : 0);
    return v;
}

void Pair::check() const
{
    for (const Side &s : side_) {
        if (!s.dut->difference()) continue;
        const Difference &d = *s.dut->difference();
        throw BenchError(preset_ + ": RTL and model differ at " + d.ports[0].name + " in cycle "
                         + std::to_string(d.cycle));
    }
    if (waves_->failed()) throw BenchError(preset_ + ": an assertion of the RTL has failed");
}
