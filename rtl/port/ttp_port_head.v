// SPDX-License-Identifier: Apache-2.0
//
// ttp_port_head - what a frame is, from its header as it passes: port.ttp, port.ip, port.other
//
// One in IPv4 form that is bad breaks the first of ip.version, ip.checksum, ip.fragment, ip.length
// and ip.source (ip.bad). What is read of it below is all that counts: ip.ignored.
//
//   byte   12     14    16      20       23      24         26       30        34 .. 37   38
//        | type | 45 | length | offset | 17 | checksum | source | our own | ports    | UDP length
//
// The frame is known behind the beat with byte 41; or, where that says enough, behind the one with
// its EtherType, or its last one. ip.checksum: the ten words add up to k times 0xFFFF, k from 1 to
// 10, which is where the bits above 16 of the sum are those of its lowest four, inverted, and the
// others are 1.
//
// Timing: the beat in cycle t, the verdict in t+1, with CTRL as it is in t and the routes of t+1.
// Everything from flops but for the lookup of the route.
// Part of: ttp_port_rx

`include "ttp_defs.vh"
`include "ttp_port_defs.vh"

`resetall
`default_nettype none

module ttp_port_head #(
    parameter DATA_W = 512
) (
    input  wire                clk,
    input  wire                rst,

    // Registers
    input  wire                cfg_other,
    input  wire                cfg_ipv4,
    input  wire                cfg_any_port,
    input  wire [31:0]         cfg_addr,
    input  wire [31:0]         cfg_host,    // the bits of the host part

    input  wire                in_valid,
    input  wire [DATA_W-1:0]   in_data,
    input  wire [DATA_W/8-1:0] in_keep,
    input  wire                in_last,

    output wire [23:0]         node,        // its route is looked up
    input  wire                routed,

    output wire                valid,       // a verdict
    output wire                to_mac,
    output wire                to_other,
    output wire                as_ip,       // to the MAC, and in IPv4 form
    output wire [15:0]         length,      // of UDP
    output wire                is_ip,       // in IPv4 form, to be dropped or not
    output wire [4:0]          bad          // one at most: ip.version, .checksum, .fragment, ...
);

localparam B       = DATA_W / 8;
localparam WPC     = 64 / B;                // beats of 64 bytes
localparam AT_TYPE = 12 / B;
localparam AT_UDP  = 40 / B;

// Byte k of a frame is pin[8*k +: 8] while its beat is here.
wire [511:0] pin  = {WPC{in_data}};
wire [63:0]  keep = {WPC{in_keep}};

reg  [2:0]     beat_q;                      // of this frame, up to AT_UDP + 1
reg            known_q;                     // this frame has its verdict
reg  [WPC-1:0] at;
integer        j, w;
always @* for (j = 0; j < WPC; j = j + 1) at[j] = in_valid && beat_q == j[2:0];

wire ip_type = {pin[8*12 +: 8], pin[8*13 +: 8]} == `TTP_PORT_IPV4 && keep[13];
wire ends    = in_valid && !known_q
            && (in_last || at[AT_UDP] || (at[AT_TYPE] && !(ip_type && cfg_ipv4)));

// The words of the IPv4 header in this beat
reg  [B/2-1:0] lane;                        // word l of the beat is one
reg  [19:0]    sum, sum_q;
always @* begin
    lane = {B/2{1'b0}};
    for (w = 14; w < 34; w = w + 2)
        if (at[w / B]) lane[w % B / 2] = 1'b1;
    sum = sum_q & {20{!at[0]}};
    for (w = 0; w < B / 2; w = w + 1)
        sum = sum + {4'd0, {in_data[16*w +: 8], in_data[16*w+8 +: 8]} & {16{lane[w]}}};
end

reg         valid_q, ttp_q, typed_q, ip_q, whole_q, five_q, four_q, part_q, udp_q, ours_q, port_q,
            from_q;
reg         other_q, ipv4_q, any_q;         // CTRL: one for both looks at it
reg  [15:0] total_q, length_q;
reg  [31:0] source_q;

always @(posedge clk) begin
    if (in_valid) begin
        known_q <= (known_q || ends) && !in_last;
        beat_q  <= in_last ? 3'd0 : beat_q > AT_UDP[2:0] ? beat_q : beat_q + 3'd1;
        sum_q   <= sum;
    end
    valid_q <= ends;
    {other_q, ipv4_q, any_q} <= {cfg_other, cfg_ipv4, cfg_any_port};
    if (at[0]) begin
        typed_q <= 1'b0;
        whole_q <= 1'b0;
    end
    if (at[AT_TYPE]) begin
        typed_q <= keep[13];
        ttp_q   <= {pin[8*12 +: 8], pin[8*13 +: 8]} == `TTP_ETHERTYPE;
        ip_q    <= ip_type;
        four_q  <= pin[8*14+4 +: 4] == 4'd4;
        five_q  <= pin[8*14 +: 4] == 4'd5;
    end
    if (at[16 / B]) total_q <= {pin[8*16 +: 8], pin[8*17 +: 8]};
    if (at[20 / B]) begin
        part_q  <= {pin[8*20 +: 6], pin[8*21 +: 8]} != 14'd0;
        udp_q   <= pin[8*23 +: 8] == `TTP_PORT_UDP;
    end
    if (at[26 / B]) source_q <= {pin[8*26 +: 8], pin[8*27 +: 8], pin[8*28 +: 8], pin[8*29 +: 8]};
    if (at[30 / B]) ours_q   <= {pin[8*30 +: 8], pin[8*31 +: 8]} == cfg_addr[31:16];
    if (at[32 / B]) begin
        // The first half was compared a beat before, or is beside it.
        ours_q  <= (30 / B == 32 / B ? {pin[8*30 +: 8], pin[8*31 +: 8]} == cfg_addr[31:16]
                                     : ours_q)
                && {pin[8*32 +: 8], pin[8*33 +: 8]} == cfg_addr[15:0];
        from_q  <= {pin[8*34 +: 8], pin[8*35 +: 8]} == `TTP_PORT_UDP_PORT;
        port_q  <= {pin[8*36 +: 8], pin[8*37 +: 8]} == `TTP_PORT_UDP_PORT;
        length_q <= {pin[8*38 +: 8], pin[8*39 +: 8]};
    end
    if (at[AT_UDP]) whole_q <= keep[41];
    if (rst) begin
        {known_q, valid_q} <= 2'd0;
        beat_q             <= 3'd0;
    end
end

assign node = source_q[23:0] & cfg_host[23:0];

wire [31:0] apart    = (source_q ^ cfg_addr) & ~cfg_host;
wire [16:0] needs    = {1'b0, length_q} + 17'd20;
wire        v_bad    = !four_q;
wire        sum_bad  = sum_q[15:0] != ~{12'd0, sum_q[19:16]};
wire        part_bad = part_q;
wire        len_bad  = needs > {1'b0, total_q};
wire        from_bad = apart != 32'd0 || !routed;

assign is_ip    = ipv4_q && whole_q && typed_q && ip_q && five_q && udp_q && ours_q && port_q
               && (from_q || any_q);
assign bad      = !is_ip || !valid_q ? 5'd0 : v_bad ? 5'd1 : sum_bad ? 5'd2 : part_bad ? 5'd4
                : len_bad ? 5'd8 : from_bad ? 5'd16 : 5'd0;
assign as_ip    = is_ip && bad == 5'd0;
assign to_other = !is_ip && typed_q && !ttp_q && other_q;
assign to_mac   = is_ip ? as_ip : !to_other;
assign valid    = valid_q;
assign length   = length_q;

wire unused = &{1'b0, pin, keep};

endmodule

`resetall
