// SPDX-License-Identifier: Apache-2.0
//
// ttp_send_slots - the payloads between their turn and the end of their frame
//
// A slot is taken with the turn (take), gets its entry a cycle later (fill), and is given back when
// tx_frame has read the last word (pop). Slots are a ring, taken and given back in the order of
// sending. While an entry is in a slot the retire engine does not free it.
//
// Timing: all from flops. slots_used counts from the cycle after take; an entry shows in slots
// in the cycle after fill.
// Part of: ttp_retransmit

`include "ttp_bus_tx.vh"

`resetall
`default_nettype none

module ttp_send_slots #(
    parameter EW    = 13,       // bits of an entry index
    parameter SLOTS = 8         // 4 or 8
) (
    input  wire                    clk,
    input  wire                    core_rst,

    input  wire                    take,
    input  wire                    fill,
    input  wire [EW-1:0]           entry,
    input  wire                    pop,

    output wire [3:0]              slots_used,
    output wire [`TTP_SLOTS_W-1:0] slots
);

localparam SW = SLOTS == 8 ? 3 : 2;

reg [3:0]          used_q, used_d;
reg [SW-1:0]       ent_wr_q, rd_q;
reg [SLOTS-1:0]    slot_valid_q, slot_valid_d;
reg [SLOTS*EW-1:0] slot_entry_q, slot_entry_d;

assign slots_used = used_q;
assign slots      = {slot_entry_q, slot_valid_q};

integer i;
always @* begin
    used_d       = used_q + {3'd0, take} - {3'd0, pop};
    slot_valid_d = slot_valid_q;
    slot_entry_d = slot_entry_q;
    for (i = 0; i < SLOTS; i = i + 1) begin
        if (pop && rd_q == i[SW-1:0]) slot_valid_d[i] = 1'b0;
        if (fill && ent_wr_q == i[SW-1:0]) begin
            slot_valid_d[i] = 1'b1;
            slot_entry_d[i*EW +: EW] = entry;
        end
    end
end

always @(posedge clk) begin
    used_q       <= used_d;
    slot_valid_q <= slot_valid_d;
    slot_entry_q <= slot_entry_d;
    ent_wr_q     <= ent_wr_q + {{SW-1{1'b0}}, fill};
    rd_q         <= rd_q + {{SW-1{1'b0}}, pop};
    if (core_rst) begin
        used_q       <= 4'd0;
        slot_valid_q <= {SLOTS{1'b0}};
        ent_wr_q     <= {SW{1'b0}};
        rd_q         <= {SW{1'b0}};
    end
end

`ifdef FORMAL
    localparam [31:0] SLOTS_N = SLOTS;
    always @(posedge clk) if (!core_rst) begin
        assert (used_q <= SLOTS_N[3:0]);
        if (pop) assert (slot_valid_q[rd_q]);
    end
`endif

endmodule

`resetall
