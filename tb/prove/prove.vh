// SPDX-License-Identifier: Apache-2.0
//
// What the properties of several blocks have in common.

`ifndef TTP_PROVE_VH
`define TTP_PROVE_VH

`ifndef PROVE_CLOCK
`define PROVE_CLOCK posedge clk
`endif

// The first cycle is a reset, a later one may be. p_run: there was one, and there is none now.
`define PROVE_RESET(reset) \
    reg p_past; \
    initial p_past = 1'b0; \
    always @(`PROVE_CLOCK) begin \
        p_past <= 1'b1; \
        if (!p_past) assume (reset); \
    end \
    wire p_run = p_past && !reset;

// The stream rule of an output: what is offered stays as it is until it is taken, or a reset.
`define PROVE_STREAM(name, width, valid, ready, data) \
    reg name``_wait; \
    reg [width-1:0] name``_data; \
    initial name``_wait = 1'b0; \
    always @(`PROVE_CLOCK) begin \
        name``_wait <= p_run && valid && !ready; \
        name``_data <= data; \
        if (p_run && name``_wait) begin \
            name``_stays: assert (valid); \
            name``_stable: assert (data == name``_data); \
            name``_taken_late: cover (ready); \
        end \
    end

// ... assumed of an input.
`define ASSUME_STREAM(name, width, valid, ready, data) \
    reg name``_wait; \
    reg [width-1:0] name``_data; \
    initial name``_wait = 1'b0; \
    always @(`PROVE_CLOCK) begin \
        name``_wait <= p_run && valid && !ready; \
        name``_data <= data; \
        if (p_run && name``_wait) assume (valid && data == name``_data); \
    end

// A queue: one arbitrary word is followed from push to pop. It comes out as it went in, and after
// exactly as many pops as there were words in front of it.
`define PROVE_QUEUE(name, width, count_w, push, in, pop, out) \
    (* anyseq *) wire name``_pick; \
    reg               name``_follow;    /* the word is inside */ \
    reg [count_w-1:0] name``_ahead;     /* in front of it */ \
    reg [count_w-1:0] name``_inside; \
    reg [width-1:0]   name``_word; \
    always @(`PROVE_CLOCK) begin \
        name``_inside <= name``_inside + {{(count_w-1){1'b0}}, push} \
                                       - {{(count_w-1){1'b0}}, pop}; \
        if (name``_follow && pop) begin \
            name``_ahead  <= name``_ahead - {{(count_w-1){1'b0}}, 1'b1}; \
            name``_follow <= |name``_ahead; \
        end \
        if (!name``_follow && push && name``_pick) begin \
            name``_follow <= 1'b1; \
            name``_ahead  <= name``_inside - {{(count_w-1){1'b0}}, pop}; \
            name``_word   <= in; \
        end \
        if (!p_run) begin \
            name``_follow <= 1'b0; \
            name``_inside <= {count_w{1'b0}}; \
        end \
        if (p_run) begin \
            if (pop) name``_nothing_invented: assert (|name``_inside); \
            if (name``_follow && pop && !(|name``_ahead)) \
                name``_order: assert (out == name``_word); \
            name``_passed: cover (name``_follow && pop && !(|name``_ahead)); \
        end \
    end

`endif
