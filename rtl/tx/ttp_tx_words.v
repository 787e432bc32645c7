// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_words - the payload words of the transmit store
//
// A depth that is no power of two is two memories: the highest power of two in it, and the rest.
// 1536 cells of 8 words fill 48 block RAMs that way, with one 2:1 multiplexer at their output.
//
// SRAM_1P = 1: each memory has a single port. Reads go first, and a write waits meanwhile
// (wr_ready = 0).
//
// Timing: rd_en in cycle t: rd_data from t+1 on; it holds while rd_en = 0. wr_ready is
// combinational from rd_en. A write and a read never address one word in one cycle.
// Part of: ttp_tx_sram

`resetall
`default_nettype none

module ttp_tx_words #(
    parameter DATA_W  = 512,    // bits a word
    parameter WORDS   = 16384,
    parameter SRAM_1P = 0,      // 1: a single port
    parameter AW      = 14      // clog2(WORDS)
) (
    input  wire              clk,

    input  wire              wr_en,
    output wire              wr_ready,
    input  wire [AW-1:0]     wr_addr,
    input  wire [DATA_W-1:0] wr_data,

    input  wire              rd_en,
    input  wire [AW-1:0]     rd_addr,
    output wire [DATA_W-1:0] rd_data
);

localparam LOW_W = $clog2(WORDS + 1) - 1;
localparam REST  = WORDS - (1 << LOW_W);

assign wr_ready = SRAM_1P == 0 || !rd_en;

wire [AW-1:0] addr_1p = rd_en ? rd_addr : wr_addr;

generate if (REST == 0) begin : g_one
    if (SRAM_1P != 0) begin : g_1p
        ttp_ram_1rw #(.WIDTH(DATA_W), .DEPTH(WORDS), .HUGE(1)) u_data (
            .clk(clk), .en(rd_en || wr_en), .wr(!rd_en), .addr(addr_1p),
            .wr_data(wr_data), .rd_data(rd_data)
        );
    end else begin : g_2p
        wire unused_addr_1p = &{1'b0, addr_1p};
        ttp_ram_1r1w #(.WIDTH(DATA_W), .DEPTH(WORDS), .BYPASS(0)) u_data (
            .clk(clk), .wr_en(wr_en), .wr_addr(wr_addr), .wr_data(wr_data),
            .rd_en(rd_en), .rd_addr(rd_addr), .rd_data(rd_data)
        );
    end
end else begin : g_two
    localparam REST_W = REST > 1 ? $clog2(REST) : 1;
    wire [DATA_W-1:0] data_lo, data_hi;
    reg               hi_q;     // the word read last is one of the rest

    always @(posedge clk) if (rd_en) hi_q <= rd_addr[AW-1];
    assign rd_data = hi_q ? data_hi : data_lo;

    if (SRAM_1P != 0) begin : g_1p
        ttp_ram_1rw #(.WIDTH(DATA_W), .DEPTH(1 << LOW_W)) u_lo (
            .clk(clk), .en((rd_en || wr_en) && !addr_1p[AW-1]), .wr(!rd_en),
            .addr(addr_1p[LOW_W-1:0]), .wr_data(wr_data), .rd_data(data_lo)
        );
        ttp_ram_1rw #(.WIDTH(DATA_W), .DEPTH(REST)) u_hi (
            .clk(clk), .en((rd_en || wr_en) && addr_1p[AW-1]), .wr(!rd_en),
            .addr(addr_1p[REST_W-1:0]), .wr_data(wr_data), .rd_data(data_hi)
        );
    end else begin : g_2p
        wire unused_addr_1p = &{1'b0, addr_1p};
        // Both are read, whatever the address says: it comes late.
        ttp_ram_1r1w #(.WIDTH(DATA_W), .DEPTH(1 << LOW_W), .BYPASS(0), .CHECK(0)) u_lo (
            .clk(clk), .wr_en(wr_en && !wr_addr[AW-1]), .wr_addr(wr_addr[LOW_W-1:0]),
            .wr_data(wr_data), .rd_en(rd_en), .rd_addr(rd_addr[LOW_W-1:0]), .rd_data(data_lo)
        );
        ttp_ram_1r1w #(.WIDTH(DATA_W), .DEPTH(REST), .BYPASS(0), .CHECK(0)) u_hi (
            .clk(clk), .wr_en(wr_en && wr_addr[AW-1]), .wr_addr(wr_addr[REST_W-1:0]),
            .wr_data(wr_data), .rd_en(rd_en), .rd_addr(rd_addr[REST_W-1:0]), .rd_data(data_hi)
        );
`ifdef FORMAL
        always @(posedge clk) assert (!(wr_en && rd_en && wr_addr == rd_addr));
`endif
    end
end endgenerate

`ifdef FORMAL
    always @(posedge clk) begin
        if (wr_en) assert ({{(32-AW){1'b0}}, wr_addr} < WORDS);
        if (rd_en) assert ({{(32-AW){1'b0}}, rd_addr} < WORDS);
    end
`endif

endmodule

`resetall
