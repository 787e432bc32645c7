// SPDX-License-Identifier: Apache-2.0
//
// The host link of the card: frame types and the indices of its counters. docs/host-link.md and
// docs/card.md say what they mean.
`ifndef CARD_DEFS_VH
`define CARD_DEFS_VH

// Types of frames
`define HL_HELLO        4'd1
`define HL_DATA         4'd2
`define HL_REQ          4'd3
`define HL_CREDIT       4'd4
`define HL_BYE          4'd5
`define HL_WELCOME      4'd9
`define HL_DATA_UP      4'd10
`define HL_RSP          4'd11
`define HL_CPL          4'd12
`define HL_STATUS       4'd13

// As they lie in a frame, first byte in [7:0]: EtherType 88B5, first half of a card's address
`define CARD_ETHERTYPE  16'hB588
`define CARD_OUI        24'h545402

`define HL_REQ_MAX      32      // operations of a REQ
`define HL_BODY_MAX     1024    // longest body

// Counters: index i is register 0x1080 + 4 i
`define HL_CNT_HELLO        5'd0    // from a host, taken
`define HL_CNT_DATA         5'd1
`define HL_CNT_REQ          5'd2
`define HL_CNT_CREDIT       5'd3
`define HL_CNT_BYE          5'd4
`define HL_CNT_NOT_OURS     5'd5    // from a host, dropped: destination, EtherType
`define HL_CNT_MALFORMED    5'd6    // version, type, length
`define HL_CNT_NO_SESSION   5'd7
`define HL_CNT_ORDER        5'd8    // seq
`define HL_CNT_OVERRUN      5'd9    // at or beyond the limit
`define HL_CNT_STALLED      5'd10   // the MAC did not take it
`define HL_CNT_BUSY         5'd11   // REQ while another is carried out
`define HL_CNT_UART_BAD     5'd12   // FCS, length, escape, framing
`define HL_CNT_UART_FULL    5'd13   // no room
`define HL_CNT_TX_WELCOME   5'd14   // to a host
`define HL_CNT_TX_DATA      5'd15
`define HL_CNT_TX_RSP       5'd16
`define HL_CNT_TX_CPL       5'd17
`define HL_CNT_TX_STATUS    5'd18   // without GOBACK
`define HL_CNT_TX_GOBACK    5'd19   // with
`define HL_CNT_CPL_LOST     5'd20   // completion without a session
`define HL_CNT_ECHO_LOST    5'd21   // echo that found no room for too long
// These three have registers of their own and are cleared by TG_CTRL.
`define HL_CNT_CK_GOOD      5'd24
`define HL_CNT_CK_BAD       5'd25
`define HL_CNT_ECHOED       5'd26

`endif
