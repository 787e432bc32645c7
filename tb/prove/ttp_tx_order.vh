// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_order: no link is lost, and none waits for more than 16 turns of other channels.
//
// Assumed, of the neighbours: a link is pushed while it waits nowhere (act, ttp_link_turn); the
// register holds what ttp_csr_config lets in, and may change in every cycle; what waits in the
// lists for all goes by a turn only; a turn is chosen a cycle after something waits, and never two
// in a row (ttp_arbiter).

`include "prove.vh"

`PROVE_RESET(rst)

localparam N = LINKS / 3;
reg  [LINKS-1:0] p_in;                  // the links that wait here
reg              p_asks, p_popped, p_common;
reg  [1:0]       p_mode, p_first, p_second;
reg  [11:0]      p_weights;
reg  [2:0]       p_has;
wire [1:0]       p_vc = link[LW-1 -: 2];
wire             p_mine = pop && valid;
wire [LINKS-1:0] p_push_bit = {{(LINKS-1){1'b0}}, push} << push_link;
wire [LINKS-1:0] p_pop_bit  = {{(LINKS-1){1'b0}}, p_mine} << link;

always @(posedge clk) begin
    p_in      <= p_run ? (p_in & ~p_pop_bit) | p_push_bit : {LINKS{1'b0}};
    p_asks    <= p_run && (waits || common);
    p_popped  <= p_run && pop;
    p_common  <= p_run && common && !(pop && !valid);
    p_mode    <= cfg_mode;
    p_first   <= cfg_first;
    p_second  <= cfg_second;
    p_weights <= cfg_weights;
    p_has     <= p_run ? has : 3'd0;
    assume (cfg_mode != 2'd3 && cfg_first != 2'd3 && cfg_second != 2'd3);
    assume (cfg_first != cfg_second);
    assume (cfg_weights[3:0] != 4'd0 && cfg_weights[7:4] != 4'd0 && cfg_weights[11:8] != 4'd0);
    if (!p_past) assume (!push && !pop);
    assume (!push || ({{(32-LW){1'b0}}, push_link} < LINKS && !p_in[push_link]));
    assume (!pop || (p_asks && !p_popped));
    if (p_run && p_common) assume (common);
end

// ---- how often each channel was passed over, counted here; its turns in a row by weights
reg  [14:0] p_over;
reg  [3:0]  p_row;
reg  [1:0]  p_row_vc;
reg         p_pure;                     // by the same weights since the reset, nothing else
wire        p_others = (has & ~(3'd1 << p_vc)) != 3'd0;
wire [2:0]  p_here, p_fine, p_16;
genvar p_v;
generate for (p_v = 0; p_v < 3; p_v = p_v + 1) begin : g_prove
    wire [4:0] over = p_over[5*p_v +: 5];
    assign p_here[p_v] = p_in[p_v*N +: N] != {N{1'b0}};
    assign p_fine[p_v] = over <= 5'd16;
    assign p_16[p_v]   = over == 5'd16 && p_mine && p_vc == p_v;
    always @(posedge clk) begin
        if (!p_run || !p_here[p_v] || (p_mine && p_vc == p_v)) p_over[5*p_v +: 5] <= 5'd0;
        else p_over[5*p_v +: 5] <= over + {4'd0, pop};
    end
end endgenerate

wire [3:0] p_weight = cfg_weights[4*p_vc +: 4];
always @(posedge clk) begin
    p_pure <= !p_run || (p_pure && cfg_mode == 2'd2 && cfg_weights == p_weights && !common);
    if (p_mine) begin
        p_row    <= !p_others ? 4'd0 : p_vc == p_row_vc ? p_row + 4'd1 : 4'd1;
        p_row_vc <= p_vc;
    end
    if (!p_run) p_row <= 4'd0;
end

wire [2:0] p_one   = 3'd1 << p_first;
wire [2:0] p_two   = 3'd1 << p_second;
wire [2:0] p_best  = (p_has & p_one) != 3'd0 ? p_one
                   : (p_has & p_two) != 3'd0 ? p_two : p_has & ~p_one & ~p_two;
always @(posedge clk) if (p_run) begin
    passed_16: assert (p_fine == 3'd7);
    waits_at:  assert (has == p_here);
    late_goes: cover (p_16 != 3'd0);
    one_pick:  assert ((pick_q & (pick_q - 3'd1)) == 3'd0);
    none_else: assert (!valid || p_in[link]);
    any:       assert (waits == (p_in != {LINKS{1'b0}}));
    // vc.strict, where nobody has been passed over 15 times
    if (p_mine && p_mode == 2'd1 && !common && !(late[0] || late[1] || late[2]) && !two_soon)
        in_order: assert (pick_q == p_best);
    // vc.weight
    if (p_mine && p_others && p_pure && cfg_mode == 2'd2 && cfg_weights == p_weights && !common
        && p_vc == p_row_vc && late == 3'd0 && !two_soon)
        weighted: assert (p_row < p_weight);
    two_late:  cover (p_mine && two_soon);
    common_14: cover (p_mine && common && cfg_mode != 2'd0 && near == 3'd7);
    row:       cover (p_mine && p_pure && p_row == 4'd2 && p_vc == p_row_vc && p_others);
    left_over: cover (p_mine && cfg_mode == 2'd0 && p_mode == 2'd0);
end
