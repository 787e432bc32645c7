// SPDX-License-Identifier: Apache-2.0
//
// ttp_nic_messages - the open messages of this NIC (msg.open, msg.life, msg.dead, msg.time,
// ring.limit)
//
// Of a place: used, from the cycle behind `opens` to that behind `frees`; open, until it is closed;
// sent, from the cycle behind `sent` of its last payload on; failed, with a status, the first that
// came.
//
// A walk looks at one place in two cycles, W0 and W1, and goes on with the next:
//     W0   all that is known of it is read, and whether MSG_TIMEOUT is over since it was touched
//     W1   if it is used and touched its time begins. If it is open and not failed: the event of
//          the MAC that waits is for its peer and VC, and did not wait when it was opened ->
//          failed; else it is sent, not touched, and that time over -> failed. If open and
//          failed, now or before: ending from the next cycle on, until that is taken or the place
//          is closed otherwise; the walk waits in W1
//
// touched: opened, sent to its end, or moved. Time counts in units of 1024 cycles. A message that
// fails by a fault or as wrong is seen when the walk comes to it. In one cycle a fault goes before
// `wrong`, that before the walk, which tries again.
//
// An event of the MAC (DEAD, RESTARTED, REFUSED; others go at once) is taken when none waits. It
// waits until all places have been seen in W1, then it is over; DEAD: clear until that is taken.
//
// Generations begin anew in the cycle behind cfg_life_set. A tag of another life names nobody.
//
// room is 0 in the cycle behind `opens`; a place that becomes free is offered two cycles later.
// under knows of `opens` and `frees` two cycles later.
//
// Timing: outputs from flops and reads of distributed RAM; ending_valid and slot as above.
// Part of: ttp_nic_core

`include "ttp_defs.vh"
`include "ttp_nic_defs.vh"

`resetall
`default_nettype none

module ttp_nic_messages #(
    parameter MESSAGES = 16,    // 4..256, power of two
    parameter SW       = 4,     // log2 of them
    parameter RINGS    = 1,     // send rings
    parameter RW       = 1      // bits of their number, at least 1
) (
    input  wire          clk,
    input  wire          rst,
    input  wire [15:0]   cfg_timeout,   // MSG_TIMEOUT; 0: never
    input  wire [9*RINGS-1:0] cfg_limits,   // SEND_LIMIT of each ring; 0: none
    output wire [RINGS-1:0]   under,        // it may have one more
    input  wire [15:0]   cfg_life,      // LIFE
    input  wire          cfg_life_set,  // it was reset or written in the cycle before
    input  wire [5:0]    cfg_tag_life,  // LIFE modulo 63
    output wire          any,           // a place is used

    // A message begins: it gets the lowest free place, and a tag
    output wire          room,
    output wire [31:0]   opens_tag,
    input  wire          opens,
    input  wire [RW-1:0] opens_ring,
    input  wire          opens_read,
    input  wire [31:0]   opens_dest,
    input  wire [63:0]   opens_addr,
    input  wire [31:0]   opens_length,
    input  wire [63:0]   opens_cookie,
    input  wire [15:0]   opens_index,
    input  wire          wrong,         // the descriptor is; with opens
    output wire          wrong_ready,   // opens may come with wrong
    // The message of each ring that is being sent; it is open
    input  wire [RINGS*SW-1:0] sending,
    output wire [RINGS-1:0]    goes_on,

    // ttp_nic_read: the last payload has gone to the MAC; memory erred
    input  wire          sent_valid,
    input  wire          fault_valid,
    input  wire [31:0]   fault_tag,     // of both

    // ttp_nic_place
    input  wire [31:0]   tag,           // {generation, 2 bits of no matter, life, place}
    output wire          msg_open,
    output wire          msg_sent,
    output wire          msg_read,
    output wire [31:0]   msg_dest,
    output wire [63:0]   msg_addr,
    output wire [31:0]   msg_length,
    output wire [31:0]   msg_place,
    input  wire          msg_moves,
    input  wire [31:0]   msg_next,
    input  wire          msg_closes,    // that of closing
    input  wire [SW-1:0] closing,
    output wire          ending_valid,
    input  wire          ending_ready,
    output wire [SW-1:0] ending_slot,
    output wire [3:0]    ending_status,

    // ttp_nic_acts
    input  wire [SW-1:0] slot,
    output wire [31:0]   slot_dest,
    output wire [63:0]   slot_cookie,
    output wire [31:0]   slot_length,
    output wire [15:0]   slot_index,
    output wire [RW-1:0] slot_ring,
    input  wire          frees,

    input  wire [127:0]  s_axis_cpl_tdata,
    input  wire          s_axis_cpl_tvalid,
    output wire          s_axis_cpl_tready,
    output wire          clear_valid,
    input  wire          clear_ready
);

reg  [MESSAGES-1:0] used_q, open_q, sent_q, failed_q, touch_q;
reg  [MESSAGES-1:0] after_q;            // opened while the event of the MAC waits
reg  [MESSAGES-1:0] moved_q;            // it has come further than 0
reg  [15:0]         gen_q;

// The lowest free place: of the lowest group that has one, by the lowest in each
localparam LOW    = SW / 2;                 // bits of a place in its group
localparam GROUPS = MESSAGES >> LOW;
integer     i, k;
reg [GROUPS-1:0] there;
reg [GROUPS*LOW-1:0] in_group;
reg [SW-1:0]     lowest;
always @* begin
    lowest = {SW{1'b0}};
    for (i = GROUPS - 1; i >= 0; i = i - 1) begin
        there[i]    = !(&used_q[(i<<LOW) +: (1<<LOW)]);
        in_group[i*LOW +: LOW] = {LOW{1'b0}};
        for (k = (1 << LOW) - 1; k >= 0; k = k - 1)
            if (!used_q[(i<<LOW) + k]) in_group[i*LOW +: LOW] = k[LOW-1:0];
        if (there[i]) lowest = {i[SW-LOW-1:0], in_group[i*LOW +: LOW]};
    end
end
reg [SW-1:0] place_q;
reg          room_q;        // place_q is free, as it was before the last cycle
assign room      = room_q;
assign opens_tag = {gen_q, 2'b00, cfg_tag_life, {(8-SW){1'b0}}, place_q};
assign any       = used_q != {MESSAGES{1'b0}};

// ---------------------------------------------------------------- what is known of a place
wire [SW-1:0] its = tag[SW-1:0];
wire [15:0]   gen_of_tag, gen_of_read;
ttp_ram_async #(.WIDTH(16 + 1 + 32 + 64 + 32), .DEPTH(MESSAGES)) u_by_tag (
    .clk(clk), .wr_en(opens), .wr_addr(place_q),
    .wr_data({gen_q, opens_read, opens_dest, opens_addr, opens_length}), .rd_addr(its),
    .rd_data({gen_of_tag, msg_read, msg_dest, msg_addr, msg_length})
);
ttp_ram_async #(.WIDTH(32 + 64 + 32 + 16 + RW), .DEPTH(MESSAGES)) u_by_act (
    .clk(clk), .wr_en(opens), .wr_addr(place_q),
    .wr_data({opens_dest, opens_cookie, opens_length, opens_index, opens_ring}), .rd_addr(slot),
    .rd_data({slot_dest, slot_cookie, slot_length, slot_index, slot_ring})
);
ttp_nic_ram #(.WIDTH(16), .DEPTH(MESSAGES)) u_by_read (
    .clk(clk), .wr_en(opens), .wr_addr(place_q), .wr_data(gen_q),
    .rd_addr(fault_tag[SW-1:0]), .rd_data(gen_of_read)
);
wire [31:0]   moved_to;
ttp_ram_async #(.WIDTH(32), .DEPTH(MESSAGES)) u_places (
    .clk(clk), .wr_en(msg_moves), .wr_addr(its), .wr_data(msg_next), .rd_addr(its),
    .rd_data(moved_to)
);
assign msg_place = moved_q[its] ? moved_to : 32'd0;
wire [7:0] beyond = tag[7:0] >> SW;
wire named = tag[31:16] == gen_of_tag && tag[13:8] == cfg_tag_life && beyond == 8'd0;
assign msg_open = open_q[its] && named;
assign msg_sent = sent_q[its];

// ---------------------------------------------------------------- the walk
reg  [SW-1:0] at_q;
reg           look_q, ending_q;         // W1; a message has to end
reg           w_open_q, w_used_q, w_failed_q, w_sent_q, w_touch_q, w_after_q;
reg  [31:0]   w_dest_q;
reg           w_over_q;               // MSG_TIMEOUT is over since it was touched
reg  [29:0]   now_q;
wire [31:0]   w_dest;
wire [19:0]   w_since;
wire [19:0]   t = now_q[29:10];
reg           event_q, is_dead_q, clear_q;
reg  [SW:0]   seen_q;                   // places that the event has seen
reg  [31:0]   event_dest_q;
reg  [3:0]    event_status_q;

wire          touched = w_used_q && w_touch_q;
wire          watches = w_used_q && w_open_q && !w_failed_q;
wire          hit     = watches && event_q && !w_after_q && event_dest_q == w_dest_q;
wire [19:0]   age     = t - w_since;          // in W0
wire          over    = watches && !w_touch_q && w_sent_q && w_over_q;
wire          fails   = look_q && !ending_q && (hit || over);
wire          is_open = open_q[fault_tag[SW-1:0]] && gen_of_read == fault_tag[31:16];
wire          fault   = fault_valid && is_open;
wire          marked  = fails && !fault && !(opens && wrong);
// What failed before, or has been marked in this cycle, ends from the next cycle on.
wire          ended   = ending_q && (ending_ready || !open_q[at_q]);
wire          stays   = look_q && ((fails && !marked) || (!ended && (ending_q || marked
                                   || (w_open_q && w_failed_q))));
assign        ending_valid = ending_q && open_q[at_q];
assign        ending_slot  = at_q;
assign        wrong_ready  = !fault_valid;

ttp_nic_ram #(.WIDTH(32), .DEPTH(MESSAGES)) u_by_walk (
    .clk(clk), .wr_en(opens), .wr_addr(place_q), .wr_data(opens_dest), .rd_addr(at_q),
    .rd_data(w_dest)
);
ttp_nic_ram #(.WIDTH(20), .DEPTH(MESSAGES)) u_since (
    .clk(clk), .wr_en(look_q && touched), .wr_addr(at_q), .wr_data(t), .rd_addr(at_q),
    .rd_data(w_since)
);
wire [SW-1:0] fail_at = fault ? fault_tag[SW-1:0] : marked ? at_q : place_q;
ttp_ram_async #(.WIDTH(4), .DEPTH(MESSAGES)) u_status (
    .clk(clk), .wr_en((fault && !failed_q[fault_tag[SW-1:0]]) || (marked && !failed_q[at_q])
                        || (opens && wrong)),
    .wr_addr(fail_at),
    .wr_data(fault ? `TTP_NIC_ST_LOCAL : marked ? (hit ? event_status_q : `TTP_NIC_ST_TIMEOUT)
                   : `TTP_NIC_ST_DESCRIPTOR),
    .rd_addr(at_q), .rd_data(ending_status)
);

always @(posedge clk) begin
    now_q <= now_q + 30'd1;
    if (!look_q) begin
        w_open_q   <= open_q[at_q];
        w_used_q   <= used_q[at_q];
        w_failed_q <= failed_q[at_q];
        w_sent_q   <= sent_q[at_q];
        w_touch_q  <= touch_q[at_q];
        w_after_q  <= after_q[at_q] && event_q;
        w_dest_q   <= w_dest;
        w_over_q   <= cfg_timeout != 16'd0 && age > {4'd0, cfg_timeout};
    end
    look_q   <= !look_q || stays;
    ending_q <= look_q && !ended && (ending_q || marked || (w_open_q && w_failed_q));
    if (look_q && !stays) at_q <= at_q + {{(SW-1){1'b0}}, 1'b1};
    if (rst) {now_q, look_q, ending_q, at_q} <= {(32+SW){1'b0}};
end

// ---------------------------------------------------------------- the flags of places
wire [MESSAGES-1:0] one     = {{(MESSAGES-1){1'b0}}, 1'b1};
wire [MESSAGES-1:0] of_new  = opens ? one << place_q : {MESSAGES{1'b0}};
wire [MESSAGES-1:0] of_free = frees ? one << slot : {MESSAGES{1'b0}};
wire [MESSAGES-1:0] of_last = sent_valid && is_open ? one << fault_tag[SW-1:0] : {MESSAGES{1'b0}};
wire [MESSAGES-1:0] of_move = msg_moves ? one << its : {MESSAGES{1'b0}};
wire [MESSAGES-1:0] of_end  = (msg_closes ? one << closing : {MESSAGES{1'b0}})
                            | (ending_valid && ending_ready ? one << at_q : {MESSAGES{1'b0}});
wire [MESSAGES-1:0] of_fail = (fault ? one << fault_tag[SW-1:0] : {MESSAGES{1'b0}})
                            | (marked ? one << at_q : {MESSAGES{1'b0}})
                            | (opens && wrong ? one << place_q : {MESSAGES{1'b0}});
wire [MESSAGES-1:0] of_look = look_q && touched ? one << at_q : {MESSAGES{1'b0}};
always @(posedge clk) begin
    used_q   <= (used_q & ~of_free) | of_new;
    open_q   <= (open_q & ~of_end) | of_new;
    sent_q   <= (sent_q & ~of_new) | of_last;
    failed_q <= (failed_q & ~of_new) | of_fail;
    touch_q  <= (touch_q & ~of_look) | of_new | of_last | of_move;
    moved_q  <= (moved_q & ~of_new) | of_move;
    after_q  <= event_q ? after_q | of_new : {MESSAGES{1'b0}};
    if (opens) gen_q <= gen_q + 16'd1;
    if (cfg_life_set) gen_q <= {cfg_life[15:6], 6'd0};
    place_q <= lowest;
    room_q  <= used_q != {MESSAGES{1'b1}} && !opens;
    if (rst) {used_q, open_q, gen_q, room_q} <= {(2*MESSAGES+17){1'b0}};
end

// ---------------------------------------------------------------- the places of each ring
genvar g;
generate for (g = 0; g < RINGS; g = g + 1) begin : g_ring
    wire [8:0] limit = cfg_limits[9*g +: 9];
    wire       more  = opens && opens_ring == g[RW-1:0];
    wire       less  = frees && slot_ring == g[RW-1:0];
    reg  [8:0] open_of_q;
    reg        under_q;
    always @(posedge clk) begin
        open_of_q <= open_of_q + {8'd0, more} - {8'd0, less};
        under_q  <= limit == 9'd0 || open_of_q < limit;
        if (rst) {open_of_q, under_q} <= 10'd0;
    end
    assign under[g]   = under_q;
    assign goes_on[g] = open_q[sending[SW*g +: SW]];
end endgenerate

// ---------------------------------------------------------------- events of the MAC
wire [7:0] kind = s_axis_cpl_tdata[127:120];
wire       ours = kind == `TTP_CPL_DEAD || kind == `TTP_CPL_RESTARTED || kind == `TTP_CPL_REFUSED;
assign s_axis_cpl_tready = !event_q && !clear_q;
assign clear_valid       = clear_q;
wire   seen = look_q && !stays;
wire   over_all = event_q && seen && seen_q == {1'b0, {SW{1'b1}}};
always @(posedge clk) begin
    if (s_axis_cpl_tvalid && s_axis_cpl_tready) begin
        event_q        <= ours;
        is_dead_q      <= kind == `TTP_CPL_DEAD;
        event_dest_q   <= s_axis_cpl_tdata[111:80];
        event_status_q <= kind == `TTP_CPL_DEAD ? `TTP_NIC_ST_DEAD
                        : kind == `TTP_CPL_REFUSED ? `TTP_NIC_ST_UNSENT : `TTP_NIC_ST_RESTART;
        seen_q         <= {(SW+1){1'b0}};
    end else if (event_q && seen) begin
        seen_q  <= seen_q + {{SW{1'b0}}, 1'b1};
        event_q <= !over_all;
    end
    clear_q <= (clear_q && !clear_ready) || (over_all && is_dead_q);
    if (rst) {event_q, clear_q} <= 2'b00;
end

wire unused = &{1'b0, fault_tag[15:SW], tag[15:14], cfg_life[5:0], s_axis_cpl_tdata[119:112],
                s_axis_cpl_tdata[79:0]};

endmodule

`resetall
