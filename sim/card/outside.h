// SPDX-License-Identifier: Apache-2.0
//
// What a host reaches of a simulated card: its host port as UDP or TAP, its UART as a
// pseudo-terminal.
#ifndef CARDSIM_OUTSIDE_H
#define CARDSIM_OUTSIDE_H

#include <netinet/in.h>

#include <array>
#include <map>
#include <string>

#include "bridge/wire.h"
#include "wire/frame.h"

// One Ethernet frame without FCS a datagram, on 127.0.0.1. Several hosts may use it at once: a
// frame goes to the port that its destination address last spoke from, as a switch does it.
class UdpHub {
public:
    ~UdpHub();
    bool open(uint16_t port, std::string *why);         // 0: a free one
    uint16_t port() const { return port_; }
    int fd() const { return fd_; }
    bool receive(Frame *f);
    void send(const Frame &f);
    // Frames to an address that never spoke, or not taken
    uint64_t unknown = 0, refused = 0;

private:
    static constexpr size_t MOST_HOSTS = 256;
    using Address = std::array<uint8_t, 6>;
    int fd_ = -1;
    uint16_t port_ = 0;
    std::map<Address, sockaddr_in> hosts_;
};

class Pty {
public:
    ~Pty();
    bool open(std::string *why);
    const std::string &name() const { return name_; }
    int fd() const { return fd_; }
    size_t read(uint8_t *p, size_t n);
    // Bytes that do not fit are lost, as on a serial line without a reader
    void write(const std::vector<uint8_t> &bytes);
    uint64_t lost = 0;

private:
    bool none();
    int fd_ = -1, slave_ = -1;
    std::string name_;
};

#endif
