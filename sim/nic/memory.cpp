// SPDX-License-Identifier: Apache-2.0
//
// Bursts to messages and back; see memory.h.
#include "nic/memory.h"

#include <algorithm>
#include <cstring>

namespace nicdev {

namespace {

constexpr size_t BURSTS = 64;                    // of each direction, under way

} // namespace

// ---------------------------------------------------------------- reads

void Memory::ask(const ttp_nic_out &out)
{
    auto &q = reads_[out.m_axi_arid & 3];
    q.emplace_back();
    Read &r = q.back();
    r.data.resize((out.m_axi_arlen + 1u) * WORD);
    r.missing = r.data.size();
    const size_t room = host_->room_read();
    for (size_t at = 0, n = 0; at < r.data.size(); at += n) {
        n = std::min(room, r.data.size() - at);
        pieces_[++serial_] = { &r, at, n };
        host_->read(serial_, out.m_axi_araddr + at, n);
        reads++;
    }
    read_bytes += r.data.size();
}

bool Memory::read_done(uint64_t id, const uint8_t *data, size_t room)
{
    const auto found = pieces_.find(id);
    if (found == pieces_.end() || found->second.bytes > room) return false;
    const Piece &p = found->second;
    std::copy(data, data + p.bytes, p.read->data.begin() + static_cast<std::ptrdiff_t>(p.at));
    p.read->missing -= p.bytes;
    pieces_.erase(found);
    return true;
}

// ---------------------------------------------------------------- writes

void Memory::write_run()
{
    Write &w = writes_[filling_];
    const size_t room = host_->room_write();
    for (size_t at = 0, n = 0; at < run_.size(); at += n) {
        n = std::min(room, run_.size() - at);
        writing_[++serial_] = &w;
        w.open++;
        host_->write(serial_, run_at_ + at, run_.data() + at, n);
        writes++;
    }
    written_bytes += run_.size();
    run_.clear();
}

// Only bytes with their strobe are written.
void Memory::take_word(const ttp_nic_out &out)
{
    Write &w = writes_[filling_];
    for (unsigned i = 0; i < WORD; i++) {
        if (!(out.m_axi_wstrb >> i & 1)) continue;
        const uint64_t at = w.at + i;
        if (!run_.empty() && at != run_at_ + run_.size()) write_run();
        if (run_.empty()) run_at_ = at;
        run_.push_back(static_cast<uint8_t>(out.m_axi_wdata[0] >> 8 * i));
    }
    w.at += WORD;
    if (--w.words) return;
    write_run();
    filling_++;
}

bool Memory::write_done(uint64_t id)
{
    const auto found = writing_.find(id);
    if (found == writing_.end()) return false;
    found->second->open--;
    writing_.erase(found);
    return true;
}

void Memory::reset()
{
    for (auto &q : reads_) q.clear();
    giving_ = false;
    pieces_.clear();
    writes_.clear();
    filling_ = 0;
    writing_.clear();
    run_.clear();
}

// ---------------------------------------------------------------- pins

void Memory::drive(ttp_nic_in *in)
{
    size_t under_way = 0;
    for (const auto &q : reads_) under_way += q.size();
    in->m_axi_arready = under_way < BURSTS && !host_->crowded();
    in->m_axi_awready = writes_.size() < BURSTS;
    in->m_axi_wready = filling_ < writes_.size() && !host_->crowded();
    in->m_axi_bvalid = filling_ > 0 && writes_.front().open == 0;
    if (in->m_axi_bvalid) in->m_axi_bid = writes_.front().id;

    const auto whole = [&](unsigned id) { return !reads_[id].empty() && !reads_[id][0].missing; };
    // A burst that was offered goes to its end; then it is the next one's turn.
    for (unsigned i = 0; i < 4 && !giving_; i++) {
        turn_ = (turn_ + 1) % 4;
        giving_ = whole(turn_);
    }
    in->m_axi_rvalid = giving_;
    if (!in->m_axi_rvalid) return;
    const Read &r = reads_[turn_][0];
    in->m_axi_rid = static_cast<uint8_t>(turn_);
    in->m_axi_rlast = r.given + WORD == r.data.size();
    memcpy(in->m_axi_rdata, r.data.data() + r.given, WORD);
}

bool Memory::clock(const ttp_nic_in &in, const ttp_nic_out &out)
{
    const bool r = in.m_axi_rvalid && out.m_axi_rready, w = in.m_axi_wready && out.m_axi_wvalid;
    const bool ar = in.m_axi_arready && out.m_axi_arvalid;
    const bool aw = in.m_axi_awready && out.m_axi_awvalid;
    if (r) {
        auto &q = reads_[turn_];
        q[0].given += WORD;
        giving_ = q[0].given < q[0].data.size();
        if (!giving_) q.pop_front();
    }
    if (w) take_word(out);
    if (in.m_axi_bvalid) {                       // m_axi_bready is 1 at all times
        writes_.pop_front();
        filling_--;
    }
    if (ar) ask(out);
    if (aw) writes_.push_back({ out.m_axi_awaddr, out.m_axi_awlen + 1u, 0, out.m_axi_awid });
    return r || w || ar || aw || in.m_axi_bvalid;
}

} // namespace nicdev
