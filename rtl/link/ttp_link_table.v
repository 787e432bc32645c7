// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_table - which entry of the link table an event has, or gets
//
// S0 addresses the set, S1 compares: ttp_link_tags. An event that may allocate (OPEN from the wire,
// lookup from the host) and misses takes the lowest invalid way at once. If all ways are valid it
// is held in S1 while ttp_link_probe looks for one that is not needed any more. If there is none,
// the event goes on without an entry (tbl.full), and with s1_victim if s1_link is to be closed to
// make room.
//
//    S2 after the first S1 cycle       without a probe     with it
//    S1                                      1             1 + 2 x ways judged
//    DEEP: S1a, S1b                          2             2 + 3 x ways judged
//
// The table keeps the order of events of one set: in the first cycle of S1 an event waits until
// those before it will have been written when it reads its record. So its tags, its record and
// those that are judged for it are what the last event has left. With EARLY_N an event waits for
// less: what the last one writes is handed to it as it comes (ttp_link_store); and for one of
// another link only until that is known, a cycle or two. An event that may allocate waits for all,
// because it looks at more records than its own. So does one that comes directly behind another of
// its link, if nothing is behind it, or that other one has come directly behind one of its set: a
// streak may begin. A follower (ttp_link_follow) does not wait.
//
// Timing: s1_* combinational from the tag memory and flops; DEEP: from flops.
// Mirror: model/ttp_link_table.c      Lockstep test: tb/block/ttp_link_table.cpp

`resetall
`default_nettype none

module ttp_link_table #(
    parameter LINK_SETS = 256,  // sets a VC, power of two, 1..1024
    parameter LINK_WAYS = 2,    // 1, 2, 4
    parameter DEEP      = 0,    // 1: flops behind the tags and the records
    parameter BUSY_N    = 3,    // cycles of S2 in which an event keeps its set, 1..7
    parameter EARLY_N   = 0,    // ... for one of its link that does not allocate; 0: as many. Or 2,
                                // with DEEP and BUSY_N > 2
    parameter LW        = 11    // width of a link index, derived by ttp_mac
) (
    input  wire          clk,
    input  wire          rst,           // core reset

    input  wire          init_active,   // build the table: all ways of set init_idx invalid
    input  wire [16:0]   init_idx,

    // S0: an event; it comes only with s1_ready or passes
    output wire          s1_ready,
    output wire          passes,        // EARLY_N: one that is behind may pass that in S1a
    input  wire          s0_valid,
    input  wire          s0_by_link,    // it names a link, else {VC, node}
    input  wire [LW-1:0] s0_link,
    input  wire [1:0]    s0_vc,         // 0..2; tbl.link: a link is {VC, node}
    input  wire [23:0]   s0_node,
    input  wire          s0_makes,      // may allocate

    // S1, its last cycle
    output wire          first_valid,   // DEEP: S1a holds an event
    output wire [$clog2(3*LINK_SETS)-1:0] first_set,        // {VC, set}
    output wire          first_waits,   // it waits for all, and one is left: in the last of BUSY_N
    input  wire          follows,       // it does not wait for its set
    input  wire          stays,         // it waits for another reason
    input  wire          more,          // an event is behind it
    output wire          first_room,    // S1b takes one
    output wire          first_ends,    // it goes there
    output wire          s1_valid,
    output wire          s1_advance,    // S2 in the next cycle
    output wire          s1_entry,      // with an entry, found or new; tbl.full: without
    output wire          s1_alloc,      // new
    output wire          s1_victim,     // without, but s1_link is to be closed to make room
    output wire [LW-1:0] s1_link,       // record address in this cycle
    output wire [23:0]   s1_node,       // the peer
    output wire          searching,     // s1: the records of a full set are looked at
    output wire          s1_probing,    // the record addressed in the cycle before is judged:
    input  wire          probe_ok,      // it may go
    input  wire          probe_cand,    // it may be closed to make room
    input  wire          probe_closing, // tbl.victim.one: it is closing, so no other of its set
    input  wire          probe_stranger,// tbl.victim.order: closed only if no other may be
    input  wire [23:0]   probe_age      // the greatest age goes first
);

localparam WAY_B = LINK_WAYS > 1 ? $clog2(LINK_WAYS) : 1;

generate if (LINK_SETS < 1 || LINK_SETS > 1024 || (LINK_SETS & (LINK_SETS - 1)) != 0
             || DEEP < 0 || DEEP > 1 || BUSY_N < 1 || BUSY_N > 7
             || (EARLY_N != 0 && (EARLY_N != 2 || BUSY_N <= 2 || DEEP == 0))
             || (LINK_WAYS != 1 && LINK_WAYS != 2 && LINK_WAYS != 4)) begin : g_bad
    ERROR_ttp_link_table_parameter_out_of_range u_bad ();
end endgenerate

localparam SET_W  = $clog2(3*LINK_SETS);

reg              first_valid_q, first_makes_q;
wire             s1_makes;
wire             behind;                // the event in the first cycle waits for its set
wire             hit, room, found, ends, one_link, s1_other, s2_other, s0_apart;
wire [WAY_B-1:0] hit_way, free_way, probe_way;
wire [SET_W-1:0] s1_set;

assign first_valid = first_valid_q;

wire             miss = s1_valid && s1_makes && !hit;
wire [WAY_B-1:0] way  = hit ? hit_way : room ? free_way : probe_way;

ttp_link_tags #(
    .LINK_SETS(LINK_SETS), .LINK_WAYS(LINK_WAYS), .DEEP(DEEP), .LW(LW)
) u_tags (
    .clk(clk), .rst(rst), .init_active(init_active), .init_idx(init_idx),
    .s0_valid(s0_valid), .s0_by_link(s0_by_link), .s0_link(s0_link), .s0_vc(s0_vc),
    .s0_node(s0_node),
    .first_valid(first_valid), .first_ends(first_ends), .first_set(first_set),
    .s0_apart(s0_apart), .s1_set(s1_set), .s1_node(s1_node),
    .hit(hit), .hit_way(hit_way), .room(room), .free_way(free_way),
    .s1_alloc(s1_advance && s1_alloc), .s1_known(s1_advance && s1_entry), .s1_way(way),
    .s1_makes(s1_makes), .s1_other(s1_other), .s2_other(s2_other), .one_link(one_link)
);

ttp_link_probe #(.LINK_WAYS(LINK_WAYS), .DEEP(DEEP)) u_probe (
    .clk(clk), .rst(rst), .start(miss && !room), .s1_advance(s1_advance),
    .searching(searching), .s1_probing(s1_probing), .probe_ok(probe_ok), .probe_cand(probe_cand),
    .probe_closing(probe_closing), .probe_stranger(probe_stranger), .probe_age(probe_age),
    .way(probe_way), .found(found), .ends(ends), .victim(s1_victim)
);

// ---- S1 of one cycle, or S1a and S1b
wire set_busy;                          // of S1b

generate if (DEEP != 0) begin : g_two
    reg valid_q, makes_q;
    always @(posedge clk) begin
        if (first_ends) begin
            valid_q <= 1'b1;
            makes_q <= first_makes_q;
        end else if (s1_advance) begin
            valid_q <= 1'b0;
            makes_q <= 1'b0;
        end
        if (rst) {valid_q, makes_q} <= 2'b00;
    end
    assign s1_valid   = valid_q;
    assign s1_makes   = makes_q;
    assign first_room = !valid_q || s1_advance;
    assign first_ends = first_valid && (follows || !(behind || stays)) && first_room;
    assign set_busy   = valid_q && s1_set == first_set;
end else begin : g_one
    assign s1_valid   = first_valid && !behind;
    assign s1_makes   = first_makes_q;
    assign first_room = 1'b1;
    assign first_ends = s1_advance;
    assign set_busy   = 1'b0;
    wire unused = &{1'b0, follows, stays};
end endgenerate

assign s1_ready   = !first_valid || first_ends;
assign s1_advance = s1_valid && (!miss || room || ends);
assign s1_alloc   = miss && (room || found);
assign s1_entry   = hit || s1_alloc;

generate if (LINK_WAYS > 1) begin : g_link
    assign s1_link = {s1_set, way};
end else begin : g_link
    assign s1_link = s1_set;
end endgenerate

always @(posedge clk) begin
    if (s0_valid) begin
        first_valid_q <= 1'b1;
        first_makes_q <= s0_makes;
    end else if (first_ends) begin
        first_valid_q <= 1'b0;
        first_makes_q <= 1'b0;
    end
    if (rst) begin
        first_valid_q <= 1'b0;
        first_makes_q <= 1'b0;
    end
end

// ---- the sets of the events in S2
reg  [BUSY_N*(SET_W+1)-1:0] sets_q;
reg  [BUSY_N-1:0]           same;
integer                     k;
always @* for (k = 0; k < BUSY_N; k = k + 1)
    same[k] = sets_q[k*(SET_W+1) +: SET_W+1] == {1'b1, first_set};
generate if (EARLY_N != 0) begin : g_early
    reg [SET_W-1:0] last_set_q;             // of the last one that has left the first cycle
    reg             again_q;                // it came directly behind one of its set
    wire direct = last_set_q == first_set;
    wire for_all = |same && (first_makes_q || (direct && one_link && (again_q || !more)));
    // Of S1a and the first two cycles of S2: it was in S1a a cycle ago, and is of another link.
    reg  [1:0] other_q;
    assign behind      = set_busy || |(same[1:0] & ~other_q) || for_all;
    assign first_waits = !set_busy && !(|same[BUSY_N-2:0]) && for_all;
    assign passes      = first_valid && more && s0_apart && !s0_makes && !first_makes_q
                         && !(direct && one_link && again_q);
    always @(posedge clk) begin
        if (first_ends) begin
            last_set_q <= first_set;
            again_q    <= direct && |same;
        end
        other_q <= {s2_other, s1_other} & {2{!s0_valid}};
    end
end else begin : g_all
    assign behind      = set_busy || |same;
    assign first_waits = 1'b0;
    assign passes      = 1'b0;
    wire unused_more = &{1'b0, more, one_link, s1_other, s2_other, s0_apart};
end endgenerate

genvar i;
generate for (i = 0; i < BUSY_N; i = i + 1) begin : g_set
    always @(posedge clk) begin
        sets_q[i*(SET_W+1) +: SET_W+1] <= i == 0 ? {s1_advance, s1_set}
                                       : sets_q[(i == 0 ? 0 : i-1)*(SET_W+1) +: SET_W+1];
        if (rst) sets_q[i*(SET_W+1) + SET_W] <= 1'b0;
    end
end endgenerate

`ifdef FORMAL
    // S1 is never overwritten, but by one that passes.
    always @(posedge clk) if (!rst && s0_valid) assert (s1_ready || passes);
    // Only an event that misses is judged for.
    always @(posedge clk) if (!rst && !init_active && (s1_victim || found)) assert (miss);
`endif

endmodule

`resetall
