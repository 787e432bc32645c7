// SPDX-License-Identifier: Apache-2.0
//
// card_host_head - reads the header of a host's frame, beat by beat, and holds it
//
//     beat  bytes    holds
//     0      0.. 7   destination, first two bytes of the host's address
//     1      8..15   the rest of it, EtherType, version and type, VC
//     2     16..23   flags, node, length, number
//     3     24..31   limit, (ack), tag
//
// A frame of the UART begins with beat 1 and goes on with beat 2: no address, so it is always ours.
// All fields stand from the cycle after head_end until the next header begins. head_bad comes a
// cycle later still: it is made from the fields.
//
// Timing: outputs are flops, but head_end (combinational from flops and the stream).
// Test: tb/block/card_host.cpp

`include "card_defs.vh"

`resetall
`default_nettype none

module card_host_head (
    input  wire        clk,
    input  wire        rst,
    input  wire [23:0] cfg_node,

    // Frames; a beat is taken in each cycle with tvalid while `on` is high
    input  wire        on,
    input  wire [63:0] s_axis_in_tdata,
    input  wire        s_axis_in_tkeep7,
    input  wire        s_axis_in_tvalid,
    input  wire        s_axis_in_tlast,
    input  wire        in_uart,
    output wire        head_end,        // pulse: this beat is the last one of the header

    // Verdicts
    output wire        head_ours,       // destination and EtherType
    output wire        head_bad,        // version, type, length
    output wire        head_ended,      // nothing follows the header

    // Fields. Address and tag as they lie in the frame: first byte in [7:0]
    output wire        head_uart,
    output wire [47:0] head_mac,
    output wire [3:0]  head_kind,
    output wire [7:0]  head_vc,
    output wire        head_flag,       // ASK of a CREDIT
    output wire [23:0] head_node,
    output wire [15:0] head_length,
    output wire [15:0] head_seq,
    output wire [15:0] head_limit,
    output wire [31:0] head_tag
);

reg  [1:0]  beat_q, beat_d;
reg         ours_q, ours_d, bad_q, bad_d, ended_q, ended_d, short_q, short_d;
reg         uart_q, uart_d, flag_q, flag_d;
reg  [47:0] mac_q, mac_d;
reg  [7:0]  vt_q, vt_d, vc_q, vc_d;         // vt: version and type
reg  [23:0] node_q, node_d;
reg  [15:0] length_q, length_d, seq_q, seq_d, limit_q, limit_d;
reg  [31:0] tag_q, tag_d;

wire [63:0] d    = s_axis_in_tdata;
wire        take = on && s_axis_in_tvalid;
wire [3:0]  kind = vt_q[3:0];

wire [47:0] own   = {cfg_node[7:0], cfg_node[15:8], cfg_node[23:16], `CARD_OUI};
wire        to_us = d[47:0] == own || d[47:0] == {48{1'b1}};

wire data_ok = length_q != 16'd0 && length_q <= 16'd1024 && !ended_q;
wire req_ok  = length_q != 16'd0 && length_q <= 16'd256 && length_q[2:0] == 3'd0 && !ended_q;
wire size_ok = kind == `HL_DATA ? data_ok : kind == `HL_REQ ? req_ok : length_q == 16'd0;
wire type_ok = vt_q[7:4] == 4'd1 && kind >= `HL_HELLO && kind <= `HL_BYE;

assign head_end = take && (beat_q == 2'd3 || s_axis_in_tlast);

always @* begin
    beat_d   = beat_q;
    ours_d   = ours_q;
    bad_d    = !type_ok || !size_ok || short_q;
    ended_d  = ended_q;
    short_d  = short_q;
    uart_d   = uart_q;
    flag_d   = flag_q;
    mac_d    = mac_q;
    vt_d     = vt_q;
    vc_d     = vc_q;
    node_d   = node_q;
    length_d = length_q;
    seq_d    = seq_q;
    limit_d  = limit_q;
    tag_d    = tag_q;

    if (take) begin
        beat_d  = beat_q + 2'd1;
        ended_d = s_axis_in_tlast;
        short_d = s_axis_in_tlast && (beat_q != 2'd3 || !s_axis_in_tkeep7);
        case (beat_q)
        2'd0: begin
            uart_d = in_uart;
            if (in_uart) begin
                ours_d       = 1'b1;
                {vc_d, vt_d} = d[63:48];
                beat_d       = 2'd2;
            end else begin
                ours_d      = to_us && !s_axis_in_tlast;
                mac_d[15:0] = d[63:48];
            end
        end
        2'd1: begin
            ours_d       = ours_q && d[47:32] == `CARD_ETHERTYPE;
            mac_d[47:16] = d[31:0];
            {vc_d, vt_d} = d[63:48];
        end
        2'd2: begin
            flag_d   = d[0];
            node_d   = {d[15:8], d[23:16], d[31:24]};
            length_d = {d[39:32], d[47:40]};
            seq_d    = {d[55:48], d[63:56]};
        end
        default: begin
            limit_d = {d[7:0], d[15:8]};
            tag_d   = d[63:32];
        end
        endcase
        if (s_axis_in_tlast) beat_d = 2'd0;
    end
end

always @(posedge clk) begin
    beat_q   <= beat_d;
    ours_q   <= ours_d;
    bad_q    <= bad_d;
    ended_q  <= ended_d;
    short_q  <= short_d;
    uart_q   <= uart_d;
    flag_q   <= flag_d;
    mac_q    <= mac_d;
    vt_q     <= vt_d;
    vc_q     <= vc_d;
    node_q   <= node_d;
    length_q <= length_d;
    seq_q    <= seq_d;
    limit_q  <= limit_d;
    tag_q    <= tag_d;
    if (rst) beat_q <= 2'd0;
end

assign head_ours   = ours_q;
assign head_bad    = bad_q;
assign head_ended  = ended_q;
assign head_uart   = uart_q;
assign head_mac    = mac_q;
assign head_kind   = kind;
assign head_vc     = vc_q;
assign head_flag   = flag_q;
assign head_node   = node_q;
assign head_length = length_q;
assign head_seq    = seq_q;
assign head_limit  = limit_q;
assign head_tag    = tag_q;

endmodule

`resetall
