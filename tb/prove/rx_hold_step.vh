// SPDX-License-Identifier: Apache-2.0
//
// One step of ttp_rx_hold, for ttp_rx_hold.vh with P_STEP: of all bays at once, for all IDs and
// links. p_whole says where each bay is, and that the block says the same. The first frame is any
// state in which that holds, or any state in reset; it holds after the step. So it holds always.
//
// Assumed: a bay comes in only if it is not inside; a payload is held or taken, not both. A memory
// gives what was last written to its address, and the bits are 0 when they are cleared; ttp_fifo
// gives words in their order (fifo). So `word`, `count`, `lies` and `again_lies` are what the bays
// say, and it is asserted that what is written is so too. rx_hold has the memories as they are.
//
// Not here: how long a drain takes, whom a payload that comes again is from, and maps.
localparam [2:0] P_OUT = 3'd0, P_K1 = 3'd1, P_K2 = 3'd2, P_HELD = 3'd3, P_TOLD = 3'd4,
                 P_AGAIN = 3'd5, P_QUEUE = 3'd6;

// Of the parts
(* hierconn *) wire [CONTEXTS-1:0]    \u_pool.used_q , \u_pool.ends_q ;
(* hierconn *) wire [CONTEXTS*LW-1:0] \u_pool.link_q ;
(* hierconn *) wire                   \u_places.wr_en ;
(* hierconn *) wire [CX+7:0]          \u_places.wr_addr , \u_places.rd_addr ;
(* hierconn *) wire [BW+10:0]         \u_places.wr_data ;
wire                   p_run  = !core_rst;
wire [CONTEXTS-1:0]    p_used = \u_pool.used_q ;
wire [CONTEXTS-1:0]    p_ends = \u_pool.ends_q ;
wire [CONTEXTS*LW-1:0] p_link = \u_pool.link_q ;

wire [9:0]      p_in_bay = verdict[`VERDICT_BAY];
wire [9:0]      p_k1_bay = k1_told_q[`VERDICT_BAY];
wire [9:0]      p_k2_bay = k2_told_q[`VERDICT_BAY];
wire [9:0]      p_out_bay = told[`VERDICT_BAY];
wire            p_pop = again_valid && again_ready;
reg             p_fetched;
reg  [BW-1:0]   p_which;                // bay
wire [PLACES-1:0] p_hits, p_heads, p_is_held, p_queued, p_right, p_apart;
wire [PLACES*CX-1:0] p_contexts;
wire [PLACES*8-1:0]  p_places;
wire [PLACES*11-1:0] p_lens;
wire [PLACES*BW-1:0] p_aheads;
reg  [63:0]     p_word;                 // where the block looks
reg  [8:0]      p_count;                // of that context
reg  [BW:0]     p_waits;                // in the queue
reg  [BW+10:0]  p_lies, p_next;         // what K3, the queue have
reg  [CONTEXTS-1:0] p_some;             // something is held
integer         p_i;

genvar g, h;
generate for (g = 0; g < PLACES; g = g + 1) begin : p_b
    localparam [BW-1:0] p_me = g;
    reg  [2:0]    at;
    reg  [CX-1:0] context;
    reg  [7:0]    its;                  // place
    reg  [10:0]   len;
    reg           take, stow, drained;
    reg           fresh;                // held since this cycle: it is written now
    wire          written;
    assign written = \u_places.wr_en && \u_places.wr_addr == {context, its};
    reg  [BW-1:0] ahead;                // in the queue

    assign p_is_held[g] = at == P_HELD;
    assign p_queued[g]  = at == P_QUEUE;
    assign p_hits[g]    = p_is_held[g] && context == k2_idx_q && its == place;
    assign p_heads[g]   = p_queued[g] && ahead == 0;
    always @(posedge clk) begin
        case (at)
        P_OUT: if (verdict_valid && p_in_bay[BW-1:0] == g) begin
            at      <= P_K1;
            take    <= verdict[`VERDICT_TAKE];
            stow    <= keep[`KEEP_STOW];
            len     <= verdict[`VERDICT_LEN];
            drained <= 1'b0;
        end
        P_K1: at <= P_K2;
        P_K2: begin
            at      <= puts ? P_HELD : P_TOLD;
            context <= k2_idx_q;
            its     <= place;
        end
        P_HELD: if (fetches && p_hits[g]) begin
            at      <= drains ? P_TOLD : P_AGAIN;
            drained <= drains;
        end
        P_AGAIN: begin
            at    <= P_QUEUE;
            ahead <= p_waits - p_pop;
        end
        P_QUEUE: if (p_pop) begin
            ahead <= ahead - 1'b1;
            if (ahead == 0) at <= P_OUT;
        end
        default: at <= P_OUT;
        endcase
        fresh <= at == P_K2 && puts;
        if (!p_run) at <= P_OUT;
    end
    always @* if (p_run && verdict_valid && p_in_bay[BW-1:0] == g) assume (at == P_OUT);

    assign p_right[g] = at <= P_QUEUE
        && (at == P_K1) == (k1_verdict_q && p_k1_bay == g)
        && (at == P_K2) == (k2_verdict_q && p_k2_bay == g)
        && (at == P_TOLD) == (told_valid && p_out_bay == g)
        && (at == P_AGAIN) == (k3_again_q && p_which == g)
        && (at == P_OUT || (!(take && stow) && (at == P_TOLD || !drained)))
        && (at != P_K1 || (k1_told_q[`VERDICT_TAKE] == take && k1_keep_q[`KEEP_STOW] == stow
                           && k1_told_q[`VERDICT_LEN] == len))
        && (at != P_K2 || (k2_told_q[`VERDICT_TAKE] == take && (!k2_stow_q || stow)
                           && k2_told_q[`VERDICT_LEN] == len))
        // It leaves with the verdict that it had, and its length.
        && (at != P_TOLD || (told[`VERDICT_TAKE] == take && told[`VERDICT_LEN] == len
                             && k3_drains_q == drained && (!drained || p_which == g)))
        && (at != P_HELD || (stow && p_used[context] && written == fresh))
        && (!(at == P_HELD && fresh) || \u_places.wr_data == {len, p_me})
        && (!(at == P_AGAIN || at == P_QUEUE) || stow)
        && (at != P_QUEUE || ahead < p_waits);
    assign p_contexts[g*CX +: CX] = context;
    assign p_places[g*8 +: 8]     = its;
    assign p_lens[g*11 +: 11]     = len;
    assign p_aheads[g*BW +: BW]   = ahead;
    wire [PLACES-1:0] ties;             // with another one in one place
    for (h = 0; h < PLACES; h = h + 1) begin : p_other
        assign ties[h] = h != g
            && ((p_is_held[g] && p_is_held[h] && p_contexts[h*CX +: CX] == context
                 && p_places[h*8 +: 8] == its)
                || (p_queued[g] && p_queued[h] && p_aheads[h*BW +: BW] == ahead));
    end
    assign p_apart[g] = ties == 0;
end
endgenerate

always @* begin
    p_word  = 64'd0;
    p_count = 9'd0;
    p_waits = 0;
    p_next  = 0;
    p_lies  = {p_lens[p_which*11 +: 11], p_which};
    p_some  = 0;
    for (p_i = 0; p_i < PLACES; p_i = p_i + 1) begin
        if (p_is_held[p_i]) begin
            p_some[p_contexts[p_i*CX +: CX]] = 1'b1;
            if (p_contexts[p_i*CX +: CX] == k2_idx_q) begin
                p_count = p_count + 9'd1;
                if (p_places[p_i*8+6 +: 2] == place[7:6])
                    p_word = p_word | (64'd1 << p_places[p_i*8 +: 6]);
            end
        end
        if (p_queued[p_i]) p_waits = p_waits + 1'b1;
        if (p_heads[p_i])  p_next  = {p_lens[p_i*11 +: 11], p_i[BW-1:0]};
    end
end

always @(posedge clk) begin
    p_fetched <= fetches && p_run;
    for (p_i = 0; p_i < PLACES; p_i = p_i + 1) if (p_hits[p_i]) p_which <= p_i[BW-1:0];
end

always @* if (p_run) begin
    assume (p_in_bay[9:BW] == 0);
    assume (!(verdict_valid && verdict[`VERDICT_TAKE] && keep[`KEEP_STOW]));
    // The memories and the queue
    if (!clears) assume (word == p_word);
    if (!k2_new_q && p_used[k2_idx_q]) assume (count == p_count);
    if (p_fetched) assume (lies == p_lies);
    if (again_valid) assume (again_lies == p_next);
end

// No link has two contexts; one that is used holds something, has its verdict in K2, or ends.
wire [CONTEXTS-1:0] p_good;
generate for (g = 0; g < CONTEXTS; g = g + 1) begin : p_c
    wire mine = p_used[g] && !p_ends[g];
    wire [CONTEXTS-1:0] two;
    wire now  = k2_context_q && k2_idx_q == g;
    for (h = 0; h < CONTEXTS; h = h + 1) begin : p_two
        assign two[h] = h != g && mine && p_used[h] && !p_ends[h]
                     && p_link[g*LW +: LW] == p_link[h*LW +: LW];
    end
    assign p_good[g] = two == 0 && !(p_ends[g] && !p_used[g]) && (!mine || now || p_some[g])
                    && (!now || mine);
end endgenerate

wire p_writes = (!clears || !(|p_used))
    && (!k1_verdict_q || p_k1_bay < PLACES) && (!k2_verdict_q || p_k2_bay < PLACES)
    && (!told_valid || p_out_bay < PLACES)
    && (!drains || (!k2_verdict_q && p_ends[k2_idx_q]))
    && (!k2_runs_q || (!k2_verdict_q && !drains && run_goes_q && run_idx_q == k2_idx_q))
    && (!run_goes_q || (p_used[run_idx_q] && run_ahead_q - 3'd1 <= 3'd2)) && run_ahead_q <= 3'd4
    && (k2_verdict_q || !k2_context_q) && (!k2_new_q || !k2_verdict_q || k2_context_q == k2_stow_q)
    && (clears || !(puts || fetches)
        || (word_wr && word_wr_at == {k2_idx_q, place[7:6]}
            && word_d == (puts ? p_word | bit_at : p_word & ~bit_at)))
    && (!(k2_context_q || drains || k2_runs_q) || count_d == p_count + puts - fetches)
    && (!fetches || (\u_places.rd_addr == {k2_idx_q, place} && p_hits != 0))
    && (!(k3_again_q || (k3_told_q && k3_drains_q)) || p_fetched)
    && (!(k2_new_q && stows) || !there) && !(taken && stows);
wire p_queue = again_count == p_waits && again_valid == (p_waits != 0)
            && again_room == (p_waits != PLACES) && !(k3_again_q && !again_room)
            && (!again_valid || p_heads != 0);

wire p_whole = &p_right && &p_apart && &p_good && p_writes && p_queue
            // One that ends and holds nothing goes back.
            && (!(drains && !p_some[k2_idx_q]) || frees);

reg p_stepped;
initial p_stepped = 1'b0;
always @(posedge clk) p_stepped <= 1'b1;
always @* if (p_run) begin
    if (!p_stepped) assume (p_whole);
    else            whole: assert (p_whole);
    p_back:  cover (p_stepped && p_pop && &p_used && k3_again_q);
    p_runs:  cover (p_stepped && k2_runs_q && fetches && frees);
    p_drain: cover (p_stepped && told_valid && k3_drains_q && |p_is_held);
    p_all:   cover (p_stepped && &p_is_held && &p_used);
    p_gone:  cover (p_stepped && |p_ends && |p_used && !(|p_some));
end
