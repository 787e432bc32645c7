// SPDX-License-Identifier: Apache-2.0
//
// The capture of a run: what each MAC sends, with what the wire did to it, and what it gets, with
// why it drops it.
#ifndef TTPSIM_CAPTURE_H
#define TTPSIM_CAPTURE_H

#include <string>

#include "net.h"
#include "wire/pcapng_out.h"

class Capture {
public:
    // Interfaces A.tx, A.rx, B.tx, ... of all MACs of `net`, which must stay; takes net.tap and
    // net.wire.witness.
    bool open(Net *net, const std::string &path, const std::string &command, std::string *why);
    bool close() { return out_.close(); }

private:
    void sent(int port, const Frame &f, const Fate &fate);
    void arrived(const Node &n, const Frame &f);
    uint64_t now() const { return net_->cycle * picoseconds_ / 1000; }

    Net *net_ = nullptr;
    PcapngOut out_;
    uint64_t picoseconds_ = 0;        // per cycle
};

#endif
