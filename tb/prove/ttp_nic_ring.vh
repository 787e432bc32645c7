// SPDX-License-Identifier: Apache-2.0
//
// ttp_nic_ring. Assumed: memory answers what was granted, in order, each element with all its
// words, the last with r_last, a cycle later or at any time after; after rst it owes nothing. on is
// 0 with clear (nic_doorbell). Else on, clear, head, rings, base, size, the words, the errors are
// free, in each cycle; also before a request that is seen is granted. That nothing beyond HEAD is
// asked for: nic_doorbell, nic_recv_head.
//
// p_asked, p_came, p_taken: elements to be asked for, come, taken since clear. One arbitrary
// element is followed from its request: bit 0 of each of its words, as memory gave them, comes out
// as its element. So its address, its index and its bytes belong together.

`include "prove.vh"

`PROVE_RESET(rst)

localparam P_N = 512 / DATA_W;          // words of an element
localparam [3:0] P_LAST = P_N - 1;
wire          p_grant = ar_valid && ar_ready;
wire          p_take  = valid && ready;
wire          p_end   = r_valid && r_last;
reg  [15:0]   p_asked, p_came, p_taken;
reg  [AW:0]   p_ahead;                  // asked for, not taken
reg  [AW:0]   p_due, p_old;             // granted, not answered: since clear; before
reg  [AW:0]   p_there;                  // may be taken
reg  [3:0]    p_word;                   // of the element that comes
reg           p_bad;                    // ... one before it had an error
reg           p_fault, p_stays;         // one came with an error, one waited, a cycle before
reg  [63:6]   p_addr;                   // of the next one, by base and size as they were then
wire [15:0]   p_next = p_grant ? p_asked + 16'd1 : p_asked;
wire          p_mine = p_end && p_old == 0;
reg           p_may;                    // the next one is to be asked for, if it is on

always @* begin
    if (r_valid) assume (p_run && p_due + p_old != 0 && r_last == (p_word == P_LAST));
    if (clear) assume (!on);
end

// The followed one
(* anyseq *) wire p_pick;
reg           p_follow, p_answered, p_err;
reg  [AW:0]   p_front, p_before;        // answers, takes in front of it
reg  [P_N-1:0] p_bits, p_out;
wire          p_its_word = p_follow && !p_answered && p_front == 0 && r_valid;
integer       p_i;
always @* for (p_i = 0; p_i < P_N; p_i = p_i + 1) p_out[p_i] = element[p_i*DATA_W];

always @(posedge clk) begin
    p_asked <= p_asked + p_grant;
    p_came  <= p_came + p_mine;
    p_taken <= p_taken + p_take;
    p_ahead <= p_ahead + p_grant - p_take;
    p_due   <= p_due + p_grant - p_mine;
    p_old   <= p_old - (p_end && !p_mine);
    p_there <= p_there + p_mine - p_take;
    p_fault <= p_mine && (p_bad || r_err);
    if (r_valid) begin
        p_word <= r_last ? 4'd0 : p_word + 4'd1;
        p_bad  <= !r_last && (p_bad || r_err);
    end
    p_stays <= ar_valid && !ar_ready;
    p_may   <= p_run && !clear && (p_next != head || rings) && p_ahead + p_grant < AHEAD
            && p_old == 0;
    p_addr  <= base + (p_run && !clear ? p_next & ~(16'hFFFF << size) : 16'd0);

    if (p_end && p_front != 0) p_front <= p_front - 1;
    if (p_take) p_before <= p_before - 1;
    if (p_take && p_before == 0) p_follow <= 1'b0;
    if (p_its_word) begin
        p_bits[p_word] <= r_data[0];
        p_err          <= p_bad || r_err;
        p_answered     <= r_last;
    end
    if (!p_follow && p_grant && p_pick) begin
        p_follow   <= 1'b1;
        p_answered <= 1'b0;
        p_front    <= p_due - p_mine;
        p_before   <= p_ahead - p_take;
    end
    if (clear) begin
        {p_asked, p_came, p_taken} <= 48'd0;
        {p_ahead, p_due, p_there}  <= 0;
        p_old <= p_old + p_due - p_end;
        {p_follow, p_fault} <= 2'd0;
    end
    if (!p_run) begin
        {p_asked, p_came, p_taken} <= 48'd0;
        {p_ahead, p_due, p_there, p_old, p_word} <= 0;
        {p_follow, p_fault, p_stays, p_bad} <= 4'd0;
    end
end

reg p_cleared;                          // with requests under way, and none given since
always @(posedge clk) begin
    if (clear && p_due != 0) p_cleared <= 1'b1;
    if (!p_run) p_cleared <= 1'b0;
end

always @(posedge clk) if (p_run) begin
    // Asked for: in order, once, at its place, while it may be, and then at once
    asked:    assert (ar_valid == (on && p_may));
    if (ar_valid) at_its_place: assert (ar_addr == p_addr);
    ahead:    assert (p_ahead <= AHEAD);
    owed:     assert (p_due + p_old <= AHEAD);
    // Lemmas for the engine: what the counters of the block hold, where the followed one is
    due:      assert (out_q == p_due && drop_q == p_old);
    held:     assert (held_q == p_ahead && p_ahead == p_due + p_there);
    waiting:  assert (count == p_there && next_q == p_asked);
    if (p_follow) place: assert (p_answered ? p_before < p_there
                                 : p_front < p_due && p_before == p_front + p_there);
    // Delivered: each that has come, in the next cycle; in order; as memory gave it
    tells:    assert (tail == p_came);
    there:    assert (valid == (p_there != 0));
    if (valid) begin
        counts: assert (index == p_taken);
        if (p_follow && p_before == 0) begin
            has_come: assert (p_answered);
            its_own:  assert (broken == p_err && (p_out == (p_err ? 0 : p_bits)));
        end
    end
    faults:   assert (fault == p_fault);

    filled:   cover (p_there == AHEAD && !ar_valid);
    wrapped:  cover (p_take && p_follow && p_before == 0 && p_bits[0] && size == 1 && index == 2);
    after:    cover (p_take && p_cleared && p_bits != 0 && p_follow && p_before == 0);
    erred:    cover (p_take && broken && p_follow && p_before == 0);
    refused:  cover (clear && p_stays);
    at_end:   cover (clear && p_end && p_due != 0);
end
