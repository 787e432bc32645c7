// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_select - S0: the event of the source that has the grant
//
// An event comes from the wire (rx), a timer (tm), the registers (ct), ttp_tx_respond (lf) or the
// host (lk, db, rq). Or it is a second turn (sp) of the link in S2. It names its link, or the VC
// and the node of its peer, and then ttp_link_table finds the link. An event that may make an
// entry, OPEN or LOOKUP, is exclusive: at 512 bit it has the pipe to itself.
//
// Timing: combinational from the grants; PIPE = 2: flops (S0b).
// Part of: ttp_link_pipe

`include "ttp_defs.vh"
`include "ttp_link_event.vh"

`resetall
`default_nettype none

module ttp_link_select #(
    parameter PIPE  = 0,    // see ttp_link_pipe
    parameter LINKS = 1536, // entries of the table
    parameter LW    = 11    // width of a link index
) (
    input  wire                    clk,
    input  wire                    rst,

    // At most one grant
    input  wire                    g_rx, g_tm, g_ct, g_lf, g_lk, g_db, g_rq, g_sp,

    // What the sources hold
    input  wire [3:0]              rxq_op,
    input  wire [1:0]              rxq_vc,
    input  wire [23:0]             rxq_peer,
    input  wire [31:0]             rxq_txid, rxq_rxid,
    input  wire [15:0]             rxq_epoch,
    input  wire [10:0]             rxq_len,
    input  wire                    rxq_fits,
    input  wire [LW-1:0]           tm_qlink, lf_link, db_link, rq_link,
    input  wire                    ct_op,       // 0 close, 1 peek
    input  wire [1:0]              ct_vc, lk_vc,
    input  wire [23:0]             ct_node, lk_node,
    input  wire [15:0]             ct_link,
    input  wire [LW-1:0]           s2_link,

    output wire                    s0_valid,
    output wire                    s0_by_link,  // it names s0_link, else its VC and s0_node
    output wire [LW-1:0]           s0_link,
    output wire [23:0]             s0_node,
    output wire                    s0_excl,
    output wire [`TTP_EVENT_W-1:0] s0_event
);

localparam S0_N = (`TTP_PIPE_S0 >> 4 * PIPE) & 15;

wire peek     = g_ct && ct_op;
wire turn     = g_db || g_rq || g_sp;
wire any      = g_rx || g_tm || g_ct || g_lf || g_lk || turn;
wire by_link  = g_tm || peek || g_lf || turn;
wire excl     = g_lk || (g_rx && rxq_op == `TTP_OP_OPEN);

wire [4:0] ev = g_rx ? {1'b0, rxq_op}
              : g_tm ? `TTP_EV_TIMER
              : g_ct ? (ct_op ? `TTP_EV_PEEK : `TTP_EV_CLOSE)
              : g_lf ? `TTP_EV_LEFT
              : g_lk ? `TTP_EV_LOOKUP
              : g_db ? `TTP_EV_DOORBELL
              :        `TTP_EV_SEND;

// An index of the registers that does not fit the table must not alias one that does.
wire          ct_big  = {16'd0, ct_link} >= LINKS[31:0];
wire [LW-1:0] peeked  = ct_big ? {LW{1'b1}} : ct_link[LW-1:0];
wire [LW-1:0] link    = g_tm ? tm_qlink
                      : g_lf ? lf_link
                      : g_db ? db_link
                      : g_rq ? rq_link
                      : g_sp ? s2_link
                      :        peeked;
wire [23:0]   node    = g_rx ? rxq_peer : g_lk ? lk_node : ct_node;

wire [`TTP_EVENT_W-1:0] chosen;
assign chosen[`EVENT_EV]     = ev;
assign chosen[`EVENT_VC]     = g_rx ? rxq_vc : g_lk ? lk_vc : ct_vc;
assign chosen[`EVENT_TURN]   = turn;
assign chosen[`EVENT_SECOND] = g_sp;
assign chosen[`EVENT_CREDIT] = g_rx || g_tm || (g_ct && !ct_op) || turn;
assign chosen[`EVENT_FITS]   = g_rx && rxq_op == `TTP_OP_PAYLOAD && rxq_fits;
assign chosen[`EVENT_LEN]    = rxq_len;
assign chosen[`EVENT_EPOCH]  = rxq_epoch;
assign chosen[`EVENT_TXID]   = g_rx ? rxq_txid : 32'd0;
assign chosen[`EVENT_RXID]   = g_rx ? rxq_rxid : 32'd0;

ttp_stage #(.WIDTH(1), .ON(S0_N - 1), .RESET(1)) u_valid (
    .clk (clk), .rst (rst), .en (1'b1), .in (any), .out (s0_valid)
);
ttp_stage #(.WIDTH(2 + LW + 24 + `TTP_EVENT_W), .ON(S0_N - 1)) u_s0b (
    .clk (clk), .rst (rst), .en (1'b1),
    .in  ({by_link,    excl,    link,    node,    chosen}),
    .out ({s0_by_link, s0_excl, s0_link, s0_node, s0_event})
);

endmodule

`resetall
