// SPDX-License-Identifier: Apache-2.0
//
// ttp_regs.vh - the register map: byte addresses, reset values, bits, counter indices.
// This file is the one place; model/ttp_regs.h and docs/registers.md are compared with it
// by scripts/check/defs. RO read only, RW read/write, W1C write 1 to clear, WO write only
// (reads as 0). Unknown address, write to RO, unused counter index: SLVERR, nothing changes.

`ifndef TTP_REGS_VH
`define TTP_REGS_VH

`define TTP_REG_ID           12'h000    // RO "TTP1" = 32'h54545031
`define TTP_REG_VERSION      12'h004    // RO {16'd0, major[7:0], minor[7:0]}
`define TTP_REG_PARAM        12'h008    // RO {0, VC_ORDER, SELECTIVE, DEEP, SRAM_1P, TRACE, DATA_W}
`define TTP_REG_TX_CELLS     12'h00C    // RO
`define TTP_REG_TX_PKTS      12'h010    // RO
`define TTP_REG_RX_CELLS     12'h014    // RO
`define TTP_REG_LINKS        12'h018    // RO {LINK_WAYS[15:0], LINK_SETS[15:0]}
`define TTP_REG_NODE         12'h020    // RW {8'd0, node}; reset: cfg_node
`define TTP_REG_CTRL         12'h024    // RW {OFFER_ALL, SELECTIVE, NACK_ONCE, reset, enable}
`define TTP_REG_STATUS       12'h028    // RO TTP_STATUS_*
`define TTP_REG_EPOCH        12'h02C    // RW {16'd0, life}; reset: cfg_epoch_seed, 0 becomes 1
`define TTP_REG_TIMEOUT      12'h030    // RW cycles, 1..2^30: retransmit timeout
`define TTP_REG_OPEN_TMO     12'h034    // RW cycles, 1..2^30: OPEN again
`define TTP_REG_CLOSE_TMO    12'h038    // RW cycles, 1..2^30: CLOSE, CLOSE_NACK again
`define TTP_REG_BACKOFF      12'h03C    // RW cycles, 1..2^30: pause after NACK_FULL, OPEN_NACK
`define TTP_REG_RETRY_MAX    12'h040    // RW 1..255: fruitless rounds until a link is dead
`define TTP_REG_REACK        12'h044    // RW cycles, 0..2^30: no payload, last ACK again; 0: off
`define TTP_REG_VICTIM_IDLE  12'h048    // RW cycles, 0..2^30: a link idle longer may make room
`define TTP_REG_CELL_LIMIT   12'h04C    // RW cells of one link, 16..TX_CELLS; reset: TX_CELLS
`define TTP_REG_START_ID     12'h050    // RW ID before the first payload of the next new entry
`define TTP_REG_IDLE_TMO     12'h054    // RW cycles, 0..2^30: close a link idle longer; 0: never
`define TTP_REG_REORDER      12'h058    // RW {16'd0, limit[7:0], distance[7:0]}: sends; SELECTIVE
`define TTP_REG_BASE_RTT     12'h05C    // RW cycles, 0..2^20-1: round trip, no queue; SELECTIVE
`define TTP_REG_CLOSE_LINK   12'h060    // WO {VC, node}: close it in the orderly way
`define TTP_REG_LINK_INDEX   12'h064    // RW link index; writing it fetches the record
`define TTP_REG_PROBE_MIN    12'h068    // RW cycles, 0..2^24-1: to a tail probe; SELECTIVE
`define TTP_REG_DELAY        12'h06C    // RW cycles, 0..2^20-1: queue that is fine; SELECTIVE
`define TTP_REG_IRQ_CAUSE    12'h070    // W1C TTP_IRQ_*
`define TTP_REG_IRQ_MASK     12'h074    // RW 1 = cause drives irq; reset 0
`define TTP_REG_CPL_CTRL     12'h078    // RW bit 0: completions for retired payloads too; reset 0
`define TTP_REG_SNAPSHOT     12'h07C    // WO any value: copy the counters, see STATUS.snap_busy
`define TTP_REG_LINK_REC0    12'h080    // RO {valid, dead, closing, agreed, 0, retry, 0, state}
`define TTP_REG_LINK_REC1    12'h084    // RO {VC[7:0], node[23:0]}
`define TTP_REG_LINK_REC2    12'h088    // RO una: oldest unretired ID
`define TTP_REG_LINK_REC3    12'h08C    // RO nxt: next new ID
`define TTP_REG_LINK_REC4    12'h090    // RO last: last ID received in order
`define TTP_REG_LINK_REC5    12'h094    // RO {peer life[15:0], own life[15:0]}
`define TTP_REG_LINK_REC6    12'h098    // RO {7'd0, window[8:0], payloads held[15:0]}
`define TTP_REG_CYCLES_LO    12'h0A0    // RO clock cycles since reset, live; reading LO latches HI
`define TTP_REG_CYCLES_HI    12'h0A4    // RO
`define TTP_REG_CELLS_FREE   12'h0A8    // RO transmit cells free now
`define TTP_REG_CELLS_LOW    12'h0AC    // RO fewest ever since reset
`define TTP_REG_PKTS_FREE    12'h0B0    // RO packet entries free now
`define TTP_REG_RXC_FREE     12'h0B4    // RO receive cells free now
`define TTP_REG_VC_ORDER     12'h0B8    // RW {weights, second, first, mode}: whose turn; VC_ORDER
`define TTP_REG_LINK_RTT     12'h0C0    // RO smoothed round trip, cycles; SELECTIVE
`define TTP_REG_LINK_RTT_MIN 12'h0C4    // RO shortest round trip, cycles; SELECTIVE
`define TTP_REG_LINK_PATH    12'h0C8    // RO {6'd0, window[9:0], 8'd0, distance[7:0]}; SELECTIVE
`define TTP_REG_COUNTER      12'h200    // RO counter i: +8*i bits 31:0, +8*i+4 bits 47:32

// Reset values of the tunables
`define TTP_RST_TIMEOUT      32'd4096
`define TTP_RST_OPEN_TMO     32'd4096
`define TTP_RST_CLOSE_TMO    32'd4096
`define TTP_RST_BACKOFF      32'd1024
`define TTP_RST_RETRY_MAX    32'd64
`define TTP_RST_REACK        32'd0
`define TTP_RST_VICTIM_IDLE  32'd65536
`define TTP_RST_IDLE_TMO     32'd0
`define TTP_RST_START_ID     32'd0
`define TTP_RST_REORDER      32'h00008003   // without SELECTIVE 0
`define TTP_RST_BASE_RTT     32'd0
`define TTP_RST_PROBE_MIN    32'd256        // without SELECTIVE 0
`define TTP_RST_VC_ORDER     32'h00011140

// STATUS bits
`define TTP_STATUS_READY     0          // free lists built
`define TTP_STATUS_SNAP_BUSY 1
`define TTP_STATUS_CMD_BUSY  2          // CLOSE_LINK or LINK_INDEX not done yet; the next waits
`define TTP_STATUS_NOLINK    3          // the last CLOSE_LINK named a peer without an entry

// IRQ causes
`define TTP_IRQ_DEAD         0          // a link was declared dead; its entry stays until cleared
`define TTP_IRQ_ILLEGAL      1          // frame illegal in its state, ACK/NACK of an ID never sent
`define TTP_IRQ_CPL_LOST     2          // an optional completion found the queue full
`define TTP_IRQ_NOLINK       3          // a peer had lost its link; re-opened
`define TTP_IRQ_CLOSED       4          // a link has closed in the orderly way
`define TTP_IRQ_REFUSED      5          // a host packet was refused
`define TTP_IRQ_RESTART      6          // a peer has restarted on a live link
`define TTP_IRQ_N            7

// Counters. tx, rx: + opcode 0..10; with SELECTIVE those between too
`define TTP_CNT_TX           0          // frames sent, by opcode (PAYLOAD: replays too)
`define TTP_CNT_HELD         11         // payloads put by, ahead of their turn (sel.hold)
`define TTP_CNT_MAP          12         // maps sent (sel.map)
`define TTP_CNT_LOST         13         // payloads lost by the number of a later send (sel.lost)
`define TTP_CNT_LOST_ALL     14         // times that all in flight of a link was lost (sel.advice)
`define TTP_CNT_PROBE        15         // tail probes (sel.tail)
`define TTP_CNT_RX           16         // frames given to the link pipe, by opcode
`define TTP_CNT_NO_CONTEXT   27         // oldest payloads of a link that found no send context
`define TTP_CNT_CUT          28         // rounds that made a window smaller (sel.delay.less)
`define TTP_CNT_NOT_HELD     29         // payloads not held for want of context or room (sel.hold)
`define TTP_CNT_DROP_FCS     32         // tuser: frame error flag
`define TTP_CNT_DROP_SHORT   33         // < 60 bytes, or ends before the TSH length says
`define TTP_CNT_DROP_LONG    34         // > 1536 bytes
`define TTP_CNT_DROP_TYPE    35         // EtherType
`define TTP_CNT_DROP_DST     36         // destination not ours, broadcast, multicast
`define TTP_CNT_DROP_SRC     37         // source is our own node
`define TTP_CNT_DROP_TTH     38         // byte 14
`define TTP_CNT_DROP_GATEWAY 39
`define TTP_CNT_DROP_LENGTH  40         // TSH length < 26; PAYLOAD of 0 or > 1024 bytes
`define TTP_CNT_DROP_OPCODE  41
`define TTP_CNT_DROP_VC      42
`define TTP_CNT_DROP_EVENT   43         // no event slot left
`define TTP_CNT_DROP_RESP    44         // no response slot left
`define TTP_CNT_DROP_SPACE   45         // payload found the receive store full
`define TTP_CNT_DROP_FAR     46         // payload farther ahead than 65535
`define TTP_CNT_DROP_OFF     47         // MAC disabled, or its free lists not built yet
`define TTP_CNT_REPLAY       48         // payload frames sent again
`define TTP_CNT_TIMEOUT      49         // retransmit, OPEN and CLOSE timeouts
`define TTP_CNT_REPEAT       50         // payloads received again
`define TTP_CNT_GAP          51         // payloads received out of order
`define TTP_CNT_DLV_PKTS     52         // payloads delivered to the host
`define TTP_CNT_DLV_BYTES    53
`define TTP_CNT_ACC_PKTS     54         // payloads accepted from the host
`define TTP_CNT_ACC_BYTES    55
`define TTP_CNT_RETIRED      56         // payloads acknowledged and freed
`define TTP_CNT_FLUSHED      57         // payloads thrown away with a dead link
`define TTP_CNT_REFUSED      58         // host packets refused
`define TTP_CNT_DISCARD      59         // host packets discarded by tuser
`define TTP_CNT_LATE_ACK     60         // ACK older than una
`define TTP_CNT_ILLEGAL      61
`define TTP_CNT_OPENED       62         // links that reached OPEN
`define TTP_CNT_DEAD         63         // links declared dead
`define TTP_CNT_N            64
`define TTP_CNT_W            48

`endif
