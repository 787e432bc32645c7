// SPDX-License-Identifier: Apache-2.0
//
// Measuring harness of build/ttpbench: two MACs and nothing between a handshake and its count.
//
//     host A -> [MAC A] =====line=====> [MAC B] -> host B      and the same the other way
//
// A line without delay is wires: a beat is on the peer's pins in the cycle in which it is on ours.
// With delay d it is there d cycles later. A paced line holds m_axis_wire_tready low between frames
// so that a frame of n bytes takes (n + 24) / (bytes a beat) cycles; the remainder is carried over.
// Every tready is otherwise high. Every byte that arrives is compared with the byte that was sent.
//
// sim/bench/*.cpp is build/ttpbench alone (scripts/bench/bench.mk), not part of build/ttpsim.
#ifndef TTPSIM_BENCH_H
#define TTPSIM_BENCH_H

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "axil.h"
#include "dut.h"
#include "wire/frame.h"
#include "rng.h"

// Named numbers, in the order in which they are printed.
using Row = std::vector<std::pair<std::string, double>>;

// Wrong data, a MAC that stands still, a configuration that can not be made.
struct BenchError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Line {
    uint64_t delay = 0;                   // cycles
    bool pace = false;
    double loss = 0;                      // of PAYLOAD frames only; 512 bit only
    unsigned places = 0;                  // that a PAYLOAD may come late; 512 bit only
    std::function<bool(const Header &)> drop;   // true: this frame is lost; 512 bit only
};

// A frame at the pins of the MAC that sends it; at the peer's pins it is `delay` later.
struct FrameSeen {
    uint64_t first, last;                 // cycles of the handshakes of these beats
    Header header;
    bool lost;
};

struct Side {
    std::unique_ptr<Dut> dut;
    ttp_in in{};
    const ttp_out *out = nullptr;

    // Host stream in: `offered` payloads of `bytes` bytes in all, as fast as it takes them, on VC
    // `vc`; or to so many links in turn. Link j has VC j % 3; from the fourth on the peer has more
    // than one node number, and the line tells by the destination which one sends (512 bit only).
    uint64_t offered = 0, handed = 0;     // handed: the last beat was taken
    uint32_t bytes = 1024, vc = 0;
    unsigned links = 1;                   // to LINKS
    enum { LINKS = 48 };
    // Host stream out.
    uint64_t delivered = 0;               // payloads, complete and correct
    uint64_t on_link[LINKS] = {};         // ... of each link

    // The line away from this MAC.
    Line line;
    uint64_t frames = 0, payload_frames = 0, lost = 0;
    // Losses that held the peer up (512 bit only): payload `due` was the next
    // it could take, was lost at `stuck`, and was first sent again `recovery`
    // cycles later (a sum; slow: more than slow_limit).
    uint64_t setbacks = 0, recovery = 0, slow = 0, slow_recovery = 0, slow_limit = 0;

    // Filled while Pair::log is set: cycles of first beats at the host ports, frames sent.
    std::vector<uint64_t> host_in, host_out;
    std::vector<FrameSeen> sent;

private:
    friend class Pair;
    struct Flying {
        uint64_t due, data[8], keep;
        bool last, user;
    };
    uint32_t node = 0, peer = 0;
    unsigned in_beat = 0, out_beat = 0;
    uint32_t out_bytes = 1024;            // what the peer sends
    bool stuck = false, started = false;
    uint32_t due = 0;
    uint64_t stuck_at = 0;
    bool shown = false, in_frame = false, losing = false, axil_on = false;
    uint64_t line_end = 0, first_beat = 0;
    uint64_t loss_threshold = 0;
    Rng rng;
    Frame frame;                          // while log is set
    std::vector<Flying> ring;             // beats on the line
    size_t head = 0, tail = 0;
    std::vector<Flying> whole;            // the frame that is being sent, if places is not 0
    std::multimap<uint64_t, std::vector<Flying>> late;  // ... was, by the place at which it leaves
    uint64_t place = 0, last_due = 0;
    bool is_payload = false;
    uint64_t pattern_in[128], pattern_out[128];
    std::unique_ptr<AxilMaster> axil;
};

class Pair {
public:
    // Throws BenchError. The MACs are powered up and ready; the lines are wires.
    // selective: with the parameter of that name, and its switch on; model only.
    Pair(const std::string &preset, DutKind dut, const std::string &rtl_dir, uint64_t seed = 1,
         bool selective = false);
    ~Pair();

    Side &operator[](size_t i) { return side_[i]; }
    void set_line(size_t from, const Line &line);
    void set_bytes(uint32_t bytes);       // of payloads, both ways; between payloads only

    void step();
    void run(uint64_t cycles) { while (cycles--) step(); }
    // Until the payloads offered both ways have arrived.
    void drain(uint64_t limit = 1000000);
    void write(size_t side, uint32_t addr, uint32_t data) { access(side, true, addr, data); }
    uint32_t read(size_t side, uint32_t addr) { return access(side, false, addr, 0); }
    // Counters of both MACs, by index of docs/registers.md.
    std::vector<uint64_t> counters(size_t side);
    void check() const;                   // throws if lockstep saw a difference

    uint64_t cycle = 0;
    bool log = false;
    const ttp_params &params() const { return params_; }

private:
    uint32_t access(size_t side, bool write, uint32_t addr, uint32_t data);
    void source(Side &s);
    void carry(Side &s, Side &r);
    void begin_frame(Side &s);
    void follow(Side &s, uint32_t txid);
    void end_frame(Side &s);
    void shuffle(Side &s);
    void fly(Side &s, const Side::Flying &beat);
    void sink(Side &s);
    [[noreturn]] void wrong(const Side &s, const char *what) const;

    std::string preset_;
    ttp_params params_{};
    unsigned beat_ = 64, lanes_ = 8;
    std::unique_ptr<Waves> waves_;
    Side side_[2];
};

// 100 Gb/s at 64 bytes a cycle.
constexpr double CYCLES_PER_US = 195.3125;
// Bytes of payload a cycle on a saturated line of 1024-byte payloads: 60 bytes
// of header, 24 of FCS, preamble and gap.
constexpr double LINE_GOODPUT = 64.0 * 1024 / 1108;

struct BenchOptions {
    std::string rtl_dir;
    uint64_t seed = 1;
    double scale = 1;                     // of the length of runs that are not exact, for trials
};

// The parts. Rows of cycles: name, value; of a sweep: one row a point.
Row bench_cycles(const BenchOptions &o, DutKind dut);
std::vector<Row> bench_window(const BenchOptions &o, bool selective);
Row bench_loss(const BenchOptions &o, double loss, bool selective);
// PAYLOADs that come up to so many places late
Row bench_reorder(const BenchOptions &o, unsigned places, bool selective);
// From a payload's place at the host of A to its last beat at that of B, at a quarter of the line
Row bench_latency(const BenchOptions &o, double loss, bool selective);
// Cycles from host to host, first beat to first, on an open link, with SELECTIVE: of the model.
double bench_selective_way(const BenchOptions &o, uint32_t bytes);
// Selective repeat: loss also of the answers; the last one of bursts is lost.
Row bench_both(const BenchOptions &o, double loss);
Row bench_tail(const BenchOptions &o);
Row bench_nic(const BenchOptions &o);         // two NICs, model
Row bench_nic_speed(const BenchOptions &o);   // of the same
Row bench_speed(const BenchOptions &o);
Row bench_rtl_speed(const BenchOptions &o);   // of two nic1g, RTL alone

#endif
