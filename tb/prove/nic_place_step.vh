// SPDX-License-Identifier: Apache-2.0
//
// One step of ttp_nic_place, for ttp_nic_place.vh with P_STEP. The first frame is any state in
// which p_whole holds, or any state in reset; it holds after the step. So it holds always.
//
// Assumed on top: the table of regions gives what was written last (nic_regions). What
// ttp_nic_follow says may be anything. Progress, offset and length are those that the block has
// read there or in the head, whatever they are: offset + length lies within the region, progress +
// count within length, and the address is base + offset + progress.
//
// One arbitrary region and one arbitrary place for messages are followed.

// ---------------------------------------------------------------- regions
localparam  P_XW = $clog2(REGIONS);
(* anyconst *) wire [P_XW-1:0] p_x;
reg         p_there;
reg  [1:0]  p_rights;
reg  [23:0] p_key, p_peer;
reg         p_all;
reg  [63:0] p_base;
reg  [47:0] p_length;
wire        p_wr = region_wr && region_index[P_XW-1:0] == p_x;
wire        p_rd = state_q == IDLE ? begins : state_q == K;
localparam  P_RW = 1 + 2 + 24 + 1 + 24 + 64 + 48;
// As the table stood for the front, for the back
reg  [P_RW-1:0] p_seen, p_back;
wire        p_b_there, p_b_all;
wire [1:0]  p_b_rights;
wire [23:0] p_b_key, p_b_peer;
wire [63:0] p_b_base;
wire [47:0] p_b_length;
assign {p_b_there, p_b_rights, p_b_key, p_b_all, p_b_peer, p_b_base, p_b_length} = p_back;
wire [23:0] p_s_key = p_seen[160:137];
wire        p_mine = key[P_XW-1:0] == p_x;          // the front reads of that region

// ---------------------------------------------------------------- a message
(* anyconst *) wire [SW-1:0] p_s;
(* anyseq *) wire        p_opens, p_new_read;
(* anyseq *) wire [63:0] p_new_addr;
(* anyseq *) wire [31:0] p_new_length, p_new_dest;
reg         p_open, p_is_read;
reg  [63:0] p_addr;
reg  [31:0] p_its_length, p_dest;

// Of the back: offset, progress, length of its message, as they were read
reg  [63:0] p_off;
reg  [31:0] p_prog, p_len;
always @* if (p_run) begin
    if (region_wr) assume (region_index < REGIONS);
    if (tag[SW-1:0] == p_s && msg_open)
        assume (p_open && msg_read == p_is_read && msg_addr == p_addr && msg_dest == p_dest
                && msg_length == p_its_length);
    if (state_q == C1 && p_mine) begin
        assume (known == (p_seen[P_RW-1] && p_s_key == key[31:8] && key[7:P_XW] == 0));
        if (p_seen[P_RW-1]) assume ({rights, all, peer, base, room}
                                    == {p_seen[162:161], p_seen[136:0]});
    end
end

always @(posedge clk) begin
    if (p_wr) begin
        {p_rights, p_key, p_peer, p_all} <= {region_rights, region_key, region_peer, region_all};
        {p_base, p_length, p_there} <= {region_base, region_length, region_rights != 2'd0};
    end
    if (p_rd) p_seen <= p_wr ? {p_there, region_rights, region_key, region_all, region_peer,
                                region_base, region_length}
                             : {p_there, p_rights, p_key, p_all, p_peer, p_base, p_length};
    if (moves) {p_back, p_off, p_prog, p_len} <= {p_seen, offset, progress, length};
    if (msg_closes && closing == p_s) p_open <= 1'b0;
    if (ending_valid && ending_ready && ending_slot == p_s) p_open <= 1'b0;
    if (!p_open && p_opens) begin
        {p_open, p_is_read} <= {1'b1, p_new_read};
        {p_addr, p_its_length, p_dest} <= {p_new_addr, p_new_length, p_new_dest};
    end
    if (!p_run) {p_there, p_open} <= 2'b00;
end

// ---------------------------------------------------------------- what holds
wire        p_full  = (c2_q || go_q) && !ending_q;
wire        p_easy  = op_q != `TTP_NIC_OP_SEND && op_q != `TTP_NIC_OP_READ
                   && op_q != `TTP_NIC_OP_DATA && !(of_write && (short_q || !last_q));
wire        p_is_it = key_word_q[P_XW-1:0] == p_x;
wire        p_allows = p_b_there && p_b_rights[of_read] && p_b_key == key_word_q[31:8]
                    && key_word_q[7:P_XW] == 0 && (p_b_all || p_b_peer == from_q[23:0]);
wire        p_is_state = state_q <= HOLD && !(c2_q && (go_q || ending_q))
    && (state_q == IDLE || head_valid) && (!(state_q == F || state_q == K) || is_more)
    && (holds ? p_full && !p_easy && op_q == op && !head_bad && send_q == is_it
              : !p_full || p_easy || wrong_q)
    && (!(is_send && (state_q == C1 || holds) && !is_short && !head_bad && !none_q)
        || buffer_valid)
    && !(p_full && full_q && (short_q || last_q));
wire        p_is_table = !p_full || !(of_write || of_read)
    || ((!key_q || !p_is_it || (p_allows && room_q == p_b_length && sum_q == p_b_base + p_off))
        && offset_q == p_off && its_length_q == p_len && length_q == p_len
        && end_q == {1'b0, p_off[47:0]} + p_len && big_q == (p_off[63:48] != 0));
wire        p_is_sum = !p_full || (progress_q == p_prog && behind_q == {1'b0, p_prog} + count_q
                                   && (!of_send || p_prog == 0));
wire        p_is_message = !p_full || !of_data || !mine_q || tag_q[SW-1:0] != p_s
    || (p_open && msg_read_q == p_is_read && p_dest == from_q && sum_q == p_addr
        && length_q == p_its_length);
wire        p_is_buffer = !p_full || !of_send || wrong_q
    || (!is_short && !head_bad && (none_q || (sum_q == buffer_addr && length_q == buffer_length)));
wire        p_is_go = !go_q || ending_q
    || (fits_q == (end_q <= {1'b0, room_q} && !big_q) && part_q == (behind_q <= {1'b0, length_q})
        && exact_q == (behind_q == {1'b0, length_q}) && addr_q == sum_q + progress_q);
wire        p_whole = p_is_state && p_is_table && p_is_sum && p_is_message && p_is_buffer
                   && p_is_go;

wire [31:0] p_its_key  = cmd_act[`ACT_KEY];
wire [31:0] p_its_dest = cmd_act[`ACT_DEST];
wire [31:0] p_its_tag  = cmd_act[`ACT_TAG];
wire        p_writes   = p_goes && cmd_count != 0;
wire        p_fits = {1'b0, p_off[47:0]} + p_len <= {1'b0, p_b_length} && p_off[63:48] == 0;

reg p_stepped;
always @* if (!p_stepped && rst) assume (!head_valid);
initial p_stepped = 1'b0;
always @(posedge clk) p_stepped <= 1'b1;
always @* if (p_run) begin
    if (!p_stepped) assume (p_whole);
    else begin
        is_state:   assert (p_is_state);
        is_table:   assert (p_is_table);
        is_sum:     assert (p_is_sum);
        is_message: assert (p_is_message);
        is_buffer:  assert (p_is_buffer);
        is_go:      assert (p_is_go);
        if (p_writes) begin
            of_these: assert (!ending_q && (of_write || of_data || of_send));
            if (of_write && p_its_key[P_XW-1:0] == p_x) begin
                allowed: assert (p_b_there && p_b_rights[0] && p_b_key == p_its_key[31:8]
                                 && p_its_key[7:0] == p_x
                                 && (p_b_all || p_b_peer == p_its_dest[23:0]));
                inside:  assert (p_fits && {1'b0, p_prog} + cmd_count <= {1'b0, p_len}
                                 && cmd_addr == (p_b_base + p_off) + p_prog);
            end
            if (of_data && p_its_tag[SW-1:0] == p_s) begin
                is_open: assert (p_open && p_is_read && p_dest == p_its_dest);
                in_its:  assert (cmd_addr == p_addr + p_prog
                                 && {1'b0, p_prog} + cmd_count <= {1'b0, p_its_length});
            end
            if (of_send) in_buffer: assert (buffer_valid && buffer_ready && cmd_addr == buffer_addr
                                            && cmd_count <= buffer_length);
        end
        if (read_valid && key_word_q[P_XW-1:0] == p_x)
            a_read_in: assert (p_b_there && p_b_rights[1] && p_b_key == key_word_q[31:8]
                               && key_word_q[7:0] == p_x
                               && (p_b_all || p_b_peer == read_dest[23:0])
                               && read_addr == p_b_base + p_off && p_fits && read_length == p_len);
    end
    w_long:  cover (p_stepped && p_writes && of_write && !short_q && p_is_it && last_q);
    w_short: cover (p_stepped && p_writes && of_write && short_q && p_is_it && p_prog > 9);
    data:    cover (p_stepped && p_writes && of_data && p_its_tag[SW-1:0] == p_s && p_prog != 0);
    a_send:  cover (p_stepped && p_writes && of_send);
    a_read:  cover (p_stepped && read_valid && p_is_it);
    passed:  cover (p_stepped && moves && goes && p_writes && is_data);
    exact:   cover (p_stepped && p_writes && p_is_it && of_write && p_prog + cmd_count == p_len
                    && p_off + p_len == p_b_length);
    no_peer: cover (p_stepped && p_goes && of_write && status == `TTP_NIC_ST_KEY && p_b_there
                    && !p_b_all && p_its_key == {p_b_key, 7'd0, p_x});
end
