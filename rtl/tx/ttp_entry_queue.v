// SPDX-License-Identifier: Apache-2.0
//
// ttp_entry_queue - the free packet entries, in a RAM with the head read ahead
//
// The walk of ttp_init pushes the TX_PKTS entries that are no dummy of a link. An append takes one
// out, and the retire engine pushes one back for each payload it frees. So the queue never
// overflows.
//
// Timing: valid and free come from flops, entry from the read register of the RAM. An entry is not
// read in the cycle in which it is pushed: one that comes into an empty queue in cycle t can be
// taken in t+2.
// Part of: ttp_tx_ingest

`resetall
`default_nettype none

module ttp_entry_queue #(
    parameter EW = 13,          // bits of an entry index
    parameter CW = 13           // clog2(TX_PKTS) + 1
) (
    input  wire          clk,
    input  wire          core_rst,

    input  wire          push,
    input  wire [EW-1:0] push_entry,

    output wire          valid,
    output wire [EW-1:0] entry,
    input  wire          pop,           // only while valid

    output wire [CW-1:0] free           // entries, 0..TX_PKTS
);

localparam PW = CW - 1;

reg  [CW-1:0] eq_rd_q, eq_rd_d;
reg  [CW-1:0] eq_wr_q, eq_wr_d;
reg           eq_valid_q, eq_valid_d;

// pop is late: both cases are ready when it comes.
wire [CW-1:0] rd_1 = eq_rd_q + {{(CW-1){1'b0}}, 1'b1};

assign valid = eq_valid_q;
assign free  = eq_wr_q - eq_rd_q;

always @* begin
    eq_rd_d    = pop ? rd_1 : eq_rd_q;
    eq_wr_d    = eq_wr_q + {{(CW-1){1'b0}}, push};
    eq_valid_d = pop ? rd_1 != eq_wr_q : eq_rd_q != eq_wr_q;
end

ttp_ram_1r1w #(.WIDTH(EW), .DEPTH(1 << PW), .BYPASS(0)) u_entries (
    .clk(clk), .wr_en(push), .wr_addr(eq_wr_q[PW-1:0]), .wr_data(push_entry),
    .rd_en(eq_valid_d), .rd_addr(eq_rd_d[PW-1:0]), .rd_data(entry)
);

always @(posedge clk) begin
    eq_rd_q    <= eq_rd_d;
    eq_wr_q    <= eq_wr_d;
    eq_valid_q <= eq_valid_d;
    if (core_rst) begin
        eq_rd_q    <= {CW{1'b0}};
        eq_wr_q    <= {CW{1'b0}};
        eq_valid_q <= 1'b0;
    end
end

`ifdef FORMAL
    always @(posedge clk) if (!core_rst) if (pop) assert (eq_valid_q);
`endif

endmodule

`resetall
