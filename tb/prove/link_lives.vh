// SPDX-License-Identifier: Apache-2.0
//
// Whose a frame is, for ttp_link_fsm.vh: typed from docs/protocol.md, "Lives".

// ---------------------------------------------------------------- whose the frame is
wire [15:0] p_own0   = rec[`REC_OWN_LIFE];
wire [15:0] p_peer0  = rec[`REC_PEER_LIFE];
wire [15:0] p_own1   = rec_d[`REC_OWN_LIFE];
wire [15:0] p_peer1  = rec_d[`REC_PEER_LIFE];
wire        p_is_ack = p_ev == {1'b0, `TTP_OP_OPEN_ACK};
wire        p_nolink = p_ev == {1'b0, `TTP_OP_NACK_NOLINK};
wire        p_said   = answer && op == `TTP_OP_NACK_NOLINK;
wire        p_marked = event_to_life != 16'd0;
wire        p_closed0 = p_state0 == `TTP_ST_CLOSED;     // also of an unknown link
wire        p_sent0  = p_state0 == `TTP_ST_OPEN_SENT
                    || (p_state0 == `TTP_ST_REOPEN_SENT
                        && (p_is_ack || p_ev == {1'b0, `TTP_OP_OPEN_NACK}));
// life.ours, life.foreign
wire        p_ours   = p_marked ? !p_closed0 && event_to_life == p_own0
                                  && (p_sent0 || (p_peer0 != 16'd0 && event_life == p_peer0))
                                : p_peer0 == 16'd0 || p_closed0 || p_state0 == `TTP_ST_OPEN_SENT;
wire        p_foreign = p_frame && !p_open && !p_ours && !event_makes_room;
wire        p_hears0 = p_live(p_state0) || (p_state0 == `TTP_ST_OPEN_RECD && p_peer0 != 16'd0);
// str.prove: the first payload behind the OPEN set aside, twice or with our life in it
wire        p_proof  = p_payload && p_live(p_state0) && rec[`REC_ASIDE] != `ASIDE_NONE
                    && event_txid == rec[`REC_ASIDE_ID] + 32'd1
                    && (p_marked ? p_peer0 == 16'd0 && event_to_life == p_own0
                                 : rec[`REC_ASIDE] == `ASIDE_SEEN);

// ttp_rx_parse.vh: an OPEN names one life at most, any other frame two or none.
always @(posedge clk) begin
    assume (next_life != 16'd0);
    if (p_open) assume (event_to_life == 16'd0);
    else if (p_frame && !p_marked) assume (event_life == 16'd0);
end
