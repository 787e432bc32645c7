// SPDX-License-Identifier: Apache-2.0
//
// ttp_rx_sram - receive store: a ring of cells of 64 bytes, or bays of 16 cells
//
// rx_parse writes at will into the free part and claims cells when a payload is good;
// rx_deliver gives them back in the same order. So three counters are the whole allocator:
// the first free cell, the number of free cells, the number of payloads inside. The last is
// bounded because each payload inside has a place in rx_deliver's queue of verdicts. A claim and a
// release may come in one cycle. The ring is empty after core_rst and has no initial content.
//
// SELECTIVE: payloads may leave in any order, as selective repeat wants it. Each has a bay, however
// short it is; a queue has those that came back, a counter those that were never claimed. wr_base
// is the first cell of the next bay, and free_cells has those of all free ones.
//
// DEEP: free_cells follows a cycle later; the frame after the next cell claimed is beats away.
//
// Timing: all outputs from flops; rd_en in cycle t, rd_data from t+1 on, held while rd_en = 0.
// Mirror: model/ttp_rx_sram.c      Lockstep test: tb/block/ttp_rx_sram.cpp

`include "ttp_defs.vh"

`resetall
`default_nettype none

module ttp_rx_sram #(
    parameter DATA_W   = 512,   // bits a word: 64, 128, 256, 512
    parameter RX_CELLS = 4096,  // cells of 64 bytes, 32..16384, power of two
    parameter DEEP     = 0,     // 1: free_cells a cycle later
    parameter SELECTIVE = 0,    // 1: bays
    parameter PW       = 8,     // ... log2 of the payloads in flight, 8 or 9
    parameter RCW      = 12,    // log2 RX_CELLS: derived by ttp_mac
    parameter WPC      = 1      // words a cell, 512 / DATA_W: derived by ttp_mac
) (
    input  wire                         clk,
    input  wire                         core_rst,

    // Write, by rx_parse
    input  wire                         wr_en,
    input  wire [RCW+$clog2(WPC)-1:0]   wr_addr,
    input  wire [DATA_W-1:0]            wr_data,
    input  wire                         alloc_en,
    input  wire [4:0]                   alloc_n,    // cells, 1..16
    output wire [RCW-1:0]               wr_base,    // first free cell
    output wire [RCW:0]                 free_cells,
    output wire                         slot_free,  // one more payload may come in

    // Read, by rx_deliver
    input  wire                         rd_en,
    input  wire [RCW+$clog2(WPC)-1:0]   rd_addr,
    output wire [DATA_W-1:0]            rd_data,
    input  wire                         rel_en,
    input  wire [4:0]                   rel_n,      // cells, 1..16; the ring
    input  wire [RCW-5:0]               rel_bay     // SELECTIVE: the one that comes back
);

generate if (RX_CELLS < 32 || RX_CELLS > 16384 || RX_CELLS != 1 << RCW || DEEP < 0 || DEEP > 1
             || WPC * DATA_W != 512 || SELECTIVE < 0 || SELECTIVE > 1) begin : g_bad
    ERROR_ttp_rx_sram_parameter_out_of_range u_bad ();
end endgenerate

localparam BAYS  = RX_CELLS / 16;
localparam RING  = RX_CELLS < `TTP_RING_PAYLOADS ? RX_CELLS : `TTP_RING_PAYLOADS;
localparam SLOTS_N = SELECTIVE == 0 ? RING      // places of the verdicts
                   : BAYS < 1 << PW ? BAYS : 1 << PW;
localparam SLOTS_W = $clog2(SLOTS_N);
localparam [RCW:0] ALL = {1'b1, {RCW{1'b0}}};
localparam [SLOTS_W:0] ONE = {{SLOTS_W{1'b0}}, 1'b1};

reg [RCW-1:0]   wr_base_q,    wr_base_d;
reg [RCW:0]     free_cells_q, free_cells_d;
reg [SLOTS_W:0] slots_q,      slots_d;    // payloads inside; SLOTS_N is a power of two

assign free_cells = free_cells_q;
assign slot_free  = !slots_q[SLOTS_W];

wire [4:0] up   = (SELECTIVE != 0 ? 5'd16 : rel_n)   & {5{rel_en}};
wire [4:0] down = (SELECTIVE != 0 ? 5'd16 : alloc_n) & {5{alloc_en}};
wire [5:0] diff = {1'b0, up} - {1'b0, down};
wire [5:0] step;

generate if (DEEP != 0) begin : g_step_flop
    reg [5:0] step_q;
    always @(posedge clk) step_q <= core_rst ? 6'd0 : diff;
    assign step = step_q;
end else begin : g_step
    assign step = diff;
end endgenerate

always @* begin
    wr_base_d    = wr_base_q + {{(RCW-5){1'b0}}, down};
    free_cells_d = free_cells_q + {{(RCW-5){step[5]}}, step};
    slots_d      = slots_q;
    if (alloc_en && !rel_en) slots_d = slots_q + ONE;
    if (rel_en && !alloc_en) slots_d = slots_q - ONE;
end

always @(posedge clk) begin
    wr_base_q    <= wr_base_d;
    free_cells_q <= free_cells_d;
    slots_q      <= slots_d;
    if (core_rst) begin
        wr_base_q    <= {RCW{1'b0}};
        free_cells_q <= ALL;
        slots_q      <= {(SLOTS_W+1){1'b0}};
    end
end

`ifdef FORMAL
wire [RCW:0] f_free = DEEP != 0 ? free_cells_d : free_cells_q;     // with what is on its way
`endif

generate if (SELECTIVE != 0) begin : g_bays
    reg  [RCW-4:0] fresh_q;                 // the next one that was never claimed; all were
    wire           all_were = fresh_q[RCW-4];
    wire [RCW-5:0] back;
    wire           there, room;
    wire [RCW-4:0] waiting;

    ttp_fifo #(.WIDTH(RCW - 4), .DEPTH(RX_CELLS / 16)) u_bays (
        .clk(clk), .rst(core_rst), .in_valid(rel_en), .in_ready(room), .in_data(rel_bay),
        .out_valid(there), .out_ready(alloc_en && all_were), .out_data(back), .count(waiting)
    );
    always @(posedge clk)
        if (core_rst) fresh_q <= {(RCW-3){1'b0}};
        else if (alloc_en && !all_were) fresh_q <= fresh_q + {{(RCW-4){1'b0}}, 1'b1};
    assign wr_base = {all_were ? back : fresh_q[RCW-5:0], 4'd0};
    wire unused = &{1'b0, there, room, waiting, wr_base_q, alloc_n, rel_n};

`ifdef FORMAL
    always @(posedge clk) if (!core_rst) begin
        if (rel_en) assert (room);
        assert ({1'b0, waiting} + {1'b0, ALL[RCW:4]} - {1'b0, fresh_q} == {1'b0, f_free[RCW:4]});
    end
`endif
end else begin : g_bays
    wire unused = &{1'b0, rel_bay};
    assign wr_base = wr_base_q;
end endgenerate

// A word is written while its cell is free, or in the cycle after; it is read later.
ttp_ram_1r1w #(.WIDTH(DATA_W), .DEPTH(RX_CELLS * WPC), .BYPASS(0)) u_mem (
    .clk(clk), .wr_en(wr_en), .wr_addr(wr_addr), .wr_data(wr_data),
    .rd_en(rd_en), .rd_addr(rd_addr), .rd_data(rd_data)
);

`ifdef FORMAL
    always @(posedge clk) if (!core_rst) begin
        assert (f_free <= ALL);
        if (alloc_en) assert (slot_free && {{RCW{1'b0}}, down} <= {4'd0, f_free});
        if (rel_en)   assert (slots_q != {(SLOTS_W+1){1'b0}}
                              && {{RCW{1'b0}}, up} <= {4'd0, ALL - f_free});
        assert ((slots_q == {(SLOTS_W+1){1'b0}}) == (f_free == ALL));
    end
`endif

endmodule

`resetall
