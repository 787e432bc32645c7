// SPDX-License-Identifier: Apache-2.0
//
// ttp_lite_rom - the microprogram of ttp_lite_seq
//
// 4096 words of 20 bits, block RAM with content. Words and source stand side by side in the included files;
// scripts/lite_asm keeps them equal.
//
// Timing: rd_en in cycle t, rd_data from t+1 on; it holds while rd_en is 0.
// Mirror: model/ttp_lite.c (what the program is for, not the program)    Test: tb/test_ttp_lite.cpp

`resetall
`default_nettype none

module ttp_lite_rom (
    input  wire        clk,
    input  wire        rd_en,
    input  wire [11:0] rd_addr,
    output wire [19:0] rd_data
);

reg [19:0] data_q;

// A case and no memory with `initial`: Yosys reads it a hundred times faster, and makes the same block RAM of it.
always @(posedge clk) if (rd_en) begin
    case (rd_addr)
`include "lite/ttp_lite_main.vh"
`include "lite/ttp_lite_wire.vh"
`include "lite/ttp_lite_link.vh"
`include "lite/ttp_lite_timer.vh"
`include "lite/ttp_lite_send.vh"
`include "lite/ttp_lite_host.vh"
`include "lite/ttp_lite_up.vh"
`include "lite/ttp_lite_regs.vh"
    default: data_q <= 20'hD8000;   // halt
    endcase
end

assign rd_data = data_q;

endmodule

`resetall
