// SPDX-License-Identifier: Apache-2.0
//
// ttp_rx_parse - wire frames in, received packets out
//
// Takes a frame apart, judges it in the cycle after its last beat was at the pins, and either
// pushes one packet into RXQ or counts one drop. Payload words go to rx_sram while the frame
// comes in; they count only if the frame ends well and alloc_en says so.
//
//    pins -+-> ttp_rx_align     which beat of its frame, how many bytes     stage 0 | stage 1
//          +-> ttp_rx_header    the fields                                          |
//          |                      +-> ttp_rx_verdict    taken, or which drop        | stage 1
//          +-> ttp_rx_words     <-+                     words and cells             | stage 1
//
// A frame that is taken goes into RXQ, 16 deep, and takes a response credit with it. rxq_len means
// something for PAYLOAD only; it is the TSH length - 26 of others. rxq_fits is 0 for them.
// A soft reset skips the frame under way and does not count it, nor one whose last beat is in stage
// 1 or at the pins.
//
// Timing: the fields are captured from the pins; a frame is judged in stage 1 from flops.
// rx_cr_take, alloc_* and wr_* are combinational from flops and from resp_ok, cfg_on, wr_base,
// free_cells and slot_free. drop_pulse and rx_pulse are flops, a cycle after stage 1.
// s_axis_wire_tready is always 1.
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
             || WPC * DATA_W != 512 || RCW < 5 || RCW > 14
             || (ADDR_HIGH & ~32'hFEFFFF) != 0) begin : g_bad
    ERROR_ttp_rx_parse_parameter_out_of_range u_bad ();
end endgenerate

localparam WW = $clog2(WPC) + 6;            // of a word number: see ttp_rx_align

wire [WW-1:0] word_s0, word_s1;
wire          valid_s1, ends_s1, long_s1, bad, carry;
wire [11:0]   beyond, len;
wire          bad_dst, bad_src, bad_type, bad_tth, gateway, bad_op, bad_vc, huge_len;
wire [3:0]    op;
wire [1:0]    vc;
wire [23:0]   peer;
wire [31:0]   txid, rxid;
wire [15:0]   epoch;
wire          is_payload, fits, push, rxq_room;

assign s_axis_wire_tready = 1'b1;
assign rx_cr_take         = push;

ttp_rx_align #(.DATA_W(DATA_W), .WPC(WPC)) u_align (
    .clk(clk), .rst(rst), .core_rst(core_rst),
    .tkeep(s_axis_wire_tkeep), .tvalid(s_axis_wire_tvalid), .tlast(s_axis_wire_tlast),
    .tuser(s_axis_wire_tuser), .word_s0(word_s0),
    .valid_s1(valid_s1), .ends_s1(ends_s1), .long_s1(long_s1), .word_s1(word_s1),
    .bad(bad), .carry(carry), .beyond(beyond)
);

ttp_rx_header #(.DATA_W(DATA_W), .WPC(WPC), .ADDR_HIGH(ADDR_HIGH)) u_header (
    .clk(clk), .cfg_node(cfg_node),
    .tdata(s_axis_wire_tdata), .tvalid(s_axis_wire_tvalid), .word_s0(word_s0),
    .bad_dst(bad_dst), .bad_src(bad_src), .bad_type(bad_type), .bad_tth(bad_tth),
    .gateway(gateway), .bad_op(bad_op), .bad_vc(bad_vc), .huge_len(huge_len), .len(len),
    .op(op), .vc(vc), .peer(peer), .txid(txid), .rxid(rxid), .epoch(epoch)
);

ttp_rx_verdict u_verdict (
    .clk(clk), .core_rst(core_rst), .cfg_on(cfg_on), .rxq_room(rxq_room), .resp_ok(resp_ok),
    .ends(ends_s1), .too_long(long_s1), .bad(bad), .beyond(beyond),
    .bad_dst(bad_dst), .bad_src(bad_src), .bad_type(bad_type), .bad_tth(bad_tth),
    .gateway(gateway), .bad_op(bad_op), .bad_vc(bad_vc), .huge_len(huge_len), .len(len), .op(op),
    .is_payload(is_payload), .push(push), .drop_pulse(drop_pulse), .rx_pulse(rx_pulse)
);

ttp_rx_words #(.DATA_W(DATA_W), .RCW(RCW), .WPC(WPC)) u_words (
    .clk(clk), .core_rst(core_rst),
    .tdata(s_axis_wire_tdata), .tvalid(s_axis_wire_tvalid),
    .valid_s1(valid_s1), .word_s1(word_s1), .carry(carry), .beyond(beyond[10:0]),
    .is_payload(is_payload), .len(len[10:0]), .push(push), .fits(fits),
    .wr_base(wr_base), .free_cells(free_cells), .slot_free(slot_free),
    .wr_en(wr_en), .wr_addr(wr_addr), .wr_data(wr_data),
    .alloc_en(alloc_en), .alloc_n(alloc_n)
);

localparam RXQ_W = 4 + 2 + 24 + 32 + 32 + 16 + 11 + 1;

wire [4:0] rxq_count;

ttp_fifo #(.WIDTH(RXQ_W), .DEPTH(16)) u_rxq (
    .clk(clk), .rst(core_rst),
    .in_valid(push), .in_ready(rxq_room),
    .in_data({op, vc, peer, txid, rxid, epoch, len[10:0], fits}),
    .out_valid(rxq_valid), .out_ready(rxq_ready),
    .out_data({rxq_op, rxq_vc, rxq_peer, rxq_txid, rxq_rxid, rxq_epoch, rxq_len, rxq_fits}),
    .count(rxq_count)
);

assign rxq_low = rxq_count[4:3] == 2'd0;

wire _unused = &{1'b0, rxq_count[2:0]};

endmodule

`resetall
