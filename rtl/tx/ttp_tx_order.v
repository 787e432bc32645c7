// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_order - ready lists for each virtual channel, and which of them is next
//
// A channel has two queues, as the whole MAC has without VC_ORDER: replay goes before new. Each is
// as deep as a channel has links. What waits in the lists for all, from a time without an order
// (`common`), goes before all channels, and in mode 0 behind what is left here (vc.change).
//
//    first that applies                        goes
//    a channel passed over 16 times            it; there is one at most                   vc.passed
//    two passed over 15 times                  the first of them in the order
//    some link in the common lists             nobody of here, but in mode 0; from 14 times on the
//                                              first of those in the order: there may be three
//    mode 2                                    the channel of the last turn, up to its weight of
//                                              turns; else the next one in which a link waits
//                                              vc.weight
//    else                                      the first in the order                     vc.strict
//
// A turn that is taken from the common lists passes over all channels in which a link waits.
//
// Timing: valid and link from flops through the heads of the queues. Which channel is next is a
// flop, and one cycle old: so between two pops lies a cycle without one, and the first pop is no
// sooner than a cycle after `waits`. The arbiter chooses a cycle before it grants, and never twice
// in a row. While what was chosen has gone and nothing else is chosen so far, valid is 0.
// Part of: ttp_tx_sched

`resetall
`default_nettype none

module ttp_tx_order #(
    parameter LINKS = 1536, // links: 3 * 2^n
    parameter LW    = 11    // bits of a link index: the channel in the top two
) (
    input  wire          clk,
    input  wire          rst,           // synchronous, active high

    // The register VC_ORDER
    input  wire [1:0]    cfg_mode,      // 0 no order, 1 strict, 2 weights
    input  wire [1:0]    cfg_first,     // strict: the channel that goes first, second; not the same
    input  wire [1:0]    cfg_second,
    input  wire [11:0]   cfg_weights,   // 1..15 turns, 4 bits a channel

    input  wire          push,
    input  wire [LW-1:0] push_link,
    input  wire          push_replay,

    input  wire          common,        // a link waits in the lists for all
    input  wire          pop,           // a turn: of `link` if valid, else from those

    output wire          waits,         // a link waits here
    output wire          valid,         // link is next
    output wire [LW-1:0] link
);

localparam VC_LINKS = LINKS / 3;
localparam IW = LW > 2 ? LW - 2 : 1;    // bits of a link in its channel
localparam COUNT_W = $clog2(VC_LINKS + 1);

wire [2:0]      old_valid, new_valid, room_old, room_new;
wire [3*LW-1:0] heads;                  // of each channel
reg  [2:0]      pick_q;                 // one-hot: the channel that is next, 0: none
wire [2:0]      has   = old_valid | new_valid;
wire [2:0]      taken = pick_q & {3{pop && valid}};
wire [1:0]      push_vc = push_link[LW-1 -: 2];

assign waits = has != 3'd0;
assign valid = (pick_q & has) != 3'd0;
assign link  = (heads[0*LW +: LW] & {LW{pick_q[0]}}) | (heads[1*LW +: LW] & {LW{pick_q[1]}})
             | (heads[2*LW +: LW] & {LW{pick_q[2]}});

// ---- passed over: turns of others while a link waits, 0..16
reg  [14:0] passed_q;
wire [2:0]  late, soon, near;           // 16 times; 15, 14 or more
wire [14:0] passed_d;

genvar v;
generate for (v = 0; v < 3; v = v + 1) begin : g_vc
    localparam [1:0] VC = v;
    wire mine = push && push_vc == VC;
    wire [IW-1:0] old_at, new_at, at;
    wire [COUNT_W-1:0] old_count, new_count;

    ttp_fifo #(.WIDTH(IW), .DEPTH(VC_LINKS)) u_replay (
        .clk(clk), .rst(rst), .in_valid(mine && push_replay), .in_ready(room_old[v]),
        .in_data(push_link[IW-1:0]), .out_valid(old_valid[v]), .out_ready(taken[v]),
        .out_data(old_at), .count(old_count)
    );
    ttp_fifo #(.WIDTH(IW), .DEPTH(VC_LINKS)) u_new (
        .clk(clk), .rst(rst), .in_valid(mine && !push_replay), .in_ready(room_new[v]),
        .in_data(push_link[IW-1:0]), .out_valid(new_valid[v]),
        .out_ready(taken[v] && !old_valid[v]), .out_data(new_at), .count(new_count)
    );
    assign at = old_valid[v] ? old_at : new_at;
    if (LW > 2) begin : g_head
        assign heads[v*LW +: LW] = {VC, at};
    end else begin : g_head             // one link a channel
        assign heads[v*LW +: LW] = VC;
        wire unused_at = &{1'b0, at};
    end
    wire unused = &{1'b0, old_count, new_count};

    wire [4:0] passed = passed_q[5*v +: 5];
    assign late[v] = passed[4];
    assign soon[v] = passed[4] || &passed[3:0];
    assign near[v] = passed[4] || &passed[3:1];
    assign passed_d[5*v +: 5] = !has[v] || taken[v] ? 5'd0 : passed + {4'd0, pop};
end endgenerate

// ---- who is next
function [2:0] one;                     // of a channel
    input [1:0] vc;
    one = {vc == 2'd2, vc == 2'd1, vc == 2'd0};
endfunction

function [2:0] first_of;                // in the order of the register; 0 if none
    input [2:0] some, first, second;
    first_of = (some & first)  != 3'd0 ? first
             : (some & second) != 3'd0 ? second : some & ~first & ~second;
endfunction

wire [2:0] first  = one(cfg_first);
wire [2:0] second = one(cfg_second);
wire       two_soon = (soon[0] && soon[1]) || (soon[0] && soon[2]) || (soon[1] && soon[2]);

reg  [2:0] last_q, last_d;              // one-hot: the channel of the last turn
reg  [3:0] turns_q, turns_d;            // its turns in a row while another waited
wire [3:0] weight = (cfg_weights[3:0] & {4{last_q[0]}}) | (cfg_weights[7:4] & {4{last_q[1]}})
                  | (cfg_weights[11:8] & {4{last_q[2]}});
wire       stays  = (has & last_q) != 3'd0 && turns_q < weight;
wire [2:0] next1  = {last_q[1:0], last_q[2]};   // 0 behind 2
wire [2:0] next2  = {last_q[0], last_q[2:1]};
wire [2:0] by_weight = stays ? last_q
                     : (has & next1) != 3'd0 ? next1
                     : (has & next2) != 3'd0 ? next2 : has & last_q;

reg  [2:0] pick_d;
always @* begin
    if (late != 3'd0)                     pick_d = late;
    else if (two_soon)                    pick_d = first_of(soon, first, second);
    else if (common && cfg_mode != 2'd0)  pick_d = first_of(near, first, second);
    else if (cfg_mode == 2'd2)            pick_d = by_weight;
    else                                  pick_d = first_of(has, first, second);

    last_d  = last_q;
    turns_d = turns_q;
    if (taken != 3'd0) begin
        last_d  = pick_q;
        turns_d = (has & ~pick_q) == 3'd0 ? 4'd0            // nobody else waits
                : pick_q != last_q        ? 4'd1
                : turns_q + {3'd0, turns_q != 4'd15};
    end
end

always @(posedge clk) begin
    pick_q   <= pick_d;
    passed_q <= passed_d;
    last_q   <= last_d;
    turns_q  <= turns_d;
    if (rst) begin
        pick_q   <= 3'd0;
        passed_q <= 15'd0;
        last_q   <= 3'd4;               // so that VC 0 is next
        turns_q  <= 4'd0;
    end
end

wire unused_room = &{1'b0, room_old, room_new};

`ifdef FORMAL
    reg popped;
    always @(posedge clk) popped <= pop && !rst;
    always @(posedge clk) if (!rst) begin
        if (push) assert (push_vc != 2'd3 && (push_replay ? room_old[push_vc]
                                                          : room_new[push_vc]));
        // What it is taken with is not older than the last pop.
        if (pop) assert (!popped && (valid || common));
        assert ((late & (late - 3'd1)) == 3'd0);
    end
`endif

endmodule

`resetall
