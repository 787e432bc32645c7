// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_sched - whose turn it is: ready lists of links, and response or payload on the wire
//
// A link with something to send is in one of two queues: replay (its next payload has been
// sent before) or new. Replays go first: nothing behind a hole can retire. The link pipe puts
// a link back after its turn, so each queue is served in turn, and a link is in both together
// at most once: neither queue, LINKS deep, can overflow.
//
// VC_ORDER: in the modes with an order a link goes into the lists of its channel instead, and
// ttp_tx_order says which of them is next (vc.turn). What stands in either when the mode changes
// stays there until its turn.
//
// SELECTIVE: what is lost goes before both (sel.first); but after four of it in a row one that is
// in the lists goes, if any is. News take nobody's turn, and do not count.
//
// On the wire responses outrank payloads; but after 16 responses in a row while a payload
// waited, one payload goes. A cycle without a payload ends the row.
//
// Timing: ready_valid, ready_link from flops; sel_payload combinational from response_valid and
// payload_valid. VC_ORDER: ready_link means something from the second cycle of ready_valid on, and
// from the second behind a turn on; before that none is taken (ttp_tx_order).
// Mirror: model/ttp_tx_sched.c      Test: tb/block/ttp_tx_sched.cpp

`resetall
`default_nettype none

module ttp_tx_sched #(
    parameter VC_ORDER = 0, // 1: an order between channels
    parameter LINKS = 1536, // links, >= 3; derived by ttp_mac
    parameter LW    = 11    // bits of a link index; derived by ttp_mac
) (
    input  wire          clk,
    input  wire          core_rst,          // synchronous, active high

    // VC_ORDER: the register of that name, see ttp_tx_order
    input  wire [1:0]    cfg_mode,
    input  wire [1:0]    cfg_first,
    input  wire [1:0]    cfg_second,
    input  wire [11:0]   cfg_weights,

    // Ready list, pushed by the link pipe in S2
    input  wire          ready_push,
    input  wire [LW-1:0] ready_push_link,
    input  wire          ready_push_replay,

    // What ttp_tx_marks asks for
    input  wire          lost_valid,
    input  wire [LW-1:0] lost_link,
    input  wire          lost_news,

    // Popped by the arbiter
    input  wire          ready_pop,

    // What waits for the wire, what tx_frame starts
    input  wire          response_valid,
    input  wire          payload_valid,
    input  wire          start_response,
    input  wire          start_payload,

    output wire          ready_valid,
    output wire [LW-1:0] ready_link,
    output wire          ready_lost,        // it is one of ttp_tx_marks, which pops it
    output wire          ready_news,        // ... and no turn

    output wire          sel_payload        // the next frame to start is the payload
);

generate if (LINKS < 1 || LW < 1) begin : g_bad
    ERROR_ttp_tx_sched_parameter_out_of_range u_bad ();
end endgenerate

localparam COUNT_W = $clog2(LINKS + 1);
localparam [4:0] RUN_MAX = 5'd16;

wire               old_room, new_room, old_valid, new_valid;
wire [LW-1:0]      old_link, new_link;
wire [COUNT_W-1:0] old_count, new_count;

reg  [2:0] lost_q;          // lost ones in a row, 0..4
wire common = old_valid || new_valid;
// VC_ORDER: a link waits in the lists of a channel; vc_link is next, before those for all
wire          vc_waits, vc_valid;
wire [LW-1:0] vc_link;
assign ready_lost = lost_valid && (lost_news || !(lost_q[2] && (common || vc_valid)));
assign ready_news = ready_lost && lost_news;
wire listed_pop   = ready_pop && !ready_lost;
always @(posedge clk) begin
    if (listed_pop)                   lost_q <= 3'd0;
    else if (ready_pop && !lost_news) lost_q <= lost_q + {2'd0, !lost_q[2]};
    if (core_rst) lost_q <= 3'd0;
end

wire push       = ready_push && !(VC_ORDER != 0 && cfg_mode != 2'd0);
wire common_pop = listed_pop && !vc_valid;
ttp_fifo #(.WIDTH(LW), .DEPTH(LINKS)) u_replay (
    .clk(clk), .rst(core_rst),
    .in_valid(push && ready_push_replay), .in_ready(old_room), .in_data(ready_push_link),
    .out_valid(old_valid), .out_ready(common_pop), .out_data(old_link), .count(old_count)
);
ttp_fifo #(.WIDTH(LW), .DEPTH(LINKS)) u_new (
    .clk(clk), .rst(core_rst),
    .in_valid(push && !ready_push_replay), .in_ready(new_room), .in_data(ready_push_link),
    .out_valid(new_valid), .out_ready(common_pop && !old_valid), .out_data(new_link),
    .count(new_count)
);

generate if (VC_ORDER != 0) begin : g_order
    ttp_tx_order #(.LINKS(LINKS), .LW(LW)) u_order (
        .clk(clk), .rst(core_rst), .cfg_mode(cfg_mode), .cfg_first(cfg_first),
        .cfg_second(cfg_second), .cfg_weights(cfg_weights),
        .push(ready_push && cfg_mode != 2'd0), .push_link(ready_push_link),
        .push_replay(ready_push_replay), .common(common), .pop(listed_pop),
        .waits(vc_waits), .valid(vc_valid), .link(vc_link)
    );
end else begin : g_order
    assign vc_waits = 1'b0;
    assign vc_valid = 1'b0;
    assign vc_link  = {LW{1'b0}};
    wire unused_order = &{1'b0, cfg_mode, cfg_first, cfg_second, cfg_weights};
end endgenerate

assign ready_valid = lost_valid || common || vc_waits;
assign ready_link  = ready_lost ? lost_link : vc_valid ? vc_link : old_valid ? old_link : new_link;

reg [4:0] run_q, run_d;     // responses in a row while a payload waited, 0..16

assign sel_payload = payload_valid && (!response_valid || run_q == RUN_MAX);

always @* begin
    run_d = run_q;
    if (start_response) run_d = run_q + 5'd1;
    if (start_payload || !payload_valid) run_d = 5'd0;
end

always @(posedge clk) begin
    run_q <= run_d;
    if (core_rst) run_q <= 5'd0;
end

wire unused = &{1'b0, old_room, new_room, old_count, new_count};

`ifdef FORMAL
    localparam [31:0] LIMIT = LINKS;
    always @(posedge clk) if (!core_rst) begin
        assert ({1'b0, old_count} + {1'b0, new_count} <= {1'b0, LIMIT[COUNT_W-1:0]});
        if (push) assert (ready_push_replay ? old_room : new_room);
        assert (run_q <= RUN_MAX);
        assert (!(start_response && start_payload));
    end
`endif

endmodule

`resetall
