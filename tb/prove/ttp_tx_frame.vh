// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_frame. Assumed, as its sources promise: a payload and a response stay as they are until
// they are taken; a payload has 1..1024 bytes; an answer is one of the other ten opcodes; the
// scheduler chooses what is there. quiesce, tready, the block, the words of the store and the next
// cells are free.

`include "prove.vh"

`PROVE_RESET(core_rst)
`ASSUME_STREAM(p_pay, `TTP_PAYLOAD_W, payload_valid, payload_ready, payload)
`ASSUME_STREAM(p_resp, `TTP_RESPONSE_W, response_valid, response_ready, response)
always @* begin
    if (sel_payload) assume (payload_valid);
    else             assume (response_valid || !payload_valid);
    if (payload_valid)  assume (length != 11'd0 && length <= 11'd`TTP_MAX_PAYLOAD);
    if (response_valid) assume (op <= 4'd10 && op != `TTP_OP_PAYLOAD);
end

// Two bits of the data: the first and the last one of a beat.
`PROVE_STREAM(p_out, B + 3, m_axis_wire_tvalid, m_axis_wire_tready,
              ({m_axis_wire_tkeep, m_axis_wire_tlast, m_axis_wire_tdata[DATA_W-1],
                m_axis_wire_tdata[0]}))

// Each frame has exactly its bytes: 64, or 60 and the payload, or 60 and the block.
integer p_k;
reg [LB:0] p_bytes;
always @* begin
    p_bytes = {LB+1{1'b0}};
    for (p_k = 0; p_k < B; p_k = p_k + 1)
        if (tkeep_q[p_k]) p_bytes = p_k[LB:0] + 1;
end
wire [10:0] p_want  = start_payload && length > 11'd4 ? length + 11'd60
                    : start_response && block_there   ? 11'd76 : 11'd64;
reg  [10:0] p_sent;
wire [10:0] p_total = p_sent + p_bytes;
wire        p_beat  = m_axis_wire_tvalid && m_axis_wire_tready;
`PROVE_QUEUE(p_frame, 11, 3, start, p_want, p_beat && tlast_q, p_total)

always @(posedge clk) begin
    if (p_beat) p_sent <= tlast_q ? 11'd0 : p_total;
    if (!p_run) p_sent <= 11'd0;
    if (p_run) begin
        if (tvalid_q) begin
            no_hole:   assert ((tkeep_q & (tkeep_q + 1)) == 0 && tkeep_q[0]);
            all_bytes: assert (tlast_q || &tkeep_q);
        end
        at_most_3: assert (p_frame_inside <= 3'd3);
        silent:    assert (!quiesce || !pick || !start);
        idle:      assert (tx_idle == (p_frame_inside == 3'd0));
        short_one: cover (p_beat && tlast_q && p_total == 11'd65);
        a_block:   cover (p_beat && tlast_q && p_total == 11'd76);
        back_to_back: cover (p_frame_inside == 3'd2 && start_payload);
    end
end
