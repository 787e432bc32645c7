// SPDX-License-Identifier: Apache-2.0
//
// ttp_retire_fetch - stages A and B: the next link to retire, and where its list stands
//
// A reads head, freed counts and goal of a link: the head of RTQ, or, if RTQ is empty, the link
// that is pushed in this very cycle. B holds the link until C takes it (load). While it waits its
// rows are read again in each cycle, so that goal writes are followed.
//
// With DEEP the numbers of a link are written a cycle late. A link that comes again in the cycle of
// its last write finds them in the flop.
//
// Timing: b_* come from flops and RAMs read in the cycle before; b_goal is also combinational from
// goal, because a goal written in the cycle of the load counts.
// Part of: ttp_retire

`resetall
`default_nettype none

module ttp_retire_fetch #(
    parameter LINKS = 1536,
    parameter LW    = 11,       // bits of a link index
    parameter EW    = 13,       // bits of an entry index
    parameter CW    = 13,       // bits of a link's payload counts
    parameter DEEP  = 0         // 1: the numbers of a link are written a cycle late
) (
    input  wire          clk,
    input  wire          core_rst,

    input  wire          init_active,
    input  wire [16:0]   init_idx,

    // Link pipe
    input  wire          goal_valid,
    input  wire          goal_push,     // only with goal_valid
    input  wire [LW-1:0] goal_link,
    input  wire          goal_flush,
    input  wire [CW-1:0] goal_nret,

    // Numbers of the link that D has worked on. While init_active the counts are 0
    input  wire          num_wr,
    input  wire [LW-1:0] num_link,
    input  wire [EW-1:0] num_head,
    input  wire [CW-1:0] num_nfreed,
    input  wire [16:0]   num_freed,

    // B
    input  wire          load,          // C takes it
    output wire          b_valid,
    output wire [LW-1:0] b_link,
    output wire [EW-1:0] b_head,        // dummy entry
    output wire [CW-1:0] b_nfreed,      // payloads
    output wire [16:0]   b_freed,       // cells
    output wire [CW-1:0] b_goal,        // payloads
    output wire          b_flush
);

reg           b_valid_q;
reg  [LW-1:0] b_link_q;
wire [CW-1:0] b_nret;

// A
wire          queue_valid, queue_room;
wire [LW-1:0] queue_link;
wire [$clog2(LINKS+1)-1:0] queue_count;
wire          a_room = !b_valid_q || load;
wire          direct = goal_push && !queue_valid && a_room;
wire [LW-1:0] a_link = !a_room ? b_link_q : queue_valid ? queue_link : goal_link;

ttp_fifo #(.WIDTH(LW), .DEPTH(LINKS)) u_rtq (
    .clk(clk), .rst(core_rst),
    .in_valid(goal_push && !direct), .in_ready(queue_room), .in_data(goal_link),
    .out_valid(queue_valid), .out_ready(a_room), .out_data(queue_link), .count(queue_count)
);

wire              own_wr;
wire [LW-1:0]     own_link;
wire [EW+CW+16:0] own_data;
wire [EW+CW+16:0] own_read;
generate if (DEEP != 0) begin : g_own_flop
    reg              late_wr_q;
    reg [LW-1:0]     late_link_q;
    reg [EW+CW+16:0] late_data_q;
    always @(posedge clk) begin
        late_wr_q   <= num_wr && !core_rst;
        late_link_q <= num_link;
        late_data_q <= {num_head, num_nfreed, num_freed};
        if (core_rst) late_data_q <= {(EW+CW+17){1'b0}};    // the walk begins in the next cycle
    end
    wire late = late_wr_q && late_link_q == b_link_q;
    assign {own_wr, own_link, own_data} = {late_wr_q, late_link_q, late_data_q};
    assign {b_head, b_nfreed, b_freed}  = late ? late_data_q : own_read;
end else begin : g_own
    assign {own_wr, own_link, own_data} = {num_wr, num_link, num_head, num_nfreed, num_freed};
    assign {b_head, b_nfreed, b_freed}  = own_read;
end endgenerate

ttp_ram_1r1w #(.WIDTH(EW + CW + 17), .DEPTH(LINKS), .BYPASS(1)) u_numbers (
    .clk(clk), .wr_en(init_active || own_wr),
    .wr_addr(init_active ? init_idx[LW-1:0] : own_link),
    .wr_data({init_active ? {{(EW-LW){1'b0}}, init_idx[LW-1:0]} : own_data[CW+17 +: EW],
              own_data[CW+16:0]}),
    .rd_en(1'b1), .rd_addr(a_link), .rd_data(own_read)
);
ttp_ram_1r1w #(.WIDTH(1 + CW), .DEPTH(LINKS), .BYPASS(1)) u_goal (
    .clk(clk), .wr_en(goal_valid), .wr_addr(goal_link), .wr_data({goal_flush, goal_nret}),
    .rd_en(1'b1), .rd_addr(a_link), .rd_data({b_flush, b_nret})
);

assign b_valid = b_valid_q;
assign b_link  = b_link_q;
assign b_goal  = goal_valid && goal_link == b_link_q ? goal_nret : b_nret;

always @(posedge clk) begin
    b_valid_q <= !a_room || queue_valid || goal_push;
    b_link_q  <= a_link;
    if (core_rst) b_valid_q <= 1'b0;
end

wire unused = &{1'b0, queue_room, queue_count, init_idx};

`ifdef FORMAL
    always @(posedge clk) if (!core_rst && init_active) assert (own_data[CW+16:0] == 0);
    always @(posedge clk) if (!core_rst && !init_active) begin
        if (load)      assert (b_nret != b_nfreed);           // a batch has work
        if (goal_push) assert (direct || queue_room);
        if (goal_push) assert (!(b_valid_q && b_link_q == goal_link));
        if (goal_push) assert (goal_valid);
    end
`endif

endmodule

`resetall
