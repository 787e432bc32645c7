// SPDX-License-Identifier: Apache-2.0
//
// The host of tb/block/ttp_nic_core.cpp: it sets up rings and regions, posts descriptors and
// buffers, rings doorbells and takes completions.
#ifndef NIC_HOST_H
#define NIC_HOST_H

#include "nic_bus.h"
#include "nic_descs.h"
#include "nic_odd.h"
#include "nic_table.h"
#include "nic_witness.h"

struct nic_host {
    struct ring {
        uint32_t reg;
        uint64_t base = 0;
        uint32_t log = 0;
        uint16_t head = 0, tail = 0;                // as the host knows them
        bool asked = false;
        uint32_t elements() const { return 1u << log; }
        uint32_t room() const { return elements() - uint16_t(head - tail); }
        uint64_t slot(uint16_t i) const { return base + i % elements() * NIC_ELEMENT; }
    };
    tb_rng &r;
    nic_judge &judge;
    nic_memory &memory;
    nic_witness &witness;
    nic_bus bus{ r, judge };
    nic_descs descs{ r };
    nic_habit &habit = descs.habit;
    nic_table table{ r, judge, witness, bus, descs };
    nic_odd odd{ r, judge, bus };
    std::vector<ring> sends;
    ring recv{ REG_RECV };
    uint64_t cpl_base = 0;
    uint32_t cpl_log = 0;
    uint16_t cpl_seen = 0, cpl_taken = 0;           // indices: read; written to CPL_TAIL
    bool cpl_asked = false;
    bool running = false, quiet = false;            // quiet: posts nothing more
    uint64_t enabled_n = 0;                         // times that ENABLE was written

    nic_host(tb_rng &rng, nic_judge &j, nic_memory &m, nic_witness &w)
        : r(rng), judge(j), memory(m), witness(w)
    {
        bus.keeps = [this](uint32_t addr, uint32_t data) { odd.keep(addr, data); };
        for (unsigned q = 0; q < RINGS; q++) sends.push_back({ REG_SEND + REG_NEXT_SEND * q });
    }
    void reset()
    {
        bus.reset();
        running = false;
        table.reset();
        odd.reset();
        for (ring &q : sends) q.asked = false;
        recv.asked = cpl_asked = false;
    }

    void start()
    {
        // Some with room for all that is fetched ahead
        const auto size = [&] {
            return r.one_in(12) ? 0 : NIC_AHEAD > 64 && r.one_in(3) ? r.in(7, 9) : r.in(1, 6);
        };
        std::vector<ring *> all{ &recv };
        for (ring &q : sends) all.push_back(&q);
        for (ring *q : all) {
            q->log = size();
            q->base = descs.ring(uint64_t{64} << q->log);
            q->head = q->tail = 0;
            bus.write(q->reg, static_cast<uint32_t>(q->base) | r.below(64) * r.one_in(4));
            bus.write(q->reg + 4, static_cast<uint32_t>(q->base >> 32));
            bus.write(q->reg + REG_SIZE, q->log);
        }
        for (unsigned q = 0; q < RINGS; q++) limit(q, some_limit());
        cpl_log = size();
        cpl_base = descs.ring(uint64_t{32} << cpl_log);
        for (unsigned i = 0; i < 1u << cpl_log; i++)        // no phase bit of before
            memory.store.put(cpl_base + 32 * i + 31, 0, judge.now());
        cpl_seen = cpl_taken = 0;
        bus.write(REG_CPL, static_cast<uint32_t>(cpl_base));
        bus.write(REG_CPL + 4, static_cast<uint32_t>(cpl_base >> 32));
        bus.write(REG_CPL + REG_SIZE, cpl_log);
        times(r.one_in(4) ? 0 : r.in(1, 3), r.one_in(4) ? r.in(0, 40) : r.in(200, 3000));
        bus.write(REG_MASK, r.below(16));
        nic_access on{ REG_CTRL, 1 };
        on.begun = [this] {
            std::vector<std::pair<uint64_t, uint64_t>> rings;
            for (const ring &q : sends) rings.emplace_back(q.base, q.elements());
            witness.enable(cpl_base, uint64_t{1} << cpl_log, rings, recv.base, recv.elements());
        };
        on.done = [this](bool, uint32_t) { running = true, enabled_n++; };
        bus.write(on);
    }
    void times(uint32_t msg_timeout, uint32_t recv_wait)
    {
        nic_access t{ REG_MSG_TIMEOUT, msg_timeout };
        t.begun = [this, msg_timeout] {
            witness.sender->timeout.set(judge.now(), msg_timeout);
        };
        bus.write(t);
        nic_access w{ REG_RECV_WAIT, recv_wait };
        w.begun = [this, recv_wait] {
            witness.buffers.wait.set(judge.now(), recv_wait);
        };
        bus.write(w);
    }
    // Bits 31:8 are ignored.
    void coalesce(uint32_t cycles)
    {
        if (judge.without("join")) return;
        nic_access c{ REG_COALESCE, cycles | (r.one_in(3) ? r.below(1 << 24) << 8 : 0) };
        c.begun = [this, cycles] { witness.joins.coalesce.set(judge.now(), cycles); };
        c.done = [this](bool, uint32_t) { odd.read(REG_COALESCE); };
        bus.write(c);
    }
    // Bits 31:9 are ignored.
    uint32_t some_limit() { return r.below(2) ? 0 : r.one_in(3) ? r.in(1, 300) : r.in(1, 4); }
    void limit(unsigned q, uint32_t n)
    {
        nic_access l{ sends[q].reg + REG_LIMIT,
                      n | (r.one_in(3) ? static_cast<uint32_t>(r.next()) << 9 : 0) };
        l.begun = [this, q, n] { witness.sender->limit[q].set(judge.now(), n); };
        bus.write(l);
    }
    uint32_t some_wait()
    {
        return r.one_in(4) ? 0 : r.below(2) ? r.in(1, 3) : r.one_in(3) ? 255 : r.in(4, 80);
    }
    // ENABLE goes to 0, and after some time the rings are others.
    void stop()
    {
        running = false;
        nic_access off{ REG_CTRL, 0 };
        off.done = [this](bool, uint32_t) {
            witness.enabled = false;
            witness.disabled_at = judge.now();
        };
        bus.write(off);
    }

    void think()
    {
        if (!running) return;
        take();
        if (habit.take && r.one_in(habit.take) && cpl_seen != cpl_taken) tail();
        const bool busy = bus.writes.size() > 20;       // what is written would come too late
        if (!quiet && !busy && habit.post && r.one_in(habit.post)) post();
        if (habit.buffer && r.one_in(habit.buffer)) give();
        if (!quiet && r.one_in(habit.region) && !judge.without("region")) table.change();
        if (!quiet && r.one_in(habit.odd)) {
            const ring &q = sends[r.below(RINGS)];
            odd.access(q.reg, q.head, static_cast<uint16_t>(q.elements()), recv.head,
                       static_cast<uint16_t>(recv.elements()), cpl_taken, uint16_t(1u << cpl_log));
        }
        if (!quiet && r.one_in(1500)) limit(r.below(RINGS), some_limit());
        if (!quiet && r.one_in(1500)) clear();
        if (!quiet && r.one_in(2000)) coalesce(some_wait());
        if (r.one_in(60)) watch();
        if (r.one_in(40)) table.ask();
    }
    // The rings
    void post()
    {
        const unsigned k = r.below(RINGS);
        ring &send = sends[k];
        if (!send.room()) return look(send);
        for (uint32_t n = r.in(1, std::min(send.room(), 6u)); n; n--) {
            const nic_desc d = descs.some();
            memory.store.put(send.slot(send.head++), d.raw, NIC_ELEMENT, judge.now());
            witness.sender->post(d, k);
        }
        bus.write(send.reg + REG_HEAD, send.head);
        AIM("the send ring is full", !send.room());
    }
    void give()
    {
        if (!recv.room()) return look(recv);
        for (uint32_t n = r.in(1, std::min(recv.room(), 4u)); n; n--) {
            const nic_desc d = descs.some_buffer();
            memory.store.put(recv.slot(recv.head++), d.raw, NIC_ELEMENT, judge.now());
            witness.buffers.post(d);
        }
        bus.write(REG_RECV + REG_HEAD, recv.head);
    }
    // How far has the NIC fetched? What lies behind that may be used again, for anything.
    void look(ring &q)
    {
        if (q.asked) return;
        q.asked = true;
        const uint64_t n = enabled_n;
        bus.read(q.reg + REG_TAIL, [this, &q, n](bool, uint32_t data) {
            q.asked = false;
            if (!running || n != enabled_n) return;
            const auto by = uint16_t(data - q.tail);
            NIC_MUST(judge, by <= uint16_t(q.head - q.tail) && data < 65536, "registers",
                     "TAIL is %u, was %u, HEAD is %u", data, q.tail, q.head);
            for (; q.tail != data; q.tail++)
                for (uint64_t i = 0; i < NIC_ELEMENT; i++)
                    memory.store.put(q.slot(q.tail) + i, uint8_t(r.next()), judge.now());
        });
    }
    // Completions: by the phase. Those that could not be written a host finds by CPL_HEAD.
    void take()
    {
        const uint32_t n = 1u << cpl_log;
        const uint8_t phase = cpl_seen / n % 2 ? 0 : 0x80;
        const uint64_t at = cpl_base + cpl_seen % n * NIC_CPL + 31;
        if (uint16_t(cpl_seen - cpl_taken) >= n) return;
        // One that is lost has left the phase of an older round.
        if (witness.cpl_lost.erase(cpl_seen)) memory.store.put(at, phase, judge.now());
        if ((memory.store.get(at) & 0x80) == phase) cpl_seen++;
    }
    void tail()
    {
        const uint16_t to = cpl_seen;
        nic_access a{ REG_CPL_TAIL, to };
        const uint64_t n = enabled_n;
        a.begun = [this, to, n] { if (n == enabled_n) witness.cpl_tail = to; };
        a.done = [this, to, n](bool, uint32_t) { if (n == enabled_n) witness.cpl_tail_was = to; };
        cpl_taken = to;
        bus.write(a);
    }
    void watch()
    {
        if (cpl_asked) return;
        cpl_asked = true;
        const uint64_t n = enabled_n;
        bus.read(REG_CPL_HEAD, [this, n](bool, uint32_t data) {
            cpl_asked = false;
            if (!running || n != enabled_n) return;
            const uint16_t given = witness.cpl_head;
            NIC_MUST(judge, data < 65536 && uint16_t(given + 4 - data) < 0x8000, "registers",
                     "CPL_HEAD is %u, %u were given", data, given);
        });
    }
    void clear()
    {
        const uint32_t bits = r.below(16);
        bus.read(REG_CAUSE, [](bool, uint32_t data) {
            AIM("cause CPL_FULL", data & CAUSE_FULL);
            AIM("cause CPL_ERROR", data & CAUSE_ERROR);     // cpl.error
            AIM("cause FETCH", data & CAUSE_FETCH);
        });
        nic_access a{ REG_CAUSE, bits };
        a.done = [this, bits](bool, uint32_t) {
            for (unsigned i = 0; i < 4; i++)
                if (bits >> i & 1) witness.cleared_at[i] = judge.now();
        };
        bus.write(a);
    }
};

#endif
