// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_timer - finds links whose deadline has passed, by a walk over all of them
//
// Holds a copy of both deadlines of each link record, written with it in S2. The walk looks at one
// link a cycle; it begins with core_rst, and looks at none while memories are being initialised. A
// link that is due goes into a queue of 4 for the arbiter. The walk only reads. An expiry that was
// overtaken by progress, or queued twice, does no harm: the link pipe looks at the record again. A
// full queue costs one walk.
//
//    cycle       t            t+1                     t+2
//                RAM read     due?                    push               DEEP: due? a cycle later
//
// A link that is written in the very cycle in which it would be read is read in the next one. With
// EVERY = 1 it might be written in that cycle too, and in all that follow: a busy link would stop
// the walk, and with it the timers of all others. So there the write is handed through.
//
// Due is a deadline that is not ahead of now by the sign of the difference, so a wrap of now does
// not matter (tmr.wrap). It is met within [0, LINKS + queue] cycles, with EVERY = 0 one more for
// each write that met the walk.
//
// Timing: outputs from the queue's flops.
// Mirror: model/ttp_link_timer.c      Lockstep test: tb/block/ttp_link_timer.cpp

`include "ttp_bus_rx.vh"

`resetall
`default_nettype none

module ttp_link_timer #(
    parameter LINKS = 1536,     // links, 3..12288
    parameter EVERY = 0,        // 1: a link may be written in cycle after cycle
    parameter DEEP  = 0,        // 1: flops behind the RAM
    parameter LW    = 11        // width of a link index, derived by ttp_mac
) (
    input  wire          clk,
    input  wire          rst,           // core reset
    input  wire          init_active,
    input  wire [16:0]   init_idx,
    input  wire [31:0]   now,           // cycle counter

    // Record write of the link pipe
    input  wire          timer_valid,
    input  wire [`TTP_TIMER_W-1:0] timer,

    // Links that are due
    output wire          expired_valid,
    output wire [LW-1:0] expired_link,
    input  wire          expired_ready
);

localparam [31:0] LAST = LINKS - 1;

reg  [LW-1:0] idx_q, idx_d;     // read in this cycle
reg  [LW-1:0] idx_s1_q;         // read in the cycle before
reg  [LW-1:0] idx_s2_q;         // judged in the cycle before ...
reg           due_s2_q;         // ... and due

wire          armed_rd, armed2_rd, armed, armed2;
wire [31:0]   dl_rd, dl2_rd, dl, dl2;
wire [LW-1:0] judged;           // the link that these are of
wire [31:0]   late  = now - dl;
wire [31:0]   late2 = now - dl2;
wire          due  = (armed && !late[31]) || (armed2 && !late2[31]);
wire          meets = EVERY == 0 && timer_valid && timer[`TIMER_LINK] == idx_q;
wire          look  = !init_active && !meets;
reg           looked_q;
wire          queue_ready;
wire [2:0]    queue_count_unused;
wire          unused = &{1'b0, late[30:0], late2[30:0], init_idx};

ttp_ram_1r1w #(.WIDTH(66), .DEPTH(LINKS), .BYPASS(EVERY)) u_dl (
    .clk(clk),
    .wr_en(timer_valid || init_active),
    .wr_addr(init_active ? init_idx[LW-1:0] : timer[`TIMER_LINK]),
    // The deadline of a timer that does not run is never looked at.
    .wr_data({timer[`TIMER_RUNS] && !init_active, timer[`TIMER_DEADLINE],
              timer[`TIMER_SERVICE_RUNS] && !init_active, timer[`TIMER_SERVICE_AT]}),
    .rd_en(look),
    .rd_addr(idx_q),
    .rd_data({armed_rd, dl_rd, armed2_rd, dl2_rd})
);

generate if (DEEP != 0) begin : g_read_flop
    reg [65:0]   held_q;
    reg [LW-1:0] idx_held_q;
    always @(posedge clk) begin
        held_q     <= {armed_rd && looked_q && !rst, dl_rd,
                       armed2_rd && looked_q && !rst, dl2_rd};
        idx_held_q <= idx_s1_q;
    end
    assign {armed, dl, armed2, dl2} = held_q;
    assign judged = idx_held_q;
end else begin : g_read
    assign {armed, dl, armed2, dl2} = {armed_rd && looked_q, dl_rd, armed2_rd && looked_q, dl2_rd};
    assign judged = idx_s1_q;
end endgenerate

// Due in spite of a full queue: the next walk finds it again.
ttp_fifo #(.WIDTH(LW), .DEPTH(4)) u_queue (
    .clk(clk),
    .rst(rst),
    .in_valid(due_s2_q && queue_ready),
    .in_ready(queue_ready),
    .in_data(idx_s2_q),
    .out_valid(expired_valid),
    .out_ready(expired_ready),
    .out_data(expired_link),
    .count(queue_count_unused)
);

always @* begin
    idx_d = idx_q == LAST[LW-1:0] ? {LW{1'b0}} : idx_q + {{(LW-1){1'b0}}, 1'b1};
    if (meets) idx_d = idx_q;
end

always @(posedge clk) begin
    idx_q    <= idx_d;
    idx_s1_q <= idx_q;
    idx_s2_q <= judged;
    due_s2_q <= due;
    looked_q <= look;
    if (rst) begin
        idx_q    <= {LW{1'b0}};
        looked_q <= 1'b0;
        due_s2_q <= 1'b0;
    end
end

`ifdef FORMAL
    // The walk waits for a link for one cycle only.
    reg meets_q;
    always @(posedge clk) begin
        meets_q <= meets && !rst;
        if (!rst && EVERY == 0 && meets_q) assert (!meets);
    end
`endif

endmodule

`resetall
