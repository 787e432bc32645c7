// SPDX-License-Identifier: Apache-2.0
//
// ttp_marks_sums - the window after a round (sel.delay.less, sel.delay.more)
//
// It multiplies and divides a bit a cycle, of one round at a time, with all that it needs as it was
// when it began:
//
//     MEAN    30 cycles    sum / n
//     QUEUE   1            the mean less the shortest; is it fine? What of it is multiplied
//     TIMES   PW + 1       a factor of PW + 1 bits by one of 21
//     BY      PW + 22      ... by the divisor
//     ADD     1            ... and what is added to it
//     HALF    1            no less than half
//     SET     1            the window; it waits while another one is written
//
//     not fine    most x (shortest + fine) / (shortest + queue)
//     first       8 x shortest / queue
//     fine        window x min(fine - queue, delay) / 2 delay
//
// Times are in 16 cycles.
//
// Timing: what is told comes from flops, sets from flops and waits.
// Part of: ttp_marks_window

`resetall
`default_nettype none

module ttp_marks_sums #(
    parameter PW = 8                            // log2 of the largest window, 8 or 9
) (
    input  wire                 clk,
    input  wire                 core_rst,

    input  wire                 starts,         // not while it is busy
    input  wire [15:0]          delay,          // 1..
    input  wire [PW:0]          window,
    input  wire [28:0]          sum,            // round trips
    input  wire [8:0]           n,              // ... of so many answers, 1..
    input  wire [PW:0]          most,           // on the way
    input  wire                 first,          // the first round
    input  wire                 lossy,          // something was lost
    input  wire [19:0]          shortest,       // no longer than any of the round trips

    input  wire                 waits,

    output wire                 busy,
    output wire                 sets,
    output wire [PW:0]          result,         // 1..2^PW
    output wire                 less            // it was cut
);

localparam MEAN = 3'd0, QUEUE = 3'd1, TIMES = 3'd2, BY = 3'd3, ADD = 3'd4,
           HALF = 3'd5, SET = 3'd6;
localparam [PW:0] NONE = 0, ONE = 1, FIRST = 8, ALL = {1'b1, {PW{1'b0}}};
localparam [PW:0] SMALL = 64;           // sel.delay: twice the delay is fine below it
localparam HW = PW + 22;                // width of a product
localparam [31:0] TIMES_N = PW, BY_N = HW - 1;
reg           busy_q;
reg  [2:0]    step_q;
reg  [4:0]    left_q;                   // more cycles of it
reg  [HW-1:0] high_q;                   // what is divided, then the quotient
reg  [20:0]   rest_q, by_q;
reg  [PW:0]   window_q, most_q, factor_q;
reg  [8:0]    n_q;
reg           first_q, lossy_q, less_q, none_q, deep_q;
reg  [19:0]   shortest_q;
reg  [15:0]   delay_q;

// ---------------------------------------------------------------- a bit
wire [21:0]   rest   = {rest_q, high_q[HW-1]} - {1'b0, by_q};
wire [HW-1:0] product = {high_q[HW-2:0], 1'b0}
                      + ({NONE, rest_q} & {HW{factor_q[PW]}});

// ---------------------------------------------------------------- QUEUE
wire [19:0]   queue  = high_q[19:0] - shortest_q;
wire [16:0]   fine   = window_q < SMALL ? {delay_q, 1'b0} : {1'b0, delay_q};
wire          is_less = queue > {3'd0, fine};
wire [16:0]   spare  = fine - queue[16:0];
wire [16:0]   by_half = spare > {1'b0, delay_q} ? {1'b0, delay_q} : spare;

// ---------------------------------------------------------------- ADD, HALF
reg  [PW:0]   least_q;                  // the window, if it is no less than `more_q`
reg  [PW+1:0] more_q, larger_q;
wire          over     = high_q[HW-1:PW] != 22'd0;
wire [PW:0]   quotient = over ? ALL : high_q[PW:0];
always @(posedge clk) begin
    least_q <= less_q ? {1'b0, most_q[PW:1]} : first_q ? window_q : NONE;
    more_q  <= {1'b0, quotient}
             + (less_q || first_q ? {1'b0, NONE} : {1'b0, window_q} + {1'b0, ONE});
    larger_q <= more_q > {1'b0, least_q} ? more_q : {1'b0, least_q};
end

// ---------------------------------------------------------------- SET
wire [PW+1:0] answers  = {{(PW-7){1'b0}}, n_q};
wire          fewer    = less_q && lossy_q && deep_q && answers < larger_q;
wire [PW+1:0] chosen   = fewer ? answers : larger_q;
assign result = (first_q && none_q && !less_q) || chosen > {1'b0, ALL} ? ALL
              : chosen == {1'b0, NONE} ? ONE : chosen[PW:0];
assign less    = less_q;
assign busy    = busy_q;
assign sets    = busy_q && step_q == SET && !waits;

always @(posedge clk) begin
    if (starts) begin
        busy_q     <= 1'b1;
        step_q     <= MEAN;
        left_q     <= 5'd29;
        high_q     <= {{(HW-29){1'b0}}, sum} << (HW - 30);
        rest_q     <= 21'd0;
        by_q       <= {12'd0, n};
        n_q        <= n;
        window_q   <= window;
        most_q     <= most < window ? most : window;
        first_q    <= first;
        lossy_q    <= lossy;
        shortest_q <= shortest;
        delay_q    <= delay;
    end else if (busy_q) case (step_q)
        MEAN, BY: begin
            rest_q <= rest[21] ? {rest_q[19:0], high_q[HW-1]} : rest[20:0];
            high_q <= {high_q[HW-2:0], !rest[21]};
            left_q <= left_q - 5'd1;
            if (left_q == 5'd0) step_q <= step_q == MEAN ? QUEUE : ADD;
        end
        QUEUE: begin
            less_q   <= is_less;
            none_q   <= queue == 20'd0;
            deep_q   <= {1'b0, queue} > {4'd0, delay_q, 1'b0};
            factor_q <= is_less ? most_q : first_q ? FIRST : window_q;
            rest_q   <= is_less ? {1'b0, shortest_q} + {4'd0, fine}
                      : first_q ? {1'b0, shortest_q} : {4'd0, by_half};
            by_q     <= is_less ? {1'b0, shortest_q} + {1'b0, queue}
                      : first_q ? {1'b0, queue} : {4'd0, delay_q, 1'b0};
            high_q   <= {HW{1'b0}};
            left_q   <= TIMES_N[4:0];
            step_q   <= TIMES;
        end
        TIMES: begin
            high_q   <= product;
            factor_q <= {factor_q[PW-1:0], 1'b0};
            left_q   <= left_q - 5'd1;
            if (left_q == 5'd0) begin
                left_q <= BY_N[4:0];
                rest_q <= 21'd0;
                step_q <= BY;
            end
        end
        ADD:  step_q <= HALF;
        HALF: step_q <= SET;
        default: if (!waits) busy_q <= 1'b0;    // SET
    endcase
    if (core_rst) busy_q <= 1'b0;
end

endmodule

`resetall
