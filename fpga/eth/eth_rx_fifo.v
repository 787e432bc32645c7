// SPDX-License-Identifier: Apache-2.0
//
// eth_rx_fifo - received frames from the line's clock to the core's, whole or not at all
//
// Bytes are packed to words of eight, words stored, and the frame is committed with its last word.
// A frame longer than MAX_LEN (OVERSIZE), one that meets a full FIFO (OVERFLOW), and with
// PASS_BAD = 0 every bad one, is taken back: the core never sees a part of it. With PASS_BAD = 1 a
// bad frame is delivered with tuser on its last beat, for a core that counts them itself.
//
// Each carrier leaves one event, here renamed where the FIFO is what lost it.
//
//     rx_clk                                          | clk
//     byte -> word register -> memory, commit or drop | -> output register -> beats
//
// Timing: outputs are flops. Last byte in -> first beat out: 3 edges of rx_clk, then 5 of clk.
// At 1000 Mb/s a beat a cycle; at 10 and 100 the beats of a frame may come slower
// (eth_async_fifo).
// Test: tb/block/eth_rx_fifo.cpp

`include "eth_defs.vh"

`resetall
`default_nettype none

module eth_rx_fifo #(
    parameter DEPTH    = 512,   // words of 8 bytes, power of two, >= 16
    parameter MAX_LEN  = 1518,  // longest frame delivered, bytes without FCS, 64..16383
    parameter PASS_BAD = 1      // 1: bad frames are delivered with tuser, 0: dropped
) (
    // Line side: eth_gmii_rx
    input  wire        rx_clk,
    input  wire        rx_rst,
    input  wire [7:0]  s_axis_rx_tdata,
    input  wire        s_axis_rx_tvalid,
    input  wire        s_axis_rx_tlast,
    input  wire        s_axis_rx_tuser,
    input  wire        frame_valid,     // event of the line, with tlast where there is one
    input  wire [2:0]  frame_code,
    output wire        stat_valid,
    output wire [2:0]  stat_code,       // ETH_EV_RX_*

    // Core side
    input  wire        clk,
    input  wire        rst,
    output wire [63:0] m_axis_core_tdata,
    output wire [7:0]  m_axis_core_tkeep,
    output wire        m_axis_core_tvalid,
    input  wire        m_axis_core_tready,
    output wire        m_axis_core_tlast,
    output wire        m_axis_core_tuser
);

generate if (DEPTH < 16 || MAX_LEN < 64 || MAX_LEN > 16383
             || PASS_BAD < 0 || PASS_BAD > 1) begin : g_bad
    ERROR_eth_rx_fifo_parameter_out_of_range u_bad ();
end endgenerate

// ---- pack
reg [63:0] word_q;
reg [2:0]  idx_q;                       // byte of the word
reg [13:0] len_q;                       // bytes so far, stops at MAX_LEN
reg        over_q;                      // more than MAX_LEN

wire at_max = len_q == MAX_LEN[13:0];

// The word is in word_q, whole
reg        put_q, put_last_q, put_bad_q;
reg [2:0]  put_idx_q;                   // its last byte
reg        ev_q;
reg [2:0]  ev_code_q;

integer i;

always @(posedge rx_clk) begin
    put_q      <= s_axis_rx_tvalid && (s_axis_rx_tlast || idx_q == 3'd7);
    put_last_q <= s_axis_rx_tlast;
    put_bad_q  <= s_axis_rx_tuser;
    put_idx_q  <= idx_q;
    ev_q       <= frame_valid;
    ev_code_q  <= frame_code;
    if (s_axis_rx_tvalid) begin
        for (i = 0; i < 8; i = i + 1)
            if (idx_q == i[2:0]) word_q[8*i +: 8] <= s_axis_rx_tdata;
        idx_q  <= s_axis_rx_tlast ? 3'd0 : idx_q + 3'd1;
        over_q <= at_max || over_q;
        if (!at_max) len_q <= len_q + 14'd1;
    end
    // The verdict on this frame is taken in the cycle after tlast; no byte of the next is there
    // yet.
    if (rx_rst || ev_q) begin
        idx_q  <= 3'd0;
        len_q  <= 14'd0;
        over_q <= 1'b0;
    end
    if (rx_rst) begin
        put_q <= 1'b0;
        ev_q  <= 1'b0;
    end
end

// ---- store
reg       full_q;                       // a word of this frame found no room
reg       stat_valid_q;
reg [2:0] stat_code_q;

wire put_ready;
wire no_room = full_q || (put_q && !put_ready);
wire ends    = put_q && put_last_q;
wire lost    = over_q || no_room;
wire drop    = ends && (lost || (put_bad_q && PASS_BAD == 0));

always @(posedge rx_clk) begin
    full_q       <= no_room && !ev_q;
    stat_valid_q <= ev_q;
    stat_code_q  <= over_q ? `ETH_EV_RX_OVERSIZE : no_room ? `ETH_EV_RX_OVERFLOW : ev_code_q;
    if (rx_rst) begin
        full_q       <= 1'b0;
        stat_valid_q <= 1'b0;
    end
end

assign stat_valid = stat_valid_q;
assign stat_code  = stat_code_q;

// Once a word is lost, later ones are not written: what was stored goes back with the last one.
wire        get_valid, get_ready, stuck_unused;
wire [68:0] get_word;

eth_async_fifo #(.WIDTH(69), .DEPTH(DEPTH)) u_fifo (
    .wr_clk(rx_clk), .wr_rst(rx_rst), .wr_valid(put_q && !full_q && !over_q),
    .wr_ready(put_ready), .wr_data({put_bad_q, put_last_q, put_idx_q, word_q}), .wr_commit(ends),
    .wr_drop(drop), .wr_stuck(stuck_unused),
    .rd_clk(clk), .rd_rst(rst), .rd_valid(get_valid), .rd_ready(get_ready), .rd_data(get_word)
);

// ---- beats. A register after the memory: the read of a block RAM takes a third of a core cycle.
reg [63:0] tdata_q;
reg [7:0]  tkeep_q;
reg        tvalid_q, tlast_q, tuser_q;

assign get_ready = !tvalid_q || m_axis_core_tready;

always @(posedge clk) begin
    if (get_ready) begin
        tvalid_q <= get_valid;
        tdata_q  <= get_word[63:0];
        tkeep_q  <= 8'hFF >> (get_word[67] ? 3'd7 - get_word[66:64] : 3'd0);
        tlast_q  <= get_word[67];
        tuser_q  <= get_word[67] && get_word[68];
    end
    if (rst) tvalid_q <= 1'b0;
end

assign m_axis_core_tdata  = tdata_q;
assign m_axis_core_tkeep  = tkeep_q;
assign m_axis_core_tvalid = tvalid_q;
assign m_axis_core_tlast  = tlast_q;
assign m_axis_core_tuser  = tuser_q;

`ifdef FORMAL
    always @(posedge rx_clk) if (!rx_rst) begin
        assert (!(ev_q && s_axis_rx_tvalid));
        if (ends) assert (ev_q);
    end
`endif

endmodule

`resetall
