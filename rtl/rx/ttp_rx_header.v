// SPDX-License-Identifier: Apache-2.0
//
// ttp_rx_header - the fields of a frame's header, each captured from the pins as it passes
//
//   byte    0    6    12   14    15    34    40     42   43   44    46     48   52     56     60
//         | dst | src | type | 05 | gw | pad | TSH | op | VC | to | life | mark | TxID | RxID | ...
//
//   byte   51 ...   60        62      63   64       66 .. 75
//         |  0  |  | 10 | 01 | any | odd | window |   0   |     an offer (sel.frame)
//
//   byte   51 ...   60   61   62     64       66   68 .. 75
//         | 20  |  | 20 | 00 | base | newest | 0  |  map  |     a map
//
// What a field says is decided at the pins where that is one comparison, so that few flops stay.
// Bytes without a name here are ignored (pkt.ignored). The outputs are of the frame in stage 1.
// The life number of an OPEN counts only if bytes 44, 45 and 48..51 are 0 (life.garbage). In any
// other frame both life numbers count only if the mark is there and neither is 0, but for the
// sender's in an OPEN_NACK (life.mark).
// Part of: ttp_rx_parse

`include "ttp_bus_rx.vh"
`include "ttp_defs.vh"

`resetall
`default_nettype none

module ttp_rx_header #(
    parameter DATA_W    = 512,  // bits a beat: 64, 128, 256, 512
    parameter WPC       = 1,    // words a cell, 512 / DATA_W
    parameter PW        = 8,    // log2 of the payloads in flight, 8 or 9
    parameter ADDR_HIGH = {8'd0, `TTP_OUI}  // high 24 bits of our address
) (
    input  wire                     clk,
    input  wire [23:0]              cfg_node,

    // The pins
    input  wire [DATA_W-1:0]        tdata,
    input  wire                     tvalid,
    input  wire [$clog2(WPC)+5:0]   word_s0,    // < 0: a header beat

    // One flop each
    output wire                     bad_dst,    // not for this node
    output wire                     bad_src,    // from this node
    output wire                     bad_type,
    output wire                     bad_tth,
    output wire                     gateway,
    output wire                     bad_op,
    output wire                     bad_vc,
    output wire                     huge_len,   // TSH length >= 2048: len means nothing
    output wire [11:0]              len,        // TSH length - 26, signed
    output wire [3:0]               op,
    output wire [1:0]               vc,
    output wire [23:0]              peer,
    output wire [31:0]              txid,
    output wire [31:0]              rxid,
    output wire [15:0]              life,       // of the sender; 0: none, or not to be trusted
    output wire [15:0]              to_life,    // of this node, as the sender knows it; likewise
    output wire [9:0]               window,     // of an offer, 1..2^PW; 0: the bytes are none
    output wire                     maps,       // the bytes are a map
    output wire [`TTP_HEARD_W-1:0]  heard       // ... this one
);

localparam B  = DATA_W / 8;
localparam WW = $clog2(WPC) + 6;
localparam [31:0] LOW  = WPC - 1;
localparam [31:0] HIGH = ADDR_HIGH;

// Beats in which the fields pass
localparam AT_SRC  = 8 / B;
localparam AT_TYPE = 12 / B;
localparam AT_TSH  = 40 / B;
localparam AT_EXT  = 48 / B;
localparam AT_RXID = 56 / B;
localparam [WW-1:0] WORD_0 = 0, WORD_1 = 1;

reg             bad_type_q, bad_dst_q, bad_src_q, bad_tth_q, gateway_q, bad_op_q, bad_vc_q;
reg             huge_q;
reg  [11:0]     len_q;
reg  [3:0]      op_q;
reg  [1:0]      vc_q;
reg  [23:0]     peer_q;
reg  [31:0]     txid_q, rxid_q;
reg  [15:0]     life_q, to_life_q;
reg             plain_q, offers_q;          // byte 51 is 0; so far it is an offer
reg  [9:0]      window_q;
reg             tells_q, maps_q, far_q;     // byte 51 is 20; so far it is a map; too large a base
reg  [2:0]      part_q;
reg  [63:0]     bits_q;

// Byte k of a frame is pin[8*k +: 8] while its beat is at the pins.
wire [511:0]    pin = {WPC{tdata}};
reg  [WPC-1:0]  at;                         // header beat j is at the pins
integer         j;

always @* begin
    for (j = 0; j < WPC; j = j + 1)
        at[j] = tvalid && word_s0[WW-1] && (word_s0 & LOW[WW-1:0]) == j[WW-1:0];
end

wire [23:0] dst_high = {pin[8*0 +: 8], pin[8*1 +: 8], pin[8*2 +: 8]};
wire [23:0] dst_node = {pin[8*3 +: 8], pin[8*4 +: 8], pin[8*5 +: 8]};
wire [23:0] src_node = {pin[8*9 +: 8], pin[8*10 +: 8], pin[8*11 +: 8]};
wire [15:0] tsh_len  = {pin[8*40 +: 8], pin[8*41 +: 8]};
wire [5:0]  op_byte  = pin[8*42 +: 6];
wire [7:0]  vc_byte  = pin[8*43 +: 8];
wire [15:0] to_byte  = {pin[8*44 +: 8], pin[8*45 +: 8]};
wire [15:0] life_byte = {pin[8*46 +: 8], pin[8*47 +: 8]};

// Whether the life numbers count is known with the mark. In the widest beat all come at once.
wire        is_open  = AT_EXT == AT_TSH ? op_byte == {2'd0, `TTP_OP_OPEN} : op_q == `TTP_OP_OPEN;
wire        none     = (AT_EXT == AT_TSH ? to_byte : to_life_q) == 16'd0;
wire        no_life  = (AT_EXT == AT_TSH ? life_byte : life_q) == 16'd0;
wire        is_nack  = AT_EXT == AT_TSH ? op_byte == {2'd0, `TTP_OP_OPEN_NACK}
                                        : op_q == `TTP_OP_OPEN_NACK;
wire [23:0] mark     = {pin[8*48 +: 8], pin[8*49 +: 8], pin[8*50 +: 8]};
wire        plain    = mark == 24'd0 && pin[8*51 +: 8] == 8'd0;
wire        lives_ok = is_open ? plain && none
                               : mark == `TTP_LIVES_MARK && !none && (!no_life || is_nack);

// The words that follow the header: in a beat of 8 bytes the block ends in the second.
wire        no_ext  = pin[8*51 +: 8] == 8'd0;
wire        offers  = (AT_RXID == AT_EXT ? no_ext : plain_q) && pin[8*63]
                   && {pin[8*60 +: 8], pin[8*61 +: 8]} == `TTP_OFFER;
wire        word_0  = tvalid && word_s0 == WORD_0;
wire        word_1  = tvalid && word_s0 == WORD_1 && B == 8;
wire        rest_0  = pin[8*2 +: 48] == 48'd0 && (B == 8 || pin[8*8 +: 32] == 32'd0);
wire        rest_1  = pin[8*8 +: 32] == 32'd0;
wire [15:0] number  = {pin[0 +: 8], pin[8 +: 8]};

always @(posedge clk) begin
    if (at[AT_EXT])  plain_q  <= no_ext;
    if (at[AT_RXID]) offers_q <= offers;
    if (word_0) window_q <= !(offers_q && rest_0)       ? 10'd0
                          : number >> PW != 16'd0       ? 10'd1 << PW : number[9:0];
    else if (word_1 && !rest_1) window_q <= 10'd0;
end

// A map. 2^PW ahead of what is missing nothing is in flight, so nothing counts there.
localparam [31:0] PARTS = 1 << (PW - 6);
localparam [2:0] LAST_PART = PARTS[2:0] - 3'd1;
wire        tells   = pin[8*51 +: 8] == 8'h20;
wire        is_map  = (AT_RXID == AT_EXT ? tells : tells_q) && pin[8*63 +: 6] == 6'd0
                   && {pin[8*60 +: 8], pin[8*61 +: 8]} == `TTP_MAP;
wire [31:0] high    = {pin[8*4 +: 8] & {part_q != LAST_PART, 7'h7F}, pin[8*5 +: 8], pin[8*6 +: 8],
                       pin[8*7 +: 8]};
wire [31:0] low     = {pin[8*8 +: 8], pin[8*9 +: 8], pin[8*10 +: 8], pin[8*11 +: 8]};

always @(posedge clk) begin
    if (at[AT_EXT]) tells_q <= tells;
    if (at[AT_RXID]) begin
        maps_q <= is_map;
        far_q  <= pin[8*62 +: 8] >> (PW - 8) != 8'd0;
        part_q <= {pin[8*62], pin[8*63+6 +: 2]};
    end
    if (word_0) begin
        if (pin[8*2 +: 16] != 16'd0) maps_q <= 1'b0;
        bits_q[63:32] <= high & {32{!far_q}};
    end
    if (B == 8 ? word_1 : word_0) bits_q[31:0] <= low & {32{!far_q}};
end

always @(posedge clk) begin
    if (at[0]) bad_dst_q <= {dst_high, dst_node} != {HIGH[23:0], cfg_node};
    if (at[AT_SRC]) begin
        peer_q    <= src_node;
        bad_src_q <= src_node == cfg_node;
    end
    if (at[AT_TYPE]) begin
        bad_type_q <= {pin[8*12 +: 8], pin[8*13 +: 8]} != `TTP_ETHERTYPE;
        bad_tth_q  <= pin[8*14 +: 8] != `TTP_TTH0;
        gateway_q  <= pin[8*15 + 7];
    end
    if (at[AT_TSH]) begin
        len_q    <= {1'b0, tsh_len[10:0]} - `TTP_TSH_OVERHEAD;
        huge_q   <= |tsh_len[15:11];
        op_q     <= op_byte[3:0];
        bad_op_q <= op_byte > {2'd0, `TTP_OP_NACK_NOLINK};
        vc_q     <= vc_byte[1:0];
        bad_vc_q <= vc_byte > 8'd2;
        to_life_q <= to_byte;
        life_q    <= life_byte;
    end
    if (at[AT_EXT]) begin
        if (!lives_ok) begin
            life_q    <= 16'd0;
            to_life_q <= 16'd0;
        end
        txid_q <= {pin[8*52 +: 8], pin[8*53 +: 8], pin[8*54 +: 8], pin[8*55 +: 8]};
    end
    if (at[AT_RXID]) rxid_q <= {pin[8*56 +: 8], pin[8*57 +: 8], pin[8*58 +: 8], pin[8*59 +: 8]};
end

assign bad_dst  = bad_dst_q;
assign bad_src  = bad_src_q;
assign bad_type = bad_type_q;
assign bad_tth  = bad_tth_q;
assign gateway  = gateway_q;
assign bad_op   = bad_op_q;
assign bad_vc   = bad_vc_q;
assign huge_len = huge_q;
assign len      = len_q;
assign op       = op_q;
assign vc       = vc_q;
assign peer     = peer_q;
assign txid     = txid_q;
assign rxid     = rxid_q;
assign life     = life_q;
assign to_life  = to_life_q;
assign window   = window_q;
assign maps     = maps_q;
assign heard[`HEARD_PART] = part_q;
assign heard[`HEARD_BITS] = bits_q;

// Bytes that the protocol ignores
wire unused = &{1'b0, pin[8*42+6 +: 2], pin[8*16 +: 192], pin[8*15 +: 7], pin[8*6 +: 24]};

endmodule

`resetall
