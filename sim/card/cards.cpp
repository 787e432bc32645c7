// SPDX-License-Identifier: Apache-2.0
#include "cards.h"

#include <verilated.h>
#include <verilated_fst_c.h>

#include "Vcard.h"

namespace {

constexpr uint64_t RESET_FS = 1000 * FS_PER_NS;
enum { WIRE, HOST };

} // namespace

#ifdef CARD_NIC
const bool CardPair::nic = true;
const unsigned CardPair::baud = 2000000;
#else
const bool CardPair::nic = false;
const unsigned CardPair::baud = 3000000;
#endif

struct CardPair::Card {
    Card(VerilatedContext *ctx, const CardOptions &o, unsigned number)
        : top(ctx, number ? "card_b" : "card_a"), k(number),
          half(static_cast<uint64_t>(static_cast<double>(HALF_125M) / (1 + o.ppm[number] * 1e-6))),
          next(half * (number + 1)),
          // The received clock of the wire is the sender's.
          in{ RgmiiIn(o.wire_speed, o.ppm[1 - number]), RgmiiIn(o.host_speed, -o.ppm[number] / 2) },
          out{ RgmiiOut(o.wire_speed), RgmiiOut(o.host_speed) },
          mdio(0, o.wire_speed, o.host_speed), uart(CardPair::baud)
    {
        top.cfg_node = o.node[number];
        top.rst = 1;
        top.uart_rx = 1;
        top.mdio_i = 3;
    }

    Vcard top;
    unsigned k;
    uint64_t half, next;
    unsigned phase = 0;
    RgmiiIn in[2];
    RgmiiOut out[2];
    MdioBus mdio;
    UartPins uart;
};

struct CardPair::Trace {
    VerilatedContext context;
    VerilatedFstC file;
    bool on = false;
    uint64_t last = 0;
};

CardPair::CardPair(const CardOptions &o) : trace_(std::make_unique<Trace>()), wire_(o.seed)
{
    trace_->context.randSeed(static_cast<int>(o.seed % 2147483646) + 1);
    trace_->context.assertOn(false);           // until reset has reached every flop
    trace_->context.traceEverOn(!o.trace.empty());
    for (unsigned k = 0; k < 2; k++) {
        card_[k] = std::make_unique<Card>(&trace_->context, o, k);
        wire_.attach(o.node[k]);
    }
    // Two pairs of pins, crossed: whatever leaves one card comes to the other.
    wire_.route = [](int src, const Frame &) { return 1 - src; };
    wire_.set(o.harm);
    for (unsigned k = 0; k < 2; k++) {
        Card *c = card_[k].get();
        c->out[WIRE].frame = [this, k](Frame f, uint64_t fs) {
            active_ = fs;
            if (wire_frame) wire_frame(k, f);
            if (!link_) return;
            wire_.send(static_cast<int>(k), std::move(f), fs / FS_PER_NS);
            while (wire_.in_flight() > 0) {
                const int to = wire_.next_due(0) != UINT64_MAX ? 0 : 1;
                const uint64_t due = wire_.next_due(to);
                Frame g;
                wire_.pop(to, due, &g);
                card_[static_cast<unsigned>(to)]->in[WIRE].push(std::move(g), due * FS_PER_NS);
            }
        };
        c->out[WIRE].began = [this, k](uint64_t fs) { if (wire_began) wire_began(k, fs); };
        c->out[HOST].frame = [this, k](Frame f, uint64_t fs) {
            active_ = fs;
            if (host_frame) host_frame(k, std::move(f), fs);
        };
        c->in[HOST].ended = [this, k](uint64_t fs) {
            active_ = fs;
            if (host_sent) host_sent(k, fs);
        };
    }
    if (!o.trace.empty()) {
        for (auto &c : card_) c->top.trace(&trace_->file, 99);
        trace_->file.open(o.trace.c_str());
        trace_->on = true;
    }
}

CardPair::~CardPair()
{
    for (auto &c : card_) c->top.final();
    if (trace_->on) trace_->file.close();
}

void CardPair::look(Card *c)
{
    c->out[WIRE].sample(c->top.wire_txc, c->top.wire_txd, c->top.wire_tx_ctl, now_);
    c->out[HOST].sample(c->top.host_txc, c->top.host_txd, c->top.host_tx_ctl, now_);
}

// Half a period of the 125 MHz clock; the core's is half as fast, with a NIC a third.
void CardPair::core_half(Card *c)
{
    c->next += c->half;
    const unsigned turn = nic ? 6 : 4;
    c->phase = (c->phase + 1) % turn;
    c->top.tx_clk = !(c->phase & 1);
    c->top.clk = c->phase < turn / 2;
    if (c->top.rst && now_ > RESET_FS) {
        c->top.rst = 0;
        trace_->context.assertOn(true);
    }
    c->top.eval();
    look(c);
    if (c->phase != 0) return;
    const bool mdio = c->mdio.clock(c->top.mdc & 1, c->top.mdio_o & 1, c->top.mdio_oe & 1);
    c->top.mdio_i = static_cast<uint8_t>(2 | mdio);
    const size_t before = c->uart.from_card.size() + c->uart.waiting();
    c->top.uart_rx = c->uart.clock(c->top.uart_tx, now_);
    if (before != c->uart.from_card.size() + c->uart.waiting()) active_ = now_;
}

void CardPair::run(uint64_t ns)
{
    const uint64_t end = now_ + ns * FS_PER_NS;
    for (;;) {
        // The next edge of any clock. None: which clock of card k: 0 core, 1 wire, 2 host.
        uint64_t t = UINT64_MAX;
        Card *c = nullptr;
        int which = 0;
        for (auto &p : card_) {
            if (p->next < t) { t = p->next; c = p.get(); which = -1; }
            for (int i = 0; i < 2; i++)
                if (p->in[i].next_edge() < t) { t = p->in[i].next_edge(); c = p.get(); which = i; }
        }
        if (t > end) break;
        now_ = t;
        if (which < 0) core_half(c);
        else {
            RgmiiIn &in = c->in[which];
            in.step(now_);
            if (which == WIRE) {
                c->top.wire_rxd = static_cast<uint8_t>(in.rxd);
                c->top.wire_rx_ctl = in.ctl;
                c->top.wire_rxc = in.rxc;
            } else {
                c->top.host_rxd = static_cast<uint8_t>(in.rxd);
                c->top.host_rx_ctl = in.ctl;
                c->top.host_rxc = in.rxc;
            }
            c->top.eval();
        }
        // A picosecond is shown once; what comes second in it shows with the next.
        if (trace_->on && now_ / 1000 > trace_->last) {
            trace_->last = now_ / 1000;
            trace_->file.dump(trace_->last);
        }
    }
    now_ = end;
}

void CardPair::host_send(unsigned k, Frame f)
{
    if (f.bytes.size() < HDR_BYTES) f.bytes.resize(HDR_BYTES);
    card_[k]->in[HOST].push(std::move(f), now_);
    active_ = now_;
}

size_t CardPair::host_waiting(unsigned k) const { return card_[k]->in[HOST].waiting(); }
UartPins &CardPair::uart(unsigned k) { return card_[k]->uart; }
unsigned CardPair::leds(unsigned k) const { return card_[k]->top.led; }
const MdioBus &CardPair::mdio(unsigned k) const { return card_[k]->mdio; }

void CardPair::set_wire_link(bool up)
{
    link_ = up;
    for (auto &c : card_) {
        c->mdio.set_link(WIRE, up);
        if (!up) c->in[WIRE].drop();
    }
}

CardPair::Count CardPair::count(unsigned k) const
{
    const Card &c = *card_[k];
    return { c.in[HOST].frames, c.out[HOST].frames, c.out[HOST].bad,
             c.in[WIRE].frames, c.out[WIRE].frames, c.out[WIRE].bad };
}
