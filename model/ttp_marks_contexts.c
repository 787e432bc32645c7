/* SPDX-License-Identifier: Apache-2.0
 *
 * The send contexts: searched by link, written by M1, read by the engine.
 * Part of: ttp_tx_marks */
#include "ttp_marks_contexts.h"

#include "ttp_marks_times.h"
#include "ttp_marks_window.h"

uint32_t ttp_marks_context_of(const struct ttp_tx_marks *b, uint32_t link)
{
    for (uint32_t left = b->used; left; left &= left - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(left);

        if (b->context[i].link == link) return i;
    }
    return TTP_MARKS_NONE;
}

uint32_t ttp_marks_spare(const struct ttp_tx_marks *b)
{
    const uint32_t i = (uint32_t)__builtin_ctz(~b->used);

    return i < b->contexts ? i : TTP_MARKS_NONE;
}

uint32_t ttp_marks_news(const struct ttp_tx_marks *b)
{
    uint32_t with_news = 0;

    for (uint32_t i = 0; i < b->contexts; i++) with_news |= (uint32_t)b->context[i].news << i;
    return with_news;
}

void ttp_marks_news_are_due(struct ttp_tx_marks *b, uint32_t with_news)
{
    for (uint32_t left = with_news; left; left &= left - 1) {
        struct ttp_marks_context *c = &b->context[__builtin_ctz(left)];

        c->due |= c->news;
    }
}

static struct ttp_marks_sent *sent_of(const struct ttp_tx_marks *b, uint32_t at, uint32_t id)
{
    return &b->sent[at * b->places + id % b->places];
}

static uint16_t *id_of(const struct ttp_tx_marks *b, uint32_t at, uint32_t number)
{
    return &b->id_of[at * TTP_MARKS_SENDS + number % TTP_MARKS_SENDS];
}

void ttp_marks_take(struct ttp_tx_marks *b, uint32_t at, const struct ttp_tx_marks_in *in)
{
    struct ttp_marks_context *c = &b->context[at];
    const uint16_t before = (uint16_t)(in->sent_number - 1);

    b->used |= 1u << at;
    c->link = b->m1.link;
    c->gen = b->gen++;
    c->learned = false;
    c->sends = 0;
    c->known = c->judged = before;
    c->told_una = b->m1.una;
    ttp_marks_window_takes(c, before);
    c->again = c->judge = c->judged_last = c->news = c->due = c->scan = false;
    c->load = c->restart = true;
    c->probed = c->all_older = c->probe = c->timed = c->touch = false;
}

void ttp_marks_note(struct ttp_tx_marks *b, uint32_t at, const struct ttp_tx_marks_in *in)
{
    struct ttp_marks_context *c = &b->context[at];

    if (c->sends < TTP_MARKS_SENDS) c->sends++;
    c->newest = in->sent_number;
    *sent_of(b, at, b->m1_sent.id) = (struct ttp_marks_sent){
        in->sent_number, in->sent_entry, ttp_marks_time(in->now),
    };
    *id_of(b, at, in->sent_number) = (uint16_t)(b->m1_sent.id & 1023u);
}

uint16_t ttp_marks_id_of(const struct ttp_tx_marks *b, uint32_t at, uint32_t number)
{
    return *id_of(b, at, number);
}

void ttp_marks_read(struct ttp_tx_marks *b)
{
    struct ttp_marks_engine *e = &b->engine;
    struct ttp_marks_judged *first = &e->judge.first, *second = &e->judge.second;

    e->entry = sent_of(b, e->context, e->pick)->entry;
    second->same = second->flies
                   && sent_of(b, e->context, second->id)->number == second->number;
    first->id = (uint16_t)(*id_of(b, e->context, first->number) & (b->places - 1));
    e->reads = false;
}
