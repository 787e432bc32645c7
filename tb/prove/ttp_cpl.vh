// SPDX-License-Identifier: Apache-2.0
//
// ttp_cpl: no assumption; the three sources need not keep the stream rule.
//
// The block looks at no bit of a record: the highest and the lowest one are followed.

`include "prove.vh"

wire p_pop     = m_axis_cpl_tvalid && m_axis_cpl_tready;
wire p_retired = retired_valid && retired_ready;
wire p_refused = refused_valid && refused_ready;
// What is taken and not lost: the record of the link pipe, and the one that waits from now on.
wire p_ended   = ended_valid && in_ready;
wire p_waits   = (p_retired && !(retired[`RETIRED_OPT] && wait_q)) || p_refused;
wire p_leaves  = from_wait && in_ready;
wire [1:0] p_new = retired_valid ? {retired[127], retired[0]}
                                 : {refused[127], refused[0]};

`PROVE_RESET(rst)
`PROVE_STREAM(p_out, 2, m_axis_cpl_tvalid, m_axis_cpl_tready,
              ({m_axis_cpl_tdata[127], m_axis_cpl_tdata[0]}))
// One place to wait, and from there or from the link pipe into the queue, once and in order.
`PROVE_QUEUE(p_place, 2, 2, p_waits, p_new, p_leaves, ({data_q[127], data_q[0]}))
`PROVE_QUEUE(p_q, 2, 5, p_ended || p_leaves,
             (ended_valid ? {ended[127], ended[0]} : {data_q[127], data_q[0]}),
             p_pop, ({m_axis_cpl_tdata[127], m_axis_cpl_tdata[0]}))

reg       p_lost;
reg [4:0] p_before;
always @(posedge clk) begin
    p_lost   <= p_run && ((ended_valid && !in_ready)
                          || (p_retired && retired[`RETIRED_OPT] && wait_q));
    p_before <= p_run ? count : 5'd0;
    if (p_run) begin
        one_waits: assert (p_place_inside == {1'b0, wait_q});
        holds_16:  assert (p_q_inside == count && count <= 5'd16);
        one_taken: assert (!(p_refused && p_retired));
        told:      assert (lost == p_lost);
        room:      assert (link_ready == (p_before <= 5'd12));
        loses_two: cover (lost && count == 5'd16);
        no_room:   cover (!link_ready);
    end
end
