// SPDX-License-Identifier: Apache-2.0
//
// The TCP side of a hop. A greeting, then messages: type (1 byte), stamp (8), length (2), data; the
// lowest byte first.
#ifndef TTPSIM_SIMBRICKS_TCP_H
#define TTPSIM_SIMBRICKS_TCP_H

#include <cstdint>
#include <string>
#include <vector>

namespace simbricks {

class Tcp {
public:
    Tcp() = default;
    ~Tcp();
    Tcp(const Tcp &) = delete;
    Tcp &operator=(const Tcp &) = delete;

    // [listen:|connect:]HOST:PORT. Waits, `wait` seconds at most, until the other hop is there and
    // has greeted in the same way. False and *why, one line.
    bool open(const std::string &spec, bool sync, double wait, std::string *why);

    void put(uint8_t type, uint64_t stamp, const uint8_t *data, size_t n);
    // Gives and takes what goes without waiting. True if anything went.
    bool move();
    // The next message that is whole; false: none. `data` is good until the next call.
    bool get(uint8_t *type, uint64_t *stamp, const uint8_t **data, size_t *n);
    void shut();                     // nothing more will be put
    bool closed() const { return closed_; }          // by the other side
    bool sent() const { return given_ == out_.size(); }

private:
    bool reach(const std::string &host, const std::string &port, bool listen, double end,
               std::string *why);
    bool greet(bool sync, double end, std::string *why);

    int fd_ = -1;
    bool closed_ = false;
    std::vector<uint8_t> out_, in_;
    size_t given_ = 0, taken_ = 0;
};

} // namespace simbricks

#endif
