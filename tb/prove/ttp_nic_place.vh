// SPDX-License-Identifier: Apache-2.0
//
// ttp_nic_place. Assumed: a head stands until it is taken; a buffer too, but for clear, and then
// there is none in the next cycle (ttp_nic_ring); a region that is written is one of REGIONS
// (ttp_nic_csr); what is said of the message of a tag is that of its place, and open is 1 only
// while it is (ttp_nic_messages). Heads, messages, regions, progress, all handshakes, clear and
// messages that end are free.
//
// With P_STEP: where it writes, nic_place_step.vh. Else: one command a head, in order.

`include "prove.vh"

reg         p_waits, p_cleared;         // of the buffer, in the cycle before
reg [176:0] p_buffer;
wire [176:0] p_buffer_now = {buffer_addr, buffer_length, buffer_cookie, buffer_index,
                             buffer_broken};
wire        p_goes  = cmd_valid && cmd_ready;
`ifdef P_STEP
wire        p_run   = !rst;
`else
`PROVE_RESET(rst)
`endif
// Not ASSUME_STREAM: that holds from the cycle behind on, which is too late for one step.
reg         p_stands;                   // the head, from the cycle before
reg [296:0] p_head;
wire [296:0] p_head_now = {head, head_from, head_words, head_bad};
always @* if (p_run) begin
    if (p_stands) assume (head_valid && p_head_now == p_head);
    if (p_waits) assume (buffer_valid && p_buffer_now == p_buffer);
    if (p_cleared) assume (!buffer_valid);
end
always @(posedge clk) begin
    p_stands  <= p_run && head_valid && !head_ready;
    p_head    <= p_head_now;
    p_waits   <= p_run && buffer_valid && !buffer_ready && !clear;
    p_cleared <= p_run && clear;
    p_buffer  <= p_buffer_now;
end

`ifdef P_STEP
`include "nic_place_step.vh"
`else
wire        p_ours  = p_goes && !ending_q;          // the command is of a payload
wire        p_again = p_ours && broken;             // ... which begins again
wire        p_comes = p_run && head_valid && !p_stands;
always @* if (!p_past) assume (!head_valid);
`PROVE_QUEUE(p_heads, 8, 3, p_comes, ({head_from[0], tag[1:0], count[1:0], op}),
             p_run && p_ours && !p_again,
             ({cmd_act[10], cmd_act[43:42], count_q[1:0], op_q}))
// Messages that end
wire        p_ends = p_run && p_goes && ending_q;
`PROVE_QUEUE(p_endings, SW + 4, 2, p_run && ending_valid && ending_ready,
             ({ending_slot, ending_status}), p_ends, ({cmd_act[42 +: SW], cmd_act[`ACT_STATUS]}))

always @(posedge clk) if (p_run) begin
    no_more:    assert (p_heads_inside <= 2 && p_endings_inside <= 1);
    its_count:  assert (!p_ours || cmd_count == 0 || cmd_count == count_q);
    own_words:  assert (!p_ours || (cmd_words == 0) == (broken || words_q == 0));
    no_words:   assert (!p_ends || (cmd_words == 0 && cmd_count == 0));
    one_buffer: assert (!buffer_ready || (p_ours && of_send && buffer_valid));
    leaves:     assert (!head_valid || !head_ready || p_heads_inside + p_comes != 0);
    again_at:   cover (again && holds && go_q);
    is_broken:  cover (p_again && p_heads_follow);
    two:        cover (p_heads_follow && p_ours && p_heads_ahead == 1 && op_q == 3'd2);
    behind:     cover (p_ends && p_heads_follow && p_heads_ahead == 0);
end
`endif
