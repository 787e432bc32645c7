// SPDX-License-Identifier: Apache-2.0
//
// ttp_marks_times - round trips of links, and contexts that have heard nothing new for long
// (sel.rtt, sel.tail)
//
// Times are in units of 16 cycles, of 20 bits. The smoothed round trip is kept for each link, eight
// times as large, and the shortest (sel.base), until a send has number 1 again: a life has begun;
// 0: none is known. With them goes the reorder distance that its context had learned (sel.reorder),
// or 0. Of a context there is `least`, how long nothing new may be heard until the
// first probe, as of the newest round trip, from LOAD or the first answer on.
//
// A walk looks at a context every four cycles, in step with the cycle counter: at the one that
// now[2 +: CX] names. Cycle 0 reads, 1 and 2 compare, 3 writes:
//     restart   something new was heard, or a pause is over: the time begins, and is `least`
//     touch     all in flight is sent again: it begins
//     due       it is over, it is shorter than TIMEOUT, and lost ones may go: a probe is due. The
//               time begins, twice as long. After the first one of a time all go.
//
// Timing: what is told comes from flops.
// Part of: ttp_tx_marks

`resetall
`default_nettype none

module ttp_marks_times #(
    parameter CONTEXTS = 16,    // 2..16, power of two
    parameter CX       = 4,     // log2 CONTEXTS
    parameter LINKS    = 1536,  // links
    parameter LW       = 11     // width of a link index
) (
    input  wire                 clk,
    input  wire [23:0]          now,            // cycles
    input  wire [19:0]          cfg_base_rtt,   // cycles; 0: unknown
    input  wire [23:0]          cfg_probe_min,  // cycles
    input  wire [30:0]          cfg_timeout,    // cycles

    // M1, of context m1
    input  wire [CX-1:0]        m1,
    input  wire                 take,
    input  wire                 frees,
    input  wire                 restarts,
    input  wire                 touches,
    input  wire                 first,          // a send with number 1, of this link
    input  wire [LW-1:0]        first_link,
    input  wire [CONTEXTS-1:0]  taken,
    input  wire [CONTEXTS-1:0]  goes,           // lost ones may go

    // The engine, of context `at` and its link
    input  wire [CX-1:0]        at,
    input  wire [LW-1:0]        link,
    input  wire                 hears_news,
    input  wire                 reads,          // what is kept of the link:
    output wire [50:0]          kept_all,       // ... distance, shortest, 8 times the smoothed one
    input  wire [19:0]          trip,           // TRIP: a new round trip,
    input  wire                 computes,       // ... into what was read
    input  wire                 loads,          // ... there is none
    input  wire                 sums,           // TRIP2
    input  wire                 writes,         // TRIP3
    output wire                 busy,           // ... has to wait
    output wire                 knows,          // TRIP2: a smoothed one was kept
    output wire [19:0]          smoothed,       // ... it is this by now; 0: none
    output wire [19:0]          shortest,
    input  wire [7:0]           distance,       // TRIP3: to be kept; 0: none was learned
    output wire [7:0]           kept_distance,  // TRIP3: that was kept
    output reg  [CONTEXTS-1:0]  probe,          // one is due
    output reg  [CONTEXTS-1:0]  all,            // ... with all in flight
    input  wire                 probes          // it is done
);

wire [19:0] t = now[23:4];

function [CONTEXTS-1:0] mask;
    input [CX-1:0] which;
    input          on;
    mask = {{(CONTEXTS-1){1'b0}}, on} << which;
endfunction

// ---------------------------------------------------------------- sel.rtt
wire [22:0] kept;
wire [19:0] kept_least;
reg  [22:0] trip8_q;
reg  [19:0] shortest_q;
reg         knows_q;
reg  [7:0]  distance_q;
wire [7:0]  distance_rd;
assign kept_distance = distance_q;
reg  [23:0] sum_q;
wire [19:0] known_trip = trip == 20'd0 ? 20'd1 : trip;
wire [19:0] set_trip   = {4'd0, cfg_base_rtt[19:4]};
wire        below_kept = kept_least < known_trip;
wire        below_set  = set_trip != 20'd0 && set_trip < known_trip;
assign knows    = knows_q;
assign smoothed = trip8_q[22:3];
assign shortest = shortest_q;
always @(posedge clk) begin
    if (computes) begin
        knows_q    <= kept != 23'd0;
        distance_q <= distance_rd;
        shortest_q <= kept != 23'd0 ? (below_kept ? kept_least : known_trip)
                    : below_set ? set_trip : known_trip;
    end
    if (computes) trip8_q <= loads ? (kept == 23'd0 ? {2'd0, cfg_base_rtt, 1'b0} : kept)
                           : kept == 23'd0 ? {known_trip, 3'd0}
                           : kept + {3'd0, known_trip} - {3'd0, kept[22:3]};
    if (sums) sum_q <= {1'b0, trip8_q} + {2'd0, trip8_q[22:1]};
end
assign busy = first;
assign kept_all = {distance_rd, kept_least, kept};
wire        keeps = writes && !loads && !first;
ttp_ram_1r1w #(.WIDTH(51), .DEPTH(LINKS), .BYPASS(1)) u_trips (
    .clk(clk), .wr_en(first || keeps), .wr_addr(first ? first_link : link),
    .wr_data({distance, shortest_q, trip8_q} & {51{!first}}), .rd_en(reads), .rd_addr(link),
    .rd_data({distance_rd, kept_least, kept})
);

// sel.tail: one and a half; from 2^19 on it is never over
wire [20:0] tail  = sum_q[23:3];
wire [19:0] soonest = cfg_probe_min[23:4];
wire [19:0] least = trip8_q == 23'd0    ? 20'd0
                  : tail[20:19] != 2'd0 ? {1'b1, 19'd0}
                  : tail[19:0] < soonest ? soonest : tail[19:0];
wire        loaded = writes && !busy;
wire [CX-1:0] look = now[2 +: CX];
wire [19:0] least_rd, since_rd, time_rd;
wire        later_rd;
ttp_ram_async #(.WIDTH(20), .DEPTH(CONTEXTS)) u_least (
    .clk(clk), .wr_en(loaded), .wr_addr(at), .wr_data(least), .rd_addr(look), .rd_data(least_rd)
);

// ---------------------------------------------------------------- sel.tail: the walk
reg  [CONTEXTS-1:0] known_q, restart_q, touch_q;
reg  [CX-1:0] look_q;
reg           there_q, restart_look_q, touch_look_q, runs_q, due_q, later_q;
reg  [19:0]   least_q, since_q, time_q, age_q;
wire [1:0]    phase  = now[1:0];
wire          ends   = phase == 2'd3 && there_q;
wire          fires  = ends && due_q;
wire          begins = ends && (due_q || restart_look_q || touch_look_q);
ttp_ram_async #(.WIDTH(20 + 20 + 1), .DEPTH(CONTEXTS)) u_times (
    .clk(clk), .wr_en(begins), .wr_addr(look_q),
    .wr_data({t, restart_look_q ? least_q : due_q ? {time_q[18:0], 1'b0} : time_q,
              !restart_look_q && (later_q || due_q)}),
    .rd_addr(look), .rd_data({since_rd, time_rd, later_rd})
);
always @(posedge clk) begin
    if (phase == 2'd0) begin
        look_q         <= look;
        there_q        <= taken[look] && known_q[look];
        restart_look_q <= restart_q[look];
        touch_look_q   <= touch_q[look];
        runs_q         <= time_rd != 20'd0 && !time_rd[19]
                          && {8'd0, time_rd[18:0], 4'd0} < cfg_timeout && goes[look]
                          && !restart_q[look] && !touch_q[look];
        least_q        <= least_rd;
        since_q        <= since_rd;
        time_q         <= time_rd;
        later_q        <= later_rd;
    end
    if ((take || frees) && m1 == (phase == 2'd0 ? look : look_q)) there_q <= 1'b0;
    age_q  <= t - since_q;
    due_q  <= runs_q && age_q >= time_q;

    known_q   <= (known_q | mask(at, loaded)) & ~mask(m1, take);
    restart_q <= (restart_q & ~mask(look_q, ends && restart_look_q))
                 | mask(m1, take || restarts) | mask(at, hears_news);
    touch_q   <= ((touch_q & ~mask(look_q, ends && touch_look_q)) | mask(m1, touches))
                 & ~mask(m1, take);
    probe     <= ((probe & ~mask(at, probes)) | mask(look_q, fires)) & ~mask(m1, take);
    all       <= (all & ~mask(look_q, fires)) | mask(look_q, fires && later_q);
end

wire unused = &{1'b0, sum_q[2:0], cfg_probe_min[3:0], now[3]};

endmodule

`resetall
