// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_cells - which cell follows which: the list of free cells, and the chains of payloads
//
//    free list:  head -> cell -> cell -> ... -> tail        (next_cell RAM)
//                 | pop, in order                ^ chains return here
//
// Cells are popped in list order, so those of a chunk are linked already. That holds even if the
// list ran empty in between: a return always writes next_cell[tail] = first, and tail stays the
// cell popped last while the list is empty. A chunk may hold that cell and the next one popped.
//
// next_cell has two copies with the same writes, one for pops and one for the sender. A pop reads
// next_cell[head], and the read register of its copy is the new head. A chain that returns to an
// empty list puts its first cell into head_q instead, so the pop copy is never read and written at
// one address: head and tail differ whenever a pop leaves something.
//
// With DEEP head_q is the head in any case: what a pop has read goes into it, and free_cell_valid
// is 0 meanwhile. A pop is possible in one of two cycles.
//
// The chain of the retire engine is always accepted. The one of the ingest is accepted in a cycle
// without the other (abort_ready).
//
// Timing: stat_* and free_cell_* come from flops, without DEEP free_cell from the read register of
// a RAM. abort_ready is combinational from freed_valid. next_cell_en in cycle t: next_cell from t+1
// on; it holds while next_cell_en = 0, and after the last cell of a chain it means nothing. stat_*
// are a cycle behind.
// Part of: ttp_tx_sram

`include "ttp_bus_tx.vh"

`resetall
`default_nettype none

module ttp_tx_cells #(
    parameter TX_CELLS = 16384, // cells of 64 bytes
    parameter TCW      = 14,    // clog2(TX_CELLS)
    parameter DEEP     = 0      // 1: free_cell from plain flops, so none in the cycle after a pop
) (
    input  wire                    clk,
    input  wire                    core_rst,

    input  wire                    init_active,
    input  wire [16:0]             init_idx,

    output wire                    free_cell_valid,
    output wire [TCW-1:0]          free_cell,
    input  wire                    free_cell_pop,

    input  wire                    abort_valid,
    output wire                    abort_ready,
    input  wire [`TTP_ABORT_W-1:0] abort_chain,

    input  wire                    freed_valid,
    input  wire [`TTP_CHAIN_W-1:0] freed_chain,

    input  wire                    next_cell_en,
    input  wire [TCW-1:0]          next_cell_addr,
    output wire [TCW-1:0]          next_cell,

    output wire [TCW:0]            stat_free,
    output wire [TCW:0]            stat_low
);

localparam [31:0] CELLS = TX_CELLS;
localparam [31:0] LAST  = TX_CELLS - 1;

reg           fresh_q, fresh_d; // the head is head_q, else what the RAM has read last
reg [TCW-1:0] head_q, head_d;
reg [TCW-1:0] tail_q, tail_d;   // last cell of the list; if it is empty, the cell popped last
reg [TCW:0]   count_q, count_d;
reg [TCW:0]   low_q, low_d;
reg           valid_q, valid_d; // a cell can be popped

wire [4:0]     abort_n1  = abort_chain[`ABORT_N] - 5'd1;
wire           unused_n1 = &{1'b0, abort_n1[4]};

wire           ret   = freed_valid || abort_valid;
wire [TCW-1:0] first = freed_valid ? freed_chain[`CHAIN_FIRST] : abort_chain[`ABORT_FIRST];
wire [TCW-1:0] last  = freed_valid ? freed_chain[`CHAIN_LAST]  : abort_chain[`ABORT_LAST];
wire [3:0]     n1    = freed_valid ? freed_chain[`CHAIN_N1]    : abort_n1[3:0];

// + n1 + 1, or n1 if a cell is popped too; without a return 0 or -1: one adder with a carry.
wire [TCW:0]   step  = ret ? {{(TCW-3){1'b0}}, n1} : {(TCW+1){free_cell_pop}};

// After the pop
wire           none  = count_q[TCW:1] == {TCW{1'b0}} && (!count_q[0] || free_cell_pop);
wire           fetch = free_cell_pop && !none; // the next head is being read
// A subtraction, not '<': yosys may swap the sides of that, and then it pays for an equality too.
wire [TCW+1:0] over  = {1'b0, count_q} - {1'b0, low_q};     // top bit: count_q < low_q
wire           unused_over = &{1'b0, over};
wire [TCW-1:0] read;
wire [TCW-1:0] head  = DEEP != 0 || fresh_q ? head_q : read;

assign abort_ready = !freed_valid;
assign free_cell_valid = valid_q;
assign free_cell       = head;
assign stat_free = count_q;
assign stat_low  = low_q;

always @* begin
    fresh_d = fresh_q;
    head_d  = head_q;
    if (DEEP != 0 && !fresh_q) begin
        fresh_d = 1'b1;
        head_d  = read;
    end
    if (ret && none) begin
        fresh_d = 1'b1;
        head_d  = first;
    end else if (DEEP != 0 ? fetch : free_cell_pop) begin
        fresh_d = 1'b0;
    end
    tail_d  = ret ? last : tail_q;
    count_d = count_q + step + {{TCW{1'b0}}, ret && !free_cell_pop};
    low_d   = over[TCW+1] ? count_q : low_q;
    valid_d = !init_active && (!none || ret) && !(DEEP != 0 && fetch);
end

always @(posedge clk) begin
    fresh_q <= fresh_d;
    head_q  <= head_d;
    tail_q  <= tail_d;
    count_q <= count_d;
    low_q   <= low_d;
    valid_q <= valid_d;
    if (core_rst) begin
        fresh_q <= 1'b1;
        head_q  <= {TCW{1'b0}};
        tail_q  <= LAST[TCW-1:0];
        count_q <= CELLS[TCW:0];
        low_q   <= CELLS[TCW:0];
        valid_q <= 1'b0;
    end
end

// The walk: next_cell[i] = i + 1. It may go on behind the last cell, and writes the same then.
wire [TCW-1:0] after     = init_idx[TCW-1:0] + {{(TCW-1){1'b0}}, 1'b1};
wire           next_wr   = init_active || ret;
wire [TCW-1:0] next_addr = init_active ? init_idx[TCW-1:0] : tail_q;
wire [TCW-1:0] next_data = init_active ? after : first;

ttp_ram_1r1w #(.WIDTH(TCW), .DEPTH(TX_CELLS), .BYPASS(0)) u_next_pop (
    .clk(clk), .wr_en(next_wr), .wr_addr(next_addr), .wr_data(next_data),
    .rd_en(fetch), .rd_addr(head), .rd_data(read)
);

ttp_ram_1r1w #(.WIDTH(TCW), .DEPTH(TX_CELLS), .BYPASS(1)) u_next_send (
    .clk(clk), .wr_en(next_wr), .wr_addr(next_addr), .wr_data(next_data),
    .rd_en(next_cell_en), .rd_addr(next_cell_addr), .rd_data(next_cell)
);

wire unused = &{1'b0, init_idx};

`ifdef FORMAL
    always @(posedge clk) if (!core_rst && !init_active) begin
        assert (count_q <= CELLS[TCW:0]);
        assert (low_q <= CELLS[TCW:0]);
        if (free_cell_pop)  assert (valid_q);
        if (valid_q) assert (count_q != {(TCW+1){1'b0}});
        if (abort_valid) assert (abort_chain[`ABORT_N] >= 5'd1 && abort_chain[`ABORT_N] <= 5'd16);
        if (count_q == {{TCW{1'b0}}, 1'b1} && (DEEP == 0 || fresh_q)) assert (head == tail_q);
        if (DEEP != 0 && !fresh_q) assert (!valid_q && !none);
    end
`endif

endmodule

`resetall
