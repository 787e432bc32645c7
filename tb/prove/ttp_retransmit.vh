// SPDX-License-Identifier: Apache-2.0
//
// ttp_retransmit. Assumed, as the link pipe, the ingest and retire do it: a link is read two cycles
// before it sends; no two sends in neighbouring cycles, none without a slot, in a reset or in the
// walk of ttp_init; an entry is not appended in the cycle in which it is sent. Without numbers
// there is no RESEND.
//
// One arbitrary link is followed, and one arbitrary entry. Of the fields that only pass one bit is
// asserted; the others are the same.

`include "prove.vh"

`PROVE_RESET(core_rst)

(* anyconst *) wire [LW-1:0] p_link;
(* anyconst *) wire [EW-1:0] p_entry;
wire          p_its = send[`SEND_LINK] == p_link;
wire          p_listed = send_valid && !resends;
reg  [1:0]    p_read;                   // the link was read so many cycles ago
reg  [LW-1:0] p_read_link, p_reads;
reg           p_sent;
always @(posedge clk) begin
    p_read      <= {p_read[0], list_rd_en};
    p_reads     <= list_link;
    p_read_link <= p_reads;
    p_sent      <= send_valid && p_run;
end
always @* begin
    if (send_valid)
        assume (p_run && !init_active && p_read[1] && send[`SEND_LINK] == p_read_link && !p_sent
                && {28'd0, slots_used} < SLOTS[31:0]);
    if (send_valid && append_valid) assume (append[`APPEND_ENTRY] != e);
    if (init_active) assume (!freed_moved);
    if (NUMBER_W == 0) assume (!send[`SEND_RESEND]);
end

// Of the link: the head of its list, the entry that it has sent last from the list, the number of
// its last send. Of the entry: the one behind it, what it says.
reg           p_has_head, p_has_prev, p_has_number, p_has_next, p_is;
reg  [EW-1:0] p_head, p_prev, p_next;
reg  [NW-1:0] p_number;
reg           p_len, p_first;
wire          p_frees  = freed_moved && freed[`FREED_LINK] == p_link;
wire          p_inits  = init_active && init_idx[LW-1:0] == p_link;
wire          p_behind = append_valid && append[`APPEND_TAIL] == p_entry;
wire [10:0]   p_says_len   = append[`APPEND_LEN];
wire [TCW-1:0] p_says_first = append[`APPEND_FIRST];
// As the cycle before the send has it
reg           p_from_head, p_from_prev;         // they are the entry
reg  [EW-1:0] p_follows;
always @(posedge clk) begin
    if (p_inits || p_frees) begin
        p_has_head <= 1'b1;
        p_head     <= p_inits ? {{(EW-LW){1'b0}}, p_link} : freed[`FREED_HEAD];
    end
    if (p_listed && p_its) begin
        p_has_prev <= 1'b1;
        p_prev     <= e;
    end
    if (send_valid && p_its && send[`SEND_NUMBERED]) begin
        p_has_number <= 1'b1;
        p_number     <= number;
    end
    if (p_behind) begin
        p_has_next <= 1'b1;
        p_next     <= append[`APPEND_ENTRY];
    end
    if (append_valid && append[`APPEND_ENTRY] == p_entry) begin
        p_is    <= 1'b1;
        p_len   <= p_says_len[0];
        p_first <= p_says_first[0];
    end
    if (!p_run) {p_has_head, p_has_prev, p_has_number, p_has_next, p_is} <= 5'd0;
    p_from_head <= p_frees ? freed[`FREED_HEAD] == p_entry : p_has_head && p_head == p_entry;
    p_from_prev <= p_has_prev && p_prev == p_entry;
    p_follows   <= p_behind ? append[`APPEND_ENTRY] : p_next;
end
reg  p_knew;                            // p_follows means something
always @(posedge clk) p_knew <= p_run && (p_behind || p_has_next);

always @(posedge clk) if (p_run) begin
    // From the list goes what stands behind the last one that went from there, or behind the head.
    if (p_listed && p_its && p_knew && (send[`SEND_HEAD] ? p_from_head : p_from_prev))
        in_order: assert (e == p_follows);
    if (send_valid && p_its && send[`SEND_NUMBERED]) begin
        if (send[`SEND_FIRST]) begin
            first: assert (NUMBER_W == 0 || number == {{(NW-1){1'b0}}, 1'b1});
        end else if (p_has_number) begin
            counts: assert (NUMBER_W == 0 || number == (&p_number ? {NW{1'b0}} : p_number) + 1'b1);
        end
    end
end

// The send in the cycle before
reg           p_resent, p_was_its, p_was_entry, p_was_len, p_was_first;
reg  [EW-1:0] p_asked;
reg  [NW:0]   p_knows;
wire [31:0]   p_id = send[`SEND_ID];
wire [31:0]   p_id_out = payload[`PAYLOAD_ID];
wire [10:0]   p_len_out = payload[`PAYLOAD_LEN];
wire [15:0]   p_number_out = payload[`PAYLOAD_NUMBER];
always @(posedge clk) begin
    p_resent    <= send_valid && resends;
    p_asked     <= resent[EW-1:0];
    p_was_its   <= p_its;
    p_was_entry <= p_is && e == p_entry;
    p_was_len   <= p_len;
    p_was_first <= p_first;
    p_knows     <= {number, p_id[0]};
end
always @(posedge clk) if (p_run && p_sent) begin
    // A RESEND sends its entry. prevp is of what went from the list.
    if (p_resent)   that_one: assert (sent_entry == p_asked);
    prev_stays:     assert (listed_q == !p_resent);
    if (NUMBER_W != 0) told: assert (sent_number == {{(16-NW){1'b0}}, p_knows[NW:1]});
    if (p_was_entry) its_own: assert (ent_len[0] == p_was_len && ent_first[0] == p_was_first);
end else if (p_run) none: assert (!listed_q);

// It comes out in order, with what its entry says. Until then its entry has a slot.
`PROVE_QUEUE(p_out, NW + 2, SW + 1, sent_q, ({p_knows, ent_len[0]}),
             pop, ({p_number_out[NW-1:0], p_id_out[0], p_len_out[0]}))
wire [SLOTS-1:0]    p_valid = slots[`SLOTS_VALID];
wire [SLOTS*EW-1:0] p_stand = slots[SLOTS +: SLOTS*EW];
wire [SLOTS-1:0]    p_kept;
reg  [EW-1:0]       p_mine;
always @(posedge clk) if (!p_out_follow) p_mine <= e_q;
genvar g;
generate for (g = 0; g < SLOTS; g = g + 1) begin : p_slot
    assign p_kept[g] = p_valid[g] && p_stand[g*EW +: EW] == p_mine;
end endgenerate
reg  [1:0]          p_once;             // RESENDs of the link so many cycles ago
always @(posedge clk) p_once <= {p_once[0], send_valid && p_its && resends && p_run};
always @(posedge clk) if (p_run) begin
    if (p_out_follow) has_slot: assert (p_kept != 0);
    goes_on: cover (p_listed && p_its && p_knew && p_from_prev && !send[`SEND_HEAD] && p_once[1]);
    other:   cover (p_resent && p_was_entry && p_number == {NW{1'b1}});
    full:    cover (slots_used == SLOTS && payload_valid);
end
