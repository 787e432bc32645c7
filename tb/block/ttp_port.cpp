// SPDX-License-Identifier: Apache-2.0
//
// rtl/port/ttp_port.v against model/port/ttp_port.c at every pin in every cycle. The witness
// (port_witness.h) holds both to docs/port.md, read a third time: frame in, frame out or counter.
// The rows (port_rows.h) are frames typed byte by byte. At the end it stands between MACs
// (port_pair.h).
// PARAMS: -GDATA_W=512 -GOTHER_WORDS=32 -GROUTES=4 | -GDATA_W=64 -GOTHER_WORDS=256 -GROUTES=16
// PARAMS: -GDATA_W=128 -GOTHER_WORDS=32 -GROUTES=1 | -GDATA_W=256 -GOTHER_WORDS=64 -GROUTES=3
// SEEDS: 1 2
// MODEL: ttp_mac ttp_mac_comb ttp_mac_wire ttp_mac_state ttp_mac_check ttp_params
#include "port_pair.h"
#include "port_rows.h"

struct Bench : port_rows {
    // Of queues: what they hold, and a bit more
    size_t longest() { return std::min<size_t>((OTHER_WORDS + 3) * PORT_W, 3000); }

    void route(unsigned i)
    {
        const uint32_t masks[] = { 0, 0xFFFFFF, 0xFFFF00, 0x00000F, 0xFF0000 };
        write(0x020, static_cast<uint32_t>(r.next()) >> r.below(17));
        write(0x024, r.one_in(3) ? static_cast<uint32_t>(r.next()) : masks[r.below(5)]);
        write(0x028, static_cast<uint32_t>(r.next()));
        write(0x02C, static_cast<uint32_t>(r.next()));
        write(0x030, i + (r.percent(80) << 8) + (r.below(4) << 9) + (r.below(16) << 11));
    }
    // What may be written only while nothing passes and IPV4 is 0
    void address()
    {
        const uint32_t prefix[] = { 8, 8, 9, 16, 20, 24, 31, 32 };
        set(0x008, 0);
        run(20);
        set(0x010, static_cast<uint32_t>(r.next()));
        set(0x014, prefix[r.below(8)]);
        set(0x018, static_cast<uint32_t>(r.next()));
        for (unsigned i = 0; i < ROUTES; i++) route(i);
        accessed();
    }
    void odd_access()
    {
        const uint32_t near[] = { 0x000, 0x004, 0x01C, 0x034, 0x0FC, 0x100, 0x12C, 0x130, 0xFFC };
        const uint32_t a = r.one_in(2) ? near[r.below(9)] : r.below(1024) * 4;
        const bool setting = a >= 0x008 && a < 0x034;
        if (setting || r.one_in(2)) read(a);
        else write(a, static_cast<uint32_t>(r.next()));
        if (r.one_in(4)) write(0x030, r.one_in(2) ? ROUTES : r.in(ROUTES, 255));
        if (r.one_in(8)) write(0x014, r.one_in(2) ? r.below(8) : r.one_in(2) ? 33 : 8u << 8);
        if (r.one_in(4)) read(0x100 + 4 * r.below(N_ALL));
    }
    void traffic()
    {
        // A frame that begins before a change of registers would be of the old ones.
        if (wire.frames.size() < 4) wire.frames.push_back(make.from_wire(longest()));
        if (mac.frames.size() < 4) mac.frames.push_back(make.from_mac());
        if (host.frames.size() < 4) host.frames.push_back(make.from_host(longest()));
    }
    void loads()
    {
        wire.load = r.one_in(2) ? 100 : tb_load(r, 1);
        mac.load = r.one_in(2) ? 100 : tb_load(r, 1);
        host.load = r.one_in(2) ? 100 : tb_load(r, 1);
        to_wire.load = r.one_in(2) ? 100 : tb_load(r, r.one_in(8) ? 0 : 1);
        to_host.load = r.one_in(2) ? 100 : tb_load(r, r.one_in(4) ? 0 : 1);
    }
    void phase(bool changes)
    {
        const uint32_t shares[] = { 0, 1, 2, 16, 255 };
        address();
        set(0x00C, shares[r.below(5)]);
        set(0x008, r.one_in(4) ? r.below(8) : 3 + 4 * r.below(2));
        for (unsigned i = 0; i < 4000; i++) {
            if (i % 500 == 0) loads();
            traffic();
            if (accesses.empty() && r.one_in(changes ? 60 : 200)) {
                if (!changes || r.one_in(2)) odd_access();
                else if (r.one_in(2)) route(r.below(ROUTES));
                else if (r.one_in(2)) write(0x008, r.below(8));
                else write(0x00C, shares[r.below(5)]);
            }
            run(1);
        }
        drain();
        counters();
    }
    // port.turn: two sources without a pause, and a wire that takes all or not.
    void turn(unsigned share)
    {
        address();
        set(0x008, 3);
        set(0x00C, share);
        for (auto *s : { &mac, &host }) s->load = 100;
        to_wire.load = r.one_in(2) ? 100 : 60;
        for (unsigned i = 0; i < 4000 + share * 6 * 64 / PORT_W; i++) {
            while (mac.frames.size() < 4) mac.frames.push_back({ make.ttp(make.peer(), 1, 4), 0 });
            while (host.frames.size() < 4) host.frames.push_back({ make.noise(60), false });
            run(1);
            saturated = i > 1000;
            const bool other = witness.count[N_OTHER_TX] > others;
            if (i > 1000 && !share) chk.eq("port.turn: SHARE 0", other, false);
            others = witness.count[N_OTHER_TX];
        }
        drain();
        counters();
        others = 0;
    }
    uint64_t others = 0;
    // Each kind of frame ends behind each byte, one right behind the other.
    void ends()
    {
        for (uint32_t ctrl : { 3, 1, 2 }) {
            address();
            set(0x008, ctrl);
            for (unsigned n = 1; n <= 70; n++)
                for (unsigned kind = 0; kind < 4; kind++) {
                    port_frame f{ kind == 0 ? make.ttp(make.peer(), 1, 20)
                                  : kind == 1 ? make.foreign(200) : make.ip(make.peer(), 20) };
                    if (kind == 3) port_put(f.bytes, 30, 4, witness.regs.addr ^ 1 << n % 32);
                    f.bytes.resize(n);
                    wire.frames.push_back(f);
                    if (n >= 14) host.frames.push_back(f);
                }
            drain();
            counters();
        }
    }
    // Reset in the middle of anything; then all is as at first.
    void resets()
    {
        address();
        set(0x008, 3);
        loads();
        for (unsigned n = r.in(1, 400); n; n--) traffic(), run(1);
        AIM("reset within a frame", wire.at && mac.at);
        reset(r.in(1, 3));
        for (uint32_t a = 0; a < 0x34; a += 4) get(a);
        counters();
    }
    void play()
    {
        reset(3);
        rows();
        for (unsigned share : { 1, 2, 16, 0, 255 }) turn(share);
        ends();
        for (unsigned i = 0; i < 24; i++) phase(i % 3 == 2);
        for (unsigned i = 0; i < 30; i++) resets();
        phase(false);
        port_pair().play();
    }
};

int main(int argc, char **argv) { return scenes_main<Bench>(argc, argv); }
