// SPDX-License-Identifier: Apache-2.0
//
// ttp_port_queue - whole frames: one comes out when all of it has come in
//
//   memory   ... | words of whole frames | words of the frame that comes | ...
//            out_q                     end_q                           in_q
//
// A frame that ends bad, or for which there was no room, leaves nothing: in_q goes back to end_q.
// HOLD = 0 (port.room): a word that finds no room makes its frame one without room.
// HOLD = 1 (port.whole): it waits while a whole frame is before it; where none is, the frame is too
// long, and the rest of it is taken and forgotten.
//
// Timing: in_ready from flops (HOLD = 0: always 1), out_* from flops and the memory. A frame whose
// last word is taken in cycle t is at the output from t+2 on, if nothing is before it. A word
// that is given to the output has left the memory. The pulses come in the cycle of the last word.
// Part of: ttp_port

`resetall
`default_nettype none

module ttp_port_queue #(
    parameter DATA_W = 512,
    parameter WORDS  = 64,      // power of two
    parameter HOLD   = 0
) (
    input  wire                clk,
    input  wire                rst,

    input  wire                in_valid,
    output wire                in_ready,
    input  wire [DATA_W-1:0]   in_data,
    input  wire [DATA_W/8-1:0] in_keep,
    input  wire                in_last,
    input  wire                in_bad,      // with in_last

    output wire                out_valid,
    input  wire                out_ready,
    output wire [DATA_W-1:0]   out_data,
    output wire [DATA_W/8-1:0] out_keep,
    output wire                out_last,

    output wire                whole,       // pulses: a frame is in the queue
    output wire                no_room,     // ... found no room
    output wire                was_bad      // ... was bad, whether it found room or not
);

localparam AW = $clog2(WORDS);
localparam B  = DATA_W / 8;
localparam [AW:0] ONE = 1;

reg  [AW:0] in_q, end_q, out_q;
reg         lost_q;             // the frame that comes is one without room
reg         valid_q;

wire        full  = in_q[AW] != out_q[AW] && in_q[AW-1:0] == out_q[AW-1:0];
wire        empty = end_q == out_q;
assign      in_ready = HOLD == 0 || !full || lost_q || empty;
wire        takes = in_valid && in_ready;
wire        lost  = lost_q || full;
wire        fails = lost || in_bad;
wire        reads = !empty && (!valid_q || out_ready);

always @(posedge clk) begin
    if (takes) begin
        lost_q <= lost && !in_last;
        in_q   <= in_last && fails ? end_q : lost ? in_q : in_q + ONE;
        if (in_last && !fails) end_q <= in_q + ONE;
    end
    if (reads) out_q <= out_q + ONE;
    valid_q <= reads || (valid_q && !out_ready);
    if (rst) {in_q, end_q, out_q, lost_q, valid_q} <= {3*AW+5{1'b0}};
end

ttp_ram_1r1w #(.WIDTH(DATA_W + B + 1), .DEPTH(WORDS), .BYPASS(0)) u_ram (
    .clk(clk),
    .wr_en(takes && !lost), .wr_addr(in_q[AW-1:0]), .wr_data({in_last, in_keep, in_data}),
    .rd_en(reads), .rd_addr(out_q[AW-1:0]), .rd_data({out_last, out_keep, out_data})
);

assign out_valid = valid_q;
assign whole     = takes && in_last && !fails;
assign no_room   = takes && in_last && lost && !in_bad;
assign was_bad   = takes && in_last && in_bad;

`ifdef FORMAL
    wire [AW:0] held = in_q - out_q, ended = end_q - out_q;
    always @(posedge clk) if (!rst) begin
        assert (held <= WORDS[AW:0]);
        assert (ended <= held);
    end
`endif

endmodule

`resetall
