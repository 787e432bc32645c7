// SPDX-License-Identifier: Apache-2.0
//
// A file on its way through a Net; see transfer.h.
#include "transfer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

InputFile::~InputFile()
{
    if (fd_ >= 0) close(fd_);
}

bool InputFile::open(const std::string &path, std::string *why)
{
    fd_ = ::open(path.c_str(), O_RDONLY);
    struct stat st;
    if (fd_ < 0 || fstat(fd_, &st) != 0) {
        *why = path + ": " + strerror(errno);
        return false;
    }
    if (!S_ISREG(st.st_mode)) {
        *why = path + ": not a regular file";
        return false;
    }
    size_ = static_cast<uint64_t>(st.st_size);
    return true;
}

bool InputFile::read(uint64_t at, uint8_t *to, size_t n) const
{
    while (n) {
        const ssize_t got = pread(fd_, to, n, static_cast<off_t>(at));
        if (got <= 0) return false;
        to += got;
        at += static_cast<uint64_t>(got);
        n -= static_cast<size_t>(got);
    }
    return true;
}

OutputFile::~OutputFile()
{
    close();
}

bool OutputFile::open(const std::string &path, std::string *why)
{
    fd_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd_ < 0) *why = path + ": " + strerror(errno);
    return fd_ >= 0;
}

bool OutputFile::write(uint64_t at, const uint8_t *from, size_t n)
{
    while (n) {
        const ssize_t put = pwrite(fd_, from, n, static_cast<off_t>(at));
        if (put <= 0) return false;
        from += put;
        at += static_cast<uint64_t>(put);
        n -= static_cast<size_t>(put);
    }
    return true;
}

bool OutputFile::close()
{
    const int fd = fd_;
    fd_ = -1;
    return fd < 0 || ::close(fd) == 0;
}

Transfer::Transfer(Net &net, const InputFile &file, OutputFile *out, uint32_t links,
                   uint32_t payload, bool bidir)
    : net_(net), file_(file), out_(out), links_(links), payload_(payload),
      chunks_((file.size() + payload - 1) / payload), senders_(net.size())
{
    total_ = bidir ? 2 * chunks_ : chunks_;
    seen_[0].assign(links, 0);
    seen_[1].assign(links, 0);
    for (uint32_t l = 0; l < links; l++) {
        senders_[0].links.push_back(l);
        if (bidir) senders_[1 + l / 3].links.push_back(l);
    }
    for (size_t i = 0; i < net.size(); i++) {
        if (!senders_[i].links.empty())
            net[i].source.pull = [this, i](HostPacket *p) { return next(i, p); };
    }
    net.on_packet = [this](Node &n, uint32_t tid, const std::vector<uint8_t> &d) {
        arrive(n, tid, d);
    };
}

uint64_t Transfer::chunk_bytes(uint64_t chunk) const
{
    return std::min<uint64_t>(payload_, file_.size() - chunk * payload_);
}

bool Transfer::next(size_t node, HostPacket *p)
{
    Sender &s = senders_[node];
    const uint32_t l = s.links[s.at];
    const uint64_t chunk = s.round * links_ + l;
    if (chunk >= chunks_) return false;
    if (++s.at == s.links.size()) {
        s.at = 0;
        s.round++;
    }
    const Node &peer = net_[node == 0 ? 1 + l / 3 : 0];
    p->dest = (l % 3) << 24 | peer.cfg.node;
    p->discard = p->bad_keep = false;
    p->data.resize(chunk_bytes(chunk));
    if (!file_.read(chunk * payload_, p->data.data(), p->data.size())) {
        error_ = "the file got shorter while it was read";
        return false;
    }
    first_cycle_ = std::min(first_cycle_, net_.cycle);
    return true;
}

void Transfer::arrive(Node &n, uint32_t tid, const std::vector<uint8_t> &data)
{
    const bool back = &n == &net_[0];
    size_t peer = 1;
    if (back) {
        while (peer < net_.size() && net_[peer].cfg.node != (tid & 0xffffff)) peer++;
    } else {
        while (&net_[peer] != &n) peer++;
    }
    const uint64_t l = 3 * (peer - 1) + (tid >> 24);
    if (peer >= net_.size() || l >= links_ || tid >> 24 > 2) {
        error_ = "a payload arrived on a link that nobody uses";
        return;
    }
    const uint64_t chunk = seen_[back][l]++ * links_ + l;
    if (chunk >= chunks_ || data.size() != chunk_bytes(chunk)) {
        error_ = "chunk " + std::to_string(chunk) + " arrived with " + std::to_string(data.size())
                 + " bytes";
        return;
    }
    want_.resize(data.size());
    if (!file_.read(chunk * payload_, want_.data(), want_.size()) || want_ != data)
        error_ = "chunk " + std::to_string(chunk) + " differs from the file";
    if (!back && out_->is_open() && !out_->write(chunk * payload_, data.data(), data.size()))
        error_ = "the output file can not be written";
    arrived_++;
    bytes_ += data.size();
    last_cycle_ = net_.cycle;
}

bool same_files(const std::string &a, const std::string &b, std::string *why)
{
    using Bytes = std::istreambuf_iterator<char>;
    std::ifstream fa(a, std::ios::binary), fb(b, std::ios::binary);
    *why = b + " differs from " + a;
    return fa && fb && std::equal(Bytes(fa), Bytes(), Bytes(fb), Bytes());
}
