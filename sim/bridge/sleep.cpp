// SPDX-License-Identifier: Apache-2.0
//
// How a bridge waits for the wall clock; see session.h.
#include <poll.h>
#include <signal.h>

#include <algorithm>
#include <cmath>

#include "bridge/session.h"

namespace {

constexpr double NAP = 0.0005;                 // seconds: shortest sleep while the MAC is busy

} // namespace

// Lockstep can not skip, but with no timer running its time may stand still.
bool Bridge::asleep()
{
    return live_ && o_.dut == DutKind::lockstep && !can_pull() && n_->idle()
        && !net_.wire.in_flight()
        && next_stats_ == UINT64_MAX && !stopping_ && !lingering_ && linger_end() == UINT64_MAX
        && ttp_mac_idle_until(n_->dut->model()) == UINT64_MAX;
}

void Bridge::sleep()
{
    pollfd fds[3] = { { outer_->fd(), POLLIN, 0 },
                      { in_->poll_fd(), POLLIN, 0 },
                      { out_->poll_fd(), POLLOUT, 0 } };
    double until = 0;
    if (asleep()) {
        until = wall_seconds() + 1;
    } else {
        const uint64_t q = quiet(), h = horizon();
        const auto nap = static_cast<uint64_t>(NAP * static_cast<double>(hz_));
        uint64_t c = net_.cycle + std::max<uint64_t>(1, nap);
        if (q > c - net_.cycle) c = q > UINT64_MAX - net_.cycle ? UINT64_MAX : net_.cycle + q;
        until = std::min(pace_.when(std::min(c, std::max(h, net_.cycle + 1))), wall_seconds() + 1);
    }
    if (outer_->polled) until = std::min(until, wall_seconds() + NAP);
    const double from = wall_seconds(), s = std::max(0.0, until - from);
    const timespec t{ static_cast<time_t>(s), static_cast<long>((s - std::floor(s)) * 1e9) };
    // Signals are let in only by ppoll, so none can come between the look at them and the sleep.
    sigset_t none;
    sigemptyset(&none);
    ppoll(fds, 3, &t, &none);
    const double now = wall_seconds(), late = now - std::max(until, from);
    idle_ += now - from;
    if (late > Pace::LAG) overslept_ += late;
}

void Bridge::let_signals_in()
{
    sigset_t pending, none;
    sigpending(&pending);
    sigemptyset(&none);
    const timespec now{ 0, 0 };
    if (sigismember(&pending, SIGINT) || sigismember(&pending, SIGTERM))
        ppoll(nullptr, 0, &now, &none);
}
