// SPDX-License-Identifier: Apache-2.0
#include "rgmii.h"

#include <zlib.h>

namespace {

constexpr unsigned GAP_BYTES = 12;
constexpr size_t PREAMBLE = 7, FCS = 4;

uint32_t fcs_of(const uint8_t *p, size_t n)
{
    return static_cast<uint32_t>(crc32(crc32(0, nullptr, 0), p, static_cast<uInt>(n)));
}

} // namespace

RgmiiIn::RgmiiIn(Speed speed, double ppm)
    : speed_(speed),
      half_(static_cast<uint64_t>(static_cast<double>(HALF_125M * speed_factor(speed))
                                  / (1 + ppm * 1e-6))),
      edge_(half_)
{
}

void RgmiiIn::begin(Frame f)
{
    line_.assign(PREAMBLE, 0x55);
    line_.push_back(0xD5);
    line_.insert(line_.end(), f.bytes.begin(), f.bytes.end());
    const uint32_t c = fcs_of(f.bytes.data(), f.bytes.size()) ^ (f.user ? 0xffffffff : 0);
    for (size_t i = 0; i < FCS; i++) line_.push_back(static_cast<uint8_t>(c >> (8 * i)));
    at_ = 0;
    frames++;
}

void RgmiiIn::step(uint64_t now)
{
    edge_ += half_;
    rxc = !rxc;
    if (line_.empty()) {
        if (!rxc) return;                                   // a carrier begins at a rising edge
        if (gap_ > 0) gap_--;
        if (gap_ > 0 || queue_.empty() || queue_.begin()->first > now) {
            rxd = 0;
            ctl = false;
            return;
        }
        begin(std::move(queue_.begin()->second));
        queue_.erase(queue_.begin());
    }
    // At 1000 Mb/s a nibble each edge, below that each clock.
    const unsigned byte = line_[at_ / 2];
    rxd = at_ & 1 ? byte >> 4 : byte & 15;
    ctl = true;
    if (speed_ != MBIT_1000 && rxc) return;
    if (++at_ < 2 * line_.size()) return;
    line_.clear();
    gap_ = (speed_ == MBIT_1000 ? GAP_BYTES : 2 * GAP_BYTES) + 1;   // and the clock that begins
    if (ended) ended(now);
}

void RgmiiOut::edge(unsigned txd, bool ctl, uint64_t now)
{
    if (txc_) {
        d_rise_ = txd;
        ctl_rise_ = ctl;
        if (ctl && !carrier_ && began) began(now);
        carrier_ = carrier_ || ctl;
        return;
    }
    if (!ctl_rise_) {
        if (carrier_) end(now);
        return;
    }
    error_ = error_ || !ctl;                                // rise XOR fall is tx_er
    nibbles_.push_back(static_cast<uint8_t>(d_rise_));
    if (speed_ == MBIT_1000) nibbles_.push_back(static_cast<uint8_t>(txd));
}

void RgmiiOut::end(uint64_t now)
{
    // The nibble D after 5s is the end of the SFD.
    size_t at = 0;
    while (at < nibbles_.size() && nibbles_[at] == 5) at++;
    const bool sfd = at < nibbles_.size() && nibbles_[at] == 13;
    const size_t n = sfd ? (nibbles_.size() - at - 1) / 2 : 0;
    Frame f;
    for (size_t i = 0; i < n; i++)
        f.bytes.push_back(static_cast<uint8_t>(nibbles_[at + 1 + 2 * i]
                                               | nibbles_[at + 2 + 2 * i] << 4));
    bool good = sfd && !error_ && n > FCS && (nibbles_.size() - at - 1) % 2 == 0;
    if (n > FCS) {
        const uint8_t *tail = f.bytes.data() + n - FCS;
        const uint32_t got = static_cast<uint32_t>(tail[0] | tail[1] << 8 | tail[2] << 16)
                             | static_cast<uint32_t>(tail[3]) << 24;
        good = good && got == fcs_of(f.bytes.data(), n - FCS);
        f.bytes.resize(n - FCS);
    }
    f.user = !good;
    frames++;
    bad += !good;
    nibbles_.clear();
    error_ = carrier_ = false;
    if (frame && !f.bytes.empty()) frame(std::move(f), now);
}
