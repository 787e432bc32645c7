// SPDX-License-Identifier: Apache-2.0
//
// ttp_arbiter: what is chosen is granted a cycle later, or when the pipe does not hold any more.
// Assumed: a source that waits stays until it is granted, and what it waits with (a peek, news)
// stays too; behind a frame that is granted another waits if received_more has said so. An expiry
// acts only if there is one. The pipe, slots, credits, completions and, with DEEP, second
// turns are free.
//
// Bounded wait: how many are chosen before it while it could be, in a row. Second turns do not
// count: no two of them stand side by side.

`include "prove.vh"

`PROVE_RESET(rst)

reg [6:0] p_left;
reg       p_peek, p_news, p_inside;
wire      p_again = grant[`GRANT_RECEIVED] && received_more;
always @(posedge clk) begin
    p_left <= rst ? 7'd0 : (request[6:0] & ~grant[6:0]) | {6'd0, p_again};
    p_peek <= command_peek;
    p_news <= ready_news && request[`GRANT_READY];
    p_inside <= !rst && (grant[`GRANT_TIMER] || (p_inside && !stage[`STAGE_EXPIRY_ENDS]));
    if (p_run) begin
        assume ((p_left & ~request[6:0]) == 7'd0);
        if (p_left[`GRANT_COMMAND])  assume (command_peek == p_peek);
        if (p_left[`GRANT_READY] && p_news) assume (ready_news);
        assume (DEEP != 0 || !request[`GRANT_SECOND]);
        assume (!received_more || request[`GRANT_RECEIVED]);
        assume (!stage[`STAGE_EXPIRY_ENDS] || p_inside);
    end
end

wire p_turn = grant[`GRANT_DOORBELL] || grant[`GRANT_SECOND]
           || (grant[`GRANT_READY] && !ready_news);
wire p_any  = choice[6:0] != 7'd0;
wire p_may  = credit_for_event && cpl_link_ready && !expires_q && !grant[`GRANT_TIMER];
reg  p_turned, p_expires;
reg [3:0] p_frame, p_timer, p_lookup;
always @(posedge clk) begin
    p_turned  <= !rst && p_turn;
    if (p_any) begin
        p_frame  <= p_frame + 4'd1;
        p_timer  <= p_timer + 4'd1;
        p_lookup <= p_lookup + 4'd1;
    end
    if (!p_run || !asks[`GRANT_RECEIVED] || choice[`GRANT_RECEIVED]) p_frame <= 4'd0;
    if (!p_run || !request[`GRANT_TIMER] || choice[`GRANT_TIMER] || (open_slot && !p_may))
        p_timer <= 4'd0;
    if (!p_run || !asks[`GRANT_LOOKUP] || choice[`GRANT_LOOKUP]) p_lookup <= 4'd0;
end

always @(posedge clk) if (p_run) begin
    one_at_most: assert ((grant & (grant - 8'd1)) == 8'd0);
    asked_for:   assert ((grant[6:0] & ~request[6:0]) == 7'd0);
    held:        assert (!stage[`STAGE_HOLD] || grant == 8'd0);
    apart:       assert (!(p_turn && p_turned));
    one_expiry:  assert (!(grant[`GRANT_TIMER] && p_inside));
    frame_bound:  assert (p_frame <= (DEEP ? 7 : 3));
    timer_bound:  assert (p_timer <= (DEEP ? 10 : 8));
    lookup_bound: assert (p_lookup <= (DEEP ? 4 : 3));
    // Nothing is left idle.
    busy:        assert (p_any || w_sp || !asks[`GRANT_RECEIVED] || !open_slot);
    frame_late:  cover (p_frame == 4'd2 && choice[`GRANT_RECEIVED]);
    wins_late:   cover (p_timer == 4'd7 && choice[`GRANT_TIMER]);
    two_frames:  cover (grant[`GRANT_RECEIVED] && choice[`GRANT_RECEIVED]);
    in_the_park: cover (parked);
    news_apart:  cover (p_turned && grant[`GRANT_READY] && ready_news);
end
