// SPDX-License-Identifier: Apache-2.0
//
// Hosts that close links and restart their MACs; see lives.h.
#include "lives.h"

#include <algorithm>
#include <functional>

#include "ttp_regs.h"

namespace {

// Direction, link (16 bit), serial (40 bit).
void put_stamp(uint8_t *d, bool back, uint32_t link, uint64_t serial)
{
    d[0] = back;
    put_be(d + 1, 2, link);
    put_be(d + 3, 1, static_cast<uint32_t>(serial >> 32));
    put_be(d + 4, 4, static_cast<uint32_t>(serial));
}

struct Stamp {
    bool back;
    uint32_t link;
    uint64_t serial;
};

Stamp get_stamp(const uint8_t *p)
{
    return { p[0] != 0, get_be(p + 1, 2), uint64_t{ p[3] } << 32 | get_be(p + 4, 4) };
}

} // namespace

Lives::Lives(Net &net, const InputFile &file, OutputFile *out, const LivesConfig &c)
    : net_(net), file_(file), out_(out), cfg_(c),
      piece_(c.payload - static_cast<uint32_t>(STAMP)),
      chunks_((file.size() + piece_ - 1) / piece_), ends_(net.size())
{
    total_ = c.bidir ? 2 * chunks_ : chunks_;
    const Tunables &t = c.tunables;
    longest_ = std::max({ t.timeout, t.open_tmo, t.close_tmo, t.backoff });
    for (uint32_t l = 0; l < c.links; l++) {
        const uint64_t n = chunks_ > l ? (chunks_ - l - 1) / c.links + 1 : 0;
        ways_[0].push_back(std::make_unique<Way>(n));
        ways_[1].push_back(std::make_unique<Way>(c.bidir ? n : 0));
        ends_[0].links.push_back(l);
        ends_[1 + l / 3].links.push_back(l);
    }
    for (size_t i = 0; i < net.size(); i++) {
        End &e = ends_[i];
        e.rng = Rng(c.seed, 0x6c69766573 + i);
        e.seed = net[i].cfg.epoch_seed;
        e.used.push_back(e.seed);
        if (i < 2) plan(&e.closes, &e, c.closes);
        if (i < 2) plan(&e.restarts, &e, c.restarts);
        net[i].source.pull = [this, i](HostPacket *p) { return next(i, p); };
    }
    const ttp_params &p = net[0].cfg.params;
    soft_ = std::max(p.tx_cells, p.tx_pkts + 3 * p.link_sets * p.link_ways) >= WALK_MIN;
    net.score.lives();
    net.on_packet = [this](Node &n, uint32_t tid, const std::vector<uint8_t> &d) {
        arrive(n, tid, d);
    };
    net.on_frame = [this](Node &n, const Frame &f, bool sent) { see(n, f, sent); };
}

void Lives::plan(Plan *p, End *e, uint32_t count)
{
    for (uint32_t i = 0; i < count && total_; i++)
        p->at.push_back(1 + e->rng.next() % total_);
    std::sort(p->at.begin(), p->at.end(), std::greater<>());
}

// Short ones are as likely as each doubling of longer ones.
uint64_t Lives::wait(End *e)
{
    uint64_t most = 16;
    for (uint32_t k = e->rng.below(16); k && most < 2 * longest_; k--) most *= 2;
    return 1 + e->rng.next() % std::min(most, 2 * longest_);
}

uint64_t Lives::chunk_bytes(uint64_t chunk) const
{
    return std::min<uint64_t>(piece_, file_.size() - chunk * piece_);
}

size_t Lives::index(const Node &n) const
{
    size_t i = 0;
    while (&net_[i] != &n) i++;
    return i;
}

// {VC, node} as MAC `node` names its peer; UINT32_MAX: not in use.
uint32_t Lives::link_of(size_t node, uint32_t name) const
{
    size_t peer = node;
    if (node == 0)
        for (peer = 1; peer < net_.size() && net_[peer].cfg.node != (name & 0xffffff);) peer++;
    else if ((name & 0xffffff) != net_[0].cfg.node) return UINT32_MAX;
    const uint64_t l = 3 * (peer - 1) + (name >> 24);
    return name >> 24 < 3 && l < cfg_.links ? static_cast<uint32_t>(l) : UINT32_MAX;
}

bool Lives::next(size_t node, HostPacket *p)
{
    End &e = ends_[node];
    if (e.phase != Phase::up || net_.cycle < e.pause) return false;
    const bool back = node != 0;
    for (size_t tried = 0; tried < e.links.size(); tried++) {
        const uint32_t l = e.links[e.turn++ % e.links.size()];
        Way &w = *ways_[back][l];
        const uint64_t fresh = w.book.first_given();
        uint64_t k = 0;
        if (!w.book.give(&e.serial, &k)) continue;
        e.book = &w.book;
        const uint64_t chunk = k * cfg_.links + l;
        p->dest = (l % 3) << 24 | net_[back ? 0 : 1 + l / 3].cfg.node;
        p->discard = p->bad_keep = false;
        p->data.resize(STAMP + chunk_bytes(chunk));
        put_stamp(p->data.data(), back, l, e.serial);
        if (!file_.read(chunk * piece_, p->data.data() + STAMP, p->data.size() - STAMP)) {
            error_ = "the file got shorter while it was read";
            return false;
        }
        first_cycle_ = std::min(first_cycle_, net_.cycle);
        given_ += w.book.first_given() - fresh;
        if (e.rng.below(static_cast<uint32_t>(chunks_ / 8 + 2)) == 0)
            e.pause = net_.cycle + wait(&e);
        due_ = 0;
        return true;
    }
    return false;
}

void Lives::arrive(Node &n, uint32_t tid, const std::vector<uint8_t> &data)
{
    const size_t node = index(n);
    const uint32_t l = link_of(node, tid);
    if (l == UINT32_MAX || data.size() <= STAMP) {
        error_ = "a payload arrived on a link that nobody uses";
        return;
    }
    const Stamp s = get_stamp(data.data());
    Way &w = *ways_[node == 0][l];
    const uint64_t before = w.book.got();
    if (s.back != (node == 0) || s.link != l) {
        error_ = "a payload of link " + std::to_string(s.link) + " arrived on " + std::to_string(l);
        return;
    }
    if (!w.book.delivered(s.serial)) {
        error_ = "link " + std::to_string(l) + (s.back ? " to A: " : " from A: ") + w.book.error();
        return;
    }
    const uint64_t chunk = w.book.chunk_of(s.serial) * cfg_.links + l;
    want_.resize(chunk_bytes(chunk));
    if (!file_.read(chunk * piece_, want_.data(), want_.size())
        || want_.size() != data.size() - STAMP
        || !std::equal(want_.begin(), want_.end(), data.begin() + STAMP))
        error_ = "chunk " + std::to_string(chunk) + " differs from the file";
    if (!s.back && out_->is_open() && !out_->write(chunk * piece_, data.data() + STAMP,
                                                   data.size() - STAMP))
        error_ = "the output file can not be written";
    if (w.book.got() != before) bytes_ += want_.size();
    w.moved = last_cycle_ = net_.cycle;
    moved();
}

// At a wire port, before the MAC's memory of it.
void Lives::see(Node &n, const Frame &f, bool sent)
{
    Header h;
    if (!parse_header(f, &h) || h.opcode != OP_PAYLOAD || h.payload <= STAMP) return;
    if (f.bytes.size() < HDR_BYTES + STAMP) return;
    if (!sent && (n.in.rst || n.cut_in || !frame_taken(f, n.cfg.node, n.cfg.params.addr_high)))
        return;
    const Stamp s = get_stamp(f.bytes.data() + HDR_BYTES);
    if (s.link >= cfg_.links) return;
    Book &b = ways_[s.back][s.link]->book;
    if (sent) b.sent(s.serial, h.txid);
    else b.at_port(s.serial);
}

void Lives::completion(Node &n, const Completion &c)
{
    enum { RETIRED = 1, FLUSHED, REFUSED, DEAD, RESTARTED, CLOSED };
    const size_t node = index(n);
    const uint32_t l = link_of(node, c.vc << 24 | c.node);
    if (l == UINT32_MAX) {
        error_ = "a completion of a link that nobody uses";
        return;
    }
    Way &w = *ways_[node != 0][l];
    switch (c.kind) {
    case RETIRED:
        if (!w.book.retired(c.first_id, c.count)) error_ = w.book.error();
        w.moved = net_.cycle;
        moved();
        break;
    case FLUSHED:
        w.book.flushed(c.first_id, c.count);
        break;
    case DEAD: {
        // Explained only by a peer that has restarted, and nothing has moved either way since.
        const End &peer = ends_[node == 0 ? 1 + l / 3 : 0];
        const uint64_t moved = std::max(w.moved, ways_[node == 0][l]->moved);
        count_.dead++;
        if (!peer.restarted || peer.restarted < moved)
            error_ = "MAC " + n.cfg.name + " reports a dead link while both ends live";
        n.axil.push({ true, TTP_REG_IRQ_CAUSE, 1u << TTP_IRQ_DEAD, 15, nullptr });
        break;
    }
    case RESTARTED:
        count_.noticed++;
        break;
    case CLOSED:
        count_.closed++;
        break;
    default:
        break;
    }
    due_ = 0;
}

bool Lives::done() const
{
    for (const End &e : ends_)
        if (e.phase != Phase::up || e.asking || !e.closes.over() || !e.restarts.over())
            return false;
    return whole();
}

bool Lives::whole() const
{
    for (const auto &side : ways_)
        for (const auto &w : side) if (!w->book.whole()) return false;
    return true;
}

uint64_t Lives::arrived() const
{
    uint64_t n = 0;
    for (const auto &side : ways_) for (const auto &w : side) n += w->book.got();
    return n;
}

LivesCount Lives::count() const
{
    LivesCount c = count_;
    for (const auto &side : ways_) {
        for (const auto &w : side) {
            c.given_again += w->book.given_again();
            c.got_again += w->book.got_again();
            c.lost += w->book.lost();
        }
    }
    return c;
}

std::string Lives::missed() const
{
    if (cfg_.closes && !count_.asked) return "no close was asked for";
    if (cfg_.closes && !count_.closed) return "no link has closed";
    for (const uint64_t n : count_.restarts)
        if (n < cfg_.restarts) return "a MAC was not restarted as often as it should";
    return "";
}
