// SPDX-License-Identifier: Apache-2.0
//
// ttp_rx_pool - which link has which reorder context
//
// A context is taken by a link that has none (take_en), ends when the life of the link does
// (end_en), and is given back when nothing is held in it (free_en). One that ends belongs to no
// link: it is drained, the lowest number first, and the link may take another meanwhile.
//
// Timing: what is told comes from flops and the two links. What is done in t is told in t+1.
// Part of: ttp_rx_hold

`resetall
`default_nettype none

module ttp_rx_pool #(
    parameter CONTEXTS = 16,    // 2..16, power of two
    parameter CX       = 4,     // log2 CONTEXTS
    parameter LW       = 11     // width of a link index
) (
    input  wire          clk,
    input  wire          core_rst,

    // Has this link a context?
    input  wire [LW-1:0] link,
    output wire          hit,
    output wire [CX-1:0] hit_idx,
    input  wire [LW-1:0] other_link,
    output wire          other_hit,
    output wire [CX-1:0] other_idx,

    output wire          spare,         // one is free
    output wire [CX-1:0] spare_idx,
    output wire [CONTEXTS-1:0] taken,   // those in use
    output wire          ending,        // one is to be drained
    output wire [CX-1:0] ending_idx,

    input  wire          take_en,       // spare_idx for link
    input  wire          end_en,        // hit_idx
    input  wire          free_en,
    input  wire [CX-1:0] free_idx
);

reg [CONTEXTS-1:0] used_q, ends_q;
reg [CONTEXTS*LW-1:0] link_q;

wire [CONTEXTS-1:0] is_it, is_other;
genvar g;
generate for (g = 0; g < CONTEXTS; g = g + 1) begin : g_context
    wire mine = used_q[g] && !ends_q[g];
    assign is_it[g]    = mine && link_q[g*LW +: LW] == link;
    assign is_other[g] = mine && link_q[g*LW +: LW] == other_link;

    always @(posedge clk) begin
        if (take_en && spare_idx == g) begin
            used_q[g] <= 1'b1;
            link_q[g*LW +: LW] <= link;
        end
        if (end_en && is_it[g]) ends_q[g] <= 1'b1;
        if (free_en && free_idx == g) begin
            used_q[g] <= 1'b0;
            ends_q[g] <= 1'b0;
        end
        if (core_rst) begin
            used_q[g] <= 1'b0;
            ends_q[g] <= 1'b0;
        end
    end
end endgenerate

// At most one is the link's.
reg [CX-1:0] found, found_other, first_free, first_end;
integer      i;
always @* begin
    found       = {CX{1'b0}};
    found_other = {CX{1'b0}};
    first_free = {CX{1'b0}};
    first_end  = {CX{1'b0}};
    for (i = CONTEXTS - 1; i >= 0; i = i - 1) begin
        if (is_it[i])    found       = found | i[CX-1:0];
        if (is_other[i]) found_other = found_other | i[CX-1:0];
        if (!used_q[i]) first_free = i[CX-1:0];
        if (ends_q[i])  first_end  = i[CX-1:0];
    end
end

assign hit        = |is_it;
assign hit_idx    = found;
assign other_hit  = |is_other;
assign other_idx  = found_other;
assign taken      = used_q;
assign spare      = !(&used_q);
assign spare_idx  = first_free;
assign ending     = |ends_q;
assign ending_idx = first_end;

`ifdef FORMAL
    // No link has two, and none that is taken is free.
    always @(posedge clk) if (!core_rst) begin
        assert ((is_it & (is_it - {{(CONTEXTS-1){1'b0}}, 1'b1})) == {CONTEXTS{1'b0}});
        assert ((ends_q & ~used_q) == {CONTEXTS{1'b0}});
        if (take_en) assert (spare && !hit);
        if (free_en) assert (used_q[free_idx]);
    end
`endif

endmodule

`resetall
