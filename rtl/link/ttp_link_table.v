// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_table - set-associative tags of the links, and the choice of an entry for a new one
//
// S0 addresses the set, S1 compares. An event that may allocate (OPEN from the wire, lookup from the
// host) and misses takes the lowest invalid way at once; if all ways are valid it probes their records
// one a cycle, lowest way first, and takes the first that is not needed any more (probe_ok, judged by the
// link pipe). If there is none, the event goes on without an entry, and the best of those that may be
// closed to make room (tbl.victim), if none of the set is closing, is named beside it (s1_victim).
//
//    cycle       0    1     2     3     4
//    S0 / S1     S0   S1    S1    S1    S2       probe, way 1 good, 2 ways
//    record addr      w0    w1    w1
//    judged                 w0    w1
//
// With CUT the judgement is a flop: each way takes two cycles, and is addressed, judged, decided upon in three. With DEEP
// the tags are compared into flops, a cycle before S1 can end, and a record takes a cycle more to be judged.
//
// Timing: s1_* combinational from the tag memory and flops; the tag of a new entry is written in S2.
// Mirror: model/ttp_link_table.c      Lockstep test: tb/block/ttp_link_table.cpp

`resetall
`default_nettype none

module ttp_link_table #(
    parameter LINK_SETS = 256,  // sets a VC, power of two, 1..1024
    parameter LINK_WAYS = 2,    // 1, 2, 4
    parameter CUT       = 0,    // 1: a cycle between the judgement of a record and what follows from it
    parameter DEEP      = 0,    // 1: tags compared in a cycle of their own, records come a cycle later; only with CUT
    parameter LW        = 11    // width of a link index, derived by ttp_mac
) (
    input  wire          clk,
    input  wire          rst,           // core reset

    input  wire          init_active,   // build the table: all ways of set init_idx invalid
    input  wire [16:0]   init_idx,

    // S0: the event granted in this cycle
    input  wire          s0_valid,
    input  wire          s0_by_link,    // it names a link, else {VC, node}
    input  wire [LW-1:0] s0_link,
    input  wire [1:0]    s0_vc,         // 0..2; tbl.link: a link is {VC, node}
    input  wire [23:0]   s0_node,
    input  wire          s0_excl,       // may allocate

    // S1
    output wire          s1_valid,
    output wire          s1_excl,
    output wire          s1_advance,    // S2 in the next cycle
    output wire          s1_entry,      // with an entry, found or new; tbl.full: without
    output wire          s1_alloc,      // new
    output wire          s1_victim,     // without an entry, but s1_link is to be closed to make room
    output wire [LW-1:0] s1_link,       // record address in this cycle
    output wire [23:0]   s1_node,       // the peer
    output wire          s1_probing,    // the record addressed in the cycle before is judged:
    input  wire          probe_ok,      // it may go
    input  wire          probe_cand,    // it may be closed to make room
    input  wire          probe_closing, // tbl.victim.one: it is closing, so no other of its set
    input  wire          probe_stranger,// tbl.victim.order: closed only if no other may be
    input  wire [23:0]   probe_age      // the greatest age goes first
);

localparam SET_W  = LINK_SETS > 1 ? $clog2(LINK_SETS) : 0;
localparam WAY_W  = LINK_WAYS > 1 ? $clog2(LINK_WAYS) : 0;
localparam WAY_B  = LINK_WAYS > 1 ? WAY_W : 1;      // at least one bit, for declarations
localparam TAGS   = 3 * LINK_SETS;
localparam TAG_AW = $clog2(TAGS);                   // >= 2
localparam LINKS  = TAGS * LINK_WAYS;
localparam FOLDS  = SET_W > 0 ? (24 + SET_W - 1) / SET_W : 1;

generate if (LINK_SETS < 1 || LINK_SETS > 1024 || (LINK_SETS & (LINK_SETS - 1)) != 0
             || CUT < 0 || CUT > 1 || DEEP < 0 || DEEP > CUT || (LINK_WAYS != 1 && LINK_WAYS != 2 && LINK_WAYS != 4)) begin : g_bad
    ERROR_ttp_link_table_parameter_out_of_range u_bad ();
end endgenerate

// ---- S0: tag address
wire [TAG_AW-1:0] peer_tag, link_tag, s0_tag;

generate if (SET_W > 0) begin : g_set
    // XOR of the SET_W-bit chunks of the node, lowest first
    wire [FOLDS*SET_W-1:0] chunks = {{(FOLDS*SET_W-24){1'b0}}, s0_node};
    reg  [SET_W-1:0] set;
    integer i;
    always @* begin
        set = {SET_W{1'b0}};
        for (i = 0; i < FOLDS; i = i + 1) set = set ^ chunks[i*SET_W +: SET_W];
    end
    assign peer_tag = {s0_vc, set};
end else begin : g_noset
    assign peer_tag = s0_vc;
end
endgenerate

wire [WAY_B-1:0] s0_way;    // of an event that names a link
generate if (WAY_W > 0) begin : g_s0_way
    assign s0_way = s0_link[WAY_B-1:0];
end else begin : g_s0_way1
    assign s0_way = 1'b0;
end endgenerate

assign link_tag = s0_link[WAY_W +: TAG_AW];
assign s0_tag   = s0_by_link ? link_tag : peer_tag;

// A link index beyond the table (the registers can name one) has no entry.
wire s0_range = {{(32-LW){1'b0}}, s0_link} < LINKS[31:0];

// ---- S1 flops
reg              s1_valid_q, s1_excl_q, s1_by_link_q, s1_range_q;
reg [TAG_AW-1:0] s1_tag_q;
reg [WAY_B-1:0]  s1_way_q;
reg [23:0]       s1_node_q;
reg              probing_q, probing_d;
reg [WAY_B-1:0]  pway_q,    pway_d;
reg              there_q,   there_d;    // the record addressed before is there to be judged: with DEEP not at once
reg              decide_q,  decide_d;   // (CUT) a judgement stands in the flops
reg              best_v_q,  best_v_d;   // a victim among the ways judged before
reg              best_str_q, closing_q;
reg [WAY_B-1:0]  best_way_q;
reg [23:0]       best_age_q;

// ---- S2 flops: the tag write
reg              s2_alloc_q;
reg [TAG_AW-1:0] s2_tag_q;
reg [WAY_B-1:0]  s2_way_q;
reg [23:0]       s2_node_q;

// ---- tags
wire [LINK_WAYS-1:0]    way_valid, way_hit;
wire [24*LINK_WAYS-1:0] way_node;

wire [TAG_AW-1:0] wr_tag  = init_active ? init_idx[TAG_AW-1:0] : s2_tag_q;
wire [24:0]       wr_word = init_active ? 25'd0 : {1'b1, s2_node_q};
wire              init_wr = init_active && {15'd0, init_idx} < TAGS[31:0];

genvar w;
generate for (w = 0; w < LINK_WAYS; w = w + 1) begin : g_way
    localparam [31:0] WAY = w;
    wire [24:0] tag;
    ttp_ram_1r1w #(.WIDTH(25), .DEPTH(TAGS), .BYPASS(0)) u_tag (
        .clk     (clk),
        .wr_en   (init_wr || (s2_alloc_q && s2_way_q == WAY[WAY_B-1:0])),
        .wr_addr (wr_tag),
        .wr_data (wr_word),
        .rd_en   (s0_valid),
        .rd_addr (s0_tag),
        .rd_data (tag)
    );
    assign way_valid[w]         = tag[24];
    assign way_node[24*w +: 24] = tag[23:0];
    assign way_hit[w]           = tag[24] && (s1_by_link_q ? s1_range_q && s1_way_q == WAY[WAY_B-1:0]
                                                           : tag[23:0] == s1_node_q);
end endgenerate

// ---- S1: hit, or the way to take
wire                 known;         // the comparison of this event is there
wire [LINK_WAYS-1:0] valid, hits;
generate if (DEEP != 0) begin : g_compared
    reg                 known_q;
    reg [LINK_WAYS-1:0] valid_q, hit_q;
    always @(posedge clk) begin
        known_q <= s1_valid_q && !s1_advance && !rst;
        valid_q <= way_valid;
        hit_q   <= way_hit;
    end
    assign {known, valid, hits} = {known_q, valid_q, hit_q};
end else begin : g_compared
    assign {known, valid, hits} = {1'b1, way_valid, way_hit};
end endgenerate

reg [WAY_B-1:0] hit_way, inv_way;
reg [23:0]      hit_node;
integer k;
always @* begin
    hit_way  = {WAY_B{1'b0}};
    hit_node = way_node[23:0];
    inv_way  = {WAY_B{1'b0}};
    for (k = LINK_WAYS - 1; k >= 0; k = k - 1) begin
        if (hits[k]) begin
            hit_way  = k[WAY_B-1:0];
            hit_node = way_node[24*k +: 24];
        end
        if (!valid[k]) inv_way = k[WAY_B-1:0];
    end
end

wire hit  = |hits;
wire room = !(&valid);

localparam [31:0] LAST_WAY = LINK_WAYS - 1;

wire miss = s1_valid_q && known && s1_excl_q && !hit;
wire last = pway_q == LAST_WAY[WAY_B-1:0];

wire there = DEEP == 0 || there_q;
// The judgement that counts in this cycle, if judged
wire        judged, j_ok, j_cand, j_closing, j_stranger, j_older;
wire [23:0] j_age;
generate if (CUT != 0) begin : g_judged
    reg        ok_q, cand_q, now_closing_q, stranger_q;
    reg [23:0] age_q;
    always @(posedge clk) begin
        ok_q          <= probe_ok;
        cand_q        <= probe_cand;
        now_closing_q <= probe_closing;
        stranger_q    <= probe_stranger;
        age_q         <= probe_age;
    end
    assign judged = decide_q;
    assign {j_ok, j_cand, j_closing, j_stranger, j_age} = {ok_q, cand_q, now_closing_q, stranger_q, age_q};
end else begin : g_judged
    assign judged = probing_q;
    assign {j_ok, j_cand, j_closing, j_stranger, j_age} = {probe_ok, probe_cand, probe_closing, probe_stranger, probe_age};
end endgenerate

// With DEEP the ages are compared while the judgement goes into its flops: the best one stands still in that cycle.
generate if (DEEP != 0) begin : g_older
    reg older_q;
    always @(posedge clk) older_q <= probe_age > best_age_q;
    assign j_older = older_q;
end else begin : g_older
    assign j_older = j_age > best_age_q;
end endgenerate

wire [WAY_B-1:0] next_way = pway_q + {{(WAY_B-1){1'b0}}, 1'b1};
wire             better   = judged && j_cand && (!best_v_q || (best_str_q && !j_stranger)
                          || (best_str_q == j_stranger && j_older));
wire [WAY_B-1:0] best_way = better ? pway_q : best_way_q;
wire             full     = judged && last && !j_ok;
wire             evict    = full && (best_v_q || j_cand) && !closing_q && !j_closing;
wire [WAY_B-1:0] probe_way = !probing_q ? {WAY_B{1'b0}} : !judged || j_ok ? pway_q : evict ? best_way : next_way;
wire [WAY_B-1:0] way       = hit ? hit_way : (!probing_q && room) ? inv_way : probe_way;

assign s1_valid   = s1_valid_q;
assign s1_excl    = s1_excl_q;
assign s1_advance = s1_valid_q && known && (!miss || (probing_q ? judged && (j_ok || last) : room));
assign s1_alloc   = miss && (probing_q ? judged && j_ok : room);
assign s1_victim  = miss && evict;
assign s1_probing = probing_q && there && !decide_q;
assign s1_entry   = hit || s1_alloc;
assign s1_node    = s1_by_link_q ? hit_node : s1_node_q;

generate if (WAY_W > 0) begin : g_link
    assign s1_link = {s1_tag_q, way};
end else begin : g_link1
    wire way_unused = way[0];
    assign s1_link = s1_tag_q;
end endgenerate

always @* begin
    probing_d = probing_q;
    pway_d    = pway_q;
    best_v_d  = probing_q && (best_v_q || (judged && j_cand));
    decide_d  = CUT != 0 && probing_q && there && !decide_q;
    there_d   = probing_q && !decide_q;
    if (!probing_q) begin
        pway_d = {WAY_B{1'b0}};
        if (miss && !room) probing_d = 1'b1;
    end else if (s1_advance) begin
        probing_d = 1'b0;
    end else if (judged) begin
        pway_d = next_way;
    end
end

always @(posedge clk) begin
    if (s0_valid) begin
        s1_valid_q   <= 1'b1;
        s1_excl_q    <= s0_excl;
        s1_by_link_q <= s0_by_link;
        s1_range_q   <= s0_range;
        s1_tag_q     <= s0_tag;
        s1_way_q     <= s0_way;
        s1_node_q    <= s0_node;
    end else if (s1_advance) begin
        s1_valid_q   <= 1'b0;
        s1_excl_q    <= 1'b0;
    end
    probing_q  <= probing_d;
    pway_q     <= pway_d;
    best_v_q   <= best_v_d;
    decide_q   <= decide_d;
    there_q    <= there_d;
    closing_q  <= probing_q && (closing_q || (judged && j_closing));
    if (better) begin
        best_way_q <= pway_q;
        best_age_q <= j_age;
        best_str_q <= j_stranger;
    end
    s2_alloc_q <= s1_advance && s1_alloc;
    s2_tag_q   <= s1_tag_q;
    s2_way_q   <= way;
    s2_node_q  <= s1_node_q;

    if (rst) begin
        s1_valid_q <= 1'b0;
        s1_excl_q  <= 1'b0;
        probing_q  <= 1'b0;
        decide_q   <= 1'b0;
        s2_alloc_q <= 1'b0;
    end
end

`ifdef FORMAL
    always @(posedge clk) if (!rst) begin
        // S1 is never overwritten, and no peer stands in two ways.
        if (s0_valid)   assert (!s1_valid_q || s1_advance);
        if (s1_valid_q) assert ((way_hit & (way_hit - {{(LINK_WAYS-1){1'b0}}, 1'b1})) == {LINK_WAYS{1'b0}});
    end
`endif

endmodule

`resetall
