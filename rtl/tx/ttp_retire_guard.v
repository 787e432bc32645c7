// SPDX-License-Identifier: Apache-2.0
//
// ttp_retire_guard - an entry that is in a send slot stays
//
// Its frame is still being sent: its cells must not be written anew. A payload sent in S2 = t is in
// slots from t + 2 on. The event that retires it is in S2 no sooner than t + 1, so its goal can
// make C advance over it no sooner than t + 2. The last word of a frame is read in the cycle in
// which its slot is given back; its cells are free two cycles later.
//
// With DEEP the comparison is a flop: an entry is looked at in one cycle and goes in the next at
// the earliest. The flop may be a cycle old: what is looked at in t + 2 or later is in slots then,
// and an entry that has retired enters none.
//
// Timing: stay is combinational from slots and entry, with DEEP from flops only.
// Part of: ttp_retire

`include "ttp_bus_tx.vh"

`resetall
`default_nettype none

module ttp_retire_guard #(
    parameter EW    = 13,       // bits of an entry index
    parameter SLOTS = 8,
    parameter DEEP  = 0         // 1: two cycles an entry
) (
    input  wire                    clk,
    input  wire                    core_rst,

    input  wire                    c_valid,  // entry is the next one to go
    input  wire [EW-1:0]           entry,
    input  wire [`TTP_SLOTS_W-1:0] slots,

    output wire                    stay
);

wire [SLOTS-1:0]    valid = slots[`SLOTS_VALID];
wire [SLOTS*EW-1:0] held  = slots[`SLOTS_ENTRY];

wire [SLOTS-1:0] clash;
genvar g;
generate for (g = 0; g < SLOTS; g = g + 1) begin : g_slot
    assign clash[g] = valid[g] && held[g*EW +: EW] == entry;
end endgenerate

generate if (DEEP != 0) begin : g_looked
    reg c_looked_q, c_clash_q;
    always @(posedge clk) begin
        c_looked_q <= c_valid && stay && !core_rst;
        c_clash_q  <= clash != {SLOTS{1'b0}};
    end
    assign stay = !c_looked_q || c_clash_q;
end else begin : g_now
    wire unused = &{1'b0, clk, core_rst, c_valid};
    assign stay = clash != {SLOTS{1'b0}};
end endgenerate

endmodule

`resetall
