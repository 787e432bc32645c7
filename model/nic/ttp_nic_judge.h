/* SPDX-License-Identifier: Apache-2.0
 *
 * The verdict of ttp_nic_place, in C2: what is to become of a payload (tgt.*).
 * Part of: ttp_nic_core */
#ifndef TTP_NIC_JUDGE_H
#define TTP_NIC_JUDGE_H

#include "ttp_nic_place.h"

void ttp_nic_place_judge(struct ttp_nic_place *p, const struct ttp_nic_place_in *in);

#endif
