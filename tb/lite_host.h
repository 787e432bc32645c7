// SPDX-License-Identifier: Apache-2.0
//
// For tb/test_ttp_lite.cpp and tb/test_card_lite.cpp: frames, streams of them, and a host at the end of the host link, a second
// reading of docs/host-link.md.
#ifndef LITE_HOST_H
#define LITE_HOST_H

#include <deque>
#include <map>
#include <vector>
#include "tb_util.h"

struct lite_frame {
    std::vector<uint8_t> bytes;
    bool bad = false;
    uint64_t when = 0;          // cycle from which it may come
};

// A stream into the MAC: bytes of the frames in the queue, a pause before each with chance 1/gap.
struct lite_feed {
    std::deque<lite_frame> q;
    size_t at = 0;
    bool valid = false;
    uint32_t gap = 0;
    uint64_t frames = 0;

    void show(tb_rng &rng, uint64_t now, uint8_t &data, bool &v, bool &last, bool &user)
    {
        if (!valid && !q.empty() && q.front().when <= now) valid = gap == 0 || !rng.one_in(gap);
        v = valid;
        data = valid ? q.front().bytes[at] : 0;
        last = valid && at + 1 == q.front().bytes.size();
        user = last && q.front().bad;
    }
    void taken()
    {
        valid = false;
        if (++at < q.front().bytes.size()) return;
        at = 0;
        frames++;
        q.pop_front();
    }
};

// C has a feed `host`, frames `host_got`, a generator `rng` and fail().
template <class C> struct lite_host_of {
    struct op { uint8_t write, strobes; uint16_t addr; uint32_t value; };
    using bytes = std::vector<uint8_t>;

    C &c;
    tb_rng &rng;
    bool session = false, strict = true;            // strict: what goes wrong ends the test
    uint32_t tag = 0, hello_tag = 0;
    uint16_t next = 0, acked = 0, limit = 0, expect = 0, taken = 0, ahead = 16;
    std::map<uint16_t, bytes> kept;                 // sent, not acknowledged
    std::deque<std::pair<uint32_t, bytes>> to_send; // {VC, node}, payload
    std::deque<std::pair<uint32_t, bytes>> got;
    std::deque<bytes> cpl;
    std::deque<std::vector<op>> answers;
    std::deque<uint32_t> asked;                     // tags of REQs
    uint64_t welcomes = 0, gobacks = 0, statuses = 0;

    explicit lite_host_of(C &core) : c(core), rng(core.rng) {}

    static void put(bytes &f, size_t at, unsigned n, uint32_t v)
    {
        while (n--) f[at + n] = static_cast<uint8_t>(v), v >>= 8;
    }
    static uint32_t be(const bytes &f, size_t at, unsigned n)
    {
        uint32_t v = 0;
        while (n--) v = v << 8 | f[at++];
        return v;
    }
    void fault(const char *why)
    {
        if (strict) c.fail(why);
    }
    static int16_t diff(uint16_t a, uint16_t b) { return static_cast<int16_t>(static_cast<uint16_t>(a - b)); }

    bytes frame(unsigned type, uint32_t vc_node, const bytes &body, uint16_t seq, uint32_t t = 0, unsigned flags = 0)
    {
        bytes f(18);
        f[0] = static_cast<uint8_t>(0x10 | type);
        f[1] = static_cast<uint8_t>(vc_node >> 24);
        f[2] = static_cast<uint8_t>(flags);
        put(f, 3, 3, vc_node);
        put(f, 6, 2, static_cast<uint32_t>(body.size()));
        put(f, 8, 2, seq);
        put(f, 10, 2, static_cast<uint16_t>(taken + ahead));
        put(f, 12, 2, expect);
        put(f, 14, 4, t);
        f.insert(f.end(), body.begin(), body.end());
        return f;
    }
    void raw(bytes f, bool bad = false) { c.host.q.push_back({ std::move(f), bad, 0 }); }
    void hello()
    {
        session = false;
        next = acked = limit = expect = taken = 0;
        kept.clear();
        raw(frame(1, 0, {}, 0, hello_tag = ++tag));
    }
    void bye()
    {
        raw(frame(5, 0, {}, next));
        session = false;
    }
    void credit(bool ask) { raw(frame(4, 0, {}, next, 0, ask)); }
    void regs(const std::vector<op> &ops)
    {
        bytes body(8 * ops.size());
        for (size_t i = 0; i < ops.size(); i++) {
            body[8 * i] = ops[i].write;
            body[8 * i + 1] = ops[i].strobes;
            put(body, 8 * i + 2, 2, ops[i].addr);
            put(body, 8 * i + 4, 4, ops[i].value);
        }
        asked.push_back(++tag);
        raw(frame(3, 0, body, next, tag));
    }
    void set(uint16_t addr, uint32_t v) { regs({ { 1, 15, addr, v } }); }

    // What has come; then payloads within the credit.
    void work()
    {
        while (!c.host_got.empty()) {
            take(c.host_got.front());
            c.host_got.pop_front();
        }
        while (session && !to_send.empty() && diff(next, limit) < 0 && c.host.q.size() < 2) {
            kept[next] = frame(2, to_send.front().first, to_send.front().second, next);
            raw(kept[next]);
            to_send.pop_front();
            next++;
        }
    }
    void take(const bytes &f)
    {
        if (f.size() < 18 || f[0] >> 4 != 1) c.fail("a frame to the host without a header");
        const unsigned type = f[0] & 15, length = be(f, 6, 2);
        if (length + 18 != f.size()) c.fail("a frame to the host with another length than it says");
        if (type == 9) {
            if (be(f, 14, 4) != hello_tag || be(f, 18, 4) != 0x5454504E) return;  // of an older HELLO
            session = true;
            welcomes++;
            limit = static_cast<uint16_t>(be(f, 10, 2));
            return;
        }
        if (type == 11) {
            if (asked.empty() || be(f, 14, 4) != asked.front()) fault("an answer that nobody waits for");
            if (!asked.empty()) asked.pop_front();
            std::vector<op> a;
            for (size_t i = 18; i < f.size(); i += 8)
                a.push_back({ f[i], f[i + 1], static_cast<uint16_t>(be(f, i + 2, 2)), be(f, i + 4, 4) });
            answers.push_back(a);
            return;
        }
        if (!session) return;
        const uint16_t ack = static_cast<uint16_t>(be(f, 12, 2)), lim = static_cast<uint16_t>(be(f, 10, 2));
        if (diff(ack, next) > 0) fault("a number acknowledged that was not sent");
        if (diff(lim, limit) < 0 || diff(ack, acked) < 0) fault("a limit or acknowledgement that goes back");
        limit = lim;
        while (diff(ack, acked) > 0) kept.erase(acked++);
        if (diff(acked, next) > 0) next = acked;
        if (type == 13) {
            statuses++;
            if (f[2] & 1) {
                gobacks++;
                for (uint16_t s = acked; s != next; s++)
                    if (kept.count(s)) raw(kept[s]);
            }
            return;
        }
        if (type != 10 && type != 12) c.fail("a frame to the host of no known type");
        if (static_cast<uint16_t>(be(f, 8, 2)) != expect) fault("a number to the host out of order");
        expect = static_cast<uint16_t>(be(f, 8, 2) + 1);
        taken++;
        if (type == 12) cpl.push_back(bytes(f.begin() + 18, f.end()));
        else got.push_back({ static_cast<uint32_t>(f[1]) << 24 | be(f, 3, 3), bytes(f.begin() + 18, f.end()) });
        if (taken % 4 == 0) credit(false);
    }
};

#endif
