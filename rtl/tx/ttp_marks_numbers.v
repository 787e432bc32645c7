// SPDX-License-Identifier: Apache-2.0
//
// ttp_marks_numbers - numbers of sends: the newest that is known to have arrived, the last that is
// judged, and how far they may come out of order (sel.lost, sel.reorder)
//
// Timing: what is told comes from flops and the inputs of the cycle.
// Part of: ttp_tx_marks

`resetall
`default_nettype none

module ttp_marks_numbers #(
    parameter CONTEXTS = 16,    // 2..16, power of two
    parameter CX       = 4,    // log2 CONTEXTS
    parameter PW       = 8     // log2 of the payloads of a context, 8 or 9
) (
    input  wire                 clk,

    // Taken, in M1: all as in a new one
    input  wire                 take,
    input  wire [CX-1:0]        take_idx,

    // The engine's
    input  wire [CX-1:0]        at,
    input  wire [15:0]          base,           // number before its first
    input  wire [9:0]           base_id,        // ... whose ID
    input  wire [15:0]          newest,         // number
    input  wire [10:0]          sends,          // so far
    input  wire [7:0]           cfg_reorder,
    input  wire [7:0]           cfg_reorder_max,

    // OP, HEAR: an answer names a send
    input  wire                 reads,
    input  wire                 hears,
    input  wire [15:0]          number,
    input  wire [9:0]           op_una,         // as the answer left it
    output wire [9:0]           told_una,       // ... and the one before
    output wire                 counts,         // it is one
    output wire                 newer,          // than all that are known
    output wire                 is_newest,      // of all sends
    output wire                 late,           // by more than the distance

    // LATE2: the payload of that send, read in between, and not held
    input  wire                 looks,
    input  wire [9:0]           id,
    output wire [PW-1:0]        late_place,     // ... ID mod 2^PW
    input  wire                 learns,

    // TRIP3: what is kept of the link; to know it again, behind LOAD
    output wire [7:0]           keeps,          // 0: nothing was learned
    input  wire                 recalls,
    input  wire [7:0]           kept,           // not 0

    // PICK; in GO from behind the one, up to the other; JUDGE
    input  wire                 picks,
    input  wire                 no_distance,
    output wire [15:0]          judged,
    output wire [15:0]          target,
    input  wire                 judged_wr,
    input  wire [15:0]          judged_to
);

function [CONTEXTS-1:0] mask;
    input [CX-1:0] which;
    input          on;
    mask = {{(CONTEXTS-1){1'b0}}, on} << which;
endfunction

reg  [CONTEXTS-1:0] fresh_known_q, fresh_judged_q, fresh_distance_q;    // nothing written since
wire [15:0]   known_rd, judged_rd;
wire [9:0]    before_rd;                // una of the answer before
wire [7:0]    distance_rd;
wire [15:0]   known      = fresh_known_q[at] ? base : known_rd;
wire [9:0]    una_before = fresh_known_q[at] ? base_id : before_rd;
wire [7:0]    distance   = fresh_distance_q[at] ? cfg_reorder : distance_rd;
reg  [15:0]   judged_q;
assign judged = judged_q;
assign told_una = una_before;

// ---- sel.number: 0 is left out
reg  [15:0]   behind_newest_q, behind_q, known_q;
reg  [10:0]   sends_q;
reg  [7:0]    distance_q;
reg  [9:0]    before_q, id_q;
reg           around_q;                 // numbers have begun again between them
reg           unheard_q;                // what is known is so old that none counts
wire [15:0]   since_known = newest - known;
wire [15:0]   to_newest = behind_newest_q - {15'd0, around_q};
assign counts = number != 16'd0 && to_newest < {5'd0, sends_q};
assign is_newest = behind_newest_q == 16'd0;
assign newer  = counts && (behind_q[15] || unheard_q);
assign late   = counts && !newer && behind_q > {8'd0, distance_q};
always @(posedge clk) if (reads) begin
    behind_newest_q <= newest - number;
    around_q        <= number > newest;
    unheard_q       <= since_known[15:10] != 6'd0;
    sends_q         <= sends;
    behind_q        <= known - number;
    known_q         <= known;
    distance_q      <= distance;
    before_q        <= una_before;
end

// ---- sel.reorder
wire [9:0]    since_before = id_q - before_q;
assign late_place = id_q[PW-1:0];
wire [7:0]    raised = behind_q > {8'd0, cfg_reorder_max} ? cfg_reorder_max : behind_q[7:0];
wire          learned = learns && !since_before[9] && raised > distance_q;
wire          again = recalls && fresh_distance_q[at];
wire          distance_wr = learned || again;
assign keeps = distance_rd & {8{!fresh_distance_q[at]}};
always @(posedge clk) if (looks) id_q <= id;

// ---- sel.lost
reg  [16:0]   target_q;
wire          around = target_q[16] || target_q == 17'd0;       // 0 is no number
assign target = target_q[15:0] - {15'd0, around};
always @(posedge clk) if (picks) begin
    target_q <= {1'b0, known} - {9'd0, distance & {8{!no_distance}}} - 17'd1;
    judged_q <= fresh_judged_q[at] ? base : judged_rd;
end

ttp_ram_async #(.WIDTH(16 + 10), .DEPTH(CONTEXTS)) u_known (
    .clk(clk), .wr_en(hears), .wr_addr(at), .wr_data({newer ? number : known_q, op_una}),
    .rd_addr(at), .rd_data({known_rd, before_rd})
);
ttp_ram_async #(.WIDTH(16), .DEPTH(CONTEXTS)) u_judged (
    .clk(clk), .wr_en(judged_wr), .wr_addr(at), .wr_data(judged_to),
    .rd_addr(at), .rd_data(judged_rd)
);
ttp_ram_async #(.WIDTH(8), .DEPTH(CONTEXTS)) u_distance (
    .clk(clk), .wr_en(distance_wr), .wr_addr(at), .wr_data(again ? kept : raised),
    .rd_addr(at), .rd_data(distance_rd)
);
always @(posedge clk) begin
    fresh_known_q    <= (fresh_known_q & ~mask(at, hears)) | mask(take_idx, take);
    fresh_judged_q   <= (fresh_judged_q & ~mask(at, judged_wr)) | mask(take_idx, take);
    fresh_distance_q <= (fresh_distance_q & ~mask(at, distance_wr)) | mask(take_idx, take);
end

wire unused = &{1'b0, since_before[8:0], since_known[9:0]};

endmodule

`resetall
