// SPDX-License-Identifier: Apache-2.0
//
// ttp_link_select - S0: the event of the source that has the grant
//
// An event comes from the wire, a timer, the registers, ttp_tx_respond (left) or the host (lookup,
// doorbell, ready). Or it is a second turn, or with SELECTIVE one of ttp_tx_marks, in the place of
// the ready list. It names its link, or the VC and the node of its peer,
// and then ttp_link_table finds the link. OPEN and LOOKUP may make an entry. With VC_ORDER a
// doorbell may be no turn.
//
// Timing: combinational from the grants; with DEEP flops (S0b), which hold the event until S1 takes
// it. Then no other may be granted (hold). PIPE = 2: there is one more place behind S0b, so that
// hold is a flop: whether S1 takes an event is known late in its cycle. An event that passes the
// one in S1a changes places with it.
// Part of: ttp_link_pipe

`include "ttp_defs.vh"
`include "ttp_bus_rx.vh"
`include "ttp_bus_tx.vh"
`include "ttp_link_event.vh"

`resetall
`default_nettype none

module ttp_link_select #(
    parameter PIPE  = 0,    // see ttp_link_pipe
    parameter SELECTIVE = 0,    // 0: no frame carries an offer
    parameter LINKS = 1536, // entries of the table
    parameter LW    = 11    // width of a link index
) (
    input  wire                     clk,
    input  wire                     rst,

    input  wire [`TTP_GRANT_W-1:0] grant,       // at most one

    // What the sources hold
    input  wire [`TTP_RECEIVED_W-1:0] received,
    input  wire [LW-1:0]           expired_link, left_link, doorbell_link, ready_link,
    input  wire [`TTP_COMMAND_W-1:0] command,
    input  wire [`TTP_LOOKUP_W-1:0] lookup,
    input  wire [LW-1:0]           second_link,
    input  wire                    doorbell_joins, // the doorbell is no turn
    input  wire                    ready_resend,   // of `ready`: it is a RESEND
    input  wire [`TTP_RESEND_W-1:0] resend,        // ... its IDs

    input  wire                    s1_ready,    // S1 takes an event at the end of this cycle
    input  wire                    passes,      // PIPE = 2: or that in S0b changes places with it
    output wire                    hold,        // nothing may be granted
    output wire                    there,       // one is in S0b, PIPE = 0: in S0
    output wire                    s0_valid,    // S1 takes one: these are its fields
    output wire                    s0_by_link,  // it names s0_link, else its VC and s0_node
    output wire [LW-1:0]           s0_link,
    output wire [23:0]             s0_node,
    output wire                    s0_makes,   // it may make an entry
    output wire [`TTP_EVENT_W-1:0] s0_event
);

localparam S0_N = (`TTP_PIPE_S0 >> 4 * PIPE) & 15;
localparam SPARE = (`TTP_PIPE_FOLLOW >> 4 * PIPE) & 15;

wire is_received = grant[`GRANT_RECEIVED];
wire is_timer    = grant[`GRANT_TIMER];
wire is_command  = grant[`GRANT_COMMAND];
wire is_left     = grant[`GRANT_LEFT];
wire is_lookup   = grant[`GRANT_LOOKUP];
wire is_doorbell = grant[`GRANT_DOORBELL];
wire is_ready    = grant[`GRANT_READY];
wire is_resend   = SELECTIVE != 0 && is_ready && ready_resend;
wire is_second   = grant[`GRANT_SECOND];

wire [3:0] op = received[`RECEIVED_OP];

wire shows    = command[`COMMAND_PEEK];
wire peek     = is_command && shows;
wire turn     = is_doorbell || is_ready || is_second;
wire any      = grant != {`TTP_GRANT_W{1'b0}};
wire by_link  = is_timer || peek || is_left || turn;
wire makes    = is_lookup || (is_received && op == `TTP_OP_OPEN);

wire [4:0] ev = is_received ? {1'b0, op}
              : is_timer    ? `TTP_EV_TIMER
              : is_command  ? (shows ? `TTP_EV_PEEK : `TTP_EV_CLOSE)
              : is_left     ? `TTP_EV_LEFT
              : is_lookup   ? `TTP_EV_LOOKUP
              : is_doorbell ? `TTP_EV_DOORBELL
              : is_resend   ? `TTP_EV_RESEND
              :               `TTP_EV_SEND;

// An index of the registers that does not fit the table must not alias one that does.
wire [15:0]   index   = command[`COMMAND_LINK];
wire          beyond  = {16'd0, index} >= LINKS[31:0];
wire [LW-1:0] peeked  = beyond ? {LW{1'b1}} : index[LW-1:0];
wire [LW-1:0] link    = is_timer    ? expired_link
                      : is_left     ? left_link
                      : is_doorbell ? doorbell_link
                      : is_ready    ? ready_link
                      : is_second   ? second_link
                      :               peeked;
wire [23:0]   node    = is_received ? received[`RECEIVED_PEER] : is_lookup ? lookup[`LOOKUP_NODE]
                      : command[`COMMAND_NODE];

wire [`TTP_EVENT_W-1:0] chosen;
assign chosen[`EVENT_EV]     = ev;
assign chosen[`EVENT_VC]     = is_received ? received[`RECEIVED_VC]
                             : is_lookup ? lookup[`LOOKUP_VC] : command[`COMMAND_VC];
assign chosen[`EVENT_TURN]   = turn && !(is_resend && resend[`RESEND_NEWS])
                             && !(is_doorbell && doorbell_joins);
assign chosen[`EVENT_SECOND] = is_second;
assign chosen[`EVENT_CREDIT] = is_received || is_timer || (is_command && !shows) || turn;
assign chosen[`EVENT_FITS]   = is_received && op == `TTP_OP_PAYLOAD && received[`RECEIVED_FITS];
assign chosen[`EVENT_LEN]    = received[`RECEIVED_LEN];
assign chosen[`EVENT_LIFE]   = received[`RECEIVED_LIFE];
assign chosen[`EVENT_TO_LIFE] = received[`RECEIVED_TO_LIFE];
assign chosen[`EVENT_FOLLOWS] = 1'b0;
assign chosen[`EVENT_SENDS]  = 1'b0;
assign chosen[`EVENT_KEEPS]  = 1'b0;
assign chosen[`EVENT_OFFER]  = received[`RECEIVED_WINDOW] & {10{is_received}};
assign chosen[`EVENT_BAY]    = received[`RECEIVED_BAY];
assign chosen[`EVENT_AGAIN]  = is_received && received[`RECEIVED_AGAIN];
assign chosen[`EVENT_QUIET]  = is_received && received[`RECEIVED_QUIET];
assign chosen[`EVENT_MAPPED] = is_received && received[`RECEIVED_MAPPED];
assign chosen[`EVENT_RESEND] = is_resend;
assign chosen[`EVENT_TXID]   = is_received ? received[`RECEIVED_TXID]
                             : resend[`RESEND_TXID] & {32{is_resend}};
assign chosen[`EVENT_RXID]   = is_received ? received[`RECEIVED_RXID]
                             : resend[`RESEND_RXID] & {32{is_resend}};

localparam W = 2 + LW + 24 + `TTP_EVENT_W;
wire [W-1:0] enters = {chosen, by_link, makes, link, node};
localparam QW = SELECTIVE != 0 ? W : W - 24;

generate if (SPARE != 0) begin : g_s0
    // Four places, each in one of these at any time: that of the event in S1a, which is kept there
    // in case it is passed; of S0b; behind it; and the one that the next event is written to.
    reg           s0_valid_q, spare_valid_q, s0_there, spare_there;
    reg  [1:0]    first_at_q, s0_at_q, spare_at_q, free_at_q;
    reg  [1:0]    first_at, s0_at, spare_at, free_at;
    wire [W-1:0]  waits;
    always @* begin
        {first_at, s0_at, spare_at, free_at} = {first_at_q, s0_at_q, spare_at_q, free_at_q};
        {s0_there, spare_there} = {s0_valid_q, spare_valid_q};
        if (passes && !s1_ready) begin
            {first_at, s0_at} = {s0_at_q, first_at_q};
        end else if (s0_valid_q && s1_ready) begin
            {first_at, s0_at, spare_at} = {s0_at_q, spare_at_q, first_at_q};
            {s0_there, spare_there}     = {spare_valid_q, 1'b0};
        end
        if (any && !s0_there) begin
            {s0_at, free_at} = {free_at_q, s0_at};
            s0_there         = 1'b1;
        end else if (any) begin
            {spare_at, free_at} = {free_at_q, spare_at};
            spare_there         = 1'b1;
        end
    end
    always @(posedge clk) begin
        {first_at_q, s0_at_q, spare_at_q, free_at_q} <= {first_at, s0_at, spare_at, free_at};
        {s0_valid_q, spare_valid_q} <= {s0_there, spare_there};
        if (rst) {first_at_q, s0_at_q, spare_at_q, free_at_q} <= {2'd0, 2'd1, 2'd2, 2'd3};
        if (rst) {s0_valid_q, spare_valid_q} <= 2'b00;
    end
    ttp_ram_async #(.WIDTH(QW), .DEPTH(4)) u_s0b (
        .clk(clk), .wr_en(any), .wr_addr(free_at_q), .wr_data(enters[QW-1:0]),
        .rd_addr(s0_at_q), .rd_data(waits[QW-1:0])
    );
    if (SELECTIVE == 0) begin : g_no_offer
        assign waits[W-1 -: 24] = 24'd0;
        wire unused_offer = &{1'b0, enters[W-1 -: 24]};
    end
    assign {s0_event, s0_by_link, s0_makes, s0_link, s0_node} = waits;
    assign there    = s0_valid_q;
    assign hold     = spare_valid_q;
    assign s0_valid = there && (s1_ready || passes);
end else begin : g_s0
    wire unused_passes = &{1'b0, passes};
    wire waits = there && !s1_ready;        // one is here and has to stay

    ttp_stage #(.WIDTH(1), .ON(S0_N - 1), .RESET(1)) u_valid (
        .clk(clk), .rst(rst), .en(!waits), .in(any), .out(there)
    );
    ttp_stage #(.WIDTH(W), .ON(S0_N - 1)) u_s0b (
        .clk(clk), .rst(rst), .en(!waits), .in(enters),
        .out({s0_event, s0_by_link, s0_makes, s0_link, s0_node})
    );
    assign hold     = S0_N > 1 ? waits : !s1_ready;
    assign s0_valid = there && (S0_N == 1 || s1_ready);
end endgenerate

endmodule

`resetall
