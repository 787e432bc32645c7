// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_sram - the transmit store: payload words, and which cell follows which
//
// ttp_tx_words holds the words. ttp_tx_cells holds the list of free 64-byte cells, and the next
// cell of each cell.
//
// Timing: all from flops, but wr_ready (with SRAM_1P = 1 from rd_en) and abort_ready (from
// freed_valid);
// without DEEP fc_cell comes from the read register of a RAM. rd_en, nc_en in cycle t: rd_data,
// nc_data from t+1 on; they hold while the enable is 0. stat_* are one cycle behind.
// Mirror: model/ttp_tx_sram.c      Test: tb/block/ttp_tx_sram.cpp

`resetall
`default_nettype none
`include "ttp_bus_tx.vh"

module ttp_tx_sram #(
    parameter DATA_W   = 512,   // bits a word: 64, 128, 256, 512
    parameter TX_CELLS = 16384, // cells of 64 bytes, 16..65536
    parameter SRAM_1P  = 0,     // 1: payload memory with a single port
    parameter DEEP     = 0,     // 1: fc_cell from plain flops, so none in the cycle after a pop
    parameter TCW      = 14,    // derived by ttp_mac: clog2(TX_CELLS)
    parameter WPC      = 1      // derived by ttp_mac: words a cell, 512 / DATA_W
) (
    input  wire                         clk,
    input  wire                         core_rst,

    // Walk of ttp_init
    input  wire                         init_active,
    input  wire [16:0]                  init_idx,

    // Payload words from ingest
    input  wire                         wr_en,
    output wire                         wr_ready,
    input  wire [TCW+$clog2(WPC)-1:0]   wr_addr,
    input  wire [DATA_W-1:0]            wr_data,

    // Free cell for ingest: the pop takes fc_cell, only while fc_valid
    output wire                         fc_valid,
    output wire [TCW-1:0]               fc_cell,
    input  wire                         fc_pop,

    // Chain back from ingest
    input  wire                         abort_valid,
    output wire                         abort_ready,
    input  wire [`TTP_ABORT_W-1:0]      abort_chain,

    // Chain back from the retire engine, always accepted
    input  wire                         freed_valid,
    input  wire [`TTP_CHAIN_W-1:0]      freed_chain,    // late

    // Payload words and next cells for the sender
    input  wire                         rd_en,
    input  wire [TCW+$clog2(WPC)-1:0]   rd_addr,
    output wire [DATA_W-1:0]            rd_data,
    input  wire                         nc_en,
    input  wire [TCW-1:0]               nc_addr,
    output wire [TCW-1:0]               nc_data,

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
    .wr_en(wr_en), .wr_ready(wr_ready), .wr_addr(wr_addr), .wr_data(wr_data),
    .rd_en(rd_en), .rd_addr(rd_addr), .rd_data(rd_data)
);

ttp_tx_cells #(.TX_CELLS(TX_CELLS), .TCW(TCW), .DEEP(DEEP)) u_cells (
    .clk(clk), .core_rst(core_rst), .init_active(init_active), .init_idx(init_idx),
    .fc_valid(fc_valid), .fc_cell(fc_cell), .fc_pop(fc_pop),
    .abort_valid(abort_valid), .abort_ready(abort_ready), .abort_chain(abort_chain),
    .freed_valid(freed_valid), .freed_chain(freed_chain),
    .nc_en(nc_en), .nc_addr(nc_addr), .nc_data(nc_data),
    .stat_free(stat_free), .stat_low(stat_low)
);

endmodule

`resetall
