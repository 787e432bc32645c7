// SPDX-License-Identifier: Apache-2.0
//
// The record of a link: what it remembers between two events. Each field stands here once.
//
// A module with the parameter CW (width of a payload count) says `TTP_LINK_REC once; then
// rec[`REC_UNA] is a field, to read or to assign. A place follows from the field before it.
// The words are those of struct ttp_rules_link in model/rules/ttp_rules.h.

`ifndef TTP_LINK_REC_VH
`define TTP_LINK_REC_VH

`define TTP_LINK_REC_W      (332 + 3 * CW)

`define REC_RETIRED         AT_RETIRED          +: CW   // retired so far, modulo 2^CW
`define REC_NEXT            AT_NEXT             +: CW   // the next payload goes with ID una + next
`define REC_IN_FLIGHT       AT_IN_FLIGHT        +: CW   // sent and not retired
`define REC_ROUNDS          AT_ROUNDS           +: 8    // fruitless ones in a row, stays at 255
`define REC_GAP_AHEAD       AT_GAP_AHEAD        +: 16   // newest out-of-order ID - last
`define REC_PEER_LIFE       AT_PEER_LIFE        +: 16   // 0: a stranger
`define REC_OWN_LIFE        AT_OWN_LIFE         +: 16   // 0: none yet
`define REC_PEER_ID         AT_PEER_ID          +: 32   // TxID of the peer's OPEN or CLOSE in hand
`define REC_DEADLINE        AT_DEADLINE         +: 32   // of the timer, cycle
`define REC_LAST            AT_LAST             +: 32   // last ID received in order
`define REC_UNA             AT_UNA              +: 32   // our oldest ID not retired
`define REC_CLOSE_HELD      AT_CLOSE_HELD       +: 1    // our CLOSE waits for payloads of the peer
`define REC_TIMER_RUNS      AT_TIMER_RUNS       +: 1
`define REC_PAUSED          AT_PAUSED           +: 1    // nothing is sent: the peer has no room
`define REC_NACKED          AT_NACKED           +: 2    // what came of the last NACK: NACKED_*
`define REC_GAP_FULL        AT_GAP_FULL         +: 1    // the missing payload found no room
`define REC_GAP_TOLD        AT_GAP_TOLD         +: 1    // a NACK is out for the missing payload
`define REC_AFTER_OPEN      AT_AFTER_OPEN       +: 1    // last is an OPEN's, no payload followed
`define REC_PEER_KNOWN      AT_PEER_KNOWN       +: 1    // peer_life is on record
`define REC_WAS_DEAD        AT_WAS_DEAD         +: 1    // declared dead, not opened since
`define REC_CLOSE_WANTED    AT_CLOSE_WANTED     +: 1    // close when everything has retired
`define REC_REOPEN          AT_REOPEN           +: 1
`define REC_STATE           AT_STATE            +: 3    // TTP_ST_*
`define REC_SERVICE_RUNS    AT_SERVICE_RUNS     +: 1    // the second timer
`define REC_VICTIM          AT_VICTIM           +: 1    // closing, or closed of late, for room
`define REC_OPEN_ACCEPTED   AT_OPEN_ACCEPTED    +: 1    // an OPEN of ours was answered
`define REC_ANY_ID          AT_ANY_ID           +: 1    // the peer's next payload has any ID
`define REC_ASIDE           AT_ASIDE            +: 2    // an OPEN set aside: ASIDE_*
`define REC_ACTIVE          AT_ACTIVE           +: 24   // tick of the last activity
`define REC_ASIDE_LIFE      AT_ASIDE_LIFE       +: 16   // its life number, 0: a stranger's
`define REC_SERVICE_AT      AT_SERVICE_AT       +: 32   // deadline of the second timer, cycle
`define REC_ASIDE_ID        AT_ASIDE_ID         +: 32   // its TxID
`define REC_OPEN_ID         AT_OPEN_ID          +: 23   // low bits of our newest OPEN's TxID

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
    localparam AT_CLOSE_HELD    = AT_UNA + 32; \
    localparam AT_TIMER_RUNS    = AT_CLOSE_HELD + 1; \
    localparam AT_PAUSED        = AT_TIMER_RUNS + 1; \
    localparam AT_NACKED        = AT_PAUSED + 1; \
    localparam AT_GAP_FULL      = AT_NACKED + 2; \
    localparam AT_GAP_TOLD      = AT_GAP_FULL + 1; \
    localparam AT_AFTER_OPEN    = AT_GAP_TOLD + 1; \
    localparam AT_PEER_KNOWN    = AT_AFTER_OPEN + 1; \
    localparam AT_WAS_DEAD      = AT_PEER_KNOWN + 1; \
    localparam AT_CLOSE_WANTED  = AT_WAS_DEAD + 1; \
    localparam AT_REOPEN        = AT_CLOSE_WANTED + 1; \
    localparam AT_STATE         = AT_REOPEN + 1; \
    localparam AT_SERVICE_RUNS  = AT_STATE + 3; \
    localparam AT_VICTIM        = AT_SERVICE_RUNS + 1; \
    localparam AT_OPEN_ACCEPTED = AT_VICTIM + 1; \
    localparam AT_ANY_ID        = AT_OPEN_ACCEPTED + 1; \
    localparam AT_ASIDE         = AT_ANY_ID + 1; \
    localparam AT_ACTIVE        = AT_ASIDE + 2; \
    localparam AT_ASIDE_LIFE    = AT_ACTIVE + 24; \
    localparam AT_SERVICE_AT    = AT_ASIDE_LIFE + 16; \
    localparam AT_ASIDE_ID      = AT_SERVICE_AT + 32; \
    localparam AT_OPEN_ID       = AT_ASIDE_ID + 32; \
    localparam AT_END           = AT_OPEN_ID + 23; \
    /* verilator lint_on UNUSEDPARAM */

`endif
