// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_list - the end of each link's list: tail entry, payloads and cells appended ever
//
// One RAM by link, and a copy of the cached link's row in flops. What a lookup may find is read
// (reads), what it has found goes into the flops (load). An append moves flops and row together.
//
// The cells are counted from 16 on: cells taken less cells freed is then what the link holds plus
// 16, the size of the chunk that begins, without an adder (ttp_tx_quota).
//
// Timing: tail, next_napp and taken come from flops. The row of an append is written in its cycle.
// Part of: ttp_tx_ingest

`resetall
`default_nettype none

module ttp_tx_list #(
    parameter LINKS = 1536,
    parameter LW    = 11,       // bits of a link index
    parameter EW    = 13,       // bits of an entry index
    parameter CW    = 13,       // bits of a link's payload counts
    parameter AW    = 15        // bits of a link's cell counts
) (
    input  wire          clk,
    input  wire          core_rst,

    input  wire          init_active,
    input  wire          init_link,     // init_idx names a link
    input  wire [16:0]   init_idx,

    input  wire          reads,
    input  wire [LW-1:0] found_link,
    input  wire          load,

    input  wire          append,
    input  wire [LW-1:0] link,          // the cached link
    input  wire [EW-1:0] entry,         // the new tail
    input  wire [3:0]    cells_1,       // cells of the chunk, less one

    output wire [EW-1:0] tail,
    output wire [CW-1:0] next_napp,     // payloads, with the one that is appended next
    output wire [AW-1:0] taken          // cells, + 16
);

localparam [31:0] FIFTEEN = 15;

reg  [EW-1:0]       tail_q, tail_d;
reg  [CW-1:0]       napp_q, napp_d;
reg  [AW-1:0]       taken_q, taken_d;
wire [EW+CW+AW-1:0] row;
wire [AW-1:0]       next_taken = taken_q - ~{{(AW-4){1'b0}}, cells_1};  // + cells_1 + 1

assign tail      = tail_q;
assign next_napp = napp_q + {{(CW-1){1'b0}}, 1'b1};
assign taken     = taken_q;

always @* begin
    tail_d  = tail_q;
    napp_d  = napp_q;
    taken_d = taken_q;
    if (load) {tail_d, napp_d, taken_d} = row;
    if (append) begin
        tail_d  = entry;
        napp_d  = next_napp;
        taken_d = next_taken;
    end
end

// Reset leaves flops whose next values are 0 and 16, so the walk writes them as an append does.
ttp_ram_1r1w #(.WIDTH(EW + CW + AW), .DEPTH(LINKS), .BYPASS(0)) u_rows (
    .clk(clk),
    .wr_en(init_link || append),
    .wr_addr(init_active ? init_idx[LW-1:0] : link),
    .wr_data({init_active ? init_idx[EW-1:0] : entry, next_napp, next_taken}),
    .rd_en(reads), .rd_addr(found_link), .rd_data(row)
);

always @(posedge clk) begin
    tail_q  <= tail_d;
    napp_q  <= napp_d;
    taken_q <= taken_d;
    if (core_rst) begin
        napp_q  <= {CW{1'b1}};
        taken_q <= FIFTEEN[AW-1:0];
    end
end

wire unused = &{1'b0, init_idx};

endmodule

`resetall
