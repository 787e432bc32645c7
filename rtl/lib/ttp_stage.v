// SPDX-License-Identifier: Apache-2.0
//
// ttp_stage - a cut in a pipeline: a flop or, where the pipeline is shorter, a wire
//
//    in ---[en]---> out        ON = 1: what was at in when en was 1
//    in ----------> out        ON = 0: clk, rst and en do nothing
//
// All signals that pass from one stage to the next go through one ttp_stage. So the depth of a
// pipeline is a parameter, and the code on both sides is the same for each depth. A flop that
// every depth has may be a stage too: then ON stays 1.
//
// Timing: ON = 1: out is a flop. ON = 0: combinational.
// Mirror: none, the block that cuts has a field for it      Test: tb/block/ttp_stage.cpp

`resetall
`default_nettype none

module ttp_stage #(
    parameter WIDTH = 8,    // bits, >= 1
    parameter ON    = 1,    // 0: a wire
    parameter RESET = 0     // 1: rst clears all bits, for what says that something is there
) (
    input  wire             clk,
    input  wire             rst,    // synchronous, active high
    input  wire             en,
    input  wire [WIDTH-1:0] in,
    output wire [WIDTH-1:0] out
);

generate if (WIDTH < 1 || ON < 0 || ON > 1 || RESET < 0 || RESET > 1) begin : g_bad
    ERROR_ttp_stage_parameter_out_of_range u_bad ();
end endgenerate

generate if (ON == 0) begin : g_wire
    wire unused_ok = &{1'b0, clk, rst, en};
    assign out = in;
end else if (RESET != 0) begin : g_reset
    reg [WIDTH-1:0] out_q;
    always @(posedge clk) begin
        if (en)  out_q <= in;
        if (rst) out_q <= {WIDTH{1'b0}};
    end
    assign out = out_q;
end else begin : g_flop
    wire unused_ok = &{1'b0, rst};
    reg [WIDTH-1:0] out_q;
    always @(posedge clk) if (en) out_q <= in;
    assign out = out_q;
end endgenerate

endmodule

`resetall
