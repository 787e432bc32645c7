// SPDX-License-Identifier: Apache-2.0
//
// rtl/link/ttp_link_fsm.v against model/ttp_link_fsm.c. Both are pure functions: random records and
// events, most numbers drawn close to each other so that every comparison goes both ways. A cycle
// of the bench is one event. With CUT the inputs change in the cycles after the event's own, and
// the times are those of the last. Every event must come in every state, and every action and
// answer must happen.
//
// PARAMS: -GCUT=0 -GCW=4 -GPW=8 | -GCUT=0 -GCW=13 -GPW=9 | -GCUT=1 -GCW=9 -GPW=8
// PARAMS: -GCUT=1 -GCW=15 -GPW=9
// SEEDS: 1 2
// LONG: 1 3
#include <cstring>
#include <set>
#include "Vttp_link_fsm.h"
#include "link_event.h"
#include "link_reached.h"
#include "lockstep.h"
#include "tb_ports.h"

template <unsigned WIDTH, class... P> static void noise(tb_rng &r, P &...port)
{
    ((port = static_cast<P>(r.bits(WIDTH))), ...);
}

struct Bench : lockstep<Vttp_link_fsm> {
    Event e = {};
    ttp_link_rec before = {}, after = {};
    ttp_link_fsm_out o = {};
    std::set<unsigned> events, answers;     // each event with each state; opcodes
    Lives lives = {};
    uint64_t no_events = 0;

    void drive() override
    {
        const uint32_t half = (CMASK >> 1) + 1, few = r.below(4) % half;
        const uint32_t held = r.one_in(3) ? 0 : r.one_in(3) ? r.in(0, half) : few;

        before = some_record(r, held, static_cast<uint32_t>(r.next()));
        e = some_event(r, before, held);
        put_event();
        link_rec_put(dut->event_rec, before);
        // A number that no event has does nothing, as an OPEN_ACK that left long ago.
        const bool nothing = e.in.ev == TTP_EV_LEFT && before.link.state != TTP_ST_OPEN_RECD;
        if (nothing && r.below(2)) {
            bus_put(dut->event_in, EVENT_EV, r.one_in(3)
                    ? r.in(TTP_OP_NACK_NOLINK + 1, TTP_EV_TIMER - 1) : r.in(TTP_EV_RESEND + 1, 31));
            no_events++;
        }
        if (CUT) stages();
    }
    void put_event()
    {
        dut->load = 1;
        put_settings(e.cfg);
        dut->next_life = e.in.life;
        dut->first_id = e.in.start_id + 1;
        dut->event_now = e.time;
        bus_set(dut->event_in, {
            { EVENT_EV, e.in.ev }, { EVENT_FITS, e.in.fits }, { EVENT_OFFER, e.in.offer },
            { EVENT_TXID, e.in.txid }, { EVENT_RXID, e.in.rxid },
            { EVENT_LIFE, e.in.frame_life }, { EVENT_TO_LIFE, e.in.frame_to_life },
            { EVENT_MAPPED, e.in.mapped } });
        dut->event_has_marks = e.in.has_marks;
        dut->event_gen = e.gen;
        dut->event_entry = e.in.entry != TTP_ENTRY_NONE;
        dut->event_fresh = e.in.entry == TTP_ENTRY_NEW;
        dut->event_makes_room = e.makes_room;
        dut->event_napp = e.in.napp;
        dut->event_settled = e.in.settled;
        dut->event_may_stow = e.in.may_stow;
    }
    void put_settings(const ttp_link_cfg &c)
    {
        bus_set(dut->settings, {
            { SETTINGS_TIMEOUT, c.timeout }, { SETTINGS_OPEN_TMO, c.open_tmo },
            { SETTINGS_CLOSE_TMO, c.close_tmo }, { SETTINGS_BACKOFF, c.backoff },
            { SETTINGS_RETRY_MAX, c.retry_max }, { SETTINGS_REACK, c.reack },
            { SETTINGS_IDLE, c.idle_tmo }, { SETTINGS_VICTIM_IDLE, r.next() & 0x7fffffff },
            { SETTINGS_NACK_ONCE, r.below(2) }, { SETTINGS_SELECTIVE, c.selective },
            { SETTINGS_OFFER_ALL, c.offer_all },
            { SETTINGS_OPEN_FITS, c.open_fits } });
    }
    // CUT: an edge, noise at the inputs, an edge; then the times that count.
    void stages()
    {
        dut->clk = 0;
        dut->eval();
        tb_edge(*dut);
        dut->load = 0;
        link_rec_each(before, [&](const char *, bus_place p, auto &) {
            bus_put(dut->event_rec, p, r.next());
        });
        noise<36>(r, dut->event_now);
        noise<32>(r, dut->first_id);
        noise<1>(r, dut->event_entry, dut->event_fresh, dut->event_makes_room, dut->event_settled,
                 dut->event_may_stow, dut->event_has_marks);
        noise<8>(r, dut->event_gen);
        noise<CW>(r, dut->event_napp);
        bus_set(dut->event_in, {
            { EVENT_EV, EVENTS[r.below(sizeof EVENTS)] }, { EVENT_FITS, r.below(2) },
            { EVENT_OFFER, r.below(WINDOW + 1) },
            { EVENT_TXID, r.next() }, { EVENT_RXID, r.next() },
            { EVENT_LIFE, r.next() }, { EVENT_TO_LIFE, r.next() }, { EVENT_MAPPED, r.below(2) } });
        put_settings(some_cfg(r));
        tb_edge(*dut);
        e.later.timeout = some_time(r);
        e.later.open_tmo = some_time(r);
        e.later.close_tmo = some_time(r);
        e.later.backoff = some_time(r);
        e.later.open_fits = ttp_csr_open_fits(e.later.open_tmo, e.later.timeout);
        e.later.retry_max = r.in(1, 255);
        e.later.selective = !r.one_in(4);
        e.later.offer_all = r.below(2);
        // Whether the second timer is on was read before; a length of 0 would mean off.
        e.later.reack = e.cfg.reack ? some_time(r) : 0;
        e.later.idle_tmo = e.cfg.idle_tmo ? some_time(r) : 0;
        put_settings(e.later);
    }
    uint64_t said(bus_place p) const { return bus_get(dut->outcome, p); }

    // A difference is shown with its event and record.
    void eq(const char *name, uint64_t rtl, uint64_t model)
    {
        char what[256];
        if (rtl != model) {
            const ttp_rules_link &l = before.link;
            snprintf(what, sizeof what, "%s (ev %u state %u entry %u peer_life %u in_flight %u"
                     " held %u rxid-una %d txid-last %d settled %d own_life %u life %u to %u)",
                     name, e.in.ev, l.state, e.in.entry, l.peer_life, l.in_flight, e.held,
                     static_cast<int>(e.in.rxid - l.una), static_cast<int>(e.in.txid - l.last),
                     e.in.settled, l.own_life, e.in.frame_life, e.in.frame_to_life);
            name = what;
        }
        chk.eq(name, rtl, model);
    }
    void check() override
    {
        const bool entry = e.in.entry != TTP_ENTRY_NONE;

        after = before;
        e.in.seen = &e.cfg;
        e.in.cfg = &e.later;
        ttp_link_fsm(&e.in, &after, &o);
        if (e.makes_room) ttp_link_victim(&after, e.in.now);
        check_answer();
        // Without an entry nothing moves, whatever the record says.
        eq("moved", said(OUTCOME_MOVED), o.moved);
        if (entry) check_outcomes();
        if (entry) check_passed_on();
        if (entry || e.makes_room) check_record();
    }
    bool counts(uint32_t bit) const { return o.cnt & bit; }
    void check_answer()
    {
        eq("answer", said(OUTCOME_ANSWER), o.respond_valid);
        if (o.respond_valid) {
            eq("opcode", said(OUTCOME_OP), o.respond_op);
            eq("TxID", said(OUTCOME_TXID), o.respond_txid);
            eq("RxID", said(OUTCOME_RXID), o.respond_rxid);
            eq("life", said(OUTCOME_LIFE), o.respond_life);
            eq("to life", said(OUTCOME_TO_LIFE), o.respond_to_life);
            eq("notify", said(OUTCOME_NOTIFY), o.respond_notify);
            eq("offer", said(OUTCOME_OFFER), o.respond_offer);
        }
        // ttp_link_fsm.vh: an event that tells a link nothing leaves all moves 0.
        if (!o.respond_valid && e.in.ev != TTP_OP_PAYLOAD) {
            eq("opcode without an answer", said(OUTCOME_OP), 0);
            eq("TxID without an answer", said(OUTCOME_TXID), 0);
            eq("RxID without an answer", said(OUTCOME_RXID), 0);
        }
        eq("illegal", said(OUTCOME_ILLEGAL), counts(TTP_LINK_CNT(ILLEGAL)));
        if (e.in.ev == TTP_OP_PAYLOAD) eq("take", said(OUTCOME_TAKE), o.take);
        eq("stow", said(OUTCOME_STOW), o.stow);
        eq("not held", said(OUTCOME_NOT_HELD), o.not_held);
        if (e.in.ev == TTP_EV_CLOSE)
            eq("missed", said(OUTCOME_MISSED),
               e.in.entry == TTP_ENTRY_NONE || before.link.state == TTP_ST_CLOSED);
    }
    void check_outcomes()
    {
        const bool dies = o.cp_kind == TTP_CPL_DEAD;

        eq("ends", said(OUTCOME_ENDS), o.ends);
        eq("again", said(OUTCOME_AGAIN), o.again);
        eq("heard", said(OUTCOME_HEARD), o.heard);
        eq("marks", said(OUTCOME_MARKS), o.marks);
        eq("resend", said(OUTCOME_RESEND), resends());
        if (resends()) eq("oldest", said(OUTCOME_OLDEST), e.in.rxid == before.link.una);
        eq("flush", said(OUTCOME_DEAD) && said(OUTCOME_MOVED), o.flush);
        eq("new_life", said(OUTCOME_NEW_LIFE), o.new_life);
        eq("rewind", said(OUTCOME_REWIND), !!(o.act & 1u << TTP_ACT_REWIND));
        eq("closed", said(OUTCOME_CLOSED), o.cp_kind == TTP_CPL_CLOSED);
        eq("restart", said(OUTCOME_RESTARTED), o.cp_kind == TTP_CPL_RESTARTED);
        eq("dead", said(OUTCOME_DEAD), dies);
        if (dies) eq("held", said(OUTCOME_HELD), o.cp_count);
        eq("DEAD", said(OUTCOME_DEAD), counts(TTP_LINK_CNT(DEAD)));
        eq("TIMEOUT", said(OUTCOME_TIMEOUT), counts(TTP_LINK_CNT(TIMEOUT)));
        eq("LATE_ACK", said(OUTCOME_LATE), counts(TTP_LINK_CNT(LATE_ACK)));
        eq("REPEAT", said(OUTCOME_REPEATED), counts(TTP_LINK_CNT(REPEAT)));
        eq("GAP", said(OUTCOME_GAP), counts(TTP_LINK_CNT(GAP)));
        eq("DROP_SPACE", said(OUTCOME_FULL), counts(TTP_LINK_CNT(DROP_SPACE)));
        eq("DROP_FAR", said(OUTCOME_TOO_FAR), counts(TTP_LINK_CNT(DROP_FAR)));
        eq("OPENED", said(OUTCOME_OPENED), counts(TTP_LINK_CNT(OPENED)));
        eq("NOLINK", said(OUTCOME_LOST), !!(o.irq & 1u << TTP_IRQ_NOLINK));
        // The report on a link that dies has its una as it was.
        eq("una before a flush", said(OUTCOME_UNA), dies ? before.link.una : after.link.una);
        if (e.in.ev == TTP_EV_PEEK)
            eq("una + in_flight", said(OUTCOME_NXT), before.link.una + before.link.in_flight);
    }
    // sel.first: the turn says so in the model.
    bool resends() const
    {
        const ttp_link_send_in si = { 1, 0, 0, static_cast<uint16_t>(e.held), e.lost_one, false };
        ttp_link_send_out so;
        ttp_link_rec copy = before;
        if (!e.lost_one) return false;
        ttp_link_resend(&si, e.in.rxid, &copy, &so);
        return so.sent;
    }
    // What goes by the rules unchanged. Of a new entry not all of the record is set.
    void check_passed_on()
    {
        eq("now", said(OUTCOME_NOW), e.time);
        eq("settled", said(OUTCOME_SETTLED), e.in.settled);
        eq("napp", said(OUTCOME_NAPP), e.in.napp);
        if (e.in.entry != TTP_ENTRY_HIT) return;
        eq("state", said(OUTCOME_STATE), before.link.state);
    }
    void check_record()
    {
        link_rec_compare(dut->rec_d, after, [&](const char *name, uint64_t rtl, uint64_t model) {
            // It is set only together with service_runs.
            if (!strcmp(name, "service_at") && !after.link.service_runs) return;
            // The tick is put in by the pipe.
            eq(name, !strcmp(name, "active") && said(OUTCOME_ACTIVE) ? e.in.tick : rtl, model);
        });
    }

    void seen() override
    {
        reached(e, before, after, o);
        reached_agreement(e, before, after, o);
        reached_lives(lives, e, before, after, o);
        reached_marks(e, before, after, o, resends());
        if (e.in.entry != TTP_ENTRY_NONE) events.insert(e.in.ev * 8u + before.link.state);
        if (o.respond_valid) answers.insert(o.respond_op);
    }
    void aims() override
    {
        for (unsigned state = 0; state < 8; state++)
            for (int k = 0; k < 6; k++) aim(WHOSE[k], lives.n[state][k]);
        aim("every event in every state", events.size() == sizeof EVENTS * 8);
        aim("every answer but PAYLOAD", answers.size() == 10);
        aim("an event that does not exist", no_events);
    }
};

int main(int argc, char **argv) { return lockstep_main<Bench>(argc, argv, 2000000); }
