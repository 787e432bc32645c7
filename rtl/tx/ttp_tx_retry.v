// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_retry - how long a packet whose link finds no entry asks again
//
// tbl.victim.local, tbl.victim.after. Rounds of cfg_close_tmo cycles are counted from the first
// lookup that failed. After cfg_retry_max of them, and no lookup under way, the packet is refused.
// A lookup is repeated at the end of a round, and at each cycle 255 modulo 256 within it: an entry
// may become free long before the round ends.
//
// Timing: again and expired are combinational from flops and, again, from cfg_close_tmo.
// Part of: ttp_tx_ingest

`resetall
`default_nettype none

module ttp_tx_retry (
    input  wire        clk,
    input  wire        core_rst,

    input  wire [31:0] cfg_close_tmo,   // cycles
    input  wire [7:0]  cfg_retry_max,   // 1..255

    input  wire        resting,         // no packet waits for a link
    input  wire        answered,        // a lookup ends; with an entry it rests before the next

    output wire        again,           // ask again in the next cycle
    output wire        expired          // has asked for long enough
);

reg        trying_q, trying_d;          // the time without an entry runs
reg        expired_q, expired_d;
reg [31:0] tmo_q, tmo_d;                // cycle of this round, from 1
reg [7:0]  rounds_q, rounds_d;          // rounds begun

// Subtractions, not '<': yosys may swap the sides of that, and then it pays for an equality too.
wire [32:0] time_left   = {1'b0, tmo_q} - {1'b0, cfg_close_tmo};    // top bit: there is some
wire [8:0]  rounds_left = {1'b0, rounds_q} - {1'b0, cfg_retry_max};
wire        round_end   = !time_left[32];
wire        last_round  = !rounds_left[8];

assign again   = round_end || (&tmo_q[7:0]);
assign expired = expired_q;

always @* begin
    trying_d  = resting ? 1'b0 : trying_q || answered;
    tmo_d     = tmo_q + 32'd1;
    rounds_d  = rounds_q;
    expired_d = expired_q;
    if (round_end) begin
        rounds_d  = rounds_q + 8'd1;
        expired_d = expired_q || last_round;
    end
    if (!trying_q) begin
        rounds_d  = 8'd1;
        expired_d = 1'b0;
    end
    if (round_end || !trying_q) tmo_d = 32'd1;
end

always @(posedge clk) begin
    trying_q  <= trying_d;
    tmo_q     <= tmo_d;
    rounds_q  <= rounds_d;
    expired_q <= expired_d;
    if (core_rst) begin
        trying_q  <= 1'b0;
        expired_q <= 1'b0;
    end
end

wire unused = &{1'b0, time_left, rounds_left};

endmodule

`resetall
