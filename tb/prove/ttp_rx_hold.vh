// SPDX-License-Identifier: Apache-2.0
//
// ttp_rx_hold. With P_STEP: rx_hold_step.vh. Else one bay, any, is followed. Assumed, as the
// receive store and the link pipe do it: a bay comes in with a verdict only if it is not inside;
// there are no more payloads inside than bays; a payload is held or taken, not both. The first
// eight cycles clear the bits.

`include "prove.vh"

`ifdef P_STEP
`include "rx_hold_step.vh"
`else
`PROVE_RESET(core_rst)

(* anyconst *) wire [BW-1:0] p_bay;
wire [9:0]  p_in_bay   = verdict[`VERDICT_BAY];
wire [9:0]  p_told_bay = told[`VERDICT_BAY];
wire [9:0]  p_back_bay = again[`RECEIVED_BAY];
wire        p_comes = verdict_valid && p_in_bay[BW-1:0] == p_bay;
wire        p_told  = told_valid && p_told_bay[BW-1:0] == p_bay;
wire        p_back  = again_valid && again_ready;
wire        p_again = p_back && p_back_bay[BW-1:0] == p_bay;
reg         p_inside, p_take, p_stow;
reg  [10:0] p_len;
reg  [BW:0] p_count, p_held;

always @* if (p_run) begin
    if (p_comes) assume (!p_inside);
    if (verdict_valid) assume (p_count < PLACES[BW:0]);
    assume (p_in_bay[9:BW] == {(10-BW){1'b0}});
    assume (!(verdict[`VERDICT_TAKE] && keep[`KEEP_STOW]));
end

always @(posedge clk) begin
    if (p_told || p_again) p_inside <= 1'b0;
    if (p_comes) begin
        p_inside <= 1'b1;
        p_take   <= verdict[`VERDICT_TAKE];
        p_stow   <= keep[`KEEP_STOW];
        p_len    <= verdict[`VERDICT_LEN];
    end
    p_count <= p_count + {{BW{1'b0}}, verdict_valid} - {{BW{1'b0}}, told_valid}
                       - {{BW{1'b0}}, p_back};
    p_held  <= p_held + {{BW{1'b0}}, puts} - {{BW{1'b0}}, fetches};
    if (!p_run) begin
        p_inside <= 1'b0;
        p_count  <= {(BW+1){1'b0}};
        p_held   <= {(BW+1){1'b0}};
    end
    if (p_run) begin
        // It leaves once, and only if it came in; with the verdict that it had, and its length.
        if (p_told)
            told_once: assert (p_inside && told[`VERDICT_TAKE] == p_take
                               && told[`VERDICT_LEN] == p_len);
        if (p_again)
            back_once: assert (p_inside && p_stow && again[`RECEIVED_LEN] == p_len);
        one_way: assert (!(p_told && p_again));
        none_more: assert (p_count <= PLACES[BW:0]);
        // None is lost: what came in is held, in a stage, or in the queue.
        all_there: assert (p_count == p_held + again_count + {{BW{1'b0}}, k1_verdict_q}
                           + {{BW{1'b0}}, k2_verdict_q} + {{BW{1'b0}}, k3_told_q}
                           + {{BW{1'b0}}, k3_again_q});
        // The longest ways: it comes again; it is drained.
        comes:  cover (p_again);
        drains_it: cover (p_told && p_stow && k3_drains_q);
    end
end
`endif
