// SPDX-License-Identifier: Apache-2.0
//
// ttp_arbiter - which event enters the link pipe in this cycle (S0)
//
// At most one grant a cycle. Received frames go first, because the wire can not wait; timer, register
// and host events are served by age: a group that has seen 3 (host) or 7 (timer, registers) grants go
// elsewhere outranks the wire once. While few received frames wait, a turn to send goes before them: it may come
// only every second cycle, and a send and an ACK every two cycles must not push each other out of step. Hazards: an event that may allocate a link table entry (OPEN, lookup)
// has the pipe to itself; two sends never follow each other directly; below 512 bit an event enters when the one
// before is in its last stage, so that no record has to be forwarded, and an exclusive one needs no more than that.
//
// Below 512 bit the choice is made one cycle before the grant, for the pipe as it will be then. What was chosen
// still waits then: only a grant takes it away. If nothing is chosen the grant is parked: a doorbell that rings in that cycle has it at once.
//
//    cycle     0     1     2     3     4     5
//    pipe            S0    S1    S2a   S2b   S2c of one event, S0 of the next
//    choice    X                       X
//
// Timing: 512 bit: grants combinational from the queue heads and the pipe's flops; below: from flops and db_valid.
// Mirror: model/ttp_arbiter.c      Lockstep test: tb/block/ttp_arbiter.cpp

`resetall
`default_nettype none

module ttp_arbiter #(
    parameter DATA_W = 512,     // bits a beat, 64..512
    parameter DEEP   = 0,       // 1: whether a turn may be had is a flop; below 512 bit only
    parameter SLOTS  = 8        // payload slots of the sender, 1..15
) (
    input  wire       clk,
    input  wire       rst,              // core reset

    // Sources: something waits
    input  wire       rxq_valid,
    input  wire       rxq_is_open,      // ... and it is an OPEN
    input  wire       rxq_low,          // few wait: the host may go in turn with them
    input  wire       tm_valid,
    input  wire       ct_valid,
    input  wire       ct_op,            // 0 close, 1 peek
    input  wire       lf_valid,
    input  wire       lk_valid,
    input  wire       db_valid,
    input  wire       rq_valid,
    input  wire       sp_valid,         // second turn of the link in S2

    // State of the pipe and of what it feeds
    input  wire       s1_valid,
    input  wire       s1_turn,          // S1 holds DOORBELL or SEND
    input  wire       s2_valid,
    input  wire       pipe_excl,        // 512 bit: S1 or S2 holds an exclusive event
    input  wire       s2_soon,          // below 512 bit: the event is in its last stage in the next cycle
    input  wire       cr_any,           // a response credit is free
    input  wire       cpl_link_ready,   // completion queue has room for a dead link
    input  wire [3:0] slots_used,
    input  wire       pq_valid,         // a payload is being sent, of pq_len bytes
    input  wire [10:0] pq_len,

    // Grants, one-hot or none; each pops its source
    output wire       g_rx,
    output wire       g_tm,
    output wire       g_ct,
    output wire       g_lf,
    output wire       g_lk,
    output wire       g_db,
    output wire       g_rq,
    output wire       g_sp,
    output wire       ar_cr_take        // the granted event holds a response credit
);

localparam NARROW = DATA_W < 512;

reg [1:0] host_q, host_d;       // grants to others while the host group waited
reg [2:0] tm_q,   tm_d;
reg [2:0] ct_q,   ct_d;
reg       rq_last_q, rq_last_d; // of DB and RQ, RQ had the last grant
reg       rx_last_q, rx_last_d; // the last grant of all went to RX

wire granted;       // below 512 bit: something enters in this cycle
wire open_slot = NARROW ? !granted && (!s1_valid || s2_soon) : !pipe_excl;
wire excl_ok   = open_slot && (NARROW || (!s1_valid && !s2_valid));
// While a payload of 8 beats or more is being sent one more in the slots is enough to follow it without a gap; what
// is further ahead could not be called back by a NACK, and every replay would start that much later.
wire long_pay  = pq_valid && pq_len >= DATA_W[10:0];
wire ahead_ok  = !long_pay || {1'b0, slots_used} + {4'd0, s2_valid} + {4'd0, NARROW && s1_valid} < 5'd2;
wire turn_now  = cr_any && !s1_turn && ahead_ok
               && ({1'b0, slots_used} + {4'd0, s1_valid} + {4'd0, s2_valid} < SLOTS[4:0]);
// With DEEP it is as old as a cycle: nothing but what is in the pipe, and counted, could have taken a slot since.
wire turn_was;
wire turn_ok   = open_slot && turn_was;
generate if (DEEP != 0) begin : g_turn
    reg turn_q;
    always @(posedge clk) turn_q <= turn_now && !rst;
    assign turn_was = turn_q;
end else begin : g_turn
    assign turn_was = turn_now;
end endgenerate

// A lookup that has waited long enough gets the pipe drained: nothing else enters.
wire drain = lk_valid && host_q == 2'd3 && !excl_ok;

wire e_rx = rxq_valid && !drain && (rxq_is_open ? excl_ok : open_slot);
wire e_tm = tm_valid && !drain && open_slot && cr_any && cpl_link_ready;
wire e_ct = ct_valid && !drain && open_slot && (ct_op || cr_any);
wire e_lf = lf_valid && !drain && open_slot;
wire e_lk = lk_valid && excl_ok;
wire e_db = db_valid && !drain && turn_ok;
wire e_rq = rq_valid && !drain && turn_ok;

wire e_host = lk_valid || e_db || e_rq;     // a lookup ages even while the pipe is not free for it
wire e_reg  = e_ct || e_lf;

// A turn outranks the wire while few frames wait; turns are never granted in two cycles running (512 bit), and
// below 512 bit the wire has its turn in between.
wire take_turn = (e_db || e_rq) && rxq_low && (!NARROW || rx_last_q);
wire old_host = take_turn || ((e_lk || e_db || e_rq) && host_q == 2'd3);
wire old_tm   = e_tm && tm_q == 3'd7;
wire old_reg  = e_reg && ct_q == 3'd7;

// One group wins; the order is the order of the lines.
wire w_host_old = old_host;
wire w_tm_old   = old_tm && !old_host;
wire w_reg_old  = old_reg && !old_host && !old_tm;
wire none_old   = !old_host && !old_tm && !old_reg;
wire w_sp       = none_old && sp_valid && rxq_low && turn_ok && !drain && !db_valid && !rq_valid;
wire rest       = none_old && !w_sp;
wire w_rx       = rest && e_rx;
wire w_tm       = w_tm_old || (rest && !e_rx && e_tm);
wire w_reg      = w_reg_old || (rest && !e_rx && !e_tm && e_reg);
wire w_host     = w_host_old || (rest && !e_rx && !e_tm && !e_reg && (e_lk || e_db || e_rq));

wire db_first = rq_last_q || !e_rq;

wire any = w_rx || w_tm || w_reg || w_host;
// Second turn: only if no other link has one; no group ages by it.
wire [7:0] choice = {w_sp, w_rx, w_tm, w_reg && e_lf, w_reg && !e_lf, w_host && e_lk,
                     w_host && !e_lk && e_db && db_first, w_host && !e_lk && !(e_db && db_first)};
wire       parked;      // a doorbell has taken the parked grant

generate if (NARROW) begin : g_ahead
    reg [7:0] choice_q;
    reg       park_q;
    always @(posedge clk) begin
        choice_q <= choice;
        park_q   <= open_slot && !any && turn_ok && !drain;
        if (rst) begin
            choice_q <= 8'd0;
            park_q   <= 1'b0;
        end
    end
    assign parked  = park_q && db_valid;
    assign granted = choice_q != 8'd0 || parked;
    assign {g_sp, g_rx, g_tm, g_lf, g_ct, g_lk, g_db, g_rq} = choice_q | {6'd0, parked, 1'b0};
end else begin : g_now
    assign parked  = 1'b0;
    assign granted = 1'b0;
    assign {g_sp, g_rx, g_tm, g_lf, g_ct, g_lk, g_db, g_rq} = choice;
end endgenerate
assign ar_cr_take = g_tm || (g_ct && !ct_op) || g_db || g_rq || g_sp;

// The ages stand still while nobody can be granted. With DEEP they follow a cycle later: after a grant nothing is
// chosen in that cycle.
wire [2:0] young_now = {3{open_slot}} & {w_host || !e_host, w_tm || !e_tm, w_reg || !e_reg};
wire       older_now = open_slot && any;
wire [2:0] young;       // host, tm, reg: back to 0
wire       older;       // the others grow by 1
generate if (DEEP != 0) begin : g_age
    reg [2:0] young_q;
    reg       older_q;
    always @(posedge clk) begin
        young_q <= young_now;
        older_q <= older_now && !rst;
    end
    assign young = young_q;
    assign older = older_q;
end else begin : g_age
    assign young = young_now;
    assign older = older_now;
end endgenerate

always @* begin
    host_d = young[2] ? 2'd0 : older && host_q != 2'd3 ? host_q + 2'd1 : host_q;
    tm_d   = young[1] ? 3'd0 : older && tm_q != 3'd7 ? tm_q + 3'd1 : tm_q;
    ct_d   = young[0] ? 3'd0 : older && ct_q != 3'd7 ? ct_q + 3'd1 : ct_q;
    rx_last_d = (any || w_sp) ? w_rx : parked ? 1'b0 : rx_last_q;
    rq_last_d = choice[0] ? 1'b1 : choice[1] || parked ? 1'b0 : rq_last_q;
end

always @(posedge clk) begin
    host_q    <= host_d;
    tm_q      <= tm_d;
    ct_q      <= ct_d;
    rq_last_q <= rq_last_d;
    rx_last_q <= rx_last_d;
    if (rst) begin
        host_q    <= 2'd0;
        tm_q      <= 3'd0;
        ct_q      <= 3'd0;
        rq_last_q <= 1'b1;      // the doorbell goes first
        rx_last_q <= 1'b0;
    end
end

`ifdef FORMAL
    always @(posedge clk) if (!rst) begin
        assert ({6'd0, g_rx} + {6'd0, g_tm} + {6'd0, g_ct} + {6'd0, g_lf}
                + {6'd0, g_lk} + {6'd0, g_db} + {6'd0, g_rq} + {6'd0, g_sp} <= 7'd1);
        if (g_lk || (g_rx && rxq_is_open)) assert (!s1_valid && (NARROW || !s2_valid));
        // What was chosen is still there.
        if ((g_rx && !rxq_valid) || (g_tm && !tm_valid) || (g_ct && !ct_valid) || (g_lf && !lf_valid)
            || (g_lk && !lk_valid) || (g_db && !db_valid) || (g_rq && !rq_valid)) assert (1'b0);
        if (ar_cr_take) assert (cr_any);
    end
`endif

endmodule

`resetall
