// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_respond - queue of frames without payload, response credits, LEFT queue
//
// The link pipe may answer any event with one frame. Who lets an event into the pipe that could
// answer takes a credit first, so the queue of RESP_N can not overflow. A credit comes back with
// credit_give, when the event gave no answer, or when the answer is popped. credit_for_event leaves
// two, so that the arbiter may act on it a cycle later.
//
// A response whose departure the link pipe wants to know of (notify: an OPEN_ACK that ends
// OPEN_RECD) leaves its link in a ring of four when tx_frame takes it. frame_left comes in the
// cycle after its last beat was accepted. It makes the oldest of those links visible as a LEFT
// event:
//
//     queue -pop with notify--> [ under way | left ] --left_ready--> arbiter
//                                           ^ frame_left
//
// While the ring is full no head is shown, with notify or without: a flop is asked then, and no
// word of the queue, which comes late. Payloads go on.
//
// SELECTIVE: a map at the head is asked for until it leaves, and is shown when it is there. If
// there is nothing to tell any more it goes without a frame (sel.map).
//
// Timing: every output comes from flops or distributed RAM addressed by flops; left_valid in the
// cycle after frame_left.
// Mirror: model/ttp_tx_respond.c      Test: tb/block/ttp_tx_respond.cpp

`include "ttp_bus_rx.vh"

`resetall
`default_nettype none

module ttp_tx_respond #(
    parameter DATA_W = 512, // bits a beat: 64, 128, 256, 512; decides the depth
    parameter SELECTIVE = 0,    // 0: no answer carries an offer or a map
    parameter LW     = 11   // bits of a link index; derived by ttp_mac
) (
    input  wire          clk,
    input  wire          core_rst,          // synchronous, active high

    // Response of the link pipe, in S2
    input  wire          respond_valid,
    input  wire [`TTP_RESPOND_W-1:0] respond,

    // Credits: pulses
    input  wire          credit_take_frame,
    input  wire          credit_take_event,
    input  wire          credit_give,

    // From tx_frame
    input  wire          response_ready,    // pop
    input  wire          frame_left,        // a notify frame's last beat was accepted

    // From the arbiter
    input  wire          left_ready,

    // Credits left
    output wire          credit_for_frame,  // more than 4: a frame may come in
    output wire          credit_for_event,  // more than 2: other events may

    // Head of the queue
    output wire          response_valid,
    output wire [`TTP_RESPONSE_W-1:0] response,

    // The map at the head, from ttp_rx_hold
    output wire          map_ask,
    output wire [LW-1:0] map_link,
    output wire          map_done,          // it leaves, or is given up
    input  wire          map_ready,
    input  wire          map_none,          // with map_ready: there is nothing to tell
    input  wire [`TTP_MAP_W-1:0] the_map,

    // LEFT events
    output wire          left_valid,
    output wire [LW-1:0] left_link
);

generate if ((DATA_W != 64 && DATA_W != 128 && DATA_W != 256 && DATA_W != 512) || LW < 1)
begin : g_bad
    ERROR_ttp_tx_respond_parameter_out_of_range u_bad ();
end endgenerate

localparam [31:0] RESP_N = DATA_W == 512 ? 64 : 16;
localparam CR_W   = DATA_W == 512 ? 7 : 5;      // 0 .. RESP_N

wire head_valid, room;
wire [CR_W-1:0] waiting;

wire [`TTP_RESPOND_W-1:0] head;
wire notify = head[`RESPONSE_NOTIFY];
wire is_map = head[`RESPOND_MAP];
wire stale  = head_valid && is_map && map_ready && map_none;
wire pop    = (response_valid && response_ready) || stale;

localparam QW = SELECTIVE != 0 ? `TTP_RESPOND_W : `TTP_RESPOND_W - 2;

ttp_fifo #(.WIDTH(QW), .DEPTH(RESP_N)) u_responses (
    .clk(clk), .rst(core_rst),
    .in_valid(respond_valid), .in_ready(room), .in_data(respond[QW-1:0]),
    .out_valid(head_valid), .out_ready(pop), .out_data(head[QW-1:0]), .count(waiting)
);
generate if (SELECTIVE == 0) begin : g_no_offer
    assign head[`RESPOND_OFFER] = 1'b0;
    assign head[`RESPOND_MAP]   = 1'b0;
    wire unused_offer = &{1'b0, respond[`RESPOND_OFFER], respond[`RESPOND_MAP]};
end endgenerate

reg [CR_W-1:0] credit_q, credit_d;
reg [2:0]      held_q, held_d;      // links in the ring: under way and left, 0..4
reg [2:0]      left_q, left_d;      // of those left, 0..4
reg [1:0]      wr_q, rd_q;

// The rest of a map is in its block.
reg [`TTP_RESPONSE_W-1:0] shown;
always @* begin
    shown = {is_map, head[`RESPOND_OFFER], head[126:0]};
    if (is_map) begin
        shown[`RESPONSE_TXID] = {16'd0, the_map[`MAP_NUMBER]};
        shown[`RESPONSE_RXID] = the_map[`MAP_MISSING];
    end
end
assign response         = shown;
assign response_valid   = head_valid && !held_q[2] && (!is_map || (map_ready && !map_none));
assign map_ask          = head_valid && is_map;
assign map_link         = head[`RESPOND_LINK];
assign map_done         = pop && is_map;
assign credit_for_frame = credit_q > 4;
assign credit_for_event = credit_q > 2;
assign left_valid       = left_q != 3'd0;

wire enter    = pop && notify;
wire left_pop = left_valid && left_ready;

ttp_ram_async #(.WIDTH(LW), .DEPTH(4)) u_left (
    .clk(clk), .wr_en(enter), .wr_addr(wr_q), .wr_data(head[`RESPOND_LINK]),
    .rd_addr(rd_q), .rd_data(left_link)
);

always @* begin
    credit_d = credit_q + {{CR_W-1{1'b0}}, credit_give} + {{CR_W-1{1'b0}}, pop}
                        - {{CR_W-1{1'b0}}, credit_take_frame} - {{CR_W-1{1'b0}}, credit_take_event};
    held_d   = held_q + {2'd0, enter} - {2'd0, left_pop};
    left_d   = left_q + {2'd0, frame_left} - {2'd0, left_pop};
end

always @(posedge clk) begin
    credit_q <= credit_d;
    held_q   <= held_d;
    left_q   <= left_d;
    wr_q     <= wr_q + {1'b0, enter};
    rd_q     <= rd_q + {1'b0, left_pop};
    if (core_rst) begin
        credit_q <= RESP_N[CR_W-1:0];
        held_q   <= 3'd0;
        left_q   <= 3'd0;
        wr_q     <= 2'd0;
        rd_q     <= 2'd0;
    end
end

wire unused = &{1'b0, room, waiting, the_map};

`ifdef FORMAL
    always @(posedge clk) if (!core_rst) begin
        // Every response in the queue holds a credit.
        assert ({1'b0, credit_q} + {1'b0, waiting} <= {1'b0, RESP_N[CR_W-1:0]});
        if (respond_valid) assert (room);
        if (credit_take_event) assert (credit_q > {{CR_W-1{1'b0}}, credit_take_frame});
        assert (held_q <= 3'd4 && left_q <= held_q);
        if (frame_left) assert (left_q < held_q);
    end
`endif

endmodule

`resetall
