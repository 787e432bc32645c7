// SPDX-License-Identifier: Apache-2.0
//
// One step of ttp_nic_write, of the command or completion that is under way. The first frame is any
// state in which p_whole holds, or any state in reset; it holds after the step. So it holds always.
//
// Assumed: a command that waits has at most 1016 bytes and, if it has any, as many words as these
// take behind their head, as ttp_nic_parse counts them; ttp_fifo gives commands and actions as they
// came in, in order (fifo). Words, addresses, actions, all handshakes are free.
//
// p_to, p_n: its address, its bytes. p_k, p_j: words that have gone into the register of w_*, and
// bursts that were taken, since its START. What aw_* and w_* have to be comes of these alone.

wire        p_run = !rst;
reg  [63:0] p_to;
reg  [9:0]  p_n;
reg         p_id, p_live;               // one has started
reg  [7:0]  p_k;
reg  [1:0]  p_j;

// What it takes: words, of them before the page ends, bursts
wire [LB-1:0] p_a     = p_to[LB-1:0];
wire [10:0] p_span    = {1'b0, p_n} + p_a;              // bytes from the first word on
wire [7:0]  p_words   = (p_span >> LB) + (p_span[LB-1:0] != 0);
wire [12:0] p_page    = 13'd4096 - p_to[11:0];          // bytes
wire        p_none    = p_n == 0;
wire        p_two     = p_n > p_page;
wire [9:0]  p_page_w  = (13'd4096 - {p_to[11:LB], {LB{1'b0}}}) >> LB;
wire [7:0]  p_w1      = p_two ? p_page_w[7:0] : p_words;
wire [1:0]  p_bursts  = p_none ? 2'd0 : p_two ? 2'd2 : 2'd1;
wire [63:0] p_at      = p_j == 0 ? {p_to[63:LB], {LB{1'b0}}} : {p_to[63:12] + 52'd1, 12'd0};
wire [7:0]  p_len     = p_j == 0 ? p_w1 - 8'd1 : p_words - p_w1 - 8'd1;
// Of the word that enters: which bytes are the command's; whether a burst ends
reg  [B-1:0] p_strb, p_its_strb;
wire        p_ends    = p_k + 8'd1 == p_w1 || p_k + 8'd1 == p_words;
reg         p_its_last;
wire [10:0] p_from    = {3'd0, p_k} << LB;
integer     p_i;
always @* for (p_i = 0; p_i < B; p_i = p_i + 1)
    p_strb[p_i] = p_from + p_i >= {{(11-LB){1'b0}}, p_a} && p_from + p_i < p_span;

// Of the parts
(* hierconn *) wire [7:0]    \u_shift.out_q ;
(* hierconn *) wire          \u_shift.late_q , \u_shift.drop_q , \u_shift.first_q ;
(* hierconn *) wire [`TTP_NIC_ACT_W+1:0] \u_acts.in_data ;
wire [7:0]  p_left = \u_shift.out_q ;
wire        p_late = \u_shift.late_q , p_drop = \u_shift.drop_q , p_fresh = \u_shift.first_q ;
wire [1:0]  p_told = \u_acts.in_data ;

wire        p_takes = m_axi_awvalid && m_axi_awready;
wire [6:0]  p_half  = next_short ? HALF2 : HALF;
wire [10:0] p_fills = next_count + p_half + B - 1;
wire [7:0]  p_fits  = p_fills >> LB;

always @(posedge clk) begin
    p_k <= p_k + enters;
    p_j <= p_j + p_takes;
    if (enters) begin
        p_its_strb <= p_strb;
        p_its_last <= p_ends;
    end
    if (start) begin
        {p_k, p_j} <= 10'd0;
        p_to   <= full_q ? {record_addr_q, 5'd0} : next_addr;
        p_n    <= full_q ? 10'd32 : next_count;
        p_id   <= full_q;
        p_live <= 1'b1;
    end
    if (!p_run) p_live <= 1'b0;
end

always @* if (p_run && next_valid)
    assume (next_count <= 10'd1016 && (next_count == 0 || next_words == p_fits));

// Where it is
wire p_is_now = !p_live ? !aw_q && !moving
    : (p_none ? !aw_q && p_k == 0 && p_j == 0 && !second_q && (!moving || p_drop)
     : p_j <= p_bursts && p_k <= p_words && p_w1 != 0 && id_q == p_id
    && aw_q == (p_j != p_bursts) && second_q == (p_two && p_j == 0)
    && (!aw_q || (addr_q == p_at && len_q == p_len))
    && (!p_two || len2_q == p_words - p_w1 - 8'd1)
    && moving == (p_k != p_words) && (!moving || (!p_drop && p_left == p_words - p_k))
    && (!moving || p_fresh == (p_k == 0)) && (!moving || !p_late || p_k == 0)
    && under_q == (p_two && p_k < p_w1)
    && (!moving || beats_q + 8'd1 == (p_k < p_w1 ? p_w1 - p_k : p_words - p_k))
    && (p_k <= p_w1 || p_j != 0)
    && first_strb_q == {B{1'b1}} << p_a
    && last_strb_q == {B{1'b1}} >> (B - 1 - ((p_span - 1) & (B - 1))));
// The word that waits for memory; one of a second burst only when that is asked for
wire p_is_out = !m_axi_wvalid || (p_live && m_axi_wstrb == p_its_strb && m_axi_wlast == p_its_last);
// A next one starts only behind all words and bursts of this one; it says how many there will be.
wire p_is_over = !start || !p_live || (p_k + enters == (p_none ? 0 : p_words)
                                       && p_j + p_takes == p_bursts);
wire [1:0] p_will = next_count == 0 ? 2'd0 : next_count > 13'd4096 - next_addr[11:0] ? 2'd2 : 2'd1;
wire p_is_told = !start_cmd || p_told == p_will;
wire p_whole = p_is_now && p_is_out && p_is_over && p_is_told;

reg p_stepped;
initial p_stepped = 1'b0;
always @(posedge clk) p_stepped <= 1'b1;
always @* if (p_run) begin
    if (!p_stepped) assume (p_whole);
    else begin
        is_now:  assert (p_is_now);
        is_out:  assert (p_is_out);
        is_over: assert (p_is_over);
        is_told: assert (p_is_told);
        if (m_axi_awvalid) begin
            in_page:   assert ({1'b0, m_axi_awaddr[11:0]} + (({5'd0, m_axi_awlen} + 13'd1) << LB)
                               <= 13'd4096);
            aligned:   assert (m_axi_awaddr[LB-1:0] == 0);
        end
    end
    goes_on: cover (p_stepped && p_takes && p_j == 1);
    at_once: cover (p_stepped && start && enters && p_takes && p_n > 1000);
    cut_at:  cover (p_stepped && m_axi_wvalid && m_axi_wlast && p_k == p_w1 && p_two && p_j == 0);
    bytes:   cover (p_stepped && m_axi_wvalid && p_words == 1 && p_n == 2 && p_k == 1);
    a_cpl:   cover (p_stepped && p_id && start_cmd && p_told == 2);
    thrown:  cover (p_stepped && start && p_none && p_drop && moving);
end
