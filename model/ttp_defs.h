/* SPDX-License-Identifier: Apache-2.0
 *
 * Constants that the wire, the trace port or several blocks share. C mirror of
 * rtl/ttp_defs.vh: same names, same values, compared by scripts/check/defs.
 * Lengths are bytes. */
#ifndef TTP_DEFS_H
#define TTP_DEFS_H

/* Ethernet and TTP header. Offsets count from the first byte of the destination address. */
#define TTP_OUI                0x98ED5Cu
#define TTP_ETHERTYPE          0x9AC6u
#define TTP_TTH0               0x05u       /* subtype 0, version 0, header length 5 words */
#define TTP_LIVES_MARK         0x000010u   /* bytes 48..50 of a frame that names both lives */
#define TTP_OFFER              0x1001u     /* bytes 60, 61 of an offer: type, version */
#define TTP_MAP                0x2000u     /* bytes 60, 61 of a map: type, flags */
#define TTP_HDR_BYTES          60          /* payload starts here */
#define TTP_MIN_TX             64          /* we pad to this many bytes before FCS */
#define TTP_MIN_RX             60          /* and accept no less than this */
#define TTP_MAX_RX             1536        /* a longer frame is cut off and dropped */
#define TTP_MAX_PAYLOAD        1024
#define TTP_RING_PAYLOADS      64          /* in the receive store at most */
#define TTP_TTH_OVERHEAD       46          /* TTH total length = payload + 46 */
#define TTP_TSH_OVERHEAD       26          /* TSH length       = payload + 26 */

/* Opcodes */
#define TTP_OP_OPEN            0
#define TTP_OP_OPEN_ACK        1
#define TTP_OP_OPEN_NACK       2
#define TTP_OP_CLOSE           3
#define TTP_OP_CLOSE_ACK       4
#define TTP_OP_CLOSE_NACK      5
#define TTP_OP_PAYLOAD         6
#define TTP_OP_ACK             7
#define TTP_OP_NACK            8
#define TTP_OP_NACK_FULL       9
#define TTP_OP_NACK_NOLINK     10

/* Link states */
#define TTP_ST_CLOSED          0
#define TTP_ST_OPEN_SENT       1
#define TTP_ST_OPEN_RECD       2
#define TTP_ST_OPEN            3
#define TTP_ST_CLOSE_SENT      4
#define TTP_ST_CLOSE_RECD      5
#define TTP_ST_REOPEN_SENT     6
#define TTP_ST_CLOSE_DUE       7

/* Events of the link pipe: 0..10 are received frames and equal the opcode. */
#define TTP_EV_TIMER           16          /* the link's deadline has passed */
#define TTP_EV_CLOSE           17          /* close request from the registers */
#define TTP_EV_PEEK            18          /* registers read the link's record */
#define TTP_EV_LEFT            19          /* the link's OPEN_ACK has left the MAC */
#define TTP_EV_LOOKUP          20          /* ingest wants the link of {VC, node}; may allocate */
#define TTP_EV_DOORBELL        21          /* ingest appended a payload to an inactive link */
#define TTP_EV_SEND            22          /* the link's turn in the ready list */
#define TTP_EV_RESEND          23          /* a payload is lost, or a map had news (sel.first) */

/* Actions of the link pipe, bits of trace_action */
#define TTP_ACT_RESPOND        0           /* a frame without payload was queued */
#define TTP_ACT_SEND           1           /* a payload was handed to the sender */
#define TTP_ACT_REPLAY         2           /* ... and it had been sent before */
#define TTP_ACT_TAKE           3           /* received payload taken */
#define TTP_ACT_RETIRE         4           /* una moved */
#define TTP_ACT_REWIND         5           /* current went back to una */
#define TTP_ACT_FLUSH          6           /* all payloads of the link thrown away */
#define TTP_ACT_DEAD           7           /* link declared dead */
#define TTP_ACT_ILLEGAL        8           /* illegal in this state: counted, ignored */
#define TTP_ACT_ALLOC          9           /* entry allocated */
#define TTP_ACT_NOENTRY        10          /* no entry for this peer (answered without a link) */
#define TTP_ACT_TIMEOUT        11          /* a retransmit, open or close timer ran out */

/* Completion kinds, m_axis_cpl_tdata[127:120] */
#define TTP_CPL_RETIRED        1
#define TTP_CPL_FLUSHED        2
#define TTP_CPL_REFUSED        3
#define TTP_CPL_DEAD           4
#define TTP_CPL_RESTARTED      5
#define TTP_CPL_CLOSED         6

/* Refusal reasons, status field of TTP_CPL_REFUSED */
#define TTP_REF_VC             1           /* VC > 2 */
#define TTP_REF_NODE           2           /* own node, or the all-ones group node */
#define TTP_REF_KEEP           3           /* tkeep rule broken */
#define TTP_REF_FULL           4           /* no link table entry within the time allowed */

/* The event pipe, cycles a part of it takes: a hex digit for each depth, PIPE = 0 on the right.
 * 2: 512 bit; below, 1: with DEEP, 0: without. An event may enter in every cycle. */
#define TTP_PIPE(p)            ((p)->data_w == 512 ? 2u : (p)->deep ? 1u : 0u)
#define TTP_PIPE_OF(p, part)   ((uint8_t)(TTP_PIPE_##part >> 4 * TTP_PIPE(p) & 15))
#define TTP_PIPE_S0            0x221u      /* select the event, address the tags */
#define TTP_PIPE_S1            0x221u      /* compare the tags, address the record */
#define TTP_PIPE_WAY           0x332u      /* ... and more for each way whose record is judged */
#define TTP_PIPE_READ          0x110u      /* S2: the record passes a flop before it is looked at */
#define TTP_PIPE_RULES         0x333u      /* S2: the state machine; the turn where it fits in */
#define TTP_PIPE_TURN          0x120u      /* S2: the turn, where it does not */
#define TTP_PIPE_FOLLOW        0x100u      /* 1: events of one link may follow each other */

#endif
