// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_known - the links of the peers that lookups have found of late
//
// A direct-mapped cache, so that packets for peers in turn need no lookup each: the place of a peer
// is the XOR of its VC and of the chunks of its node number. What stands in it is true as long as
// no entry of the link table goes to another peer, and no link is closed to make room for one.
// Before such a thing happens the table searches a full set (evicting): all of it is forgotten
// then, and nothing is told in that cycle. A link that is told is pinned from the next cycle on,
// and so kept by a search that begins now.
//
// Timing: hit and link combinational from dest; a link that is learned in cycle t is known in t+1.
// Part of: ttp_tx_ingest

`resetall
`default_nettype none

module ttp_tx_known #(
    parameter N  = 64,          // places, a power of two
    parameter LW = 11           // bits of a link index
) (
    input  wire          clk,
    input  wire          core_rst,
    input  wire          evicting,

    input  wire [25:0]   dest,          // {VC, node}
    output wire          hit,
    output wire [LW-1:0] link,

    input  wire          learn,         // a lookup for learn_dest has found learn_link
    input  wire [25:0]   learn_dest,
    input  wire [LW-1:0] learn_link
);

localparam IW    = $clog2(N);
localparam FOLDS = (24 + IW - 1) / IW;

function [IW-1:0] place(input [25:0] peer);
    integer i;
    reg [FOLDS*IW-1:0] chunks;
    begin
        chunks = {{(FOLDS*IW-24){1'b0}}, peer[23:0]};
        place  = {peer[25:24], {(IW-2){1'b0}}};
        for (i = 0; i < FOLDS; i = i + 1) place = place ^ chunks[i*IW +: IW];
    end
endfunction

reg  [N-1:0]  known_valid_q;
wire [25:0]   peer;
wire [IW-1:0] at       = place(dest);
reg  [IW-1:0] learn_at_q;               // learn_dest stands while its lookup is under way

ttp_ram_async #(.WIDTH(26 + LW), .DEPTH(N)) u_links (
    .clk(clk), .wr_en(learn), .wr_addr(learn_at_q), .wr_data({learn_dest, learn_link}),
    .rd_addr(at), .rd_data({peer, link})
);

assign hit = known_valid_q[at] && peer == dest && !evicting;

always @(posedge clk) begin
    learn_at_q <= place(learn_dest);
    if (learn) known_valid_q[learn_at_q] <= 1'b1;
    if (evicting || core_rst) known_valid_q <= {N{1'b0}};
end

endmodule

`resetall
