// SPDX-License-Identifier: Apache-2.0
//
// ttp_csr_times - the registers of times: seven of cycles, and RETRY_MAX, which counts rounds
//
// A value out of range becomes the nearest one in it (tmr.range): the times that a rule needs are
// 1..2^30, those that can be off 0..2^30, RETRY_MAX is 1..255.
// Part of: ttp_csr

`include "ttp_regs.vh"

`resetall
`default_nettype none

module ttp_csr_times #(
    // After reset: cycles, 1..2^30, and rounds, 1..255
    parameter TIMEOUT_RST   = `TTP_RST_TIMEOUT,
    parameter OPEN_TMO_RST  = `TTP_RST_OPEN_TMO,
    parameter CLOSE_TMO_RST = `TTP_RST_CLOSE_TMO,
    parameter BACKOFF_RST   = `TTP_RST_BACKOFF,
    parameter RETRY_MAX_RST = `TTP_RST_RETRY_MAX,
    parameter SELECTIVE     = 0     // 0: cfg_open_fits is 0
) (
    input  wire         clk,
    input  wire         rst,

    input  wire [63:0]  sel,                // the register, one bit a word address
    input  wire         apply,              // it is written in this cycle
    input  wire [31:0]  merged,             // ... with this
    output wire [31:0]  old,                // what it holds, combinational from sel

    output wire [30:0]  cfg_timeout,
    output wire [30:0]  cfg_open_tmo,
    output wire [5:0]   cfg_open_fits,      // bit i: doubled i times, < cfg_timeout; a cycle behind
    output wire [30:0]  cfg_close_tmo,
    output wire [30:0]  cfg_backoff,
    output wire [7:0]   cfg_retry_max,
    output wire [30:0]  cfg_reack,
    output wire [30:0]  cfg_victim_idle,
    output wire [30:0]  cfg_idle
);

localparam
    A_TIMEOUT = `TTP_REG_TIMEOUT / 4,       A_OPEN    = `TTP_REG_OPEN_TMO / 4,
    A_CLOSE   = `TTP_REG_CLOSE_TMO / 4,     A_BACKOFF = `TTP_REG_BACKOFF / 4,
    A_RETRY   = `TTP_REG_RETRY_MAX / 4,     A_REACK   = `TTP_REG_REACK / 4,
    A_VICTIM  = `TTP_REG_VICTIM_IDLE / 4,   A_IDLE    = `TTP_REG_IDLE_TMO / 4;

localparam [31:0] RST_TIMEOUT     = TIMEOUT_RST;
localparam [31:0] RST_OPEN_TMO    = OPEN_TMO_RST;
localparam [31:0] RST_CLOSE_TMO   = CLOSE_TMO_RST;
localparam [31:0] RST_BACKOFF     = BACKOFF_RST;
localparam [31:0] RST_RETRY_MAX   = RETRY_MAX_RST;
localparam [31:0] RST_REACK       = `TTP_RST_REACK;
localparam [31:0] RST_VICTIM_IDLE = `TTP_RST_VICTIM_IDLE;
localparam [31:0] RST_IDLE_TMO    = `TTP_RST_IDLE_TMO;
localparam [31:0] SPAN_MAX        = 32'h4000_0000;

generate if (TIMEOUT_RST < 1 || RST_TIMEOUT > SPAN_MAX
             || OPEN_TMO_RST < 1 || RST_OPEN_TMO > SPAN_MAX
             || CLOSE_TMO_RST < 1 || RST_CLOSE_TMO > SPAN_MAX
             || BACKOFF_RST < 1 || RST_BACKOFF > SPAN_MAX
             || RETRY_MAX_RST < 1 || RETRY_MAX_RST > 255) begin : g_bad
    ERROR_ttp_csr_parameter_out_of_range u_bad ();
end endgenerate

reg [30:0] timeout_q, open_tmo_q, close_tmo_q, backoff_q, reack_q, victim_idle_q, idle_tmo_q;
reg [7:0]  retry_max_q;

function [31:0] when;                       // the and of and-or
    input        chosen;
    input [30:0] value;
    when = {1'b0, value & {31{chosen}}};
endfunction

assign old = when(sel[A_TIMEOUT], timeout_q)
           | when(sel[A_OPEN],    open_tmo_q)
           | when(sel[A_CLOSE],   close_tmo_q)
           | when(sel[A_BACKOFF], backoff_q)
           | when(sel[A_REACK],   reack_q)
           | when(sel[A_VICTIM],  victim_idle_q)
           | when(sel[A_IDLE],    idle_tmo_q)
           | when(sel[A_RETRY],   {23'd0, retry_max_q});

// The new word, clamped in the ways there are. What is over becomes 2^30: its low bits are cleared
// behind the load, which is a pin of a flop and no gate.
wire        over     = merged[31:30] != 2'd0;
wire        nonzero  = merged[30:1] != 30'd0 || over;
wire [30:0] as_off   = {over, merged[29:0]};                            // 0..2^30
wire [30:0] as_span  = {over, merged[29:1], merged[0] || !nonzero};
wire [7:0]  as_retry = merged[31:8] != 24'd0 ? 8'd255
                     : {merged[7:1], merged[0] || merged[7:1] == 7'd0};

always @(posedge clk) begin
    if (apply && sel[A_TIMEOUT]) timeout_q     <= as_span;
    if (apply && sel[A_OPEN])    open_tmo_q    <= as_span;
    if (apply && sel[A_CLOSE])   close_tmo_q   <= as_span;
    if (apply && sel[A_BACKOFF]) backoff_q     <= as_span;
    if (apply && sel[A_REACK])   reack_q       <= as_off;
    if (apply && sel[A_VICTIM])  victim_idle_q <= as_off;
    if (apply && sel[A_IDLE])    idle_tmo_q    <= as_off;
    if (apply && sel[A_RETRY])   retry_max_q   <= as_retry;
    if (apply && sel[A_TIMEOUT] && over) timeout_q[29:0]     <= 30'd0;
    if (apply && sel[A_OPEN]    && over) open_tmo_q[29:0]    <= 30'd0;
    if (apply && sel[A_CLOSE]   && over) close_tmo_q[29:0]   <= 30'd0;
    if (apply && sel[A_BACKOFF] && over) backoff_q[29:0]     <= 30'd0;
    if (apply && sel[A_REACK]   && over) reack_q[29:0]       <= 30'd0;
    if (apply && sel[A_VICTIM]  && over) victim_idle_q[29:0] <= 30'd0;
    if (apply && sel[A_IDLE]    && over) idle_tmo_q[29:0]    <= 30'd0;
    if (rst) begin
        timeout_q     <= RST_TIMEOUT[30:0];
        open_tmo_q    <= RST_OPEN_TMO[30:0];
        close_tmo_q   <= RST_CLOSE_TMO[30:0];
        backoff_q     <= RST_BACKOFF[30:0];
        reack_q       <= RST_REACK[30:0];
        victim_idle_q <= RST_VICTIM_IDLE[30:0];
        idle_tmo_q    <= RST_IDLE_TMO[30:0];
        retry_max_q   <= RST_RETRY_MAX[7:0];
    end
end

// sel.open: compared here, where there is time for it
reg  [5:0]  open_fits_q;
wire [35:0] open_wide = {5'd0, open_tmo_q};
wire [35:0] open_last = {5'd0, timeout_q};
always @(posedge clk)
    open_fits_q <= {open_wide << 5 < open_last, open_wide << 4 < open_last,
                    open_wide << 3 < open_last, open_wide << 2 < open_last,
                    open_wide << 1 < open_last, open_wide < open_last} & {6{SELECTIVE != 0}};
assign cfg_open_fits   = open_fits_q;
assign cfg_timeout     = timeout_q;
assign cfg_open_tmo    = open_tmo_q;
assign cfg_close_tmo   = close_tmo_q;
assign cfg_backoff     = backoff_q;
assign cfg_retry_max   = retry_max_q;
assign cfg_reack       = reack_q;
assign cfg_victim_idle = victim_idle_q;
assign cfg_idle        = idle_tmo_q;

wire unused = &{1'b0, sel};                // the rest belongs to other parts

endmodule

`resetall
