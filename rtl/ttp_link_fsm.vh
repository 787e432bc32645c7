// SPDX-License-Identifier: Apache-2.0
//
// What the parts of ttp_link_fsm tell each other, and nobody else:
//
//    facts   ttp_link_compare -> rules, move: the event, and how it lies to the record
//    moves   ttp_link_..._rules -> ttp_link_move: what the event does to the link
//
// Each is a vector, so that a stage can stand between two parts. `TTP_LINK_FACTS_WIRES declares a
// wire for each fact; `TTP_LINK_FACTS and `TTP_LINK_MOVES are all of them, to pack or to unpack.

`ifndef TTP_LINK_FSM_VH
`define TTP_LINK_FSM_VH

// ---------------------------------------------------------------- facts
`define TTP_LINK_FACTS_W    (227 + 3 * CW)

// No part uses all facts or all moves, so that warning is off for them.
`define TTP_LINK_FACTS_WIRES \
    /* verilator lint_off UNUSEDSIGNAL */ \
    /* the event */ \
    wire [35:0]   now; \
    wire [4:0]    ev;           /* TTP_EV_*, below 11 the opcode of a received frame */ \
    wire [31:0]   txid, rxid; \
    wire [15:0]   life;         /* life number of the sender, 0: none */ \
    wire [15:0]   to_life;      /* ours, as the sender knows it, 0: none */ \
    wire [CW-1:0] napp;         /* payloads appended so far */ \
    wire          entry;        /* it has an entry */ \
    wire          makes_room;   /* it has none; the record is that of its set's victim */ \
    wire          fits;         /* the payload has its place in the receive store */ \
    wire [9:0]    offer;        /* OPEN, OPEN_ACK: what it offers to hold, 0: nothing */ \
    wire          settled;      /* the retire engine is up to date with this link */ \
    wire          reack, idle;  /* configured */ \
    wire          aged;         /* nothing has moved for longer than the idle time */ \
    /* the link */ \
    wire          closing;      /* our CLOSE is out, or due */ \
    wire          reopening;    /* we ask a peer again that never answered */ \
    wire          live;         /* payloads may come and go: OPEN, and closing or reopening */ \
    wire          hears;        /* ... or a peer with a life has our OPEN_ACK: open.recd */ \
    wire          deaf;         /* a stranger that never answered an OPEN of ours */ \
    /* counts */ \
    wire [CW-1:0] held;         /* payloads from the host that are not retired */ \
    wire          waiting;      /* ... there are some */ \
    wire          none_flying; \
    wire [7:0]    rounds_inc; \
    wire          give_up;      /* one more fruitless round is the last */ \
    wire          rounds_spent; /* the last round is over already */ \
    /* RxID against una */ \
    wire [CW-1:0] ack_offset; \
    wire          ack_old, ack_before, ack_una;     /* less, una - 1, una */ \
    wire          ack_flying;   /* a payload in flight */ \
    wire          ack_next;     /* ... or the one after */ \
    wire          none_left;    /* if it retires what it names, nothing is in flight any more */ \
    wire          our_open;     /* RxID is the TxID of our newest OPEN */ \
    wire          rxid_zero; \
    /* TxID against last */ \
    wire [15:0]   id_ahead; \
    wire          id_old, id_before, id_last;       /* not beyond last, last - 1, last */ \
    wire          id_next;      /* last + 1 */ \
    wire          id_wanted;    /* ... or what counts as it */ \
    wire          id_near;      /* 1 to 65535 ahead, and the peer's numbers are known */ \
    wire          id_in_pass;   /* not beyond the last one behind the gap */ \
    wire          id_stows;     /* ahead of its turn; held, where both have agreed */ \
    wire          id_no_room;   /* ... if there were a context and room for it */ \
    wire          txid_zero; \
    /* ... against the peer's CLOSE */ \
    wire          id_beyond;    /* not below it, and it ends the stream */ \
    wire          id_final;     /* just below it */ \
    wire          all_here;     /* last is just below it */ \
    /* lives */ \
    wire          stranger, same_life; \
    wire          marked;       /* the frame names a life of ours */ \
    wire          ours;         /* it is of this life of the link: life.ours */ \
    wire          id_of_aside;  /* the first payload after the OPEN set aside */ \
    wire          proof;        /* ... and it proves that the peer has restarted */ \
    /* marks: ttp_tx_marks */ \
    wire          has_marks;    /* of what is in flight they say what has arrived */ \
    wire          mapped;       /* ... and the frame is a NACK with a map */ \
    wire          asks;         /* ... and the event is RESEND */ \
    wire [7:0]    gen;          /* ... the context they are in */ \
    /* time */ \
    wire          due, service_due; \
    /* verilator lint_on UNUSEDSIGNAL */

`define TTP_LINK_FACTS { \
    now, ev, txid, rxid, life, to_life, napp, entry, makes_room, fits, offer, settled, \
    reack, idle, aged, \
    closing, reopening, live, hears, deaf, held, waiting, none_flying, rounds_inc, give_up, \
    rounds_spent, none_left, \
    ack_offset, ack_old, ack_before, ack_una, ack_flying, ack_next, our_open, rxid_zero, \
    id_ahead, id_old, id_before, id_last, id_next, id_wanted, id_near, id_in_pass, \
    id_stows, id_no_room, \
    txid_zero, id_beyond, id_final, all_here, stranger, same_life, marked, ours, id_of_aside, \
    proof, has_marks, mapped, asks, gen, due, service_due }

// ---------------------------------------------------------------- moves
// All moves default to 0; then the record does not change.
`define TTP_LINK_MOVES_W    74

// As `TTP_MOVE, which the module defines: reg where they are told, wire where they are read. Most
// modules read some only, so the warning is off here too.
`define TTP_LINK_MOVES_DECLARE \
    /* verilator lint_off UNUSEDSIGNAL */ \
    `TTP_MOVE       go;           /* to the state `to` */ \
    `TTP_MOVE [2:0] to; \
    `TTP_MOVE       answer;       /* with a frame: */ \
    `TTP_MOVE [3:0] op; \
    `TTP_MOVE [1:0] tx; \
    `TTP_MOVE [2:0] rx; \
    `TTP_MOVE       notify;       /* tell when it has left */ \
    `TTP_MOVE [2:0] timer; \
    `TTP_MOVE [1:0] service; \
    `TTP_MOVE [1:0] rounds_do; \
    `TTP_MOVE [1:0] aside_do; \
    /* lives */ \
    `TTP_MOVE       new_life;     /* takes a new life number */ \
    `TTP_MOVE       learn;        /* the peer's life, and last, as the frame tells */ \
    `TTP_MOVE       numbers;      /* only last, as the frame tells */ \
    `TTP_MOVE       restart;      /* the OPEN set aside was the start of the peer's new life */ \
    `TTP_MOVE       accepted;     /* our OPEN is answered */ \
    `TTP_MOVE       after_open_set, any_id_set; \
    `TTP_MOVE       keep_id;      /* peer_id is the TxID, of CLOSE_NACK the ID behind */ \
    `TTP_MOVE       ships;        /* sel.ships: the OPEN of last is followed by a payload */ \
    `TTP_MOVE       agrees;       /* sel.agree: by a number */ \
    `TTP_MOVE       echo;         /* sel.number: the answer's TxID is the frame's RxID */ \
    /* ends */ \
    `TTP_MOVE       want, unwant; /* to close */ \
    `TTP_MOVE       closed, dead; /* orderly; given up, and what the host sent is lost */ \
    `TTP_MOVE       thrice;       /* with closed: a stranger gets CLOSE_ACK twice more */ \
    `TTP_MOVE       acks_less, acks_stop; \
    `TTP_MOVE       dropped;      /* what was in flight waits again */ \
    `TTP_MOVE       hold, unhold; /* our CLOSE: cls.hold */ \
    `TTP_MOVE       victim_set, victim_end; \
    /* our payloads */ \
    `TTP_MOVE       retire;       /* those that the frame acknowledges */ \
    `TTP_MOVE       from_una;     /* the oldest goes next; with marks, all are lost */ \
    `TTP_MOVE       resend;       /* one that is lost goes */ \
    `TTP_MOVE       limits;       /* sel.delay: the window, as RESEND names it */ \
    `TTP_MOVE       pause, unpause; \
    `TTP_MOVE       pace_up, pace_down; \
    `TTP_MOVE       nack_set, nack_forget; \
    /* the peer's */ \
    `TTP_MOVE       take; \
    `TTP_MOVE       stow;         /* it is held until its turn comes: sel.hold */ \
    `TTP_MOVE       not_held;     /* ... would be: no context or no room is left */ \
    `TTP_MOVE       full;         /* no place for it */ \
    `TTP_MOVE       last_aside;   /* last is aside_id */ \
    `TTP_MOVE       gap_tell, gap_forget; \
    /* only counted or told */ \
    `TTP_MOVE       rewind, timeout, illegal, late, repeated, gap, too_far, lost, missed, doubt; \
    /* verilator lint_on UNUSEDSIGNAL */

`define TTP_LINK_MOVES { \
    go, to, answer, op, tx, rx, notify, timer, service, rounds_do, aside_do, \
    new_life, learn, numbers, restart, accepted, after_open_set, any_id_set, keep_id, \
    ships, agrees, echo, want, unwant, closed, dead, thrice, acks_less, acks_stop, dropped, \
    hold, unhold, \
    victim_set, victim_end, retire, from_una, resend, limits, pause, unpause, pace_up, pace_down, \
    nack_set, nack_forget, \
    take, stow, not_held, full, last_aside, gap_tell, gap_forget, \
    rewind, timeout, illegal, late, repeated, gap, too_far, lost, missed, doubt }

// What rows of both tables do with moves: a frame in answer, another state.
`define TTP_LINK_VERBS \
    task respond(input [3:0] with_op, input [1:0] with_tx, input [2:0] with_rx); \
    begin \
        answer = 1'b1; \
        op     = with_op; \
        tx     = with_tx; \
        rx     = with_rx; \
    end \
    endtask \
    task go_to(input [2:0] new_state); \
    begin \
        go = 1'b1; \
        to = new_state; \
    end \
    endtask

// Which ID an answer carries. TxID:
`define TX_ZERO     2'd0
`define TX_UNA      2'd1    // our oldest payload; in OPEN_ACK + 1 if our CLOSE has used it
`define TX_BEFORE   2'd2    // una - 1
`define TX_NEWEST   2'd3    // of what was sent
// RxID:
`define RX_ZERO     3'd0
`define RX_TXID     3'd1    // the frame's TxID
`define RX_LAST     3'd2
`define RX_MISSING  3'd3    // last + 1
`define RX_PEER     3'd4    // peer_id
`define RX_ASIDE    3'd5    // aside_id

// What a timer does. NOW and NEXT leave the rest to the rules of the timer, NEXT a cycle later.
`define TIMER_KEEP      3'd0
`define TIMER_STOP      3'd1
`define TIMER_NOW       3'd2
`define TIMER_NEXT      3'd3
`define TIMER_TIMEOUT   3'd4
`define TIMER_OPEN      3'd5
`define TIMER_CLOSE     3'd6
`define TIMER_BACKOFF   3'd7
`define SERVICE_KEEP    2'd0
`define SERVICE_STOP    2'd1
`define SERVICE_LONG    2'd2    // rcv.reack, else cls.idle
`define SERVICE_GAP     2'd3

`define ROUNDS_KEEP     2'd0
`define ROUNDS_UP       2'd1
`define ROUNDS_CLEAR    2'd2

`define ASIDE_KEEP      2'd0
`define ASIDE_NOW       2'd1    // the OPEN of this event
`define ASIDE_PAYLOAD   2'd2    // its first payload has come
`define ASIDE_FORGET    2'd3

`endif
