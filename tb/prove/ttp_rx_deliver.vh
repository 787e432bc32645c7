// SPDX-License-Identifier: Apache-2.0
//
// ttp_rx_deliver. Assumed: a verdict names a VC and 1..1024 bytes; no more payloads are in the ring
// than it has places; the word that the memory has read holds until the next read. quiesce, tready,
// the verdicts and the words are free. P_MAX bounds the length of a payload where it is set.

`include "prove.vh"
`ifndef P_MAX
`define P_MAX 1024
`endif

`PROVE_RESET(core_rst)
localparam P_W = $clog2(PLACES) + 1;
wire p_told = verdict_valid && !core_rst;
wire p_out  = p_told && verdict[`VERDICT_TAKE];
wire p_beat = m_axis_host_tvalid && m_axis_host_tready;
wire p_end  = p_beat && m_axis_host_tlast;

reg p_read;
reg [1:0] p_word;
initial p_read = 1'b1;
always @(posedge clk) begin
    p_read <= rd_en;
    p_word <= {rd_data[DATA_W-1], rd_data[0]};
    if (!p_read) assume ({rd_data[DATA_W-1], rd_data[0]} == p_word);
end

// Cells of each payload go back, once and in order. Two more verdict bits are followed: its_len
// has them.
wire [4:0] p_cells = {its_len - 11'd1} >> 6;
`PROVE_QUEUE(p_ring, 5, P_W, p_told, p_cells, rel_en, (rel_n - 5'd1))
always @* if (verdict_valid) begin
    assume (its_vc != 2'd3 && its_len != 11'd0 && its_len <= 11'd`P_MAX);
    assume (p_ring_inside != PLACES);
end

`PROVE_STREAM(p_host, B + 35, m_axis_host_tvalid, m_axis_host_tready,
              ({m_axis_host_tkeep, m_axis_host_tlast, m_axis_host_tid,
                rd_data[DATA_W-1], rd_data[0]}))

// A packet for each payload that the host gets: in order, with its sender and exactly its bytes.
integer p_k;
reg [LB:0] p_bytes;
always @* begin
    p_bytes = {LB+1{1'b0}};
    for (p_k = 0; p_k < B; p_k = p_k + 1)
        if (tkeep_q[p_k]) p_bytes = p_k[LB:0] + 1;
end
reg  [10:0] p_sent;
wire [10:0] p_total = p_sent + p_bytes;
`PROVE_QUEUE(p_pkt, 11 + 3, P_W + 1, p_out, ({its_len, its_vc, verdict[`VERDICT_NODE] == 24'd5}),
             p_end, ({p_total, m_axis_host_tid[25:24], m_axis_host_tid[23:0] == 24'd5}))

// What is read lies in the cells of the payload at the head.
reg [RCW-1:0] p_base;
wire [RCW-1:0] p_cell = rd_addr[AW-1:WB] - p_base;
always @(posedge clk) begin
    if (p_beat) p_sent <= m_axis_host_tlast ? 11'd0 : p_total;
    if (rel_en) p_base <= p_base + rel_n;
    if (!p_run) begin
        p_sent <= 11'd0;
        p_base <= {RCW{1'b0}};
    end
    if (p_run) begin
        if (m_axis_host_tvalid) begin
            no_hole:   assert ((tkeep_q & (tkeep_q + 1)) == 0 && tkeep_q[0]);
            all_bytes: assert (m_axis_host_tlast || &tkeep_q);
        end
        if (rd_en) own_cells: assert (p_cell < rel_n);
        idle:    assert (!quiesce || !rx_idle || !rd_en);
        skipped: cover (rel_en && !rd_en && m_axis_host_tvalid);
        second:  cover (rd_en && p_cell == 1 && p_base != 0);
    end
end
