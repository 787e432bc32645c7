// SPDX-License-Identifier: Apache-2.0
//
// Files and pipes of a bridge; see bridge/data.h.
#include "bridge/data.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace {

// Not O_NONBLOCK: the flag would belong to the terminal or pipe of others too.
bool ready_for(int fd, short what)
{
    pollfd p{ fd, what, 0 };
    return poll(&p, 1, 0) == 1;
}

void drop_front(std::vector<uint8_t> *v, size_t *at)
{
    if (*at < v->size() && *at < 65536) return;
    v->erase(v->begin(), v->begin() + static_cast<std::ptrdiff_t>(*at));
    *at = 0;
}

} // namespace

DataIn::~DataIn()
{
    if (owned_) close(fd_);
}

bool DataIn::open(const std::string &path, std::string *why)
{
    path_ = path == "-" ? "stdin" : path;
    owned_ = path != "-";
    fd_ = owned_ ? ::open(path.c_str(), O_RDONLY | O_CLOEXEC) : 0;
    struct stat st;
    if (fd_ < 0 || fstat(fd_, &st) != 0) {
        *why = path_ + ": " + strerror(errno);
        owned_ = fd_ >= 0;
        return false;
    }
    if (S_ISDIR(st.st_mode)) {
        *why = path_ + ": is a directory";
        return false;
    }
    regular_ = S_ISREG(st.st_mode);
    if (regular_) first_ = static_cast<uint64_t>(std::max<off_t>(0, lseek(fd_, 0, SEEK_CUR)));
    offset_ = first_;
    return true;
}

void DataIn::seek(uint64_t at)
{
    offset_ = first_ + at;
    buffer_.clear();
    at_ = 0;
    eof_ = false;
    read_some(AHEAD);
}

// Reads once; the number of bytes.
size_t DataIn::read_some(size_t most)
{
    drop_front(&buffer_, &at_);
    const size_t old = buffer_.size();
    buffer_.resize(old + most);
    // pread: a sleeping copy of the process shares the file's position.
    uint8_t *const to = buffer_.data() + old;
    const ssize_t got = regular_ ? pread(fd_, to, most, static_cast<off_t>(offset_))
                                 : read(fd_, to, most);
    buffer_.resize(old + (got > 0 ? static_cast<size_t>(got) : 0));
    if (got > 0) offset_ += static_cast<uint64_t>(got);
    if (got == 0) eof_ = true;
    if (got < 0 && errno != EINTR && errno != EAGAIN) {
        error_ = path_ + ": " + strerror(errno);
        eof_ = true;
    }
    return got > 0 ? static_cast<size_t>(got) : 0;
}

void DataIn::fill()
{
    if (fd_ < 0 || regular_) return;
    while (!eof_ && held() < AHEAD && ready_for(fd_, POLLIN)) read_some(AHEAD - held());
}

bool DataIn::next(std::vector<uint8_t> *data, size_t bytes)
{
    if (fd_ < 0) return false;
    while (regular_ && !eof_ && held() < bytes) read_some(AHEAD);
    const size_t n = std::min(bytes, held());
    if (n == 0) return false;
    const auto from = buffer_.begin() + static_cast<std::ptrdiff_t>(at_);
    data->assign(from, from + static_cast<std::ptrdiff_t>(n));
    at_ += n;
    bytes_ += n;
    // Look whether that was the end, so that done() needs no further call.
    if (regular_ && !eof_ && held() == 0) read_some(AHEAD);
    return true;
}

DataOut::~DataOut()
{
    close();
}

bool DataOut::open(const std::string &path, std::string *why)
{
    path_ = path == "-" ? "stdout" : path;
    fd_ = path == "-" ? dup(1)
                      : ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    struct stat st;
    if (fd_ < 0 || fstat(fd_, &st) != 0) {
        *why = path_ + ": " + strerror(errno);
        return false;
    }
    regular_ = S_ISREG(st.st_mode);
    return true;
}

void DataOut::put(const std::vector<uint8_t> &data)
{
    if (fd_ >= 0 && !mute) buffer_.insert(buffer_.end(), data.begin(), data.end());
}

void DataOut::flush()
{
    if (mute) buffer_.clear(), at_ = 0;
    while (held() > 0 && error_.empty()) {
        if (!regular_ && !ready_for(fd_, POLLOUT)) break;
        // A pipe that is ready takes PIPE_BUF bytes without waiting.
        const size_t n = regular_ ? held() : std::min<size_t>(held(), PIPE_BUF);
        const ssize_t put = write(fd_, buffer_.data() + at_, n);
        if (put < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (put < 0) {
            error_ = path_ + ": " + strerror(errno);
            break;
        }
        at_ += static_cast<size_t>(put);
        bytes_ += static_cast<uint64_t>(put);
    }
    drop_front(&buffer_, &at_);
}

bool DataOut::close()
{
    const int fd = fd_;
    fd_ = -1;
    return fd < 0 || ::close(fd) == 0;
}
