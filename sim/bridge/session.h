// SPDX-License-Identifier: Apache-2.0
//
// One run of `ttpsim bridge`; see bridge.h. The wall clock decides only how far
// simulated time may go, and in which cycle a frame from outside comes in; all else is
// a function of the cycle, so a run can be repeated from a recording of those frames.
#ifndef TTPSIM_BRIDGE_RUN_H
#define TTPSIM_BRIDGE_RUN_H

#include <deque>
#include <memory>
#include <string>

#include "bridge/bridge.h"
#include "bridge/data.h"
#include "bridge/links.h"
#include "bridge/resume.h"
#include "bridge/wire.h"
#include "clocks.h"
#include "net.h"
#include "wire/pcapng_out.h"

// Simulated time against the wall clock. What can not be made up within LAG is
// given up, so that timers never run faster than they should.
class Pace {
public:
    static constexpr double LAG = 0.002;               // seconds

    void start(uint64_t cycle, double now, double hz) { hz_ = hz; hold(cycle, now); }
    // Simulated time stood still.
    void hold(uint64_t cycle, double now) { cycle_ = cycle; base_ = now; }
    uint64_t allowed(double now) const
    {
        return cycle_ + (now > base_ ? static_cast<uint64_t>((now - base_) * hz_) : 0);
    }
    double when(uint64_t cycle) const { return base_ + static_cast<double>(cycle - cycle_) / hz_; }
    void slip(uint64_t cycle, double now)
    {
        const double late = now - when(cycle) - LAG;
        if (late <= 0) return;
        slipped_ += late;
        base_ += late;
    }
    double slipped() const { return slipped_; }

private:
    uint64_t cycle_ = 0;
    double base_ = 0, hz_ = 1, slipped_ = 0;
};

struct BridgeCount {
    uint64_t pulled = 0, retired = 0, received = 0, received_bytes = 0, dropped = 0;   // payloads
    uint64_t overrun = 0;                              // frames
    uint64_t closed = 0;                               // links
    uint64_t restarts = 0;                             // of our MAC
};

struct Ipv4Count {
    uint64_t in = 0, out = 0;                          // frames in IPv4 form, to and from the MAC
    uint64_t plain = 0;                                // frames of the MAC that stay in TTPoE form
    uint64_t other = 0;                                // ... from outside that are not TTP
    uint64_t dropped[IP_RULES] = {};
};

class Bridge {
public:
    Bridge(BridgeOptions o, std::unique_ptr<OuterWire> wire, DataIn *in, DataOut *out);

    bool build(std::string *why);
    int run();

private:
    static NetConfig config(const BridgeOptions &o);
    void connect();
    bool prepare();                                    // speed, registers
    void name_timers();           // as options: a run from the recording has no round trip
    void loop();
    bool over();
    void finish();

    // Time.
    uint64_t quiet();
    uint64_t horizon() const;
    void skip_to(uint64_t limit);
    void advance(uint64_t limit);
    bool asleep();
    void sleep();
    static void let_signals_in();

    // Restarts of the MAC (--restarts), in restarts.cpp.
    void piece(uint32_t node, std::vector<uint8_t> d);   // a payload with a stamp has come
    void plan_restart();
    void restart();
    void set_up_again();
    void tick();
    uint64_t next_tick() const;

    // Traffic.
    void receive();
    void deliver();                                    // frames that leave
    bool can_pull() const;
    bool pull(HostPacket *p);
    void packet(uint32_t tid, const std::vector<uint8_t> &d);
    void completion(const Completion &c);
    void interrupt();
    void maybe_close();
    uint64_t close_at() const;                         // UINT64_MAX: not waiting for a silence
    void close_link(uint32_t node, uint32_t vc);
    bool sent_all() const;
    bool closed();                                     // all is sent, and its link has ended
    bool cut_short() const;                            // ... by a reset, not by its CLOSE
    bool mine(uint32_t node, uint32_t vc) const;       // the link of --send, a link of --recv
    uint64_t linger_end() const;                       // UINT64_MAX: not waiting for the peer
    uint64_t capture_end() const;
    void stop();                                       // close all links, then end

    // The port between MAC and wire, in port.cpp: IPv4 mode, and the capture.
    uint64_t stamp();                                  // of a frame in the capture, nanoseconds
    void capture(const Frame &f, bool sent, const std::string &note = "");
    void leave(Frame f);                               // from the MAC to the wire
    bool enter(Frame *f, uint64_t cycle);              // the next one for the MAC, if any

    // Reports.
    void say(const std::string &text) const;
    void stats();
    void summary(const Counters *c);
    void end(int code, const std::string &why);

    BridgeOptions o_;
    std::unique_ptr<OuterWire> outer_;
    DataIn *in_;
    DataOut *out_;
    Net net_;
    Node *n_ = nullptr;
    BridgeTimes times_;
    Pace pace_;
    PcapngOut pcap_;              // interfaces: 0 what the MAC sends, 1 what it gets
    uint64_t wall_ns_ = 0, stamp_ = 0;                 // since 1970: at begin_, of the newest frame
    Recording record_;
    std::string record_path_;
    LinkWatch links_;
    BridgeCount count_;
    std::unique_ptr<Ipv4Port> ipv4_;                   // in IPv4 mode
    Ipv4Count ip_count_;
    Frame raw_;                                        // on its way into the MAC, as it came
    std::deque<uint32_t> cells_;                       // of payloads not retired, oldest first
    uint64_t held_cells_ = 0, hz_ = 0, heard_ = 0, last_in_ = 0, begin_cycle_ = 0;
    uint64_t next_stats_ = UINT64_MAX, stop_by_ = UINT64_MAX, next_check_ = 0, progress_ = 0;
    double begin_ = 0, progress_at_ = 0, idle_ = 0;
    double overslept_ = 0;                 // seconds that the machine woke this process too late
    double speed_ = 0;                                 // measured for --hz auto, cycles a second
    bool live_ = true;            // simulated time follows the wall clock
    bool timed_ = false;          // ... or the simulator outside; neither: a capture
    bool close_asked_ = false, stopping_ = false, serving_ = false;
    std::unique_ptr<Resume> resume_;                   // with --restarts
    Rng dice_;                                         // when the next restart is due
    uint64_t restart_at_ = UINT64_MAX, reset_end_ = UINT64_MAX;
    bool running_ = true;         // the MAC is not in reset, its registers are written
    bool told_drop_ = false, told_all_ = false;
    bool lingering_ = false;      // all is acknowledged, the CLOSE waits for a silence
    int exit_ = 0;
    std::string why_;
};

#endif
