// SPDX-License-Identifier: Apache-2.0
//
// ttp_port_tx - whose turn it is (port.turn), and the IPv4 form (ip.out, ip.ports)
//
//   MAC ----+--> A --> u_out --> wire
//   other --+
//
// What a frame becomes is settled when its first beat is taken. The length of UDP is that of TTH
// less 20, which is what TSH has. The checksum is the inverted sum of the ten words with its
// carries added to it: cfg_sum has the words that are the same in each frame, part_q the others.
//
// Timing: out_* from flops and distributed RAM. A beat that is taken in cycle t is at the output
// in t+2; A waits while the four places of u_out are full. The ready of a source comes from flops
// and the valid of both; one source in a cycle.
// Part of: ttp_port

`include "ttp_port_defs.vh"

`resetall
`default_nettype none

module ttp_port_tx #(
    parameter DATA_W = 512
) (
    input  wire                clk,
    input  wire                rst,

    input  wire                cfg_ipv4,
    input  wire [7:0]          cfg_share,
    input  wire [31:0]         cfg_addr,
    input  wire [31:0]         cfg_host,
    input  wire [5:0]          cfg_dscp,
    input  wire [19:0]         cfg_sum,

    // The route of a node
    output wire [23:0]         node,
    input  wire                routed,
    input  wire [1:0]          ports,
    input  wire [47:0]         next_hop,

    input  wire                ttp_valid,
    output wire                ttp_ready,
    input  wire [DATA_W-1:0]   ttp_data,
    input  wire [DATA_W/8-1:0] ttp_keep,
    input  wire                ttp_last,
    input  wire                ttp_user,

    input  wire                other_valid,
    output wire                other_ready,
    input  wire [DATA_W-1:0]   other_data,
    input  wire [DATA_W/8-1:0] other_keep,
    input  wire                other_last,

    output wire                out_valid,
    input  wire                out_ready,
    output wire [DATA_W-1:0]   out_data,
    output wire [DATA_W/8-1:0] out_keep,
    output wire                out_last,
    output wire                out_user,

    output wire                sent_ip,     // pulses: a frame begins in IPv4 form
    output wire                sent_other   // ... an other one
);

localparam B      = DATA_W / 8;
localparam WPC    = 64 / B;
localparam AT_LEN = 16 / B;

// ---------------------------------------------------------------- whose turn
reg         under_q, is_other_q;        // a frame is under way, an other one
reg  [7:0]  passed_q;                   // frames of the MAC while an other one waited
wire        room;
reg         a_valid_q;
wire        can   = !a_valid_q || room;
wire        due   = passed_q >= cfg_share && cfg_share != 8'd0;
wire        turn  = other_valid && (!ttp_valid || due);
wire        other = under_q ? is_other_q : turn;
assign      ttp_ready   = can && !other;
assign      other_ready = can && other;
wire        takes = can && (other ? other_valid : ttp_valid);
wire        first = takes && !under_q;
wire        last  = other ? other_last : ttp_last;

always @(posedge clk) begin
    if (takes) under_q <= !last;
    if (first) is_other_q <= other;
    if (!other_valid || (first && other)) passed_q <= 8'd0;
    else if (first && passed_q != 8'hFF) passed_q <= passed_q + 8'd1;
    if (rst) begin
        under_q  <= 1'b0;
        passed_q <= 8'd0;
    end
end

// ---------------------------------------------------------------- A
wire [511:0] pin = {WPC{ttp_data}};
assign       node = {pin[8*3 +: 8], pin[8*4 +: 8], pin[8*5 +: 8]};
wire [15:0]  tth  = {pin[8*16 +: 8], pin[8*17 +: 8]};
wire [15:0]  total = tth < `TTP_PORT_LEAST ? `TTP_PORT_LEAST : tth;

reg  [DATA_W-1:0] a_data_q;
reg  [B-1:0]      a_keep_q;
reg               a_last_q, a_user_q, ip_q;
reg  [3:0]        beat_q, a_beat_q;     // of the frame, up to WPC
reg  [23:0]       node_q;
reg  [47:0]       hop_q;
reg  [15:0]       port_q, total_q, udp_q;
reg  [17:0]       part_q;
reg  [13:0]       spray_q;
wire              is_ip = cfg_ipv4 && routed && !other;
wire [23:0]       dest  = first ? node : node_q;

always @(posedge clk) begin
    if (can) a_valid_q <= takes;
    if (can) begin
        a_data_q <= other ? other_data : ttp_data;
        a_keep_q <= other ? other_keep : ttp_keep;
        a_last_q <= last;
        a_user_q <= !other && ttp_user;
        a_beat_q <= beat_q;
    end
    if (takes) beat_q <= last ? 4'd0 : beat_q[3:0] == WPC[3:0] ? beat_q : beat_q + 4'd1;
    if (first) begin
        ip_q   <= is_ip;
        node_q <= node;
        hop_q  <= next_hop;
        port_q <= ports == 2'd0 ? `TTP_PORT_UDP_PORT
                : {2'b11, ports == 2'd1 ? node[13:0] ^ {4'd0, node[23:14]} : spray_q};
        if (is_ip && ports[1]) spray_q <= spray_q + 14'd1;
    end
    if (takes && beat_q == AT_LEN[3:0]) begin
        total_q <= total;
        udp_q   <= tth - 16'd20;
        part_q  <= {2'd0, total} + {10'd0, dest[23:16]} + {2'd0, dest[15:0]};
    end
    if (rst) begin
        a_valid_q <= 1'b0;
        beat_q    <= 4'd0;
        spray_q   <= 14'd0;
    end
end

// ---------------------------------------------------------------- the IPv4 form
wire [31:0]  to    = (cfg_addr & ~cfg_host) | {8'd0, node_q};
wire [19:0]  sum   = cfg_sum + {2'd0, part_q};
wire [16:0]  once  = {1'b0, sum[15:0]} + {13'd0, sum[19:16]};
wire [15:0]  check = ~(once[15:0] + {15'd0, once[16]});
wire [511:0] was   = {WPC{a_data_q}};
reg  [511:0] form;
reg  [DATA_W-1:0] data;
integer k;
always @* begin
    form = was;
    for (k = 0; k < 6; k = k + 1) form[8*k +: 8] = hop_q[8*(5-k) +: 8];
    {form[8*12 +: 8], form[8*13 +: 8]} = `TTP_PORT_IPV4;
    form[8*14 +: 16] = {cfg_dscp, 2'd0, 8'h45};
    {form[8*16 +: 8], form[8*17 +: 8]} = total_q;
    form[8*18 +: 16] = 16'd0;
    {form[8*20 +: 8], form[8*21 +: 8]} = `TTP_PORT_DF;
    form[8*22 +: 16] = {`TTP_PORT_UDP, `TTP_PORT_TTL};
    {form[8*24 +: 8], form[8*25 +: 8]} = check;
    for (k = 0; k < 4; k = k + 1) begin
        form[8*(26+k) +: 8] = cfg_addr[8*(3-k) +: 8];
        form[8*(30+k) +: 8] = to[8*(3-k) +: 8];
    end
    {form[8*34 +: 8], form[8*35 +: 8]} = port_q;
    {form[8*36 +: 8], form[8*37 +: 8]} = `TTP_PORT_UDP_PORT;
    {form[8*38 +: 8], form[8*39 +: 8]} = udp_q;
    form[8*40 +: 16] = 16'd0;
    data = a_data_q;
    for (k = 0; k < WPC; k = k + 1)
        if (ip_q && a_beat_q == k[3:0]) data = form[DATA_W*k +: DATA_W];
end

wire [2:0] beats;
ttp_fifo #(.WIDTH(DATA_W + B + 2), .DEPTH(4)) u_out (
    .clk(clk), .rst(rst), .in_valid(a_valid_q), .in_ready(room),
    .in_data({a_user_q, a_last_q, a_keep_q, data}), .out_valid(out_valid), .out_ready(out_ready),
    .out_data({out_user, out_last, out_keep, out_data}), .count(beats)
);

assign sent_ip    = first && is_ip;
assign sent_other = first && other;

wire unused = &{1'b0, beats, pin, was};

endmodule

`resetall
