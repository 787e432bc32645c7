// SPDX-License-Identifier: Apache-2.0
//
// The rules of lockstep: valid, ready and irq count always; what belongs to a valid only with it;
// data only in the bytes that keep marks.
#ifndef TTPSIM_COMPARE_H
#define TTPSIM_COMPARE_H

#include "dut.h"

// Fast: called each cycle. `lanes` is DATA_W / 64.
bool same_pins(const ttp_out &a, const ttp_out &b, unsigned lanes);

// Slow, by a table of ports: every port that differs, with both values.
std::vector<Difference::Port> differing_ports(const ttp_out &rtl, const ttp_out &model,
                                              unsigned lanes);

// Names of all output ports, in the order of the table.
std::vector<std::string> output_port_names();

// Flips the lowest bit of a port. False if the port is not compared in this cycle (its valid is 0),
// or if there is no such port.
bool flip_port(ttp_out *o, const std::string &port);

#endif
