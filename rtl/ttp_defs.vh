// SPDX-License-Identifier: Apache-2.0
//
// ttp_defs.vh - constants that the wire, the trace port or several blocks share.
// Sources: TTP Specification Rev 2.0 (teslamotors/ttpoe) for the frame; the rest is ours.
// Mirror: model/ttp_defs.h, compared by scripts/check/defs.

`ifndef TTP_DEFS_VH
`define TTP_DEFS_VH

// Ethernet and TTP header. Offsets count from the first byte of the destination address.
`define TTP_OUI             24'h98ED5C
`define TTP_ETHERTYPE       16'h9AC6
`define TTP_TTH0            8'h05       // subtype 0, version 0, header length 5 words
`define TTP_LIVES_MARK      24'h000010  // bytes 48..50 of a frame that names both lives
`define TTP_OFFER           16'h1001    // bytes 60, 61 of an offer: type, version
`define TTP_MAP             16'h2000    // bytes 60, 61 of a map: type, flags
`define TTP_HDR_BYTES       60          // payload starts here
`define TTP_MIN_TX          64          // we pad to this many bytes before FCS
`define TTP_MIN_RX          60          // and accept no less than this
`define TTP_MAX_RX          1536        // a longer frame is cut off and dropped
`define TTP_MAX_PAYLOAD     1024
`define TTP_RING_PAYLOADS   64          // in the receive store at most
`define TTP_TTH_OVERHEAD    46          // TTH total length = payload + 46
`define TTP_TSH_OVERHEAD    26          // TSH length       = payload + 26

// Opcodes
`define TTP_OP_OPEN         4'd0
`define TTP_OP_OPEN_ACK     4'd1
`define TTP_OP_OPEN_NACK    4'd2
`define TTP_OP_CLOSE        4'd3
`define TTP_OP_CLOSE_ACK    4'd4
`define TTP_OP_CLOSE_NACK   4'd5
`define TTP_OP_PAYLOAD      4'd6
`define TTP_OP_ACK          4'd7
`define TTP_OP_NACK         4'd8
`define TTP_OP_NACK_FULL    4'd9
`define TTP_OP_NACK_NOLINK  4'd10

// Link states
`define TTP_ST_CLOSED       3'd0
`define TTP_ST_OPEN_SENT    3'd1
`define TTP_ST_OPEN_RECD    3'd2
`define TTP_ST_OPEN         3'd3
`define TTP_ST_CLOSE_SENT   3'd4
`define TTP_ST_CLOSE_RECD   3'd5
`define TTP_ST_REOPEN_SENT  3'd6
`define TTP_ST_CLOSE_DUE    3'd7

// Events of the link pipe: 0..10 are received frames and equal the opcode.
`define TTP_EV_TIMER        5'd16       // the link's deadline has passed
`define TTP_EV_CLOSE        5'd17       // close request from the registers
`define TTP_EV_PEEK         5'd18       // registers read the link's record
`define TTP_EV_LEFT         5'd19       // the link's OPEN_ACK has left the MAC
`define TTP_EV_LOOKUP       5'd20       // ingest wants the link of {VC, node}; may allocate
`define TTP_EV_DOORBELL     5'd21       // ingest appended a payload to an inactive link
`define TTP_EV_SEND         5'd22       // the link's turn in the ready list
`define TTP_EV_RESEND       5'd23       // a payload is lost, or a map had news (sel.first)

// Actions of the link pipe, bits of trace_action
`define TTP_ACT_RESPOND     0           // a frame without payload was queued
`define TTP_ACT_SEND        1           // a payload was handed to the sender
`define TTP_ACT_REPLAY      2           // ... and it had been sent before
`define TTP_ACT_TAKE        3           // received payload taken
`define TTP_ACT_RETIRE      4           // una moved
`define TTP_ACT_REWIND      5           // current went back to una
`define TTP_ACT_FLUSH       6           // all payloads of the link thrown away
`define TTP_ACT_DEAD        7           // link declared dead
`define TTP_ACT_ILLEGAL     8           // illegal in this state: counted, ignored
`define TTP_ACT_ALLOC       9           // entry allocated
`define TTP_ACT_NOENTRY     10          // no entry for this peer (answered without a link)
`define TTP_ACT_TIMEOUT     11          // a retransmit, open or close timer ran out

// Completion kinds, m_axis_cpl_tdata[127:120]
`define TTP_CPL_RETIRED     8'd1
`define TTP_CPL_FLUSHED     8'd2
`define TTP_CPL_REFUSED     8'd3
`define TTP_CPL_DEAD        8'd4
`define TTP_CPL_RESTARTED   8'd5
`define TTP_CPL_CLOSED      8'd6

// Refusal reasons, status field of TTP_CPL_REFUSED
`define TTP_REF_VC          8'd1        // VC > 2
`define TTP_REF_NODE        8'd2        // own node, or the all-ones group node
`define TTP_REF_KEEP        8'd3        // tkeep rule broken
`define TTP_REF_FULL        8'd4        // no link table entry within the time allowed

// The event pipe, cycles a part of it takes: a hex digit for each depth, PIPE = 0 on the right.
// 2: 512 bit; below, 1: with DEEP, 0: without. An event may enter in every cycle.
`define TTP_PIPE            (DATA_W == 512 ? 2 : DEEP != 0 ? 1 : 0)
`define TTP_PIPE_S0         12'h221     // select the event, address the tags
`define TTP_PIPE_S1         12'h221     // compare the tags, address the record
`define TTP_PIPE_WAY        12'h332     // ... and more for each way whose record is judged
`define TTP_PIPE_READ       12'h110     // S2: the record passes a flop before it is looked at
`define TTP_PIPE_RULES      12'h333     // S2: the state machine, and the turn where it fits in
`define TTP_PIPE_TURN       12'h120     // S2: the turn, where it does not
`define TTP_PIPE_FOLLOW     12'h100     // 1: events of one link may follow each other

`endif
