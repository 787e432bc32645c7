// SPDX-License-Identifier: Apache-2.0
//
// eth_tx_fifo - frames from the core's clock to the line's, words of eight to bytes
//
// STORE = 0, cut-through: a frame starts as soon as its first word has crossed. The line needs a
// word each 64 ns at 1000 Mb/s, and not before 128 ns after the first one (the preamble); a core
// that gives a beat in every cycle of 16 ns once it started a frame, like ttp_mac, can not be late.
// One that can stall in a frame longer than that is answered by eth_gmii_tx with a frame of wrong
// FCS.
// STORE = 1: a frame starts when it is complete, so the core may stall as it likes. A frame that
// fills the whole FIFO before it is complete is sent cut-through from there on: it can neither hang
// nor be lost, but may run dry.
// A DEPTH above 64 is block RAM, too slow for tx_clk: it stands on the core's side, and a FIFO of
// 16 words behind it crosses.
//
// Timing: all outputs are flops. First beat in -> first byte valid: 2 edges of clk, then 5 of
// tx_clk; with a DEPTH above 64 it is 6 edges of clk more.
// Test: tb/block/eth_tx_fifo.cpp

`resetall
`default_nettype none

module eth_tx_fifo #(
    parameter DEPTH = 16,   // words of 8 bytes, power of two, >= 16
    parameter STORE = 0     // 1: start a frame when it is complete
) (
    // Core side
    input  wire        clk,
    input  wire        rst,
    input  wire [63:0] s_axis_core_tdata,
    // All ones but on tlast, contiguous from bit 0, at least one
    input  wire [7:0]  s_axis_core_tkeep,
    input  wire        s_axis_core_tvalid,
    output wire        s_axis_core_tready,
    input  wire        s_axis_core_tlast,
    input  wire        s_axis_core_tuser,   // with tlast: send it with a wrong FCS

    // Line side: eth_gmii_tx
    input  wire        tx_clk,
    input  wire        tx_rst,
    output wire [7:0]  m_axis_tx_tdata,
    output wire        m_axis_tx_tvalid,
    input  wire        m_axis_tx_tready,
    output wire        m_axis_tx_tlast,
    output wire        m_axis_tx_tuser
);

generate if (DEPTH < 16 || STORE < 0 || STORE > 1) begin : g_bad
    ERROR_eth_tx_fifo_parameter_out_of_range u_bad ();
end endgenerate

// ---- core side
wire       put_ready;
wire       take = s_axis_core_tvalid && put_ready;
wire [2:0] last_byte;
wire       stuck;
reg        cut_q;                           // this frame filled the FIFO alone: show every word

eth_last_byte u_last (.keep(s_axis_core_tkeep), .last(last_byte));

assign s_axis_core_tready = put_ready;

always @(posedge clk) begin
    if (take && s_axis_core_tlast) cut_q <= 1'b0;
    else if (stuck)                cut_q <= 1'b1;
    if (rst) cut_q <= 1'b0;
end

wire        get_valid, get_ready;
wire [68:0] get_word;

wire [2:0]  top_byte = s_axis_core_tlast ? last_byte : 3'd7;
wire [68:0] put_word = {s_axis_core_tuser, s_axis_core_tlast, top_byte, s_axis_core_tdata};
wire        commit   = STORE == 0 || (s_axis_core_tvalid && s_axis_core_tlast) || cut_q;

generate if (DEPTH <= 64) begin : g_one
    eth_async_fifo #(.WIDTH(69), .DEPTH(DEPTH)) u_fifo (
        .wr_clk(clk), .wr_rst(rst), .wr_valid(s_axis_core_tvalid), .wr_ready(put_ready),
        .wr_data(put_word), .wr_commit(commit), .wr_drop(1'b0), .wr_stuck(stuck),
        .rd_clk(tx_clk), .rd_rst(tx_rst), .rd_valid(get_valid), .rd_ready(get_ready),
        .rd_data(get_word)
    );
end else begin : g_two
    wire        mid_valid, mid_ready, stuck_unused;
    wire [68:0] mid_word;
    eth_async_fifo #(.WIDTH(69), .DEPTH(DEPTH)) u_store (
        .wr_clk(clk), .wr_rst(rst), .wr_valid(s_axis_core_tvalid), .wr_ready(put_ready),
        .wr_data(put_word), .wr_commit(commit), .wr_drop(1'b0), .wr_stuck(stuck),
        .rd_clk(clk), .rd_rst(rst), .rd_valid(mid_valid), .rd_ready(mid_ready),
        .rd_data(mid_word)
    );
    eth_async_fifo #(.WIDTH(69), .DEPTH(16)) u_fifo (
        .wr_clk(clk), .wr_rst(rst), .wr_valid(mid_valid), .wr_ready(mid_ready),
        .wr_data(mid_word), .wr_commit(1'b1), .wr_drop(1'b0), .wr_stuck(stuck_unused),
        .rd_clk(tx_clk), .rd_rst(tx_rst), .rd_valid(get_valid), .rd_ready(get_ready),
        .rd_data(get_word)
    );
end endgenerate

// ---- line side: a shift register; the next word waits in the FIFO's output register
reg [63:0] word_q;
reg [2:0]  left_q;                          // bytes after this one
reg        valid_q, last_q, user_q;
reg        final_q;                         // left_q == 0

wire step = valid_q && m_axis_tx_tready;
wire need = !valid_q || (m_axis_tx_tready && final_q);

assign get_ready        = need;
assign m_axis_tx_tdata  = word_q[7:0];
assign m_axis_tx_tvalid = valid_q;
assign m_axis_tx_tlast  = last_q && final_q;
assign m_axis_tx_tuser  = user_q;

always @(posedge tx_clk) begin
    if (need) begin
        valid_q <= get_valid;
        word_q  <= get_word[63:0];
        left_q  <= get_word[66:64];
        final_q <= get_word[66:64] == 3'd0;
        last_q  <= get_word[67];
        user_q  <= get_word[68];
    end else if (step) begin
        word_q  <= {8'd0, word_q[63:8]};
        left_q  <= left_q - 3'd1;
        final_q <= left_q == 3'd1;
    end
    if (tx_rst) valid_q <= 1'b0;
end

endmodule

`resetall
