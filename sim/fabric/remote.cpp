// SPDX-License-Identifier: Apache-2.0
//
// See remote.h.
#include "fabric/remote.h"

#include <algorithm>
#include <cstring>

#include "clocks.h"
#include "wire/frame.h"

namespace fabric {

namespace {

constexpr uint64_t FOREVER = UINT64_MAX / 2;     // ps

} // namespace

bool Remote::open(const std::string &spec, bool listen, std::string *why)
{
    simbricks::Spec s;
    if (!simbricks::parse_spec(spec, listen, clock_.period_ps, &s, why)) return false;
    if (!s.sync || s.any) {
        *why = "a fabric needs synchronisation, and the delay of its cable as the latency";
        return false;
    }
    s.latency = promised_ = delay_ * clock_.period_ps;
    s.interval = std::max<uint64_t>(1, std::min(s.interval, s.latency));
    return channel_.open(s, why) && channel_.meet(why);
}

// As early as the newest promise allows.
void Remote::send_notes()
{
    for (size_t at = 0; at < deliveries_.size(); at += DELIVERIES) {
        Note n;
        n.kind = Note::delivered;
        const size_t end = std::min(deliveries_.size(), at + DELIVERIES);
        n.deliveries.assign(deliveries_.begin() + static_cast<std::ptrdiff_t>(at),
                            deliveries_.begin() + static_cast<std::ptrdiff_t>(end));
        notes_.push_back(std::move(n));
    }
    deliveries_.clear();
    for (const Note &n : notes_) {
        const std::vector<uint8_t> b = pack(n);
        if (!channel_.send(b.data(), b.size(), promised_))
            error_ = "the slots of the other side are too short";
    }
    notes_.clear();
}

void Remote::send_frames(uint64_t end, Link &in)
{
    while (in.next() < end) {
        const uint64_t at = in.next();
        const FramePtr f = in.take();
        f->make_solid();
        if (!channel_.send(f->bytes, f->size, at * clock_.period_ps))
            error_ = "the slots of the other side are too short";
    }
}

bool Remote::wait(uint64_t stamp)
{
    double end = wall_seconds() + channel_.spec().wait;
    for (unsigned n = 1; channel_.bound() < stamp; n++) {
        if (channel_.poll()) {
            end = wall_seconds() + channel_.spec().wait;
            continue;
        }
        channel_.rest();
        if (n % 256 == 0 && wall_seconds() > end)
            error_ = channel_.spec().path + ": the other side stands still";
        if (!error_.empty()) return false;
    }
    if (channel_.lost())
        error_ = channel_.spec().path + ": the other side has gone without a word";
    return error_.empty();
}

// A switch knows TTP's addresses only.
bool Remote::ours(const std::vector<uint8_t> &b) const
{
    if (b.size() < HEADER || b.size() > ROOM) return false;
    const uint32_t node = get_be(b, 3, 3);
    return get_be(b, 0, 3) == OUI && get_be(b, 12, 2) == ETHERTYPE && node > 0 && node <= hosts_;
}

void Remote::take(uint64_t end, Link *out)
{
    const uint64_t ps = clock_.period_ps;
    while (channel_.has() && channel_.front().stamp < end) {
        const simbricks::Message m = channel_.take();
        Note n;
        if (unpack(m.bytes, &n)) {
            if (heard) heard(n);
        } else if (!out || !ours(m.bytes)) {
            strange++;
        } else {
            FramePtr f = pool_.take();
            memcpy(f->bytes, m.bytes.data(), m.bytes.size());
            f->size = static_cast<uint16_t>(m.bytes.size());
            f->read_header();
            const uint64_t left = (m.stamp + ps - 1) / ps - delay_;
            out->carry(std::move(f), left, left);
        }
    }
}

bool Remote::exchange(uint64_t cycle, Link &in, Link &out)
{
    const uint64_t end = (cycle + delay_) * clock_.period_ps;
    send_notes();
    send_frames(cycle + delay_, in);
    channel_.sync(end);
    promised_ = end;
    if (!wait(end)) return false;
    take(end, &out);
    return error_.empty();
}

void Remote::finish()
{
    send_notes();
    channel_.sync(FOREVER);
    promised_ = FOREVER;
}

bool Remote::await(const std::function<bool()> &done)
{
    double end = wall_seconds() + channel_.spec().wait;
    while (!done() && !ended() && !channel_.lost() && wall_seconds() < end) {
        if (channel_.poll()) end = wall_seconds() + channel_.spec().wait;
        else channel_.rest();
        take(UINT64_MAX, nullptr);
    }
    return done();
}

} // namespace fabric
