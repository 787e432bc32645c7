// SPDX-License-Identifier: Apache-2.0
//
// ttp_marks_window - how many payloads of a link may be on the way, and so in flight (sel.delay)
//
// Of a context: the window; `gone`, the send up to which none is on the way any more; and the
// round, what its answers have told so far. On the way are the sends behind `gone`. The window is
// kept by link too, and when a context was given back; LOAD has them from there. Times are in units
// of 16 cycles. cfg_delay = 0: no window counts, and each round trip begins a first round that ends
// with the next send.
//
//     OP, HEAR    how many are on the way; a number that counts and is newer than gone is gone
//     TRIP, TRIP2  a round trip is added to the round. If its answer ends the round, another one
//                 begins, and its sums too if they are idle (ttp_marks_sums); else a later one ends
//                 it
//     LOAD        sel.idle: the window of before, or 8
//     AGAIN       its last cycle: all is gone (again, or a probe with all), or so much that one
//                 may go (one_goes)
//     limit       what may be in flight: what was sent, and the window, less what is on the way,
//                 all as the last answer that was heard has left it: the link pipe does not wait
//                 for those that are under way here. It is found beside the engine: two cycles
//                 behind HEAR, where gone or UNA has moved, one behind GO, with what it was the
//                 cycle before. In the next cycle the link pipe is told, if it has another, one of
//                 the two is less than 9 away from what is in flight or it is the first one behind
//                 LOAD, and there is room; else GO comes again
//
// Where no more than 16 may go, and something is lost, it goes first: then the limit is one.
// Lost ones wait while so much as the window is on the way, as limit has found it, and if it
// was so near, also behind a RESEND, until the next limit.
//
// Timing: what is told comes from flops, moves from flops and the inputs of the cycle.
// Part of: ttp_tx_marks

`resetall
`default_nettype none

module ttp_marks_window #(
    parameter CONTEXTS = 16,    // 2..16, power of two
    parameter CX       = 4,     // log2 CONTEXTS
    parameter PW       = 8,     // log2 of the payloads of a context, 8 or 9
    parameter LINKS    = 1536,  // links
    parameter LW       = 11     // width of a link index
) (
    input  wire                 clk,
    input  wire                 core_rst,
    input  wire [19:0]          t,              // 16 cycles
    input  wire [15:0]          cfg_delay,      // 16 cycles; 0: no window

    // M1, of context m1 and its link
    input  wire [CX-1:0]        m1,
    input  wire [LW-1:0]        m1_link,
    input  wire                 take,
    input  wire                 frees,

    // Of the engine's context `at`
    input  wire [CX-1:0]        at,
    input  wire                 given_back,     // it is no more
    input  wire [LW-1:0]        link,
    input  wire [15:0]          base,           // number before the first
    input  wire [15:0]          newest,         // number
    input  wire [PW:0]          sent,           // in flight,
    input  wire [9:0]           una,            // ... from this ID on
    input  wire [9:0]           told_una,       // as the last answer that was heard has left it
    input  wire [PW:0]          allowed,        // ... at most, as the link pipe has it:
    input  wire                 allowed_all,    // all that the peer can hold

    // OP, HEAR
    input  wire                 reads,
    input  wire                 hears,
    input  wire                 counts,         // the number of a send
    input  wire [15:0]          number,         // of the op, in OP and HEAR
    input  wire [9:0]           op_una,         // OP

    // TRIP, TRIP2, and TRIP3 of LOAD
    input  wire [15:0]          number_held,    // of the op
    input  wire                 looks,          // GO, IDLE: what is kept,
    input  wire [LW-1:0]        looks_at,       // ... of this link
    output wire [9:0]           shows,          // a cycle later; 0: no window counts,
    input  wire                 shows_some,     // ... or it is not known
    input  wire                 computes,
    input  wire [19:0]          trip,           // TRIP
    input  wire                 adds,           // TRIP2, not of LOAD
    input  wire [19:0]          shortest,       // TRIP2: round trip of the link
    input  wire                 known,          // TRIP2: a smoothed one is known,
    input  wire [19:0]          smoothed,       // ... it is this
    input  wire                 loading,        // TRIP, TRIP2, TRIP3
    input  wire                 loaded,

    // AGAIN; the limit
    input  wire                 lost,           // something is
    input  wire                 lost_there,     // something may be
    input  wire                 again,
    input  wire                 one_goes,
    input  wire                 limits,         // GO
    input  wire                 stops,          // `at` is another's: nothing comes of a limit
    input  wire [7:0]           gen,            // of `at`
    input  wire                 room,
    output wire                 tells,          // with room
    output wire [PW:0]          limit,
    output wire [7:0]           limit_gen,
    output wire [LW-1:0]        limit_link,
    output wire                 limits_again,   // of this context
    output wire [CX-1:0]        limit_at,
    input  wire                 resends,        // a RESEND goes into the queue
    output wire [CONTEXTS-1:0]  full,           // lost ones have to wait

    output wire                 changes,        // cfg_delay is 0, and was not, or the other way
    output wire                 cuts,           // a round has ended with a smaller window
    output wire                 sets,           // this context has another window
    output wire [CX-1:0]        sets_at
);

function [CONTEXTS-1:0] mask;
    input [CX-1:0] which;
    input          on;
    mask = {{(CONTEXTS-1){1'b0}}, on} << which;
endfunction

localparam [PW:0]  ONE = 1, FIRST = 8, ALL = {1'b1, {PW{1'b0}}};
localparam [14-PW:0] HIGH = 0;          // of a number in front of a count
reg  [CONTEXTS-1:0] fresh_gone_q, fresh_window_q, fresh_round_q;    // nothing written since
wire          on = cfg_delay != 16'd0;
reg           on_q;
always @(posedge clk) on_q <= on;
assign changes = on != on_q;

// ---------------------------------------------------------------- the window
wire          load_wr;
wire [PW:0]   window_rd, result, loads;
wire [PW:0]   window  = fresh_window_q[at] ? FIRST : window_rd;
wire [CX-1:0] wr_at   = load_wr ? at : sets_at;
wire          wr      = load_wr || sets;
ttp_ram_async #(.WIDTH(PW + 1), .DEPTH(CONTEXTS)) u_window (
    .clk(clk), .wr_en(wr), .wr_addr(wr_at), .wr_data(load_wr ? loads : result),
    .rd_addr(at), .rd_data(window_rd)
);

// ---------------------------------------------------------------- on the way
reg  [15:0]   way_q, ahead_q;           // all but ahead_q: of the cycle before
reg  [PW:0]   window_q;
reg  [10:0]   sent_q;                   // from told_una on
reg           acks_q;                   // OP
wire [15:0]   gone_rd;
wire [15:0]   gone    = fresh_gone_q[at] ? base : gone_rd;
wire          over    = way_q >= {HIGH, window_q};
wire          moves   = hears && counts && !ahead_q[15] && ahead_q != 16'd0;
wire          gone_wr = moves || again || (one_goes && over);
always @(posedge clk) begin
    way_q    <= newest - gone;
    sent_q   <= {{(10-PW){1'b0}}, sent} + {1'b0, una - told_una};
    window_q <= window;
    if (reads) begin
        ahead_q <= number - gone;
        acks_q  <= op_una != told_una;
    end
end
ttp_ram_async #(.WIDTH(16), .DEPTH(CONTEXTS)) u_gone (
    .clk(clk), .wr_en(gone_wr), .wr_addr(at),
    .wr_data(again ? newest : one_goes ? newest + 16'd1 - {HIGH, window_q} : number),
    .rd_addr(at), .rd_data(gone_rd)
);

// ---------------------------------------------------------------- what may be in flight
reg  [CONTEXTS-1:0] full_q, near_q;
reg  [CONTEXTS-1:0] anew_q;             // LOAD was since it was told
reg           moved_q, finds_q, found_q;
reg  [PW:0]   limit_q, allowed_q;
reg  [PW+1:0] edge_q;                   // 8 more than are in flight
reg           allowed_all_q;
reg  [7:0]    gen_q;
reg  [LW-1:0] link_q;
reg  [CX-1:0] at_q;
wire [10:0]   whole = sent_q + {{(10-PW){1'b0}}, window_q};
wire [16:0]   free  = {6'd0, whole} - {1'b0, way_q};
wire          close = (&way_q[15:4]) || way_q + 16'd16 >= {HIGH, window_q};
wire          none  = free[16] || free[15:0] == 16'd0 || (close && lost_there);
wire          lower = limit_q < allowed_q;
wire          higher = limit_q > allowed_q && !allowed_all_q;
wire          close_by = !on || anew_q[at_q] || {1'b0, limit_q} <= edge_q
                      || {1'b0, allowed_q} <= edge_q;
wire          other = found_q && (lower || higher) && close_by;
assign tells        = other && room;
assign limits_again = other && !room;
assign limit        = limit_q;
assign limit_gen    = gen_q;
assign limit_link   = link_q;
assign limit_at     = at_q;
assign full  = full_q & {CONTEXTS{on}};
always @(posedge clk) begin
    moved_q  <= (moves || (hears && acks_q)) && on;
    finds_q  <= (moved_q || limits) && !stops;
    found_q  <= finds_q && !stops && !core_rst;
    limit_q  <= !on || (!none && free[15:PW] != {(16-PW){1'b0}}) ? ALL : none ? ONE : free[PW:0];
    edge_q   <= {1'b0, sent} + {1'b0, FIRST};
    gen_q    <= gen;
    link_q   <= link;
    at_q     <= at;
    {allowed_all_q, allowed_q} <= {allowed_all, allowed};
    full_q <= ((full_q & ~mask(at, finds_q)) | mask(at, finds_q && over)
               | mask(at, resends && near_q[at])) & ~mask(m1, take);
    anew_q <= ((anew_q & ~mask(at_q, found_q && !limits_again)) | mask(at, loaded))
              & ~mask(m1, take);
    near_q <= ((near_q & ~mask(at, finds_q)) | mask(at, finds_q && close)) & ~mask(m1, take);
end

// ---------------------------------------------------------------- the round
reg  [CONTEXTS-1:0] drains_q, lossy_q;
reg           drains_at_q, first_q;
reg  [15:0]   off_q, from_newest_q, end_q;
reg  [28:0]   sum_q;
reg  [8:0]    n_q;
reg  [PW:0]   most_q, kept_way_q;
wire [15:0]   end_rd;
wire [28:0]   sum_rd;
wire [8:0]    n_rd;
wire [PW:0]   most_rd;
wire          first_rd, busy;
wire          none_yet = fresh_round_q[at] || drains_q[at];
wire [28:0]   sum_of   = sum_rd & {29{!none_yet}};
wire [8:0]    n_of     = n_rd & {9{!none_yet}};
wire [PW:0]   most_of  = most_rd & {(PW+1){!none_yet}};
wire [15:0]   end_of   = fresh_round_q[at] ? base + {HIGH, FIRST} : end_rd;
wire          much     = &n_of;         // no more is added
always @(posedge clk) begin
    if (hears) kept_way_q <= way_q[15:PW] != {(16-PW){1'b0}} ? ALL : way_q[PW:0];
    if (computes) begin
        off_q         <= number_held - end_of;
        from_newest_q <= number_held - newest;
        end_q         <= end_of;
        sum_q         <= sum_of + {9'd0, trip & {20{!much}}};
        n_q           <= n_of + {8'd0, !much};
        most_q        <= kept_way_q > most_of ? kept_way_q : most_of;
        first_q       <= fresh_round_q[at] || first_rd;
        drains_at_q   <= drains_q[at];
    end
end
wire          counted = adds && !(on && drains_at_q && off_q[15]);
wire          ends    = counted && on && !busy && !(drains_at_q ? from_newest_q[15] : off_q[15]);
wire          round_wr = counted || load_wr;
wire          begins;
wire [15:0]   next_end = load_wr ? base + (begins ? {HIGH, FIRST} : 16'd1)
                       : ends || !on ? newest + 16'd1 : drains_at_q ? newest : end_q;
wire          goes_on  = !load_wr && !ends && on;
ttp_ram_async #(.WIDTH(29 + 9 + PW + 1 + 16 + 1), .DEPTH(CONTEXTS)) u_round (
    .clk(clk), .wr_en(round_wr), .wr_addr(at),
    .wr_data({sum_q & {29{goes_on}}, n_q & {9{goes_on}}, most_q & {(PW+1){goes_on}}, next_end,
              load_wr ? begins : !on || (goes_on && first_q)}),
    .rd_addr(at), .rd_data({sum_rd, n_rd, most_rd, end_rd, first_rd})
);

// The sums go on when the context is given back; it is there again if its link takes it again.
reg  [CX-1:0] sums_at_q;
reg  [LW-1:0] sums_link_q;
reg           sums_here_q;
wire          less, sums_end;
ttp_marks_sums #(.PW(PW)) u_sums (
    .clk(clk), .core_rst(core_rst), .delay(cfg_delay), .starts(ends), .window(window),
    .sum(sum_q), .n(n_q), .most(most_q), .first(first_q), .lossy(lossy_q[at]), .shortest(shortest),
    .waits(loading), .busy(busy), .sets(sums_end), .result(result), .less(less)
);
assign sets    = sums_end && sums_here_q && !((take || frees) && m1 == sums_at_q);
assign sets_at = sums_at_q;
assign cuts    = sums_end && less;
always @(posedge clk) begin
    if (ends) begin
        sums_at_q   <= at;
        sums_link_q <= link;
        sums_here_q <= !given_back;
    end else if ((take || frees) && m1 == sums_at_q) sums_here_q <= take && m1_link == sums_link_q;
end

// ---------------------------------------------------------------- LOAD: sel.idle
wire [19:0]   emptied_rd;
wire [PW:0]   before_rd;
reg  [19:0]   idle_q;
reg  [PW:0]   before_q;
reg           known_q, long_q, very_long_q;
ttp_ram_1r1w #(.WIDTH(20), .DEPTH(LINKS), .BYPASS(1)) u_emptied (
    .clk(clk), .wr_en(frees), .wr_addr(m1_link), .wr_data(t),
    .rd_en(looks), .rd_addr(looks_at), .rd_data(emptied_rd)
);
ttp_ram_1r1w #(.WIDTH(PW + 1), .DEPTH(LINKS), .BYPASS(1)) u_before (
    .clk(clk), .wr_en(load_wr || sums_end), .wr_addr(load_wr ? link : sums_link_q),
    .wr_data(load_wr ? loads : result),
    .rd_en(looks), .rd_addr(looks_at), .rd_data(before_rd)
);
wire [PW+10:0] kept_window = {10'd0, before_rd};
assign shows = kept_window[9:0] & {10{on_q && shows_some}};
always @(posedge clk) begin
    if (computes) begin
        idle_q   <= t - emptied_rd;
        before_q <= before_rd;
    end
    known_q     <= known;
    long_q      <= idle_q > smoothed;
    very_long_q <= {2'd0, idle_q} > {smoothed, 2'd0};
end
assign load_wr = loaded;
assign begins  = !known_q || long_q;
assign loads   = !begins ? before_q
               : !known_q || very_long_q || before_q < FIRST ? FIRST : before_q;

always @(posedge clk) begin
    fresh_gone_q   <= (fresh_gone_q & ~mask(at, gone_wr)) | mask(m1, take);
    fresh_window_q <= (fresh_window_q & ~mask(wr_at, wr)) | mask(m1, take);
    fresh_round_q  <= (fresh_round_q & ~mask(at, round_wr)) | mask(m1, take);
    drains_q       <= ((drains_q & ~mask(at, round_wr)) | mask(sets_at, sets && less))
                      & ~mask(m1, take);
    lossy_q        <= ((lossy_q & ~mask(at, ends || load_wr)) | mask(at, lost)) & ~mask(m1, take);
end

wire unused = &{1'b0, from_newest_q[14:0], off_q[14:0], kept_window};

endmodule

`resetall
