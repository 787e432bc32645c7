// SPDX-License-Identifier: Apache-2.0
//
// ttp_rx_words - the payload words of a frame into rx_sram, while it comes in
//
// Byte 60 is 4 bytes before the end of header beat H-1 at every width. So payload word n is beat n
// without its last 4 bytes over the last 4 bytes of the beat before, wires and a hold of 4 bytes:
//
//   pins      | beat n     | beat n+1    |
//   stage 1   |            | data_q = n  | data_q = n+1       hold_q: bytes B-4..B-1 before data_q
//   rx_sram   |            | word n      | word n+1
//
// Words go to cell wr_base + k while k < free_cells, whatever the frame is. Nothing of them is
// kept unless the frame is taken and its payload fits: cells for all of it are free, a slot is
// free, and no word of an earlier beat was refused.
//
// A payload that reaches past byte B-4 of its last beat needs one word more, unless its last cell
// is written already. It goes out in the cycle after. wr_base has moved beyond the payload by
// then, and word_s1 is -H because no beat or the first of the next frame is in stage 1: so
// wr_base - 1 is the cell of that word. With SELECTIVE that is in another bay, and is kept; what
// a frame has beyond 1024 bytes is not written then, for no payload is so long.
// Part of: ttp_rx_parse

`resetall
`default_nettype none

module ttp_rx_words #(
    parameter DATA_W = 512,     // bits a beat: 64, 128, 256, 512
    parameter SELECTIVE = 0,    // 1: wr_base is the first cell of a bay of 16
    parameter RCW    = 12,      // log2 RX_CELLS, 5..14
    parameter WPC    = 1        // words a cell, 512 / DATA_W
) (
    input  wire                         clk,
    input  wire                         core_rst,

    // The pins
    input  wire [DATA_W-1:0]            tdata,
    input  wire                         tvalid,

    // Stage 1
    input  wire                         valid_s1,
    input  wire [$clog2(WPC)+5:0]       word_s1,    // the word that ends in the beat
    input  wire                         carry,      // the beat reaches byte B - 4 at least
    input  wire [10:0]                  beyond,     // bytes beyond byte 60 up to this beat
    input  wire                         is_payload,
    input  wire [10:0]                  len,        // bytes of payload
    input  wire                         push,       // the frame is taken
    output wire                         fits,

    // Receive store
    input  wire [RCW-1:0]               wr_base,
    input  wire [RCW:0]                 free_cells,
    input  wire                         slot_free,
    output wire                         wr_en,
    output wire [RCW+$clog2(WPC)-1:0]   wr_addr,
    output wire [DATA_W-1:0]            wr_data,
    output wire                         alloc_en,
    output wire [4:0]                   alloc_n
);

localparam B  = DATA_W / 8;
localparam LB = $clog2(B);
localparam WB = $clog2(WPC);
localparam WW = WB + 6;

reg [DATA_W-1:0] data_q;
reg [31:0]       hold_q;
reg              refused_q;                 // an earlier word of this frame found no room
reg              flush_q;                   // the one word more

wire [5:0] cell_s1  = word_s1[WW-1:WB];     // bit 5: a header beat
wire       has_word = valid_s1 && !cell_s1[5];
wire       plenty   = |free_cells[RCW:5];   // more free than any frame needs
wire       room     = plenty || (SELECTIVE != 0 ? free_cells[4] : cell_s1[4:0] < free_cells[4:0]);
wire       tail     = |len[5:0];
wire [4:0] cells    = len[10:6] + {4'd0, tail};
// cells > beyond / 64, for beyond >= len
wire       flush_d  = alloc_en && carry && tail && beyond[10:6] == len[10:6];

assign fits     = is_payload && slot_free && !(has_word && refused_q)
                  && (plenty || cells <= free_cells[4:0]);
assign alloc_en = push && fits;
assign alloc_n  = cells;

always @(posedge clk) begin
    if (tvalid) data_q <= tdata;
    if (valid_s1) begin
        hold_q    <= data_q[DATA_W-1 -: 32];
        refused_q <= has_word && (refused_q || !room);
    end
    flush_q <= flush_d && !core_rst;
end

reg [RCW-1:0] offset;                       // the cell, its sign extended
integer       l;

always @* begin
    for (l = 0; l < RCW; l = l + 1) offset[l] = cell_s1[l < 5 ? l : 5];
end

wire [RCW-1:0] wr_cell;

generate if (SELECTIVE == 0) begin : g_ring
    assign wr_cell = wr_base + offset;
end else begin : g_bays
    reg [RCW-1:0] last_q;                   // of the word one more
    wire unused_base = &{1'b0, wr_base[3:0], offset[RCW-1:4]};

    always @(posedge clk) last_q <= {wr_base[RCW-1:4], len[9:6]};
    assign wr_cell = flush_q ? last_q : {wr_base[RCW-1:4], offset[3:0]};
end endgenerate

assign wr_en   = flush_q || (has_word && room && !(SELECTIVE != 0 && cell_s1[4]));
assign wr_data = {data_q[DATA_W-33:0], hold_q};

generate if (WB == 0) begin : g_cell
    wire unused = &{1'b0, beyond[5:0]};
    assign wr_addr = wr_cell;
end else begin : g_word
    reg [WB-1:0] flush_lo_q;
    wire unused = &{1'b0, beyond[LB-1:0]};

    always @(posedge clk) flush_lo_q <= beyond[5:LB];
    assign wr_addr = {wr_cell, flush_q ? flush_lo_q : word_s1[WB-1:0]};
end endgenerate

`ifdef FORMAL
    always @(posedge clk) if (!core_rst) begin
        // No word outside the free cells; the late one in the cell just given away.
        if (wr_en && !flush_q)
            assert ({{(RCW+1){1'b0}}, cell_s1[4:0]} < {5'd0, free_cells});
        if (flush_q) assert (&cell_s1 && !has_word);
        if (alloc_en)
            assert ({{(RCW+1){1'b0}}, cells} <= {5'd0, free_cells} && cells != 5'd0
                    && cells <= 5'd16);
    end
`endif

endmodule

`resetall
