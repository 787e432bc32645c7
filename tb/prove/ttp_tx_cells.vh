// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_cells, the free list of ttp_tx_sram. Assumed: the walk of ttp_init names all cells in
// order after a reset, and the soft reset stays until the walk may begin; a cell is popped only
// while one is offered; a chain that comes back is one of cells popped before and not given back
// since, linked as they were popped. Chains of one cell and of two are followed.
//
// p_out: bit i: cell i is with somebody. p_link[i]: the cell popped after cell i.

`include "prove.vh"

`PROVE_RESET(core_rst)

localparam [TCW:0] P_ALL = TX_CELLS;
reg  [16:0]         p_idx;
reg                 p_walk;
reg  [TX_CELLS-1:0] p_out;

// The walk: from the cycle after reset on, an index a cycle.
always @(posedge clk) begin
    if (core_rst)                        {p_walk, p_idx} <= {1'b1, 17'd0};
    else if (p_walk && p_idx == LAST[16:0]) p_walk <= 1'b0;
    else if (p_walk)                     p_idx <= p_idx + 17'd1;
end
always @* if (p_run) assume (init_active == p_walk && (!p_walk || init_idx == p_idx));

// What comes back: one cell, or two that were popped one after the other.
reg  [TCW-1:0] p_link [0:TX_CELLS-1];
reg  [TX_CELLS-1:0] p_linked;
reg  [TCW-1:0] p_newest;
reg            p_any;
wire           p_two = n1 != 4'd0;
wire           p_back = freed_valid || abort_valid;
integer        p_i;
always @* begin
    if (free_cell_pop) assume (free_cell_valid);
    if (core_rst || init_active) assume (!freed_valid && !abort_valid && !free_cell_pop);
    if (abort_valid) assume (abort_chain[`ABORT_N] == 5'd1 || abort_chain[`ABORT_N] == 5'd2);
    if (p_back) assume (n1 <= 4'd1 && first < TX_CELLS && last < TX_CELLS
                        && p_out[first] && p_out[last]
                        && (p_two ? first != last && p_linked[first] && p_link[first] == last
                                  : first == last));
end

always @(posedge clk) begin
    if (free_cell_pop) begin
        p_newest        <= free_cell;
        p_any           <= 1'b1;
        p_linked[free_cell] <= 1'b0;
        if (p_any && p_out[p_newest]) begin
            p_link[p_newest]   <= free_cell;
            p_linked[p_newest] <= 1'b1;
        end
    end
    for (p_i = 0; p_i < TX_CELLS; p_i = p_i + 1)
        p_out[p_i] <= (p_out[p_i] || (free_cell_pop && free_cell == p_i))
                   && !(p_back && (first == p_i || last == p_i));
    if (!p_run) begin
        p_out <= {TX_CELLS{1'b0}};
        p_any <= 1'b0;
    end
end

reg [TCW:0] p_used;
always @* begin
    p_used = {TCW+1{1'b0}};
    for (p_i = 0; p_i < TX_CELLS; p_i = p_i + 1) p_used = p_used + p_out[p_i];
end

// The sender asks for the cell behind one that is out and linked.
reg           p_asked;
reg [TCW-1:0] p_answer;
always @(posedge clk) begin
    p_asked  <= p_run && next_cell_en && !init_active && p_out[next_cell_addr]
                && p_linked[next_cell_addr];
    p_answer <= p_link[next_cell_addr];
    if (p_run && !init_active) begin
        if (free_cell_valid) not_twice: assert (!p_out[free_cell]);
        total:  assert (p_used + stat_free == P_ALL);
        if (!free_cell_pop && !p_back && p_idle[1])
            offered: assert (free_cell_valid == (stat_free != 0));
        if (p_asked) chained: assert (next_cell == p_answer);
        empty:  cover (stat_free == 0);
        both:   cover (free_cell_pop && p_back && stat_free == 1);
        again:  cover (p_two && p_back && stat_free == 0);
    end
end
reg [1:0] p_idle;       // cycles without a pop or a return
always @(posedge clk)
    p_idle <= !p_run || init_active || free_cell_pop || p_back ? 2'd0 : {p_idle[0], 1'b1};
