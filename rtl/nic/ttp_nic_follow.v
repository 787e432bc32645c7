// SPDX-License-Identifier: Apache-2.0
//
// ttp_nic_follow - how far messages of peers have come (tgt.order, tgt.room)
//
// For a link, by node and VC: the tag of its message, what its long head said, and its progress.
// Sets of two ways; the index of a set is node ^ node >> 12, the upper two bits also ^ VC.
// Read in cycle t, known in t+1: that of this link, or else of way 0, whether it has this tag and
// step, and whether there is room for it: its own way, one that is empty, or one that is kept
// (below). A write, in t+2 at the soonest, goes to that way; of two that are kept to the one that
// was not written last. With `done` it makes the way empty. With `keeps` no way is written, but
// both are kept: a WRITE has found no room. A write to a way ends that.
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
    input  wire [29:0] tag,         // {generation, life, place}
    input  wire [7:0]  step,
    output wire        follows,     // tag and step are those of the row
    output wire [175:0] about,      // of the row: as `said`
    output wire        room,
    output wire [9:0]  row,         // {way, set} that a write goes to
    input  wire        wr,
    input  wire        done,        // behind it nothing is under way
    input  wire        keeps,
    input  wire [175:0] said        // {progress, length, offset[47:0], immediate, key}
);

localparam SETS = FOLLOW / 2;
localparam XW   = $clog2(SETS);

wire [XW-1:0] upper = {{(XW-2){1'b0}}, dest[25:24]} << (XW - 2);
wire [XW-1:0] set = dest[XW-1:0] ^ dest[12 +: XW] ^ upper;
reg  [XW:0]   walk_q;
wire          walks = !walk_q[XW];
assign        ready = !walks;

wire          last, there1, there0, kept1, kept0;   // last: the way that was written last
wire [31:0]   dest1, dest0;
wire [29:0]   tag1, tag0;
wire [175:0]  about1, about0;
wire          is1 = there1 && dest1 == dest;
wire          is0 = there0 && dest0 == dest;
assign        about   = is1 ? about1 : about0;
assign        follows = is1 ? tag1 == tag && about1[154:147] == step
                      : is0 && tag0 == tag && about0[154:147] == step;
reg           way_q;                // as the row stood a cycle before
wire          way = is1 || (!is0 && there0 && (!there1 || (kept1 && !(last && kept0))));
assign        room = is1 || is0 || !there1 || !there0 || kept1 || kept0;
assign        row = {way, {(9-XW){1'b0}}, set};
localparam    W = 2 + 32 + 30 + 176;
wire [W-1:0]  mine = {!done, 1'b0, dest, tag, said};
wire [W-1:0]  row1 = {there1, kept1 || keeps, dest1, tag1, about1};
wire [W-1:0]  row0 = {there0, kept0 || keeps, dest0, tag0, about0};
wire [W-1:0]  new1 = way_q && !keeps ? mine : row1;
wire [W-1:0]  new0 = way_q || keeps ? row0 : mine;

always @(posedge clk) begin
    way_q <= way;
    if (walks) walk_q <= walk_q + {{XW{1'b0}}, 1'b1};
    if (rst) walk_q <= {(XW+1){1'b0}};
end

ttp_ram_1r1w #(.WIDTH(1 + 2 * W), .DEPTH(SETS), .BYPASS(0)) u_rows (
    .clk(clk), .wr_en(walks || wr), .wr_addr(walks ? walk_q[XW-1:0] : set),
    .wr_data(walks ? {(1 + 2 * W){1'b0}} : {keeps ? last : way_q, new1, new0}),
    .rd_en(rd), .rd_addr(set),
    .rd_data({last, there1, kept1, dest1, tag1, about1, there0, kept0, dest0, tag0, about0})
);

endmodule

`resetall
