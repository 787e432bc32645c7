// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_probe - a full set: is there a way that is not needed any more, or one to be closed
//
// The records of the set are addressed one after the other, lowest way first, and the link pipe
// judges each in the next cycle. The first that may go is taken, and addressed again in the cycle
// of its judgement. If there is none, the best of those that may be closed to make room is named
// (tbl.victim), unless one of the set is closing already (tbl.victim.one): one with a life number
// before a stranger, then the one idle for longer (tbl.victim.order), among equals the lowest.
//
//    cycle            0    1     2     3     4     5     6
//    event            S0   S1    S1    S1    S1    S1    S2       way 1 of 2 may go
//    record addressed      w0    w0    w1    w1    w1
//    judged                      w0          w1
//    what follows                      w0          w1
//
// The judgement goes into flops. With DEEP a record takes one more cycle to be judged, so each way
// takes three. The ages are compared then while the judgement goes into its flops; the best one
// stands still in that cycle.
// Part of: ttp_link_table

`resetall
`default_nettype none

module ttp_link_probe #(
    parameter LINK_WAYS = 2,    // 1, 2, 4
    parameter DEEP      = 0     // 1: a record comes a cycle later
) (
    input  wire          clk,
    input  wire          rst,

    input  wire          start,         // an event in S1 finds its set full
    input  wire          s1_advance,    // it leaves S1

    // The record addressed in the cycle before is judged
    output wire          searching,     // from the cycle after start until s1_advance
    output wire          s1_probing,
    input  wire          probe_ok,
    input  wire          probe_cand,
    input  wire          probe_closing,
    input  wire          probe_stranger,
    input  wire [23:0]   probe_age,

    output wire [(LINK_WAYS > 1 ? $clog2(LINK_WAYS) : 1)-1:0] way,  // to be addressed
    output wire          found,         // it may go: the event takes it
    output wire          ends,          // found, or none may go
    output wire          victim         // none may go, but this one is to be closed
);

localparam WAY_B = LINK_WAYS > 1 ? $clog2(LINK_WAYS) : 1;
localparam [31:0] LAST_WAY = LINK_WAYS - 1;

reg              probing_q, probing_d;
reg [WAY_B-1:0]  way_q,     way_d;
reg              there_q,   there_d;    // DEEP: the record addressed before is there
reg              decide_q,  decide_d;   // a judgement stands in the flops
reg              best_v_q,  best_v_d;   // a victim among the ways judged before
reg              best_stranger_q, closing_q;
reg [WAY_B-1:0]  best_way_q;
reg [23:0]       best_age_q;

wire there = DEEP == 0 || there_q;

// The judgement that counts in this cycle, if judged
wire       judged = decide_q;
reg        ok_q, cand_q, now_closing_q, stranger_q;
reg [23:0] age_q;
wire       older;
always @(posedge clk) begin
    ok_q          <= probe_ok;
    cand_q        <= probe_cand;
    now_closing_q <= probe_closing;
    stranger_q    <= probe_stranger;
    age_q         <= probe_age;
end

generate if (DEEP != 0) begin : g_older
    reg older_q;
    always @(posedge clk) older_q <= probe_age > best_age_q;
    assign older = older_q;
end else begin : g_older
    assign older = age_q > best_age_q;
end endgenerate

wire             last     = way_q == LAST_WAY[WAY_B-1:0];
wire [WAY_B-1:0] next_way = way_q + {{(WAY_B-1){1'b0}}, 1'b1};
wire             ranks    = best_stranger_q == stranger_q ? older : best_stranger_q;
wire             better   = judged && cand_q && (!best_v_q || ranks);
wire [WAY_B-1:0] best_way = better ? way_q : best_way_q;

assign found      = judged && ok_q;
assign ends       = judged && (ok_q || last);
assign victim     = judged && last && !ok_q && (best_v_q || cand_q) && !closing_q && !now_closing_q;
assign way        = !probing_q ? {WAY_B{1'b0}} : !judged || ok_q ? way_q
                  : victim ? best_way : next_way;
assign searching  = probing_q;
assign s1_probing = probing_q && there && !decide_q;

always @* begin
    probing_d = probing_q;
    way_d     = way_q;
    best_v_d  = probing_q && (best_v_q || (judged && cand_q));
    decide_d  = probing_q && there && !decide_q;
    there_d   = probing_q && !decide_q;
    if (!probing_q) begin
        way_d = {WAY_B{1'b0}};
        if (start) probing_d = 1'b1;
    end else if (s1_advance) begin
        probing_d = 1'b0;
    end else if (judged) begin
        way_d = next_way;
    end
end

always @(posedge clk) begin
    probing_q <= probing_d;
    way_q     <= way_d;
    best_v_q  <= best_v_d;
    decide_q  <= decide_d;
    there_q   <= there_d;
    closing_q <= probing_q && (closing_q || (judged && now_closing_q));
    if (better) begin
        best_way_q      <= way_q;
        best_age_q      <= age_q;
        best_stranger_q <= stranger_q;
    end
    if (rst) begin
        probing_q <= 1'b0;
        decide_q  <= 1'b0;
    end
end

endmodule

`resetall
