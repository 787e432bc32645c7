// SPDX-License-Identifier: Apache-2.0
//
// ttp_rx_parse - wire frames in, received packets out
//
// Takes a frame apart, judges it in the cycle after its last beat was at the pins, and either
// pushes one packet into a queue or counts one drop. Payload words go to rx_sram while the frame
// comes in; they count only if the frame ends well and alloc_en says so.
//
//    pins -+-> ttp_rx_align     which beat of its frame, how many bytes     stage 0 | stage 1
//          +-> ttp_rx_header    the fields                                          |
//          |                      +-> ttp_rx_verdict    taken, or which drop        | stage 1
//          +-> ttp_rx_words     <-+                     words and cells             | stage 1
//
// A frame that is taken goes into a queue, 16 deep, and takes a response credit with it. The length
// means something for PAYLOAD only; it is the TSH length - 26 of others.
// A soft reset skips the frame under way and does not count it, nor one whose last beat is in stage
// 1 or at the pins.
//
// SELECTIVE: payloads that were held come into the queue in cycles in which no frame does, as
// frames do: with a place and a credit. The map of a NACK does not wait in the queue (sel.frame).
//
// Timing: the fields are captured from the pins; a frame is judged in stage 1 from flops.
// credit_take_frame, heard_valid, alloc_* and wr_* are combinational from flops and from
// credit_for_frame, cfg_on, wr_base, free_cells and slot_free. heard, drop_pulse and rx_pulse are
// flops, the pulses a cycle after stage 1.
// s_axis_wire_tready is always 1.
// Mirror: model/ttp_rx_parse.c      Lockstep test: tb/block/ttp_rx_parse.cpp

`include "ttp_bus_rx.vh"
`include "ttp_defs.vh"

`resetall
`default_nettype none

module ttp_rx_parse #(
    parameter DATA_W = 512,     // bits a beat: 64, 128, 256, 512
    parameter RCW    = 12,      // log2 RX_CELLS, 5..14: derived by ttp_mac
    parameter WPC    = 1,       // words a cell, 512 / DATA_W: derived by ttp_mac
    parameter SELECTIVE = 0,    // 1: offers are heard, payloads lie in bays
    parameter PW     = 8,       // ... log2 of the payloads in flight, 8 or 9
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

    // The head of the queue
    output wire                         received_valid,
    input  wire                         received_ready,
    output wire [`TTP_RECEIVED_W-1:0]   received,
    output wire                         received_few,   // fewer than 8 of its 16 places are taken
    output wire                         received_more,  // more than one

    // SELECTIVE: a NACK with this map enters the queue
    output wire                         heard_valid,
    output wire [`TTP_HEARD_W-1:0]      heard,

    // A payload that was held
    input  wire                         again_valid,
    input  wire [`TTP_RECEIVED_W-1:0]   again,
    output wire                         again_ready,

    // Response credits
    input  wire                         credit_for_frame,
    output wire                         credit_take_frame,

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
wire [15:0]   life, to_life;
wire [9:0]    window;
wire          maps;
wire          is_payload, fits, push, queue_room;
wire [`TTP_HEARD_W-1:0] map;

assign s_axis_wire_tready = 1'b1;
// SELECTIVE: what was held comes in where no frame does.
wire again_pop = again_valid && again_ready;
assign credit_take_frame = push || again_pop;
assign again_ready = !push && queue_room && credit_for_frame;

ttp_rx_align #(.DATA_W(DATA_W), .WPC(WPC)) u_align (
    .clk(clk), .rst(rst), .core_rst(core_rst),
    .tkeep(s_axis_wire_tkeep), .tvalid(s_axis_wire_tvalid), .tlast(s_axis_wire_tlast),
    .tuser(s_axis_wire_tuser), .word_s0(word_s0),
    .valid_s1(valid_s1), .ends_s1(ends_s1), .long_s1(long_s1), .word_s1(word_s1),
    .bad(bad), .carry(carry), .beyond(beyond)
);

ttp_rx_header #(.DATA_W(DATA_W), .WPC(WPC), .PW(PW), .ADDR_HIGH(ADDR_HIGH)) u_header (
    .clk(clk), .cfg_node(cfg_node),
    .tdata(s_axis_wire_tdata), .tvalid(s_axis_wire_tvalid), .word_s0(word_s0),
    .bad_dst(bad_dst), .bad_src(bad_src), .bad_type(bad_type), .bad_tth(bad_tth),
    .gateway(gateway), .bad_op(bad_op), .bad_vc(bad_vc), .huge_len(huge_len), .len(len),
    .op(op), .vc(vc), .peer(peer), .txid(txid), .rxid(rxid), .life(life),
    .to_life(to_life), .window(window), .maps(maps), .heard(map)
);

ttp_rx_verdict u_verdict (
    .clk(clk), .core_rst(core_rst), .cfg_on(cfg_on), .queue_room(queue_room),
    .credit_for_frame(credit_for_frame),
    .ends(ends_s1), .too_long(long_s1), .bad(bad), .beyond(beyond),
    .bad_dst(bad_dst), .bad_src(bad_src), .bad_type(bad_type), .bad_tth(bad_tth),
    .gateway(gateway), .bad_op(bad_op), .bad_vc(bad_vc), .huge_len(huge_len), .len(len), .op(op),
    .is_payload(is_payload), .push(push), .drop_pulse(drop_pulse), .rx_pulse(rx_pulse)
);

ttp_rx_words #(.DATA_W(DATA_W), .SELECTIVE(SELECTIVE), .RCW(RCW), .WPC(WPC)) u_words (
    .clk(clk), .core_rst(core_rst),
    .tdata(s_axis_wire_tdata), .tvalid(s_axis_wire_tvalid),
    .valid_s1(valid_s1), .word_s1(word_s1), .carry(carry), .beyond(beyond[10:0]),
    .is_payload(is_payload), .len(len[10:0]), .push(push), .fits(fits),
    .wr_base(wr_base), .free_cells(free_cells), .slot_free(slot_free),
    .wr_en(wr_en), .wr_addr(wr_addr), .wr_data(wr_data),
    .alloc_en(alloc_en), .alloc_n(alloc_n)
);

wire [`TTP_RECEIVED_W-1:0] packet;
assign packet[`RECEIVED_OP]   = op;
assign packet[`RECEIVED_VC]   = vc;
assign packet[`RECEIVED_PEER] = peer;
assign packet[`RECEIVED_TXID] = txid;
assign packet[`RECEIVED_RXID] = rxid;
assign packet[`RECEIVED_LIFE] = life;
assign packet[`RECEIVED_TO_LIFE] = to_life;
assign packet[`RECEIVED_LEN]  = len[10:0];
assign packet[`RECEIVED_FITS] = fits;

// sel.frame: behind the end of an OPEN or OPEN_ACK.
wire          opens = op == `TTP_OP_OPEN || op == `TTP_OP_OPEN_ACK;
wire          block = len == 12'd0 && beyond[10:4] != 7'd0;
assign packet[`RECEIVED_WINDOW] = opens && block ? window : 10'd0;

wire [14:0]   base = {{(15-RCW){1'b0}}, wr_base};
assign packet[`RECEIVED_BAY] = base[13:4];
assign packet[`RECEIVED_AGAIN] = 1'b0;
assign packet[`RECEIVED_QUIET] = 1'b0;

// A map is behind the end of a NACK and counts to its length, so a frame that is taken has it all.
wire          mapped = op == `TTP_OP_NACK && len == 12'd16 && maps;
assign packet[`RECEIVED_MAPPED] = mapped;
assign heard_valid = SELECTIVE != 0 && push && mapped;
assign heard       = SELECTIVE != 0 ? map : {`TTP_HEARD_W{1'b0}};

wire [`TTP_RECEIVED_W-1:0] enters = again_pop ? again : packet;

wire [4:0] queue_count;

// Without SELECTIVE nobody asks for the last fields.
localparam QW = SELECTIVE != 0 ? `TTP_RECEIVED_W : `TTP_RECEIVED_W - 23;

ttp_fifo #(.WIDTH(QW), .DEPTH(16)) u_received (
    .clk(clk), .rst(core_rst),
    .in_valid(push || again_pop), .in_ready(queue_room), .in_data(enters[QW-1:0]),
    .out_valid(received_valid), .out_ready(received_ready), .out_data(received[QW-1:0]),
    .count(queue_count)
);
generate if (SELECTIVE == 0) begin : g_no_offers
    assign received[`TTP_RECEIVED_W-1 -: 23] = 23'd0;
    wire unused_last = &{1'b0, map, enters[`TTP_RECEIVED_W-1 -: 23]};
end endgenerate

assign received_few  = queue_count[4:3] == 2'd0;
assign received_more = queue_count[4:1] != 4'd0;

wire unused = &{1'b0, queue_count[2:0], base};

endmodule

`resetall
