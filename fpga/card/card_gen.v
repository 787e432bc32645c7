// SPDX-License-Identifier: Apache-2.0
//
// card_gen - generator of payloads
//
// While run = 1 one payload after the other, with gap cycles between two, until count of them were
// sent since run rose (0: for ever); then done asks for run to fall. A payload begun is ended,
// whatever run does. k, the number of the next one, is TG_SENT.
//
// Timing: outputs are flops, but tdata: a beat's eight adders of eight bits.
// Test: tb/block/card_gen.cpp

`resetall
`default_nettype none

module card_gen (
    input  wire        clk,
    input  wire        rst,

    input  wire        cfg_run,
    input  wire        cfg_clear,           // pulse: k = 0
    input  wire [31:0] cfg_dest,
    input  wire [10:0] cfg_len,             // 1..1024
    input  wire [31:0] cfg_count,
    input  wire [23:0] cfg_gap,

    output wire [63:0] m_axis_gen_tdata,
    output wire [7:0]  m_axis_gen_tkeep,
    output wire        m_axis_gen_tvalid,
    input  wire        m_axis_gen_tready,
    output wire        m_axis_gen_tlast,
    output wire [31:0] m_axis_gen_tdest,

    output wire        done,                // pulse
    output wire [31:0] stat_sent
);

reg         run_q, valid_q, valid_d, first_q, first_d, last_q, last_d, end_q, end_d, done_q, done_d;
reg  [31:0] sent_q, sent_d, left_q, left_d, dest_q, dest_d;
reg  [30:0] k_q, k_d;
reg  [7:0]  base_q, base_d, keep_q, keep_d;
reg  [9:0]  rest_q, rest_d;                 // bytes left with this beat, less 1
reg  [23:0] gap_q, gap_d;

wire        move   = valid_q && m_axis_gen_tready;
wire [9:0]  len_m1 = cfg_len[9:0] - 10'd1;
wire        unused = &{1'b0, cfg_len[10]};           // 1024 is 0 in the low bits
wire [9:0]  rest_n = rest_q - 10'd8;
wire        start  = run_q && cfg_run && !end_q && !valid_q && gap_q == 24'd0;

card_pattern u_pattern (.k(k_q), .first(first_q), .base(base_q), .data(m_axis_gen_tdata));

always @* begin
    valid_d = valid_q;
    first_d = first_q;
    last_d  = last_q;
    sent_d  = sent_q;
    left_d  = left_q;
    dest_d  = dest_q;
    k_d     = k_q;
    base_d  = base_q;
    keep_d  = keep_q;
    rest_d  = rest_q;
    gap_d   = gap_q == 24'd0 ? 24'd0 : gap_q - 24'd1;
    end_d   = end_q && cfg_run;
    done_d  = 1'b0;
    if (cfg_run && !run_q) begin
        left_d = cfg_count;
        gap_d  = 24'd0;
    end
    if (start) begin
        valid_d = 1'b1;
        first_d = 1'b1;
        dest_d  = cfg_dest;
        k_d     = sent_q[30:0];
        base_d  = sent_q[7:0];
        rest_d  = len_m1;
        last_d  = len_m1[9:3] == 7'd0;
        keep_d  = len_m1[9:3] == 7'd0 ? 8'hFF >> ~len_m1[2:0] : 8'hFF;
    end
    if (move) begin
        first_d = 1'b0;
        base_d  = base_q + 8'd8;
        rest_d  = rest_n;
        last_d  = rest_n[9:3] == 7'd0;
        keep_d  = rest_n[9:3] == 7'd0 ? 8'hFF >> ~rest_n[2:0] : 8'hFF;
        if (last_q) begin
            valid_d = 1'b0;
            gap_d   = cfg_gap;
            sent_d  = sent_q + 32'd1;
            left_d  = left_q - 32'd1;
            if (left_q == 32'd1) begin
                end_d  = 1'b1;
                done_d = 1'b1;
            end
        end
    end
    if (cfg_clear) sent_d = 32'd0;
end

always @(posedge clk) begin
    run_q   <= cfg_run;
    valid_q <= valid_d;
    first_q <= first_d;
    last_q  <= last_d;
    end_q   <= end_d;
    done_q  <= done_d;
    sent_q  <= sent_d;
    left_q  <= left_d;
    dest_q  <= dest_d;
    k_q     <= k_d;
    base_q  <= base_d;
    keep_q  <= keep_d;
    rest_q  <= rest_d;
    gap_q   <= gap_d;
    if (rst) begin
        run_q   <= 1'b0;
        valid_q <= 1'b0;
        end_q   <= 1'b0;
        done_q  <= 1'b0;
        sent_q  <= 32'd0;
        gap_q   <= 24'd0;
    end
end

assign m_axis_gen_tkeep  = keep_q;
assign m_axis_gen_tvalid = valid_q;
assign m_axis_gen_tlast  = last_q;
assign m_axis_gen_tdest  = dest_q;
assign done              = done_q;
assign stat_sent         = sent_q;

endmodule

`resetall
