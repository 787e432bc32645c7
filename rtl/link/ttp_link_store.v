// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_store - the memories by link: record and act, payloads appended and freed, agreement
//
// S1 addresses them, S2 has the words. Only an event in its last cycle writes a record. The ingest
// writes napp, the retire engine nfreed; S1 reads what is written in the same cycle.
//
// A link is settled when the retire engine has freed all that has retired. The event is judged by
// `settled`, which knows what is written in the first cycle of S2. That goes with the event, so
// that `settled_now` knows all that is written until it acts.
//
// FOLLOW: what is written while an event reads, or in the next cycle, is handed to it: the event
// before it may be as near as that. A follower is nearer still. Its numbers come from the streak.
//
// pin_read_act: act once more, for an ingest that has found a link without a lookup.
//
// Timing: rec, seen_*, settled: in the first cycle of S2; with DEEP in the second, from flops.
// settled_now, act: in the last one.
// Part of: ttp_link_pipe

`include "ttp_defs.vh"
`include "ttp_link_event.vh"
`include "ttp_link_rec.vh"

`resetall
`default_nettype none

module ttp_link_store #(
    parameter PIPE  = 0,    // see ttp_link_pipe
    parameter S2_N  = 3,    // cycles of S2
    parameter SELECTIVE = 0,    // 0: nothing is ever agreed, so that is not kept
    parameter LINKS = 1536, // entries of the table
    parameter LW    = 11,   // width of a link index
    parameter CW    = 13    // width of a payload count
) (
    input  wire                       clk,
    input  wire                       rst,
    input  wire                       init_active,
    input  wire [16:0]                init_idx,
    input  wire [35:0]                now,

    // S1
    input  wire                       rd_en,
    input  wire [LW-1:0]              rd_link,

    // S2, as its cycles follow each other; in the first on the right
    input  wire [S2_N*LW-1:0]         links,
    input  wire                       follows,      // in the first is a follower: its numbers
    input  wire [`TTP_COUNTS_W-1:0]   counts,       // are these
    output wire [`TTP_LINK_REC_W-1:0] rec,
    output wire [CW-1:0]              seen_napp,
    output wire [CW-1:0]              seen_nfreed,
    output wire [35:0]                seen_now,
    output wire                       settled,

    // FOLLOW: act of another link, for the ingest
    input  wire [LW-1:0]              pin_read_link,
    output wire                       pin_read_act, // in the next cycle

    // The last cycle of S2
    output wire                       settled_now,
    output wire                       act,          // as it was before the event
    input  wire                       rec_wr,
    input  wire [`TTP_LINK_REC_W-1:0] rec_d,        // 0 while init_active
    input  wire                       act_d,
    input  wire                       wr_follows,   // the event is a follower

    // Ingest, retire engine
    input  wire                       append_valid,
    input  wire [LW-1:0]              append_link,
    input  wire [CW-1:0]              append_napp,
    input  wire                       freed_moved,
    input  wire [LW-1:0]              freed_link,
    input  wire [CW-1:0]              freed_count   // 0 while init_active
);

localparam RW     = `TTP_LINK_REC_W;
localparam READ_N = (`TTP_PIPE_READ >> 4 * PIPE) & 15;
localparam LATER  = S2_N - 1 - READ_N;      // cycles behind that in which it is compared
localparam FOLLOW = (`TTP_PIPE_FOLLOW >> 4 * PIPE) & 15;
`TTP_LINK_REC

wire [LW-1:0] init    = init_idx[LW-1:0];
wire [LW-1:0] s2_link = links[0 +: LW];
wire [LW-1:0] wr_link = links[(S2_N-1)*LW +: LW];

wire [RW-1:0] rec_rd;
wire          act_rd;
wire [CW-1:0] napp_rd, nfreed_rd;

wire          rec_en = rec_wr || init_active;
wire [LW-1:0] rec_at = init_active ? init : wr_link;
wire          act_in = act_d && !init_active;

generate if (FOLLOW != 0) begin : g_rec
    // What is read as it is written is not looked at.
    ttp_ram_1r1w #(.WIDTH(AT_END - AT_SERVICE_AT + 19 + AT_STATE - AT_DEADLINE + AT_ROUNDS),
                   .DEPTH(LINKS), .BYPASS(0), .CHECK(0)) u_moves (
        .clk(clk), .wr_en(rec_en), .wr_addr(rec_at),
        .wr_data({act_in, rec_d[`REC_GAP_AHEAD],
                  rec_d[AT_END-1:AT_SERVICE_AT], rec_d[`REC_SERVICE_RUNS],
                  rec_d[`REC_TIMER_RUNS], rec_d[AT_STATE-1:AT_DEADLINE], rec_d[AT_ROUNDS-1:0]}),
        .rd_en(rd_en), .rd_addr(rd_link),
        .rd_data({act_rd, rec_rd[`REC_GAP_AHEAD],
                  rec_rd[AT_END-1:AT_SERVICE_AT], rec_rd[`REC_SERVICE_RUNS],
                  rec_rd[`REC_TIMER_RUNS], rec_rd[AT_STATE-1:AT_DEADLINE], rec_rd[AT_ROUNDS-1:0]})
    );
    ttp_ram_1r1w #(.WIDTH(AT_SERVICE_AT - AT_CLOSE_WANTED - 12 + AT_DEADLINE - AT_PEER_LIFE),
                   .DEPTH(LINKS), .BYPASS(0), .CHECK(0)) u_stays (
        .clk(clk), .wr_en(init_active || (rec_wr && !wr_follows)), .wr_addr(rec_at),
        .wr_data({rec_d[AT_SERVICE_AT-1:AT_ASIDE], rec_d[AT_TOLD-1:AT_CLOSE_WANTED],
                  rec_d[`REC_STATE],
                  rec_d[AT_DEADLINE-1:AT_PEER_LIFE], rec_d[`REC_ROUNDS]}),
        .rd_en(rd_en), .rd_addr(rd_link),
        .rd_data({rec_rd[AT_SERVICE_AT-1:AT_ASIDE], rec_rd[AT_TOLD-1:AT_CLOSE_WANTED],
                  rec_rd[`REC_STATE],
                  rec_rd[AT_DEADLINE-1:AT_PEER_LIFE], rec_rd[`REC_ROUNDS]})
    );
    ttp_ram_1r1w #(.WIDTH(1), .DEPTH(LINKS), .BYPASS(1)) u_act (
        .clk(clk), .wr_en(rec_en), .wr_addr(rec_at), .wr_data(act_in),
        .rd_en(1'b1), .rd_addr(pin_read_link), .rd_data(pin_read_act)
    );
end else begin : g_rec
    ttp_ram_1r1w #(.WIDTH(RW - 22), .DEPTH(LINKS), .BYPASS(0)) u_rec (
        .clk(clk), .wr_en(rec_en), .wr_addr(rec_at),
        .wr_data({act_in, rec_d[AT_END-1:AT_ASIDE], rec_d[AT_TOLD-1:0]}),
        .rd_en(rd_en), .rd_addr(rd_link),
        .rd_data({act_rd, rec_rd[AT_END-1:AT_ASIDE], rec_rd[AT_TOLD-1:0]})
    );
    assign pin_read_act = 1'b0;
    wire unused = &{1'b0, wr_follows, pin_read_link};
end endgenerate
generate if (SELECTIVE != 0) begin : g_agreement
    ttp_ram_1r1w #(.WIDTH(23), .DEPTH(LINKS), .BYPASS(0), .CHECK(FOLLOW == 0 ? 1 : 0)) u_agreement (
        .clk(clk), .wr_en(init_active || (rec_wr && !wr_follows)), .wr_addr(rec_at),
        .wr_data(rec_d[`REC_AGREEMENT]),
        .rd_en(rd_en), .rd_addr(rd_link), .rd_data(rec_rd[`REC_AGREEMENT])
    );
end else begin : g_agreement
    assign rec_rd[`REC_AGREEMENT] = 23'd0;
    wire unused_agreement = &{1'b0, rec_d[`REC_AGREEMENT]};
end endgenerate
ttp_ram_1r1w #(.WIDTH(CW), .DEPTH(LINKS), .BYPASS(1)) u_napp (
    .clk(clk),
    .wr_en(append_valid || init_active), .wr_addr(init_active ? init : append_link),
    .wr_data(init_active ? {CW{1'b0}} : append_napp),
    .rd_en(rd_en), .rd_addr(rd_link), .rd_data(napp_rd)
);
ttp_ram_1r1w #(.WIDTH(CW), .DEPTH(LINKS), .BYPASS(1)) u_nfreed (
    .clk(clk),
    .wr_en(freed_moved || init_active), .wr_addr(init_active ? init : freed_link),
    .wr_data(freed_count),
    .rd_en(rd_en), .rd_addr(rd_link), .rd_data(nfreed_rd)
);

// What the retire engine writes in this very cycle counts.
wire          freed_hit = freed_moved && freed_link == s2_link;
wire [CW-1:0] freed_now = freed_hit ? freed_count : nfreed_rd;

// In the first cycle of S2 an event has what it has read, or what has been written since: now, or
// in the cycle before. A follower has read before the last events of its link have written.
wire [RW:0] rec_now;
generate if (FOLLOW != 0) begin : g_handed
    reg  [RW:0]   wrote_q;
    reg           before_q, near_q;
    reg  [RW-1:0] told;
    wire          written = near_q && rec_wr;
    wire [1:0]    source  = follows ? 2'd3 : written ? 2'd2 : {1'b0, before_q};
    always @* begin
        told = rec_rd;
        told[`REC_LAST]      = counts[`COUNTS_LAST];
        told[`REC_UNA]       = counts[`COUNTS_UNA];
        told[`REC_IN_FLIGHT] = counts[`COUNTS_IN_FLIGHT];
        told[`REC_NEXT]      = counts[`COUNTS_NEXT];
        told[`REC_GAP_AHEAD] = counts[`COUNTS_GAP_AHEAD];
        told[`REC_RETIRED]   = counts[`COUNTS_RETIRED];
    end
    always @(posedge clk) begin
        wrote_q  <= {act_d, rec_d};
        before_q <= rec_wr && wr_link == rd_link;
        near_q   <= links[(S2_N-2)*LW +: LW] == rd_link;
    end
    assign rec_now = source[1] ? source[0] ? {act_rd, told} : {act_d, rec_d}
                               : source[0] ? wrote_q        : {act_rd, rec_rd};
end else begin : g_handed
    wire unused = &{1'b0, follows, counts};
    assign rec_now = {act_rd, rec_rd};
end endgenerate

// Without SELECTIVE nothing that was handed on has agreed either.
wire [RW-1:0] given;
assign given[AT_TOLD-1:0]       = rec_now[AT_TOLD-1:0];
assign given[`REC_AGREEMENT]    = rec_now[`REC_AGREEMENT] & {23{SELECTIVE != 0}};
assign given[AT_END-1:AT_ASIDE] = rec_now[AT_END-1:AT_ASIDE];

wire          act_seen;
wire [CW-1:0] freed_seen;
ttp_stage #(.WIDTH(RW + 1 + 3*CW + 36), .ON(READ_N)) u_s2r (
    .clk(clk), .rst(rst), .en(1'b1),
    .in({rec_now[RW], given, napp_rd,   nfreed_rd,   freed_now,  now}),
    .out({act_seen,   rec,   seen_napp, seen_nfreed, freed_seen, seen_now})
);
assign settled = freed_seen == rec[`REC_RETIRED];

// ---- from the comparison until the event acts, in LATER cycles
// The module above has a port `count` too. No name here can mean that, but there is a warning.
/* verilator lint_off VARHIDDEN */
function still_settled;                 // with what is freed in this cycle
    input          was;
    input [LW-1:0] link;
    input [CW-1:0] retired;
    input          moved;
    input [LW-1:0] moved_link;
    input [CW-1:0] count;
    still_settled = moved && moved_link == link ? count == retired : was;
endfunction
/* verilator lint_on VARHIDDEN */

reg [LATER-1:0]    act_q, settled_q;
reg [LATER*CW-1:0] retired_q;
integer i;
always @(posedge clk) begin
    act_q[0]         <= act_seen;
    retired_q[0+:CW] <= rec[`REC_RETIRED];
    settled_q[0]     <= still_settled(settled, links[READ_N*LW +: LW], rec[`REC_RETIRED],
                                      freed_moved, freed_link, freed_count);
    for (i = 1; i < LATER; i = i + 1) begin
        act_q[i]              <= act_q[i-1];
        retired_q[i*CW +: CW] <= retired_q[(i-1)*CW +: CW];
        settled_q[i]          <= still_settled(settled_q[i-1], links[(READ_N+i)*LW +: LW],
                                               retired_q[(i-1)*CW +: CW],
                                               freed_moved, freed_link, freed_count);
    end
end
assign act         = act_q[LATER-1];
assign settled_now = still_settled(settled_q[LATER-1], wr_link, retired_q[(LATER-1)*CW +: CW],
                                   freed_moved, freed_link, freed_count);

wire unused = &{1'b0, init_idx};

`ifdef FORMAL
    always @(posedge clk) if (!rst && init_active)
        assert (freed_count == {CW{1'b0}} && rec_d == {RW{1'b0}});
`endif

endmodule

`resetall
