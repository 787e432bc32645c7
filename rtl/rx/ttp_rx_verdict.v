// SPDX-License-Identifier: Apache-2.0
//
// ttp_rx_verdict - is a frame taken, or which rule does it break first (pkt.ignored)
//
// A frame is judged once, in stage 1 of its last beat. A dropped one moves exactly one counter,
// that of the first rule in the order below. Counters 13 (DROP_SPACE) and 14 (DROP_FAR) of the
// drops belong to the link pipe.
//
// Timing: push is combinational from flops, cfg_on, credit_for_frame and queue_room. The pulses are
// flops, in the cycle after.
// Part of: ttp_rx_parse

`include "ttp_defs.vh"

`resetall
`default_nettype none

module ttp_rx_verdict (
    input  wire         clk,
    input  wire         core_rst,
    input  wire         cfg_on,         // MAC enabled and ready
    input  wire         queue_room,
    input  wire         credit_for_frame,   // a response credit is free

    // Of the frame whose last beat is in stage 1
    input  wire         ends,           // there is one
    input  wire         too_long,
    input  wire         bad,
    input  wire [11:0]  beyond,         // bytes beyond byte 60, signed
    input  wire         bad_dst,
    input  wire         bad_src,
    input  wire         bad_type,
    input  wire         bad_tth,
    input  wire         gateway,
    input  wire         bad_op,
    input  wire         bad_vc,
    input  wire         huge_len,       // TSH length >= 2048: len means nothing
    input  wire [11:0]  len,            // TSH length - 26, signed
    input  wire [3:0]   op,

    output wire         is_payload,     // in.control: no other opcode has one
    output wire         push,           // it is taken
    output wire [15:0]  drop_pulse,     // bit i: counter 32 + i
    output wire [10:0]  rx_pulse        // by opcode
);

wire negative  = len[11] && !huge_len;
wire above_max = len[10] && |len[9:0];                          // > 1024
wire odd_size  = is_payload && (huge_len || len[10:0] == 11'd0 || above_max);
wire cut       = huge_len || len[10:0] > beyond[10:0];

assign is_payload = op == `TTP_OP_PAYLOAD && !bad_op;

reg [15:0] drop_pulse_d, drop_pulse_q;
reg        taken;

always @* begin
    drop_pulse_d = 16'd0;
    taken        = 1'b0;
    if (ends) begin
        if      (!cfg_on)              drop_pulse_d[15] = 1'b1;
        else if (too_long)                 drop_pulse_d[2]  = 1'b1;     // in.long
        else if (bad)                  drop_pulse_d[0]  = 1'b1;     // in.fcs
        else if (beyond[11])           drop_pulse_d[1]  = 1'b1;     // in.short, pkt.min
        else if (bad_type)             drop_pulse_d[3]  = 1'b1;     // in.type
        else if (bad_dst)              drop_pulse_d[4]  = 1'b1;     // in.dest
        else if (bad_src)              drop_pulse_d[5]  = 1'b1;     // in.source
        else if (bad_tth)              drop_pulse_d[6]  = 1'b1;     // in.tth
        else if (gateway)              drop_pulse_d[7]  = 1'b1;     // in.gateway
        else if (negative || odd_size) drop_pulse_d[8]  = 1'b1;     // in.length, pkt.size
        else if (cut)                  drop_pulse_d[1]  = 1'b1;     // in.short
        else if (bad_op)               drop_pulse_d[9]  = 1'b1;     // in.opcode
        else if (bad_vc)               drop_pulse_d[10] = 1'b1;     // in.vc
        else if (!queue_room)          drop_pulse_d[11] = 1'b1;     // in.slots
        else if (!credit_for_frame)    drop_pulse_d[12] = 1'b1;     // in.slots
        else                           taken            = 1'b1;
    end
end

assign push = taken;

reg [10:0] rx_pulse_d, rx_pulse_q;          // rx_pulse_d: were it taken
integer    k;

always @* begin
    for (k = 0; k < 11; k = k + 1) rx_pulse_d[k] = op == k[3:0];
end

always @(posedge clk) begin
    drop_pulse_q <= drop_pulse_d;
    rx_pulse_q   <= rx_pulse_d;
    if (core_rst)           drop_pulse_q <= 16'd0;
    if (core_rst || !taken) rx_pulse_q   <= 11'd0;
end

assign drop_pulse = drop_pulse_q;
assign rx_pulse   = rx_pulse_q;

`ifdef FORMAL
    always @(posedge clk) if (!core_rst) begin
        // One verdict a frame.
        assert ((drop_pulse_d & (drop_pulse_d - 16'd1)) == 16'd0);
        assert (!(taken && |drop_pulse_d) && ends == (taken || |drop_pulse_d));
    end
`endif

endmodule

`resetall
