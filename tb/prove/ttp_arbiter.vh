// SPDX-License-Identifier: Apache-2.0
//
// ttp_arbiter with PIPE = 0: the grant is combinational. Assumed: the pipe is what the grants of
// the cycles before have put into it. A source that waits stays, until it is granted, and what it
// waits with (an OPEN, a peek) stays too. The ready list, second turns, slots, credits and
// completions are free.
//
// Bounded wait: of a timer and of a lookup, see below. With PIPE > 0 (P_AHEAD): arbiter_ahead.vh.

`include "prove.vh"

`PROVE_RESET(rst)
`ifdef P_AHEAD
`include "arbiter_ahead.vh"
`else

// The pipe: S1 after S0, S2 after S1. An event that may make an entry has the pipe to itself.
wire p_any  = grant != 8'd0;
wire p_excl = grant[`GRANT_LOOKUP] || (grant[`GRANT_RECEIVED] && received_open);
wire p_turn = grant[`GRANT_DOORBELL] || grant[`GRANT_READY] || grant[`GRANT_SECOND];
reg p_s1, p_s2, p_excl1, p_excl2, p_turn1;
always @(posedge clk) begin
    {p_s2, p_excl2}          <= {p_s1, p_excl1};
    {p_s1, p_excl1, p_turn1} <= {p_any, p_excl, p_turn};
    if (rst) {p_s1, p_s2, p_excl1, p_excl2, p_turn1} <= 5'd0;
end
always @* if (p_run) assume (s1_valid == p_s1 && s2_valid == p_s2 && s1_turn == p_turn1
                             && stage[`STAGE_EXCLUSIVE] == (p_excl1 || p_excl2));

// What waits stays: received, timer, command, left, lookup, doorbell, ready.
reg [6:0] p_left;
reg       p_open, p_peek;
always @(posedge clk) begin
    p_left <= rst ? 7'd0 : request[6:0] & ~grant[6:0];
    p_open <= received_open;
    p_peek <= command_peek;
    if (p_run) begin
        assume ((p_left & ~request[6:0]) == 7'd0);
        if (p_left[`GRANT_RECEIVED]) assume (received_open == p_open);
        if (p_left[`GRANT_COMMAND])  assume (command_peek == p_peek);
    end
end

// The ingest asks again when its lookup is answered, in S2, and the row of the link is read.
reg [3:0] p_looked;
always @(posedge clk) p_looked <= rst ? 4'd0 : {p_looked[2:0], grant[`GRANT_LOOKUP]};
always @* if (p_run) assume (!request[`GRANT_LOOKUP] || p_looked == 4'd0);

// Grants that went elsewhere: while a timer could have had them without a break, and while a lookup
// waits, whatever for.
reg [3:0] p_timer, p_lookup;
wire p_may  = credit_for_event && cpl_link_ready && !drain;
always @(posedge clk) begin
    if (p_any && !grant[`GRANT_SECOND]) p_timer  <= p_timer + 4'd1;
    if (p_any)                          p_lookup <= p_lookup + 4'd1;
    if (!p_run || !request[`GRANT_TIMER] || grant[`GRANT_TIMER] || (open_slot && !p_may))
        p_timer <= 4'd0;
    if (!p_run || !request[`GRANT_LOOKUP] || grant[`GRANT_LOOKUP]) p_lookup <= 4'd0;
    if (p_run) begin
        timer_bound:  assert (p_timer <= 4'd10);
        lookup_bound: assert (p_lookup <= 4'd3);
    end
end

always @(posedge clk) if (p_run) begin
    one_at_most: assert ((grant & (grant - 8'd1)) == 8'd0);
    asked_for:   assert ((grant & ~request) == 8'd0);
    alone:       assert (!p_excl || (!p_s1 && !p_s2));
    not_behind:  assert (!p_any || !(p_excl1 || p_excl2));
    credit:      assert (!credit_take_event || credit_for_event);
    room:        assert (!grant[`GRANT_TIMER] || cpl_link_ready);
    apart:       assert (!(p_turn && p_turn1));
    // Nothing is left idle: a frame that may enter an empty pipe enters, or somebody else does.
    busy:        assert (p_any || !request[`GRANT_RECEIVED] || !excl_ok
                         || (request[`GRANT_LOOKUP] && host_old));
    wins_late:   cover (p_timer == 4'd7 && grant[`GRANT_TIMER]);
    lookup_late: cover (p_lookup == 4'd3 && grant[`GRANT_LOOKUP]);
    second:      cover (grant[`GRANT_SECOND]);
end
`endif
