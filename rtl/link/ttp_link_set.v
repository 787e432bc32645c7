// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_set - where in the table an event looks: {VC, set}, and the way if it names a link
//
// The set of a peer is the XOR of the chunks of log2 LINK_SETS bits of its node number, the lowest
// first, the top one extended with zeros. A link index is (VC x LINK_SETS + set) x LINK_WAYS + way;
// the registers can name one beyond the table.
//
// Timing: no clock.
// Part of: ttp_link_table

`resetall
`default_nettype none

module ttp_link_set #(
    parameter LINK_SETS = 256,  // sets a VC, power of two, 1..1024
    parameter LINK_WAYS = 2,    // 1, 2, 4
    parameter LW        = 11    // width of a link index
) (
    input  wire          by_link,       // link counts, else {vc, node}
    input  wire [LW-1:0] link,
    input  wire [1:0]    vc,            // 0..2
    input  wire [23:0]   node,
    output wire [$clog2(3*LINK_SETS)-1:0] at,       // {VC, set}
    output wire [(LINK_WAYS > 1 ? $clog2(LINK_WAYS) : 1)-1:0] way,  // of link
    output wire          exists         // link is in the table
);

localparam SET_W  = LINK_SETS > 1 ? $clog2(LINK_SETS) : 0;
localparam WAY_W  = LINK_WAYS > 1 ? $clog2(LINK_WAYS) : 0;
localparam SETS_W = $clog2(3*LINK_SETS);            // >= 2
localparam FOLDS  = SET_W > 0 ? (24 + SET_W - 1) / SET_W : 1;
localparam [31:0] LINKS = 3 * LINK_SETS * LINK_WAYS;

wire [SETS_W-1:0] of_peer;

generate if (SET_W > 0) begin : g_fold
    wire [FOLDS*SET_W-1:0] chunks = {{(FOLDS*SET_W-24){1'b0}}, node};
    reg  [SET_W-1:0]       folded;
    integer                i;

    always @* begin
        folded = {SET_W{1'b0}};
        for (i = 0; i < FOLDS; i = i + 1) folded = folded ^ chunks[i*SET_W +: SET_W];
    end
    assign of_peer = {vc, folded};
end else begin : g_one
    wire unused = &{1'b0, node};
    assign of_peer = vc;
end endgenerate

generate if (WAY_W > 0) begin : g_way
    assign way = link[WAY_W-1:0];
end else begin : g_one_way
    assign way = 1'b0;
end endgenerate

assign at     = by_link ? link[WAY_W +: SETS_W] : of_peer;
assign exists = {{(32-LW){1'b0}}, link} < LINKS;

endmodule

`resetall
