// SPDX-License-Identifier: Apache-2.0
//
// rtl/tx/ttp_tx_marks.v against model/ttp_tx_marks.c. Around both is the world of marks_world.h,
// the link pipe and the sender of some links. From time to time nothing happens but what is asked
// for, until the queue has run dry; then all is lost. The witness, marks_witness.h, knows what may
// be asked for, and what must be by then.
// PARAMS: -GCONTEXTS=2 -GPW=8 -GLW=2 -GLINKS=4 -GEW=5
// PARAMS: -GCONTEXTS=4 -GPW=8 -GLW=4 -GLINKS=16 -GEW=6
// PARAMS: -GCONTEXTS=16 -GPW=9 -GLW=5 -GLINKS=32 -GEW=10
// SEEDS: 1 2 3
#include "Vttp_tx_marks.h"
#include "bus_place.h"
#include "marks_witness.h"
#include "tb_ports.h"
#include "ttp_regs.h"

struct Bench : marks_witness {
    ttp_tx_marks_out o = {};
    Heard heard_m1 = {};                // of the event in M1
    bool heard_m1_valid = false;
    uint32_t asked = 0;
    uint32_t calm_at = 0, calm_cycles = 0;
    uint64_t calms = 0;
    uint32_t delay = 0;                 // while it is not calm
    uint64_t path_since = 0;            // it is asked for
    bool path_done = false;             // it was told in the cycle before
    tb_rng peek{ r.s };                 // dice of its own

    // ---- the driver
    void drive() override
    {
        if (!calm && !lasts--) {
            stays = false;
            change_phase();
        }
        if (!calm && !stays && r.one_in(6000)) calm_begins();
        ttp_tx_marks_drive(model, &o);
        const bool rst = chk.cycle < 2 || (!calm && !stays && r.one_in(20000));
        const ttp_tx_marks_in before = in;
        in = {};
        in.core_rst = rst;
        in.reorder = before.reorder;
        in.reorder_max = before.reorder_max;
        in.base_rtt = before.base_rtt;
        in.probe_min = before.probe_min;
        in.timeout = calm ? 0 : timeout;
        in.delay = calm ? 0 : delay;
        in.now = static_cast<uint32_t>(start + chk.cycle);
        if (chk.cycle == 0) new_settings();
        in.sent_number = sent_before ? sent_number : static_cast<uint16_t>(r.bits(16));
        in.sent_entry = sent_before ? sent_entry : static_cast<uint16_t>(r.bits(EW));
        in.resend_ready = r.percent(calm ? 100 : ready) && resends.size() < 3;
        in.flight.link = some_link();
        in.flight.gen = static_cast<uint8_t>(r.bits(8));
        in.flight.rxid = static_cast<uint32_t>(r.next());
        in.flight.number = static_cast<uint16_t>(r.bits(16));
        asked = r.one_in(2) ? some_link() : in.flight.link;
        refused = false;
        was_sent_before = sent_before;
        sent_before = false;
        if (!rst && chk.cycle > 4) {
            hear();
            if (calm) calm_event();
            else if (r.percent(happens)) event();
        }
        if (!rst && chk.cycle > 4) ask_path(before);
        DRIVE(core_rst, heard_valid, flight_valid, send_valid, sent_number, sent_entry,
              resend_ready, path_ask);
        tb_set(dut->path_link, in.path_link);
        dut->cfg_reorder = in.reorder;
        dut->cfg_reorder_max = in.reorder_max;
        dut->cfg_base_rtt = in.base_rtt;
        dut->cfg_probe_min = in.probe_min;
        dut->cfg_timeout = in.timeout;
        dut->now = in.now & 0xFFFFFF;
        dut->cfg_delay = in.delay << 4 | r.bits(4);
        tb_set(dut->ask_link, asked);
        put();
    }
    // As the registers do: of a link that has sent in this life, until it is told.
    void ask_path(const ttp_tx_marks_in &before)
    {
        const uint32_t at = peek.below(hears);

        in.path_ask = true;
        in.path_link = before.path_link;
        if (before.path_ask && !path_done) return;
        path_since = chk.cycle;
        in.path_ask = peek.one_in(40) && link[at].sends;
        in.path_link = at;
    }
    void is_path()
    {
        const ttp_path &p = o.path;

        check_bus(chk, dut->path, {
            { "trip", PATH_TRIP, p.trip8 }, { "shortest", PATH_SHORTEST, p.shortest },
            { "distance", PATH_DISTANCE, p.distance }, { "window", PATH_WINDOW, p.window } });
        chk.eq("all or nothing is known", !p.trip8, !p.shortest);
        chk.eq("a window of some",
               p.window <= WINDOW && !p.window == !(p.trip8 && model.windowed), 1);
        if (!p.trip8) chk.eq("no distance", p.distance, 0);
        AIM("PEEK of a link with a round trip", p.trip8);
        AIM("... without one", !p.trip8);
        AIM("... with a window and a distance", p.window && p.distance);
        AIM("... waits for the engine", chk.cycle > path_since + 20);
    }
    void new_settings()
    {
        in.reorder = static_cast<uint8_t>(r.one_in(8) ? r.bits(8) : r.one_in(3) ? 0 : r.in(1, 6));
        in.reorder_max = static_cast<uint8_t>(r.one_in(3) ? 0 : r.one_in(2) ? r.in(0, 20)
                                                                           : r.bits(8));
        in.base_rtt = r.one_in(3) ? 0 : r.below(r.one_in(9) ? 1 << 20 : 300);
        in.probe_min = r.one_in(2) ? 0 : r.below(r.one_in(4) ? 1 << 24 : 500);
        timeout = r.one_in(4) ? r.below(400) : r.one_in(9) ? (1u << 30) - r.below(9) : 2000;
        delay = r.one_in(3) ? 0 : r.one_in(9) ? 1 + r.below(65535) : r.in(1, 40);
        for (Link &l : link) {
            l.base_least = std::min<uint64_t>(l.base_least, in.base_rtt);
            l.probe_least = std::min<uint64_t>(l.probe_least, in.probe_min);
            l.least = std::min<unsigned>(l.least, in.reorder);
            l.most = std::max<unsigned>({ l.most, in.reorder, in.reorder_max });
        }
    }
    void put()
    {
        const ttp_flight &f = in.flight;

        bus_set(dut->heard, { { HEARD_BITS, in.heard_bits }, { HEARD_PART, in.heard_part } });
        bus_set(dut->flight, {
            { FLIGHT_LINK, f.link }, { FLIGHT_UNA, f.una }, { FLIGHT_SENT, f.sent },
            { FLIGHT_STAYS, f.stays }, { FLIGHT_GOES, f.goes }, { FLIGHT_AGAIN, f.again },
            { FLIGHT_HEARD, f.heard }, { FLIGHT_NUMBER, f.number }, { FLIGHT_MARKS, f.marks },
            { FLIGHT_RESENT, f.resent }, { FLIGHT_MAPPED, f.mapped }, { FLIGHT_GEN, f.gen },
            { FLIGHT_ID, f.rxid }, { FLIGHT_MOVED, f.moved },
            { FLIGHT_WINDOW, f.allowed }, { FLIGHT_OFFERED, f.allowed_all },
            { FLIGHT_TOLD, f.told } });
        bus_set(dut->send, {
            { SEND_ID, in.send_id }, { SEND_HEAD, in.send_head }, { SEND_LINK, f.link },
            { SEND_RESEND, in.send_resend }, { SEND_NUMBERED, in.send_numbered },
            { SEND_FIRST, in.send_first },
            { SEND_ENTRY, r.bits(16) }, { SEND_NODE, r.bits(24) }, { SEND_LIFE, r.bits(16) } });
    }

    // ---- nothing happens but what is asked for
    void calm_begins()
    {
        calm = DRAIN;
        calm_at = 0;
        calm_cycles = 0;
    }
    bool dry() const
    {
        return !ttp_tx_marks_busy(&model, in.now, 0, 0) && resends.empty() && !o.resend_valid;
    }
    void calm_event()
    {
        chk.eq("it runs dry", calm_cycles++ < 200000, 1);
        if (!resends.empty() && resends.front().at <= chk.cycle) {
            if (!was_sent_before) resend();
            return;
        }
        if (calm == DRAIN) {
            if (maps.empty()) calm = GOES;
            else if (maps.front().at + 2 <= chk.cycle) nack();
        } else if (calm == GOES || calm == ALL) {
            if (calm_at == LINKS_N) {
                calm = calm == GOES ? DRY : LAST;
                calm_at = 0;
                return;
            }
            Link &l = link[calm_at];
            l.goes = true;
            for (Payload &p : l.flight) p.asked = 0;
            leaves(calm_at);
            if (calm == ALL && has(calm_at, 0).has) {
                in.flight.again = l.sent;
                for (Payload &p : l.flight) p.again = true;
                l.again = chk.cycle;
            }
            calm_at++;
        } else if (dry() && calm_cycles > LINKS_N + 20) {
            if (calm == DRY) {
                is_dry();
                calm = ALL;
            } else {
                is_asked();
                calms++;
                calm = BUSY;
                if (r.one_in(2)) new_settings();
            }
        }
    }

    // ---- the checker
    void check() override
    {
        if (chk.cycle < 2) return;
        uint8_t gen = 0;
        const bool has_one = ttp_tx_marks_has(model, asked, &gen);
        chk.eq("has", dut->has, has_one);
        if (has_one) chk.eq("has_gen", dut->has_gen, gen);
        const auto counts = [&](unsigned i) { return o.marked >> i & 1; };
        check_bus(chk, dut->marked_pulse, {
            { "LOST", MARKED_LOST, counts(TTP_CNT_LOST) },
            { "LOST_ALL", MARKED_ALL, counts(TTP_CNT_LOST_ALL) },
            { "PROBE", MARKED_PROBE, counts(TTP_CNT_PROBE) },
            { "NO_CONTEXT", MARKED_NO_CONTEXT, counts(TTP_CNT_NO_CONTEXT) },
            { "CUT", MARKED_CUT, counts(TTP_CNT_CUT) } });
        SAME(path_told);
        if (o.path_told) is_path();
        SAME(resend_valid);
        if (!o.resend_valid) return;
        SAME(resend_link);
        check_bus(chk, dut->resend, { { "rxid", RESEND_RXID, o.resend_rxid },
                                      { "txid", RESEND_TXID, o.resend_txid } });
        if (!for_news(o.resend_txid) && !for_limit(o.resend_txid))
            is_it(o.resend_link, o.resend_rxid, o.resend_txid);
    }

    void seen() override
    {
        const ttp_marks_engine &e = model.engine;
        const ttp_marks_judged &second = e.judge.second;
        const ttp_marks_context &c = model.context[e.context];
        const bool frees = model.m1_flight && !model.m1.stays && context(model.m1.link);
        const bool of_engine = context(model.m1.link) == &c, c_used = is_used(e.context);
        unsigned used = 0, work = 0;

        for (unsigned i = 0; i < TTP_MARKS_CONTEXTS; i++) {
            const ttp_marks_context &x = model.context[i];

            used += is_used(i);
            work += is_used(i) && (x.again || x.judge || x.news || x.scan);
        }
        AIM("op, late", e.state == TTP_MARKS_LATE);
        AIM("judge", e.state == TTP_MARKS_JUDGE);
        AIM("all contexts in use", used == CONTEXTS);
        AIM("two have work", work > 1);
        AIM("one is taken while others have work", work && was_taken());
        AIM("none is spare", used == CONTEXTS && model.m1_send && model.m1_sent.head
            && !model.m1_sent.resend && !context(model.m1.link));
        AIM("given back with payloads in flight", frees && context(model.m1.link)->sent);
        AIM("given back while it is served", frees && of_engine && e.state > TTP_MARKS_OP);
        AIM("the engine waits", model.m2 && e.state == TTP_MARKS_LOW);
        AIM("JUDGE waits", model.m2 && e.state == TTP_MARKS_JUDGE && second.valid
            && second.same);
        AIM("judged, but it was sent again", e.state == TTP_MARKS_JUDGE && second.valid
            && !second.same);
        AIM("JUDGE across 0", e.state == TTP_MARKS_JUDGE && e.judge.to < c.judged);
        AIM("JUDGE of more than 1024", e.state == TTP_MARKS_JUDGE
            && static_cast<uint16_t>(e.judge.to - c.judged) > 1024);
        AIM("SCAN in the fifth word", e.state == TTP_MARKS_SCAN && e.step == 4);
        AIM("... and finds", e.state == TTP_MARKS_FIND && e.step == 5);
        AIM("a map in two words", e.state == TTP_MARKS_HIGH && in_two_words());
        AIM("all are lost", e.state == TTP_MARKS_AGAIN);
        AIM("found, but retired", e.state == TTP_MARKS_TELL && !e.tell);
        AIM("four RESENDs wait", model.resends.count == 4);
        AIM("news waits for room", c.news && model.resends.count == 4);
        AIM("lost ones wait for GOES", c_used && c.scan && !c.goes);
        AIM("an op and work", e.state == TTP_MARKS_IDLE && model.ops.count && work);
        AIM("RESEND sent", in.send_valid && in.send_resend);
        AIM("RESEND refused", refused);
        AIM("... in its context", refused && has(in.flight.link, 0).has
            && has(in.flight.link, 0).gen == in.flight.gen);
        AIM_IF(CONTEXTS < 16, "... in another", refused && has(in.flight.link, 0).has
            && has(in.flight.link, 0).gen != in.flight.gen);
        AIM("... without flight_valid", refused && !in.flight_valid);
        AIM("a map without flight_valid", in.flight.mapped && !in.flight_valid);
        AIM("16 maps wait", maps.size() >= 16);
        AIM("a send in M1 and an answer", model.m1_send && in.flight_valid
            && in.flight.link == model.m1.link && in.flight.heard);
        AIM("a context is taken, and its link begins again", was_taken() && in.flight_valid
            && in.flight.link == model.m1.link && !in.flight.sent && in.flight.stays);
        AIM("the last answer of a context", e.state == TTP_MARKS_TRIP && !e.loads && !c_used);
        AIM("a probe is due", c_used && c.probe);
        AIM("... with all", c_used && c.probe && c.all && c.sent > 1);
        AIM("... where some are held", e.state == TTP_MARKS_AGAIN && e.probes && c.all
            && (c.held[0] | c.held[1] | c.held[2] | c.held[3]));
        AIM("... while its link pauses", c_used && c.probe && !c.goes);
        AIM("the answer to a probe", c_used && c.all_older && c.judge);
        AIM("a round trip", e.state == TTP_MARKS_TRIP && !e.loads && e.kept);
        AIM("... the first one", e.state == TTP_MARKS_TRIP && !e.loads && !e.kept);
        AIM("... not told, for LOAD comes first", e.state == TTP_MARKS_LATE && e.counts && c.load);
        AIM("... kept from an earlier context", e.state == TTP_MARKS_TRIP && e.loads && e.kept);
        AIM("... not kept, for a life begins", e.state == TTP_MARKS_TRIP3 && model.m1_send
            && model.m1_sent.first);
        AIM("a time that is never over", c_used && c.timed && c.least >= 1u << 19);
        AIM("the walk meets a context that goes", (model.walk.restart || model.walk.due)
            && context(model.m1.link) == &model.context[model.walk.context] && model.m1_flight
            && !model.m1.stays);
        AIM("the time begins anew", model.walk.touch && !model.walk.restart);
        const ttp_marks_sums &sums = model.sums;
        const bool ends = sums.busy && !sums.left;
        const uint32_t queue = ends ? (sums.round.sum / sums.round.n - sums.shortest) & 0xFFFFF : 0;
        const bool fine = queue <= sums.delay * (sums.window < 64 ? 2 : 1);
        AIM("the first round, without a queue", ends && sums.round.first && !queue);
        AIM("... with one that is fine", ends && sums.round.first && queue && fine);
        AIM("a round, fine", ends && !sums.round.first && fine);
        AIM("... for a small window only", ends && fine && queue > sums.delay);
        AIM("a cut", ends && !fine);
        AIM("... after a loss", ends && !fine && sums.lossy && queue > 2 * sums.delay);
        AIM("... from what was on the way", ends && !fine && sums.round.most < sums.window);
        AIM("the sums of a context that goes", sums.busy && model.m1_flight && !model.m1.stays
            && context(model.m1.link) == &model.context[sums.context]);
        AIM("... that comes again", sums.busy && was_taken() && !sums.here
            && sums.link == model.m1.link);
        AIM("... that is another's", ends && !sums.here);
        AIM("a round ends while the sums are at work", e.state == TTP_MARKS_TRIP2 && !e.loads
            && sums.busy && e.round_over && in.delay);
        AIM("a round drains", c_used && c.round.drains);
        AIM("the window is full, and lost ones wait", c_used && c.scan && c.goes && in.delay
            && c.full);
        AIM("... near to it", c_used && c.near && !c.full && in.delay);
        AIM("LOAD: after a short pause", e.state == TTP_MARKS_TRIP3 && e.loads && e.kept
            && e.idle <= e.trip8 / 8);
        AIM("... a longer one", e.state == TTP_MARKS_TRIP3 && e.loads && e.kept
            && e.idle > e.trip8 / 8 && e.idle <= e.trip8 / 2);
        AIM("... a long one", e.state == TTP_MARKS_TRIP3 && e.loads && e.kept
            && e.idle > e.trip8 / 2);
        const ttp_marks_limit &lim = e.limit;
        AIM("LOAD: told from far", lim.found && in.delay && model.context[lim.context].anew
            && lim.most != lim.allowed && std::min(lim.most, lim.allowed) > lim.sent + 32);
        AIM("an answer without a number opens the limit", e.state == TTP_MARKS_LATE && !e.counts
            && e.told_una != c.told_una && in.delay);
        AIM("the window is switched", model.windowed != (in.delay != 0) && c_used && c.sent);
        AIM("a round trip without a window", e.state == TTP_MARKS_TRIP2 && !e.loads && !in.delay);
        AIM("sums wait for LOAD", ends && e.loads && (e.state == TTP_MARKS_TRIP
            || e.state == TTP_MARKS_TRIP2 || e.state == TTP_MARKS_TRIP3));
        AIM("judge waits for the others", e.state == TTP_MARKS_GO && c.judge && c.judged_last
            && !e.read.judge);
        AIM("no window", c_used && !in.delay && c.limit);
        AIM("as many in flight as there are marks for", c_used && c.sent == WINDOW);
        AIM("1024 sends", c_used && c.sends == 1024);
    }
    bool in_two_words() const
    {
        const auto &op = *static_cast<const ttp_marks_op *>(ttp_fifo_head(&model.ops));
        const unsigned low = (op.una + 1) % 64;

        return low && op.map.bits >> (64 - low) && op.map.bits << low;
    }
    bool was_taken() const
    {
        return model.m1_send && model.m1_sent.head && !model.m1_sent.resend
               && !context(model.m1.link);
    }

    // ---- the edge
    void step() override
    {
        const uint32_t op_wr = model.ops.wr, op_rd = model.ops.rd, op_n = model.ops.count;
        const uint32_t resend_wr = model.resends.wr;
        const ttp_marks_state was = model.engine.state;
        const bool learned = model.context[model.engine.context].learned;
        const Heard h = heard_m1;
        const bool told = heard_m1_valid && context(h.link) && !in.core_rst;

        if (o.resend_valid && in.resend_ready)
            resends.push_back({ o.resend_link, o.resend_rxid, o.resend_txid,
                                chk.cycle + r.in(1, 5) });
        path_done = o.path_told || in.core_rst;
        uint8_t op_gen = 0;
        if (told) op_gen = context(h.link)->gen;
        const bool quiet = !in.heard_valid && !in.flight_valid && !in.flight.mapped
                           && !in.flight.resent && !in.core_rst
                           && !ttp_tx_marks_busy(model, in.now, in.timeout, in.delay);
        bool probe[TTP_MARKS_CONTEXTS];
        for (unsigned i = 0; i < CONTEXTS; i++) probe[i] = model.context[i].probe;
        const ttp_marks_sums sums = model.sums;
        if (!(quiet && r.one_in(2)) || in.path_ask) ttp_tx_marks_clock(model, &in);
        if (sums.busy && !sums.left && !model.sums.busy && !in.core_rst)
            chk.eq("the window of the page", model.before[sums.link].window, window_of(sums));
        for (unsigned i = 0; i < CONTEXTS && !in.core_rst; i++)
            if (is_used(i) && model.context[i].probe && !probe[i])
                probe_is_due(model.context[i]);
        look_at_again();
        const ttp_marks_engine &e = model.engine;
        if (in.core_rst) {
            reset();
        } else {
            if (model.ops.rd != op_rd) op_done(was);
            if (told) {
                AIM("an op is forgotten", op_n == 8);
                chk.eq("only for want of room", model.ops.wr == op_wr, op_n == 8);
            }
            if (model.ops.wr != op_wr) {
                ops.push_back(h);
                ops.back().gen = op_gen;
            }
            if (model.resends.wr != resend_wr) asks();
            AIM("learns", was == TTP_MARKS_LATE2 && model.context[e.context].learned);
            AIM("... up to the limit", was == TTP_MARKS_LATE2 && !learned
                && model.context[e.context].learned
                && model.context[e.context].distance == in.reorder_max);
        }
        heard_m1 = heard;
        heard_m1_valid = in.flight_valid && in.flight.heard && !in.core_rst;
        for (uint32_t at = 0; at < LINKS_N; at++) {
            seen_has[2][at] = seen_has[1][at];
            seen_has[1][at] = seen_has[0][at];
            seen_has[0][at].has = ttp_tx_marks_has(model, at, &seen_has[0][at].gen);
        }
    }

    void reset()
    {
        maps.clear();
        resends.clear();
        ops.clear();
        sent_before = false;
        for (Link &l : link) {
            l = Link{};
            l.una = r.one_in(3) ? 0u - r.below(100) : static_cast<uint32_t>(r.next());
            change_window(l);
        }
    }
    void aims() override
    {
        aim("calm and dry", calms);
        aim("all asked for", all_asked);
    }
};

int main(int argc, char **argv) { return lockstep_main<Bench>(argc, argv, 1500000); }
