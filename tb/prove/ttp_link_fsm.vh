// SPDX-License-Identifier: Apache-2.0
//
// The link rules with CUT = 0, where all is combinational: one step, of any record by any event
// (link_step.vh), many steps of one link (P_STEPS), and the answer at the other end (P_ENDS).
// Assumed:
//
// * of the record: p_sound, which is proved of the record after the step (and after the turn, in
//   ttp_link_turn.vh); so it holds of every record that is ever in the table;
// * of the event: a code that exists; an entry that is fresh was CLOSED and empty, as
//   ttp_link_judge wants it (good), one that goes to make room is OPEN and idle (cand); the
//   registers bound RETRY_MAX and the times;
// * of the marks: a link that is paused where it has sent has some. It had them as the pause began,
//   and ttp_tx_marks keeps them while it has agreed and something is in flight (marks_stay of
//   link_step.vh).

wire [4:0]  p_ev     = event_ev;
wire        p_frame  = p_ev <= {1'b0, `TTP_OP_NACK_NOLINK};
wire        p_payload = p_ev == {1'b0, `TTP_OP_PAYLOAD};
wire        p_open   = p_ev == {1'b0, `TTP_OP_OPEN};
wire        p_close  = p_ev == {1'b0, `TTP_OP_CLOSE};
wire        p_writes = event_entry || event_makes_room;     // the record after it is written

// The record as the rules see it: of a fresh entry all flags are 0.
wire [2:0]    p_state0  = rec[`REC_STATE];
wire [CW-1:0] p_fly0    = rec[`REC_IN_FLIGHT];
wire [31:0]   p_una0    = rec[`REC_UNA];
wire [2:0]    p_state1  = rec_d[`REC_STATE];
wire [CW-1:0] p_fly1    = rec_d[`REC_IN_FLIGHT];
wire [31:0]   p_una1    = rec_d[`REC_UNA];

localparam [9:0] P_WINDOW = 10'd1 << PW;                // payloads that may be held
`include "link_sound.vh"
`include "link_lives.vh"

wire [CW-1:0] p_in_held = event_napp - event_rec[`REC_RETIRED];
always @(posedge clk) begin
    assume (p_frame || (p_ev >= `TTP_EV_TIMER && p_ev <= `TTP_EV_RESEND));
    assume (cfg_retry_max != 8'd0);
    assume (event_in[`EVENT_OFFER] <= P_WINDOW);
    assume (event_in[`EVENT_OFFER] == 0 || p_ev <= {1'b0, `TTP_OP_OPEN_ACK});   // ttp_rx_parse
    assume (!event_in[`EVENT_MAPPED] || p_ev == {1'b0, `TTP_OP_NACK});          // ttp_rx_parse
    if (event_fresh) assume (event_entry && !event_makes_room && event_rec[`REC_NEXT] == 0
                             && event_rec[`REC_IN_FLIGHT] == 0 && p_in_held == 0);
    if (event_fresh || event_makes_room)
        assume (p_ev == {1'b0, `TTP_OP_OPEN} || p_ev == `TTP_EV_LOOKUP);
    if (event_makes_room)
        assume (!event_entry && event_rec[`REC_STATE] == `TTP_ST_OPEN && p_in_held == 0
                && event_rec[`REC_IN_FLIGHT] == 0 && !event_rec[`REC_CLOSE_WANTED]);
    if (p_writes && !event_fresh) begin
        assume (p_sound(event_rec, event_napp));
        if (event_rec[`REC_PAUSED] && event_rec[`REC_NEXT] != 0) assume (event_has_marks);
    end
    // A RESEND may come after its link has gone.
    if (!p_frame && p_ev != `TTP_EV_LOOKUP && p_ev != `TTP_EV_CLOSE && p_ev != `TTP_EV_RESEND)
        assume (event_entry);
end

`ifdef P_STEPS
`include "link_steps.vh"
`elsif P_ENDS
`include "link_ends.vh"
`else
`include "link_step.vh"
`endif
