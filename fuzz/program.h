// SPDX-License-Identifier: Apache-2.0
//
// Bytes read as a program for one MAC: a header (which MAC, how its ports stall,
// who its peers are), then records: frames with mostly valid headers and IDs
// near the link's real ones, raw frames, host packets, register writes, idle
// cycles, back-pressure, resets. Any bytes are a legal program. After each frame
// all invariants are checked, at the end the MAC must still work (finale.cpp).
#ifndef TTP_FUZZ_PROGRAM_H
#define TTP_FUZZ_PROGRAM_H

#include <functional>

#include "mac_bench.h"
#include "peers.h"

struct ProgramHead {
    std::string preset;
    ttp_params params;
    BenchConfig bench;
    uint32_t peers_alive;                  // bit i: peer i answers in the end, else it stays silent
    uint32_t life;                         // of the peers that answer, 0: strangers
    bool remote_first;                     // who opens the link that is tried at the very end
    uint32_t timers;
};

constexpr size_t HEAD_BYTES = 8;
constexpr unsigned PEER_N = 6;

// False if there are too few bytes.
bool read_head(const uint8_t *data, size_t size, ProgramHead *h);

class Program {
public:
    Program(const ProgramHead &h, MacBench *b, const uint8_t *data, size_t size);

    bool run();                            // false: b->why()

private:
    uint8_t u8() { return at_ < size_ ? data_[at_++] : 0; }
    uint32_t u32();
    void record();
    void frame();
    void map(Frame *f, uint8_t how);
    void raw_frame();
    void host_packet();
    void reg_write();
    void reset();
    void deliver(WireFrame f);             // and what the frame leads to, with all checks
    void heard(const Frame &f);
    void odds(WireFrame *w, uint8_t flags);
    uint32_t pick_id(uint32_t right, uint32_t vc, uint32_t node);

    const ProgramHead &h_;
    MacBench *b_;
    const uint8_t *data_;
    size_t size_, at_ = 0;
    Peers peers_;
    uint32_t auto_ = 0;                    // bit i: peer i answers at once
    std::deque<Frame> heard_;              // what the MAC has sent, not yet answered
    WireFrame last_;                       // the frame before
    uint64_t idle_left_ = 20000;
    uint32_t serial_ = 0;
};

uint32_t peer_node(const ttp_params &p, unsigned i);

// All harm stops: every payload held is delivered or its link reported dead, then a
// fresh peer's link opens, carries a payload each way and closes; nothing is left over.
bool finale(const ProgramHead &h, MacBench *b, Peers *peers);

#endif
