// SPDX-License-Identifier: Apache-2.0
//
// Accesses to registers of ttp_nic_core that no driver needs: to addresses that are not there,
// writes of what may not be written, and reads of everything. For tb/block/ttp_nic_core.cpp.
#ifndef NIC_ODD_H
#define NIC_ODD_H

#include <map>
#include "nic_bus.h"

struct nic_odd {
    tb_rng &r;
    nic_judge &judge;
    nic_bus &bus;
    std::map<uint32_t, uint32_t> holds;         // of registers that keep what is written
    uint64_t written = 0;                       // writes that may have changed something
    uint32_t life = 0;                          // LIFE, which nobody writes

    nic_odd(tb_rng &rng, nic_judge &j, nic_bus &b) : r(rng), judge(j), bus(b) { reset(); }
    void reset()
    {
        holds = { { REG_ID, 0x544e4943 },
                  { REG_PARAM, READS << 24 | REGIONS << 16 | (MESSAGES & 255) << 8 | NIC_W },
                  { REG_RINGS, RINGS }, { REG_CTRL, 0 }, { REG_MSG_TIMEOUT, 16384 },
                  { REG_RECV_WAIT, 65536 }, { REG_COALESCE, 0 }, { REG_LIFE, life } };
    }
    static bool exists(uint32_t a)
    {
        if (a >= REG_SEND)
            return a < REG_SEND + RINGS * REG_NEXT_SEND && a % REG_NEXT_SEND <= REG_LIMIT;
        if (a >= REG_COUNT) return a < REG_COUNT + 4 * COUNTERS;
        if (a > REG_LIFE && a < REG_RECV) return false;
        if (a >= REG_RECV && a < 0x70) return (a & 0x1f) >= 0x10 || (a & 0x1f) == 0;
        return a <= REG_LIFE || (a >= 0x70 && a <= 0x9c);
    }
    static bool read_only(uint32_t a)
    {
        if (a >= REG_SEND) return a % REG_NEXT_SEND == REG_TAIL;
        return a < 8 || a == REG_STATUS || a == REG_RINGS || a == 0x40 || a == 0x60
               || a >= REG_COUNT;
    }
    // Of a send ring: as if it were the first
    static uint32_t of_first(uint32_t a)
    {
        return a >= REG_SEND ? REG_SEND + a % REG_NEXT_SEND : a;
    }
    // A driver's write, of which a read must tell.
    void keep(uint32_t addr, uint32_t data)
    {
        static const std::map<uint32_t, uint32_t> masks = {
            { REG_CTRL, 1 }, { REG_SEND, ~63u }, { REG_RECV, ~63u }, { REG_CPL, ~63u },
            { REG_SEND + REG_SIZE, 15 }, { REG_RECV + REG_SIZE, 15 }, { REG_CPL + REG_SIZE, 15 },
            { REG_SEND + REG_LIMIT, 511 },
            { REG_MSG_TIMEOUT, 0xffff }, { REG_RECV_WAIT, 0xffffff }, { REG_MASK, 15 },
            { REG_REGION_LEN + 4, 0xffff }, { REG_REGION_KEY, ~255u },
            { REG_REGION_PEER, 0x80ffffff }, { REG_COALESCE, 0xff } };
        const bool plain = addr != REG_CAUSE && addr != REG_REGION;
        const auto m = masks.find(of_first(addr));
        written++;
        if (addr == REG_CTRL && (data & 1) && !holds[REG_CTRL]) {   // all indices become 0
            holds[REG_RECV + REG_HEAD] = holds[REG_CPL_TAIL] = 0;
            for (unsigned q = 0; q < RINGS; q++)
                holds[REG_SEND + REG_NEXT_SEND * q + REG_HEAD] = 0;
        }
        if (plain) holds[addr] = data & (m == masks.end() ? ~0u : m->second);
    }
    void read(uint32_t a)
    {
        const uint64_t n = written;
        const bool still = bus.writes.empty();
        bus.read(a, [this, a, n, still](bool, uint32_t data) {
            const auto h = holds.find(a);
            if (!still || n != written || !bus.writes.empty() || h == holds.end()) return;
            NIC_MUST(judge, data == h->second, "registers", "0x%03x is 0x%x, due is 0x%x", a, data,
                     h->second);
            AIM("a register as it was written", a != REG_ID && a != REG_PARAM);
        }, a == REG_REGION ? EITHER : exists(a) ? OKAY : SLVERR);
    }
    uint32_t some_address()
    {
        switch (r.below(4)) {
        case 0: return r.below(2) ? REG_COUNT + 4 * r.below(12) : REG_SEND + 4 * r.below(80);
        case 1: return 4 * r.below(1024);
        default: return 4 * r.below(0x28);
        }
    }
    // send, recv, taken: HEAD, HEAD and CPL_TAIL as they will be when the access comes; that of the
    // send ring whose registers are at `ring`.
    void access(uint32_t ring, uint16_t send, uint16_t send_elements, uint16_t recv,
                uint16_t recv_elements, uint16_t taken, uint16_t cpl_elements)
    {
        const uint16_t far = static_cast<uint16_t>(1 + r.below(1000));
        const auto wrong = [&](uint32_t addr, uint32_t data) {
            bus.write({ addr, data, SLVERR });
        };
        switch (r.below(11)) {
        case 9: wrong(ring + REG_HEAD, uint16_t(send - far)); break;
        case 10: wrong(REG_RECV + REG_HEAD, uint16_t(recv - far)); break;
        case 0: wrong(ring + REG_HEAD, uint16_t(send + send_elements + far)); break;
        case 1: wrong(REG_RECV + REG_HEAD, uint16_t(recv + recv_elements + far)); break;
        case 2: wrong(REG_CPL_TAIL, uint16_t(taken - far)); break;
        case 3: wrong(REG_CPL_TAIL, uint16_t(taken + cpl_elements + far)); break;
        case 4:
            if (REGIONS < 256) wrong(REG_REGION, r.in(REGIONS, 255) | r.below(4) << 8);
            break;
        case 5: {
            const uint32_t a = some_address();
            if (!exists(a) || read_only(a)) wrong(a, static_cast<uint32_t>(r.next()));
            break;
        }
        case 6: bus.write(REG_MASK, static_cast<uint32_t>(r.next()) >> 28 * r.below(2)); break;
        default: read(some_address());
        }
    }
};

#endif
