// SPDX-License-Identifier: Apache-2.0
//
// A simulation: MACs on a wire, each with drivers on all its ports and a witness, and a scoreboard
// over all of them. One call of step() is one clock cycle everywhere.
//
//     host <-> [HostSource, HostSink]   MAC   [WireOut, WireIn] <-> Wire
//                  [CompletionSink, AxilMaster, PortMonitor]
#ifndef TTPSIM_NET_H
#define TTPSIM_NET_H

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "axil.h"
#include "axis.h"
#include "dut.h"
#include "monitor.h"
#include "scoreboard.h"
#include "snapshot.h"
#include "waves.h"
#include "wire/wire.h"

struct NetConfig {
    std::string preset = "dojo", rtl_dir;
    uint64_t seed = 1;
    double stall = 0;                 // every tready and tvalid, but not inside a wire frame
    double wire_stall = 0;            // m_axis_wire_tready inside a frame
    bool pace = false;                // the line takes (bytes + 24) / beat cycles a frame
    uint64_t shuffle = 0;             // not 0: the models' blocks have their edges in random order
    uint64_t start_cycle = 0;         // where the MACs' cycle counters start; multiple of 64
    bool direct = false;              // two MACs back to back, pin to pin, no wire between
};

struct NodeConfig {
    std::string name;                 // "A", "B", ...
    ttp_params params{};
    DutKind dut = DutKind::lockstep;
    uint32_t node = 1;
    uint16_t epoch_seed = 1;
    bool agrees = true;               // with SELECTIVE: somebody may turn the switch on
};

struct TraceRecord {
    uint64_t cycle;
    uint16_t link, action;
    uint8_t state0, state1, event;
    uint32_t txid, rxid;
};

struct FrameRecord {                  // of a frame seen at a MAC's wire port
    uint64_t cycle;
    Header header;
    uint32_t bytes;
    bool sent, user, whole;           // whole: long enough to have a header
};

// The last N of something.
template <class T, size_t N> class Ring {
public:
    void push(const T &t) { at_[n_++ % N] = t; }
    size_t size() const { return n_ < N ? n_ : N; }
    const T &back(size_t age) const { return at_[(n_ - 1 - age) % N]; }   // 0: the newest

private:
    std::array<T, N> at_{};
    size_t n_ = 0;
};

struct Node {
    Node(const NodeConfig &c, const NetConfig &n, unsigned index, std::unique_ptr<Dut> d,
         Faults *f);

    void observe(uint64_t cycle);
    bool idle() const;                // no valid on any of its pins, nothing for the drivers to do

    NodeConfig cfg;
    std::unique_ptr<Dut> dut;
    ttp_in in{};
    const ttp_out *out = nullptr;     // pins of this cycle
    HostSource source;
    HostSink sink;
    CompletionSink completions;
    WireOut wire_out;
    WireIn wire_in;
    AxilMaster axil;
    PortMonitor monitor;
    Ring<TraceRecord, 2048> trace;
    Ring<FrameRecord, 256> frames;
    std::array<uint64_t, OP_N> sent{};     // frames by opcode, as the witness saw them
    bool cut_in = false;              // a reset hit while a frame was coming in
};

class Net {
public:
    explicit Net(const NetConfig &c);

    // False and *why if the MAC can not be made.
    bool add(const NodeConfig &c, std::string *why);
    void start(unsigned cycles = 4);  // power up: all MACs in reset
    void step();
    void trace_to(const std::string &path, uint64_t from);   // waveform from a cycle on
    void skip(uint64_t cycles);       // only model MACs, only what idle_cycles() allows
    uint64_t idle_cycles();           // cycles from now on in which nothing can happen

    // Registers; these step the simulation until the answer is there.
    bool write(Node &n, uint32_t addr, uint32_t data, uint8_t *resp = nullptr);
    bool read(Node &n, uint32_t addr, uint32_t *data, uint8_t *resp = nullptr);
    void hard_reset(Node &n, unsigned cycles = 4);
    void record(Node &n, const Frame &f, bool sent);     // a frame at its wire port
    void begin_reset(Node &n);        // rst = 1 from the next step on, until ...
    void end_reset(Node &n);

    Node &operator[](size_t i) { return *nodes_[i]; }
    size_t size() const { return nodes_.size(); }
    Node *difference();               // the first MAC whose RTL and model differ, or NULL
    uint64_t compared() const;
    bool failed();                    // difference, assertion or fault: time to stop

    NetConfig cfg;
    uint64_t cycle = 0;
    Wire wire;
    Faults faults;
    Scoreboard score;
    Waves waves;
    Snapshots snapshots;
    std::function<void(Node &, const Frame &, bool sent)> tap;        // every frame at every MAC
    std::function<void(Node &, uint32_t tid, const std::vector<uint8_t> &)> on_packet;
    std::function<void(Node &, const Completion &)> on_completion;
    // As tap, but of the run itself: a snapshot that runs again has it too.
    std::function<void(Node &, const Frame &, bool sent)> on_frame;

private:
    void connect(Node &n, int port);
    void connect_direct();

    std::vector<std::unique_ptr<Node>> nodes_;
    std::string trace_path_;
    uint64_t trace_from_ = UINT64_MAX;
};

#endif
