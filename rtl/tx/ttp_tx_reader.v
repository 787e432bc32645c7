// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_reader - which word of the transmit store is read next
//
// Word 0 of a payload is read at first. With the first word of a cell, the last cell included,
// the next cell is asked for too (next_cell_en). next_cell, which holds, is where the first word of
// the next cell is read.
//
// Below 512 bit a cell has several words, so next_cell goes through a flop: it is there a whole
// cell before it is needed.
//
// Timing: all outputs are combinational from read and word0; at 512 bit also from next_cell.
// Part of: ttp_tx_frame

`resetall
`default_nettype none

module ttp_tx_reader #(
    parameter DATA_W = 512,     // bits a word: 64, 128, 256, 512
    parameter TCW    = 14       // bits of a transmit cell index
) (
    input  wire                              clk,

    input  wire                              read,      // a word is read
    input  wire                              word0,     // it is the first one of its payload
    input  wire [TCW-1:0]                    first,
    input  wire [TCW-1:0]                    next_cell,

    output wire [TCW+$clog2(512/DATA_W)-1:0] rd_addr,   // {cell, word}
    output wire                              next_cell_en,
    output wire [TCW-1:0]                    next_cell_addr
);

generate if (DATA_W == 512) begin : g_cell
    wire unused_clk = &{1'b0, clk};
    assign rd_addr = next_cell_addr;
    assign next_cell_en   = read;
    assign next_cell_addr = word0 ? first : next_cell;
end else begin : g_words
    localparam WW = $clog2(512 / DATA_W);
    reg  [WW-1:0]  word_q;
    reg  [TCW-1:0] cell_q;
    reg  [TCW-1:0] next_q;
    wire [WW-1:0]  word     = word0 ? {WW{1'b0}} : word_q;
    wire           hop      = word == {WW{1'b0}};   // first word of a cell
    wire [TCW-1:0] now_cell = word0 ? first : hop ? next_q : cell_q;
    assign rd_addr = {now_cell, word};
    assign next_cell_en   = read && hop;
    assign next_cell_addr = now_cell;
    always @(posedge clk) begin
        next_q <= next_cell;
        if (read) begin
            word_q <= word + {{WW-1{1'b0}}, 1'b1};
            cell_q <= now_cell;
        end
    end
end endgenerate

endmodule

`resetall
