// SPDX-License-Identifier: Apache-2.0
//
// The host's side of a bridge: what --send gives and what --recv takes; a file or a pipe.
#ifndef TTPSIM_BRIDGE_DATA_H
#define TTPSIM_BRIDGE_DATA_H

#include <cstdint>
#include <string>
#include <vector>

// A regular file is read as it is asked for, so a run with one can be repeated exactly.
// A pipe is read ahead by at most one buffer, and only while there is room in it.
class DataIn {
public:
    ~DataIn();
    bool open(const std::string &path, std::string *why);    // "-": stdin
    bool is_open() const { return fd_ >= 0; }

    int poll_fd() const { return !regular_ && !eof_ && held() < AHEAD ? fd_ : -1; }
    void fill();                                             // takes what a pipe has now
    bool next(std::vector<uint8_t> *data, size_t bytes);     // false: nothing now
    bool ready() const { return fd_ >= 0 && (held() > 0 || (regular_ && !eof_)); }
    bool done() const { return eof_ && held() == 0; }
    bool failed() const { return !error_.empty(); }
    const std::string &error() const { return error_; }
    bool repeatable() const { return regular_; }
    void seek(uint64_t at);                                  // of a regular file: from there on
    uint64_t bytes() const { return bytes_; }                // handed to the MAC

private:
    static constexpr size_t AHEAD = 65536;
    size_t held() const { return buffer_.size() - at_; }
    size_t read_some(size_t most);

    int fd_ = -1;
    bool regular_ = false, eof_ = false, owned_ = false;
    std::vector<uint8_t> buffer_;
    size_t at_ = 0;
    uint64_t bytes_ = 0, offset_ = 0, first_ = 0;
    std::string path_, error_;
};

// A slow reader of a pipe is never waited for: what it does not take stays
// here, and full() says that the MAC's host port must wait.
class DataOut {
public:
    ~DataOut();
    bool open(const std::string &path, std::string *why);    // "-": stdout
    bool is_open() const { return fd_ >= 0; }

    void put(const std::vector<uint8_t> &data);
    void flush();                                            // as much as goes without waiting
    int poll_fd() const { return held() > 0 ? fd_ : -1; }
    bool full() const { return held() >= HOLD; }
    bool empty() const { return held() == 0; }
    bool failed() const { return !error_.empty(); }
    const std::string &error() const { return error_; }
    bool close();
    uint64_t bytes() const { return bytes_; }                // given to the reader
    // A second run, for a waveform, writes nothing.
    bool mute = false;

private:
    static constexpr size_t HOLD = 65536;
    size_t held() const { return buffer_.size() - at_; }

    int fd_ = -1;
    bool regular_ = false;
    std::vector<uint8_t> buffer_;
    size_t at_ = 0;
    uint64_t bytes_ = 0;
    std::string path_, error_;
};

#endif
