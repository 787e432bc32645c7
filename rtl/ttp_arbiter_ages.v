// SPDX-License-Identifier: Apache-2.0
//
// ttp_arbiter_ages - which of three groups has waited for long enough to outrank the wire once
//
// A group counts the grants given to others while it has an event that may be granted. A grant to
// it clears its count, and so does a cycle in which it has none. The counts saturate, and stand
// still while nobody can be granted. A second turn is no grant here. With DEEP they follow a cycle
// later: after a grant nothing is chosen in that cycle.
// Part of: ttp_arbiter

`resetall
`default_nettype none

module ttp_arbiter_ages #(
    parameter DEEP = 0          // 1: a cycle later
) (
    input  wire       clk,
    input  wire       rst,

    input  wire       open_slot,        // somebody can be granted
    input  wire       granted,          // ... and is, but for a second turn
    // Host, timer, registers, highest bit first
    input  wire [2:0] wins,             // it is this group
    input  wire [2:0] waits,            // this group could be
    output wire [2:0] old               // 3 (host) or 7 (the others) grants went elsewhere
);

wire [2:0] young_now = {3{open_slot}} & (wins | ~waits);
wire       older_now = open_slot && granted;
wire [2:0] young;                       // back to 0
wire       older;                       // the others grow by 1

generate if (DEEP != 0) begin : g_age
    reg [2:0] young_q;
    reg       older_q;
    always @(posedge clk) begin
        young_q <= young_now;
        older_q <= older_now && !rst;
    end
    assign young = young_q;
    assign older = older_q;
end else begin : g_age
    assign young = young_now;
    assign older = older_now;
end endgenerate

reg [1:0] host_cnt_q, host_cnt_d;
reg [2:0] tm_cnt_q,   tm_cnt_d;
reg [2:0] ct_cnt_q,   ct_cnt_d;

assign old = {&host_cnt_q, &tm_cnt_q, &ct_cnt_q};

always @* begin
    host_cnt_d = young[2] ? 2'd0 : older && !old[2] ? host_cnt_q + 2'd1 : host_cnt_q;
    tm_cnt_d   = young[1] ? 3'd0 : older && !old[1] ? tm_cnt_q + 3'd1 : tm_cnt_q;
    ct_cnt_d   = young[0] ? 3'd0 : older && !old[0] ? ct_cnt_q + 3'd1 : ct_cnt_q;
end

always @(posedge clk) begin
    host_cnt_q <= host_cnt_d;
    tm_cnt_q   <= tm_cnt_d;
    ct_cnt_q   <= ct_cnt_d;
    if (rst) begin
        host_cnt_q <= 2'd0;
        tm_cnt_q   <= 3'd0;
        ct_cnt_q   <= 3'd0;
    end
end

endmodule

`resetall
