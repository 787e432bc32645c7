// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_frame - builds the frames on the wire, a beat in every cycle
//
//     F0   takes a response or a payload from its queue and reads the payload SRAM
//          (ttp_tx_reader says where)
//     F1   builds a beat into the output flops: from the header (ttp_tx_header), or from the
//          word of the SRAM or of a block, and the rest of the word before
//
// Both move when the output is free (!tvalid or tready), so a frame once started gives a beat
// in every cycle with tready = 1, and the next frame follows without a bubble.
//
// The header has 60 bytes: payload word j ends up 4 bytes below the end of a beat, that is
//
//     beat H-1    header bytes 64-B..59, word 0 bytes 0..3     H = 64/B, B bytes a beat
//     beat H+j    word j bytes 4..B-1, word j+1 bytes 0..3     (the last: word j alone)
//
// A control frame has 64 bytes, a payload frame max(64, 60 + length); bytes up to 64 are 0. A
// control frame with a block (sel.frame) has 76: its block is a payload of 16 bytes, which comes
// with its response and is kept in flops.
//
// F0 states: PICK (beat 0 of a frame, if one starts) -> HDR (beats 1..H-1) -> DATA (a beat
// that reads a word) -> TAIL (the last beat of a payload whose last word has more than 4
// bytes; reads nothing). A frame without payload and block ends in beat H-1, and so does one with
// up to 4 bytes. Beat 0 pops a response; a payload is popped, and its slot given back, with its
// last word (payload_ready). quiesce starts no frame.
//
// Timing: tvalid, tdata, tkeep, tlast, frame_left, tx_pulse from flops: frame_left the cycle after
// the last beat of a notify frame was accepted, tx_pulse the cycle after beat 0 in F0. fetch,
// payload_ready, response_ready, start_* combinational from m_axis_wire_tready, the queues,
// sel_payload, next_cell. cfg_node is used in F1; payload, response and block in beat 0 of F0, the
// first cell of a payload in beat H-1.
// Mirror: model/ttp_tx_frame.c      Test: tb/block/ttp_tx_frame.cpp

`include "ttp_bus_rx.vh"
`include "ttp_defs.vh"
`include "ttp_bus_tx.vh"

`resetall
`default_nettype none

module ttp_tx_frame #(
    parameter DATA_W = 512, // bits a beat: 64, 128, 256, 512
    parameter TCW    = 14,  // bits of a transmit cell index; derived by ttp_mac
    parameter ADDR_HIGH = {8'd0, `TTP_OUI}  // high 24 bits of both addresses
) (
    input  wire                              clk,
    input  wire                              core_rst,      // synchronous, active high

    input  wire [23:0]                       cfg_node,      // our own node
    input  wire                              quiesce,       // 1: no frame is started

    // PQ: payload to send
    input  wire                              payload_valid,
    input  wire [`TTP_PAYLOAD_W-1:0]         payload,

    // Frame without payload to send
    input  wire                              response_valid,
    input  wire [`TTP_RESPONSE_W-1:0]        response,
    input  wire [`TTP_BLOCK_W-1:0]           block,

    input  wire                              sel_payload,   // tx_sched's choice

    // Payload SRAM
    input  wire [DATA_W-1:0]                 fetch_data,
    input  wire [TCW-1:0]                    next_cell,

    input  wire                              m_axis_wire_tready,

    output wire                              payload_ready, // last word is being read
    output wire                              response_ready,
    output wire                              start_response, // to tx_sched
    output wire                              start_payload,

    output wire [`TTP_FETCH_W-1:0]           fetch,

    output wire [DATA_W-1:0]                 m_axis_wire_tdata,
    output wire [DATA_W/8-1:0]               m_axis_wire_tkeep,
    output wire                              m_axis_wire_tvalid,
    output wire                              m_axis_wire_tlast,
    output wire                              m_axis_wire_tuser,

    output wire                              frame_left,    // last beat of a notify frame has left
    output wire                              tx_idle,       // nothing under way
    output wire [10:0]                       tx_pulse       // by opcode: a frame was started
);

generate if ((DATA_W != 64 && DATA_W != 128 && DATA_W != 256 && DATA_W != 512)
             || (ADDR_HIGH & ~32'hFEFFFF) != 0) begin : g_bad
    ERROR_ttp_tx_frame_parameter_out_of_range u_bad ();
end endgenerate

localparam B  = DATA_W / 8;
localparam LB = $clog2(B);
localparam H  = 64 / B;
localparam HW = H > 1 ? $clog2(H) : 1;
localparam [31:0] H_LAST = H - 1;

localparam [1:0]
    ST_PICK = 2'd0,
    ST_HDR  = 2'd1,
    ST_DATA = 2'd2,
    ST_TAIL = 2'd3;

// ---- F0
reg [1:0]     state_q, state_d;
reg [HW-1:0]  beat_q, beat_d;       // header beat
reg           payload_q, payload_d; // the frame has a payload
reg           block_q, block_d;     // ... or a block
reg [9:0]     unread_q, unread_d;   // bytes of it not yet read, less 1; low bits: last word

// ---- F1
reg           f1_valid_q, f1_data_q, f1_last_q, f1_notify_q, f1_block_q;
reg [127:0]   bytes_q;              // of the block
reg [3:0]     f1_lead_q;            // bytes 60..63 that are payload
reg [LB-1:0]  f1_keep_q;            // bytes in the last beat, 0 = all

// ---- output flops
reg [DATA_W-1:0] tdata_q;
reg [B-1:0]      tkeep_q;
reg              tvalid_q, tlast_q, tnotify_q;
reg              frame_left_q;
reg [10:0]       tx_pulse_q;

wire notify = response[`RESPONSE_NOTIFY];
wire block_there  = block[`BLOCK_THERE];
wire block_counts = block_there && block[`BLOCK_COUNTS];
wire [127:0] block_bytes = block[`BLOCK_BYTES];
wire [3:0] op = response[`RESPONSE_OP];
wire move  = !tvalid_q || m_axis_wire_tready;
wire pick  = state_q == ST_PICK;
wire start = pick && move && !quiesce && (response_valid || payload_valid);
wire go    = pick ? start : move;                         // F0 gives a beat

assign start_payload  = start && sel_payload;
assign start_response = start && !sel_payload;

wire [10:0]   length     = payload[`PAYLOAD_LEN];
wire          brings     = !sel_payload && block_there;
wire          has_block  = pick ? brings : block_q;
wire [9:0]    all_unread = has_block ? 10'd15 : length[9:0] - 10'd1;
wire          has_body   = has_block || (pick ? sel_payload : payload_q);
wire [HW-1:0] beat       = pick ? {HW{1'b0}} : beat_q;
wire [9:0]    unread     = pick ? all_unread : unread_q;
wire          word0      = !state_q[1] && beat == H_LAST[HW-1:0];       // beat H-1
wire          reads      = has_body && (word0 || state_q == ST_DATA);
wire          next_word  = go && reads;
wire          read       = next_word && !has_block;
wire          final_word = unread[9:LB] == {10-LB{1'b0}};
wire          tail       = unread[LB-1:2] != {LB-2{1'b0}};  // last word: more than 4 bytes
wire          last       = state_q == ST_TAIL || (has_body ? reads && final_word && !tail : word0);

assign fetch[`FETCH_EN] = read;
assign payload_ready  = read && final_word;
assign response_ready = start_response;

ttp_tx_reader #(.DATA_W(DATA_W), .TCW(TCW)) u_reader (
    .clk(clk), .read(read), .word0(word0), .first(payload[`PAYLOAD_FIRST]), .next_cell(next_cell),
    .rd_addr(fetch[`FETCH_ADDR]),
    .next_cell_en(fetch[`FETCH_NEXT_EN]), .next_cell_addr(fetch[`FETCH_CELL])
);

always @* begin
    state_d   = state_q;
    beat_d    = beat_q;
    payload_d = payload_q;
    block_d   = block_q;
    unread_d  = unread_q;
    if (start) begin
        payload_d = sel_payload;
        block_d   = brings;
        unread_d  = all_unread;
    end
    if (next_word) unread_d = {unread[9:LB] - {{9-LB{1'b0}}, 1'b1}, unread[LB-1:0]};
    if (go) begin
        beat_d = beat + {{HW-1{1'b0}}, 1'b1};
        if (last)                 state_d = ST_PICK;
        else if (!next_word)      state_d = ST_HDR;
        else if (final_word)      state_d = ST_TAIL;
        else                      state_d = ST_DATA;
    end
end

always @(posedge clk) begin
    state_q   <= state_d;
    beat_q    <= beat_d;
    payload_q <= payload_d;
    block_q   <= block_d;
    unread_q  <= unread_d;
    if (core_rst) state_q <= ST_PICK;
end

// Last beat: bytes of the last word, less the 4 that went into the beat before.
wire [LB-1:0] keep = unread[LB-1:0] - {{LB-2{1'b0}}, 2'd3};

always @(posedge clk) begin
    if (move) begin
        f1_valid_q <= go;
        f1_data_q  <= state_q[1];
        f1_last_q  <= last;
        f1_keep_q  <= state_q[1] ? keep : {LB{1'b0}};
        f1_block_q <= has_block;
        f1_lead_q  <= {4{next_word}} & ({4{!final_word || tail}}
                                   | {unread[1:0] == 2'd3, unread[1], unread[1:0] != 2'd0, 1'b1});
    end
    if (start) f1_notify_q <= start_response && notify;
    if (start) bytes_q     <= block_bytes;
    if (core_rst) f1_valid_q <= 1'b0;
end

// ---- F1
wire [DATA_W-1:0] block_word;
wire [DATA_W-1:0] word = f1_block_q ? block_word : fetch_data;
generate if (DATA_W == 64) begin : g_two_words
    assign block_word = f1_data_q ? bytes_q[127:64] : bytes_q[63:0];
end else if (DATA_W == 128) begin : g_a_word
    assign block_word = bytes_q;
end else begin : g_less_than_a_word
    assign block_word = {{(DATA_W-128){1'b0}}, bytes_q};
end endgenerate

wire [31:0] lead = {f1_lead_q[0] ? word[7:0]   : 8'd0,
                    f1_lead_q[1] ? word[15:8]  : 8'd0,
                    f1_lead_q[2] ? word[23:16] : 8'd0,
                    f1_lead_q[3] ? word[31:24] : 8'd0};
wire [DATA_W-1:0]  hdr_beat;
reg  [DATA_W-33:0] hold_q;          // bytes 4.. of the word before

ttp_tx_header #(.DATA_W(DATA_W), .ADDR_HIGH(ADDR_HIGH), .HW(HW)) u_header (
    .clk(clk), .cfg_node(cfg_node), .start(start), .sel_payload(sel_payload),
    .payload_id(payload[`PAYLOAD_ID]), .payload_vc(payload[`PAYLOAD_VC]),
    .payload_node(payload[`PAYLOAD_NODE]), .payload_len(length),
    .payload_life(payload[`PAYLOAD_LIFE]), .payload_to_life(payload[`PAYLOAD_TO_LIFE]),
    .payload_number(payload[`PAYLOAD_NUMBER]),
    .response(response), .block_len({block_counts, 4'd0}),
    .block_type(block_bytes[7:0] & {8{block_counts}}),
    .move(move), .beat(beat), .lead(lead), .hdr_beat(hdr_beat)
);

wire [B-1:0] all   = {B{1'b1}};
wire         whole = !f1_last_q || f1_keep_q == {LB{1'b0}};

always @(posedge clk) begin
    if (move) begin
        tvalid_q  <= f1_valid_q;
        tdata_q   <= f1_data_q ? {word[31:0], hold_q} : hdr_beat;
        tkeep_q   <= whole ? all : ~(all << f1_keep_q);
        tlast_q   <= f1_last_q;
        tnotify_q <= f1_notify_q;
        hold_q    <= word[DATA_W-1:32];
    end
    frame_left_q <= tvalid_q && m_axis_wire_tready && tlast_q && tnotify_q;
    tx_pulse_q   <= start_payload ? 11'd1 << `TTP_OP_PAYLOAD
                  : start_response ? 11'd1 << op : 11'd0;
    if (core_rst) begin
        tvalid_q     <= 1'b0;
        frame_left_q <= 1'b0;
        tx_pulse_q   <= 11'd0;
    end
end

assign m_axis_wire_tdata  = tdata_q;
assign m_axis_wire_tkeep  = tkeep_q;
assign m_axis_wire_tvalid = tvalid_q;
assign m_axis_wire_tlast  = tlast_q;
assign m_axis_wire_tuser  = 1'b0;
assign frame_left         = frame_left_q;
assign tx_idle            = pick && !f1_valid_q && !tvalid_q;
assign tx_pulse           = tx_pulse_q;

`ifdef FORMAL
    reg f_past;
    initial f_past = 1'b0;
    always @(posedge clk) f_past <= !core_rst;
    always @(posedge clk) if (!core_rst && f_past) begin
        if (start_payload) begin
            assert (payload_valid);
            assert (length != 11'd0 && length <= 11'd`TTP_MAX_PAYLOAD);
        end
        if (read)      assert (payload_valid);
        if (start_response) assert (response_valid && op <= 4'd10 && op != `TTP_OP_PAYLOAD);
        // Within a frame nothing waits but for tready.
        if (!pick) assert (f1_valid_q);
        if (f1_valid_q && !f1_last_q) assert (!pick);
        if (tvalid_q && !tlast_q) assert (f1_valid_q);
    end
`endif

endmodule

`resetall
