// SPDX-License-Identifier: Apache-2.0
//
// The record of a link: what it remembers from one event to the next. Its fields have their home
// here; the words are those of struct ttp_rules_link (model/rules/ttp_rules.h), and for what the
// rules do not know those of struct ttp_link_rec.
//
// A module with the parameter CW (width of a payload count) says `TTP_LINK_REC once; rec[`REC_UNA]
// is a field, to read or to assign. With `TTP_LINK_REC_FIELDS it has each field of a vector `rec`
// as a wire of its name. A place follows from the field before it, and ttp_link_fsm does not
// elaborate when they do not add up. The fields from STATE to ASIDE, and PEER_LIFE, are cleared for
// a new entry (ttp_link_compare).

`ifndef TTP_LINK_REC_VH
`define TTP_LINK_REC_VH

`define TTP_LINK_REC_W      (342 + 3 * CW)

`define REC_RETIRED         AT_RETIRED          +: CW  // retired so far, modulo 2^CW
`define REC_NEXT            AT_NEXT             +: CW  // the next payload goes with ID una + next
`define REC_IN_FLIGHT       AT_IN_FLIGHT        +: CW  // sent and not retired
`define REC_ROUNDS          AT_ROUNDS           +: 8   // fruitless in a row; in a pause back-offs
`define REC_GAP_AHEAD       AT_GAP_AHEAD        +: 16  // last ID received behind the gap - last
`define REC_PEER_LIFE       AT_PEER_LIFE        +: 16  // 0: a stranger
`define REC_OWN_LIFE        AT_OWN_LIFE         +: 16  // 0: none yet
`define REC_PEER_ID         AT_PEER_ID          +: 32  // TxID of the peer's OPEN or of its CLOSE
`define REC_DEADLINE        AT_DEADLINE         +: 32  // of the timer, cycle
`define REC_LAST            AT_LAST             +: 32  // last ID received in order
`define REC_UNA             AT_UNA              +: 32  // our oldest ID not retired
`define REC_STATE           AT_STATE            +: 3   // TTP_ST_*
`define REC_TIMER_RUNS      AT_TIMER_RUNS       +: 1   // deadline counts
`define REC_SERVICE_RUNS    AT_SERVICE_RUNS     +: 1   // service_at counts
`define REC_CLOSE_WANTED    AT_CLOSE_WANTED     +: 1   // close when everything has retired
`define REC_WAS_DEAD        AT_WAS_DEAD         +: 1   // declared dead, not opened since
`define REC_VICTIM          AT_VICTIM           +: 1   // closing, or closed of late, to make room
`define REC_AFTER_OPEN      AT_AFTER_OPEN       +: 1   // last is an OPEN's, no payload followed
`define REC_OPEN_ACCEPTED   AT_OPEN_ACCEPTED    +: 1   // an OPEN of ours was answered
`define REC_GAP_TOLD        AT_GAP_TOLD         +: 1   // a NACK is out for the missing payload
`define REC_GAP_FULL        AT_GAP_FULL         +: 1   // the missing payload found no room
`define REC_ANY_ID          AT_ANY_ID           +: 1   // the peer's next payload may have any ID
`define REC_PAUSED          AT_PAUSED           +: 1   // nothing is sent: the peer has no room
`define REC_CLOSE_HELD      AT_CLOSE_HELD       +: 1   // our CLOSE waits for payloads of the peer
`define REC_CLOSE_SPENT     AT_CLOSE_SPENT      +: 1   // our CLOSE to a stranger used an ID
`define REC_CLOSE_NAMED     AT_CLOSE_NAMED      +: 1   // an OPEN_ACK has named the ID behind it
`define REC_CLOSE_ACKS      AT_CLOSE_ACKS       +: 2   // so often a stranger still gets CLOSE_ACK
`define REC_NACKED          AT_NACKED           +: 2   // what came of the last NACK: NACKED_*
`define REC_PACE            AT_PACE             +: 3   // how slow a stranger is: snd.pace
`define REC_TOLD            AT_TOLD             +: 1   // an offer of ours went out: sel.offer
`define REC_AGREED          AT_AGREED           +: 1   // the peer has selective repeat too
`define REC_NUMBERED        AT_NUMBERED         +: 1   // ... and a send of ours had a number
`define REC_WINDOW          AT_WINDOW           +: 10  // payloads in flight at most, 1..512
`define REC_OFFERED         AT_OFFERED          +: 10  // payloads that it can hold, 1..512
`define REC_AGREEMENT       AT_TOLD             +: 23  // the five of them
`define REC_ASIDE           AT_ASIDE            +: 2   // an OPEN set aside: ASIDE_*
`define REC_ASIDE_ID        AT_ASIDE_ID         +: 32  // its TxID
`define REC_OPEN_ID         AT_OPEN_ID          +: 21  // low bits of the TxID of our newest OPEN
`define REC_SERVICE_AT      AT_SERVICE_AT       +: 32  // deadline of the second timer, cycle
`define REC_ACTIVE          AT_ACTIVE           +: 24  // tick of the last activity

// REC_NACKED
`define NACKED_NOT          2'd0
`define NACKED              2'd1    // more that retire nothing are ignored
`define NACKED_REPLAYED     2'd2    // a frame of the replay has left: one more counts
`define NACKED_TWICE        2'd3    // it came: ignored from here on

// REC_ASIDE
`define ASIDE_NONE          2'd0
`define ASIDE_SET           2'd1
`define ASIDE_SEEN          2'd2    // and its first payload came once

// No module uses all places or all fields, so these two warnings are off for them.
`define TTP_LINK_REC \
    /* verilator lint_off UNUSEDPARAM */ \
    localparam AT_RETIRED       = 0; \
    localparam AT_NEXT          = AT_RETIRED + CW; \
    localparam AT_IN_FLIGHT     = AT_NEXT + CW; \
    localparam AT_ROUNDS        = AT_IN_FLIGHT + CW; \
    localparam AT_GAP_AHEAD     = AT_ROUNDS + 8; \
    localparam AT_PEER_LIFE     = AT_GAP_AHEAD + 16; \
    localparam AT_OWN_LIFE      = AT_PEER_LIFE + 16; \
    localparam AT_PEER_ID       = AT_OWN_LIFE + 16; \
    localparam AT_DEADLINE      = AT_PEER_ID + 32; \
    localparam AT_LAST          = AT_DEADLINE + 32; \
    localparam AT_UNA           = AT_LAST + 32; \
    localparam AT_STATE         = AT_UNA + 32; \
    localparam AT_TIMER_RUNS    = AT_STATE + 3; \
    localparam AT_SERVICE_RUNS  = AT_TIMER_RUNS + 1; \
    localparam AT_CLOSE_WANTED  = AT_SERVICE_RUNS + 1; \
    localparam AT_WAS_DEAD      = AT_CLOSE_WANTED + 1; \
    localparam AT_VICTIM        = AT_WAS_DEAD + 1; \
    localparam AT_AFTER_OPEN    = AT_VICTIM + 1; \
    localparam AT_OPEN_ACCEPTED = AT_AFTER_OPEN + 1; \
    localparam AT_GAP_TOLD      = AT_OPEN_ACCEPTED + 1; \
    localparam AT_GAP_FULL      = AT_GAP_TOLD + 1; \
    localparam AT_ANY_ID        = AT_GAP_FULL + 1; \
    localparam AT_PAUSED        = AT_ANY_ID + 1; \
    localparam AT_CLOSE_HELD    = AT_PAUSED + 1; \
    localparam AT_CLOSE_SPENT   = AT_CLOSE_HELD + 1; \
    localparam AT_CLOSE_NAMED   = AT_CLOSE_SPENT + 1; \
    localparam AT_CLOSE_ACKS    = AT_CLOSE_NAMED + 1; \
    localparam AT_NACKED        = AT_CLOSE_ACKS + 2; \
    localparam AT_PACE          = AT_NACKED + 2; \
    localparam AT_TOLD          = AT_PACE + 3; \
    localparam AT_AGREED        = AT_TOLD + 1; \
    localparam AT_NUMBERED      = AT_AGREED + 1; \
    localparam AT_WINDOW        = AT_NUMBERED + 1; \
    localparam AT_OFFERED       = AT_WINDOW + 10; \
    localparam AT_ASIDE         = AT_OFFERED + 10; \
    localparam AT_ASIDE_ID      = AT_ASIDE + 2; \
    localparam AT_OPEN_ID       = AT_ASIDE_ID + 32; \
    localparam AT_SERVICE_AT    = AT_OPEN_ID + 21; \
    localparam AT_ACTIVE        = AT_SERVICE_AT + 32; \
    localparam AT_END           = AT_ACTIVE + 24; \
    /* verilator lint_on UNUSEDPARAM */

`define TTP_LINK_REC_FIELDS \
    /* verilator lint_off UNUSEDSIGNAL */ \
    wire [CW-1:0] retired       = rec[`REC_RETIRED]; \
    wire [CW-1:0] next          = rec[`REC_NEXT]; \
    wire [CW-1:0] in_flight     = rec[`REC_IN_FLIGHT]; \
    wire [7:0]    rounds        = rec[`REC_ROUNDS]; \
    wire [15:0]   gap_ahead     = rec[`REC_GAP_AHEAD]; \
    wire [15:0]   peer_life     = rec[`REC_PEER_LIFE]; \
    wire [15:0]   own_life      = rec[`REC_OWN_LIFE]; \
    wire [31:0]   peer_id       = rec[`REC_PEER_ID]; \
    wire [31:0]   deadline      = rec[`REC_DEADLINE]; \
    wire [31:0]   last          = rec[`REC_LAST]; \
    wire [31:0]   una           = rec[`REC_UNA]; \
    wire [2:0]    state         = rec[`REC_STATE]; \
    wire          timer_runs    = rec[`REC_TIMER_RUNS]; \
    wire          service_runs  = rec[`REC_SERVICE_RUNS]; \
    wire          close_wanted  = rec[`REC_CLOSE_WANTED]; \
    wire          was_dead      = rec[`REC_WAS_DEAD]; \
    wire          victim        = rec[`REC_VICTIM]; \
    wire          after_open    = rec[`REC_AFTER_OPEN]; \
    wire          open_accepted = rec[`REC_OPEN_ACCEPTED]; \
    wire          gap_told      = rec[`REC_GAP_TOLD]; \
    wire          gap_full      = rec[`REC_GAP_FULL]; \
    wire          any_id        = rec[`REC_ANY_ID]; \
    wire          paused        = rec[`REC_PAUSED]; \
    wire          close_held    = rec[`REC_CLOSE_HELD]; \
    wire          close_spent   = rec[`REC_CLOSE_SPENT]; \
    wire          close_named   = rec[`REC_CLOSE_NAMED]; \
    wire [1:0]    close_acks    = rec[`REC_CLOSE_ACKS]; \
    wire [1:0]    nacked        = rec[`REC_NACKED]; \
    wire [2:0]    pace          = rec[`REC_PACE]; \
    wire          told          = rec[`REC_TOLD]; \
    wire          agreed        = rec[`REC_AGREED]; \
    wire          numbered      = rec[`REC_NUMBERED]; \
    wire [9:0]    window        = rec[`REC_WINDOW]; \
    wire [9:0]    offered       = rec[`REC_OFFERED]; \
    wire [1:0]    aside         = rec[`REC_ASIDE]; \
    wire [31:0]   aside_id      = rec[`REC_ASIDE_ID]; \
    wire [20:0]   open_id       = rec[`REC_OPEN_ID]; \
    wire [31:0]   service_at    = rec[`REC_SERVICE_AT]; \
    wire [23:0]   active        = rec[`REC_ACTIVE]; \
    /* verilator lint_on UNUSEDSIGNAL */

`endif
