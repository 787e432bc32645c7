// SPDX-License-Identifier: Apache-2.0
//
// The buses between the blocks that carry registers, grants, frames received and answers: the
// fields of their vectors. A bus `x` is the vector, x[`X_NODE] a field of it, to read or to assign;
// `x_valid` says that it means something. Who drives a bus and who listens stands in ttp_mac.v.
//
// A width or a place that depends on LW (width of a link index) is for modules with that parameter.
// The block tests read the places here (scripts/block_test).

`ifndef TTP_BUS_RX_VH
`define TTP_BUS_RX_VH

// ---- settings: what the registers say to the link pipe; times in cycles
`define TTP_SETTINGS_W          332
`define SETTINGS_TIMEOUT        0   +: 31   // 1..2^30
`define SETTINGS_OPEN_TMO       31  +: 31   // 1..2^30
`define SETTINGS_CLOSE_TMO      62  +: 31   // 1..2^30
`define SETTINGS_BACKOFF        93  +: 31   // 1..2^30
`define SETTINGS_REACK          124 +: 31   // 0: off
`define SETTINGS_IDLE           155 +: 31   // 0: off
`define SETTINGS_VICTIM_IDLE    186 +: 31
`define SETTINGS_RETRY_MAX      217 +: 8    // rounds, 1..255
`define SETTINGS_NACK_ONCE      225 +: 1    // one NACK of an ID counts until the timer expires
`define SETTINGS_SELECTIVE      226 +: 1    // offers are made and heard (sel.offer)
`define SETTINGS_REORDER        227 +: 8    // reorder distance at first, sends (sel.lost)
`define SETTINGS_REORDER_MAX    235 +: 8    // ... and at most (sel.reorder)
`define SETTINGS_BASE_RTT       243 +: 20   // round trip without queues, cycles; 0: unknown
`define SETTINGS_PROBE_MIN      263 +: 24   // until a tail probe at least, cycles (sel.tail)
`define SETTINGS_OPEN_FITS      307 +: 6    // bit i: OPEN_TMO, doubled i times, < TIMEOUT
`define SETTINGS_DELAY          287 +: 20   // queue that is fine, cycles; 0: no window (sel.delay)
`define SETTINGS_VC_MODE        313 +: 2    // VC_ORDER: 0 as ever, 1 strict, 2 weights
`define SETTINGS_VC_FIRST       315 +: 2    // strict order: the channel that goes first
`define SETTINGS_VC_SECOND      317 +: 2    // ... second
`define SETTINGS_VC_WEIGHTS     319 +: 12   // turns in a row, 1..15, 4 bits a channel
`define SETTINGS_OFFER_ALL      331 +: 1    // with SELECTIVE any OPEN has an offer (sel.offer)

// ---- request, grant: who wants to enter the link pipe, and who does; a bit a source. A grant pops
// its source; there is at most one.
`define TTP_GRANT_W             8
`define GRANT_RECEIVED          0           // a frame
`define GRANT_TIMER             1
`define GRANT_COMMAND           2           // of the registers: close, peek
`define GRANT_LEFT              3           // an OPEN_ACK has left
`define GRANT_LOOKUP            4           // of the ingest
`define GRANT_DOORBELL          5           // of the ingest
`define GRANT_READY             6           // the ready list
`define GRANT_SECOND            7           // second turn

// ---- stage: what is in the link pipe
`define TTP_STAGE_W             3
`define STAGE_HOLD              0           // nothing can enter in this cycle
`define STAGE_TURN_ENDS         1           // a turn acts: it has sent a payload, or none
`define STAGE_EXPIRY_ENDS       2           // an expiry acts

// ---- received: a frame
`define TTP_RECEIVED_W          161
`define RECEIVED_FITS           0   +: 1    // PAYLOAD: its words are stored; 0 for others
`define RECEIVED_LEN            1   +: 11   // bytes, 1..1024; of PAYLOAD only
`define RECEIVED_LIFE           12  +: 16   // of the sender; 0: none, or not to be trusted
`define RECEIVED_RXID           28  +: 32
`define RECEIVED_TXID           60  +: 32
`define RECEIVED_PEER           92  +: 24   // its node
`define RECEIVED_VC             116 +: 2
`define RECEIVED_OP             118 +: 4    // TTP_OP_*
`define RECEIVED_TO_LIFE        122 +: 16   // ours, as the sender knows it; 0: none
`define RECEIVED_WINDOW         138 +: 10   // payloads that an offer speaks of, 1..512; 0: none
`define RECEIVED_BAY            148 +: 10   // SELECTIVE, with FITS: where its words are
`define RECEIVED_AGAIN          158 +: 1    // PAYLOAD that was held, and whose turn it is now
`define RECEIVED_QUIET          159 +: 1    // ... the next is held too, so it gets no answer
`define RECEIVED_MAPPED         160 +: 1    // NACK with a map, which is the next of `heard`

// ---- heard: SELECTIVE, a map, in the cycle in which its NACK enters the queue (sel.mark)
`define TTP_HEARD_W             67
`define HEARD_BITS              0   +: 64   // bit i: RxID + 1 + 64 * PART + i is held
`define HEARD_PART              64  +: 3

// ---- command: of the registers; result: what became of it, in the cycle in which it is done
`define TTP_COMMAND_W           43
`define COMMAND_PEEK            0   +: 1    // 0: close the link to a peer, 1: show a link
`define COMMAND_VC              1   +: 2    // close
`define COMMAND_NODE            3   +: 24   // close
`define COMMAND_LINK            27  +: 16   // peek; maybe beyond the last link

`define TTP_RESULT_W            228
`define RESULT_CLOSED           0   +: 1    // a close is done
`define RESULT_NOLINK           1   +: 1    // ... and found nothing
`define RESULT_PEEKED           2   +: 1    // a peek is done
`define RESULT_RECORD           3   +: 224  // word i is LINK_RECi, nothing without bit 31 (entry)
`define RESULT_ENTRY            34  +: 1    // that bit
`define RESULT_NUMBERED         227 +: 1    // SELECTIVE: a send of this life had a number

// ---- numbers: life counter and start ID, kept by the link pipe; renumber: the registers set them
`define TTP_NUMBERS_W           48
`define NUMBERS_LIFE            0   +: 16   // that the next link takes
`define NUMBERS_START           16  +: 32   // ID before the first payload of the next new entry

`define TTP_RENUMBER_W          50
`define RENUMBER_LIFE           0   +: 16   // not 0
`define RENUMBER_START          16  +: 32
`define RENUMBER_LIFE_SET       48  +: 1
`define RENUMBER_START_SET      49  +: 1

// ---- verdict: on the next payload in the ring, in its order; there is always room for one
`define TTP_VERDICT_W           48
`define VERDICT_TAKE            0   +: 1    // the host gets it
`define VERDICT_LEN             1   +: 11   // bytes, 1..1024
`define VERDICT_VC              12  +: 2
`define VERDICT_NODE            14  +: 24
`define VERDICT_BAY             38  +: 10   // SELECTIVE: where its words are

// ---- keep: SELECTIVE, beside the verdict: what ttp_rx_hold needs to know
`define TTP_KEEP_W              (115 + LW)
`define KEEP_STOW               0   +: 1    // with the verdict: ahead of its turn, to be held
`define KEEP_ENDS               1   +: 1    // what was agreed has ended; without a verdict too
`define KEEP_ID                 2   +: 32   // of the payload
`define KEEP_MISSING            34  +: 32   // with STOW: the ID that is awaited
`define KEEP_NUMBER             66  +: 16   // of the send, 0: none
`define KEEP_LIFE               82  +: 16   // of the peer
`define KEEP_TO_LIFE            98  +: 16   // ours
`define KEEP_NOT                114 +: 1    // would be held, but for context or room
`define KEEP_LINK               115 +: LW

// ---- map: SELECTIVE, of what a link holds, as it leaves (sel.map)
`define TTP_MAP_W               144
`define MAP_NUMBER              0   +: 16   // TxID: of the send that came last
`define MAP_MISSING             16  +: 32   // RxID
`define MAP_BASE                48  +: 16
`define MAP_NEWEST              64  +: 16
`define MAP_BITS                80  +: 64

// ---- timer: deadlines of a link, cycles; the words are those of its record
`define TTP_TIMER_W             (66 + LW)
`define TIMER_SERVICE_AT        0   +: 32
`define TIMER_SERVICE_RUNS      32  +: 1
`define TIMER_DEADLINE          33  +: 32
`define TIMER_RUNS              65  +: 1
`define TIMER_LINK              66  +: LW

// ---- respond: the link pipe orders a frame without payload; response: it goes onto the wire next,
// then without its link
`define TTP_RESPONSE_W          129
`define TTP_RESPOND_W           (129 + LW)
`define RESPONSE_NOTIFY         0   +: 1    // tell when it has left
`define RESPONSE_LIFE           1   +: 16
`define RESPONSE_RXID           17  +: 32
`define RESPONSE_TXID           49  +: 32
`define RESPONSE_NODE           81  +: 24
`define RESPONSE_VC             105 +: 2
`define RESPONSE_OP             107 +: 4    // TTP_OP_*
`define RESPONSE_TO_LIFE        111 +: 16   // of the peer; 0: it is not named
`define RESPONSE_OFFER          127 +: 1    // OPEN, OPEN_ACK: with our offer (sel.offer)
`define RESPONSE_MAP            128 +: 1    // NACK: with the map of its link (sel.map)
`define RESPOND_LINK            127 +: LW   // meant with NOTIFY and MAP only
`define RESPOND_OFFER           (127 + LW) +: 1
`define RESPOND_MAP             (128 + LW) +: 1

// SELECTIVE: what ttp_rx_hold counts.
`define TTP_HOLDS_W             3
`define HOLDS_ONE               0                           +: 1    // a payload is put by
`define HOLDS_MAP               1                           +: 1    // a map has left
`define HOLDS_NOT               2                           +: 1    // no context or no room

// ---- count: pulses of the link pipe; counters, and causes of the interrupt
`define TTP_COUNT_W             13
`define COUNT_RESTARTED         0           // a peer is in another life
`define COUNT_CLOSED            1           // in the orderly way
`define COUNT_NOLINK            2           // a peer lost the link
`define COUNT_NO_SPACE          3
`define COUNT_TOO_FAR           4
`define COUNT_REPLAY            5
`define COUNT_TIMEOUT           6
`define COUNT_REPEATED          7
`define COUNT_GAP               8
`define COUNT_LATE              9
`define COUNT_ILLEGAL           10
`define COUNT_OPENED            11
`define COUNT_DEAD              12

// ---- trace: the ports trace_* of ttp_mac
`define TTP_TRACE_W             107
`define TRACE_RXID              0   +: 32
`define TRACE_TXID              32  +: 32
`define TRACE_ACTION            64  +: 16
`define TRACE_EVENT             80  +: 5
`define TRACE_STATE1            85  +: 3
`define TRACE_STATE0            88  +: 3
`define TRACE_LINK              91  +: 16

`endif
