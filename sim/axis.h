// SPDX-License-Identifier: Apache-2.0
//
// Drivers of the AXI-Stream ports of one MAC. Each has drive(), which sets pins from its own state
// before the outputs of the cycle are known, and observe(), which sees the handshakes of the cycle.
// A tvalid, once shown, stays with its beat until tready.
#ifndef TTPSIM_AXIS_H
#define TTPSIM_AXIS_H

#include <cstdint>
#include <functional>
#include <vector>

#include "wire/frame.h"
#include "rng.h"
#include "ttp_model.h"
#include "wire/wire.h"

struct HostPacket {
    uint32_t dest = 0;                // {VC[7:0], node[23:0]}
    std::vector<uint8_t> data;        // at least one byte
    bool discard = false;             // tuser on the last beat
    bool bad_keep = false;            // a hole in tkeep of the last beat
    size_t odd_beat = SIZE_MAX;       // this beat has tkeep `odd_keep`: the MAC's packet ends there
    uint64_t odd_keep = 0;
};

// Host stream in: takes packets from `pull`, one at a time.
class HostSource {
public:
    HostSource(unsigned beat_bytes, Stall stall) : beat_(beat_bytes), stall_(stall) {}

    std::function<bool(HostPacket *)> pull;              // false: none now
    // Bytes [from, to) were taken: to the end of the packet, or to the next multiple of 1024, where
    // the MAC cuts a longer packet and may send what it has.
    std::function<void(const HostPacket &, size_t from, size_t to)> accepted;

    void drive(ttp_in *in, uint64_t cycle);
    void observe(const ttp_in &in, const ttp_out &out);
    bool hold = false;                                   // shows no new beat
    bool dry() const { return dry_; }                    // no beat shown, and pull had nothing
    void wake() { dry_ = false; }                        // pull may have something now
    bool in_packet() const { return have_ && pos_ != 0; }
    bool waits() const { return have_ && pos_ == 0; }    // a packet, and no beat of it is taken
    void disown() { disowned_ = have_; }                 // what is left of it is not reported
    void reset() { have_ = shown_ = false; }             // a packet half handed over is forgotten

private:
    void load(ttp_in *in);

    unsigned beat_;
    Stall stall_;
    HostPacket packet_;
    size_t pos_ = 0;
    bool have_ = false, shown_ = false, dry_ = false, disowned_ = false;
};

// Host stream out: collects packets.
class HostSink {
public:
    explicit HostSink(Stall stall) : stall_(stall) { data_.reserve(MAX_PAYLOAD + 64); }

    std::function<void(uint32_t tid, const std::vector<uint8_t> &)> packet;
    bool hold = false;                                   // not ready at all

    void drive(ttp_in *in, uint64_t cycle) { in->m_axis_host_tready = !hold && !stall_.at(cycle); }
    void observe(const ttp_in &in, const ttp_out &out);
    void reset() { data_.clear(); }
    uint64_t beats() const { return beats_; }

private:
    Stall stall_;
    std::vector<uint8_t> data_;
    uint64_t beats_ = 0;
};

struct Completion {
    uint32_t kind, status, vc, node, first_id, count, bytes;
};

class CompletionSink {
public:
    explicit CompletionSink(Stall stall) : stall_(stall) {}

    std::function<void(const Completion &)> record;
    bool hold = false;

    void drive(ttp_in *in, uint64_t cycle) { in->m_axis_cpl_tready = !hold && !stall_.at(cycle); }
    void observe(const ttp_in &in, const ttp_out &out);

private:
    Stall stall_;
};

// Wire port out: beats to frames, and the pace of the line: a frame of n bytes holds it for
// (n + 24) / beat cycles (FCS, preamble, gap), counted exactly in bytes.
class WireOut {
public:
    WireOut(unsigned beat_bytes, bool pace, Stall between, Stall inside)
        : beat_(beat_bytes), pace_(pace), between_(between), inside_(inside) {}

    std::function<void(Frame)> frame;

    void drive(ttp_in *in, uint64_t cycle);
    void observe(const ttp_in &in, const ttp_out &out, uint64_t cycle);
    bool in_frame() const { return in_frame_; }
    void reset();                                        // the MAC lost its frame half way
    bool hold = false;

private:
    unsigned beat_;
    bool pace_;
    Stall between_, inside_;
    Frame frame_;
    bool in_frame_ = false;
    uint64_t line_end_ = 0;                              // byte time at which the line is free
};

// Wire port in: frames from the wire, without gaps inside a frame, as an Ethernet MAC gives them;
// it does not look at tready, because the line can not wait.
class WireIn {
public:
    WireIn(unsigned beat_bytes, Stall between) : beat_(beat_bytes), between_(between) {}

    std::function<bool(Frame *, uint64_t cycle)> pop;
    std::function<void(const Frame &)> arrived;          // its last beat is on the pins

    void drive(ttp_in *in, uint64_t cycle);
    void observe(const ttp_in &in);
    bool busy() const { return busy_; }

private:
    unsigned beat_;
    Stall between_;
    Frame frame_;
    size_t pos_ = 0;
    bool busy_ = false;
};

// Copies up to `beat` bytes at `pos` to lanes, sets keep; true if it was the last beat. The bytes
// beyond keep are noise.
bool load_beat(const std::vector<uint8_t> &bytes, size_t pos, unsigned beat, uint64_t *lanes,
               uint64_t *keep);

#endif
