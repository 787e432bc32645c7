// SPDX-License-Identifier: Apache-2.0
//
// An event on its way through the link pipe: event[`EVENT_TXID] is a field, to read or to assign.
// Its link and its node travel beside it. The words are those of struct ttp_link_ev in
// model/ttp_link_pipe.h.

`ifndef TTP_LINK_EVENT_VH
`define TTP_LINK_EVENT_VH

`define TTP_EVENT_W     118

`define EVENT_EV        0   +: 5    // TTP_EV_*, below 11 the opcode of a received frame
`define EVENT_VC        5   +: 2
`define EVENT_TURN      7   +: 1    // DOORBELL or SEND
`define EVENT_SECOND    8   +: 1    // SEND that came as a second turn
`define EVENT_CREDIT    9   +: 1    // it holds a response credit
`define EVENT_FITS      10  +: 1    // PAYLOAD, and its words are stored
`define EVENT_LEN       11  +: 11   // bytes of payload, with FITS
`define EVENT_LIFE      22  +: 16   // life number that the frame carries, 0: none
`define EVENT_TXID      38  +: 32
`define EVENT_RXID      70  +: 32
`define EVENT_TO_LIFE   102 +: 16   // our life number, as the sender knows it, 0: none

`endif
