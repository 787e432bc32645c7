// SPDX-License-Identifier: Apache-2.0
//
// Events of the Ethernet MAC: what became of a frame. The number is the index of its counter in
// eth_stats. docs/ethernet.md says what each counts.
`ifndef ETH_DEFS_VH
`define ETH_DEFS_VH

`define ETH_EV_RX_GOOD      3'd0
`define ETH_EV_RX_FCS       3'd1    // FCS wrong
`define ETH_EV_RX_ER        3'd2    // rx_er inside the frame
`define ETH_EV_RX_ALIGN     3'd3    // odd number of nibbles, 10/100 only
`define ETH_EV_RX_RUNT      3'd4    // shorter than 64 bytes with FCS
`define ETH_EV_RX_NOSFD     3'd5    // carrier without a start of frame
`define ETH_EV_RX_OVERSIZE  3'd6    // longer than MAX_LEN, dropped
`define ETH_EV_RX_OVERFLOW  3'd7    // no room, dropped
`define ETH_EV_TX_GOOD      4'd8
`define ETH_EV_TX_UNDERRUN  4'd9    // the core stalled inside the frame: sent with a wrong FCS
`define ETH_EV_TX_ERROR     4'd10   // tuser of the core: sent with a wrong FCS

`endif
