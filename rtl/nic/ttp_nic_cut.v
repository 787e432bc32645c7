// SPDX-License-Identifier: Apache-2.0
//
// ttp_nic_cut - how many bytes of a message go into its next payload (msg.cut, msg.fill)
//
// fill is how many pieces of 64 bytes the payload that was made last has, with those that it may be
// joined to, and 0 if nothing may be joined to it; last_dest is where it went. filled is that of
// this payload, as if it were the next one. With fills a payload that leaves some of its message
// has as many bytes as there is room for; without it fill and filled mean nothing.
//
// Timing: combinational.
// Part of: ttp_nic_core

`include "ttp_nic_defs.vh"

`resetall
`default_nettype none

module ttp_nic_cut (
    input  wire        fills,           // msg.fill: COALESCE is above 0, at 512 bit
    input  wire [4:0]  fill,            // 0..16
    input  wire [31:0] last_dest,

    input  wire [31:0] dest,
    input  wire [31:0] left,            // bytes of the message
    input  wire        is_first,        // the payload has a long head
    input  wire        none,            // ... and no data: a READ, a REPLY

    output wire        more,            // some are left behind the payload
    output wire [9:0]  count,           // bytes of the payload
    output wire [4:0]  filled           // 1..16
);

wire        same   = dest == last_dest;
// ---------------------------------------------------------------- one that leaves some
localparam  DATA   = `TTP_NIC_DATA, LESS  = DATA - `TTP_NIC_LESS;     // behind a long head
localparam  MORE   = `TTP_NIC_MORE, LESS2 = MORE - `TTP_NIC_LESS;     // behind a short one
localparam  FEW    = LESS + MORE,   FEW2  = LESS2 + MORE;             // in two payloads
wire        leaves = left[31:10] != 22'd0 || left[9:0] > (is_first ? DATA[9:0] : MORE[9:0]);
wire        few    = left[31:11] == 21'd0 && left[10:0] <= (is_first ? FEW[10:0] : FEW2[10:0]);
wire [9:0]  most   = is_first ? DATA[9:0] : MORE[9:0];
wire [9:0]  less   = is_first ? LESS[9:0] : LESS2[9:0];
// 64 less for each piece, of 15 and some
localparam  FULL   = 16 - `TTP_NIC_ROOM / 64;
wire        some   = same && fill <= FULL[4:0];
wire [9:0]  room   = {~(some ? fill[3:0] : 4'd0), most[5:0]};

// ---------------------------------------------------------------- the last one of its message
wire [10:0] bytes  = {1'b0, none ? 10'd0 : left[9:0]} + 11'd63
                   + (is_first ? 11'd`TTP_NIC_HEAD : 11'd`TTP_NIC_SHORT);
wire [5:0]  all    = {1'b0, fill} + {1'b0, bytes[10:6]};

assign more   = leaves && !none;
assign count  = none    ? 10'd0 :
                !leaves ? left[9:0] :
                fills   ? room :
                few     ? less : most;
assign filled = more                  ? 5'd16 :
                same && all <= 6'd16  ? all[4:0] : bytes[10:6];

wire unused = &{1'b0, bytes[5:0]};

endmodule

`resetall
