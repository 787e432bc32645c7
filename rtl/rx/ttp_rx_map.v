// SPDX-License-Identifier: Apache-2.0
//
// ttp_rx_map - the map of a link as it leaves (sel.map)
//
// ttp_tx_respond asks for as long as a map is at its head. The answer comes five cycles later, and
// is looked up again and again until the frame starts; but where verdicts come, LOOK waits:
//
//     LOOK   which context: in a cycle in which K1 has no verdict
//     INFO   what is missing, the newest one, the one that came last
//     PART   which 64 of them: those around the one that came last; every other time the next 64
//     LOW, HIGH   the two words of 64 bits in which they lie
//
// Nothing is told (map_none) if the link holds nothing any more, or has told what it holds: so of a
// link one map leaves, however many wait. Where another link takes the context meanwhile it is
// looked up anew.
//
// Timing: map_* from flops. info and word are those of at and word_at in the same cycle.
// Part of: ttp_rx_hold

`include "ttp_bus_rx.vh"

`resetall
`default_nettype none

module ttp_rx_map #(
    parameter CONTEXTS = 16,
    parameter CX       = 4,     // log2 CONTEXTS
    parameter WW       = 2      // log2 of the words of 64 bits of a context, 2 or 3
) (
    input  wire          clk,
    input  wire          core_rst,

    // ttp_tx_respond
    input  wire          map_ask,
    input  wire          map_done,      // the answer is taken, or there is none
    output wire          map_ready,
    output wire          map_none,      // with map_ready: there is nothing to tell
    output wire [`TTP_MAP_W-1:0] the_map,

    // The pool
    output wire          look,
    input  wire          looked,
    input  wire          hit,
    input  wire [CX-1:0] hit_idx,
    input  wire          take_en,
    input  wire [CX-1:0] take_idx,

    // What the context knows
    output wire [CX-1:0] at,
    input  wire [31:0]   missing,
    input  wire [15:0]   newest, came, number,
    input  wire          empty,
    output wire [CX+WW-1:0] word_at,
    input  wire [63:0]   word,

    // A payload has come for a context: there is something to tell
    input  wire          came_en,
    input  wire [CX-1:0] came_idx
);

localparam [9:0] ZERO = 10'd0;
localparam [2:0]
    ST_LOOK = 3'd0,
    ST_INFO = 3'd1,
    ST_PART = 3'd2,
    ST_LOW  = 3'd3,
    ST_HIGH = 3'd4;

reg [2:0]    state_q;
reg [CX-1:0] at_q;
reg [31:0]   missing_q;
reg [15:0]   number_q, end_q, off_q;    // newest, and the last one, behind the missing one
reg [WW-1:0] base_q, next_q;            // of 64: that is told; where the turn is
reg [WW+5:0] first_q;                   // behind the missing one
reg [63:0]   low_q;

// By context: there is something to tell, it is the turn of the next part, and which that is.
reg [CONTEXTS-1:0] fresh_q, turn_q;
reg [WW*CONTEXTS-1:0] part_q;

// The answer
reg             ready_q, none_q;
reg [CX-1:0]    told_at_q;
reg [WW-1:0]    told_next_q;
reg [`TTP_MAP_W-1:0] map_q;
// A payload has come since INFO: of the lookup under way, of the answer
reg             later_q, told_later_q;

wire       taken  = take_en && take_idx == at_q;
wire       gone   = take_en && take_idx == told_at_q;
wire       came_at   = came_en && came_idx == at_q;
wire       came_told = came_en && came_idx == told_at_q;
wire       tells  = fresh_q[at_q] && !empty;
wire       turned = turn_q[at_q];
// a + b, in LUTs: a carry chain is longer than so few bits.
function [WW-1:0] plus;
    input [WW-1:0] a, b;
    integer i;
    reg     carry;
    begin
        carry = 1'b0;
        for (i = 0; i < WW; i = i + 1) begin
            plus[i] = a[i] ^ b[i] ^ carry;
            carry   = (a[i] && b[i]) || (carry && (a[i] || b[i]));
        end
    end
endfunction

wire [WW-1:0] in_turn = plus(part_q[at_q * WW +: WW], {ZERO[WW-2:0], turned});
wire [WW-1:0] part  = {ZERO[9-WW:0], in_turn, 6'd0} < end_q ? in_turn : ZERO[WW-1:0];
wire [127:0] both = {word, low_q} >> first_q[5:0];

assign look    = map_ask && state_q == ST_LOOK;
assign at      = at_q;
assign word_at = {at_q, plus(first_q[WW+5:6], base_q)};

always @(posedge clk) begin
    case (state_q)
    ST_LOOK: if (looked) begin
        at_q    <= hit_idx;
        state_q <= hit ? ST_INFO : ST_LOOK;
    end
    ST_INFO: begin
        missing_q <= missing;
        first_q   <= missing[WW+5:0] + 1'b1;
        number_q  <= number;
        end_q     <= newest - missing[15:0];
        off_q     <= came - missing[15:0] - 16'd1;
        state_q   <= tells ? ST_PART : ST_LOOK;
    end
    ST_PART: begin
        next_q  <= part;
        base_q  <= !turned && off_q < end_q ? off_q[WW+5:6] : part;
        state_q <= ST_LOW;
    end
    ST_LOW: begin
        low_q   <= word;
        first_q[WW+5:6] <= plus(first_q[WW+5:6], {ZERO[WW-2:0], 1'b1});
        state_q <= ST_HIGH;
    end
    default: state_q <= ST_LOOK;
    endcase
    if (gone && !none_q) ready_q <= 1'b0;
    if ((looked && !hit) || (state_q == ST_INFO && !tells)) begin
        ready_q <= 1'b1;
        none_q  <= 1'b1;
    end
    later_q      <= came_at || (later_q && state_q != ST_INFO);
    told_later_q <= came_told || told_later_q;
    if (state_q == ST_HIGH && !taken) begin
        ready_q      <= 1'b1;
        none_q       <= 1'b0;
        told_at_q    <= at_q;
        told_next_q  <= next_q;
        told_later_q <= later_q || came_at;
        map_q[`MAP_NUMBER]  <= number_q;
        map_q[`MAP_MISSING] <= missing_q;
        map_q[`MAP_BASE]    <= {ZERO[9-WW:0], base_q, 6'd0};
        map_q[`MAP_NEWEST]  <= end_q;
        map_q[`MAP_BITS]    <= both[63:0];
    end
    if (map_done || (taken && state_q != ST_LOOK)) state_q <= ST_LOOK;
    if (map_done) ready_q <= 1'b0;
    if (core_rst) begin
        state_q <= ST_LOOK;
        ready_q <= 1'b0;
    end
end

genvar g;
generate for (g = 0; g < CONTEXTS; g = g + 1) begin : g_context
    always @(posedge clk) begin
        if (map_done && !none_q && told_at_q == g) begin
            fresh_q[g] <= told_later_q;
            turn_q[g]  <= !turn_q[g];
            part_q[WW*g +: WW] <= told_next_q;
        end
        if (take_en && take_idx == g) begin
            fresh_q[g] <= 1'b0;
            turn_q[g]  <= 1'b0;
            part_q[WW*g +: WW] <= ZERO[WW-1:0];
        end
        if (came_en && came_idx == g) fresh_q[g] <= 1'b1;
    end
end endgenerate

assign map_ready = ready_q;
assign map_none  = none_q;
assign the_map   = map_q;

wire unused = &{1'b0, both[127:64]};

endmodule

`resetall
