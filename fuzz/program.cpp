// SPDX-License-Identifier: Apache-2.0
//
// Bytes read as a program; see program.h.
#include "program.h"

#include "presets.h"
#include "ttp_regs.h"

namespace {

const char *const PRESET_OF[8] = { "min512", "min64", "min512", "min64",
                                   "min512", "min64", "w256",   "min512" };
const double STALL_OF[4] = { 0, 0, 0.15, 0.6 };
const uint32_t TIME_OF[4] = { 64, 256, 1024, 4096 };
const uint32_t DELTA_OF[16] = { 0, 4, 0, 1, UINT32_MAX, 2, UINT32_MAX - 1, 3,
                                UINT32_MAX - 2, 8, 65534, 65535,
                                65536, 0x7fffffff, 0x80000000u, 0x100000 };
const size_t LENGTH_OF[16] = { 1,   4,   5,   8,   63,  64,   65, 100,
                               128, 200, 256, 500, 1023, 1024, 0, 1025 };
const size_t PACKET_OF[16] = { 1,  4,   5,   8,   16,  60,   63,   64,
                               65, 100, 128, 200, 500, 1024, 1025, 2100 };

// The common is more likely: payloads and their answers, few peers, VC 0.
const uint8_t OP_OF[16] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 6, 6, 6, 7, 0 };
const uint8_t PEER_OF[8] = { 0, 0, 0, 1, 1, 2, 4, 5 };
const uint8_t VC_OF[8] = { 0, 0, 0, 0, 0, 1, 1, 2 };

} // namespace

uint32_t peer_node(const ttp_params &p, unsigned i)
{
    uint32_t bits = 0;
    while (1u << bits < p.link_sets) bits++;
    const uint32_t first = 0x0b0001;
    if (i >= 4) return first + 0x101 * i;                      // the others share a set
    return bits ? first ^ i ^ i << bits : first + i;
}

bool read_head(const uint8_t *data, size_t size, ProgramHead *h)
{
    if (size < HEAD_BYTES) return false;
    h->preset = PRESET_OF[data[0] & 7];
    // Two values that no program of the corpus had.
    if (data[0] == 0x5a) h->preset = "sel64";
    if (data[0] == 0xc3) h->preset = "sel512";
    if (!find_preset(h->preset, &h->params)) return false;
    h->bench.params = h->params;
    h->bench.seed = data[1];
    h->bench.host_stall = STALL_OF[data[2] & 3];
    h->bench.wire_stall = STALL_OF[data[2] >> 2 & 3];
    h->bench.epoch_seed = static_cast<uint16_t>(data[3] << 8 | data[3]);
    h->timers = data[4];
    h->peers_alive = data[5];
    h->life = data[6] & 1 ? 0 : 0x5100u + data[6];
    h->remote_first = data[7] & 1;
    return true;
}

Program::Program(const ProgramHead &h, MacBench *b, const uint8_t *data, size_t size)
    : h_(h), b_(b), data_(data), size_(size), at_(HEAD_BYTES)
{
    peers_.offer = h.params.selective;
    peers_.life = h.life;
    b_->on_frame = [this](const Frame &f) { heard(f); };
}

uint32_t Program::u32()
{
    uint32_t v = 0;
    for (int i = 0; i < 4; i++) v = v << 8 | u8();
    return v;
}

void Program::heard(const Frame &f)
{
    Header h;
    if (!parse_header(f, &h)) return;
    Frame reply;
    for (unsigned i = 0; i < PEER_N; i++) {
        if (h.dst != peer_node(h_.params, i) || !(auto_ >> i & 1)) continue;
        if (peers_.answer(f, &reply)) b_->send({ std::move(reply), SIZE_MAX, 0, 0 });
        return;
    }
    if (heard_.size() < 64) heard_.push_back(f);
}

// An ID: the right one, another of the link's numbers, or anything, and a step away from it.
uint32_t Program::pick_id(uint32_t right, uint32_t vc, uint32_t node)
{
    const uint8_t sel = u8();
    const ttp_link_rec *r = b_->record(vc, node);
    uint32_t base = right;
    if (sel < 144) return right;
    switch (sel >> 4) {
    case 10: base = r ? r->link.una : 1; break;
    case 11: base = r ? r->link.una + r->link.in_flight : 1; break;
    case 12: base = r ? r->link.last : 1; break;
    case 13: base = r ? r->link.peer_id : 1; break;
    case 14: base = sel & 8 ? 0 : b_->model()->s.pipe.start_id; break;
    case 15: base = sel & 8 ? u32() : u8(); break;
    default: break;                                            // the right one
    }
    return base + DELTA_OF[sel & 15];
}

// What a broken peer or Ethernet MAC does to a frame.
void Program::odds(WireFrame *w, uint8_t flags)
{
    std::vector<uint8_t> &b = w->frame.bytes;
    if (flags & 1) {                                           // garbage where it is ignored
        const uint8_t g = u8();
        for (size_t i = 18; i < 34; i++) b[i] = static_cast<uint8_t>(g + i);
        b[15] = static_cast<uint8_t>(g & 0x7f);
        for (size_t i : { 16, 17, 34, 35, 36, 37, 38, 39, 51 }) b[i] = g;
        b[42] = static_cast<uint8_t>(b[42] | (g & 0xc0));
        if (g & 1) for (size_t i : { 44, 45, 48, 49, 50 }) b[i] = g;    // then it is a stranger's
    }
    if (flags & 2) {                                           // one byte of the header
        const size_t i = u8() % HDR_BYTES;
        b[i] = u8();
    }
    if (flags & 4) {                                           // another end
        const uint8_t n = u8();
        if (n < 128) b.resize(b.size() > n ? b.size() - n : 1);
        else b.resize(b.size() + static_cast<size_t>(n - 128) * 16, 0xee);
    }
    w->frame.user = (flags & 0x18) == 0x18;
    if (flags & 0x20) w->gap = u8() & 15;
    if ((flags & 0xc0) == 0xc0) {
        w->odd_beat = u8() % 24;
        w->odd_keep = u8();
    }
}

void Program::frame()
{
    const uint8_t what = u8(), who = u8(), odd = u8(), flags = odd < 160 ? 0 : odd < 192 ? 1 : u8();
    const uint32_t op = what < 248 ? OP_OF[what & 15] : what;
    const uint32_t vc = who < 240 ? VC_OF[who >> 3 & 7] : who >> 3 & 7;
    const uint32_t node = who < 248 ? peer_node(h_.params, PEER_OF[who & 7])
                          : who & 1 ? 0x0e0000u + u8() : OWN_NODE;
    const ttp_link_rec *r = b_->record(vc, node);
    const Peers::Link &p = peers_.link(vc, node);
    uint32_t txid = 0, rxid = 0;

    // The right numbers, as far as the record tells.
    if (r) {
        if (op == OP_PAYLOAD || op == OP_CLOSE || op == OP_CLOSE_NACK) txid = r->link.last + 1;
        if (op == OP_OPEN || op == OP_OPEN_ACK) txid = r->link.last;
        if (op == OP_ACK) rxid = r->link.una;
        if (op == OP_NACK || op == OP_CLOSE_ACK || op == OP_NACK_NOLINK) rxid = r->link.una;
        if (op == OP_OPEN_ACK || op == OP_OPEN_NACK) rxid = r->link.peer_id;
        if (op == OP_CLOSE) rxid = r->link.una + r->link.in_flight - 1;
    } else if (op == OP_OPEN) {
        txid = p.next - 1;
    }
    txid = pick_id(txid, vc, node);
    if (op == OP_OPEN_ACK || op >= OP_ACK || flags & 1) rxid = pick_id(rxid, vc, node);
    if (h_.params.selective) {                                      // the number of a send
        if (op == OP_PAYLOAD) rxid = u8();
        if (op == OP_ACK || op == OP_NACK) txid = u8();
    }

    // Both lives as the record has them, but for what the upper half of the first byte says.
    const bool named = op != OP_OPEN && r && r->link.peer_life;
    uint32_t epoch = named ? r->link.peer_life : 0, to = named ? r->link.own_life : 0;
    if (op <= OP_OPEN_ACK || op == OP_OPEN_NACK) {
        const uint8_t e = u8();
        if (e < 160) epoch = h_.life;
        else if (e < 176) epoch = 0;
        else if (e < 200) epoch = r ? r->link.peer_life : 1;
        else if (e < 224) epoch = r ? r->link.own_life : 2;
        else epoch = e;
        if (op != OP_OPEN && r && epoch) to = r->link.own_life;
    }
    switch (what >> 4) {
    case 9: to = to ? to - 1 : 0; break;            // a life of ours before
    case 10: epoch = epoch ? epoch - 1 : 0; break;  // ... of the peer
    case 11: epoch = to = 0; break;                 // a stranger's
    case 12: to = r ? r->link.own_life : 1; break;  // marked, on the link of a stranger too
    default: break;
    }
    std::vector<uint8_t> data;
    if (op == OP_PAYLOAD) {
        const uint8_t n = u8();
        data.resize(LENGTH_OF[n & 15] + (n >> 4 == 15 ? 900 : 0));
        for (size_t i = 0; i < data.size(); i++)
            data[i] = static_cast<uint8_t>(serial_ >> (8 * (i & 3))) ^ static_cast<uint8_t>(i);
        serial_++;
    }
    const uint8_t how = h_.params.selective && op == OP_NACK ? u8() : 0;
    if (how >= 64) data.resize(16);                 // a NACK becomes a map
    WireFrame w{ make_frame(node, OWN_NODE, op, vc, txid, rxid, epoch, data,
                            op == OP_OPEN ? 0 : to),
                 SIZE_MAX, 0, 0 };
    w.frame.bytes[42] = static_cast<uint8_t>(op);
    if (h_.params.selective && op <= OP_OPEN_ACK) offer(&w.frame, u8());
    if (how >= 64) map(&w.frame, how);
    odds(&w, flags);
    deliver(std::move(w));
}

// Most often one of the right form (sel.frame).
void Program::map(Frame *f, uint8_t how)
{
    const uint32_t base = (how & 3) * 64, first = u8(), second = u8();
    const uint64_t bits = (uint64_t{ first } << 8 | second) << (how & 12) * 4;
    uint32_t highest = 0;
    for (uint32_t i = 0; i < 64; i++)
        if (bits >> i & 1) highest = i;
    f->bytes[51] = f->bytes[60] = 0x20;
    put_be(f->bytes, 62, 2, base + (how & 32 ? how : 0));           // no multiple of 64
    put_be(f->bytes, 64, 2, base + highest + 1 + (how & 16 ? u8() : 0));
    put_be(f->bytes, 68, 4, static_cast<uint32_t>(bits >> 32));
    put_be(f->bytes, 72, 4, static_cast<uint32_t>(bits));
}

void Program::raw_frame()
{
    WireFrame w;
    const uint8_t n = u8();
    const size_t real = n & 127;
    if (n & 128)
        w.frame.bytes = make_frame(peer_node(h_.params, 0), OWN_NODE, OP_PAYLOAD, 0, 1, 0, 0).bytes;
    const size_t from = n & 128 ? 12 : 0;
    if (w.frame.bytes.size() < from + real) w.frame.bytes.resize(from + real);
    for (size_t i = 0; i < real; i++) w.frame.bytes[from + i] = u8();
    if (w.frame.bytes.empty())
        w.frame.bytes.resize(1 + 32 * static_cast<size_t>(u8()), 0x5a);     // up to 8 KiB
    deliver(std::move(w));
}

void Program::deliver(WireFrame f)
{
    last_ = f;
    b_->send(std::move(f));
    // The frame after this one may follow without a gap.
    for (int i = 0; i < 4000 && b_->frames_waiting() && b_->ok(); i++) b_->step();
    b_->check();
}

void Program::host_packet()
{
    const uint8_t who = u8(), what = u8();
    const uint32_t vc = who < 240 ? VC_OF[who >> 3 & 7] : who >> 3 & 7;
    const uint32_t node = who < 248 ? peer_node(h_.params, PEER_OF[who & 7])
                          : who & 1 ? 0xffffff : OWN_NODE;
    const unsigned count = 1u << (what >> 4 & 3);
    for (unsigned k = 0; k < count && b_->packets.size() < 64; k++) {
        HostPacket p;
        p.dest = vc << 24 | node;
        p.data.resize(PACKET_OF[what & 15]);
        for (size_t i = 0; i < p.data.size(); i++)
            p.data[i] = static_cast<uint8_t>(i < 3 ? serial_ >> (8 * i) : i * 7 + serial_);
        serial_++;
        if (k == 0 && what >= 0xc0) {
            const uint8_t odd = u8();
            if (odd < 64) p.discard = true;
            else if (odd < 128) p.bad_keep = true;
            else p.odd_beat = odd & 31, p.odd_keep = odd >> 5 & 1 ? 0 : 5;
            if (p.odd_beat * (h_.params.data_w / 8) >= p.data.size()) p.odd_beat = SIZE_MAX;
        }
        b_->packets.push_back(std::move(p));
    }
}

void Program::reg_write()
{
    static const uint32_t regs[] = {
        TTP_REG_TIMEOUT,   TTP_REG_OPEN_TMO,    TTP_REG_CLOSE_TMO,  TTP_REG_BACKOFF,
        TTP_REG_RETRY_MAX, TTP_REG_CELL_LIMIT,  TTP_REG_START_ID,   TTP_REG_IRQ_CAUSE,
        TTP_REG_IRQ_MASK,  TTP_REG_CPL_CTRL,    TTP_REG_SNAPSHOT,   TTP_REG_LINK_INDEX,
        TTP_REG_REACK,     TTP_REG_VICTIM_IDLE, TTP_REG_IDLE_TMO,   TTP_REG_REORDER,
        TTP_REG_BASE_RTT,  TTP_REG_PROBE_MIN,   TTP_REG_DELAY,
    };
    // The last four where they are more than 0: other programs of the corpus stay what they are.
    const size_t n = sizeof regs / sizeof regs[0] - (h_.params.selective ? 0 : 4);
    const uint8_t what = u8(), value = u8();
    if (!b_->axil.idle()) return;                              // one at a time: programs stay short
    if (what < 96) {
        const uint32_t node = peer_node(h_.params, (value & 7) % PEER_N);
        b_->write(TTP_REG_CLOSE_LINK, static_cast<uint32_t>(value >> 3 & 3) << 24 | node);
    } else if (what < 224) {
        const uint32_t reg = regs[what % n];
        uint32_t v = value;
        if (reg == TTP_REG_START_ID) v = value < 128 ? value : UINT32_MAX - (value & 15);
        else if (reg <= TTP_REG_BACKOFF || reg == TTP_REG_REACK || reg == TTP_REG_VICTIM_IDLE
                 || reg == TTP_REG_IDLE_TMO || reg >= TTP_REG_BASE_RTT)
            v = value < 8 ? value : value * 16u;
        else if (reg == TTP_REG_REORDER) v = (value >> 4) * 0x1100u | (value & 15);
        b_->write(reg, v);
    } else if (what < 240) {
        b_->write(TTP_REG_CTRL, value & (h_.params.selective ? 25 : 1));
    } else {
        // Any address. Not those that would tell the witness another node or life than it knows.
        const uint32_t addr = (static_cast<uint32_t>(what & 15) << 8 | value) & 0xffc;
        const uint32_t v = u8();
        if (addr != TTP_REG_NODE && addr != TTP_REG_CTRL && addr != TTP_REG_EPOCH)
            b_->write(addr, v, v & 15);
    }
}

void Program::reset()
{
    if (u8() < 240) return;                        // rare: most of what a program built up is gone
    const uint8_t how = u8();
    if (how & 1) b_->hard_reset();
    else if (b_->axil.idle()) b_->write(TTP_REG_CTRL, h_.params.selective ? 11 : 3);
}

void Program::record()
{
    switch (u8() & 31) {
    case 0: case 1: case 2: case 3: case 4: case 5: case 6: case 7:
    case 8: case 9: case 10: case 11: case 12: case 13: frame(); break;
    case 14: raw_frame(); break;
    case 15: case 16: case 17: case 18: host_packet(); break;
    case 19: case 20: reg_write(); break;
    case 21: case 22: case 23: {
        const uint64_t n = std::min(idle_left_, uint64_t{ 1 } << (u8() % 12));
        idle_left_ -= n;
        b_->run(n);
        b_->check();
        break;
    }
    case 24: {
        uint8_t hold = u8();
        if (hold >= 64) hold = 0;
        b_->sink.hold = hold & 1;
        b_->wire_out.hold = hold & 2;
        b_->completions.hold = hold & 4;
        b_->source.hold = hold & 8;
        break;
    }
    case 25: auto_ = u8(); break;
    case 26: case 27: case 28: {                   // the proper answer to what the MAC has sent
        Frame reply;
        for (int i = u8() & 7; i >= 0 && !heard_.empty(); i--) {
            const bool any = peers_.answer(heard_.front(), &reply);
            heard_.pop_front();
            if (any) deliver({ reply, SIZE_MAX, 0, 0 });
        }
        break;
    }
    case 29:                                                   // the last frame once more
        if (!last_.frame.bytes.empty()) deliver(last_);
        break;
    case 30: reset(); break;
    default: peers_.forget(); break;                           // all peers restart
    }
}

bool Program::run()
{
    const uint32_t regs[] = { TTP_REG_TIMEOUT, TTP_REG_OPEN_TMO, TTP_REG_CLOSE_TMO,
                              TTP_REG_BACKOFF };
    b_->power_up();
    for (unsigned i = 0; i < 4; i++) b_->write(regs[i], TIME_OF[h_.timers >> (2 * i) & 3]);
    b_->write(TTP_REG_RETRY_MAX, 2 + static_cast<uint32_t>(h_.bench.seed & 7));
    b_->write(TTP_REG_CPL_CTRL, static_cast<uint32_t>(h_.bench.seed >> 3 & 1));
    if (h_.params.selective) b_->write(TTP_REG_CTRL, 9);
    b_->run(80);
    while (at_ < size_ && b_->ok()) record();
    return b_->ok() && finale(h_, b_, &peers_);
}
