// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_lookup - the link of a host packet: cached from the packet before, or asked for
//
//     NONE or CACHED --seek--> REQ --granted--> PIPE --found--> LOAD --> CACHED
//              |                ^                 |               ^
//              +----------------|- known ---------|---------------+
//                               |                 |
//                               +------ PAUSE <---+  no entry free: ttp_tx_retry says when
//                                                    to ask again, and when to refuse
//
// A lookup gives up the cached link and its pin. A packet that is refused in its first beat does so
// too, because its refusal needs the register of the destination. pin_kill is heard only while a
// link is cached, no packet is under way and no first beat waits.
//
// KNOWN: the links of some peers are known (ttp_tx_known), and nobody is asked.
//
// Timing: lookup and pin_* are flops: lookup_valid from the cycle after seek until lookup_ready,
// pin_valid from the cycle after found. found is combinational from lookup_done or seek, one cycle
// before load and two before cached.
// Part of: ttp_tx_ingest

`include "ttp_bus_tx.vh"

`resetall
`default_nettype none

module ttp_tx_lookup #(
    parameter KNOWN = 0,        // links that are known without a lookup, 0: none
    parameter LW    = 11        // bits of a link index
) (
    input  wire          clk,
    input  wire          core_rst,

    input  wire [31:0]   cfg_close_tmo,
    input  wire [7:0]    cfg_retry_max,

    // f, the oldest beat
    input  wire          f_valid,
    input  wire [31:0]   f_dest,        // {VC[7:0], node[23:0]}
    input  wire          mid,           // it is not the first of its packet
    input  wire          seek,          // it needs another link
    input  wire          refuse,

    output wire          resting,       // no lookup is under way
    output wire          cached,        // link is that of dest
    output wire          no_entry,      // none was found for too long
    output wire [31:0]   dest,          // of the cached link, of the lookup, of a refusal
    output wire [LW-1:0] link,
    output wire          reads,         // found_link may be the link: its counts are read
    output wire [LW-1:0] found_link,
    output wire          load,          // they are there

    input  wire          evicting,      // KNOWN: entries may go, or be closed
    output wire          pin_read,      // ... found_link is found without a lookup

    output wire          lookup_valid,
    output wire [`TTP_LOOKUP_W-1:0] lookup,
    input  wire          lookup_ready,
    input  wire          lookup_done,
    input  wire [`TTP_ANSWER_W-1:0] lookup_answer,

    output wire          pin_valid,
    output wire [LW-1:0] pin_link,
    input  wire          pin_kill
);

localparam [2:0]
    LK_NONE   = 3'd0,   // no link cached
    LK_REQ    = 3'd1,   // lookup waits for its grant
    LK_PIPE   = 3'd2,   // lookup in the link pipe
    LK_LOAD   = 3'd3,   // the link's tail and counts arrive
    LK_CACHED = 3'd4,
    LK_PAUSE  = 3'd5;   // no entry was free

reg [2:0]    state_q, state_d;
reg [31:0]   dest_q, dest_d;
reg [LW-1:0] link_q, link_d;

wire ok      = lookup_answer[`ANSWER_OK];
wire done    = state_q == LK_PIPE && lookup_done;
wire uncache = refuse && !mid;
wire again, expired;
wire          hit;
wire [LW-1:0] known_link;

generate if (KNOWN != 0) begin : g_known
    ttp_tx_known #(.N(KNOWN), .LW(LW)) u_known (
        .clk(clk), .core_rst(core_rst), .evicting(evicting),
        .dest(f_dest[25:0]), .hit(hit), .link(known_link),
        .learn(done && ok), .learn_dest(dest_q[25:0]), .learn_link(lookup_answer[`ANSWER_LINK])
    );
end else begin : g_known
    assign hit        = 1'b0;
    assign known_link = {LW{1'b0}};
    wire unused = &{1'b0, evicting};
end endgenerate

ttp_tx_retry u_retry (
    .clk(clk), .core_rst(core_rst),
    .cfg_close_tmo(cfg_close_tmo), .cfg_retry_max(cfg_retry_max),
    .resting(resting), .answered(done), .again(again), .expired(expired)
);

assign resting   = state_q == LK_NONE || state_q == LK_CACHED;
assign cached    = state_q == LK_CACHED;
assign no_entry  = state_q == LK_PAUSE && expired;
assign load      = state_q == LK_LOAD;
assign pin_read   = seek && hit;
assign reads      = done || seek;
assign found_link = done ? lookup_answer[`ANSWER_LINK] : known_link;
assign dest      = dest_q;
assign link      = link_q;
assign lookup_valid = state_q == LK_REQ;
assign lookup[`LOOKUP_VC]   = dest_q[25:24];
assign lookup[`LOOKUP_NODE] = dest_q[23:0];
assign pin_valid = load || cached;
assign pin_link  = link_q;

always @* begin
    state_d = state_q;
    dest_d  = uncache || seek ? f_dest : dest_q;
    link_d  = (done && ok) || pin_read ? found_link : link_q;

    case (state_q)
    LK_NONE, LK_CACHED: begin
        if (pin_kill && !mid && !f_valid) state_d = LK_NONE;
        if (seek) state_d = hit ? LK_LOAD : LK_REQ;
    end
    LK_REQ:   if (lookup_ready) state_d = LK_PIPE;
    LK_PIPE:  if (lookup_done) state_d = ok ? LK_LOAD : LK_PAUSE;
    LK_LOAD:  state_d = LK_CACHED;
    LK_PAUSE: if (again) state_d = LK_REQ;
    default:  state_d = LK_NONE;     // unreached: no state has that number
    endcase
    if (uncache) state_d = LK_NONE;
end

always @(posedge clk) begin
    state_q <= state_d;
    dest_q  <= dest_d;
    link_q  <= link_d;
    if (core_rst) state_q <= LK_NONE;
end

`ifdef FORMAL
    always @(posedge clk) if (!core_rst) begin
        if (lookup_valid) assert (f_valid && !mid && dest_q == f_dest);
    end
`endif

endmodule

`resetall
