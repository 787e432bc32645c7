// SPDX-License-Identifier: Apache-2.0
//
// A ring of elements of 64 bytes as the witness of tb/block/ttp_nic_core.cpp sees it: how far it is
// posted and how far it is fetched.
#ifndef NIC_RING_H
#define NIC_RING_H

#include "lockstep.h"
#include "nic_page.h"

// Elements that are fetched ahead, at most
enum { NIC_AHEAD = DATA_W == 512 ? 128 : 16, NIC_SEND_AHEAD = DATA_W == 512 ? 128 / RINGS : 16 };

struct nic_ring {
    nic_judge &judge;
    uint64_t base = 0, elements = 1;
    uint64_t old_base = 0, old_elements = 1, old_until = 0;     // before ENABLE came again
    uint16_t fetched = 0, head = 0;                             // indices
    uint64_t failed_at = 0;         // when memory has failed to give an element that was told of

    explicit nic_ring(nic_judge &j) : judge(j) {}
    void again(uint64_t at, uint64_t n)
    {
        old_base = base, old_elements = elements;
        old_until = judge.now() + 3000;
        base = at, elements = n;
        fetched = head = 0;
    }
    // The ring, of now or of before, that an address lies in
    bool here(uint64_t addr) const { return addr - base < elements * NIC_ELEMENT; }
    bool was_here(uint64_t addr) const
    {
        return addr - old_base < old_elements * NIC_ELEMENT && judge.now() < old_until;
    }
    uint64_t slot(uint16_t index) const { return base + index % elements * NIC_ELEMENT; }
    // A burst of reads. Returns the elements, 0 if it is one of before.
    unsigned fetch(uint64_t addr, uint32_t bytes)
    {
        if (was_here(addr)) return 0;
        const auto n = static_cast<uint16_t>(bytes / NIC_ELEMENT);
        NIC_MUST(judge, addr == slot(fetched) && bytes && bytes % NIC_ELEMENT == 0, "ring.take",
                 "a fetch of 0x%" PRIx64 " + %u, due is 0x%" PRIx64, addr, bytes, slot(fetched));
        NIC_MUST(judge, uint16_t(head - fetched) >= n, "ring.take", "%u elements, %u are posted", n,
                 uint16_t(head - fetched));
        NIC_MUST(judge, fetched % elements + n <= elements, "ring.take", "beyond the ring");
        AIM("a ring wraps", (fetched + n) % elements == 0 && elements > 1);
        fetched = static_cast<uint16_t>(fetched + n);
        return n;
    }
    bool passed(uint16_t index) const { return uint16_t(index - fetched) >= 0x8000; }
    // An element with that index, which was fetched, lies in the word.
    bool has(uint16_t index, uint64_t word) const
    {
        return word / NIC_ELEMENT == slot(index) / NIC_ELEMENT && passed(index);
    }
    // ... in the ring of before, which the NIC may still take.
    bool had(uint16_t index, uint64_t word) const
    {
        return judge.now() < old_until
               && word / NIC_ELEMENT == old_base / NIC_ELEMENT + index % old_elements;
    }
};

#endif
