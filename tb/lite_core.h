// SPDX-License-Identifier: Apache-2.0
//
// For tb/test_ttp_lite.cpp: a small MAC, RTL and model in lockstep, with byte streams at its ports, and a wire that harms.
#ifndef LITE_CORE_H
#define LITE_CORE_H

#include <memory>
#include <string>
#include "Vttp_lite.h"
#include "lite_host.h"
#include "ttp_lite.h"

struct lite_core {
    std::unique_ptr<Vttp_lite> rtl = std::make_unique<Vttp_lite>();
    ttp_lite model;
    ttp_lite_in in{};
    ttp_lite_out out{};
    tb_check chk;
    tb_rng &rng;
    lite_feed wire, host;
    std::vector<uint8_t> wire_out, host_out;        // the frame that is coming
    std::deque<std::vector<uint8_t>> wire_got, host_got;
    uint32_t wire_stall = 0, host_stall = 0;        // tready is 0 with chance 1/n

    lite_core(const char *name, uint64_t seed, tb_rng &r, uint32_t node) : chk(name, seed), rng(r)
    {
        ttp_lite_new(&model, BOARD);
        in.cfg_node = node;
    }

    void compare()
    {
        ttp_lite_outputs(&model, &out);
        CHECK_EQ(chk, rtl->s_axis_wire_tready, out.s_axis_wire_tready);
        CHECK_EQ(chk, rtl->s_axis_host_tready, out.s_axis_host_tready);
        CHECK_EQ(chk, rtl->m_axis_wire_tvalid, out.m_axis_wire_tvalid);
        CHECK_EQ(chk, rtl->m_axis_host_tvalid, out.m_axis_host_tvalid);
        if (out.m_axis_host_tvalid && rtl->m_axis_host_tdata != out.m_axis_host_tdata) show("to the host", model.htx, host_out.size());
        if (out.m_axis_wire_tvalid && rtl->m_axis_wire_tdata != out.m_axis_wire_tdata) show("to the wire", model.wtx, wire_out.size());
        if (out.m_axis_wire_tvalid) {
            CHECK_EQ(chk, rtl->m_axis_wire_tdata, out.m_axis_wire_tdata);
            CHECK_EQ(chk, rtl->m_axis_wire_tlast, out.m_axis_wire_tlast);
        }
        if (out.m_axis_host_tvalid) {
            CHECK_EQ(chk, rtl->m_axis_host_tdata, out.m_axis_host_tdata);
            CHECK_EQ(chk, rtl->m_axis_host_tlast, out.m_axis_host_tlast);
        }
        CHECK_EQ(chk, rtl->stat, out.stat);
    }

    static void show(const char *what, const ttp_lite_tx &t, size_t at)
    {
        fprintf(stderr, "frame %s, byte %zu of:", what, at);
        for (unsigned i = 0; i < t.frame.bytes; i++) fprintf(stderr, "%s%02x", i % 8 ? "" : " ", t.frame.data[i]);
        fprintf(stderr, "\n");
    }
    void step(bool rst = false)
    {
        in.rst = rst;
        wire.show(rng, chk.cycle, in.s_axis_wire_tdata, in.s_axis_wire_tvalid, in.s_axis_wire_tlast, in.s_axis_wire_tuser);
        host.show(rng, chk.cycle, in.s_axis_host_tdata, in.s_axis_host_tvalid, in.s_axis_host_tlast, in.s_axis_host_tuser);
        in.m_axis_wire_tready = !wire_stall || !rng.one_in(wire_stall);
        in.m_axis_host_tready = !host_stall || !rng.one_in(host_stall);
        rtl->rst = in.rst;
        rtl->cfg_node = in.cfg_node;
        rtl->s_axis_wire_tdata = in.s_axis_wire_tdata;
        rtl->s_axis_wire_tvalid = in.s_axis_wire_tvalid;
        rtl->s_axis_wire_tlast = in.s_axis_wire_tlast;
        rtl->s_axis_wire_tuser = in.s_axis_wire_tuser;
        rtl->m_axis_wire_tready = in.m_axis_wire_tready;
        rtl->s_axis_host_tdata = in.s_axis_host_tdata;
        rtl->s_axis_host_tvalid = in.s_axis_host_tvalid;
        rtl->s_axis_host_tlast = in.s_axis_host_tlast;
        rtl->s_axis_host_tuser = in.s_axis_host_tuser;
        rtl->m_axis_host_tready = in.m_axis_host_tready;
        rtl->eval();
        if (chk.cycle) compare();
        if (chk.cycle && !rst) {
            if (in.s_axis_wire_tvalid && out.s_axis_wire_tready) wire.taken();
            if (in.s_axis_host_tvalid && out.s_axis_host_tready) host.taken();
            if (out.m_axis_wire_tvalid && in.m_axis_wire_tready) {
                wire_out.push_back(out.m_axis_wire_tdata);
                if (out.m_axis_wire_tlast) wire_got.push_back(std::move(wire_out)), wire_out.clear();
            }
            if (out.m_axis_host_tvalid && in.m_axis_host_tready) {
                host_out.push_back(out.m_axis_host_tdata);
                if (out.m_axis_host_tlast) host_got.push_back(std::move(host_out)), host_out.clear();
            }
        }
        ttp_lite_clock(&model, &in);
        tb_edge(*rtl);
        chk.cycle++;
        if (rst) {
            wire_out.clear();
            host_out.clear();
            wire.at = host.at = 0;
            wire.valid = host.valid = false;
        }
        if (chk.cycle % 4096 == 0) {
            const char *why = ttp_lite_check(&model);
            if (why) fail(why);
        }
    }
    [[noreturn]] void fail(const char *why)
    {
        fprintf(stderr, "FAIL %s seed=%" PRIu64 " cycle=%" PRIu64 ": %s\n", chk.block, chk.seed, chk.cycle, why);
        exit(1);
    }
    void reset()
    {
        for (int i = 0; i < 3; i++) step(true);
    }
};

// One direction of a wire, frame by frame. Per cent; what is damaged is marked as bad, like a wrong FCS.
struct lite_wire {
    uint32_t loss = 0, twice = 0, late = 0, damage = 0, cut = 0;
    uint64_t frames = 0, lost = 0, harmed = 0;

    void carry(tb_rng &rng, uint64_t now, std::deque<std::vector<uint8_t>> &from, lite_feed &to)
    {
        while (!from.empty()) {
            lite_frame f;
            f.bytes = std::move(from.front());
            from.pop_front();
            frames++;
            if (rng.percent(loss)) {
                lost++;
                continue;
            }
            f.when = now;
            const int copies = rng.percent(twice) ? 2 : 1;
            if (rng.percent(damage)) {
                f.bytes[rng.below(f.bytes.size())] ^= static_cast<uint8_t>(1u << rng.below(8));
                f.bad = true;
                harmed++;
            }
            if (rng.percent(cut)) {
                f.bytes.resize(rng.in(1, static_cast<uint32_t>(f.bytes.size())));
                f.bad = true;
                harmed++;
            }
            for (int i = 0; i < copies; i++) {
                if (to.q.size() > 1 && rng.percent(late)) to.q.insert(to.q.end() - 1, f);
                else to.q.push_back(f);
            }
        }
    }
};

using lite_host = lite_host_of<lite_core>;

#endif
