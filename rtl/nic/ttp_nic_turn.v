// SPDX-License-Identifier: Apache-2.0
//
// ttp_nic_turn - one of several in turn: the first that asks, from the one behind the last that was
// taken on, and around
//
// take: the one that is chosen is the last, from the next cycle on; without one nothing changes.
// After reset N - 2 has been last. hot: at as one bit of N, 0 without one; at does not wait for it,
// nor it for at.
//
// Timing: at, hot and any are combinational from req and flops.
// Part of: ttp_nic_core

`resetall
`default_nettype none

module ttp_nic_turn #(
    parameter N = 2,        // 1..9
    parameter W = 1         // bits of a number below N, at least 1
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [N-1:0] req,
    input  wire         take,
    output wire         any,
    output wire [N-1:0] hot,
    output wire [W-1:0] at
);

assign any = |req;

generate if (N == 1) begin : g_one
    assign at  = {W{1'b0}};
    assign hot = req;
    wire unused = &{1'b0, clk, rst, take};
end else begin : g_some
    reg [N-1:0] behind_q;               // those behind the last
    reg [W-1:0] first, next;            // of all, of those
    wire [N-1:0] near = req & behind_q;
    integer i;
    always @* begin
        first = {W{1'b0}};
        next  = {W{1'b0}};
        for (i = N - 1; i >= 0; i = i - 1) begin
            if (req[i]) first = i[W-1:0];
            if (near[i]) next = i[W-1:0];
        end
    end
    assign at  = near != {N{1'b0}} ? next : first;
    assign hot = near != {N{1'b0}} ? near & (~near + {{(N-1){1'b0}}, 1'b1})
                                   : req & (~req + {{(N-1){1'b0}}, 1'b1});
    always @(posedge clk) begin
        if (take && any) behind_q <= {{(N-1){1'b1}}, 1'b0} << at;
        if (rst) behind_q <= {1'b1, {(N-1){1'b0}}};
    end
end endgenerate

endmodule

`resetall
