// SPDX-License-Identifier: Apache-2.0
//
// The buses of the transmit half: append[`APPEND_LEN] is a field, to read or to assign. What goes
// with `append_valid` is one vector, `append`, and its fields have their home here. ttp_mac says
// who drives a bus and who listens. A place follows from the fields before it: LW, CW, EW and TCW
// are the widths of a link, a payload count, an entry and a cell. The block tests read them here.

`ifndef TTP_BUS_TX_VH
`define TTP_BUS_TX_VH

// A payload goes to the end of its link's list. The link pipe has the first two fields only.
`define TTP_APPEND_W        (LW + CW + 2*EW + 11 + 2*TCW)
`define APPEND_LINK         0                               +: LW
`define APPEND_NAPP         LW                              +: CW   // count with this one
`define APPEND_TAIL         LW + CW                         +: EW   // the entry in front of it
`define APPEND_ENTRY        LW + CW + EW                    +: EW   // its own
`define APPEND_LEN          LW + CW + 2*EW                  +: 11   // bytes, 1..1024
`define APPEND_FIRST        LW + CW + 2*EW + 11             +: TCW  // its cells
`define APPEND_LAST         LW + CW + 2*EW + 11 + TCW       +: TCW

// A chain of cells that goes back: the first places of abort, and what tx_sram has of freed.
`define TTP_CHAIN_W         (2*TCW + 4)
`define CHAIN_FIRST         0                               +: TCW
`define CHAIN_LAST          TCW                             +: TCW
`define CHAIN_N1            2*TCW                           +: 4    // cells less one

// The cells of a payload that was refused on its way in.
`define TTP_ABORT_W         (2*TCW + 5)
`define ABORT_FIRST         0                               +: TCW
`define ABORT_LAST          TCW                             +: TCW
`define ABORT_N             2*TCW                           +: 5    // cells, 1..16

// A word for the transmit store, and what the sender fetches: a word, the cell behind a cell.
`define TTP_STORE_W         (DATA_W + TCW + $clog2(512 / DATA_W))
`define STORE_DATA          0                               +: DATA_W
`define STORE_ADDR          DATA_W                          +: TCW + $clog2(512 / DATA_W)
`define TTP_FETCH_W         (2 + 2*TCW + $clog2(512 / DATA_W))
`define FETCH_EN            0                               +: 1
`define FETCH_NEXT_EN       1                               +: 1
`define FETCH_CELL          2                               +: TCW  // the one before the next
`define FETCH_ADDR          2 + TCW                         +: TCW + $clog2(512 / DATA_W)

// The ingest asks for the link of a peer, and is told.
`define TTP_LOOKUP_W        26
`define LOOKUP_NODE         0                               +: 24
`define LOOKUP_VC           24                              +: 2
`define TTP_ANSWER_W        (LW + 1)
`define ANSWER_LINK         0                               +: LW
`define ANSWER_OK           LW                              +: 1    // there is one

// A link sends its next payload, or one once more.
`define TTP_SEND_W          (110 + LW)
`define SEND_ID             0                               +: 32
`define SEND_NODE           32                              +: 24
`define SEND_VC             56                              +: 2
`define SEND_HEAD           58                              +: 1    // from the oldest on
`define SEND_LIFE           59                              +: 16   // ours, 0: not named
`define SEND_TO_LIFE        75                              +: 16   // the peer's
`define SEND_NUMBERED       91                              +: 1    // sel.number
`define SEND_FIRST          92                              +: 1    // ... and it is number 1
`define SEND_LINK           93                              +: LW
`define SEND_RESEND         93 + LW                         +: 1    // SELECTIVE: of this entry,
`define SEND_ENTRY          94 + LW                         +: 16   // ... wherever the list is

// SELECTIVE: what an event leaves in flight of its link, and what a frame has told, to
// ttp_tx_marks. Without flight_valid only MAPPED means something: the oldest map goes.
`define TTP_FLIGHT_W        (95 + LW)
`define FLIGHT_LINK         0                               +: LW
`define FLIGHT_UNA          LW                              +: 32   // oldest in flight
`define FLIGHT_SENT         LW + 32                         +: 10   // sent from it on, 0..512
`define FLIGHT_STAYS        LW + 42                         +: 1    // agreed, some are in flight
`define FLIGHT_GOES         LW + 43                         +: 1    // lost ones may go
`define FLIGHT_AGAIN        LW + 44                         +: 1    // all of them are lost
`define FLIGHT_HEARD        LW + 45                         +: 1    // an answer to the send
`define FLIGHT_NUMBER       LW + 46                         +: 16   // ... with this number, 0: none
`define FLIGHT_MARKS        LW + 62                         +: 1    // ... whose map counts
`define FLIGHT_RESENT       LW + 63                         +: 1    // RESEND of a payload
`define FLIGHT_MAPPED       LW + 64                         +: 1    // ... a NACK with a map
`define FLIGHT_GEN          LW + 65                         +: 8    // RESEND: of the context
`define FLIGHT_ID           LW + 73                         +: 9    // RxID, its low bits
`define FLIGHT_MOVED        LW + 82                         +: 1    // some have retired
`define FLIGHT_WINDOW       LW + 83                         +: 10   // in flight at most,
`define FLIGHT_OFFERED      LW + 93                         +: 1    // ... all that it can hold
`define FLIGHT_TOLD         LW + 94                         +: 1    // RESEND that tells of it

// SELECTIVE: a payload that is lost, or news of a link, or how many may be in flight, from
// ttp_tx_marks to the link pipe; all are IDs of its event.
`define TTP_RESEND_W        64
`define RESEND_RXID         0                               +: 32   // of the payload
`define RESEND_TXID         32                              +: 32
`define RESEND_ENTRY        32                              +: 16   // ... in TXID
`define RESEND_WINDOW       32                              +: 10   // ... or the window (TELLS)
`define RESEND_TELLS        54                              +: 1    // a window; no payload
`define RESEND_NEWS         55                              +: 1    // a map had news; no payload
`define RESEND_GEN          56                              +: 8    // of the context

// ... and what it counts.
`define TTP_MARKED_W        5
`define MARKED_LOST         0                               +: 1    // a payload, by number
`define MARKED_ALL          1                               +: 1    // all in flight of a link
`define MARKED_PROBE        2                               +: 1
`define MARKED_NO_CONTEXT   3                               +: 1    // none was spare
`define MARKED_CUT          4                               +: 1    // a window becomes smaller

// SELECTIVE: what is kept of the way to the peer of a link, for the registers (PEEK)
`define TTP_PATH_W          61
`define PATH_TRIP           0                               +: 23   // smoothed, 2 cycles; 0: none
`define PATH_SHORTEST       23                              +: 20   // round trip, 16 cycles
`define PATH_DISTANCE       43                              +: 8    // learned, sends; 0: none
`define PATH_WINDOW         51                              +: 10   // of the delay; 0: none

// A payload for the wire: what send said, and what the entry says.
`define TTP_PAYLOAD_W       (117 + TCW)
`define PAYLOAD_ID          0                               +: 32
`define PAYLOAD_NODE        32                              +: 24
`define PAYLOAD_VC          56                              +: 2
`define PAYLOAD_LEN         58                              +: 11   // bytes, 1..1024
`define PAYLOAD_LIFE        69                              +: 16   // ours, 0: not named
`define PAYLOAD_TO_LIFE     85                              +: 16   // the peer's
`define PAYLOAD_NUMBER      101                             +: 16   // of the send, 0: none
`define PAYLOAD_FIRST       117                             +: TCW  // cell

// 16 bytes at 60 of a frame without payload, with its response (sel.frame): byte 0 in [7:0].
`define TTP_BLOCK_W         130
`define BLOCK_BYTES         0                               +: 128
`define BLOCK_THERE         128                             +: 1    // 0: the frame has none
`define BLOCK_COUNTS        129                             +: 1    // its lengths and byte 51 tell

// What the sender holds: retire leaves these entries alone.
`define TTP_SLOTS_W         (SLOTS + SLOTS*EW)
`define SLOTS_VALID         0                               +: SLOTS
`define SLOTS_ENTRY         SLOTS                           +: SLOTS*EW

// Completion of the retire engine.
`define TTP_RETIRED_W       129
`define RETIRED_DATA        0                               +: 128
`define RETIRED_OPT         128                             +: 1    // may be lost

// So far has a link retired.
`define TTP_GOAL_W          (LW + CW + 58)
`define GOAL_LINK           0                               +: LW
`define GOAL_NRET           LW                              +: CW   // payloads ever
`define GOAL_UNA            LW + CW                         +: 32   // after it; flush: before it
`define GOAL_NODE           LW + CW + 32                    +: 24
`define GOAL_FLUSH          LW + CW + 56                    +: 1    // dropped, not acknowledged
`define GOAL_PUSH           LW + CW + 57                    +: 1    // the link was settled

// What the retire engine has freed. With freed_moved the numbers of a link: link, count, head,
// cells. With freed_valid an entry and a chain of cells. The link pipe has the first two fields.
`define TTP_FREED_W         (LW + CW + 2*EW + 17 + `TTP_CHAIN_W)
`define FREED_LINK          0                               +: LW
`define FREED_COUNT         LW                              +: CW   // payloads ever
`define FREED_HEAD          LW + CW                         +: EW   // the new dummy entry
`define FREED_CELLS         LW + CW + EW                    +: 17   // ever, modulo 2^17
`define FREED_ENTRY         LW + CW + EW + 17               +: EW   // the dummy before
`define FREED_CHAIN         LW + CW + 2*EW + 17             +: `TTP_CHAIN_W

`endif
