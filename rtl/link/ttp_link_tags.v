// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_tags - who stands in the ways of a set: {valid, node} by {VC, set}, a RAM a way
//
//    cycle    0          1           2            S0 reads the tags of the set
//             S0         S1                       compared as they come
//             S0         S1a         S1b          with DEEP into flops
//
// While the event waits there they are read again.
//
// A hit is a valid way whose node is equal (tbl.link); for an event that names a link, that way if
// it is valid. The tag of a new entry is written in the first cycle of S2.
// Part of: ttp_link_table

`resetall
`default_nettype none

module ttp_link_tags #(
    parameter LINK_SETS = 256,  // sets a VC, power of two, 1..1024
    parameter LINK_WAYS = 2,    // 1, 2, 4
    parameter DEEP      = 0,    // 1: the comparison is a flop, S1 has two cycles
    parameter LW        = 11    // width of a link index
) (
    input  wire          clk,
    input  wire          rst,
    input  wire          init_active,
    input  wire [16:0]   init_idx,

    // S0
    input  wire          s0_valid,
    input  wire          s0_by_link,
    input  wire [LW-1:0] s0_link,
    input  wire [1:0]    s0_vc,
    input  wire [23:0]   s0_node,

    // The first cycle of S1: S1 of one cycle, or S1a
    input  wire          first_valid,
    input  wire          first_ends,
    output wire [$clog2(3*LINK_SETS)-1:0] first_set,        // {VC, set}
    output wire          s0_apart,      // of S0: it is of another set, and is named in another way

    // The last one: S1, or S1b
    output wire [$clog2(3*LINK_SETS)-1:0] s1_set,
    output wire [23:0]   s1_node,       // the peer: of the way that is hit, or of the event
    output wire          hit,
    output wire [(LINK_WAYS > 1 ? $clog2(LINK_WAYS) : 1)-1:0] hit_way,
    output wire          room,          // a way is invalid
    output wire [(LINK_WAYS > 1 ? $clog2(LINK_WAYS) : 1)-1:0] free_way,     // the lowest of them

    // The event leaves S1, and gets this way as a new entry
    input  wire          s1_alloc,
    input  wire [(LINK_WAYS > 1 ? $clog2(LINK_WAYS) : 1)-1:0] s1_way,

    // ... or has it as its entry. A cycle ago that in S1a was of the last link that left S1 so
    input  wire          s1_known,
    output wire          one_link,

    // DEEP, of one set: the event in S1a is of another link than that in S1b, or in the first cycle
    // of S2. One that has found nothing has no link; but one that may make an entry, and has not
    // found it, is of every link of its set
    input  wire          s1_makes,
    output wire          s1_other,
    output wire          s2_other
);

localparam WAY_B  = LINK_WAYS > 1 ? $clog2(LINK_WAYS) : 1;
localparam TAGS   = 3 * LINK_SETS;
localparam TAG_AW = $clog2(TAGS);                   // >= 2

wire [TAG_AW-1:0] s0_set;
wire [WAY_B-1:0]  s0_way;
wire              s0_exists;

ttp_link_set #(.LINK_SETS(LINK_SETS), .LINK_WAYS(LINK_WAYS), .LW(LW)) u_set (
    .by_link(s0_by_link), .link(s0_link), .vc(s0_vc), .node(s0_node),
    .at(s0_set), .way(s0_way), .exists(s0_exists)
);

// ---- S1: the event, where its tags are compared; S2: the tag write
reg              by_link_q, exists_q;
reg [TAG_AW-1:0] first_set_q;
reg [WAY_B-1:0]  first_way_q, last_way_q;
reg              one_link_q;
reg [23:0]       first_node_q, last_node_q;
reg              s2_wr_q;
reg [TAG_AW-1:0] s2_set_q;
reg [WAY_B-1:0]  s2_way_q;
reg [23:0]       s2_node_q;
reg              s2_hit_q, s2_makes_q;

// In one set a link is its way, and its peer.
always @(posedge clk) begin
    if (s1_known) begin
        last_way_q  <= s1_way;
        last_node_q <= s1_node;
    end
    one_link_q <= by_link_q ? LINK_WAYS < 2 || first_way_q == last_way_q
                            : first_node_q == last_node_q;
end
assign one_link = one_link_q;
assign s1_other = hit      ? by_link_q ? first_way_q != hit_way  : first_node_q != s1_node
                           : !s1_makes;
assign s2_other = s2_hit_q ? by_link_q ? first_way_q != s2_way_q : first_node_q != s2_node_q
                           : !s2_makes_q;

always @(posedge clk) begin
    if (s0_valid) begin
        by_link_q <= s0_by_link;
        exists_q  <= s0_exists;
        first_set_q  <= s0_set;
        first_way_q  <= s0_way;
        first_node_q <= s0_node;
    end
    s2_wr_q   <= s1_alloc && !rst;
    s2_set_q  <= s1_set;
    s2_way_q  <= s1_way;
    s2_node_q <= s1_node;
    s2_hit_q   <= hit;
    s2_makes_q <= s1_makes;
end

assign s0_apart = s0_set != first_set_q && s0_by_link != by_link_q;

wire [LINK_WAYS-1:0]    way_valid, way_hit;
wire [24*LINK_WAYS-1:0] way_node;
wire [TAG_AW-1:0]       wr_set  = init_active ? init_idx[TAG_AW-1:0] : s2_set_q;
wire [24:0]             wr_word = {!init_active, s2_node_q};

// What is read while it is written is not looked at: the event waits then.
wire [TAG_AW-1:0] rd_set = !s0_valid ? first_set_q : s0_set;

genvar w;
generate for (w = 0; w < LINK_WAYS; w = w + 1) begin : g_way
    localparam [31:0] WAY = w;
    wire [24:0] tag;
    wire        same_way  = exists_q && first_way_q == WAY[WAY_B-1:0];
    wire        same_node = tag[23:0] == first_node_q;

    ttp_ram_1r1w #(.WIDTH(25), .DEPTH(TAGS), .BYPASS(0), .CHECK(0)) u_tag (
        .clk(clk), .wr_en(init_active || (s2_wr_q && s2_way_q == WAY[WAY_B-1:0])),
        .wr_addr(wr_set), .wr_data(wr_word),
        .rd_en(1'b1), .rd_addr(rd_set), .rd_data(tag)
    );
    assign way_valid[w]         = tag[24];
    assign way_node[24*w +: 24] = tag[23:0];
    assign way_hit[w]           = tag[24] && (by_link_q ? same_way : same_node);
end endgenerate

wire [LINK_WAYS-1:0] valid, hits;
wire [24*LINK_WAYS-1:0] nodes;
wire [23:0]             own_node;
wire                    by_link;
ttp_stage #(.WIDTH(26*LINK_WAYS + TAG_AW + 25), .ON(DEEP)) u_compared (
    .clk(clk), .rst(rst), .en(first_ends),
    .in({way_valid, way_hit, way_node, first_set_q, first_node_q, by_link_q}),
    .out({valid, hits, nodes, s1_set, own_node, by_link})
);

reg [WAY_B-1:0] hit_at, free_at;
reg [23:0]      hit_node;
integer k;
always @* begin
    hit_at   = {WAY_B{1'b0}};
    free_at  = {WAY_B{1'b0}};
    hit_node = nodes[23:0];
    for (k = LINK_WAYS - 1; k >= 0; k = k - 1) begin
        // The last way is what the others leave; without a hit or a free way these mean nothing.
        if (hits[k] || k == LINK_WAYS - 1) begin
            hit_at   = k[WAY_B-1:0];
            hit_node = nodes[24*k +: 24];
        end
        if (!valid[k] || k == LINK_WAYS - 1) free_at = k[WAY_B-1:0];
    end
end

assign first_set = first_set_q;
assign s1_node  = by_link ? hit_node : own_node;
assign hit      = |hits;
assign hit_way  = hit_at;
assign room     = !(&valid);
assign free_way = free_at;

wire idx_unused = &{1'b0, init_idx, first_valid};

`ifdef FORMAL
    reg f_clash;
    always @(posedge clk) f_clash <= s2_wr_q && wr_set == rd_set;
    always @(posedge clk) if (!rst && f_clash) assert (!first_ends);
    // No peer stands in two ways.
    wire [LINK_WAYS-1:0] f_less = way_hit - {{(LINK_WAYS-1){1'b0}}, 1'b1};
    always @(posedge clk) if (!rst && first_valid) assert ((way_hit & f_less) == {LINK_WAYS{1'b0}});
`endif

endmodule

`resetall
