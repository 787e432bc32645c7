// SPDX-License-Identifier: Apache-2.0
//
// ttp_ram_1rw - memory with a single port that reads or writes
//
// The shape of the iCE40 UP5K's SPRAM (16 bit x 16384, single port): with HUGE = 1
// synth_ice40 cuts it into 16-bit slices. HUGE = 0 is an ordinary block RAM on any device;
// Yosys refuses HUGE = 1 for a device without such memories. No reset, no initial content.
//
// Timing: en and not wr in cycle t, rd_data from t+1 on; it holds while en is 0 and over
// writes.
// Mirror: a plain array in the block that owns it    Test: tb/block/ttp_ram_1rw.cpp

`resetall
`default_nettype none

module ttp_ram_1rw #(
    parameter WIDTH = 16,   // bits a word, >= 1
    parameter DEPTH = 16384,// words, >= 1
    parameter HUGE  = 0     // 1: put it into the big single-port memories (iCE40 SPRAM)
) (
    input  wire                                         clk,

    input  wire                                         en,
    input  wire                                         wr,
    input  wire [(DEPTH > 1 ? $clog2(DEPTH) : 1)-1:0]   addr,
    input  wire [WIDTH-1:0]                             wr_data,
    output wire [WIDTH-1:0]                             rd_data
);

generate if (WIDTH < 1 || DEPTH < 1 || HUGE < 0 || HUGE > 1) begin : g_bad
    ERROR_ttp_ram_1rw_parameter_out_of_range u_bad ();
end endgenerate

wire [WIDTH-1:0] rd_now;

// Twice the same: an attribute can not depend on a parameter.
generate if (HUGE != 0) begin : g_huge
    (* ram_style = "huge" *)
    reg [WIDTH-1:0] mem [0:DEPTH-1];
    reg [WIDTH-1:0] rd_q, hold_q;
    reg             read_q;             // the cycle before was a read

    always @(posedge clk) begin
        if (en) begin
            if (wr) mem[addr] <= wr_data;
            else    rd_q <= mem[addr];
        end
    end
    // The output of an SPRAM is good in the cycle after a read, and not after that.
    always @(posedge clk) begin
        read_q <= en && !wr;
        if (read_q) hold_q <= rd_q;
    end
    assign rd_now = read_q ? rd_q : hold_q;
end else begin : g_block
    reg [WIDTH-1:0] mem [0:DEPTH-1];
    reg [WIDTH-1:0] rd_q;

    always @(posedge clk) begin
        if (en) begin
            if (wr) mem[addr] <= wr_data;
            else    rd_q <= mem[addr];
        end
    end
    assign rd_now = rd_q;
end endgenerate

assign rd_data = rd_now;

endmodule

`resetall
