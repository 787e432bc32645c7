// SPDX-License-Identifier: Apache-2.0
//
// card_host_first - collects the first four beats of a payload before its frame begins
//
// Ethernet pads a short frame, so a payload below 28 bytes must state its length, and the header
// goes first. The beats stand until `clear`; the rest of a longer payload passes by.
//
// Timing: outputs are flops, but first_data is combinational from first_step.
// Test: tb/block/card_host.cpp

`resetall
`default_nettype none

module card_host_first (
    input  wire        clk,
    input  wire        rst,

    // Payloads; a beat is taken in each cycle with tvalid while first_open
    input  wire [63:0] s_axis_data_tdata,
    input  wire [7:0]  s_axis_data_tkeep,
    input  wire        s_axis_data_tvalid,
    input  wire        s_axis_data_tlast,
    input  wire [25:0] s_axis_data_tid,

    output wire        first_open,      // there is room for another beat
    output wire        first_ready,     // four beats, or a whole payload
    output wire        first_whole,     // the payload ends with them
    output wire [2:0]  first_end,       // index of the last beat
    output wire [2:0]  first_tail,      // index of its last byte
    output wire [25:0] first_tid,
    output wire [8:0]  first_length,    // of the payload below 28 bytes, 0 from there on
    input  wire [1:0]  first_step,
    output wire [63:0] first_data,      // beat first_step
    input  wire        clear            // pulse: the payload has been sent
);

reg  [2:0]  beats_q, beats_d;
reg         last_q, last_d;
reg  [2:0]  tail_q, tail_d;
reg  [25:0] tid_q, tid_d;

wire        put = first_open && s_axis_data_tvalid;
wire [2:0]  tail;

eth_last_byte u_tail (.keep(s_axis_data_tkeep), .last(tail));

ttp_ram_async #(.WIDTH(64), .DEPTH(4)) u_first (
    .clk(clk), .wr_en(put), .wr_addr(beats_q[1:0]), .wr_data(s_axis_data_tdata),
    .rd_addr(first_step), .rd_data(first_data)
);

// Below 28 bytes: fewer than four beats, or four with at most three bytes in the last
wire        brief  = last_q && (!beats_q[2] || tail_q < 3'd3);
wire [5:0]  length = {1'b0, first_end[1:0], tail_q} + 6'd1;

always @* begin
    beats_d = beats_q;
    last_d  = last_q;
    tail_d  = tail_q;
    tid_d   = tid_q;
    if (put) begin
        beats_d = beats_q + 3'd1;
        last_d  = s_axis_data_tlast;
        tail_d  = tail;
        if (beats_q == 3'd0) tid_d = s_axis_data_tid;
    end
    if (clear) begin
        beats_d = 3'd0;
        last_d  = 1'b0;
    end
end

always @(posedge clk) begin
    beats_q <= beats_d;
    last_q  <= last_d;
    tail_q  <= tail_d;
    tid_q   <= tid_d;
    if (rst) begin
        beats_q <= 3'd0;
        last_q  <= 1'b0;
    end
end

assign first_open   = !beats_q[2] && !last_q;
assign first_ready  = beats_q[2] || last_q;
assign first_whole  = last_q;
assign first_end    = beats_q - 3'd1;
assign first_tail   = tail_q;
assign first_tid    = tid_q;
assign first_length = brief ? {3'd0, length} : 9'd0;

endmodule

`resetall
