// SPDX-License-Identifier: Apache-2.0
//
// Captures of the reference played to an untimed end with the switch and to one without: what the
// two send must be the same, byte for byte. Payloads of the end that was recorded come from its
// host. The same holds of a peer with life numbers that offers nothing, up to OPEN and OPEN_ACK.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>

#include "captures.h"
#include "schedule.h"

namespace {

using Frames = std::vector<std::vector<uint8_t>>;

Frames play(const Capture &c, bool on, bool lives)
{
    RulesEndConfig cfg;
    Frames out;
    for (const Recorded &r : c.frames) if (r.mine) cfg.node = r.h.src;
    for (auto r = c.frames.rbegin(); r != c.frames.rend(); r++)      // answers name the first one
        if (r->mine && r->h.opcode == OP_OPEN) cfg.start_id = r->h.txid;
    cfg.life = 0x1234;
    cfg.rules.timeout = cfg.rules.open_again = cfg.rules.close_again = 500;
    cfg.reack = 3000;
    cfg.select.on = cfg.select.learn = on;
    cfg.select.window = 64;
    cfg.select.reorder_max = 64;
    RulesEnd end(cfg);
    end.sent = [&](Frame f) { out.push_back(std::move(f.bytes)); };
    end.delivered = [](uint32_t, const std::vector<uint8_t> &) {};
    std::set<uint32_t> given;
    uint64_t now = 0;
    for (const Recorded &r : c.frames) {
        end.advance(now += 100);
        end.release();
        Frame f = r.f;
        if (lives && r.h.opcode <= OP_OPEN_ACK) put_be(f.bytes, 46, 2, 0x4711);
        if (lives) put_be(f.bytes, 48, 4, 0);
        if (!r.mine) end.arrived(f);
        else if (r.h.opcode == OP_PAYLOAD && given.insert(r.h.txid).second)
            end.give(r.h.vc << 24 | r.h.dst,
                     { r.f.bytes.begin() + HDR_BYTES,
                       r.f.bytes.begin() + static_cast<std::ptrdiff_t>(HDR_BYTES + r.h.payload) });
    }
    end.advance(now + 20000);
    return out;
}

// The offer lies behind the packet: without it the frame is as ever.
size_t strip(Frames *frames)
{
    size_t n = 0;
    for (auto &b : *frames) {
        if (b[42] > OP_OPEN_ACK || b.size() == MIN_FRAME) continue;
        b.resize(HDR_BYTES);
        b.resize(MIN_FRAME);
        n++;
    }
    return n;
}

} // namespace

int strangers(const std::string &folder)
{
    size_t captures = 0, frames = 0, offers = 0;
    int bad = 0;
    std::vector<std::string> paths;
    for (const auto &e : std::filesystem::directory_iterator(folder))
        if (e.path().extension() == ".pcap") paths.push_back(e.path());
    std::sort(paths.begin(), paths.end());
    for (const std::string &path : paths) {
        Capture c;
        std::string why;
        if (!read_capture(path, &c, &why)) {
            printf("FAIL %s: %s\n", path.c_str(), why.c_str());
            bad++;
            continue;
        }
        for (Recorded &r : c.frames) r.mine = r.h.src == c.frames.front().h.src;
        const Frames on = play(c, true, false), off = play(c, false, false);
        Frames lives = play(c, true, true);
        const Frames lives_off = play(c, false, true);
        offers += strip(&lives);
        const bool same = on == off && lives == lives_off;
        if (!same) printf("FAIL %s: the switch changes what it sends\n", path.c_str());
        bad += !same;
        captures++;
        frames += on.size();
    }
    printf("%zu captures, %zu frames to the reference the same with the switch on; %zu offers to a"
           " peer with life numbers, and nothing else\n", captures, frames, offers);
    return bad || captures < 10 || frames < 100 || !offers;
}
