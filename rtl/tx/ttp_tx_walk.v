// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_walk - what init_idx names: first each link, then each entry that is free at first
//
// The entries below LINKS are the dummies of the links. Comparing for equality with the two last
// indices costs less than comparing the size of the index in each cycle.
//
// Timing: init_link and init_entry are combinational from init_active; the rest is flops.
// Part of: ttp_tx_ingest

`resetall
`default_nettype none

module ttp_tx_walk #(
    parameter LINKS = 1536,
    parameter ENTS  = 5632
) (
    input  wire        clk,
    input  wire        core_rst,

    input  wire        init_active,
    input  wire [16:0] init_idx,

    output wire        init_link,
    output wire        init_entry
);

localparam EB = $clog2(ENTS);          // as much of the index counts: each end is met once
localparam [31:0] LAST_LINK = LINKS - 1;
localparam [31:0] LAST_ENT  = ENTS - 1;

reg in_links_q, in_links_d;
reg in_ents_q, in_ents_d;

assign init_link  = init_active && in_links_q;
assign init_entry = init_active && in_ents_q;

always @* begin
    in_links_d = in_links_q;
    in_ents_d  = in_ents_q;
    if (init_link && init_idx[EB-1:0] == LAST_LINK[EB-1:0]) begin
        in_links_d = 1'b0;
        in_ents_d  = 1'b1;
    end
    if (init_entry && init_idx[EB-1:0] == LAST_ENT[EB-1:0]) in_ents_d = 1'b0;
end

always @(posedge clk) begin
    in_links_q <= in_links_d;
    in_ents_q  <= in_ents_d;
    if (core_rst) begin
        in_links_q <= 1'b1;
        in_ents_q  <= 1'b0;
    end
end

wire unused = &{1'b0, init_idx};

endmodule

`resetall
