// SPDX-License-Identifier: Apache-2.0
//
// Broken rules. Each is the real rules with an event, a record or an answer altered on the way, and
// each must be found within the bounds that stand with it: else the search is blind there.
// The options of one that needs no close and no restart have none, so that the bounds are small.
#include "pair.h"

namespace pair {

namespace {

using Link = ttp_rules_link;
using Event = ttp_rules_event;
using Config = ttp_rules_config;
using Answers = ttp_rules_answers;

// What a frame would have answered is not sent.
void silent(Answers *a)
{
    a->frame = false;
    a->opcode = 0;
    a->life = a->to_life = 0;
    a->tx_id = a->rx_id = 0;
}

bool is_live(const Link *l) { return l && live(*l); }

void takes_repeats(Link *l, const Event *e, const Config *c, Answers *a)
{
    ttp_rules_step(l, e, c, a);
    if (a->notes & TTP_NOTE_REPEAT) a->deliver = true;
}

void jumps_gaps(Link *l, const Event *e, const Config *c, Answers *a)
{
    if (is_live(l) && e->kind == TTP_FRAME_PAYLOAD && e->tx_id == l->last + 2) l->last++;
    ttp_rules_step(l, e, c, a);
}

void retires_more(Link *l, const Event *e, const Config *c, Answers *a)
{
    ttp_rules_step(l, e, c, a);
    if (!l || !a->retired || !l->in_flight) return;
    a->retired++;
    l->una++;
    l->in_flight--;
    if (l->next) l->next--;
}

void nack_retires(Link *l, const Event *e, const Config *c, Answers *a)
{
    Event other = *e;
    if (e->kind == TTP_FRAME_NACK) other.rx_id++;
    ttp_rules_step(l, &other, c, a);
}

// Within the lives of now, so that this says the same of rules that look at lives.
void acks_too_far(Link *l, const Event *e, const Config *c, Answers *a)
{
    ttp_rules_step(l, e, c, a);
    if (a->frame && a->opcode == TTP_FRAME_ACK && a->notes & TTP_NOTE_REPEAT) a->rx_id++;
}

void repeats_unanswered(Link *l, const Event *e, const Config *c, Answers *a)
{
    ttp_rules_step(l, e, c, a);
    if (a->notes & TTP_NOTE_REPEAT) silent(a);
}

void closes_in_flight(Link *l, const Event *e, const Config *c, Answers *a)
{
    if (is_live(l) && e->kind == TTP_FRAME_CLOSE) l->in_flight = l->next = 0;
    ttp_rules_step(l, e, c, a);
}

void close_unanswered(Link *l, const Event *e, const Config *c, Answers *a)
{
    const bool closed = !l || l->state == TTP_STATE_CLOSED;
    ttp_rules_step(l, e, c, a);
    if (closed && e->kind == TTP_FRAME_CLOSE) silent(a);
}

void close_forgotten(Link *l, const Event *e, const Config *c, Answers *a)
{
    ttp_rules_step(l, e, c, a);
    if (l && e->kind == TTP_FRAME_ACK && a->retired && l->state == TTP_STATE_OPEN &&
        l->close_wanted && l->timer_runs && !l->in_flight) {
        l->timer_runs = false;
        a->timer = TTP_TIMER_STOP;
    }
}

void any_open_ack(Link *l, const Event *e, const Config *c, Answers *a)
{
    Event other = *e;
    if (l && e->kind == TTP_FRAME_OPEN_ACK && !e->to_life) other.rx_id = l->open_id;
    if (l && e->kind == TTP_FRAME_OPEN_ACK && e->to_life) other.to_life = l->own_life;
    ttp_rules_step(l, &other, c, a);
}

void open_moves_last(Link *l, const Event *e, const Config *c, Answers *a)
{
    if (is_live(l) && e->kind == TTP_FRAME_OPEN) l->last = e->tx_id;
    ttp_rules_step(l, e, c, a);
}

void lives_ignored(Link *l, const Event *e, const Config *c, Answers *a)
{
    Event other = *e;
    if (l && e->kind > TTP_FRAME_OPEN_ACK && e->kind < TTP_EVENT_NOTHING) {
        other.life = e->life ? l->peer_life : e->life;
        other.to_life = e->to_life ? l->own_life : e->to_life;
    }
    ttp_rules_step(l, &other, c, a);
}

void own_life_ignored(Link *l, const Event *e, const Config *c, Answers *a)
{
    Event other = *e;
    if (l && e->kind == TTP_FRAME_PAYLOAD && e->to_life) other.to_life = l->own_life;
    ttp_rules_step(l, &other, c, a);
}

void nolink_ignored(Link *l, const Event *e, const Config *c, Answers *a)
{
    Event other = *e;
    if (e->kind == TTP_FRAME_NACK_NOLINK) other.kind = TTP_EVENT_NOTHING;
    ttp_rules_step(l, &other, c, a);
}

void replays_nothing(Link *l, const Event *e, const Config *c, Answers *a)
{
    ttp_rules_step(l, e, c, a);
    if (l && e->kind == TTP_EVENT_TIMER && a->notes & TTP_NOTE_REWIND) l->next = l->in_flight;
}

void pauses_for_ever(Link *l, const Event *e, const Config *c, Answers *a)
{
    ttp_rules_step(l, e, c, a);
    if (!l || e->kind != TTP_EVENT_TIMER || !l->in_flight || l->next) return;
    l->paused = l->timer_runs = true;
}

void timer_stops(Link *l, const Event *e, const Config *c, Answers *a)
{
    ttp_rules_step(l, e, c, a);
    if (!l || !a->retired || !l->in_flight) return;
    l->timer_runs = false;
    a->timer = TTP_TIMER_STOP;
}

void opens_in_old_life(Link *l, const Event *e, const Config *c, Answers *a)
{
    Event other = *e;
    if (l && l->own_life) other.next_life = l->own_life;
    ttp_rules_step(l, &other, c, a);
}

void maps_name_more(ttp_select_event *e)
{
    if (e->mapped) e->map.held |= e->map.held >> 1;
}

void maps_shifted(ttp_select_event *e)
{
    if (e->mapped) e->rules.rx_id++;
}

} // namespace

const std::vector<Plant> &plants()
{
    static const std::vector<Plant> all = {
        { "takes-repeats", "a repeat is delivered", "--give 1+0", takes_repeats, false, nullptr },
        { "jumps-gaps", "the payload behind a gap of one is taken", "--give 2+0", jumps_gaps,
          false, nullptr },
        { "retires-more", "an ACK retires one more than it names", "--give 2+0", retires_more,
          false, nullptr },
        { "nack-retires", "a NACK retires the payload that it asks for", "--give 2+0",
          nack_retires, false, nullptr },
        { "acks-too-far", "the ACK of a repeat names the payload behind it", "--give 2+0",
          acks_too_far, false, nullptr },
        { "repeats-unanswered", "a repeat is not acknowledged again", "--give 1+0",
          repeats_unanswered, false, nullptr },
        { "replays-nothing", "a timeout sends nothing again", "--give 1+0", replays_nothing,
          false, nullptr },
        { "timer-stops", "what retires stops the timer of what does not", "--give 2+0",
          timer_stops, false, nullptr },
        { "pauses-for-ever", "each end of a pause begins another", "--give 1+0 --full 1",
          pauses_for_ever, false, nullptr },
        { "closes-in-flight", "CLOSE_ACK though own payloads are in flight",
          "--give 1+0 --close 0+1", closes_in_flight, false, nullptr },
        { "close-unanswered", "a CLOSE to a CLOSED link has no answer", "--give 1+0 --close 1+0",
          close_unanswered, false, nullptr },
        { "close-forgotten", "the last ACK does not start a close that waits",
          "--give 1+0 --close 1+0", close_forgotten, false, nullptr },
        { "any-open-ack", "an OPEN_ACK is taken whatever OPEN it answers",
          "--give 2+0 --close 0+1", any_open_ack, false, nullptr },
        { "open-moves-last", "an OPEN on a live link sets last", "--give 2+0", open_moves_last,
          false, nullptr },
        { "nolink-ignored", "NACK_NOLINK is ignored", "--give 2+0 --restart 0+1", nolink_ignored,
          false, nullptr },
        { "lives-ignored", "all but OPEN and OPEN_ACK: as if of the lives of now",
          "--give 1+1 --restart 1+0", lives_ignored, false, nullptr },
        { "own-life-ignored", "PAYLOAD: as if for the life of now", "--give 1+1 --restart 1+0",
          own_life_ignored, false, nullptr },
        { "opens-in-old-life", "a link opens again with the life number of before",
          "--give 2+0 --close 0+1", opens_in_old_life, false, nullptr },
        { "same-life", "a restart begins with the life number of before",
          "--give 1+1 --restart 1+0", nullptr, true, nullptr },
        { "maps-name-more", "a map names the payload before one that is kept",
          "--give 3+0 --selective --sends 4", nullptr, false, maps_name_more },
        { "maps-shifted", "a map is read as if the payload behind were missing",
          "--give 3+0 --selective --sends 4", nullptr, false, maps_shifted },
    };
    return all;
}

const Plant *find_plant(const std::string &name)
{
    for (const Plant &p : plants())
        if (name == p.name) return &p;
    return nullptr;
}

} // namespace pair
