// SPDX-License-Identifier: Apache-2.0
//
// ttp_ram_1r1w - memory with one write port and one synchronous read port
//
// A read and a write of one address in one cycle: BYPASS = 1 returns the new word, by
// hand and not by the memory, because the block RAMs of ECP5 and iCE40 leave the result
// undefined while simulation would show the old word. BYPASS = 0: the caller promises that
// it never happens. That is asserted, but with CHECK = 0, for a caller that does not look at all it
// reads and checks the promise itself. No reset and no initial content.
//
// wr_addr may be DEPTH or more, as it is when a walk goes on behind the last word: then nothing is
// written. rd_addr is below DEPTH wherever rd_data is looked at.
//
// Three quarters of a power of two, as tables of three VCs have, are rounded up to it, from 768
// words on: no multiplexer stands behind three memories then.
//
// Timing: rd_en in cycle t, rd_data from t+1 on; it holds while rd_en is 0.
// Mirror: a plain array in the block that owns it    Test: tb/block/ttp_ram_1r1w.cpp

`resetall
`default_nettype none

module ttp_ram_1r1w #(
    parameter WIDTH  = 8,   // bits a word, >= 1
    parameter DEPTH  = 16,  // words, >= 1
    parameter BYPASS = 1,   // 1: same-cycle read and write of one address gives the new word
    parameter CHECK  = 1    // 0: the caller checks the promise of BYPASS = 0
) (
    input  wire                                         clk,

    input  wire                                         wr_en,
    input  wire [(DEPTH > 1 ? $clog2(DEPTH) : 1)-1:0]   wr_addr,
    input  wire [WIDTH-1:0]                             wr_data,

    input  wire                                         rd_en,
    input  wire [(DEPTH > 1 ? $clog2(DEPTH) : 1)-1:0]   rd_addr,
    output wire [WIDTH-1:0]                             rd_data
);

generate if (WIDTH < 1 || DEPTH < 1 || BYPASS < 0 || BYPASS > 1
             || CHECK < 0 || CHECK > 1) begin : g_bad
    ERROR_ttp_ram_1r1w_parameter_out_of_range u_bad ();
end endgenerate

localparam ROUND = 1 << $clog2(DEPTH);
localparam WORDS = DEPTH >= 768 && 4 * DEPTH == 3 * ROUND ? ROUND : DEPTH;
(* no_rw_check *)
reg [WIDTH-1:0] mem [0:WORDS-1];
reg [WIDTH-1:0] mem_q;

always @(posedge clk) begin
    if (wr_en) mem[wr_addr] <= wr_data;
    if (rd_en) mem_q <= mem[rd_addr];
end

generate if (BYPASS != 0) begin : g_bypass
    // The addresses are compared while the memory reads: they may come late.
    localparam AW = DEPTH > 1 ? $clog2(DEPTH) : 1;
    reg             wrote_q;
    reg [AW-1:0]    rd_addr_q, wr_addr_q;
    reg [WIDTH-1:0] new_q;

    always @(posedge clk) begin
        if (rd_en) begin
            wrote_q   <= wr_en;
            rd_addr_q <= rd_addr;
            wr_addr_q <= wr_addr;
            new_q     <= wr_data;
        end
    end
    assign rd_data = wrote_q && wr_addr_q == rd_addr_q ? new_q : mem_q;
end else begin : g_plain
    assign rd_data = mem_q;
`ifdef FORMAL
    always @(posedge clk) if (CHECK != 0) assert (!(wr_en && rd_en && wr_addr == rd_addr));
`endif
end endgenerate

endmodule

`resetall
