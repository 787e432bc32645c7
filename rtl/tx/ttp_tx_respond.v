// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_respond - queue of frames without payload, response credits, LEFT queue
//
// The link pipe may answer any event with one frame. Who lets an event into the pipe that could
// answer takes a credit first, so the queue of RESP_N can not overflow. A credit comes back with
// cr_give, when the event gave no answer, or when the answer is popped. cr_any leaves two, so what
// the arbiter has chosen may still be granted a cycle later.
//
// A response whose departure the link pipe wants to know of (notify: an OPEN_ACK that ends
// OPEN_RECD) leaves its link in a ring of four when tx_frame takes it. left_pulse comes in the
// cycle after its last beat was accepted. It makes the oldest of those links visible as a LEFT
// event:
//
//     RSPQ --pop with notify--> [ under way | left ] --lf_ready--> arbiter
//                                           ^ left_pulse
//
// A head with notify is not shown while the ring is full. What is behind it waits too; payloads do
// not.
//
// Timing: every output comes from flops or distributed RAM addressed by flops; lf_valid in the
// cycle after left_pulse.
// Mirror: model/ttp_tx_respond.c      Test: tb/block/ttp_tx_respond.cpp

`resetall
`default_nettype none

module ttp_tx_respond #(
    parameter DATA_W = 512, // bits a beat: 64, 128, 256, 512; decides the depth
    parameter LW     = 11   // bits of a link index; derived by ttp_mac
) (
    input  wire          clk,
    input  wire          core_rst,          // synchronous, active high

    // Response of the link pipe, in S2
    input  wire          rs_valid,
    input  wire [3:0]    rs_op,
    input  wire [1:0]    rs_vc,
    input  wire [23:0]   rs_node,
    input  wire [31:0]   rs_txid,
    input  wire [31:0]   rs_rxid,
    input  wire [15:0]   rs_epoch,
    input  wire [LW-1:0] rs_link,
    input  wire          rs_notify,

    // Credits: pulses
    input  wire          rx_cr_take,
    input  wire          ar_cr_take,
    input  wire          cr_give,

    // From tx_frame
    input  wire          rsp_ready,         // pop
    input  wire          left_pulse,        // a notify frame's last beat was accepted

    // From the arbiter
    input  wire          lf_ready,

    // Credits left
    output wire          resp_ok,           // more than 4: a frame may come in
    output wire          cr_any,            // more than 2: other events may

    // Head of the queue
    output wire          rsp_valid,
    output wire [3:0]    rsp_op,
    output wire [1:0]    rsp_vc,
    output wire [23:0]   rsp_node,
    output wire [31:0]   rsp_txid,
    output wire [31:0]   rsp_rxid,
    output wire [15:0]   rsp_epoch,
    output wire [LW-1:0] rsp_link,
    output wire          rsp_notify,

    // LEFT events
    output wire          lf_valid,
    output wire [LW-1:0] lf_link
);

generate if ((DATA_W != 64 && DATA_W != 128 && DATA_W != 256 && DATA_W != 512) || LW < 1)
begin : g_bad
    ERROR_ttp_tx_respond_parameter_out_of_range u_bad ();
end endgenerate

localparam [31:0] RESP_N = DATA_W == 512 ? 64 : 16;
localparam CR_W   = DATA_W == 512 ? 7 : 5;      // 0 .. RESP_N
localparam RSP_W  = 4 + 2 + 24 + 32 + 32 + 16 + LW + 1;

wire head_valid, room;
wire pop    = rsp_valid && rsp_ready;
wire [CR_W-1:0] waiting;

ttp_fifo #(.WIDTH(RSP_W), .DEPTH(RESP_N)) u_rspq (
    .clk(clk), .rst(core_rst),
    .in_valid(rs_valid), .in_ready(room),
    .in_data({rs_op, rs_vc, rs_node, rs_txid, rs_rxid, rs_epoch, rs_link, rs_notify}),
    .out_valid(head_valid), .out_ready(pop),
    .out_data({rsp_op, rsp_vc, rsp_node, rsp_txid, rsp_rxid, rsp_epoch, rsp_link, rsp_notify}),
    .count(waiting)
);

reg [CR_W-1:0] credit_q, credit_d;
reg [2:0]      held_q, held_d;      // links in the ring: under way and left, 0..4
reg [2:0]      left_q, left_d;      // of those left, 0..4
reg [1:0]      wr_q, rd_q;

assign rsp_valid = head_valid && !(rsp_notify && held_q[2]);
assign resp_ok   = credit_q > 4;
assign cr_any    = credit_q > 2;
assign lf_valid  = left_q != 3'd0;

wire enter  = pop && rsp_notify;
wire lf_pop = lf_valid && lf_ready;

ttp_ram_async #(.WIDTH(LW), .DEPTH(4)) u_left (
    .clk(clk), .wr_en(enter), .wr_addr(wr_q), .wr_data(rsp_link),
    .rd_addr(rd_q), .rd_data(lf_link)
);

always @* begin
    credit_d = credit_q + {{CR_W-1{1'b0}}, cr_give} + {{CR_W-1{1'b0}}, pop}
                        - {{CR_W-1{1'b0}}, rx_cr_take} - {{CR_W-1{1'b0}}, ar_cr_take};
    held_d   = held_q + {2'd0, enter} - {2'd0, lf_pop};
    left_d   = left_q + {2'd0, left_pulse} - {2'd0, lf_pop};
end

always @(posedge clk) begin
    credit_q <= credit_d;
    held_q   <= held_d;
    left_q   <= left_d;
    wr_q     <= wr_q + {1'b0, enter};
    rd_q     <= rd_q + {1'b0, lf_pop};
    if (core_rst) begin
        credit_q <= RESP_N[CR_W-1:0];
        held_q   <= 3'd0;
        left_q   <= 3'd0;
        wr_q     <= 2'd0;
        rd_q     <= 2'd0;
    end
end

wire unused = &{1'b0, room, waiting};

`ifdef FORMAL
    always @(posedge clk) if (!core_rst) begin
        // Every response in the queue holds a credit.
        assert ({1'b0, credit_q} + {1'b0, waiting} <= {1'b0, RESP_N[CR_W-1:0]});
        if (rs_valid) assert (room);
        assert (held_q <= 3'd4 && left_q <= held_q);
        if (left_pulse) assert (left_q < held_q);
    end
`endif

endmodule

`resetall
