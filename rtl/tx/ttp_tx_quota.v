// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_quota - may the cached link hold another 16 cells?
//
// snd.window: a chunk begins only if (cells taken - cells freed) + 16 <= cfg_cell_limit. 16 is the
// most that a chunk needs; how long it becomes is not known when it begins. taken has the 16 in it.
//
// The cells freed ever are a copy of the retire engine's RAM, read at the cached link in each
// cycle. They are two cycles old, with DEEP three. Cells whose return is not seen yet count as
// held: that errs to the safe side.
//
// Timing: under is combinational from flops and cfg_cell_limit. With DEEP it is a flop, and 0 in
// the cycle after an append and after a load, when it would speak of the counts before.
// Part of: ttp_tx_ingest

`resetall
`default_nettype none

module ttp_tx_quota #(
    parameter LINKS = 1536,
    parameter LW    = 11,       // bits of a link index
    parameter AW    = 15,       // bits of a link's cell counts
    parameter DEEP  = 0         // 1: under is a flop
) (
    input  wire          clk,
    input  wire          core_rst,

    input  wire [16:0]   cfg_cell_limit,    // cells, 16..

    input  wire          init_active,
    input  wire          init_link,         // init_idx names a link
    input  wire [16:0]   init_idx,

    // Retire engine: cells ever freed for a link, modulo 2^17; 0 while init_active
    input  wire          freed_moved,
    input  wire [LW-1:0] freed_link,
    input  wire [16:0]   freed_cells,

    input  wire [LW-1:0] link,              // cached, or read beforehand: it may be next
    input  wire [AW-1:0] taken,             // cells, + 16
    input  wire          append,            // taken changes
    input  wire          load,

    output wire          under
);

reg  [AW-1:0] freed_q;
wire [AW-1:0] freed_rd;
wire [AW-1:0] held_16  = taken - freed_q;   // cells held by the link, + 16
wire          all_pass = {1'b0, cfg_cell_limit} >> AW != 18'd0;
// A subtraction, not '<': yosys may swap the sides of that, and then it pays for an equality too.
wire [AW:0]   spare    = {1'b0, cfg_cell_limit[AW-1:0]} - {1'b0, held_16};
wire          room     = all_pass || !spare[AW];

generate if (DEEP != 0) begin : g_under_flop
    reg room_q, stale_q;        // room_q is of counts that have changed since
    always @(posedge clk) begin
        room_q  <= room;
        stale_q <= append || load;
    end
    assign under = room_q && !stale_q;
end else begin : g_under
    assign under = room;
end endgenerate

wire          wr;
wire [LW-1:0] wr_link;
wire [AW-1:0] wr_val;

generate if (DEEP != 0) begin : g_freed_flop
    reg          late_wr_q;
    reg [LW-1:0] late_link_q;
    reg [AW-1:0] late_val_q;
    always @(posedge clk) begin
        late_wr_q   <= freed_moved && !core_rst;
        late_link_q <= freed_link;
        late_val_q  <= freed_cells[AW-1:0];
        if (core_rst) late_val_q <= {AW{1'b0}};     // the walk begins in the next cycle
    end
    assign {wr, wr_link, wr_val} = {late_wr_q, late_link_q, late_val_q};
end else begin : g_freed
    wire unused_core_rst = &{1'b0, core_rst};
    assign {wr, wr_link, wr_val} = {freed_moved, freed_link, freed_cells[AW-1:0]};
end endgenerate

ttp_ram_1r1w #(.WIDTH(AW), .DEPTH(LINKS), .BYPASS(1)) u_freed (
    .clk(clk),
    .wr_en(init_link || wr),
    .wr_addr(init_active ? init_idx[LW-1:0] : wr_link),
    .wr_data(wr_val),
    .rd_en(1'b1), .rd_addr(link), .rd_data(freed_rd)
);

always @(posedge clk) freed_q <= freed_rd;

wire unused = &{1'b0, init_idx, freed_cells, append, load, spare};

`ifdef FORMAL
    always @(posedge clk) if (!core_rst && init_active) assert (freed_cells == 17'd0);
`endif

endmodule

`resetall
