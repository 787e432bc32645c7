// SPDX-License-Identifier: Apache-2.0
//
// ttp_init - walks once over all memories after reset
//
// init_idx counts 0 .. INIT_N-1, INIT_N = max(TX_CELLS, ENTS). The owner of a memory, and whoever
// has a copy of it, writes its initial value at init_idx while init_active is 1. Where the walk
// goes on behind the last word of a memory, it writes what is there once more, or nowhere
// (ttp_ram_1r1w). Only the queue of free entries has to know its first and its last:
//
//    next_cell[i]                            i + 1
//    record, napp, nret, nfreed, act; tags   0; invalid
//    headp, tailp of link i                  i: entry i is the dummy of link i
//    queue of free entries                   the TX_PKTS entries from LINKS to ENTS - 1
//
// Until core_ready the host's tready is 0, and frames from the wire are dropped and counted in
// DROP_OFF.
//
//    core_rst    _/^^^^^\________________________________
//    init_active ___/^^^^^^^^^^^^^^^^^^^^^^^^^^\__________
//    init_idx       | 0    | 1 | 2 |  ...  |N-1| N-1
//
// Timing: outputs are flops.
// Mirror: model/ttp_init.c      Test: tb/block/ttp_init.cpp

`resetall
`default_nettype none

module ttp_init #(
    parameter TX_CELLS = 16384, // transmit cells, 16..65536
    parameter ENTS     = 5632   // packet entries, derived by ttp_mac
) (
    input  wire        clk,
    input  wire        core_rst,

    output wire        init_active,
    output wire [16:0] init_idx,
    output wire        core_ready       // !init_active
);

generate if (TX_CELLS < 16 || TX_CELLS > 65536 || ENTS < 11 || ENTS > 28672) begin : g_bad
    ERROR_ttp_init_parameter_out_of_range u_bad ();
end endgenerate

localparam [31:0] LAST = (TX_CELLS > ENTS ? TX_CELLS : ENTS) - 1;

localparam IW = $clog2(LAST + 1);       // 16 at the most

reg          active_q, active_d;
reg [IW-1:0] idx_q, idx_d;

assign init_active = active_q;
assign init_idx    = {{(17-IW){1'b0}}, idx_q};
assign core_ready  = !active_q;

always @* begin
    active_d = active_q;
    idx_d    = idx_q;
    if (active_q) begin
        if (idx_q == LAST[IW-1:0]) active_d = 1'b0;
        else                       idx_d = idx_q + {{(IW-1){1'b0}}, 1'b1};
    end
end

always @(posedge clk) begin
    active_q <= active_d;
    idx_q    <= idx_d;
    if (core_rst) begin
        active_q <= 1'b1;
        idx_q    <= {IW{1'b0}};
    end
end

`ifdef FORMAL
    always @(posedge clk) if (!core_rst && active_q) assert (init_idx <= LAST[16:0]);
`endif

endmodule

`resetall
