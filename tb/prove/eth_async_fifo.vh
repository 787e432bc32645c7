// SPDX-License-Identifier: Apache-2.0
//
// eth_async_fifo, between two clocks. In each step of the formal clock either clock, both or none
// has an edge, at will, so every ratio and every jitter is in. wr_clk and rd_clk are levels here
// that say: an edge, in this step. A flop of eth_sync that samples a bit while it changes takes the
// old or the new value: that is what an edge a step earlier or later gives, because only one bit
// changes at a time, which is asserted.
//
// Assumed: both resets are there at first, until each side has had three edges with both after the
// first such edge of the other side. Then they fall in any order and stay away. All flops are free
// before: so this is any later reset too.

`define PROVE_CLOCK $global_clock
`include "prove.vh"

reg [1:0] p_wr_edges, p_rd_edges;
reg p_wr_once, p_rd_once;               // an edge with both resets was
reg p_wr_up, p_rd_up;                   // out of reset
initial {p_wr_edges, p_rd_edges, p_wr_once, p_rd_once, p_wr_up, p_rd_up} = 8'd0;
wire p_settled = &p_wr_edges && &p_rd_edges;
always @(`PROVE_CLOCK) begin
    if (wr_rst && rd_rst) begin
        if (wr_clk) p_wr_once <= 1'b1;
        if (rd_clk) p_rd_once <= 1'b1;
        if (wr_clk && p_rd_once && !(&p_wr_edges)) p_wr_edges <= p_wr_edges + 2'd1;
        if (rd_clk && p_wr_once && !(&p_rd_edges)) p_rd_edges <= p_rd_edges + 2'd1;
    end
    p_wr_up <= !wr_rst;
    p_rd_up <= !rd_rst;
    if (!p_settled) assume (wr_rst && rd_rst);
    if (p_wr_up)    assume (!wr_rst);
    if (p_rd_up)    assume (!rd_rst);
end

wire p_run  = !rd_rst;
wire p_push = wr_clk && push && !wr_rst;
wire p_drop = wr_clk && wr_drop && !wr_rst;
wire p_show = wr_clk && wr_commit && !wr_drop && !wr_rst;
wire p_pop  = rd_clk && rd_valid && rd_ready && !rd_rst;

`PROVE_STREAM(p_out, WIDTH, rd_valid, (rd_clk && rd_ready), rd_data)

// Words inside, shown to the reader or not yet; one arbitrary word of them is followed.
(* anyseq *) wire p_pick;
localparam [PW:0] F_ONE = 1, F_DEPTH = DEPTH;
reg [PW:0] p_shown, p_hidden, p_ahead;
reg p_follow, p_committed;
reg [WIDTH-1:0] p_word;
wire [PW:0] p_pushed = {{PW{1'b0}}, p_push}, p_popped = {{PW{1'b0}}, p_pop};
wire [PW:0] p_hidden_now = p_hidden + p_pushed;

always @(`PROVE_CLOCK) begin
    p_hidden  <= p_drop || p_show ? {PW+1{1'b0}} : p_hidden_now;
    p_shown <= p_shown - p_popped + (p_show ? p_hidden_now : {PW+1{1'b0}});
    if (p_follow && p_show) p_committed <= 1'b1;
    if (p_follow && p_drop && !p_committed) p_follow <= 1'b0;
    if (p_follow && p_pop) begin
        p_ahead <= p_ahead - F_ONE;
        if (p_ahead == 0) p_follow <= 1'b0;
    end
    if (!p_follow && p_push && p_pick) begin
        p_follow    <= 1'b1;
        p_committed <= p_show;
        p_ahead     <= p_shown + p_hidden - p_popped;
        p_word      <= wr_data;
    end
    if (wr_rst) begin
        p_follow <= 1'b0;
        p_shown  <= {PW+1{1'b0}};
        p_hidden   <= {PW+1{1'b0}};
    end
    if (p_settled && !rd_rst) begin
        if (rd_valid) committed_only: assert (!wr_rst && p_shown != 0);
        if (p_pop && p_follow && p_ahead == 0)
            order: assert (p_committed && rd_data == p_word);
        passed: cover (p_pop && p_follow && p_ahead == 0);
    end
    if (p_settled && !wr_rst) begin
        // One word more than DEPTH: the reader's output register.
        all_fit: assert (p_shown + p_hidden <= F_DEPTH + F_ONE);
        stuck:   cover (wr_stuck);
        dropped: cover (p_drop && p_hidden > 1 && p_shown != 0);
    end
end

// Nothing waits for ever. A committed word is offered DEPTH + 2 edges of wr_clk and then 4 of
// rd_clk later; a writer whose words are all read may write, or is told that it is stuck.
reg [3:0] p_wr_late, p_rd_late, p_room_late;
always @(`PROVE_CLOCK) begin
    if (wr_clk && p_wr_late != 4'd15) p_wr_late <= p_wr_late + 4'd1;
    if (rd_clk && p_wr_late >= DEPTH + 2 && p_rd_late != 4'd15) p_rd_late <= p_rd_late + 4'd1;
    if (p_shown == 0 || rd_valid || wr_rst || rd_rst) {p_wr_late, p_rd_late} <= 8'd0;
    if (wr_clk && p_room_late != 4'd15) p_room_late <= p_room_late + 4'd1;
    if (p_shown != 0 || wr_ready || wr_stuck || wr_rst || rd_rst) p_room_late <= 4'd0;
    if (p_settled) begin
        offered:    assert (p_rd_late <= 4'd4);
        room:       assert (p_room_late <= 4'd5);
        late_offer: cover (p_rd_late == 4'd1);
        late_room:  cover (p_room_late == 4'd2);
    end
end
