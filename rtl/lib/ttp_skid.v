// SPDX-License-Identifier: Apache-2.0
//
// ttp_skid - two beat registers: a stream cut in both directions at full rate
//
//              hold (only while the output is stalled)
//               |
//    in ----+---+--> out        behaves like ttp_fifo with DEPTH = 2, but out_data is a flop
//           +-------->
//
// Timing: every output is a flop; a beat taken in cycle t is at the output in t+1.
// Mirror: model/ttp_fifo.h with depth 2      Test: tb/block/ttp_skid.cpp

`resetall
`default_nettype none

module ttp_skid #(
    parameter WIDTH = 8     // bits a beat, >= 1
) (
    input  wire             clk,
    input  wire             rst,        // synchronous, active high: empties it

    input  wire             in_valid,
    output wire             in_ready,
    input  wire [WIDTH-1:0] in_data,

    output wire             out_valid,
    input  wire             out_ready,
    output wire [WIDTH-1:0] out_data
);

generate if (WIDTH < 1) begin : g_bad
    ERROR_ttp_skid_parameter_out_of_range u_bad ();
end endgenerate

reg             ready_q, ready_d;       // hold is empty
reg             valid_q, valid_d;
reg [WIDTH-1:0] hold_q, out_q;

wire move = out_ready || !valid_q;      // the output register is free for the next beat

assign in_ready  = ready_q;
assign out_valid = valid_q;
assign out_data  = out_q;

always @* begin
    ready_d = ready_q;
    valid_d = valid_q;
    if (move) begin
        ready_d = 1'b1;
        valid_d = in_valid || !ready_q;
    end else if (in_valid) begin
        ready_d = 1'b0;
    end
end

always @(posedge clk) begin
    ready_q <= ready_d;
    valid_q <= valid_d;
    if (ready_q) hold_q <= in_data;     // kept from the cycle in which ready falls
    if (move)    out_q  <= ready_q ? in_data : hold_q;
    if (rst) begin
        ready_q <= 1'b1;
        valid_q <= 1'b0;
    end
end

`ifdef FORMAL
    always @(posedge clk) if (!rst) assert (ready_q || valid_q);
`endif

endmodule

`resetall
