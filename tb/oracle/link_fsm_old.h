/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LINK_FSM_OLD_H
#define LINK_FSM_OLD_H

#include "ttp_link_fsm.h"

#ifdef __cplusplus
extern "C" {
#endif

void link_fsm_old(const struct ttp_link_fsm_in *in, struct ttp_link_rec *r, struct ttp_link_fsm_out *o);
void link_send_old(const struct ttp_link_send_in *in, struct ttp_link_rec *r, struct ttp_link_send_out *o);
void link_victim_old(struct ttp_link_rec *r, uint32_t now);

#ifdef __cplusplus
}
#endif

#endif
