// SPDX-License-Identifier: Apache-2.0
//
// ttp_csr_command - CLOSE_LINK and LINK_INDEX: a command to the link pipe, and what it found
//
//    write   | c |
//    valid       |^^^^^^^| command_ready
//    busy        |^^^^^^^^^^^^^^^^^^^| result
//    record                          | LINK_REC0..6, all 0 if there is no entry
//
// SELECTIVE: if a send of the link had a number, ttp_tx_marks is asked what it keeps of the link:
//
//    result              | r |
//    path_ask                |^^^^^^^|               until it tells
//    path_told                   |^^^|
//    busy        |^^^^^^^^^^^^^^^^^^^| LINK_RTT, LINK_RTT_MIN, LINK_PATH: 0 from the result on
//
// One command at a time; a write that finds one waits in ttp_csr. CLOSE_LINK with VC > 2 and
// LINK_INDEX beyond the last link are refused. A soft reset forgets the command under way.
// Part of: ttp_csr

`include "ttp_bus_rx.vh"
`include "ttp_bus_tx.vh"
`include "ttp_regs.vh"

`resetall
`default_nettype none

module ttp_csr_command #(
    parameter LINKS     = 192,  // links, 3..65536
    parameter SELECTIVE = 0     // 1: ttp_tx_marks is asked too
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         resetting,          // a soft reset

    // The access under way
    input  wire [63:0]  sel,                // the register, one bit a word address
    input  wire         look2,
    input  wire         apply,              // it is written in this cycle, if it may be
    input  wire [31:0]  merged,             // ... with this
    output wire         refuse,             // a command out of range
    output wire         wait_busy,          // a command while one is busy
    output wire [31:0]  word,               // in LOOK3: of the record
    output wire         busy,
    output wire         nolink,             // the last CLOSE_LINK found no entry

    // To the link pipe
    output wire         command_valid,
    input  wire         command_ready,
    output wire [`TTP_COMMAND_W-1:0] command,
    input  wire [`TTP_RESULT_W-1:0]  result,

    // To ttp_tx_marks: of the link of the command
    output wire         path_ask,
    input  wire         path_told,
    input  wire [`TTP_PATH_W-1:0]    path
);

localparam A_CLOSE = `TTP_REG_CLOSE_LINK / 4, A_INDEX = `TTP_REG_LINK_INDEX / 4;
localparam A_REC   = `TTP_REG_LINK_REC0 / 4, A_RTT = `TTP_REG_LINK_RTT / 4;
localparam A_LEAST = `TTP_REG_LINK_RTT_MIN / 4, A_PATH = `TTP_REG_LINK_PATH / 4;
localparam [31:0] LIMIT = LINKS;

generate if (LINKS < 3 || LINKS > 65536) begin : g_bad
    ERROR_ttp_csr_parameter_out_of_range u_bad ();
end endgenerate

reg         command_valid_q, command_peek_q, busy_q, nolink_q, refuse_q, ask_q;
reg [25:0]  close_q;
reg [15:0]  index_q;
reg [223:0] rec_q;
reg [`TTP_PATH_W-1:0] path_q;
reg [31:0]  word_q;

wire is_close = sel[A_CLOSE];
wire is_index = sel[A_INDEX];
wire start    = apply && !refuse && (is_close || is_index) && !busy_q;
wire closed   = result[`RESULT_CLOSED];
wire peeked   = result[`RESULT_PEEKED];
wire no_entry = peeked && !result[`RESULT_ENTRY];
wire asks     = SELECTIVE != 0 && peeked && !no_entry && result[`RESULT_NUMBERED];
wire told     = SELECTIVE != 0 && path_told;

assign refuse    = refuse_q;
assign wait_busy = (is_close || is_index) && busy_q;

reg [31:0] picked;
integer    i;

always @* begin
    picked = ({8'd0, path_q[`PATH_TRIP], 1'b0} & {32{sel[A_RTT]}})
           | ({8'd0, path_q[`PATH_SHORTEST], 4'd0} & {32{sel[A_LEAST]}})
           | ({6'd0, path_q[`PATH_WINDOW], 8'd0, path_q[`PATH_DISTANCE]} & {32{sel[A_PATH]}});
    for (i = 0; i < 7; i = i + 1) picked = picked | (rec_q[32*i +: 32] & {32{sel[A_REC + i]}});
end

always @(posedge clk) begin
    if (look2) word_q <= picked;
    // The word stands from LOOK3 on, and is looked at a cycle later.
    refuse_q <= (is_close && merged[31:24] > 8'd2) || (is_index && merged >= LIMIT);
    // It is not looked at before the command starts, so a refused one may write it too.
    if (apply && !busy_q && is_close) close_q <= merged[25:0];
    if (start && is_index)            index_q <= merged[15:0];

    if (command_ready)    command_valid_q <= 1'b0;
    if (closed)           nolink_q <= result[`RESULT_NOLINK];
    if (peeked)           rec_q    <= result[`RESULT_RECORD];
    if (asks) ask_q  <= 1'b1;
    if (told) ask_q  <= 1'b0;
    if (told) path_q <= path;
    if (closed || (peeked && !asks) || told) busy_q <= 1'b0;
    if (start) begin
        command_valid_q <= 1'b1;
        command_peek_q  <= is_index;
        busy_q          <= 1'b1;
    end
    if (resetting)       {command_valid_q, busy_q, ask_q} <= 3'd0;
    if (rst)             {command_valid_q, busy_q, ask_q, nolink_q, index_q} <= 20'd0;
    if (rst || no_entry) rec_q <= 224'd0;
    if (rst || peeked)   path_q <= {`TTP_PATH_W{1'b0}};
end

assign word          = word_q;
assign busy          = busy_q;
assign nolink        = nolink_q;
assign path_ask      = ask_q;
assign command_valid = command_valid_q;
assign command[`COMMAND_PEEK] = command_peek_q;
assign command[`COMMAND_VC]   = close_q[25:24];
assign command[`COMMAND_NODE] = close_q[23:0];
assign command[`COMMAND_LINK] = index_q;

wire unused = &{1'b0, sel, path_told, path};       // the rest of sel belongs to other parts

endmodule

`resetall
