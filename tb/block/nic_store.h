// SPDX-License-Identifier: Apache-2.0
//
// The bytes of host memory, of which pages come to be where somebody looks. Each byte knows the
// cycle that it was written last. For tb/block/ttp_nic_core.cpp.
#ifndef NIC_STORE_H
#define NIC_STORE_H

#include <unordered_map>
#include "nic_page.h"

enum : uint64_t { NIC_PAGE = 4096 };

struct nic_store {
    struct page { uint8_t byte[NIC_PAGE]; uint32_t when[NIC_PAGE]; };
    std::unordered_map<uint64_t, std::unique_ptr<page>> pages;
    const uint64_t salt;

    explicit nic_store(uint64_t s) : salt(s) {}
    page &at(uint64_t addr)
    {
        std::unique_ptr<page> &p = pages[addr / NIC_PAGE];
        if (!p) {
            p = std::make_unique<page>();
            tb_rng r(addr / NIC_PAGE * 7919 + salt);
            for (unsigned i = 0; i < NIC_PAGE; i += 8) put_le(p->byte + i, 8, r.next());
            std::fill_n(p->when, NIC_PAGE, 0);
        }
        return *p;
    }
    uint8_t get(uint64_t addr) { return at(addr).byte[addr % NIC_PAGE]; }
    uint32_t when(uint64_t addr) { return at(addr).when[addr % NIC_PAGE]; }
    void put(uint64_t addr, uint8_t byte, uint64_t now)
    {
        page &p = at(addr);
        p.byte[addr % NIC_PAGE] = byte;
        p.when[addr % NIC_PAGE] = static_cast<uint32_t>(now);
    }
    void put(uint64_t addr, const uint8_t *bytes, size_t n, uint64_t now)
    {
        for (size_t i = 0; i < n; i++) put(addr + i, bytes[i], now);
    }
    nic_bytes get(uint64_t addr, size_t n)
    {
        nic_bytes b(n);
        for (size_t i = 0; i < n; i++) b[i] = get(addr + i);
        return b;
    }
};

#endif
