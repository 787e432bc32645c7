// SPDX-License-Identifier: Apache-2.0
//
// What travels through the link pipe: event[`EVENT_TXID] is a field, to read or to assign.
//
//    event     until the rules. Its link and its node travel beside it. The words are those of
//              struct ttp_link_ev in model/ttp_link_pipe.h
//    counts, times  of the streak of a follower (ttp_link_follow)
//    outcome   from the rules on: what they say beside the record. The answer; what happened, to
//              be done, counted and told; and of the event what is needed then

`ifndef TTP_LINK_EVENT_VH
`define TTP_LINK_EVENT_VH

`define TTP_EVENT_W     145

`define EVENT_EV        0   +: 5    // TTP_EV_*, below 11 the opcode of a received frame
`define EVENT_VC        5   +: 2
`define EVENT_TURN      7   +: 1    // DOORBELL, SEND, RESEND but for news
`define EVENT_SECOND    8   +: 1    // SEND that came as a second turn
`define EVENT_CREDIT    9   +: 1    // it holds a response credit
`define EVENT_FITS      10  +: 1    // PAYLOAD, and its words are stored
`define EVENT_LEN       11  +: 11   // bytes of payload, with FITS
`define EVENT_LIFE      22  +: 16   // life number that the frame carries, 0: none
`define EVENT_TXID      38  +: 32
`define EVENT_RXID      70  +: 32
`define EVENT_TO_LIFE   102 +: 16   // our life number, as the sender knows it, 0: none
`define EVENT_FOLLOWS   118 +: 1    // it is a follower: from S1b on
`define EVENT_SENDS     119 +: 1    // ... that sends
`define EVENT_KEEPS     120 +: 1    // ... and has more to send: act stays 1
`define EVENT_OFFER     121 +: 10   // OPEN, OPEN_ACK: payloads that it offers to hold, 0: no offer
`define EVENT_BAY       131 +: 10   // SELECTIVE, with FITS: where its words are
`define EVENT_AGAIN     141 +: 1    // PAYLOAD that was held: it is answered only if it is taken
`define EVENT_QUIET     142 +: 1    // ... and not even then
`define EVENT_MAPPED    143 +: 1    // NACK with a map
`define EVENT_RESEND    144 +: 1    // RESEND

`define TTP_COUNTS_W    (80 + 3 * CW)
`define COUNTS_LAST         0   +: 32
`define COUNTS_UNA          32  +: 32
`define COUNTS_GAP_AHEAD    64  +: 16
`define COUNTS_IN_FLIGHT    80  +: CW
`define COUNTS_NEXT         (80 + CW) +: CW
`define COUNTS_RETIRED      (80 + 2 * CW) +: CW

`define TTP_TIMES_W     91
`define TIMES_ACT           0   +: 1
`define TIMES_TIMER_RUNS    1   +: 1
`define TIMES_DEADLINE      2   +: 32
`define TIMES_SERVICE_RUNS  34  +: 1
`define TIMES_SERVICE_AT    35  +: 32
`define TIMES_ACTIVE        67  +: 24

// CW is the width of a payload count.
`define TTP_OUTCOME_W   (233 + 2 * CW)

`define OUTCOME_TAKE        0   +: 1    // payload taken
`define OUTCOME_MOVED       1   +: 1    // `retired` moved: something to free
`define OUTCOME_ACTIVE      2   +: 1    // activity: the last one was now
`define OUTCOME_NEW_LIFE    3   +: 1    // the life counter was used
`define OUTCOME_OPENED      4   +: 1
`define OUTCOME_CLOSED      5   +: 1    // closed in the orderly way
`define OUTCOME_DEAD        6   +: 1    // dead, its payloads flushed
`define OUTCOME_RESTARTED   7   +: 1    // the peer is in another life
`define OUTCOME_LOST        8   +: 1    // NACK_NOLINK: the peer lost the link
`define OUTCOME_MISSED      9   +: 1    // close request found nothing to close
`define OUTCOME_REWIND      10  +: 1    // told as REWIND
`define OUTCOME_TIMEOUT     11  +: 1
`define OUTCOME_ILLEGAL     12  +: 1
`define OUTCOME_LATE        13  +: 1
`define OUTCOME_REPEATED    14  +: 1
`define OUTCOME_GAP         15  +: 1
`define OUTCOME_FULL        16  +: 1
`define OUTCOME_TOO_FAR     17  +: 1
`define OUTCOME_ANSWER      18  +: 1    // a frame without payload:
`define OUTCOME_NOTIFY      19  +: 1    // tell when it has left
`define OUTCOME_OP          20  +: 4
`define OUTCOME_TXID        24  +: 32
`define OUTCOME_RXID        56  +: 32
`define OUTCOME_LIFE        88  +: 16
`define OUTCOME_TO_LIFE     104 +: 16
`define OUTCOME_UNA         120 +: 32   // una after the event, but before a flush moves it
`define OUTCOME_NXT         152 +: 32   // PEEK: una + in_flight
`define OUTCOME_NOW         184 +: 36
`define OUTCOME_SETTLED     220 +: 1    // the retire engine was up to date with the link
`define OUTCOME_STATE       221 +: 3    // of the link, as the rules saw it
`define OUTCOME_OFFER       224 +: 1    // the answer carries our offer
`define OUTCOME_STOW        225 +: 1    // payload is to be held, the answer has a map (sel.hold)
`define OUTCOME_ENDS        226 +: 1    // what was agreed has ended (sel.life)
`define OUTCOME_RESEND      227 +: 1    // a lost payload may go (sel.first)
`define OUTCOME_OLDEST      228 +: 1    // ... and it is the oldest in flight
`define OUTCOME_AGAIN       229 +: 1    // what was sent is lost (sel.advice)
`define OUTCOME_HEARD       230 +: 1    // the frame answers a send of ours (sel.number)
`define OUTCOME_MARKS       231 +: 1    // ... and its map counts (sel.mark)
`define OUTCOME_NOT_HELD    232 +: 1    // payload would be held, but for context or room
`define OUTCOME_NAPP        233 +: CW   // payloads appended
`define OUTCOME_HELD        (233 + CW) +: CW    // payloads held before the event

`endif
