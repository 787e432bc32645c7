// SPDX-License-Identifier: Apache-2.0
//
// ttp_port_queue. Assumed: nothing comes in the very first cycle, when the flops are anything.
//
// One arbitrary word of those that are taken is followed: it comes out if its frame is whole,
// behind exactly the words of whole frames that were before it.

`include "prove.vh"

`PROVE_RESET(rst)
always @(posedge clk) if (!p_past) assume (!in_valid);
`PROVE_STREAM(p_out, DATA_W + B + 1, out_valid, out_ready, {out_last, out_keep, out_data})

localparam P_W = DATA_W + B + 1;
wire           p_take = in_valid && in_ready;
wire           p_pop  = out_valid && out_ready;
reg  [AW+1:0]  p_inside;            // words of whole frames that have not been taken
reg  [AW+1:0]  p_frame;             // words so far of the one that comes
reg            p_lost;              // one of them found no room
wire           p_full = p_inside - {{AW+1{1'b0}}, out_valid} + p_frame == WORDS;
wire           p_good = p_take && in_last && !in_bad && !p_lost && !p_full;

(* anyseq *) wire p_pick;
reg            p_held, p_sure;      // the word was taken; its frame was whole
reg  [AW+1:0]  p_ahead;
reg  [P_W-1:0] p_word;
reg            p_some;

always @(posedge clk) begin
    p_some   <= p_run && p_inside > 1;
    p_inside <= p_inside - p_pop + (p_good ? p_frame + 1'b1 : {AW+2{1'b0}});
    if (p_take) begin
        p_frame <= in_last ? {AW+2{1'b0}} : p_lost || p_full ? p_frame : p_frame + 1'b1;
        p_lost  <= !in_last && (p_lost || p_full);
        if (in_last && !p_sure) begin
            p_held <= p_good && (p_held || p_pick);
            p_sure <= p_good && (p_held || p_pick);
        end else if (!p_held && p_pick)
            p_held <= 1'b1;
        if (!p_held && p_pick) begin
            p_ahead <= p_inside + p_frame - p_pop;
            p_word  <= {in_last, in_keep, in_data};
        end
    end
    if (p_held && p_pop) begin
        p_ahead <= p_ahead - 1'b1;
        if (p_ahead == 0) {p_held, p_sure} <= 2'd0;
    end
    if (!p_run) begin
        p_inside <= {AW+2{1'b0}};
        p_frame  <= {AW+2{1'b0}};
        {p_lost, p_held, p_sure} <= 3'd0;
    end
    if (p_run) begin
        nothing_of_a_bad_one: assert (!out_valid || p_inside != 0);
        if (p_held && p_pop && p_ahead == 0) begin
            only_whole: assert (p_sure);
            order: assert ({out_last, out_keep, out_data} == p_word);
        end
        told: assert (whole == p_good);
        told_bad: assert (was_bad == (p_take && in_last && in_bad));
        told_room: assert (no_room == (p_take && in_last && !in_bad && !p_good));
        // It is held up only where that helps.
        if (!in_ready)
            waits: assert (HOLD == 1 && p_full && p_inside > {{AW+1{1'b0}}, out_valid});
        if (p_some) soon: assert (out_valid);
        fits: cover (p_good && p_frame == WORDS - 1);
        passed: cover (p_sure && p_pop && p_ahead == 0);
    end
end

generate if (HOLD == 0) begin : g_drops
    always @(posedge clk) if (p_run) room_again: cover (p_lost && !p_full && in_valid);
end endgenerate
