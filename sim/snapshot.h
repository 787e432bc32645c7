// SPDX-License-Identifier: Apache-2.0
//
// A waveform of the cycles before a failure without having traced the run: every `interval` cycles
// the process forks a child that sleeps, the last two are kept, and at a failure the older one is
// woken, runs the same cycles again with tracing on, and ends a little beyond the failure.
//
// Why not run again from the seed: the failure may be an hour away; a fork costs about a
// millisecond and the second run is at most two intervals long. Children sleep in read() on a pipe
// and end by themselves when the parent does, however it ends, because the pipe then closes.
#ifndef TTPSIM_SNAPSHOT_H
#define TTPSIM_SNAPSHOT_H

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

class Net;

class Snapshots {
public:
    Snapshots() = default;
    ~Snapshots();
    Snapshots(const Snapshots &) = delete;
    Snapshots &operator=(const Snapshots &) = delete;

    void enable(uint64_t interval, uint64_t window, std::string path);
    bool on() const { return on_; }
    bool replaying() const { return replaying_; }
    void tick(Net &net);                  // after each cycle

    // Wakes the older child and waits for its waveform. False if there is none.
    bool waveform(uint64_t failed_cycle);
    // Ends a woken child whose run came to its end.
    [[noreturn]] void leave(Net &net);
    const std::string &path() const { return path_; }
    uint64_t window() const { return window_; }

private:
    struct Child {
        pid_t pid;
        int wake;                         // write end of its pipe
    };
    void drop(size_t i);
    void take(Net &net);

    bool on_ = false, replaying_ = false;
    uint64_t interval_ = 0, window_ = 0, next_ = 0, failed_ = 0;
    std::string path_;
    std::vector<Child> children_;         // oldest first
};

#endif
