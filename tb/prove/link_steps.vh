// SPDX-License-Identifier: Apache-2.0
//
// Lives over many steps, for ttp_link_fsm.vh with P_STEPS.
//
// One link is followed: of its record as a step has left it the state is kept, and how its lives
// lie to an arbitrary pair; all else is free. It has told the peer, by CLOSE_ACK or NACK_NOLINK to
// a marked frame, that this pair of lives is over. From then on it is not in that pair and takes
// nothing of it, until its life number comes again. Left out, for there the pair may still begin
// or goes on:
//
// * a link to a stranger in our life of that pair: str.prove and reopen.ack make it begin, even
//   after such an answer;
// * cls.end: a payload beyond the closing ID. No peer sends one behind its CLOSE.
(* anyconst *) wire [15:0] p_x, p_y;    // the pair: our life, the peer's
(* anyseq *) wire p_mine, p_tells;      // the event is the followed link's; the answer is meant
reg         p_over;                     // it has told it
reg  [2:0]  p_at;                       // the record
reg         p_is_x, p_is_y, p_alone;    // our life is p_x, the peer's is p_y, it has none
initial p_over = 1'b0;
initial p_at   = `TTP_ST_CLOSED;

wire [15:0] p_own_r  = event_rec[`REC_OWN_LIFE];
wire [15:0] p_peer_r = event_rec[`REC_PEER_LIFE];
wire        p_here   = p_mine && (p_writes || p_frame);
wire        p_beyond = p_payload && p_ours && p_hears0;
wire        p_tell   = answer && p_frame && p_marked && !p_beyond
                    && respond_life == p_x && respond_to_life == p_y
                    && (p_said || op == `TTP_OP_CLOSE_ACK);
wire        p_maybe  = p_state1 != `TTP_ST_CLOSED && p_own1 == p_x && p_peer1 == 16'd0;
wire        p_of_it  = p_marked && event_to_life == p_x && event_life == p_y;
always @(posedge clk) begin
    if (p_here && (!p_writes || event_fresh)) assume (p_at == `TTP_ST_CLOSED);  // of another link
    else if (p_here)
        assume (event_rec[`REC_STATE] == p_at
                && (p_at == `TTP_ST_CLOSED || ((p_own_r == p_x) == p_is_x
                                               && (p_peer_r == p_y) == p_is_y
                                               && (p_peer_r == 16'd0) == p_alone)));
    if (p_mine && p_over) assume (next_life != p_x);    // a pair of lives never comes again
    if (p_here && p_writes) begin
        p_at    <= p_state1;
        p_is_x  <= p_own1 == p_x;
        p_is_y  <= p_peer1 == p_y;
        p_alone <= p_peer1 == 16'd0;
    end
    if (p_here && p_tell && p_tells) p_over <= 1'b1;
    if (p_here && p_writes && p_maybe) p_over <= 1'b0;
    if (p_over) begin
        not_the_pair: assert (p_at == `TTP_ST_CLOSED || !(p_is_x && p_is_y));
        if (p_here) not_again: assert (!(p_of_it && (take || (moved && !dead))));
    end
    a_new_one:   cover (p_over && p_here && take && !p_is_x && event_life == p_y);
    other_peer:  cover (p_over && p_here && take && p_is_x && !p_is_y);
end
