// SPDX-License-Identifier: Apache-2.0
//
// A file on its way through a Net: cut into host packets, spread over links, compared with the file
// as it arrives. Nothing of it is kept, so memory does not grow with it.
//
// Chunk c of a direction goes over link c mod N; on each link chunks arrive in order, so the k-th
// arrival on link l is chunk k * N + l.
#ifndef TTPSIM_TRANSFER_H
#define TTPSIM_TRANSFER_H

#include <string>
#include <vector>

#include "net.h"

class InputFile {
public:
    ~InputFile();
    bool open(const std::string &path, std::string *why);   // regular files only
    uint64_t size() const { return size_; }
    bool read(uint64_t at, uint8_t *to, size_t n) const;

private:
    int fd_ = -1;
    uint64_t size_ = 0;
};

class OutputFile {
public:
    ~OutputFile();
    bool open(const std::string &path, std::string *why);
    bool write(uint64_t at, const uint8_t *from, size_t n);
    bool is_open() const { return fd_ >= 0; }
    bool close();

private:
    int fd_ = -1;
};

// What a run asks of the hosts of its MACs.
class Traffic {
public:
    virtual ~Traffic() = default;
    virtual bool done() const = 0;
    virtual uint64_t arrived() const = 0;      // chunks that were delivered at least once
    virtual uint64_t bytes() const = 0;
    virtual uint64_t activity() const = 0;     // moves with every sign of progress
    virtual uint64_t next_due() const { return UINT64_MAX; }      // cycle of its next tick()
    virtual void tick() {}                     // between two cycles
    virtual void completion(Node &, const Completion &) {}

    bool ok() const { return error_.empty(); }
    const std::string &error() const { return error_; }
    uint64_t total() const { return total_; }
    uint64_t first_cycle() const { return first_cycle_; }   // first packet offered
    uint64_t last_cycle() const { return last_cycle_; }     // last payload delivered

protected:
    std::string error_;
    uint64_t total_ = 0, first_cycle_ = UINT64_MAX, last_cycle_ = 0;
};

class Transfer : public Traffic {
public:
    // Nodes of the net: 0 is A, 1 is B, then the peers; link l is A to node 1 + l / 3, VC l % 3.
    Transfer(Net &net, const InputFile &file, OutputFile *out, uint32_t links, uint32_t payload,
             bool bidir);

    bool done() const override { return arrived_ == total_; }
    uint64_t arrived() const override { return arrived_; }
    uint64_t bytes() const override { return bytes_; }
    uint64_t activity() const override { return arrived_; }

private:
    struct Sender {                    // of one node
        std::vector<uint32_t> links;   // its links, rising
        size_t at = 0;                 // next of them
        uint64_t round = 0;
    };

    bool next(size_t node, HostPacket *p);
    void arrive(Node &n, uint32_t tid, const std::vector<uint8_t> &data);
    uint64_t chunk_bytes(uint64_t chunk) const;

    Net &net_;
    const InputFile &file_;
    OutputFile *out_;
    uint32_t links_, payload_;
    uint64_t chunks_, arrived_ = 0, bytes_ = 0;
    std::vector<Sender> senders_;
    std::vector<uint64_t> seen_[2];    // arrivals by link; [1]: towards A
    std::vector<uint8_t> want_;
};

// Byte by byte. False and *why if they differ or can not be read.
bool same_files(const std::string &a, const std::string &b, std::string *why);

#endif
