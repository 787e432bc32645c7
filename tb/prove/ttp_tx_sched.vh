// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_sched: a link that waits is offered, and given once, whatever the mode.
//
// Assumed: as in ttp_tx_order.vh; what is lost stays until it is taken (ttp_tx_marks); the frame
// builder starts one frame at a time, what is chosen.

`include "prove.vh"

`PROVE_RESET(core_rst)

reg  [LINKS-1:0] p_in;                  // the links that wait
reg              p_asks, p_popped, p_lost;
wire             p_turn = ready_pop && !ready_lost;
wire [LINKS-1:0] p_push_bit = {{(LINKS-1){1'b0}}, ready_push} << ready_push_link;
wire [LINKS-1:0] p_pop_bit  = {{(LINKS-1){1'b0}}, p_turn} << ready_link;

always @(posedge clk) begin
    p_in     <= p_run ? (p_in & ~p_pop_bit) | p_push_bit : {LINKS{1'b0}};
    p_asks   <= p_run && ready_valid;
    p_popped <= p_run && ready_pop;
    p_lost   <= p_run && lost_valid && !(ready_pop && ready_lost);
    assume (cfg_mode != 2'd3 && cfg_first != 2'd3 && cfg_second != 2'd3);
    assume (cfg_first != cfg_second);
    assume (cfg_weights[3:0] != 4'd0 && cfg_weights[7:4] != 4'd0 && cfg_weights[11:8] != 4'd0);
    if (!p_past) assume (!ready_push && !ready_pop);
    assume (!ready_push || ({{(32-LW){1'b0}}, ready_push_link} < LINKS && !p_in[ready_push_link]));
    assume (!ready_pop || (p_asks && !p_popped));
    if (p_run && p_lost) assume (lost_valid);
    assume (!(start_response && start_payload));
    assume (!start_payload || (payload_valid && sel_payload));
    assume (!start_response || (response_valid && !sel_payload));
end

reg  [2:0] p_row;                       // lost ones in a row while a link waited, news apart
always @(posedge clk) begin
    if (!p_run || p_turn || p_in == {LINKS{1'b0}}) p_row <= 3'd0;
    else if (ready_pop && !ready_news) p_row <= p_row + 3'd1;
end

reg [1:0] p_mode;
always @(posedge clk) begin
    p_mode <= cfg_mode;
    if (p_run) begin
        offered:   assert (ready_valid == (lost_valid || p_in != {LINKS{1'b0}}));
        its_own:   assert (!p_turn || p_in[ready_link]);
        lost_goes: assert (!ready_lost || lost_valid);
        lost_ends: assert (p_row <= 3'd5);
        both:      cover (p_turn && common && vc_waits && cfg_mode != 2'd0);
        off_again: cover (p_turn && vc_valid && cfg_mode == 2'd0 && p_mode == 2'd0);
        behind:    cover (p_turn && vc_valid && lost_valid);
    end
end
