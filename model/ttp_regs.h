/* SPDX-License-Identifier: Apache-2.0
 *
 * The register map: byte addresses, reset values, bits, counter indices. C mirror of
 * rtl/ttp_regs.vh: same names, same values, compared by scripts/check/defs.
 * RO read only, RW read/write, W1C write 1 to clear, WO write only. */
#ifndef TTP_REGS_H
#define TTP_REGS_H

#define TTP_REG_ID            0x000u  /* RO "TTP1" = 32'h54545031 */
#define TTP_REG_VERSION       0x004u  /* RO {16'd0, major[7:0], minor[7:0]} */
#define TTP_REG_PARAM         0x008u /* RO {0, VC_ORDER, SELECTIVE, DEEP, SRAM_1P, TRACE, DATA_W} */
#define TTP_REG_TX_CELLS      0x00Cu  /* RO */
#define TTP_REG_TX_PKTS       0x010u  /* RO */
#define TTP_REG_RX_CELLS      0x014u  /* RO */
#define TTP_REG_LINKS         0x018u  /* RO {LINK_WAYS[15:0], LINK_SETS[15:0]} */
#define TTP_REG_NODE          0x020u  /* RW {8'd0, node}; reset: cfg_node */
#define TTP_REG_CTRL          0x024u  /* RW {OFFER_ALL, SELECTIVE, NACK_ONCE, reset, enable} */
#define TTP_REG_STATUS        0x028u  /* RO TTP_STATUS_* */
#define TTP_REG_EPOCH         0x02Cu  /* RW {16'd0, life}; reset: cfg_epoch_seed, 0 becomes 1 */
#define TTP_REG_TIMEOUT       0x030u  /* RW cycles, 1..2^30: retransmit timeout */
#define TTP_REG_OPEN_TMO      0x034u  /* RW cycles, 1..2^30: OPEN again */
#define TTP_REG_CLOSE_TMO     0x038u  /* RW cycles, 1..2^30: CLOSE, CLOSE_NACK again */
#define TTP_REG_BACKOFF       0x03Cu  /* RW cycles, 1..2^30: pause after NACK_FULL, OPEN_NACK */
#define TTP_REG_RETRY_MAX     0x040u  /* RW 1..255: fruitless rounds until a link is dead */
#define TTP_REG_REACK         0x044u  /* RW cycles, 0..2^30: no payload, last ACK again; 0: off */
#define TTP_REG_VICTIM_IDLE   0x048u  /* RW cycles, 0..2^30: a link idle longer may make room */
#define TTP_REG_CELL_LIMIT    0x04Cu  /* RW cells of one link, 16..TX_CELLS; reset: TX_CELLS */
#define TTP_REG_START_ID      0x050u  /* RW ID before the first payload of the next new entry */
#define TTP_REG_IDLE_TMO      0x054u  /* RW cycles, 0..2^30: close a link idle longer; 0: never */
#define TTP_REG_REORDER       0x058u  /* RW {16'd0, limit[7:0], distance[7:0]}: sends; SELECTIVE */
#define TTP_REG_BASE_RTT      0x05Cu  /* RW cycles, 0..2^20-1: round trip, no queue; SELECTIVE */
#define TTP_REG_CLOSE_LINK    0x060u  /* WO {VC, node}: close it in the orderly way */
#define TTP_REG_LINK_INDEX    0x064u  /* RW link index; writing it fetches the record */
#define TTP_REG_PROBE_MIN     0x068u  /* RW cycles, 0..2^24-1: to a tail probe; SELECTIVE */
#define TTP_REG_DELAY         0x06Cu  /* RW cycles, 0..2^20-1: queue that is fine; SELECTIVE */
#define TTP_REG_IRQ_CAUSE     0x070u  /* W1C TTP_IRQ_* */
#define TTP_REG_IRQ_MASK      0x074u  /* RW 1 = cause drives irq; reset 0 */
#define TTP_REG_CPL_CTRL      0x078u  /* RW bit 0: completions for retired payloads too; reset 0 */
#define TTP_REG_SNAPSHOT      0x07Cu  /* WO any value: copy the counters, see STATUS.snap_busy */
#define TTP_REG_LINK_REC0     0x080u  /* RO {valid, dead, closing, agreed, 0, retry, 0, state} */
#define TTP_REG_LINK_REC1     0x084u  /* RO {VC[7:0], node[23:0]} */
#define TTP_REG_LINK_REC2     0x088u  /* RO una: oldest unretired ID */
#define TTP_REG_LINK_REC3     0x08Cu  /* RO nxt: next new ID */
#define TTP_REG_LINK_REC4     0x090u  /* RO last: last ID received in order */
#define TTP_REG_LINK_REC5     0x094u  /* RO {peer life[15:0], own life[15:0]} */
#define TTP_REG_LINK_REC6     0x098u  /* RO {7'd0, window[8:0], payloads held[15:0]} */
#define TTP_REG_CYCLES_LO     0x0A0u  /* RO clock cycles since reset, live; reading LO latches HI */
#define TTP_REG_CYCLES_HI     0x0A4u  /* RO */
#define TTP_REG_CELLS_FREE    0x0A8u  /* RO transmit cells free now */
#define TTP_REG_CELLS_LOW     0x0ACu  /* RO fewest ever since reset */
#define TTP_REG_PKTS_FREE     0x0B0u  /* RO packet entries free now */
#define TTP_REG_RXC_FREE      0x0B4u  /* RO receive cells free now */
#define TTP_REG_VC_ORDER      0x0B8u  /* RW {weights, second, first, mode}: whose turn; VC_ORDER */
#define TTP_REG_LINK_RTT      0x0C0u  /* RO smoothed round trip, cycles; SELECTIVE */
#define TTP_REG_LINK_RTT_MIN  0x0C4u  /* RO shortest round trip, cycles; SELECTIVE */
#define TTP_REG_LINK_PATH     0x0C8u  /* RO {6'd0, window[9:0], 8'd0, distance[7:0]}; SELECTIVE */
#define TTP_REG_COUNTER       0x200u  /* RO counter i: +8*i bits 31:0, +8*i+4 bits 47:32 */

/* Reset values of the tunables */
#define TTP_RST_TIMEOUT       4096u
#define TTP_RST_OPEN_TMO      4096u
#define TTP_RST_CLOSE_TMO     4096u
#define TTP_RST_BACKOFF       1024u
#define TTP_RST_RETRY_MAX     64u
#define TTP_RST_REACK         0u
#define TTP_RST_VICTIM_IDLE   65536u
#define TTP_RST_IDLE_TMO      0u
#define TTP_RST_START_ID      0u
#define TTP_RST_REORDER       0x8003u     /* without SELECTIVE 0 */
#define TTP_RST_BASE_RTT      0u
#define TTP_RST_PROBE_MIN     256u        /* without SELECTIVE 0 */
#define TTP_RST_VC_ORDER      0x00011140u

/* STATUS bits */
#define TTP_STATUS_READY      0       /* free lists built */
#define TTP_STATUS_SNAP_BUSY  1
#define TTP_STATUS_CMD_BUSY   2       /* CLOSE_LINK or LINK_INDEX not done yet; the next waits */
#define TTP_STATUS_NOLINK     3       /* the last CLOSE_LINK named a peer without an entry */

/* IRQ causes */
#define TTP_IRQ_DEAD          0       /* a link was declared dead; its entry stays until cleared */
#define TTP_IRQ_ILLEGAL       1       /* frame illegal in its state, ACK/NACK of an ID never sent */
#define TTP_IRQ_CPL_LOST      2       /* an optional completion found the queue full */
#define TTP_IRQ_NOLINK        3       /* a peer had lost its link; re-opened */
#define TTP_IRQ_CLOSED        4       /* a link has closed in the orderly way */
#define TTP_IRQ_REFUSED       5       /* a host packet was refused */
#define TTP_IRQ_RESTART       6       /* a peer has restarted on a live link */
#define TTP_IRQ_N             7

/* Counters. tx, rx: + opcode 0..10 */
#define TTP_CNT_TX            0       /* frames sent, by opcode (PAYLOAD: replays too) */
#define TTP_CNT_HELD          11      /* payloads put by, ahead of their turn (sel.hold) */
#define TTP_CNT_MAP           12      /* maps sent (sel.map) */
#define TTP_CNT_LOST          13      /* payloads lost by the number of a later send (sel.lost) */
#define TTP_CNT_LOST_ALL      14      /* times that all in flight of a link was lost (sel.advice) */
#define TTP_CNT_PROBE         15      /* tail probes (sel.tail) */
#define TTP_CNT_RX            16      /* frames given to the link pipe, by opcode */
#define TTP_CNT_NO_CONTEXT    27      /* oldest payloads of a link that found no send context */
#define TTP_CNT_CUT           28      /* rounds that made a window smaller (sel.delay.less) */
#define TTP_CNT_NOT_HELD      29      /* payloads not held for want of context or room (sel.hold) */
#define TTP_CNT_DROP_FCS      32      /* tuser: frame error flag */
#define TTP_CNT_DROP_SHORT    33      /* < 60 bytes, or ends before the TSH length says */
#define TTP_CNT_DROP_LONG     34      /* > 1536 bytes */
#define TTP_CNT_DROP_TYPE     35      /* EtherType */
#define TTP_CNT_DROP_DST      36      /* destination not ours, broadcast, multicast */
#define TTP_CNT_DROP_SRC      37      /* source is our own node */
#define TTP_CNT_DROP_TTH      38      /* byte 14 */
#define TTP_CNT_DROP_GATEWAY  39
#define TTP_CNT_DROP_LENGTH   40      /* TSH length < 26; PAYLOAD of 0 or > 1024 bytes */
#define TTP_CNT_DROP_OPCODE   41
#define TTP_CNT_DROP_VC       42
#define TTP_CNT_DROP_EVENT    43      /* no event slot left */
#define TTP_CNT_DROP_RESP     44      /* no response slot left */
#define TTP_CNT_DROP_SPACE    45      /* payload found the receive store full */
#define TTP_CNT_DROP_FAR      46      /* payload farther ahead than 65535 */
#define TTP_CNT_DROP_OFF      47      /* MAC disabled, or its free lists not built yet */
#define TTP_CNT_REPLAY        48      /* payload frames sent again */
#define TTP_CNT_TIMEOUT       49      /* retransmit, OPEN and CLOSE timeouts */
#define TTP_CNT_REPEAT        50      /* payloads received again */
#define TTP_CNT_GAP           51      /* payloads received out of order */
#define TTP_CNT_DLV_PKTS      52      /* payloads delivered to the host */
#define TTP_CNT_DLV_BYTES     53
#define TTP_CNT_ACC_PKTS      54      /* payloads accepted from the host */
#define TTP_CNT_ACC_BYTES     55
#define TTP_CNT_RETIRED       56      /* payloads acknowledged and freed */
#define TTP_CNT_FLUSHED       57      /* payloads thrown away with a dead link */
#define TTP_CNT_REFUSED       58      /* host packets refused */
#define TTP_CNT_DISCARD       59      /* host packets discarded by tuser */
#define TTP_CNT_LATE_ACK      60      /* ACK older than una */
#define TTP_CNT_ILLEGAL       61
#define TTP_CNT_OPENED        62      /* links that reached OPEN */
#define TTP_CNT_DEAD          63      /* links declared dead */
#define TTP_CNT_N             64
#define TTP_CNT_W             48

#endif
