// SPDX-License-Identifier: Apache-2.0
//
// The buses of the transmit half: append[`APPEND_LEN] is a field, to read or to assign. What goes
// with `append_valid` is one vector, `append`, and its fields have their home here. ttp_mac says
// who drives a bus and who listens. A place follows from the fields before it: LW, CW, EW and TCW
// are the widths of a link, a payload count, an entry and a cell. tb/block/bus_tx.h has the same.

`ifndef TTP_BUS_TX_VH
`define TTP_BUS_TX_VH

// A payload goes to the end of its link's list. The link pipe has the first two fields only.
`define TTP_APPEND_W        (LW + CW + 2*EW + 11 + 2*TCW)
`define APPEND_LINK         0                               +: LW
`define APPEND_NAPP         LW                              +: CW   // count with this one
`define APPEND_TAIL         LW + CW                         +: EW   // the entry in front of it
`define APPEND_ENTRY        LW + CW + EW                    +: EW   // its own
`define APPEND_LEN          LW + CW + 2*EW                  +: 11   // bytes, 1..1024
`define APPEND_FIRST        LW + CW + 2*EW + 11             +: TCW// its cells
`define APPEND_LAST         LW + CW + 2*EW + 11 + TCW       +: TCW

`endif
