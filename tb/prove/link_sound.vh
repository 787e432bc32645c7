// SPDX-License-Identifier: Apache-2.0
//
// What holds of every record in the table, for ttp_link_fsm.vh and ttp_link_turn.vh. It is assumed
// of the record before a step and proved of the record after it.

function p_live(input [2:0] s);
    p_live = s == `TTP_ST_OPEN || s == `TTP_ST_CLOSE_SENT || s == `TTP_ST_CLOSE_RECD
          || s == `TTP_ST_REOPEN_SENT || s == `TTP_ST_CLOSE_DUE;
endfunction

// Nothing in flight that nobody follows: a deadline runs, or the oldest payload goes again with the
// next turn of the link (then the link is in the ready list: ttp_link_turn.vh).
function p_sound(input [RW-1:0] r, input [CW-1:0] n);
    p_sound = (r[`REC_IN_FLIGHT] == 0 || r[`REC_STATE] == `TTP_ST_OPEN
               || r[`REC_STATE] == `TTP_ST_CLOSE_RECD || r[`REC_STATE] == `TTP_ST_REOPEN_SENT)
           && (r[`REC_IN_FLIGHT] == 0 || r[`REC_TIMER_RUNS]
               || (r[`REC_STATE] == `TTP_ST_OPEN && !r[`REC_PAUSED] && r[`REC_NEXT] == 0))
           && r[`REC_NEXT] <= r[`REC_IN_FLIGHT]
           && {1'b0, r[`REC_IN_FLIGHT]} <= {1'b0, n - r[`REC_RETIRED]}
           && (r[`REC_STATE] == `TTP_ST_CLOSED || r[`REC_STATE] == `TTP_ST_OPEN
               || r[`REC_TIMER_RUNS])
           // sel.advice: with marks the send point stays, in a pause too.
           && (!r[`REC_PAUSED] || (r[`REC_TIMER_RUNS] && (r[`REC_NEXT] == 0 || r[`REC_AGREED])
                                  && (r[`REC_STATE] == `TTP_ST_OPEN
                                      || r[`REC_STATE] == `TTP_ST_CLOSE_RECD)))
           // snd.pace: of strangers only, and with it one payload is under way.
           && (r[`REC_PACE] == 0 || (r[`REC_PEER_LIFE] == 16'd0 && r[`REC_NEXT] <= 1))
           && (r[`REC_ASIDE] == 0 || r[`REC_STATE] != `TTP_ST_OPEN_SENT)
           // A link that is not CLOSED has a life. Only one to a stranger is opened again in it,
           // and only a CLOSE to a stranger has used up an ID.
           && (r[`REC_STATE] == `TTP_ST_CLOSED || r[`REC_OWN_LIFE] != 16'd0)
           && (r[`REC_STATE] != `TTP_ST_REOPEN_SENT || r[`REC_PEER_LIFE] == 16'd0)
           && (!r[`REC_CLOSE_SPENT] || (r[`REC_PEER_LIFE] == 16'd0
                                        && (r[`REC_STATE] == `TTP_ST_CLOSE_SENT
                                            || r[`REC_STATE] == `TTP_ST_CLOSE_DUE)))
           // sel.life: what was told and agreed is of two lives.
           && (!r[`REC_TOLD] || r[`REC_STATE] != `TTP_ST_CLOSED)
           && (!r[`REC_AGREED] || (r[`REC_STATE] != `TTP_ST_CLOSED && r[`REC_PEER_LIFE] != 16'd0))
           && (!r[`REC_NUMBERED] || r[`REC_AGREED])
           && (r[`REC_AGREED] == (r[`REC_WINDOW] != 10'd0))
           && r[`REC_WINDOW] <= r[`REC_OFFERED] && r[`REC_OFFERED] <= P_WINDOW
           && (r[`REC_AGREED] || r[`REC_OFFERED] == 10'd0);
endfunction
