// SPDX-License-Identifier: Apache-2.0
//
// ttp_port_rx - what comes from the wire: to the MAC in TTPoE form (ip.in), to the other queue
//
//   pins --> A --> u_words --------+--> out --> the MAC
//            |                     |     +----> ttp_port_queue
//            +--> head --> u_verdicts
//
// A frame leaves u_words when its verdict is there, a beat a cycle. So u_words holds no more than
// the beats up to byte 41, and what comes in the three cycles until its verdict is seen.
//
// Timing: outputs from flops. A beat at the pins in cycle t is in A in t+1; the beat that makes
// the frame known in A in cycle k, its verdict in k+1, seen in k+2, the first beat out in k+3.
// Part of: ttp_port

`include "ttp_defs.vh"
`include "ttp_port_defs.vh"

`resetall
`default_nettype none

module ttp_port_rx #(
    parameter DATA_W    = 512,
    parameter ADDR_HIGH = {8'd0, `TTP_OUI}
) (
    input  wire                clk,
    input  wire                rst,

    input  wire                cfg_other,
    input  wire                cfg_ipv4,
    input  wire                cfg_any_port,
    input  wire [31:0]         cfg_addr,
    input  wire [31:0]         cfg_host,
    output wire [23:0]         node,
    input  wire                routed,

    input  wire [DATA_W-1:0]   in_data,
    input  wire [DATA_W/8-1:0] in_keep,
    input  wire                in_valid,
    input  wire                in_last,
    input  wire                in_user,

    output wire [DATA_W-1:0]   out_data,
    output wire [DATA_W/8-1:0] out_keep,
    output wire                out_last,
    output wire                out_user,
    output wire                mac_valid,   // it is for the MAC
    output wire                other_valid, // ... for the other queue

    output wire                taken,       // pulses: ip.in
    output wire [4:0]          bad          // ... ip.bad
);

localparam B    = DATA_W / 8;
localparam WPC  = 64 / B;
localparam DEEP = 16;
localparam [31:0] HIGH = ADDR_HIGH;

// ---------------------------------------------------------------- A
reg              a_valid_q, a_last_q, a_user_q;
reg [DATA_W-1:0] a_data_q;
reg [B-1:0]      a_keep_q;
always @(posedge clk) begin
    a_valid_q <= in_valid;
    a_data_q  <= in_data;
    a_keep_q  <= in_keep;
    a_last_q  <= in_last;
    a_user_q  <= in_user;
    if (rst) a_valid_q <= 1'b0;
end

// ---------------------------------------------------------------- the verdict
wire        valid, to_mac, to_other, as_ip, is_ip;
wire [15:0] length;
ttp_port_head #(.DATA_W(DATA_W)) u_head (
    .clk(clk), .rst(rst), .cfg_other(cfg_other), .cfg_ipv4(cfg_ipv4),
    .cfg_any_port(cfg_any_port), .cfg_addr(cfg_addr), .cfg_host(cfg_host),
    .in_valid(a_valid_q), .in_data(a_data_q), .in_keep(a_keep_q), .in_last(a_last_q),
    .node(node), .routed(routed), .valid(valid), .to_mac(to_mac), .to_other(to_other),
    .as_ip(as_ip), .length(length), .is_ip(is_ip), .bad(bad)
);
assign taken = valid && as_ip;

wire              have, word_room, verdict_room, word, last, user, mac, other, ip, goes;
wire [DATA_W-1:0] data;
wire [B-1:0]      keep;
wire [23:0]       from;
wire [15:0]       size;
wire [4:0]        words, verdicts;
ttp_fifo #(.WIDTH(DATA_W + B + 2), .DEPTH(DEEP)) u_words (
    .clk(clk), .rst(rst), .in_valid(a_valid_q), .in_ready(word_room),
    .in_data({a_user_q, a_last_q, a_keep_q, a_data_q}), .out_valid(word), .out_ready(goes),
    .out_data({user, last, keep, data}), .count(words)
);
ttp_fifo #(.WIDTH(43), .DEPTH(DEEP)) u_verdicts (
    .clk(clk), .rst(rst), .in_valid(valid), .in_ready(verdict_room),
    .in_data({to_mac, to_other, as_ip, node, length}), .out_valid(have),
    .out_ready(goes && last), .out_data({mac, other, ip, from, size}), .count(verdicts)
);
assign goes = word && have;

// ---------------------------------------------------------------- out
reg  [2:0]   beat_q;            // of the frame at the output of u_words, up to WPC
wire [23:0]  own = cfg_addr[23:0] & cfg_host[23:0];
wire [511:0] pin = {WPC{data}};
reg  [511:0] ttp;               // the frame in TTPoE form
reg  [DATA_W-1:0] form;
integer k;
always @* begin
    ttp = pin;
    for (k = 0; k < 3; k = k + 1) begin
        ttp[8*k      +: 8] = HIGH[8*(2-k) +: 8];
        ttp[8*(k+3)  +: 8] = own[8*(2-k) +: 8];
        ttp[8*(k+6)  +: 8] = HIGH[8*(2-k) +: 8];
        ttp[8*(k+9)  +: 8] = from[8*(2-k) +: 8];
        ttp[8*(k+34) +: 8] = from[8*(2-k) +: 8];
        ttp[8*(k+37) +: 8] = own[8*(2-k) +: 8];
    end
    {ttp[8*12 +: 8], ttp[8*13 +: 8]} = `TTP_ETHERTYPE;
    ttp[8*14 +: 16]  = {8'd0, `TTP_TTH0};
    ttp[8*18 +: 128] = 128'd0;
    {ttp[8*40 +: 8], ttp[8*41 +: 8]} = size;
    ttp[8*50+5] = 1'b0;
    form = data;
    for (k = 0; k < WPC; k = k + 1)
        if (ip && beat_q == k[2:0]) form = ttp[DATA_W*k +: DATA_W];
    // A beat of 512 bits has no number beyond the first.
end

reg [DATA_W-1:0] data_q;
reg [B-1:0]      keep_q;
reg              last_q, user_q, mac_q, other_q;
reg              body_q;        // the beats of the header are past
always @(posedge clk) begin
    data_q  <= body_q ? data : form;
    keep_q  <= keep;
    last_q  <= last;
    user_q  <= user;
    mac_q   <= goes && mac;
    other_q <= goes && other;
    if (goes) begin
        beat_q <= last ? 3'd0 : beat_q + 3'd1;
        body_q <= !last && (body_q || {29'd0, beat_q} == WPC - 1);
    end
    if (rst) begin
        {mac_q, other_q, body_q} <= 3'd0;
        beat_q <= 3'd0;
    end
end

assign out_data    = data_q;
assign out_keep    = keep_q;
assign out_last    = last_q;
assign out_user    = user_q;
assign mac_valid   = mac_q;
assign other_valid = other_q;

wire unused = &{1'b0, words, verdicts, word_room, verdict_room, is_ip, pin};

`ifdef FORMAL
    always @(posedge clk) if (!rst) begin
        assert (!a_valid_q || word_room);
        assert (!valid || verdict_room);
    end
`endif

endmodule

`resetall
