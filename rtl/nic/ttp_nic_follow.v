// SPDX-License-Identifier: Apache-2.0
//
// ttp_nic_follow - how far messages of peers have come (tgt.order)
//
// For a link, by node and VC: the tag of its message and the place that comes next. Sets of two
// ways; the index of a set is node ^ node >> 12 ^ VC, in as many bits as there are. Read in cycle
// t, known in t+1: whether the message has come to that place. A write, in t+2 at the
// soonest, goes to the row that was read: to the way of this link, or else to that way which was
// not written last.
//
// After reset a walk over all sets makes them empty, one a cycle: ready is 0 meanwhile.
//
// Timing: outputs from the output of a RAM and flops.
// Part of: ttp_nic_core

`resetall
`default_nettype none

module ttp_nic_follow #(
    parameter FOLLOW = 64       // 8..1024, power of two
) (
    input  wire        clk,
    input  wire        rst,
    output wire        ready,

    input  wire        rd,
    input  wire [31:0] dest,        // {VC, node}; stands until the write
    input  wire [31:0] tag,
    input  wire [31:0] place,
    output wire        follows,
    output wire [9:0]  row,         // {way, set} that a write goes to
    input  wire        wr,
    input  wire [31:0] next         // the place behind this payload
);

localparam SETS = FOLLOW / 2;
localparam XW   = $clog2(SETS);

wire [XW-1:0] set = dest[XW-1:0] ^ dest[12 +: XW] ^ {{(XW-2){1'b0}}, dest[25:24]};
reg  [XW:0]   walk_q;
wire          walks = !walk_q[XW];
assign        ready = !walks;

wire          last, there1, there0;         // last: the way that was written last
wire [31:0]   dest1, dest0, tag1, tag0, next1, next0;
wire          is1 = there1 && dest1 == dest;
wire          is0 = there0 && dest0 == dest;
assign        follows = is1 ? tag1 == tag && next1 == place
                      : is0 && tag0 == tag && next0 == place;
reg           way_q;                // as the row stood a cycle before
wire          way = is1 || (!is0 && !last);
assign        row = {way, {(9-XW){1'b0}}, set};
wire [96:0]   mine = {1'b1, dest, tag, next};
wire [96:0]   row1 = {there1, dest1, tag1, next1};
wire [96:0]   row0 = {there0, dest0, tag0, next0};

always @(posedge clk) begin
    way_q <= way;
    if (walks) walk_q <= walk_q + {{XW{1'b0}}, 1'b1};
    if (rst) walk_q <= {(XW+1){1'b0}};
end

ttp_ram_1r1w #(.WIDTH(1 + 2 * 97), .DEPTH(SETS), .BYPASS(0)) u_rows (
    .clk(clk), .wr_en(walks || wr), .wr_addr(walks ? walk_q[XW-1:0] : set),
    .wr_data(walks ? 195'd0 : {way_q, way_q ? mine : row1, way_q ? row0 : mine}),
    .rd_en(rd), .rd_addr(set),
    .rd_data({last, there1, dest1, tag1, next1, there0, dest0, tag0, next0})
);

endmodule

`resetall
