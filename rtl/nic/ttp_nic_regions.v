// SPDX-License-Identifier: Apache-2.0
//
// ttp_nic_regions - the table of regions (tgt.region)
//
// Read with the index in the low bits of a key; a cycle later it says what that region is, and
// whether the key is its key. After reset there is none. Of an entry that is written in the cycle
// of the read, the new content is seen, but one that was no region is none so far.
//
// Timing: outputs from the output of a RAM and flops.
// Part of: ttp_nic_core

`resetall
`default_nettype none

module ttp_nic_regions #(
    parameter REGIONS = 16      // 2..64, power of two
) (
    input  wire        clk,
    input  wire        rst,

    input  wire        wr,
    input  wire [7:0]  wr_index,
    input  wire [1:0]  wr_rights,       // peers may: bit 0 write, bit 1 read; 0: no region
    input  wire [23:0] wr_key,          // bits 31:8 of the key
    input  wire        wr_all,
    input  wire [23:0] wr_peer,
    input  wire [63:0] wr_base,
    input  wire [47:0] wr_length,

    input  wire        rd,
    input  wire [31:0] rd_key,
    output wire        known,           // there is a region of that key
    output wire [1:0]  rights,
    output wire        all,
    output wire [23:0] peer,
    output wire [63:0] base,
    output wire [47:0] length
);

localparam XW = $clog2(REGIONS);

reg  [REGIONS-1:0] there_q;
reg                was_there_q;
reg  [23:0]        key_q;
wire [23:0]        key;
wire [7:0]         beyond = rd_key[7:0] >> XW;

integer            i;
always @(posedge clk) begin
    for (i = 0; i < REGIONS; i = i + 1)
        if (wr && wr_index[XW-1:0] == i[XW-1:0]) there_q[i] <= wr_rights != 2'd0;
    if (rd) begin
        was_there_q <= there_q[rd_key[XW-1:0]] && beyond == 8'd0;
        key_q       <= rd_key[31:8];
    end
    if (rst) there_q <= {REGIONS{1'b0}};
end
assign known = was_there_q && key == key_q;

ttp_ram_1r1w #(.WIDTH(2 + 24 + 1 + 24 + 64 + 48), .DEPTH(REGIONS), .BYPASS(1)) u_table (
    .clk(clk), .wr_en(wr), .wr_addr(wr_index[XW-1:0]),
    .wr_data({wr_rights, wr_key, wr_all, wr_peer, wr_base, wr_length}), .rd_en(rd),
    .rd_addr(rd_key[XW-1:0]), .rd_data({rights, key, all, peer, base, length})
);

wire unused = &{1'b0, wr_index};

endmodule

`resetall
