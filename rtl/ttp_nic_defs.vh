// SPDX-License-Identifier: Apache-2.0
//
// Constants of the NIC: docs/nic.md. Mirror: model/nic/ttp_nic_defs.h

`ifndef TTP_NIC_DEFS_VH
`define TTP_NIC_DEFS_VH

// Bytes before the data of a payload, and data at most: long and short head
`define TTP_NIC_HEAD            32
`define TTP_NIC_SHORT           8
`define TTP_NIC_DATA            992
`define TTP_NIC_MORE            1016
// That before a short last one has so many less (msg.cut); room that is filled, at least (msg.fill)
`define TTP_NIC_LESS            512
`define TTP_NIC_ROOM            256

// Operation: byte 0 of a descriptor (1 to 3) and of a head
`define TTP_NIC_OP_SEND         3'd1
`define TTP_NIC_OP_WRITE        3'd2
`define TTP_NIC_OP_READ         3'd3
`define TTP_NIC_OP_DATA         3'd4
`define TTP_NIC_OP_REPLY        3'd5

// Kind and status of a completion
`define TTP_NIC_KIND_DONE       2'd1
`define TTP_NIC_KIND_NOTICE     2'd2
`define TTP_NIC_KIND_RECEIVED   2'd3

`define TTP_NIC_ST_OK           4'd0
`define TTP_NIC_ST_KEY          4'd1
`define TTP_NIC_ST_RANGE        4'd2
`define TTP_NIC_ST_NO_BUFFER    4'd3
`define TTP_NIC_ST_BUSY         4'd4
`define TTP_NIC_ST_MEMORY       4'd5
`define TTP_NIC_ST_ORDER        4'd6
`define TTP_NIC_ST_LOCAL        4'd8
`define TTP_NIC_ST_DEAD         4'd9
`define TTP_NIC_ST_RESTART      4'd10
`define TTP_NIC_ST_UNSENT       4'd11
`define TTP_NIC_ST_TIMEOUT      4'd12
`define TTP_NIC_ST_DESCRIPTOR   4'd13

// What follows when the writes of a payload are answered: ttp_nic_acts
`define TTP_NIC_ACT_NONE        3'd0    // nothing
`define TTP_NIC_ACT_PART        3'd1    // an error of memory: REPLY
`define TTP_NIC_ACT_REPLY       3'd2    // a completion if TELLS, then REPLY
`define TTP_NIC_ACT_TELL        3'd3    // a completion alone
`define TTP_NIC_ACT_DATA        3'd4    // an error of memory: the message ends
`define TTP_NIC_ACT_END         3'd5    // the message ends

`define TTP_NIC_ID              32'h544E4943    // "TNIC"

`endif
