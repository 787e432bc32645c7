/* SPDX-License-Identifier: Apache-2.0
 *
 * The command of ttp_nic_place, in GO: what is written of a payload, and what follows.
 * Part of: ttp_nic_core */
#ifndef TTP_NIC_COMMAND_H
#define TTP_NIC_COMMAND_H

#include "ttp_nic_place.h"

void ttp_nic_place_command(const struct ttp_nic_place *p, const struct ttp_nic_place_in *in,
                           struct ttp_nic_put *c);

#endif
