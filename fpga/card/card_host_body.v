// SPDX-License-Identifier: Apache-2.0
//
// card_host_body - passes on what follows a header: a payload to the MAC, operations to card_ops
//
//     data_on, req_on  __/=============\__     a beat a cycle, as long as somebody takes it
//     body_end         ________________/\_     with the last beat that the header has announced
//
// A payload streams to the MAC while its frame is read; if the frame turns out to be shorter than
// it says, the last beat carries tuser and the payload is not taken. So it is with one that the MAC
// does not take a beat of for STALL_MAX cycles: it is given up, and its last beat follows when the
// MAC moves again. The rest of the link must not wait: the credit that the MAC's completions need
// comes this way.
//
// Timing: the payload and `place` are flops. body_ready, body_end, body_whole, give_up, late and
// op_* are combinational from flops, from the stream and m_axis_data_tready.
// Test: tb/block/card_host.cpp

`resetall
`default_nettype none

module card_host_body #(
    parameter STALL_MAX = 511   // cycles a payload waits for the MAC, 1..1023
) (
    input  wire        clk,
    input  wire        rst,

    // Header, and what is done with what follows it; load, data_on and req_on exclude each other
    input  wire [9:0]  head_length,
    input  wire [31:0] head_dest,       // {VC, node}
    input  wire        load,            // the header stands
    input  wire        want,            // ... and its payload is to begin: it does, when `place`
    input  wire        data_on,         // read a payload
    input  wire        req_on,          // read operations

    // Frames
    input  wire [63:0] s_axis_in_tdata,
    input  wire [7:0]  s_axis_in_tkeep,
    input  wire        s_axis_in_tvalid,
    input  wire        s_axis_in_tlast,
    output wire        body_ready,

    output wire        place,           // a payload may begin
    output wire        late,            // the MAC has stood for STALL_MAX cycles
    output wire        body_end,        // pulse: the body ends in this beat
    output wire        body_whole,      // with it: nothing is missing
    output wire        give_up,         // pulse: the MAC took too long

    // Requests
    output wire        op_wr,
    output wire [4:0]  op_idx,
    output wire [63:0] op_data,
    output wire        op_go,           // pulse with the last op_wr: op_idx + 1 operations

    // Payloads
    output wire [63:0] m_axis_data_tdata,
    output wire [7:0]  m_axis_data_tkeep,
    output wire        m_axis_data_tvalid,
    input  wire        m_axis_data_tready,
    output wire        m_axis_data_tlast,
    output wire        m_axis_data_tuser,
    output wire [31:0] m_axis_data_tdest
);

generate if (STALL_MAX < 1 || STALL_MAX > 1023) begin : g_bad
    ERROR_card_host_body_parameter_out_of_range u_bad ();
end endgenerate

localparam [31:0] STALL = STALL_MAX;

reg  [9:0]  left_q, left_d;         // bytes of the body not read, less 1
reg  [4:0]  idx_q, idx_d;
reg  [9:0]  stall_q, stall_d;
reg         owe_q, owe_d;           // a payload given up: its last beat is owed
reg         out_q, out_d, out_last_q, out_last_d, out_user_q, out_user_d;
reg  [63:0] out_data_q, out_data_d;
reg  [7:0]  out_keep_q, out_keep_d;
reg  [31:0] dest_q, dest_d;

wire free   = !out_q || m_axis_data_tready;
wire move   = s_axis_in_tvalid && body_ready;
wire end_n  = left_q[9:3] == 7'd0;                      // no more than this beat is due
wire cut    = s_axis_in_tlast && (!end_n || !s_axis_in_tkeep[left_q[2:0]]);

assign body_ready = req_on || (data_on && free);
assign place      = !out_q && !owe_q;
assign late       = stall_q == STALL[9:0];
assign body_end   = move && (end_n || s_axis_in_tlast);
assign body_whole = !cut;
assign give_up    = data_on && !free && late;

assign op_wr   = req_on && s_axis_in_tvalid;
assign op_idx  = idx_q;
assign op_data = s_axis_in_tdata;
assign op_go   = req_on && body_end && body_whole;

always @* begin
    left_d     = left_q;
    idx_d      = idx_q;
    stall_d    = (want && !place) || (data_on && !free) ? stall_q + 10'd1 : 10'd0;
    owe_d      = (owe_q && !free) || give_up;
    out_d      = out_q && !m_axis_data_tready;
    out_last_d = out_last_q;
    out_user_d = out_user_q;
    out_data_d = out_data_q;
    out_keep_d = out_keep_q;
    dest_d     = dest_q;

    if (load) begin
        left_d = head_length - 10'd1;
        idx_d  = 5'd0;
    end
    if (want && place) dest_d = head_dest;
    if (owe_q && free) begin
        out_d      = 1'b1;
        out_last_d = 1'b1;
        out_user_d = 1'b1;
        out_keep_d = 8'hFF;
    end
    if (move) begin
        left_d = left_q - 10'd8;
        idx_d  = idx_q + 5'd1;
    end
    if (move && data_on) begin
        out_d      = 1'b1;
        out_data_d = s_axis_in_tdata;
        out_keep_d = end_n && !cut ? 8'hFF >> ~left_q[2:0] : 8'hFF;
        out_last_d = body_end;
        out_user_d = cut;
    end
end

always @(posedge clk) begin
    left_q     <= left_d;
    idx_q      <= idx_d;
    stall_q    <= stall_d;
    owe_q      <= owe_d;
    out_q      <= out_d;
    out_last_q <= out_last_d;
    out_user_q <= out_user_d;
    out_data_q <= out_data_d;
    out_keep_q <= out_keep_d;
    dest_q     <= dest_d;
    if (rst) begin
        owe_q <= 1'b0;
        out_q <= 1'b0;
    end
end

assign m_axis_data_tdata  = out_data_q;
assign m_axis_data_tkeep  = out_keep_q;
assign m_axis_data_tvalid = out_q;
assign m_axis_data_tlast  = out_last_q;
assign m_axis_data_tuser  = out_user_q;
assign m_axis_data_tdest  = dest_q;

endmodule

`resetall
