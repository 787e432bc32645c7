// SPDX-License-Identifier: Apache-2.0
//
// Lives between two ends, for ttp_link_fsm.vh with P_ENDS: the answer is the frame that the other
// end gets, with a record that may be any.
(* anyseq *) wire [RW-1:0] p_rec_b;
(* anyseq *) wire [CW-1:0] p_napp_b;
(* anyseq *) wire p_stow_b, p_has_b, p_map_b;
wire [RW-1:0] p_seen_b;
wire [FW-1:0] p_facts_b;
wire [MW-1:0] p_moves_b;
wire [23:0]   p_age_b;
wire          p_aged_b, p_retire_b;
ttp_link_compare #(.CW(CW)) p_u_compare (
    .rec_as_read(p_rec_b), .first_id(32'd0), .cfg_retry_max(cfg_retry_max),
    .cfg_age(cfg_age), .event_now(event_now), .event_ev({1'b0, op}),
    .event_entry(1'b1), .event_fresh(1'b0), .event_makes_room(1'b0),
    .event_txid(respond_txid), .event_rxid(respond_rxid),
    .event_life(respond_life), .event_to_life(respond_to_life),
    .event_fits(1'b0), .event_offer(10'd0), .event_settled(1'b1), .event_napp(p_napp_b),
    .event_may_stow(p_stow_b),
    .event_has_marks(p_has_b), .event_gen(8'd0), .event_mapped(p_map_b),
    .event_reack(cfg_reack), .event_idle(cfg_idle),
    .age(p_age_b), .aged_now(p_aged_b), .rec(p_seen_b), .facts(p_facts_b)
);
ttp_link_rx_rules #(.CW(CW)) p_u_rules (
    .rec(p_seen_b), .facts(p_facts_b), .retire_now(p_retire_b),
    .moves(p_moves_b)
);
generate if (1) begin : p_b
    `TTP_LINK_FACTS_WIRES
    assign `TTP_LINK_FACTS = p_facts_b;
end
if (1) begin : p_m
    `define TTP_MOVE wire
    `TTP_LINK_MOVES_DECLARE
    `undef TTP_MOVE
    assign `TTP_LINK_MOVES = p_moves_b;
end endgenerate

wire [15:0] p_own_b   = p_rec_b[`REC_OWN_LIFE];
wire [15:0] p_peer_b  = p_rec_b[`REC_PEER_LIFE];
wire [2:0]  p_state_b = p_rec_b[`REC_STATE];
wire        p_hears_b = p_live(p_state_b) || p_state_b == `TTP_ST_OPEN_RECD;
wire        p_sends   = event_entry && answer && op != `TTP_OP_OPEN;
wire        p_inner   = !p_frame || p_ours || p_proof;          // of no other life
always @(posedge clk) begin
    assume (p_rec_b[`REC_STATE] == `TTP_ST_CLOSED || p_own_b != 16'd0);
    // In a pair of lives an end names that pair: it is heard where the record is the mirror of it.
    if (p_sends && !p_open && p_inner && p_peer1 != 16'd0 && p_hears0 && p_hears_b
        && p_peer_b != 16'd0 && p_state_b != `TTP_ST_REOPEN_SENT)
        mirror: assert (p_b.ours == (p_own_b == p_peer1 && p_peer_b == p_own1));
    // An answer goes back to the life that the frame came from, and to no other.
    if (p_sends && p_frame && !p_open && p_marked && p_hears_b && p_peer_b != 16'd0
        && p_state_b != `TTP_ST_REOPEN_SENT)
        comes_home: assert (p_b.ours == (p_own_b == event_life && p_peer_b == event_to_life));
    // life.over: who hears so leaves the life.
    if (p_said && event_entry && p_frame && p_marked && p_hears_b && p_peer_b != 16'd0
        && p_own_b == event_life && p_peer_b == event_to_life)
        both_leave: assert (p_m.closed || (p_m.lost && p_m.go && p_m.to == `TTP_ST_CLOSED));
    // An OPEN with a life gets an OPEN_ACK from which the opener learns our life.
    if (p_sends && p_open && event_life != 16'd0 && op == `TTP_OP_OPEN_ACK
        && p_state_b == `TTP_ST_OPEN_SENT && p_b.our_open && p_own_b == respond_to_life)
        both_enter: assert (p_m.learn && p_b.life == p_own1
                            && p_m.go && p_m.to == `TTP_ST_OPEN);
    p_both:  cover (p_sends && !p_open && p_frame && p_ours && p_marked && p_b.ours && p_m.retire);
    p_leave: cover (p_said && event_entry && p_m.lost && p_b.ours && p_peer_b != 16'd0);
    p_enter: cover (p_sends && p_open && p_m.learn && p_m.go && event_life != 16'd0);
end
