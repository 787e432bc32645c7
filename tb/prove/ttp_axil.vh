// SPDX-License-Identifier: Apache-2.0
//
// ttp_axil: no assumption; the master need not keep its own rules, rd_word and wr_done are free.

`include "prove.vh"

wire p_aw = s_axil_awvalid && s_axil_awready;
wire p_w  = s_axil_wvalid && s_axil_wready;
wire p_ar = s_axil_arvalid && s_axil_arready;
wire p_b  = s_axil_bvalid && s_axil_bready;
wire p_r  = s_axil_rvalid && s_axil_rready;

`PROVE_RESET(rst)
`PROVE_STREAM(p_bs, 2, s_axil_bvalid, s_axil_bready, s_axil_bresp)
`PROVE_STREAM(p_rs, 34, s_axil_rvalid, s_axil_rready, {s_axil_rresp, s_axil_rdata})

// Each access is that of its address and its data, in order, and each has one answer: its own.
`PROVE_QUEUE(p_wr_addr, ADDR_W - 2, 2, p_aw, s_axil_awaddr[ADDR_W-1:2], wr_end, acc_addr)
`PROVE_QUEUE(p_wr_data, 36, 2, p_w, ({s_axil_wstrb, s_axil_wdata}), wr_end,
             ({acc_wstrb, acc_wdata}))
`PROVE_QUEUE(p_rd_addr, ADDR_W - 2, 2, p_ar, s_axil_araddr[ADDR_W-1:2], rd_end, acc_addr)
`PROVE_QUEUE(p_wr_answer, 2, 2, wr_end, ({wr_err, 1'b0}), p_b, s_axil_bresp)
`PROVE_QUEUE(p_rd_answer, 34, 2, rd_end, ({rd_err, 1'b0, rd_word}), p_r,
             ({s_axil_rresp, s_axil_rdata}))

// How long the one that waits for nothing but this block waits. Cycles in which the registers keep
// a write waiting do not count.
reg [4:0] p_rd_wait, p_wr_wait;
wire p_held = acc_write && !wr_done;
always @(posedge clk) begin
    if (!p_held) begin
        p_rd_wait <= p_rd_wait + 5'd1;
        p_wr_wait <= p_wr_wait + 5'd1;
    end
    if (!p_run || !ar_full_q || r_valid_q || rd_end)              p_rd_wait <= 5'd0;
    if (!p_run || !aw_full_q || !w_full_q || b_valid_q || wr_end) p_wr_wait <= 5'd0;
    if (p_run) begin
        one_write:  assert (p_wr_addr_inside <= 2'd1 && p_wr_data_inside <= 2'd1);
        one_read:   assert (p_rd_addr_inside <= 2'd1);
        answered:   assert (s_axil_bvalid == (p_wr_answer_inside != 2'd0)
                            && s_axil_rvalid == (p_rd_answer_inside != 2'd0));
        if (p_past_acc)
            stands: assert (acc_addr == p_addr && acc_wr == p_is_wr
                            && (!acc_wr || {acc_wstrb, acc_wdata} == p_data));
        read_soon:  assert (p_rd_wait <= 5'd8);
        write_soon: assert (p_wr_wait <= 5'd8);
        both_wait:  cover (p_rd_wait == 5'd7);
    end
end

// The access under way stands from its first cycle to its last.
reg p_past_acc, p_is_wr;
reg [ADDR_W-3:0] p_addr;
reg [35:0] p_data;
initial p_past_acc = 1'b0;
always @(posedge clk) begin
    p_past_acc <= p_run && state_q != ST_IDLE && !rd_end && !wr_end;
    p_addr     <= acc_addr;
    p_is_wr    <= acc_wr;
    p_data     <= {acc_wstrb, acc_wdata};
end
