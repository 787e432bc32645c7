// SPDX-License-Identifier: Apache-2.0
//
// ttp_lite_rx - a frame of bytes into a page of the memory, two pages in turn
//
// A page is 1024 words of 16 bits. The frame goes to word START onwards, first byte in the high half; its status, {bad,
// 4'd0, bytes[10:0]}, to word 1023. bad is tuser of the last byte; the count stops at 2047, and what is behind word
// START + 999 is counted and not kept, so a frame without an end does no harm. While both pages are full the stream waits.
//
//     pages[0]: fill -> full -> (sequencer) -> give: another page, or the same one -> fill
//     pages[1]: the same, one behind
//
// Timing: one word or status in each cycle with turn = 1; a byte is taken in any cycle in which none of these waits.
// full, page and tready decode flops only.
// Mirror: model/ttp_lite_ports.c    Test: tb/test_ttp_lite.cpp

`resetall
`default_nettype none

module ttp_lite_rx #(
    parameter START = 0,            // first word of a frame, 0..21
    parameter PAGE  = 2             // the pages after reset are this one and the next, 0..62
) (
    input  wire        clk,
    input  wire        rst,

    input  wire        on,          // 0: takes nothing; the pages are being set up

    input  wire [7:0]  s_axis_tdata,
    input  wire        s_axis_tvalid,
    output wire        s_axis_tready,
    input  wire        s_axis_tlast,
    input  wire        s_axis_tuser,

    // Memory: this cycle is ours
    input  wire        turn,
    output wire        mem_wr,
    output wire [15:0] mem_addr,
    output wire [15:0] mem_data,

    // Sequencer
    output wire        full,        // the page below holds a frame
    output wire [5:0]  page,
    input  wire        give_valid,  // it has been dealt with; its place takes give_page
    input  wire [5:0]  give_page
);

generate if (START < 0 || START > 21 || PAGE < 0 || PAGE > 62) begin : g_bad
    ERROR_ttp_lite_rx_parameter_out_of_range u_bad ();
end endgenerate

localparam [5:0] PAGE0 = PAGE[5:0], PAGE1 = PAGE0 + 6'd1;
localparam [9:0] FIRST = START[9:0], KEPT = 10'd1000, STATUS = 10'd1023;

reg [5:0]  page0_q, page0_d, page1_q, page1_d;
reg [1:0]  full_q, full_d;          // bit of a page
reg        fill_q, fill_d, look_q, look_d;      // page that is filled; page that the sequencer looks at
reg [10:0] count_q, count_d;        // bytes so far
reg [15:0] word_q, word_d;
reg        word_go_q, word_go_d;    // the word waits for its turn
reg        end_q, end_d, bad_q, bad_d;          // the frame is over, its status waits

wire       filling = on && !full_q[fill_q];
wire       take    = s_axis_tvalid && s_axis_tready;
wire [9:0] word_at = FIRST + count_q[10:1] - {9'd0, !count_q[0]};

assign s_axis_tready = filling && !word_go_q && !end_q;
assign full          = full_q[look_q];
assign page          = look_q ? page1_q : page0_q;
assign mem_wr        = turn && (word_go_q || end_q);
assign mem_addr      = {fill_q ? page1_q : page0_q, word_go_q ? word_at : STATUS};
assign mem_data      = word_go_q ? word_q : {bad_q, 4'd0, count_q};

always @* begin
    page0_d   = page0_q;
    page1_d   = page1_q;
    full_d    = full_q;
    fill_d    = fill_q;
    look_d    = look_q;
    count_d   = count_q;
    word_d    = word_q;
    word_go_d = word_go_q;
    end_d     = end_q;
    bad_d     = bad_q;
    if (take) begin
        // A lone last byte is the high half.
        word_d    = count_q[0] ? {word_q[15:8], s_axis_tdata} : {s_axis_tdata, 8'd0};
        word_go_d = (count_q[0] || s_axis_tlast) && count_q[10:1] < KEPT;
        count_d   = &count_q ? count_q : count_q + 11'd1;
        end_d     = s_axis_tlast;
        bad_d     = s_axis_tuser;
    end
    if (mem_wr && word_go_q) begin
        word_go_d = 1'b0;
    end else if (mem_wr) begin
        end_d          = 1'b0;
        count_d        = 11'd0;
        full_d[fill_q] = 1'b1;
        fill_d         = !fill_q;
    end
    if (give_valid) begin
        if (look_q) page1_d = give_page;
        else        page0_d = give_page;
        full_d[look_q] = 1'b0;
        look_d         = !look_q;
    end
end

always @(posedge clk) begin
    page0_q   <= page0_d;
    page1_q   <= page1_d;
    full_q    <= full_d;
    fill_q    <= fill_d;
    look_q    <= look_d;
    count_q   <= count_d;
    word_q    <= word_d;
    word_go_q <= word_go_d;
    end_q     <= end_d;
    bad_q     <= bad_d;
    if (rst) begin
        page0_q   <= PAGE0;
        page1_q   <= PAGE1;
        full_q    <= 2'd0;
        fill_q    <= 1'b0;
        look_q    <= 1'b0;
        count_q   <= 11'd0;
        word_go_q <= 1'b0;
        end_q     <= 1'b0;
    end
end

endmodule

`resetall
