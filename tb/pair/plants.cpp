// SPDX-License-Identifier: Apache-2.0
//
// Broken rules. Each is the real rules with an event, a record or an answer altered on the way, and
// each must be found within the bounds beside it: else the search is blind there. A rule that needs
// no close and no restart has none in its options, so that the bounds are small.
#include "pair.h"

namespace pair {

namespace {

using Link = ttp_rules_link;
using Event = ttp_rules_event;
using Answers = ttp_rules_answers;

// What a frame would have answered is not sent.
void silent(Answers *a)
{
    a->frame = false;
    a->opcode = 0;
    a->life = a->to_life = 0;
    a->tx_id = a->rx_id = 0;
}

void no_timer(Link *l, Answers *a)
{
    l->timer_runs = false;
    a->timer = TTP_TIMER_STOP;
}

bool is_live(const Link *l) { return l && live(*l); }

std::vector<Plant> of_payloads()
{
    return {
        { "takes-repeats", "a repeat is delivered", "--give 1+0",
          [](const Link *, Link *, const Event &, Answers *a) {
              if (a->notes & TTP_NOTE_REPEAT) a->deliver = true;
          } },
        { "jumps-gaps", "the payload behind a gap of one is taken", "--give 2+0",
          [](Link *l, Event *e) {
              if (is_live(l) && e->kind == TTP_FRAME_PAYLOAD && e->tx_id == l->last + 2)
                  l->last++;
          } },
        { "retires-more", "an ACK retires one more than it names", "--give 2+0",
          [](const Link *, Link *l, const Event &, Answers *a) {
              if (!l || !a->retired || !l->in_flight) return;
              a->retired++;
              l->una++;
              l->in_flight--;
              if (l->next) l->next--;
          } },
        { "nack-retires", "a NACK retires the payload that it asks for", "--give 2+0",
          [](Link *, Event *e) {
              if (e->kind == TTP_FRAME_NACK) e->rx_id++;
          } },
        // Within the lives of now, so that this says the same of rules that look at lives.
        { "acks-too-far", "the ACK of a repeat names the payload behind it", "--give 2+0",
          [](const Link *, Link *, const Event &, Answers *a) {
              if (a->frame && a->opcode == TTP_FRAME_ACK && a->notes & TTP_NOTE_REPEAT)
                  a->rx_id++;
          } },
        { "repeats-unanswered", "a repeat is not acknowledged again", "--give 1+0",
          [](const Link *, Link *, const Event &, Answers *a) {
              if (a->notes & TTP_NOTE_REPEAT) silent(a);
          } },
        { "replays-nothing", "a timeout sends nothing again", "--give 1+0",
          [](const Link *, Link *l, const Event &e, Answers *a) {
              if (l && e.kind == TTP_EVENT_TIMER && a->notes & TTP_NOTE_REWIND)
                  l->next = l->in_flight;
          } },
        { "timer-stops", "what retires stops the timer of what does not", "--give 2+0",
          [](const Link *, Link *l, const Event &, Answers *a) {
              if (l && a->retired && l->in_flight) no_timer(l, a);
          } },
        { "pauses-for-ever", "each end of a pause begins another", "--give 1+0 --full 1",
          [](const Link *, Link *l, const Event &e, Answers *) {
              if (l && e.kind == TTP_EVENT_TIMER && l->in_flight && !l->next)
                  l->paused = l->timer_runs = true;
          } },
    };
}

std::vector<Plant> of_closes()
{
    return {
        { "closes-in-flight", "CLOSE_ACK though own payloads are in flight",
          "--give 1+0 --close 0+1", [](Link *l, Event *e) {
              if (is_live(l) && e->kind == TTP_FRAME_CLOSE) l->in_flight = l->next = 0;
          } },
        { "close-unanswered", "a CLOSE to a CLOSED link has no answer",
          "--give 1+0 --close 1+0", [](const Link *was, Link *, const Event &e, Answers *a) {
              const bool closed = !was || was->state == TTP_STATE_CLOSED;
              if (closed && e.kind == TTP_FRAME_CLOSE) silent(a);
          } },
        { "close-forgotten", "the last ACK does not start a close that waits",
          "--give 1+0 --close 1+0", [](const Link *, Link *l, const Event &e, Answers *a) {
              if (l && e.kind == TTP_FRAME_ACK && a->retired && l->state == TTP_STATE_OPEN &&
                  l->close_wanted && l->timer_runs && !l->in_flight)
                  no_timer(l, a);
          } },
    };
}

std::vector<Plant> of_lives()
{
    return {
        { "any-open-ack", "an OPEN_ACK is taken whatever OPEN it answers",
          "--give 2+0 --close 0+1", [](Link *l, Event *e) {
              if (!l || e->kind != TTP_FRAME_OPEN_ACK) return;
              if (e->to_life) e->to_life = l->own_life;
              else e->rx_id = l->open_id;
          } },
        { "open-moves-last", "an OPEN on a live link sets last", "--give 2+0",
          [](Link *l, Event *e) {
              if (is_live(l) && e->kind == TTP_FRAME_OPEN) l->last = e->tx_id;
          } },
        { "nolink-ignored", "NACK_NOLINK is ignored", "--give 2+0 --restart 0+1",
          [](Link *, Event *e) {
              if (e->kind == TTP_FRAME_NACK_NOLINK) e->kind = TTP_EVENT_NOTHING;
          } },
        { "lives-ignored", "all but OPEN and OPEN_ACK: as if of the lives of now",
          "--give 1+1 --restart 1+0", [](Link *l, Event *e) {
              if (!l || e->kind <= TTP_FRAME_OPEN_ACK || e->kind >= TTP_EVENT_NOTHING) return;
              if (e->life) e->life = l->peer_life;
              if (e->to_life) e->to_life = l->own_life;
          } },
        { "own-life-ignored", "PAYLOAD: as if for the life of now",
          "--give 1+1 --restart 1+0", [](Link *l, Event *e) {
              if (l && e->kind == TTP_FRAME_PAYLOAD && e->to_life) e->to_life = l->own_life;
          } },
        { "opens-in-old-life", "a link opens again with the life number of before",
          "--give 2+0 --close 0+1", [](Link *l, Event *e) {
              if (l && l->own_life) e->next_life = l->own_life;
          } },
        { "same-life", "a restart begins with the life number of before",
          "--give 1+1 --restart 1+0", Plant::SAME_LIFE },
    };
}

std::vector<Plant> of_maps()
{
    return {
        { "maps-shifted", "a map is read as if the payload behind were missing",
          "--give 3+0 --selective --sends 4", [](ttp_select_event *e) {
              if (e->mapped) e->rules.rx_id++;
          } },
    };
}

} // namespace

void Plant::step(Link *l, const Event &e, const ttp_rules_config &c, Answers *a) const
{
    const Link was = l ? *l : Link{};
    Event other = e;

    if (before) before(l, &other);
    ttp_rules_step(l, &other, &c, a);
    if (behind) behind(l ? &was : nullptr, l, e, a);
}

const std::vector<Plant> &plants()
{
    static const std::vector<Plant> all = [] {
        std::vector<Plant> p;
        for (auto group : { of_payloads, of_closes, of_lives, of_maps })
            for (const Plant &one : group()) p.push_back(one);
        return p;
    }();
    return all;
}

const Plant *find_plant(const std::string &name)
{
    for (const Plant &p : plants())
        if (name == p.name) return &p;
    return nullptr;
}

} // namespace pair
