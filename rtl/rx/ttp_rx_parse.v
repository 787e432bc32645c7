// SPDX-License-Identifier: Apache-2.0
//
// ttp_rx_parse - wire frames in, received packets out
//
// Takes a frame apart, judges it in the cycle after its last beat was at the pins, and either
// pushes one packet into RXQ or counts one drop. Payload words go to rx_sram while the frame
// comes in; they count only if the frame ends well and alloc_en says so. A frame that never
// ends is counted at byte 1537 and skipped to its tlast.
//
//   byte    0    6    12   14    15    34    40     42   43   44    46     48   52     56     60
//         | dst | src | type | 05 | gw | pad | TSH | length | op | VC | res | epoch | res | TxID | RxID | payload
//
// w is the payload word that ends in a beat: -H .. -1 for the header beats (H = 64/B = words a
// cell), so w's upper part is a cell and -1 in every header beat. Byte 60 is 4 bytes before the
// end of beat -1, so a payload word is a beat without its last 4 bytes over the last 4 bytes
// of the beat before:
//
//   pins      | beat w     | beat w+1   |
//   stage 1   |            | d_q = w    | d_q = w+1 |        hold_q: bytes B-4..B-1 before d_q
//   rx_sram                  word w     | word w+1  |
//
// A frame whose last beat reaches past byte B-4 needs one word more, in the cycle after. Then
// wr_base has moved beyond the payload, w1_q is -H because no beat or the first of the next
// frame is in stage 1, and wr_base - 1 is the cell of that word.
//
// Timing: the fields are captured from the pins; a frame is judged in stage 1 from flops.
// rx_cr_take, alloc_* and wr_* are combinational from flops and from resp_ok, cfg_on, wr_base,
// free_cells and slot_free.
// Mirror: model/ttp_rx_parse.c      Lockstep test: tb/block/ttp_rx_parse.cpp

`include "ttp_defs.vh"

`resetall
`default_nettype none

module ttp_rx_parse #(
    parameter DATA_W = 512,     // bits a beat: 64, 128, 256, 512
    parameter RCW    = 12,      // log2 RX_CELLS, 5..14: derived by ttp_mac
    parameter WPC    = 1,       // words a cell, 512 / DATA_W: derived by ttp_mac
    parameter ADDR_HIGH = {8'd0, `TTP_OUI}  // high 24 bits of our address
) (
    input  wire                         clk,
    input  wire                         rst,        // hard; core_rst is 1 with it
    input  wire                         core_rst,

    // Configuration
    input  wire [23:0]                  cfg_node,
    input  wire                         cfg_on,     // MAC enabled and ready

    // Ethernet frames without preamble and FCS; tuser on tlast: bad frame
    input  wire [DATA_W-1:0]            s_axis_wire_tdata,
    input  wire [DATA_W/8-1:0]          s_axis_wire_tkeep,
    input  wire                         s_axis_wire_tvalid,
    input  wire                         s_axis_wire_tlast,
    input  wire                         s_axis_wire_tuser,
    output wire                         s_axis_wire_tready,

    // RXQ to the arbiter
    output wire                         rxq_valid,
    input  wire                         rxq_ready,
    output wire [3:0]                   rxq_op,
    output wire [1:0]                   rxq_vc,
    output wire [23:0]                  rxq_peer,
    output wire [31:0]                  rxq_txid,
    output wire [31:0]                  rxq_rxid,
    output wire [15:0]                  rxq_epoch,
    output wire [10:0]                  rxq_len,    // bytes, 1..1024; of PAYLOAD only
    output wire                         rxq_fits,
    output wire                         rxq_low,    // fewer than 8 of its 16 places are taken

    // Response credits
    input  wire                         resp_ok,
    output wire                         rx_cr_take,

    // Receive store
    input  wire [RCW-1:0]               wr_base,
    input  wire [RCW:0]                 free_cells,
    input  wire                         slot_free,
    output wire                         wr_en,
    output wire [RCW+$clog2(WPC)-1:0]   wr_addr,
    output wire [DATA_W-1:0]            wr_data,
    output wire                         alloc_en,
    output wire [4:0]                   alloc_n,    // cells

    // Counters
    output wire [15:0]                  drop_pulse, // bit i: counter 32 + i
    output wire [10:0]                  rx_pulse    // by opcode
);

generate if ((DATA_W != 64 && DATA_W != 128 && DATA_W != 256 && DATA_W != 512)
             || WPC * DATA_W != 512 || RCW < 5 || RCW > 14 || (ADDR_HIGH & ~32'hFEFFFF) != 0) begin : g_bad
    ERROR_ttp_rx_parse_parameter_out_of_range u_bad ();
end endgenerate

localparam B  = DATA_W / 8;
localparam LB = $clog2(B);
localparam WB = $clog2(WPC);
localparam WW = WB + 6;                     // of w: 5 bits of cells and the sign
localparam [31:0] LOW    = WPC - 1;
localparam [31:0] HIGH   = ADDR_HIGH;
localparam [31:0] LONG_W = (`TTP_MAX_RX - 64) / B;
localparam [WW-1:0] W_FIRST = ~LOW[WW-1:0]; // -H

// Beats in which the fields pass
localparam AT_SRC  = 8 / B;
localparam AT_TYPE = 12 / B;
localparam AT_TSH  = 40 / B;
localparam AT_EXT  = 48 / B;
localparam AT_RXID = 56 / B;

// ---------------------------------------------------------------- stage 0: the pins

reg           mid_q,  mid_d;                // a frame is under way
reg           skip_q, skip_d;               // ... and is not looked at
reg  [WW-1:0] w0_q,   w0_d;

wire          beat  = s_axis_wire_tvalid;
wire          last  = s_axis_wire_tlast;
wire          long0 = w0_q == LONG_W[WW-1:0];
wire [WW-1:0] w0_p1 = w0_q + {{(WW-1){1'b0}}, 1'b1};

assign s_axis_wire_tready = 1'b1;

always @* begin
    mid_d  = beat ? !last : mid_q && !rst;
    skip_d = beat ? !last && (skip_q || long0) : skip_q;
    w0_d   = !beat ? w0_q : last || skip_q || long0 ? W_FIRST : w0_p1;
    // What is under way has lost its beginning.
    if (core_rst) begin
        skip_d = mid_d;
        w0_d   = W_FIRST;
    end
end

// Bytes of the beat up to the lowest zero of tkeep, n. carry: n >= B - 4; m: (n + 4) mod B.
reg          run;
reg [LB-1:0] m;
integer      i;

always @* begin
    run = 1'b1;
    m   = {LB{1'b0}};
    for (i = 0; i < B; i = i + 1) begin
        if (run && !s_axis_wire_tkeep[i]) m = m | (i[LB-1:0] + 4);
        run = run && s_axis_wire_tkeep[i];
    end
    if (run) m = m | 4;
end

wire carry     = &s_axis_wire_tkeep[B-5:0];
wire keep_bad  = last ? s_axis_wire_tuser || !s_axis_wire_tkeep[0] : !(&s_axis_wire_tkeep);

// Byte k of a frame is pin[8*k +: 8] while its beat is at the pins.
wire [511:0]   pin = {WPC{s_axis_wire_tdata}};
reg  [WPC-1:0] at;                          // header beat i is at the pins
integer        j;

always @* begin
    for (j = 0; j < WPC; j = j + 1)
        at[j] = beat && w0_q[WW-1] && (w0_q & LOW[WW-1:0]) == j[WW-1:0];
end

// ---------------------------------------------------------------- stage 1: flops

reg              v1_q, last1_q, long1_q, bad_q, carry_q;
reg  [WW-1:0]    w1_q;
reg  [11:0]      pb_q;                      // bytes beyond byte 60, signed
reg  [DATA_W-1:0] d_q;
reg  [31:0]      hold_q;

reg              bad_type_q, bad_dst_q, bad_src_q, bad_tth_q, gateway_q, bad_op_q, bad_vc_q;
reg              res_ok_q;                  // bytes 44, 45 are 0
reg              huge_q;                    // TSH length >= 2048: len_q means nothing
reg  [11:0]      len_q;                     // TSH length - 26, signed
reg  [3:0]       op_q;
reg  [1:0]       vc_q;
reg  [23:0]      peer_q;
reg  [31:0]      txid_q, rxid_q;
reg  [15:0]      epoch_q;

wire [5:0]  op_byte = pin[8*42 +: 6];
wire [7:0]  vc_byte = pin[8*43 +: 8];
wire [15:0] tsh_len = {pin[8*40 +: 8], pin[8*41 +: 8]};
wire        res_ok  = pin[8*44 +: 16] == 16'd0;
wire        garbage = at[AT_EXT] && !(pin[8*48 +: 32] == 32'd0
                                      && (AT_EXT == AT_TSH ? res_ok : res_ok_q));
wire [23:0] peer    = {pin[8*9 +: 8], pin[8*10 +: 8], pin[8*11 +: 8]};

always @(posedge clk) begin
    mid_q   <= mid_d;
    skip_q  <= skip_d;
    w0_q    <= w0_d;
    w1_q    <= w0_q;
    v1_q    <= beat && !skip_q && !core_rst;
    last1_q <= last;
    long1_q <= long0;
    if (beat) begin
        d_q     <= s_axis_wire_tdata;
        bad_q   <= (mid_q && bad_q) || keep_bad;
        carry_q <= carry;
        pb_q    <= {carry ? w0_p1 : w0_q, m};
    end
    if (v1_q) hold_q <= d_q[DATA_W-1 -: 32];

    if (at[0])
        bad_dst_q <= {pin[8*0 +: 8], pin[8*1 +: 8], pin[8*2 +: 8], pin[8*3 +: 8], pin[8*4 +: 8],
                      pin[8*5 +: 8]} != {HIGH[23:0], cfg_node};
    if (at[AT_SRC]) begin
        peer_q    <= peer;
        bad_src_q <= peer == cfg_node;
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
        res_ok_q <= res_ok;
    end
    if (at[AT_TSH]) epoch_q <= {pin[8*46 +: 8], pin[8*47 +: 8]};   // life.garbage
    if (garbage)    epoch_q <= 16'd0;
    if (at[AT_EXT])
        txid_q <= {pin[8*52 +: 8], pin[8*53 +: 8], pin[8*54 +: 8], pin[8*55 +: 8]};
    if (at[AT_RXID])
        rxid_q <= {pin[8*56 +: 8], pin[8*57 +: 8], pin[8*58 +: 8], pin[8*59 +: 8]};
end

// ----------------------------------------------------- stage 1: the verdict (pkt.ignored)

wire rxq_room;

wire       judge   = v1_q && (last1_q || long1_q);
wire       payload = op_q == `TTP_OP_PAYLOAD && !bad_op_q;     // in.control: only this has one
wire       neg     = len_q[11] && !huge_q;
wire       len_odd = neg || (payload && (huge_q || len_q[10:0] == 11'd0
                                         || (len_q[10] && |len_q[9:0])));
wire       cut     = huge_q || len_q[10:0] > pb_q[10:0];

reg [15:0] drop_d, drop_q;
reg        push;

always @* begin
    drop_d = 16'd0;
    push   = 1'b0;
    if (judge) begin
        if      (!cfg_on)    drop_d[15] = 1'b1;
        else if (long1_q)    drop_d[2]  = 1'b1;     // in.long
        else if (bad_q)      drop_d[0]  = 1'b1;     // in.fcs
        else if (pb_q[11])   drop_d[1]  = 1'b1;     // in.short, pkt.min; below it is whole
        else if (bad_type_q) drop_d[3]  = 1'b1;     // in.type
        else if (bad_dst_q)  drop_d[4]  = 1'b1;     // in.dest
        else if (bad_src_q)  drop_d[5]  = 1'b1;     // in.source
        else if (bad_tth_q)  drop_d[6]  = 1'b1;     // in.tth
        else if (gateway_q)  drop_d[7]  = 1'b1;     // in.gateway
        else if (len_odd)    drop_d[8]  = 1'b1;     // in.length, pkt.size
        else if (cut)        drop_d[1]  = 1'b1;     // in.short
        else if (bad_op_q)   drop_d[9]  = 1'b1;     // in.opcode
        else if (bad_vc_q)   drop_d[10] = 1'b1;     // in.vc
        else if (!rxq_room)  drop_d[11] = 1'b1;     // in.slots
        else if (!resp_ok)   drop_d[12] = 1'b1;     // in.slots
        else                 push       = 1'b1;
    end
end

reg [10:0] rx_d, rx_q;                      // rx_d: were it pushed
integer    k;

always @* begin
    for (k = 0; k < 11; k = k + 1) rx_d[k] = op_q == k[3:0];
end

// ---------------------------------------------------------------- stage 1: payload words

wire [5:0] cell1 = w1_q[WW-1:WB];           // bit 5: a header beat
wire       above = |free_cells[RCW:5];      // more free than any frame needs
wire       room  = above || cell1[4:0] < free_cells[4:0];
wire       word  = v1_q && !cell1[5];
wire       tail  = |len_q[5:0];
wire [4:0] cells = len_q[10:6] + {4'd0, tail};

reg        refused_q;                       // an earlier word of this frame found no room
reg        flush_q;                         // the one word more
wire       fits = payload && slot_free && !(word && refused_q) && (above || cells <= free_cells[4:0]);

// cells > pb / 64, for pb >= len
wire       flush_d = alloc_en && carry_q && tail && pb_q[10:6] == len_q[10:6];

assign rx_cr_take = push;
assign alloc_en   = push && fits;
assign alloc_n    = cells;

always @(posedge clk) begin
    if (v1_q) refused_q <= word && (refused_q || !room);
    flush_q <= flush_d;
    drop_q  <= drop_d;
    rx_q    <= rx_d;
    if (core_rst || !push) rx_q <= 11'd0;
    if (core_rst) begin
        flush_q <= 1'b0;
        drop_q  <= 16'd0;
    end
end

assign drop_pulse = drop_q;
assign rx_pulse   = rx_q;

reg [RCW-1:0] offset;
integer       l;

always @* begin
    for (l = 0; l < RCW; l = l + 1) offset[l] = cell1[l < 5 ? l : 5];
end

wire [RCW-1:0] wr_cell = wr_base + offset;

assign wr_en   = flush_q || (word && room);
assign wr_data = {d_q[DATA_W-33:0], hold_q};

generate if (WB == 0) begin : g_cell
    assign wr_addr = wr_cell;
end else begin : g_word
    reg [WB-1:0] flush_lo_q;

    always @(posedge clk) flush_lo_q <= pb_q[5:LB];
    assign wr_addr = {wr_cell, flush_q ? flush_lo_q : w1_q[WB-1:0]};
end endgenerate

// ---------------------------------------------------------------- RXQ

localparam RXQ_W = 4 + 2 + 24 + 32 + 32 + 16 + 11 + 1;

wire [4:0] rxq_count;

ttp_fifo #(.WIDTH(RXQ_W), .DEPTH(16)) u_rxq (
    .clk(clk), .rst(core_rst),
    .in_valid(push), .in_ready(rxq_room),
    .in_data({op_q, vc_q, peer_q, txid_q, rxid_q, epoch_q, len_q[10:0], fits}),
    .out_valid(rxq_valid), .out_ready(rxq_ready),
    .out_data({rxq_op, rxq_vc, rxq_peer, rxq_txid, rxq_rxid, rxq_epoch, rxq_len, rxq_fits}),
    .count(rxq_count)
);

assign rxq_low = rxq_count[4:3] == 2'd0;

// Bytes that the protocol ignores
wire _unused = &{1'b0, rxq_count[2:0], pin[8*60 +: 32], pin[8*42+6 +: 2], pin[8*16 +: 192], pin[8*15 +: 7],
                 pin[8*6 +: 24]};

`ifdef FORMAL
    always @(posedge clk) if (!core_rst) begin
        // One verdict a frame.
        assert ((drop_d & (drop_d - 16'd1)) == 16'd0);
        assert (!(push && |drop_d) && judge == (push || |drop_d));
        // No word outside the free cells; the late one in the cell just given away.
        if (wr_en && !flush_q) assert ({{(RCW+1){1'b0}}, cell1[4:0]} < {5'd0, free_cells});
        if (flush_q) assert (&cell1 && !word);
        if (alloc_en) assert ({{(RCW+1){1'b0}}, cells} <= {5'd0, free_cells} && cells != 5'd0 && cells <= 5'd16);
        if (!w0_q[WW-1]) assert (mid_q && !skip_q);
    end
`endif

endmodule

`resetall
