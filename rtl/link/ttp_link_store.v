// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_store - the memories by link: record and act, payloads appended, payloads freed
//
// S1 addresses them, S2 has the words. Only an event in its last stage writes a record. The ingest
// writes napp, the retire engine nfreed; S1 reads what is written in the same cycle. At 512 bit S1
// may read the record that S2 writes, which is then handed through too.
//
// A link is settled when the retire engine has freed all that has retired. The event is judged by
// `settled`, which knows what is written in the cycle in which it looks. `settled_now` knows all
// that is written until it acts.
//
// Timing: rec, seen_*, settled: in the first cycle of S2; PIPE = 2: in the second, from flops.
// Part of: ttp_link_pipe

`include "ttp_defs.vh"
`include "ttp_link_rec.vh"

`resetall
`default_nettype none

module ttp_link_store #(
    parameter PIPE  = 0,    // see ttp_link_pipe
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

    // S2
    input  wire [LW-1:0]              s2_link,
    input  wire                       load,         // the event is compared in this cycle
    output wire [`TTP_LINK_REC_W-1:0] rec,
    output wire [CW-1:0]              seen_napp,
    output wire [CW-1:0]              seen_nfreed,
    output wire [35:0]                seen_now,
    output wire                       settled,

    // The last stage of S2
    output wire                       settled_now,
    output wire                       act,          // as it was before the event
    input  wire                       rec_wr,
    input  wire [`TTP_LINK_REC_W-1:0] rec_d,
    input  wire                       act_d,

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
localparam EVERY  = PIPE == 0 ? 1 : 0;      // an event may follow in every cycle
localparam LATER  = 1 - EVERY;              // it acts after the cycle in which it is compared
`TTP_LINK_REC

wire [LW-1:0] init = init_idx[LW-1:0];

wire [RW-1:0] rec_rd;
wire          act_rd;
wire [CW-1:0] napp_rd, nfreed_rd;

ttp_ram_1r1w #(.WIDTH(RW + 1), .DEPTH(LINKS), .BYPASS(EVERY)) u_rec (
    .clk(clk),
    .wr_en(rec_wr || init_active), .wr_addr(init_active ? init : s2_link),
    .wr_data(init_active ? {(RW+1){1'b0}} : {act_d, rec_d}),
    .rd_en(rd_en), .rd_addr(rd_link), .rd_data({act_rd, rec_rd})
);
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

wire          act_seen;
wire [CW-1:0] freed_seen;
ttp_stage #(.WIDTH(RW + 1 + 3*CW + 36), .ON(READ_N)) u_s2r (
    .clk(clk), .rst(rst), .en(1'b1),
    .in({rec_rd, act_rd,   napp_rd,   nfreed_rd,   freed_now,  now}),
    .out({rec,    act_seen, seen_napp, seen_nfreed, freed_seen, seen_now})
);
assign settled = freed_seen == rec[`REC_RETIRED];

// ---- until the event acts
ttp_stage #(.WIDTH(1), .ON(LATER)) u_act (
    .clk(clk), .rst(rst), .en(1'b1), .in(act_seen), .out(act)
);
generate if (LATER != 0) begin : g_later
    reg  settled_q;
    wire freed_all = freed_count == rec[`REC_RETIRED];
    always @(posedge clk) begin
        if (freed_hit) settled_q <= freed_all;
        else if (load) settled_q <= settled;
    end
    assign settled_now = freed_hit ? freed_all : settled_q;
end else begin : g_at_once
    wire unused_load = &{1'b0, load};
    assign settled_now = settled;
end endgenerate

wire unused = &{1'b0, init_idx};

`ifdef FORMAL
    always @(posedge clk) if (!rst && init_active) assert (freed_count == {CW{1'b0}});
`endif

endmodule

`resetall
