// SPDX-License-Identifier: Apache-2.0
#include "card_host.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>

// Typed from the documents, not from host/.
enum { HELLO = 1, DATA, REQ, CREDIT, BYE, WELCOME = 9, DATA_IN, RSP, CPL, STATUS };
constexpr size_t HEADER = 32;
constexpr uint16_t LINK_STATE = 0x1010, SNAPSHOT = 0x07C, MAC_STATUS = 0x028, HL = 0x1080,
                   ETH_WIRE = 0x1100, ETH_HOST = 0x1140;

uint64_t card_seed = 1;

void fail(const std::string &what)
{
    printf("FAIL seed %" PRIu64 ": %s\n", card_seed, what.c_str());
    exit(1);
}

void check(bool good, const std::string &what)
{
    if (!good) fail(what);
}

Bytes payload_of(unsigned k, uint32_t i, size_t n)
{
    Bytes b(n);
    Rng r(i + 1, k + 77);
    for (auto &x : b) x = static_cast<uint8_t>(r.next() >> 40);
    b[0] &= 0x7F;
    return b;
}

Frame Host::frame(unsigned type, uint32_t vc, unsigned flags, uint32_t node, uint16_t seq,
                  uint32_t tag, const Bytes &body) const
{
    Frame f;
    Bytes &b = f.bytes;
    b.assign(HEADER, 0);
    put_be(b, 0, 3, 0x025454);
    put_be(b, 3, 3, k_ + 1);
    put_be(b, 6, 3, 0x0A0B0C);
    put_be(b, 9, 3, k_ + 1);
    put_be(b, 12, 2, 0x88B5);
    b[14] = static_cast<uint8_t>(0x10 | type);
    b[15] = static_cast<uint8_t>(vc);
    b[16] = static_cast<uint8_t>(flags);
    put_be(b, 17, 3, node);
    put_be(b, 20, 2, static_cast<uint32_t>(body.size()));
    put_be(b, 22, 2, seq);
    put_be(b, 24, 2, static_cast<uint16_t>(rx_next_ + window));
    put_be(b, 26, 2, rx_next_);
    put_be(b, 28, 4, tag);
    b.insert(b.end(), body.begin(), body.end());
    return f;
}

void Host::hello()
{
    session = false;
    kept_.clear();
    cursor_ = 0;
    back_at_ = SIZE_MAX;
    rx_next_ = 0;
    limit = ack = 0;
    tag_++;
    p_->host_send(k_, frame(HELLO, 0, 0, 0, 0, tag_, {}));
    rx_told_ = window;
}

void Host::bye()
{
    p_->host_send(k_, frame(BYE, 0, 0, 0, static_cast<uint16_t>(kept_.size()), 0, {}));
    session = false;
}

void Host::ask()
{
    p_->host_send(k_, frame(CREDIT, 0, 1, 0, static_cast<uint16_t>(kept_.size()), 0, {}));
}

void Host::request(const std::vector<Op> &ops)
{
    Bytes b(8 * ops.size());
    for (size_t i = 0; i < ops.size(); i++) {
        b[8 * i] = ops[i].write;
        b[8 * i + 1] = ops[i].strobes;
        put_be(b, 8 * i + 2, 2, ops[i].addr);
        put_be(b, 8 * i + 4, 4, ops[i].value);
    }
    rsp_here = false;
    tag_++;
    p_->host_send(k_, frame(REQ, 0, 0, 0, 0, tag_, b));
}

void Host::pump()
{
    if (!session) return;
    if (answer && static_cast<int16_t>(rx_next_ + window - rx_told_) >= window / 2) {
        rx_told_ = static_cast<uint16_t>(rx_next_ + window);
        p_->host_send(k_, frame(CREDIT, 0, 0, 0, static_cast<uint16_t>(kept_.size()), 0, {}));
    }
    while (p_->host_waiting(k_) < 4) {
        if (cursor_ == kept_.size()) {
            if (todo.empty()) return;
            const Payload &d = todo.front();
            const uint16_t seq = static_cast<uint16_t>(kept_.size());
            kept_.push_back(frame(DATA, d.vc, 0, d.node, seq, 0, d.data));
            todo.pop_front();
        }
        if (obey && static_cast<int16_t>(static_cast<uint16_t>(cursor_) - limit) >= 0) return;
        Frame f = kept_[cursor_++];
        // A frame carries what is true when it goes, not when it was made.
        put_be(f.bytes, 24, 2, answer ? static_cast<uint16_t>(rx_next_ + window) : rx_told_);
        put_be(f.bytes, 26, 2, rx_next_);
        if (answer) rx_told_ = static_cast<uint16_t>(rx_next_ + window);
        if (harm && luck_.below(harm) == 0) {
            // A bit of the payload, and so the FCS.
            const size_t at = HEADER + luck_.below(static_cast<uint32_t>(f.bytes.size() - HEADER));
            f.bytes[at] = static_cast<uint8_t>(f.bytes[at] ^ 1u << luck_.below(8));
            f.user = true;
            harmed++;
        }
        p_->host_send(k_, std::move(f));
    }
}

void Host::receive(const Frame &f, uint64_t fs)
{
    const Bytes &b = f.bytes;
    check(!f.user, "the card sent its host a broken frame");
    check(b.size() >= 60 && get_be(b, 0, 3) == 0x0A0B0C && get_be(b, 3, 3) == k_ + 1
              && get_be(b, 6, 3) == 0x025454 && get_be(b, 9, 3) == k_ + 1
              && get_be(b, 12, 2) == 0x88B5 && b[14] >> 4 == 1,
          "the card sent its host a strange header");
    const unsigned type = b[14] & 15;
    size_t length = get_be(b, 20, 2);
    const uint16_t seq = static_cast<uint16_t>(get_be(b, 22, 2));
    check(length <= b.size() - HEADER, "a body longer than its frame");
    if (type == RSP) {
        check(get_be(b, 28, 4) == tag_, "RSP with another tag");
        rsp.clear();
        for (size_t i = HEADER; i < HEADER + length; i += 8)
            rsp.push_back({ (b[i] & 1) != 0, static_cast<uint16_t>(get_be(b, i + 2, 2)),
                            get_be(b, i + 4, 4), (b[i] & 0x80) != 0,
                            static_cast<uint8_t>(b[i + 1] & 15) });
        rsp_here = true;
        return;
    }
    if (type == WELCOME) {
        if (get_be(b, 28, 4) != tag_) return;
        check(length == 16 && get_be(b, HEADER, 4) == 0x5454504E, "WELCOME without its body");
        check(get_be(b, HEADER + 8, 2) == 1024 && get_be(b, HEADER + 10, 2) == 32,
              "WELCOME with other limits");
        welcome++;
        session = true;
        link_state = get_be(b, HEADER + 12, 4);
    }
    if (!session) return;
    const uint16_t l = static_cast<uint16_t>(get_be(b, 24, 2)),
                   a = static_cast<uint16_t>(get_be(b, 26, 2));
    check(static_cast<int16_t>(l - limit) >= 0, "a limit that moved back");
    check(static_cast<int16_t>(a - ack) >= 0 && a <= kept_.size(), "an ack out of order");
    check(static_cast<uint16_t>(l - a) <= 255, "a limit more than 255 ahead");
    limit = l;
    ack = a;
    if (type == STATUS) {
        status++;
        if (!(b[16] & 1)) return;
        goback++;
        if (go_back && back_at_ != a && a < kept_.size()) back_at_ = cursor_ = a;
        return;
    }
    if (type == DATA_IN || type == CPL) {
        check(seq == rx_next_, "number " + std::to_string(seq) + " from the card where "
                                   + std::to_string(rx_next_) + " was due");
        rx_next_++;
        check(static_cast<int16_t>(seq - rx_told_) < 0, "the card sent beyond the limit");
        check(type == CPL ? length == 16 : length < 28,
              "a length that is not as the document says");
        if (type == DATA_IN && length == 0) length = b.size() - HEADER;
        const auto body = b.begin() + HEADER;
        got.push_back({ type == CPL, b[15], get_be(b, 17, 3),
                        Bytes(body, body + static_cast<std::ptrdiff_t>(length)), fs });
        return;
    }
    check(type == WELCOME, "a frame of type " + std::to_string(type));
}

Bench::Bench(const CardOptions &o) : pair(o), host{ Host(&pair, 0), Host(&pair, 1) }
{
    pair.host_frame = [this](unsigned k, Frame f, uint64_t fs) { host[k].receive(f, fs); };
}

bool Bench::until(const std::function<bool()> &done, uint64_t us)
{
    const uint64_t end = pair.now_fs() + us * 1000 * FS_PER_NS;
    while (!done()) {
        if (pair.now_fs() > end) return false;
        for (auto &h : host) h.pump();
        pair.run(2000);
    }
    return true;
}

void Bench::run(uint64_t us)
{
    until([] { return false; }, us);
}

uint32_t Bench::read(unsigned k, uint16_t addr)
{
    host[k].request({ { false, addr, 0, false, 0 } });
    check(until([&] { return host[k].rsp_here; }, 20000), "no RSP");
    check(host[k].rsp.size() == 1 && !host[k].rsp[0].error && host[k].rsp[0].addr == addr,
          "a read went wrong");
    return host[k].rsp[0].value;
}

void Bench::write(unsigned k, uint16_t addr, uint32_t value)
{
    host[k].request({ { true, addr, value, false, 15 } });
    check(until([&] { return host[k].rsp_here; }, 20000), "no RSP");
    check(host[k].rsp.size() == 1 && !host[k].rsp[0].error, "a write went wrong");
}

void Bench::start(bool a, bool b)
{
    run(5);
    for (unsigned k = 0; k < 2; k++) {
        const uint64_t end = pair.now_fs() + 20000000 * FS_PER_NS;
        uint32_t s = 0;
        do {
            check(pair.now_fs() < end, "no link");
            host[k].request({ { false, LINK_STATE, 0, false, 0 } });
            if (until([&] { return host[k].rsp_here; }, 2000)) s = host[k].rsp[0].value;
        } while ((s & 0x00400040) != 0x00400040);
    }
    for (unsigned k = 0; k < 2; k++) {
        if (!(k ? b : a)) continue;
        host[k].hello();
        check(until([&] { return host[k].session; }, 5000), "no WELCOME");
    }
}

void Bench::snapshot(unsigned k)
{
    write(k, SNAPSHOT, 1);
    while (read(k, MAC_STATUS) >> 1 & 1) {}
}

uint64_t Bench::mac_counter(unsigned k, unsigned i)
{
    return read(k, static_cast<uint16_t>(0x200 + 8 * i))
           | static_cast<uint64_t>(read(k, static_cast<uint16_t>(0x204 + 8 * i))) << 32;
}

void Bench::check_no_loss(unsigned k, bool clean_wire)
{
    static const struct {
        unsigned i;
        const char *name;
    } link[] = {
        { 5, "not ours" },   { 6, "malformed" },         { 7, "no session" }, { 8, "order" },
        { 9, "overrun" },    { 10, "stalled" },          { 11, "busy" },      { 12, "UART" },
        { 13, "UART full" }, { 20, "completions lost" }, { 21, "echo lost" }
    };
    for (const auto &c : link)
        check(read(k, static_cast<uint16_t>(HL + 4 * c.i)) == 0,
              std::string("the card dropped a frame of its host: ") + c.name);
    for (unsigned i = 1; i < 11; i++) {
        if (i == 8) continue;                               // sent
        check(read(k, static_cast<uint16_t>(ETH_HOST + 4 * i)) == 0,
              "the host port lost a frame: counter " + std::to_string(i));
        if (clean_wire || i > 5)
            check(read(k, static_cast<uint16_t>(ETH_WIRE + 4 * i)) == 0,
                  "the wire port lost a frame: counter " + std::to_string(i));
    }
    const CardPair::Count c = pair.count(k);
    check(c.host_bad == 0 && c.wire_bad == 0, "the card sent a broken frame");
}
