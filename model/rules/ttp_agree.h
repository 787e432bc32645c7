/* SPDX-License-Identifier: Apache-2.0
 *
 * How two ends agree on selective repeat: docs/protocol.md, sel.offer, sel.agree, sel.ships,
 * sel.life; and what they hold, sel.hold. It stands around a step of ttp_rules.h, which the caller
 * makes itself:
 *
 *     if (ttp_agree_ships(&agree, &link, &event, &ack)) step with ack, and add the answers
 *     ttp_agree_by_number(&agree, &link, &event, window)
 *     step with event
 *     ttp_agree_end(&agree, &link, peer_life_before)
 *     ttp_agree_by_offer(&agree, &link, &event, window)
 *     ttp_agree_offer(&agree, &link, &event, all, &answers)
 */
#ifndef TTP_AGREE_H
#define TTP_AGREE_H

#include "ttp_rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a link remembers. All 0 at first, and for another peer. */
struct ttp_agree {
    bool agreed;                /* the peer has it too, in the lives of now                */
    bool told;                  /* an offer of ours went out in them                       */
};

/* sel.ships: the PAYLOAD is as good as the OPEN_ACK that it has overtaken, which is written to
 * *ack. `event` is one of this life (life.ours), here and below. */
bool ttp_agree_ships(const struct ttp_agree *agree, const struct ttp_rules_link *link,
                     const struct ttp_rules_event *event, struct ttp_rules_event *ack);
/* sel.agree: true if the two have agreed by this PAYLOAD, and had not before. With more payloads
 * in flight than `window` nothing is agreed. */
bool ttp_agree_by_number(struct ttp_agree *agree, const struct ttp_rules_link *link,
                         const struct ttp_rules_event *event, uint32_t window);
/* The same by an OPEN or OPEN_ACK with an offer, after its step. */
bool ttp_agree_by_offer(struct ttp_agree *agree, const struct ttp_rules_link *link,
                        const struct ttp_rules_event *event, uint32_t window);
/* sel.life: true if a step has ended what was agreed; peer_life is that before it. */
bool ttp_agree_end(struct ttp_agree *agree, const struct ttp_rules_link *link, uint16_t peer_life);
/* sel.offer: true if the frame that a step answers with carries our offer. all: any OPEN does. */
bool ttp_agree_offer(struct ttp_agree *agree, const struct ttp_rules_link *link,
                     const struct ttp_rules_event *event, bool all,
                     const struct ttp_rules_answers *answers);
/* sel.hold: the PAYLOAD comes ahead of its turn, and a link that has agreed may hold it: 2 to
 * window + 1 ahead. Instead of a step with it, ttp_agree_map answers with a map. */
bool ttp_agree_ahead(const struct ttp_rules_link *link, const struct ttp_rules_event *event,
                     uint32_t window);
void ttp_agree_map(struct ttp_rules_link *link, const struct ttp_rules_event *event,
                   struct ttp_rules_answers *answers);
/* Answers of a second step, as if both had been one. */
void ttp_agree_add(struct ttp_rules_answers *all, const struct ttp_rules_answers *more);

#ifdef __cplusplus
}
#endif

#endif
