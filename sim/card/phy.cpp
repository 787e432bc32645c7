// SPDX-License-Identifier: Apache-2.0
#include "phy.h"

namespace {

enum {
    BMCR = 0, BMSR = 1, ID1 = 2, ID2 = 3, ANAR = 4, ANLPAR = 5, GIGA_CONTROL = 9, GIGA_STATUS = 10
};
constexpr uint16_t LINK = 0x0004, DONE = 0x0020;
// Core clocks from MDC to a new bit of the PHY, 160 ns of 300 allowed
constexpr unsigned LATE = 10;

} // namespace

MdioBus::Phy MdioBus::make(Speed s)
{
    Phy p{};
    p.reg[BMCR] = 0x1140;
    p.reg[BMSR] = 0x7949 | LINK | DONE;
    p.reg[ID1] = 0x600D;
    p.reg[ID2] = 0x8590;
    p.reg[ANAR] = 0x01E1;
    p.reg[ANLPAR] = s == MBIT_10 ? 0x4061 : 0x41E1;
    p.reg[GIGA_CONTROL] = 0x0300;
    p.reg[GIGA_STATUS] = s == MBIT_1000 ? 0x0C00 : 0;
    return p;
}

MdioBus::MdioBus(unsigned first, Speed a, Speed b) : first_(first), phy_{ make(a), make(b) } {}

void MdioBus::set_link(unsigned phy, bool up)
{
    Phy &p = phy_[phy];
    p.reg[BMSR] = static_cast<uint16_t>(up ? p.reg[BMSR] | LINK | DONE
                                           : p.reg[BMSR] & ~(LINK | DONE));
    p.was_down = p.was_down || !up;
}

// The link bit stays low until it has been read once.
uint16_t MdioBus::read(Phy *p, unsigned reg)
{
    uint16_t v = p->reg[reg];
    if (reg == BMSR && p->was_down) {
        v = static_cast<uint16_t>(v & ~LINK);
        p->was_down = false;
    }
    return v;
}

bool MdioBus::clock(bool mdc, bool out, bool out_enable)
{
    if (late_ && !--late_) {
        drives_ = next_drives_;
        value_ = next_value_;
    }
    const bool line = out_enable ? out : drives_ ? value_ : true;
    const bool rose = mdc && !mdc_;
    mdc_ = mdc;
    if (!rose) return line;
    if (!in_frame_) {
        bit_ = line ? bit_ + 1 : 0;
        if (line) return line;
        in_frame_ = true;                      // the first 0 after the preamble is bit 0
        head_ = 0;
        data_ = 0;
        talks_ = nullptr;
    }
    if (bit_ < 14) head_ = head_ << 1 | line;
    else if (bit_ >= 16) data_ = data_ << 1 | line;
    const bool write = bit_ > 13 && (head_ >> 10 & 3) == 1;
    if (bit_ == 13) {
        const unsigned address = head_ >> 5 & 31;
        if (address >= first_ && address < first_ + 2) talks_ = &phy_[address - first_];
        if (talks_ && (head_ >> 10 & 3) == 2) {
            answer_ = read(talks_, head_ & 31);
            reads++;
        }
    }
    next_drives_ = talks_ && !write && bit_ >= 14 && bit_ < 31;
    if (next_drives_) next_value_ = bit_ == 14 ? false : answer_ >> (30 - bit_) & 1;
    late_ = LATE;
    if (++bit_ < 32) return line;
    if (write && talks_) {
        const unsigned reg = head_ & 31;
        if (reg != BMSR && reg != ID1 && reg != ID2)
            talks_->reg[reg] = static_cast<uint16_t>(data_);
        writes++;
    }
    in_frame_ = false;
    bit_ = 0;
    return line;
}

bool UartPins::clock(bool tx, uint64_t now)
{
    if (in_at_ == 0) {
        if (!tx) {
            in_at_ = 1;
            in_next_ = now + bit_ / 2;
        }
    } else if (now >= in_next_) {
        in_next_ += bit_;
        if (in_at_ == 1 && tx) in_at_ = 0;     // no start bit after all
        else if (in_at_ <= 9) {
            in_shift_ = in_shift_ >> 1 | (tx ? 0x80 : 0);
            in_at_++;
        } else {
            if (tx) from_card.push_back(static_cast<uint8_t>(in_shift_));
            else framing_errors++;
            in_at_ = 0;
        }
    }
    if (now >= out_next_) {
        if (out_at_ == 0 && !to_card_.empty()) {
            // Stop, data, start
            out_shift_ = 0x200u | static_cast<unsigned>(to_card_.front()) << 1;
            to_card_.pop_front();
            out_at_ = 10;
        }
        if (out_at_ > 0) {
            rx_ = out_shift_ & 1;
            out_shift_ >>= 1;
            out_at_--;
            out_next_ = now + bit_;
        } else rx_ = true;
    }
    return rx_;
}
