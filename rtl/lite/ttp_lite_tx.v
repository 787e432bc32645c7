// SPDX-License-Identifier: Apache-2.0
//
// ttp_lite_tx - bytes of a frame from a page of the memory
//
//     go -> read a word -> two bytes -> read .. -> last byte -> idle
//
// Timing: a word is asked for in a cycle with turn = 1 and is in mem_data in the next one; its bytes follow from the cycle
// after that. Outputs decode flops only.
// Mirror: model/ttp_lite_ports.c    Test: tb/test_ttp_lite.cpp

`resetall
`default_nettype none

module ttp_lite_tx #(
    parameter START = 0             // first word of a frame, 0..21
) (
    input  wire        clk,
    input  wire        rst,

    // Sequencer: only while idle
    input  wire        go_valid,
    input  wire [5:0]  go_page,
    input  wire [10:0] go_bytes,    // 1..2000
    output wire        idle,

    // Memory: this cycle is ours
    input  wire        turn,
    output wire        mem_rd,
    output wire [15:0] mem_addr,
    input  wire [15:0] mem_data,

    output wire [7:0]  m_axis_tdata,
    output wire        m_axis_tvalid,
    input  wire        m_axis_tready,
    output wire        m_axis_tlast
);

generate if (START < 0 || START > 21) begin : g_bad
    ERROR_ttp_lite_tx_parameter_out_of_range u_bad ();
end endgenerate

localparam [9:0] FIRST = START[9:0];

reg [5:0]  page_q, page_d;
reg [9:0]  word_q, word_d;          // next word to read
reg [10:0] left_q, left_d;          // bytes to send
reg        come_q, come_d;          // mem_data is ours
reg [1:0]  have_q, have_d;          // bytes in data_q
reg [15:0] data_q, data_d;

wire sent = m_axis_tvalid && m_axis_tready;

assign idle          = left_q == 11'd0;
assign mem_rd        = turn && !idle && have_q == 2'd0 && !come_q;
assign mem_addr      = {page_q, word_q};
assign m_axis_tdata  = data_q[15:8];
assign m_axis_tvalid = have_q != 2'd0;
assign m_axis_tlast  = left_q == 11'd1;

always @* begin
    page_d = page_q;
    word_d = word_q;
    left_d = left_q;
    come_d = mem_rd;
    have_d = have_q;
    data_d = data_q;
    if (mem_rd) word_d = word_q + 10'd1;
    if (come_q) begin
        data_d = mem_data;
        have_d = left_q == 11'd1 ? 2'd1 : 2'd2;
    end
    if (sent) begin
        data_d = {data_q[7:0], 8'd0};
        have_d = have_q - 2'd1;
        left_d = left_q - 11'd1;
    end
    if (go_valid) begin
        page_d = go_page;
        word_d = FIRST;
        left_d = go_bytes;
    end
end

always @(posedge clk) begin
    page_q <= page_d;
    word_q <= word_d;
    left_q <= left_d;
    come_q <= come_d;
    have_q <= have_d;
    data_q <= data_d;
    if (rst) begin
        left_q <= 11'd0;
        come_q <= 1'b0;
        have_q <= 2'd0;
    end
end

endmodule

`resetall
