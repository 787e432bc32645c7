// SPDX-License-Identifier: Apache-2.0
//
// ttp_retire_batch - the completion of a batch: {kind, VC, node, first ID, payloads, bytes}
//
// A batch is what one pass of C over a link retires or flushes. una is the ID after a batch, but of
// a flush the one before it: so the first ID is una - count, or una.
//
// RETIRED is offered only if cfg_cpl_retired in D of the last payload, with RETIRED_OPT. FLUSHED is
// always offered. C is not loaded while a completion is to come or offered. A flush ends a cycle
// after its acceptance: then it writes the numbers of the link (defer), so that the link is settled
// only when the host has been told. C is loaded in that cycle at the earliest.
//
// Timing: retired_valid is a flop, set in the cycle after D of the last payload until
// retired_ready. retired comes from flops and a RAM read in the cycle before. hold is combinational
// from retired_ready.
// Part of: ttp_retire

`include "ttp_defs.vh"
`include "ttp_bus_tx.vh"

`resetall
`default_nettype none

module ttp_retire_batch #(
    parameter LINKS = 1536,
    parameter LW    = 11        // bits of a link index
) (
    input  wire                      clk,
    input  wire                      core_rst,

    input  wire                      cfg_cpl_retired,

    // Link pipe
    input  wire                      goal_valid,
    input  wire [LW-1:0]             goal_link,
    input  wire [31:0]               goal_una,
    input  wire [23:0]               goal_node,

    // C, D
    input  wire                      load,    // a batch begins
    input  wire                      c_valid,
    input  wire [LW-1:0]             c_link,
    input  wire                      c_flush,
    input  wire                      moved,   // its goal is being written
    input  wire                      adv,     // a payload more
    input  wire                      d_valid,
    input  wire                      d_last,
    input  wire [9:0]                d_len1,  // its bytes, less one

    output wire                      hold,    // C must not be loaded
    output wire                      defer,   // last write of a flush

    output wire                      retired_valid,
    input  wire                      retired_ready,
    output wire [`TTP_RETIRED_W-1:0] retired
);

localparam VC_LSB = $clog2(LINKS / 3);

reg         retired_valid_q, defer_q;
reg  [15:0] count_q;                    // payloads
reg  [25:0] bytes_q;
wire [31:0] una;                        // as of the batch's last goal
wire [23:0] node;
wire [31:0] first = una - (c_flush ? 32'd0 : {16'd0, count_q});
wire        want  = d_last && (c_flush || cfg_cpl_retired);

// What only the completion needs is read anew in each cycle in C. A cycle in which it is being
// written is not the last one of the batch: no bypass.
ttp_ram_1r1w #(.WIDTH(32 + 24), .DEPTH(LINKS), .BYPASS(0)) u_batch (
    .clk(clk), .wr_en(goal_valid), .wr_addr(goal_link), .wr_data({goal_una, goal_node}),
    .rd_en(c_valid && !moved), .rd_addr(c_link), .rd_data({una, node})
);

assign hold     = want || (retired_valid_q && (c_flush || !retired_ready));
assign defer    = defer_q;
assign retired_valid = retired_valid_q;
assign retired[`RETIRED_OPT]  = !c_flush;
assign retired[`RETIRED_DATA] =
    {c_flush ? `TTP_CPL_FLUSHED : `TTP_CPL_RETIRED, 8'd0,
     6'd0, c_link[LW-1:VC_LSB], node, first, count_q, 6'd0, bytes_q};

always @(posedge clk) begin
    retired_valid_q <= want || (retired_valid_q && !retired_ready);
    defer_q    <= retired_valid_q && retired_ready && c_flush;
    if (d_valid) bytes_q <= bytes_q + {16'd0, d_len1} + 26'd1;
    if (adv)     count_q <= count_q + 16'd1;
    if (load) begin
        count_q <= 16'd0;
        bytes_q <= 26'd0;
    end
    if (core_rst) begin
        retired_valid_q <= 1'b0;
        defer_q    <= 1'b0;
    end
end

`ifdef FORMAL
    always @(posedge clk) if (!core_rst) assert (!(retired_valid_q && c_valid));
`endif

endmodule

`resetall
