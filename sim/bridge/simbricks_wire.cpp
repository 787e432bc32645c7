// SPDX-License-Identifier: Apache-2.0
//
// See simbricks_wire.h. Cycle n of the MAC begins at n times cycle_ps. A frame that the MAC has
// finished in cycle n leaves in cycle n + 1, as on the wire of `ttpsim run`. It arrives the latency
// later: in the first cycle that begins at or after its stamp.
#include "bridge/simbricks_wire.h"

#include <algorithm>

#include "clocks.h"
#include "simbricks/channel.h"

namespace {

constexpr double LOOK = 0.25;                    // s, without synchronisation

class SimbricksWire : public OuterWire {
public:
    explicit SimbricksWire(uint64_t cycle_ps) : cycle_ps_(cycle_ps) {}

    bool open(const std::string &spec, std::string *why)
    {
        simbricks::Spec s;
        const bool ok = simbricks::parse_spec(spec, true, cycle_ps_, &s, why)
            && channel_.open(s, why);
        polled = !s.sync;
        interval_ = std::max<uint64_t>(1, s.interval / cycle_ps_);
        return ok;
    }

    bool timed() const override { return channel_.spec().sync; }
    bool meet(std::string *why) override { return channel_.meet(why); }

    uint64_t latency() const override { return cycle_at(channel_.spec().latency); }

    uint64_t next_cycle() const override
    {
        if (!timed()) return UINT64_MAX;
        const uint64_t packet = channel_.has() ? before(channel_.front().stamp) : UINT64_MAX;
        const uint64_t promised = cycle_at(channel_.bound());
        return std::min({ packet, promised, channel_.ended() ? UINT64_MAX : next_sync_ });
    }
    uint64_t end_cycle() const override
    {
        return timed() ? cycle_at(channel_.end()) : UINT64_MAX;
    }
    uint64_t came(uint64_t cycle) const override { return timed() ? came_ : cycle; }

    bool receive(Frame *f, uint64_t cycle) override
    {
        channel_.poll();
        if (!channel_.has() || (timed() && before(channel_.front().stamp) > cycle)) return false;
        simbricks::Message m = channel_.take();
        came_ = before(m.stamp);
        f->bytes = std::move(m.bytes);
        f->user = false;
        f->harm = 0;
        return true;
    }

    void send(const Frame &f) override { send_at(f, 0); }
    void send_at(const Frame &f, uint64_t due) override
    {
        const uint64_t stamp = due * cycle_ps_ + channel_.spec().latency;
        if (channel_.send(f.bytes.data(), f.bytes.size(), stamp)) return;
        refused++;
        if (!told_)
            say("wire: a frame of " + std::to_string(f.bytes.size())
                + " bytes is longer than a slot of the other side");
        told_ = true;
    }

    void pass(uint64_t cycle) override
    {
        if (!timed()) return look();
        const uint64_t packet = channel_.has() ? before(channel_.front().stamp) : UINT64_MAX;
        const bool stands = cycle >= cycle_at(channel_.bound()) && packet > cycle;
        if (cycle >= next_sync_ || (stands && synced_ != cycle)) {
            channel_.sync(cycle * cycle_ps_ + channel_.spec().latency);
            synced_ = cycle;
            next_sync_ = cycle + interval_;
        }
        if (stands && !channel_.poll()) channel_.rest();
    }

    bool follow() override
    {
        if (!channel_.spec().stay) return false;
        channel_.poll();
        while (channel_.has()) channel_.take();
        if (channel_.bound() > followed_) channel_.sync(channel_.bound() + channel_.spec().latency);
        else channel_.rest();
        followed_ = channel_.bound();
        return !channel_.ended() && !channel_.lost();
    }

    std::string fault() const override
    {
        return channel_.lost() ? "the other side has gone without a word" : "";
    }
    uint64_t too_long() const override { return channel_.too_long; }
    std::string name() const override { return channel_.name(); }

private:
    // The first cycle that begins at or after a time, and the one before.
    uint64_t cycle_at(uint64_t ps) const
    {
        return ps == UINT64_MAX ? ps : ps / cycle_ps_ + (ps % cycle_ps_ != 0);
    }
    uint64_t before(uint64_t ps) const { return std::max<uint64_t>(1, cycle_at(ps)) - 1; }

    void look()
    {
        const double now = wall_seconds();
        if (now < next_look_) return;
        next_look_ = now + LOOK;
        channel_.look();
    }

    const uint64_t cycle_ps_;
    simbricks::Channel channel_;
    uint64_t interval_ = 1, next_sync_ = 0, synced_ = 0, came_ = 0, followed_ = 0;
    double next_look_ = 0;
    bool told_ = false;
};

} // namespace

std::unique_ptr<OuterWire> open_simbricks(const std::string &spec, uint64_t cycle_ps,
                                          std::string *why)
{
    auto w = std::make_unique<SimbricksWire>(cycle_ps);
    std::string reason;
    if (w->open(spec, &reason)) return w;
    *why = "--wire simbricks: " + reason;
    return nullptr;
}
