// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_frame - builds the frames on the wire, a beat in every cycle
//
//     F0   takes a response or a payload from its queue and reads the payload SRAM
//     F1   builds a beat from header flops, SRAM word and the rest of the word before
//          into the output flops
//
// Both move when the output is free (!tvalid or tready), so a frame once started gives a beat
// in every cycle with tready = 1, and the next frame follows without a bubble.
//
// The header has 60 bytes: payload word j ends up 4 bytes below the end of a beat, that is
//
//     beat H-1    header bytes 64-B..59, word 0 bytes 0..3     H = 64/B, B bytes a beat
//     beat H+j    word j bytes 4..B-1, word j+1 bytes 0..3     (the last: word j alone)
//
// F0 states: PICK (beat 0 of a frame, if one starts) -> HDR (beats 1..H-1) -> DATA (a beat
// that reads a word) -> TAIL (the last beat of a payload whose last word has more than 4
// bytes; reads nothing). A frame without payload ends in beat H-1, and so does one with up to
// 4 bytes; the bytes up to 64 are then 0.
//
// Cells: word 0 is read at pq_first. With the first word of a cell its next cell is
// addressed too, and nc_data, which holds, is where the next cell's first word is read.
//
// Timing: tvalid, tdata, tkeep, tlast, left_pulse, tx_pulse from flops; rd_*, nc_*, pq_ready,
// rsp_ready, start_* combinational from m_axis_wire_tready, the queues, sel_payload, nc_data.
// Mirror: model/ttp_tx_frame.c      Lockstep test: tb/block/ttp_tx_frame.cpp

`resetall
`default_nettype none
`include "ttp_defs.vh"

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
    input  wire                              pq_valid,
    input  wire [31:0]                       pq_id,
    input  wire [1:0]                        pq_vc,
    input  wire [23:0]                       pq_node,
    input  wire [10:0]                       pq_len,        // bytes, 1..1024
    input  wire [TCW-1:0]                    pq_first,

    // RSPQ: frame without payload to send
    input  wire                              rsp_valid,
    input  wire [3:0]                        rsp_op,
    input  wire [1:0]                        rsp_vc,
    input  wire [23:0]                       rsp_node,
    input  wire [31:0]                       rsp_txid,
    input  wire [31:0]                       rsp_rxid,
    input  wire [15:0]                       rsp_epoch,
    input  wire                              rsp_notify,

    input  wire                              sel_payload,   // tx_sched's choice

    // Payload SRAM
    input  wire [DATA_W-1:0]                 rd_data,
    input  wire [TCW-1:0]                    nc_data,

    input  wire                              m_axis_wire_tready,

    output wire                              pq_ready,      // last word is being read
    output wire                              rsp_ready,
    output wire                              start_rsp,     // to tx_sched
    output wire                              start_pay,

    output wire                              rd_en,
    output wire [TCW+$clog2(512/DATA_W)-1:0] rd_addr,       // {cell, word}
    output wire                              nc_en,
    output wire [TCW-1:0]                    nc_addr,

    output wire [DATA_W-1:0]                 m_axis_wire_tdata,
    output wire [DATA_W/8-1:0]               m_axis_wire_tkeep,
    output wire                              m_axis_wire_tvalid,
    output wire                              m_axis_wire_tlast,
    output wire                              m_axis_wire_tuser,

    output wire                              left_pulse,    // last beat of a notify frame has left
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
localparam [31:0] HIGH = ADDR_HIGH;

localparam [1:0]
    ST_PICK = 2'd0,
    ST_HDR  = 2'd1,
    ST_DATA = 2'd2,
    ST_TAIL = 2'd3;

// ---- F0
reg [1:0]     state_q, state_d;
reg [HW-1:0]  beat_q, beat_d;       // header beat
reg           pay_q, pay_d;         // the frame has a payload
reg [9:0]     left_q, left_d;       // payload bytes not yet read, less 1; low bits: of the last word

// ---- F1
reg           f1_valid_q, f1_data_q, f1_last_q, f1_note_q;
reg [3:0]     f1_own_q;             // bytes 60..63 that are payload
reg [LB-1:0]  f1_keep_q;            // bytes in the last beat, 0 = all

// ---- output flops
reg [DATA_W-1:0] tdata_q;
reg [B-1:0]      tkeep_q;
reg              tvalid_q, tlast_q, tnote_q;
reg              gone_q;
reg [10:0]       count_q;

wire move    = !tvalid_q || m_axis_wire_tready;
wire pick    = state_q == ST_PICK;
wire start   = pick && move && !quiesce && (rsp_valid || pq_valid);
wire go      = pick ? start : move;                         // F0 gives a beat

assign start_pay = start && sel_payload;
assign start_rsp = start && !sel_payload;

wire [9:0]    pq_left = pq_len[9:0] - 10'd1;
wire          pay   = pick ? sel_payload : pay_q;
wire [HW-1:0] beat  = pick ? {HW{1'b0}} : beat_q;
wire          word0 = !state_q[1] && beat == H_LAST[HW-1:0]; // beat H-1
wire [9:0]    left  = pick ? pq_left : left_q;
wire          read  = go && pay && (word0 || state_q == ST_DATA);
wire          final_word = left[9:LB] == {10-LB{1'b0}};
wire          tail  = left[LB-1:2] != {LB-2{1'b0}};         // more than 4 bytes in the last word
wire          last  = state_q == ST_TAIL
                   || (pay ? (word0 || state_q == ST_DATA) && final_word && !tail : word0);

assign rd_en     = read;
assign pq_ready  = read && final_word;
assign rsp_ready = start_rsp;

// Words of a cell
generate if (DATA_W == 512) begin : g_cell
    wire [TCW-1:0] now_cell = word0 ? pq_first : nc_data;
    assign rd_addr = now_cell;
    assign nc_en   = read;
    assign nc_addr = now_cell;
end else begin : g_words
    localparam WW = $clog2(H);
    reg  [WW-1:0]  word_q;
    reg  [TCW-1:0] cell_q;
    wire [WW-1:0]  word     = word0 ? {WW{1'b0}} : word_q;
    wire           hop      = word == {WW{1'b0}};
    reg  [TCW-1:0] next_q;              // nc_data is there a whole cell before it is needed
    wire [TCW-1:0] now_cell = word0 ? pq_first : hop ? next_q : cell_q;
    assign rd_addr = {now_cell, word};
    assign nc_en   = read && hop;
    assign nc_addr = now_cell;
    always @(posedge clk) begin
        next_q <= nc_data;
        if (read) begin
            word_q <= word + {{WW-1{1'b0}}, 1'b1};
            cell_q <= now_cell;
        end
    end
end endgenerate

always @* begin
    state_d = state_q;
    beat_d  = beat_q;
    pay_d   = pay_q;
    left_d  = left_q;
    if (start) begin
        pay_d  = sel_payload;
        left_d = pq_left;
    end
    if (read) left_d = {left[9:LB] - {{9-LB{1'b0}}, 1'b1}, left[LB-1:0]};
    if (go) begin
        beat_d = beat + {{HW-1{1'b0}}, 1'b1};
        if (last)                 state_d = ST_PICK;
        else if (!read)           state_d = ST_HDR;
        else if (final_word)      state_d = ST_TAIL;
        else                      state_d = ST_DATA;
    end
end

always @(posedge clk) begin
    state_q <= state_d;
    beat_q  <= beat_d;
    pay_q   <= pay_d;
    left_q  <= left_d;
    if (core_rst) state_q <= ST_PICK;
end

// Last beat: bytes of the last word, less the 4 that went into the beat before.
wire [LB-1:0] keep = left[LB-1:0] - {{LB-2{1'b0}}, 2'd3};

always @(posedge clk) begin
    if (move) begin
        f1_valid_q <= go;
        f1_data_q  <= state_q[1];
        f1_last_q  <= last;
        f1_keep_q  <= state_q[1] ? keep : {LB{1'b0}};
        f1_own_q   <= {4{read}} & ({4{!final_word || tail}}
                      | {left[1:0] == 2'd3, left[1], left[1:0] != 2'd0, 1'b1});
    end
    if (start) f1_note_q <= start_rsp && rsp_notify;
    if (core_rst) f1_valid_q <= 1'b0;
end

// Header fields, of the frame in F1
reg [3:0]  op_q;
reg [1:0]  vc_q;
reg [23:0] node_q;
reg [31:0] txid_q, rxid_q;
reg [15:0] epoch_q;
reg [10:0] tth_q, tsh_q;            // lengths, bytes

always @(posedge clk) begin
    if (start) begin
        op_q    <= sel_payload ? `TTP_OP_PAYLOAD : rsp_op;
        vc_q    <= sel_payload ? pq_vc : rsp_vc;
        node_q  <= sel_payload ? pq_node : rsp_node;
        txid_q  <= sel_payload ? pq_id : rsp_txid;
        rxid_q  <= sel_payload ? 32'd0 : rsp_rxid;
        epoch_q <= sel_payload ? 16'd0 : rsp_epoch;
        tth_q   <= (sel_payload ? pq_len : 11'd0) + 11'd`TTP_TTH_OVERHEAD;
        tsh_q   <= (sel_payload ? pq_len : 11'd0) + 11'd`TTP_TSH_OVERHEAD;
    end
end

// ---- F1: pkt.layout. First byte of the frame at the left, then turned: byte 0 is tdata[7:0].
wire [31:0] own = {f1_own_q[0] ? rd_data[7:0]   : 8'd0, f1_own_q[1] ? rd_data[15:8]  : 8'd0,
                   f1_own_q[2] ? rd_data[23:16] : 8'd0, f1_own_q[3] ? rd_data[31:24] : 8'd0};
wire [511:0] hdr_be = {
    HIGH[23:0], node_q, HIGH[23:0], cfg_node, `TTP_ETHERTYPE,           //  0 Ethernet
    `TTP_TTH0, 8'd0, 5'd0, tth_q, 128'd0,                               // 14 TTH
    cfg_node, node_q, 5'd0, tsh_q,                                      // 34 TSH
    4'd0, op_q, 6'd0, vc_q, 16'd0, epoch_q, 32'd0, txid_q, rxid_q,      // 42 TTP
    own                                                                 // 60 payload
};
wire [511:0] hdr;
genvar g;
generate for (g = 0; g < 64; g = g + 1) begin : g_turn
    assign hdr[8*g +: 8] = hdr_be[8*(63-g) +: 8];
end endgenerate

reg  [DATA_W-33:0] hold_q;          // bytes 4.. of the word before
wire [DATA_W-1:0]  hdr_beat;

generate if (H == 1) begin : g_one
    assign hdr_beat = hdr;
end else begin : g_beats
    reg [HW-1:0] f1_beat_q;
    always @(posedge clk) if (move) f1_beat_q <= beat;
    assign hdr_beat = hdr[{f1_beat_q, {LB+3{1'b0}}} +: DATA_W];
end endgenerate

wire [B-1:0] all   = {B{1'b1}};
wire         whole = !f1_last_q || f1_keep_q == {LB{1'b0}};

always @(posedge clk) begin
    if (move) begin
        tvalid_q <= f1_valid_q;
        tdata_q  <= f1_data_q ? {rd_data[31:0], hold_q} : hdr_beat;
        tkeep_q  <= whole ? all : ~(all << f1_keep_q);
        tlast_q  <= f1_last_q;
        tnote_q  <= f1_note_q;
        hold_q   <= rd_data[DATA_W-1:32];
    end
    gone_q  <= tvalid_q && m_axis_wire_tready && tlast_q && tnote_q;
    count_q <= start_pay ? 11'd1 << `TTP_OP_PAYLOAD : start_rsp ? 11'd1 << rsp_op : 11'd0;
    if (core_rst) begin
        tvalid_q <= 1'b0;
        gone_q   <= 1'b0;
        count_q  <= 11'd0;
    end
end

assign m_axis_wire_tdata  = tdata_q;
assign m_axis_wire_tkeep  = tkeep_q;
assign m_axis_wire_tvalid = tvalid_q;
assign m_axis_wire_tlast  = tlast_q;
assign m_axis_wire_tuser  = 1'b0;
assign left_pulse         = gone_q;
assign tx_idle            = pick && !f1_valid_q && !tvalid_q;
assign tx_pulse           = count_q;

`ifdef FORMAL
    reg f_past;
    initial f_past = 1'b0;
    always @(posedge clk) f_past <= !core_rst;
    always @(posedge clk) if (!core_rst && f_past) begin
        if (start_pay) assert (pq_valid && pq_len != 11'd0 && pq_len <= 11'd`TTP_MAX_PAYLOAD);
        if (read)      assert (pq_valid);
        if (start_rsp) assert (rsp_valid && rsp_op <= 4'd10 && rsp_op != `TTP_OP_PAYLOAD);
        // Within a frame nothing waits but for tready.
        if (!pick) assert (f1_valid_q);
        if (f1_valid_q && !f1_last_q) assert (!pick);
        if (tvalid_q && !tlast_q) assert (f1_valid_q);
    end
`endif

endmodule

`resetall
