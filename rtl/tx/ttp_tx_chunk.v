// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_chunk - the chunk under way: its words, its cells, and their way back
//
// A chunk is what one payload carries: at most 1024 bytes, 16 cells. words_q counts its words; the
// low bits are the word in a cell, the high bits the full cells. Only the first and the newest cell
// are kept, because the cells of the free list are linked already.
//
// When the packet is refused or discarded (drop), the cells taken so far go back through abort_*,
// from the next cycle until abort_ready. Nothing is put meanwhile.
//
// Timing: start and new_cell come from flops. fin, wr_addr, len, first and last are combinational
// from f and free_cell. abort_* come from flops.
// Part of: ttp_tx_ingest

`include "ttp_bus_tx.vh"

`resetall
`default_nettype none

module ttp_tx_chunk #(
    parameter DATA_W = 512,     // bits a word: 64, 128, 256, 512
    parameter TCW    = 14,      // bits of a transmit cell index
    parameter WPC    = 1        // words a cell
) (
    input  wire                       clk,
    input  wire                       core_rst,

    input  wire                       put,      // f's word is stored
    input  wire                       drop,     // the packet is refused or discarded
    input  wire                       f_last,
    input  wire [$clog2(DATA_W/8):0]  f_bytes,
    input  wire [TCW-1:0]             free_cell, // free cell

    // The chunk with f's word
    output wire                       start,    // it is the first word
    output wire                       new_cell, // it is the first word of a cell
    output wire                       fin,      // it is the last word
    output wire [TCW+$clog2(WPC)-1:0] wr_addr,
    output wire [10:0]                len,      // bytes
    output wire [3:0]                 cells_1,  // cells less one
    output wire [TCW-1:0]             first,
    output wire [TCW-1:0]             last,

    output wire                       abort_valid,
    input  wire                       abort_ready,
    output wire [`TTP_ABORT_W-1:0]    abort_chain
);

localparam LB = $clog2(DATA_W / 8); // 3..6
localparam KW = $clog2(WPC);        // bits of the word index in a cell, 0..3
localparam NW = 4 + KW;             // bits of the word index in a chunk

reg [NW-1:0]  words_q, words_d;     // words stored
reg [TCW-1:0] first_q, first_d;
reg [TCW-1:0] cell_q, cell_d;       // newest cell
reg           abort_valid_q, abort_valid_d;

wire         pop       = put && new_cell;
wire [NW:0]  full_beat = {{NW{1'b0}}, f_bytes[LB]};

assign start    = words_q == {NW{1'b0}};
assign fin      = f_last || (&words_q);
assign len      = {{1'b0, words_q} + full_beat, f_bytes[LB-1:0]};
assign cells_1  = words_q[NW-1:KW];
assign first    = start ? free_cell : first_q;
assign last     = new_cell ? free_cell : cell_q;

assign abort_valid         = abort_valid_q;
assign abort_chain[`ABORT_FIRST] = first_q;
assign abort_chain[`ABORT_LAST]  = cell_q;

generate if (KW == 0) begin : g_word_cell
    assign new_cell = 1'b1;
    assign wr_addr  = last;
    assign abort_chain[`ABORT_N] = {1'b0, words_q};
end else begin : g_words_cell
    assign new_cell = words_q[KW-1:0] == {KW{1'b0}};
    assign wr_addr  = {last, words_q[KW-1:0]};
    assign abort_chain[`ABORT_N] = {1'b0, words_q[NW-1:KW]} + {4'd0, !new_cell};
end endgenerate

always @* begin
    words_d = words_q;
    first_d = pop && start ? free_cell : first_q;
    cell_d  = pop ? free_cell : cell_q;
    if (put) words_d = fin ? {NW{1'b0}} : words_q + {{(NW-1){1'b0}}, 1'b1};
    else if (abort_valid_q && abort_ready) words_d = {NW{1'b0}};
    abort_valid_d = abort_valid_q ? !abort_ready : drop && !start;
end

always @(posedge clk) begin
    words_q    <= words_d;
    first_q    <= first_d;
    cell_q     <= cell_d;
    abort_valid_q <= abort_valid_d;
    if (core_rst) begin
        words_q    <= {NW{1'b0}};
        abort_valid_q <= 1'b0;
    end
end

`ifdef FORMAL
    always @(posedge clk) if (!core_rst) begin
        if (abort_valid_q)
            begin
            assert (!start);
            assert (abort_chain[`ABORT_N] >= 5'd1 && abort_chain[`ABORT_N] <= 5'd16);
        end
        if (put)        assert (!abort_valid_q);
        if (put && fin) assert (len >= 11'd1 && len <= 11'd1024);
        if (put && fin) assert (f_last || len == 11'd1024);
    end
`endif

endmodule

`resetall
