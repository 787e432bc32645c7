// SPDX-License-Identifier: Apache-2.0
//
// One step of ttp_nic_csr with a ring behind it: the last of its send rings, which has a doorbell,
// or with P_RECV the receive ring. The first frame is any state in which p_whole holds, or any in
// reset; it holds after the step. So it holds always.
//
// Assumed: memory answers only what the ring was granted; what the ring gives has come (nic_ring);
// SIZE is written while ENABLE is 0, as docs/nic.md has it. Accesses, grants, answers are free.
//
// p_posted: elements behind TAIL, as the host knows. p_left: of these, to be asked for.

localparam   P_R = RINGS - 1, P_AHEAD = 4;
`ifdef P_RECV
localparam [9:0] P_AT   = RECV_HEAD, P_SIZE = RECV_SIZE;
wire [15:0]  p_head     = recv_head_q, p_in_tail = recv_tail;
wire [3:0]   p_size     = recv_size_q;
wire         p_rings    = 1'b0, p_of_ring = 1'b0;
`else
localparam [31:0] P_SEND = SEND + 8 * P_R;
localparam [9:0] P_AT   = P_SEND[9:0] + HEAD, P_SIZE = P_SEND[9:0] + SIZE;
wire [15:0]  p_head     = send_head_q[16*P_R +: 16], p_in_tail = send_tails[16*P_R +: 16];
wire [3:0]   p_size     = sizes_q[4*P_R +: 4];
wire         p_rings    = send_rings[P_R], p_of_ring = bell_ring_q == P_R;
`endif
wire         p_run = !rst;
(* anyseq *) wire p_ar_ready, p_r_valid, p_ready;
wire         p_ar_valid;
wire [15:0]  p_tail;
wire [16:0]  p_room  = 17'd1 << p_size;
ttp_nic_ring #(.DATA_W(512), .AHEAD(P_AHEAD)) p_ring (
    .clk(clk), .rst(rst), .on(on), .clear(clear), .base(58'd0), .size(p_size),
    .head(p_head), .rings(p_rings), .tail(p_tail), .ar_valid(p_ar_valid),
    .ar_ready(p_ar_ready), .r_valid(p_r_valid), .r_data(512'd0), .r_last(1'b1), .r_err(1'b0),
    .ready(p_ready)
);
(* hierconn *) wire [15:0] \p_ring.next_q ;
(* hierconn *) wire [2:0]  \p_ring.out_q , \p_ring.held_q , \p_ring.drop_q ;
(* hierconn *) wire        \p_ring.may_q ;
(* hierconn *) wire [2:0]  \u_axil.state_q ;
(* hierconn *) wire [9:0]  \u_axil.aw_q ;
(* hierconn *) wire        \u_axil.wr_q , \u_axil.aw_full_q , \u_axil.w_full_q ;
wire [15:0]  p_left   = p_head - \p_ring.next_q ;
wire [16:0]  p_posted = {1'b0, p_left} + \p_ring.out_q ;
wire         p_grant  = p_ar_valid && p_ar_ready;

always @* begin
    assume (p_in_tail == p_tail);
    if (p_r_valid) assume (\p_ring.out_q != 0 || \p_ring.drop_q != 0);
    if (p_ready) assume (\p_ring.out_q < \p_ring.held_q );
    if (on_q && write) assume (addr != P_SIZE);
end

// The access under way is a write, and the one that was taken is for the ring's HEAD
localparam [2:0] P_IDLE = 3'd0, P_LOOK2 = 3'd2, P_LOOK3 = 3'd3, P_WRITE = 3'd4;
wire [2:0]   p_state = \u_axil.state_q ;
wire         p_moves = \u_axil.wr_q && p_state != P_IDLE;
wire         p_full  = \u_axil.aw_full_q && \u_axil.w_full_q ;
wire         p_its   = \u_axil.aw_q == P_AT;
wire [15:0]  p_by    = value - p_head;
reg          p_rung;                    // it has moved HEAD already
reg          p_later;                   // TAIL has moved in the cycle before
reg  [15:0]  p_was;                     // HEAD, a cycle before
reg          p_told;                    // ... the doorbell said that it moves
reg          p_wrote, p_cleared;        // ... a write that was not refused moved it; clear
reg  [16:0]  p_had;                     // ... posted
always @(posedge clk) begin
    p_rung  <= p_run && (p_rings || (p_rung && !write)) && !clear;
    p_later <= p_run && p_r_valid && \p_ring.drop_q == 0;
    p_was   <= p_head;
    p_told  <= p_run && p_rings;
    p_wrote <= write && p_its && !no_write_q;
    p_cleared <= clear;
    p_had   <= p_posted;
end

// The ring: what it was granted is inside or free again; it asks for what is posted
wire p_is_ring = p_state <= P_WRITE && p_tail == \p_ring.next_q - \p_ring.out_q
    && \p_ring.out_q <= \p_ring.held_q && \p_ring.held_q <= P_AHEAD
    && \p_ring.out_q + \p_ring.drop_q <= P_AHEAD && p_posted <= 17'h8000
    && (!\p_ring.may_q || (p_left != 0 && \p_ring.held_q < P_AHEAD && \p_ring.drop_q == 0));
wire p_is_on = live_q == (on_q && !clear_q) && (!live_q || p_posted <= p_room);
wire p_is_clear = !clear_q || (on_q && !live_q && !p_moves && !bell_q && !\u_axil.aw_full_q
                               && !\u_axil.w_full_q );
// The access: what was taken stands; the doorbell rings before it is looked at
wire p_is_access = (p_state != P_WRITE || \u_axil.wr_q )
    && (!p_moves || (p_full && addr == \u_axil.aw_q ))
    && (!bell_q || (p_full && !p_moves && !clear_q));
wire [15:0] p_then = p_tail - p_later;
wire p_is_bell = all_places_q <= 16'h8000
    && (!bell_q || !p_of_ring || (p_its && before_q == p_head - p_then && after_q == value - p_then
                                  && all_places_q == p_room))
    && (!bell_q || p_of_ring == p_its);
// What it would move is known a cycle before it is needed
wire p_fits_most = most_q == 0 || {1'b0, most_q} + p_posted <= p_room;
wire p_fits_by   = p_by == 0 || {1'b0, p_by} + p_posted <= p_room;
wire p_is_looked = !p_moves || !p_its
    || ((p_state != P_LOOK2 || (moves_q == p_by && p_fits_most))
        && ((p_state != P_LOOK3 && p_state != P_WRITE) || no_write_q || p_fits_by));
wire p_is_rung = !p_rung || (p_full && p_its && p_by == 0 && !bell_q
    && !((p_state == P_LOOK3 || p_state == P_WRITE) && p_moves && no_write_q));
wire p_whole = p_is_ring && p_is_on && p_is_clear && p_is_access && p_is_bell && p_is_looked
    && p_is_rung;

reg p_stepped, p_past;                  // a step was made; not out of a reset
initial p_stepped = 1'b0;
always @(posedge clk) begin
    p_stepped <= 1'b1;
    p_past    <= p_run;
end
always @* if (p_run) begin
    if (!p_stepped) assume (p_whole);
    else begin
        is_ring:   assert (p_is_ring);
        is_on:     assert (p_is_on);
        is_clear:  assert (p_is_clear);
        is_access: assert (p_is_access);
        is_bell:   assert (p_is_bell);
        is_looked: assert (p_is_looked);
        is_rung:   assert (p_is_rung);
    end
    is_there:  assert (!p_grant || p_left != 0);
    off:       assert (!clear || !on);
    rings_on:  assert (!p_rings || p_by != 0);
    if (p_stepped && p_past) begin
        moved:   assert (!p_told || (p_head != p_was && p_head == value));
        written: assert (!p_wrote || p_head == value);
        cleared: assert (!p_cleared || p_head == 0);
        stays:   assert (p_told || p_wrote || p_cleared || p_head == p_was);
        onward:  assert (p_cleared || p_head == p_was || !on
                         || {1'b0, p_head - p_was} + p_had <= p_room);
    end
    refused:   assert (!write || !p_its || !no_write_q || !p_rung);

    by_look:   cover (p_stepped && write && p_its && !no_write_q && p_by != 0 && on);
    too_far:   cover (p_stepped && write && p_its && no_write_q && on);
    last:      cover (p_stepped && p_grant && p_left == 1);
`ifndef P_RECV
    at_once:   cover (p_stepped && p_told && p_grant && p_left == 1);
    to_full:   cover (p_stepped && p_told && p_posted == p_room && p_room == 17'h8000);
    with_tail: cover (p_stepped && p_rings && p_later && p_grant && p_r_valid);
    of_other:  cover (p_stepped && |send_rings && (!p_rings || RINGS == 1));
`endif
end
