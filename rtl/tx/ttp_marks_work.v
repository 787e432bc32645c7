// SPDX-License-Identifier: Apache-2.0
//
// ttp_marks_work - which context has what work, and whose turn it is
//
// PICK reads what there is for the context that is served, GO takes the first of it off the list:
// load, again, probe, judge, limit, news, scan. Behind a judge the last three go first: each answer
// asks for another one. A context that is taken has nothing to do but load.
//
// Timing: next and works from flops, taken and rs_room; what is to be done in GO from flops, picks
// and rs_room.
// Part of: ttp_tx_marks

`resetall
`default_nettype none

module ttp_marks_work #(
    parameter CONTEXTS = 16,    // 2..16, power of two
    parameter CX       = 4      // log2 CONTEXTS
) (
    input  wire                 clk,
    input  wire                 tick,           // news are due
    input  wire [CONTEXTS-1:0]  taken,
    input  wire                 rs_room,        // for news, or for what SCAN finds

    // M1, M2
    input  wire [CX-1:0]        m1,
    input  wire                 take,
    input  wire                 m1_again,
    input  wire                 goes_wr,        // lost ones may go, or not
    input  wire                 m1_goes,
    input  wire [CX-1:0]        m2,
    input  wire                 m2_refused,
    output wire                 resumes,        // m1: they may go, and could not before
    output wire [CONTEXTS-1:0]  goes,

    // ttp_marks_window: what may be in flight is to be found anew; lost ones have to wait
    input  wire                 m1_resent,      // a RESEND has gone, told, or was refused
    input  wire                 changes,        // of all
    input  wire                 sets,
    input  wire [CX-1:0]        sets_at,
    input  wire                 at_limit,       // of `at`
    input  wire                 limits_again,   // it found no room
    input  wire [CX-1:0]        limit_at,
    input  wire [CONTEXTS-1:0]  full,

    // ttp_marks_times: a probe is due, with all in flight
    input  wire [CONTEXTS-1:0]  probe,
    input  wire [CONTEXTS-1:0]  probe_all,

    // What the engine finds for the context that it serves
    input  wire [CX-1:0]        at,
    input  wire                 hears_newer,    // a send that arrived is known,
    input  wire                 is_newest,      // ... the newest of all
    input  wire                 sets_news,
    input  wire                 sets_scan,
    output wire                 load_there,     // it has not begun yet (load)
    output wire                 scan_there,     // some may be lost
    output wire                 all_older,      // JUDGE: the distance does not count

    // Whose turn it is: the next behind `at`, after the highest the lowest
    output wire                 works,
    output wire [CX-1:0]        next,

    // PICK; GO, if the context is still there: what is done, at most one
    input  wire                 picks,
    input  wire                 sees,
    output wire                 loads,
    output wire                 marks,          // again, or a probe
    output wire                 judges,
    output wire                 limits,
    output wire                 brings,
    output wire                 scans,
    output wire                 is_again,       // again, not a probe
    output wire                 is_all,         // a probe with all
    output wire                 probes          // marks for a probe
);

function [CONTEXTS-1:0] mask;
    input [CX-1:0] which;
    input          on;
    mask = {{(CONTEXTS-1){1'b0}}, on} << which;
endfunction

reg  [CONTEXTS-1:0] load_q, again_q, judge_q, limit_q, news_q, due_q, scan_q, goes_q;
reg  [CONTEXTS-1:0] judged_q;                   // judge was the last of the last four
reg  [CONTEXTS-1:0] probed_q, all_older_q;      // a probe has gone; all sent before it is lost
wire [CONTEXTS-1:0] asks = (limit_q | due_q | (scan_q & goes_q & ~full)) & {CONTEXTS{rs_room}};
wire [CONTEXTS-1:0] work = taken & (load_q | again_q | probe | judge_q | asks);
reg  [CX-1:0] next_at, lowest_at;
reg           next_there;
integer       i;
always @* begin
    next_at    = {CX{1'b0}};
    lowest_at  = {CX{1'b0}};
    next_there = 1'b0;
    for (i = CONTEXTS - 1; i >= 0; i = i - 1) if (work[i]) begin
        lowest_at = i[CX-1:0];
        if (i[CX-1:0] > at) begin
            next_at    = i[CX-1:0];
            next_there = 1'b1;
        end
    end
end
assign works     = work != {CONTEXTS{1'b0}};
assign next      = next_there ? next_at : lowest_at;
assign goes      = goes_q;
assign resumes   = goes_wr && m1_goes && !goes_q[m1];
assign all_older = all_older_q[at];
assign load_there = load_q[at];
assign scan_there = scan_q[at];

reg load_at_q, again_at_q, probe_at_q, all_at_q, judge_at_q, limit_at_q, news_at_q, scan_at_q;
wire finds = sees && !load_at_q && !again_at_q && !probe_at_q;
assign loads    = sees && load_at_q;
assign marks    = sees && !load_at_q && (again_at_q || probe_at_q);
assign judges   = finds && judge_at_q;
assign limits   = finds && !judge_at_q && limit_at_q && rs_room;
assign brings   = finds && !judge_at_q && !limit_at_q && news_at_q && rs_room;
assign scans    = finds && !judge_at_q && !limit_at_q && !news_at_q && scan_at_q && rs_room;
assign is_again = again_at_q;
assign is_all   = all_at_q;
assign probes   = marks && !again_at_q;

always @(posedge clk) begin
    if (picks) begin
        load_at_q  <= load_q[at];
        again_at_q <= again_q[at];
        probe_at_q <= probe[at];
        all_at_q   <= probe_all[at];
        judge_at_q <= judge_q[at] && !(judged_q[at] && asks[at]);
        limit_at_q <= limit_q[at];
        news_at_q  <= due_q[at];
        scan_at_q  <= scan_q[at] && goes_q[at] && !full[at];
    end
    load_q      <= (load_q & ~mask(at, loads)) | mask(m1, take);
    again_q     <= ((again_q & ~mask(at, marks && again_at_q)) | mask(m1, m1_again))
                   & ~mask(m1, take);
    judge_q     <= ((judge_q & ~mask(at, judges)) | mask(at, hears_newer)) & ~mask(m1, take);
    limit_q     <= ((limit_q & ~mask(at, limits)) | mask(at, at_limit) | mask(sets_at, sets)
                    | mask(limit_at, limits_again)
                    | mask(m1, m1_resent) | {CONTEXTS{changes}}) & ~mask(m1, take);
    judged_q    <= ((judged_q & ~mask(at, limits || brings || scans)) | mask(at, judges))
                   & ~mask(m1, take);
    probed_q    <= ((probed_q & ~mask(at, hears_newer)) | mask(at, probes)) & ~mask(m1, take);
    all_older_q <= ((all_older_q & ~mask(at, judges || hears_newer))
                    | mask(at, hears_newer && is_newest && probed_q[at])) & ~mask(m1, take);
    news_q      <= ((news_q & ~mask(at, brings)) | mask(at, sets_news)) & ~mask(m1, take);
    due_q       <= ((due_q | (news_q & {CONTEXTS{tick}})) & ~mask(at, brings)) & ~mask(m1, take);
    scan_q      <= ((scan_q & ~mask(at, scans)) | mask(at, sets_scan) | mask(m2, m2_refused))
                   & ~mask(m1, take);
    if (goes_wr) goes_q <= (goes_q & ~mask(m1, 1'b1)) | mask(m1, m1_goes);
end

endmodule

`resetall
