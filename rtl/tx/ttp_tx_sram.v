// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_sram - the transmit store: payload words, and which cell follows which
//
// ttp_tx_words holds the words. ttp_tx_cells holds the list of free 64-byte cells, and the next
// cell of each cell.
//
// Timing: all from flops, but store_ready (with SRAM_1P = 1 from FETCH_EN) and abort_ready (from
// freed_valid); without DEEP free_cell comes from the read register of a RAM. A fetch in cycle t:
// fetch_data, next_cell from t+1 on; they hold while their enable is 0. stat_* are a cycle behind.
// Mirror: model/ttp_tx_sram.c      Test: tb/block/ttp_tx_sram.cpp

`include "ttp_bus_tx.vh"

`resetall
`default_nettype none

module ttp_tx_sram #(
    parameter DATA_W   = 512,   // bits a word: 64, 128, 256, 512
    parameter TX_CELLS = 16384, // cells of 64 bytes, 16..65536
    parameter SRAM_1P  = 0,     // 1: payload memory with a single port
    parameter DEEP     = 0,     // 1: free_cell from plain flops, so none in the cycle after a pop
    parameter TCW      = 14,    // derived by ttp_mac: clog2(TX_CELLS)
    parameter WPC      = 1      // derived by ttp_mac: words a cell, 512 / DATA_W
) (
    input  wire                         clk,
    input  wire                         core_rst,

    // Walk of ttp_init
    input  wire                         init_active,
    input  wire [16:0]                  init_idx,

    // Payload words from ingest
    input  wire                         store_valid,
    output wire                         store_ready,
    input  wire [`TTP_STORE_W-1:0]      store,

    // Free cell for ingest: the pop takes free_cell, only while free_cell_valid
    output wire                         free_cell_valid,
    output wire [TCW-1:0]               free_cell,
    input  wire                         free_cell_pop,

    // Chain back from ingest
    input  wire                         abort_valid,
    output wire                         abort_ready,
    input  wire [`TTP_ABORT_W-1:0]      abort_chain,

    // Chain back from the retire engine, always accepted
    input  wire                         freed_valid,
    input  wire [`TTP_CHAIN_W-1:0]      freed_chain,    // late

    // Payload words and next cells for the sender
    input  wire [`TTP_FETCH_W-1:0]      fetch,
    output wire [DATA_W-1:0]            fetch_data,
    output wire [TCW-1:0]               next_cell,

    output wire [TCW:0]                 stat_free,  // free cells
    output wire [TCW:0]                 stat_low    // fewest since reset, one cycle late
);

generate if ((DATA_W != 64 && DATA_W != 128 && DATA_W != 256 && DATA_W != 512)
             || WPC * DATA_W != 512 || TX_CELLS < 16 || TX_CELLS > 65536
             || TCW != $clog2(TX_CELLS) || SRAM_1P < 0 || SRAM_1P > 1
             || DEEP < 0 || DEEP > 1) begin : g_bad
    ERROR_ttp_tx_sram_parameter_out_of_range u_bad ();
end endgenerate

ttp_tx_words #(
    .DATA_W(DATA_W), .WORDS(TX_CELLS * WPC), .SRAM_1P(SRAM_1P), .AW(TCW + $clog2(WPC))
) u_words (
    .clk(clk),
    .wr_en(store_valid), .wr_ready(store_ready),
    .wr_addr(store[`STORE_ADDR]), .wr_data(store[`STORE_DATA]),
    .rd_en(fetch[`FETCH_EN]), .rd_addr(fetch[`FETCH_ADDR]), .rd_data(fetch_data)
);

ttp_tx_cells #(.TX_CELLS(TX_CELLS), .TCW(TCW), .DEEP(DEEP)) u_cells (
    .clk(clk), .core_rst(core_rst), .init_active(init_active), .init_idx(init_idx),
    .free_cell_valid(free_cell_valid), .free_cell(free_cell), .free_cell_pop(free_cell_pop),
    .abort_valid(abort_valid), .abort_ready(abort_ready), .abort_chain(abort_chain),
    .freed_valid(freed_valid), .freed_chain(freed_chain),
    .next_cell_en(fetch[`FETCH_NEXT_EN]), .next_cell_addr(fetch[`FETCH_CELL]),
    .next_cell(next_cell),
    .stat_free(stat_free), .stat_low(stat_low)
);

endmodule

`resetall
