// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_sched - whose turn it is: ready lists of links, and response or payload on the wire
//
// A link with something to send is in one of two queues: replay (its next payload has been
// sent before) or new. Replays go first: nothing behind a hole can retire. The link pipe puts
// a link back after its turn, so each queue is served in turn, and a link is in both together
// at most once: neither queue, LINKS deep, can overflow.
//
// SELECTIVE: what is lost goes before both (sel.first); but after four of it in a row one that is
// in the lists goes, if any is. News take nobody's turn, and do not count.
//
// On the wire responses outrank payloads; but after 16 responses in a row while a payload
// waited, one payload goes. A cycle without a payload ends the row.
//
// Timing: ready_valid, ready_link from flops; sel_payload combinational from response_valid and
// payload_valid.
// Mirror: model/ttp_tx_sched.c      Test: tb/block/ttp_tx_sched.cpp

`resetall
`default_nettype none

module ttp_tx_sched #(
    parameter LINKS = 1536, // links, >= 3; derived by ttp_mac
    parameter LW    = 11    // bits of a link index; derived by ttp_mac
) (
    input  wire          clk,
    input  wire          core_rst,          // synchronous, active high

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
assign ready_lost = lost_valid && (lost_news || !(lost_q[2] && (old_valid || new_valid)));
assign ready_news = ready_lost && lost_news;
wire listed_pop   = ready_pop && !ready_lost;
always @(posedge clk) begin
    if (listed_pop)                   lost_q <= 3'd0;
    else if (ready_pop && !lost_news) lost_q <= lost_q + {2'd0, !lost_q[2]};
    if (core_rst) lost_q <= 3'd0;
end

ttp_fifo #(.WIDTH(LW), .DEPTH(LINKS)) u_replay (
    .clk(clk), .rst(core_rst),
    .in_valid(ready_push && ready_push_replay), .in_ready(old_room), .in_data(ready_push_link),
    .out_valid(old_valid), .out_ready(listed_pop), .out_data(old_link), .count(old_count)
);
ttp_fifo #(.WIDTH(LW), .DEPTH(LINKS)) u_new (
    .clk(clk), .rst(core_rst),
    .in_valid(ready_push && !ready_push_replay), .in_ready(new_room), .in_data(ready_push_link),
    .out_valid(new_valid), .out_ready(listed_pop && !old_valid), .out_data(new_link),
    .count(new_count)
);

assign ready_valid = lost_valid || old_valid || new_valid;
assign ready_link  = ready_lost ? lost_link : old_valid ? old_link : new_link;

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
        if (ready_push) assert (ready_push_replay ? old_room : new_room);
        assert (run_q <= RUN_MAX);
        assert (!(start_response && start_payload));
    end
`endif

endmodule

`resetall
