// SPDX-License-Identifier: Apache-2.0
//
// Sleeping copies of the process; see snapshot.h.
#include "snapshot.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

#include "net.h"

namespace {

constexpr uint64_t BEYOND = 16;           // cycles shown after the failure

void mute()
{
    const int null = open("/dev/null", O_WRONLY);
    dup2(null, 1);
    dup2(null, 2);
    close(null);
}

} // namespace

Snapshots::~Snapshots()
{
    while (!children_.empty()) drop(0);
}

void Snapshots::enable(uint64_t interval, uint64_t window, std::string path)
{
    on_ = true;
    window_ = window;
    interval_ = interval > 2 * window ? interval : 2 * window;
    path_ = std::move(path);
}

void Snapshots::drop(size_t i)
{
    close(children_[i].wake);
    waitpid(children_[i].pid, nullptr, 0);
    children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(i));
}

void Snapshots::take(Net &net)
{
    int fd[2];
    if (pipe(fd) != 0) return;            // no waveform then, but the run goes on
    fflush(nullptr);                      // or the child would write what is buffered once more
    const pid_t pid = fork();
    if (pid < 0) {
        close(fd[0]);
        close(fd[1]);
        return;
    }
    if (pid > 0) {
        close(fd[0]);
        children_.push_back({ pid, fd[1] });
        if (children_.size() > 2) drop(0);
        return;
    }
    // The child must not hold the pipes of its elder siblings open.
    for (const Child &c : children_) close(c.wake);
    children_.clear();
    close(fd[1]);
    uint64_t failed = 0;
    // Sleeps here until it is woken, or until the parent ends.
    if (read(fd[0], &failed, sizeof failed) != static_cast<ssize_t>(sizeof failed)) _exit(0);
    close(fd[0]);
    mute();
    net.tap = nullptr;                    // files that are written as they grow are the parent's
    failed_ = failed;
    replaying_ = true;
}

void Snapshots::tick(Net &net)
{
    if (replaying_) {
        if (net.cycle + window_ >= failed_ && !net.waves.is_open() && !net.waves.open(path_))
            _exit(1);
        if (net.cycle > failed_ + BEYOND) leave(net);
        return;
    }
    if (net.cycle < next_) return;
    next_ = net.cycle + interval_;
    take(net);
}

void Snapshots::leave(Net &net)
{
    const bool open = net.waves.is_open();
    net.waves.close();
    _exit(open ? 0 : 1);
}

bool Snapshots::waveform(uint64_t failed_cycle)
{
    if (children_.empty()) return false;
    const Child c = children_.front();
    const ssize_t wrote = write(c.wake, &failed_cycle, sizeof failed_cycle);
    const bool sent = wrote == static_cast<ssize_t>(sizeof failed_cycle);
    int status = 0;
    const bool ended = waitpid(c.pid, &status, 0) == c.pid;
    close(c.wake);
    children_.erase(children_.begin());
    return sent && ended && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
