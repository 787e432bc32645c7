// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_judge - what happens to f, the oldest host beat
//
// The first of these that applies:
//
//  1. The rest of a refused packet, or of one that a soft reset cut: swallowed.
//  2. A chain on its way back (abort_valid), or a refusal not yet taken (refused_valid): f waits.
//  3. First beat, no lookup under way, VC above 2: refused, VC.
//  4. First beat, no lookup under way, node is our own or FFFFFF: refused, NODE.
//  5. tkeep is not legal: refused, KEEP.
//  6. The lookup found no entry for too long: refused, FULL.
//  7. Last beat with tuser: the chunk under way is discarded.
//  8. First beat of a packet that is not for the cached link: f waits for the lookup (seek).
//  9. Else the word is stored, as soon as there is room for it (put).
//
// A refusal is offered in the next cycle, and what is left of the packet is swallowed.
//
// Timing: refuse, discard, seek, store and take are combinational from f, the lookup, abort_valid
// and put. mid, refused_valid and refused_why come from flops.
// Part of: ttp_tx_ingest

`include "ttp_defs.vh"

`resetall
`default_nettype none

module ttp_tx_judge (
    input  wire        clk,
    input  wire        rst,         // hard reset: the next beat starts a packet
    input  wire        core_rst,
    input  wire        cut_next,    // in a reset: the next beat belongs to a packet that was cut

    input  wire [23:0] cfg_node,    // own node

    input  wire        f_valid,
    input  wire [31:0] f_dest,      // {VC[7:0], node[23:0]}
    input  wire        f_bad,
    input  wire        f_last,
    input  wire        f_discard,
    output wire        take,        // f goes
    output wire        mid,         // f is not the first beat of its packet

    // Lookup
    input  wire        resting,     // none is under way
    input  wire        cached,      // its result is that of dest
    input  wire [25:0] dest,
    input  wire        no_entry,

    input  wire        abort_valid,
    input  wire        put,         // f's word is stored

    output wire        refuse,
    output wire        discard,
    output wire        seek,
    output wire        store,

    output wire        refused_valid,    // a refusal waits
    input  wire        refused_ready,
    output wire [2:0]  refused_why       // TTP_REF_*
);

localparam [7:0] REF_VC = `TTP_REF_VC, REF_NODE = `TTP_REF_NODE,
                 REF_KEEP = `TTP_REF_KEEP, REF_FULL = `TTP_REF_FULL;

reg       mid_q, mid_d;
reg       swallow_q, swallow_d;
reg       refused_valid_q, refused_valid_d;
reg [2:0] why_q, why_d;

wire live     = f_valid && !swallow_q && !abort_valid && !refused_valid_q;
wire bad_vc   = f_dest[31:26] != 6'd0 || f_dest[25:24] == 2'd3;
wire bad_node = f_dest[23:0] == cfg_node || f_dest[23:0] == 24'hFFFFFF;
wire bad_dest = !mid_q && resting && (bad_vc || bad_node);
wire legal    = live && !bad_dest && !f_bad;
wire hit      = mid_q || (cached && f_dest[25:0] == dest);

assign refuse   = live && (bad_dest || f_bad || no_entry);
assign discard  = legal && f_discard;
assign store    = legal && !f_discard && hit;
assign seek     = legal && !f_discard && !hit && resting;
assign take     = (f_valid && swallow_q) || refuse || discard || put;
assign mid      = mid_q;
assign refused_valid = refused_valid_q;
assign refused_why   = why_q;

always @* begin
    mid_d     = mid_q;
    swallow_d = swallow_q;
    why_d     = why_q;
    if (take) begin
        mid_d     = !f_last;
        swallow_d = !f_last && (swallow_q || refuse);
    end
    refused_valid_d = refused_valid_q ? !refused_ready : refuse;
    if (refuse) why_d = bad_dest ? (bad_vc ? REF_VC[2:0] : REF_NODE[2:0])
                                 : (f_bad ? REF_KEEP[2:0] : REF_FULL[2:0]);
end

always @(posedge clk) begin
    mid_q      <= mid_d;
    swallow_q  <= swallow_d;
    refused_valid_q <= refused_valid_d;
    why_q      <= why_d;
    if (core_rst) begin
        mid_q      <= cut_next && !rst;
        swallow_q  <= cut_next && !rst;
        refused_valid_q <= 1'b0;
    end
end

`ifdef FORMAL
    always @(posedge clk) if (!core_rst) begin
        if (mid_q && !swallow_q) assert (cached);
        if (no_entry)            assert (!f_discard);
    end
`endif

endmodule

`resetall
