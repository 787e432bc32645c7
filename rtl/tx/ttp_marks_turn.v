// SPDX-License-Identifier: Apache-2.0
//
// ttp_marks_turn - a map, turned to the place of its first ID in a word of 64
//
// It is loaded beside, and turned to the left in three cycles: by 1, 4 and 16 times two bits of
// `by`.
//
// Timing: word is a flop.
// Part of: ttp_tx_marks

`resetall
`default_nettype none

module ttp_marks_turn (
    input  wire                 clk,
    input  wire                 loads,
    input  wire [63:0]          bits,
    input  wire                 turns,
    input  wire [1:0]           step,       // 0, 1, 2
    input  wire [5:0]           by,
    output wire [63:0]          word
);

function [63:0] left;
    input [63:0] old;
    input [5:0]  by_bits;
    left = old << by_bits | old >> (6'd0 - by_bits);
endfunction

reg [63:0] word_q;
assign word = word_q;
always @(posedge clk) begin
    if (loads) word_q <= bits;
    if (turns) case (step)
        2'd0:    word_q <= left(word_q, {4'd0, by[1:0]});
        2'd1:    word_q <= left(word_q, {2'd0, by[3:2], 2'd0});
        default: word_q <= left(word_q, {by[5:4], 4'd0});
    endcase
end

endmodule

`resetall
