// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_ingest - takes host packets, stores them in cells, appends them to their link's list
//
// A packet is stored word by word as it comes and cut after each 1024 bytes; with the last word
// of such a chunk its entry is appended and the link pipe told by the doorbell. The link of the
// last packet stays cached, so a packet for the same peer needs no lookup:
//
//     pins -> skid -> f --+-- swallowed | refused | discarded
//                         +-- written to the store; last word of the chunk: append, doorbell
//                         +-- first beat for another link: waits for the lookup
//
//     NONE or CACHED --> REQ --grant--> PIPE --ok--> LOAD --> CACHED
//                         ^              |
//                         +---- PAUSE <--+ no entry free: again after at most 256 cycles;
//                                          refused after close_tmo x retry_max
//
// Bad packets: the chunk under way goes back to the free list, a refusal goes to the completions,
// the rest of the packet is swallowed. Chunks of the packet that were appended before stay. Until
// both hand-backs are taken no beat but a swallowed one moves.
//
// Timing: beat at the pins in cycle t; written and appended in t+1 (wr_*, fc_pop, ap_* are
// combinational from fc_valid, wr_ready and the cfg_* inputs); db_valid and pulses in t+2. All
// else from flops. DEEP: whether the link may hold more cells is known a cycle later, so the first
// word of a chunk waits one cycle after an append and after a lookup.
// Mirror: model/ttp_tx_ingest.c      Test: tb/block/ttp_tx_ingest.cpp

`resetall
`default_nettype none

`include "ttp_defs.vh"

module ttp_tx_ingest #(
    parameter DATA_W  = 512,    // bits a beat: 64, 128, 256, 512
    parameter TX_PKTS = 4096,   // payloads in flight, 8..16384
    parameter DEEP    = 0,      // 1: the cell limit is compared a cycle earlier
    parameter LINKS   = 1536,   // derived by ttp_mac, as all below
    parameter ENTS    = 5632,   // TX_PKTS + LINKS
    parameter LW      = 11,
    parameter EW      = 13,
    parameter CW      = 13,
    parameter TCW     = 14,
    parameter WPC     = 1       // words a cell
) (
    input  wire                         clk,
    input  wire                         rst,            // hard reset: the next beat starts a packet
    input  wire                         core_rst,       // hard or soft reset

    input  wire                         cfg_on,         // enabled and ready
    input  wire [23:0]                  cfg_node,       // own node
    input  wire [16:0]                  cfg_cell_limit, // snd.window: cells a link may hold, 16..
    input  wire [31:0]                  cfg_close_tmo,  // cycles
    input  wire [7:0]                   cfg_retry_max,  // 1..255

    // Walk of ttp_init
    input  wire                         init_active,
    input  wire [16:0]                  init_idx,

    // Host packets
    input  wire [DATA_W-1:0]            s_axis_host_tdata,
    input  wire [DATA_W/8-1:0]          s_axis_host_tkeep,
    input  wire [31:0]                  s_axis_host_tdest,  // {VC[7:0], node[23:0]}
    input  wire                         s_axis_host_tvalid,
    output wire                         s_axis_host_tready,
    input  wire                         s_axis_host_tlast,
    input  wire                         s_axis_host_tuser,  // with tlast: discard

    // Lookup of a link, and the link that must not be evicted
    output wire                         lk_valid,
    output wire [1:0]                   lk_vc,
    output wire [23:0]                  lk_node,
    input  wire                         lk_ready,
    input  wire                         lk_done,
    input  wire                         lk_ok,
    input  wire [LW-1:0]                lk_link,
    output wire                         pin_valid,
    output wire [LW-1:0]                pin_link,
    input  wire                         pin_kill,       // somebody needs that link's place: give it up if idle

    // Append
    output wire [LW-1:0]                in_link,        // flop; ap_act answers for this link
    input  wire                         ap_act,
    output wire                         ap_valid,
    output wire [LW-1:0]                ap_link,
    output wire [EW-1:0]                ap_tail,
    output wire [EW-1:0]                ap_e,
    output wire [10:0]                  ap_len,         // bytes, 1..1024
    output wire [TCW-1:0]               ap_first,
    output wire [TCW-1:0]               ap_last,
    output wire [CW-1:0]                ap_napp,        // new count
    output wire                         db_valid,
    output wire [LW-1:0]                db_link,
    input  wire                         db_ready,

    // From the retire engine: free entries, cells ever freed for a link (modulo 2^17)
    input  wire                         fe_valid,
    input  wire [EW-1:0]                fe_e,
    input  wire                         fd_wr,
    input  wire [LW-1:0]                fd_link,
    input  wire [16:0]                  fd_val,

    // Transmit store
    output wire                         wr_en,
    input  wire                         wr_ready,
    output wire [TCW+$clog2(WPC)-1:0]   wr_addr,
    output wire [DATA_W-1:0]            wr_data,
    input  wire                         fc_valid,
    input  wire [TCW-1:0]               fc_cell,
    output wire                         fc_pop,
    output wire                         ab_valid,
    input  wire                         ab_ready,
    output wire [TCW-1:0]               ab_first,
    output wire [TCW-1:0]               ab_last,
    output wire [4:0]                   ab_n,           // cells, 1..16

    // Refusals
    output wire                         ic_valid,
    input  wire                         ic_ready,
    output wire [127:0]                 ic_data,

    output wire                         acc_pulse,      // chunk appended, acc_len bytes
    output wire [10:0]                  acc_len,
    output wire                         ref_pulse,      // packet refused
    output wire                         dis_pulse,      // packet discarded by tuser
    output wire [CW-1:0]                stat_pkts_free  // free entries
);

generate if ((DATA_W != 64 && DATA_W != 128 && DATA_W != 256 && DATA_W != 512)
             || WPC * DATA_W != 512 || DEEP < 0 || DEEP > 1 || TX_PKTS < 8 || TX_PKTS > 16384 || ENTS != TX_PKTS + LINKS
             || CW != $clog2(TX_PKTS) + 1 || EW != $clog2(ENTS) || TCW < 4 || TCW > 16
             || LW != (LINKS > 1 ? $clog2(LINKS) : 1)) begin : g_bad
    ERROR_ttp_tx_ingest_parameter_out_of_range u_bad ();
end endgenerate

localparam B   = DATA_W / 8;
localparam LB  = $clog2(B);         // 3..6
localparam KW  = $clog2(WPC);       // bits of the word index in a cell, 0..3
localparam NW  = 4 + KW;            // bits of the word index in a chunk
localparam PW  = CW - 1;            // bits of an index into the entry queue

// Cells held by a link are counted from 16, so that "held + 16" costs no adder. The counts need
// no more bits than hold TX_CELLS + 16.
localparam AW  = TCW < 5 ? 6 : TCW + 1;
localparam [31:0] FIFTEEN = 15;
localparam [7:0] REF_VC = `TTP_REF_VC, REF_NODE = `TTP_REF_NODE,
                 REF_KEEP = `TTP_REF_KEEP, REF_FULL = `TTP_REF_FULL;
localparam [31:0] LAST_LINK = LINKS - 1;
localparam [31:0] LAST_ENT  = ENTS - 1;

localparam [2:0]
    LK_NONE   = 3'd0,   // no link cached
    LK_REQ    = 3'd1,   // lookup waits for its grant
    LK_PIPE   = 3'd2,   // lookup in the link pipe
    LK_LOAD   = 3'd3,   // the link's tail and counts arrive
    LK_CACHED = 3'd4,
    LK_PAUSE  = 3'd5;   // no entry was free: tbl.victim.local, tbl.victim.after

// ---------------------------------------------------------------- pins -> f

// tkeep as a number of bytes. The bit that has no kept byte above it names the last byte; there
// is only one if the kept bytes are contiguous.
reg  [LB:0]   in_n;
reg           in_gap;
reg  [31:0]   in_i;
integer       i;

always @* begin
    in_n   = {(LB+1){1'b0}};
    in_gap = !s_axis_host_tkeep[0];
    in_i   = 32'd0;
    for (i = 0; i < B; i = i + 1) begin
        in_i = in_i + 32'd1;
        if (i == B - 1) begin
            in_n = in_n | ({(LB+1){s_axis_host_tkeep[i]}} & in_i[LB:0]);
        end else begin
            in_n   = in_n | ({(LB+1){s_axis_host_tkeep[i] && !s_axis_host_tkeep[(i+1)%B]}} & in_i[LB:0]);
            in_gap = in_gap || (!s_axis_host_tkeep[i] && s_axis_host_tkeep[(i+1)%B]);
        end
    end
end

wire in_bad = s_axis_host_tlast ? in_gap : !(&s_axis_host_tkeep);

reg  gate_q, gate_d;        // host may send a beat, if the skid has room
reg  pin_mid_q, pin_mid_d;  // the beat taken last was not tlast
wire skid_ready;
wire in_take = s_axis_host_tvalid && s_axis_host_tready;

assign s_axis_host_tready = skid_ready && gate_q;

always @* begin
    pin_mid_d = in_take ? !s_axis_host_tlast : pin_mid_q;
    gate_d    = !init_active && (cfg_on || pin_mid_d);
end

always @(posedge clk) begin
    pin_mid_q <= pin_mid_d;
    gate_q    <= gate_d;
    if (core_rst) gate_q    <= 1'b0;
    if (rst)      pin_mid_q <= 1'b0;
end

wire              f_valid, f_last, f_discard, f_bad, take;
wire [LB:0]       f_n;
wire [31:0]       f_dest;
wire [DATA_W-1:0] f_data;

ttp_skid #(.WIDTH(DATA_W + LB + 36)) u_skid (
    .clk(clk), .rst(core_rst),
    .in_valid(in_take), .in_ready(skid_ready),
    .in_data({s_axis_host_tdata, in_n, s_axis_host_tdest, in_bad, s_axis_host_tlast,
              s_axis_host_tlast && s_axis_host_tuser}),
    .out_valid(f_valid), .out_ready(take),
    .out_data({f_data, f_n, f_dest, f_bad, f_last, f_discard})
);

// ---------------------------------------------------------------- what happens to f

reg           mid_q, mid_d;         // f is not the first beat of its packet
reg           swal_q, swal_d;       // f is swallowed
reg [NW-1:0]  wcnt_q, wcnt_d;       // words of the chunk stored so far
reg [TCW-1:0] first_q, first_d;     // its first cell
reg [TCW-1:0] cell_q, cell_d;       // its newest cell

reg [2:0]     lk_q, lk_d;
reg [31:0]    dest_q, dest_d;       // of the cached link, of the lookup, of the refusal
reg [LW-1:0]  link_q, link_d;
reg [EW-1:0]  tail_q, tail_d;
reg [CW-1:0]  napp_q, napp_d;
reg [AW-1:0]  acc_q, acc_d;
reg [AW-1:0]  frd_q;

reg           ev_q, ev_d;           // entry queue: head valid
reg           db_q, db_d;
reg [LW-1:0]  db_link_q, db_link_d;
reg           ab_q, ab_d;
reg           ic_q, ic_d;
reg [2:0]     why_q, why_d;
reg           late_q, late_d;       // close_tmo x retry_max cycles without an entry

wire rest     = lk_q == LK_NONE || lk_q == LK_CACHED;
wire live     = f_valid && !swal_q && !ab_q && !ic_q;
wire bad_vc   = f_dest[31:26] != 6'd0 || f_dest[25:24] == 2'd3;
wire bad_node = f_dest[23:0] == cfg_node || f_dest[23:0] == 24'hFFFFFF;
wire bad_dest = !mid_q && rest && (bad_vc || bad_node);
wire no_entry = lk_q == LK_PAUSE && late_q;
wire hit      = mid_q || (lk_q == LK_CACHED && f_dest[25:0] == dest_q[25:0]);

wire refuse   = live && (bad_dest || f_bad || no_entry);
wire discard  = live && !bad_dest && !f_bad && f_discard;
wire good     = live && !bad_dest && !f_bad && !f_discard;
wire seek     = good && !hit && rest;

wire start    = wcnt_q == {NW{1'b0}};
wire fin      = f_last || (&wcnt_q);
wire new_cell;
wire [AW-1:0] held16 = acc_q - frd_q;       // cells held by the link, + 16
wire under_d  = {1'b0, cfg_cell_limit} >> AW != 18'd0 || !(cfg_cell_limit[AW-1:0] < held16);
wire under;

// The doorbell must be free even if it turns out not to be needed: whether it is comes late.
wire db_free  = !db_q || db_link_q == link_q;

assign wr_en  = good && hit && (!new_cell || fc_valid) && (!start || under)
                && (!fin || (ev_q && db_free));
wire   put    = wr_en && wr_ready;
assign fc_pop   = put && new_cell;
assign ap_valid = put && fin;
assign take     = (f_valid && swal_q) || refuse || discard || put;

generate if (DEEP != 0) begin : g_under_flop
    reg under_q, stale_q;       // under_q is of counts that have changed since
    always @(posedge clk) begin
        under_q <= under_d;
        stale_q <= ap_valid || lk_q == LK_LOAD;
    end
    assign under = under_q && !stale_q;
end else begin : g_under
    assign under = under_d;
end endgenerate

wire [TCW-1:0] cell_now = new_cell ? fc_cell : cell_q;
wire [4:0]     cells_before;        // cells of the chunk without f's word
wire [NW:0]    full_beat = {{NW{1'b0}}, f_n[LB]};

generate if (KW == 0) begin : g_word_cell
    assign new_cell     = 1'b1;
    assign wr_addr      = cell_now;
    assign cells_before = {1'b0, wcnt_q};
end else begin : g_words_cell
    assign new_cell     = wcnt_q[KW-1:0] == {KW{1'b0}};
    assign wr_addr      = {cell_now, wcnt_q[KW-1:0]};
    assign cells_before = {1'b0, wcnt_q[NW-1:KW]} + {4'd0, !new_cell};
end endgenerate

assign wr_data  = f_data;
assign ap_link  = link_q;
assign ap_tail  = tail_q;
assign ap_len   = {{1'b0, wcnt_q} + full_beat, f_n[LB-1:0]};
assign ap_first = start ? fc_cell : first_q;
assign ap_last  = cell_now;
assign ap_napp  = napp_q + {{(CW-1){1'b0}}, 1'b1};
wire [AW-1:0] acc_new = acc_q - ~{{(AW-4){1'b0}}, wcnt_q[NW-1:KW]};     // + cells before + 1

// ---------------------------------------------------------------- walk

reg  in_links_q, in_links_d;        // init_idx names a link
reg  in_ents_q, in_ents_d;          // init_idx names an entry that is free at first
wire init_link = init_active && in_links_q;

always @* begin
    in_links_d = in_links_q;
    in_ents_d  = in_ents_q;
    if (init_active && init_idx == LAST_LINK[16:0]) begin
        in_links_d = 1'b0;
        in_ents_d  = 1'b1;
    end
    if (init_active && init_idx == LAST_ENT[16:0]) in_ents_d = 1'b0;
end

always @(posedge clk) begin
    in_links_q <= in_links_d;
    in_ents_q  <= in_ents_d;
    if (core_rst) begin
        in_links_q <= 1'b1;
        in_ents_q  <= 1'b0;
    end
end

// ---------------------------------------------------------------- lookup

reg        tries_q, tries_d;        // the time without an entry runs
reg [31:0] tmo_q, tmo_d;            // of this round of close_tmo
reg [7:0]  round_q, round_d;
wire       tmo_end = !(tmo_q < cfg_close_tmo);     // '>=' would cost yosys an equality too

wire got     = lk_q == LK_PIPE && lk_done;
wire got_one = got && lk_ok;

always @* begin
    lk_d    = lk_q;
    dest_d  = dest_q;
    link_d  = got_one ? lk_link : link_q;
    tries_d = tries_q;
    tmo_d   = tmo_q + 32'd1;
    round_d = round_q;
    late_d  = late_q;

    if (tmo_end) begin
        round_d = round_q + 8'd1;
        late_d  = late_q || !(round_q < cfg_retry_max);
    end
    if (!tries_q) begin
        round_d = 8'd1;
        late_d  = 1'b0;
    end
    if (tmo_end || !tries_q) tmo_d = 32'd1;

    case (lk_q)
    LK_NONE, LK_CACHED: begin
        tries_d = 1'b0;
        if (pin_kill && !mid_q && !f_valid) lk_d = LK_NONE;
        if (seek) lk_d = LK_REQ;
    end
    LK_REQ: if (lk_ready) lk_d = LK_PIPE;
    LK_PIPE: if (lk_done) begin
        lk_d    = lk_ok ? LK_LOAD : LK_PAUSE;
        if (!lk_ok) tries_d = 1'b1;
    end
    LK_LOAD: lk_d = LK_CACHED;
    LK_PAUSE: if (tmo_end || (&tmo_q[7:0])) lk_d = LK_REQ;
    default: lk_d = LK_NONE;
    endcase

    // A refusal needs the register of the destination; in a packet it holds the right one.
    if (refuse && !mid_q) lk_d = LK_NONE;
    if ((refuse && !mid_q) || seek) dest_d = f_dest;
end

wire [EW+CW+AW-1:0] own;

always @* begin
    tail_d = tail_q;
    napp_d = napp_q;
    acc_d  = acc_q;
    if (lk_q == LK_LOAD) {tail_d, napp_d, acc_d} = own;
    if (ap_valid) begin
        tail_d = ap_e;
        napp_d = ap_napp;
        acc_d  = acc_new;
    end
end

// Own counts of every link. Reset makes ap_napp 0 and acc_new 16, so the walk can write them.
ttp_ram_1r1w #(.WIDTH(EW+CW+AW), .DEPTH(LINKS), .BYPASS(0)) u_own (
    .clk(clk),
    .wr_en(init_link || ap_valid),
    .wr_addr(init_active ? init_idx[LW-1:0] : link_q),
    .wr_data({init_active ? init_idx[EW-1:0] : ap_e, ap_napp, acc_new}),
    .rd_en(got_one), .rd_addr(lk_link), .rd_data(own)
);

// Cells ever freed: read at the cached link all the time. Two cycles old, three with DEEP, which errs
// to the safe side.
wire          frd_wr;
wire [LW-1:0] frd_link;
wire [AW-1:0] frd_val;
generate if (DEEP != 0) begin : g_freed_flop
    reg          wr_q;
    reg [LW-1:0] at_q;
    reg [AW-1:0] val_q;
    always @(posedge clk) begin
        wr_q  <= fd_wr && !core_rst;
        at_q  <= fd_link;
        val_q <= fd_val[AW-1:0];
    end
    assign {frd_wr, frd_link, frd_val} = {wr_q, at_q, val_q};
end else begin : g_freed
    assign {frd_wr, frd_link, frd_val} = {fd_wr, fd_link, fd_val[AW-1:0]};
end endgenerate

wire [AW-1:0] frd_rd;

ttp_ram_1r1w #(.WIDTH(AW), .DEPTH(LINKS), .BYPASS(1)) u_frd (
    .clk(clk),
    .wr_en(init_link || frd_wr),
    .wr_addr(init_active ? init_idx[LW-1:0] : frd_link),
    .wr_data(init_active ? {AW{1'b0}} : frd_val),
    .rd_en(1'b1), .rd_addr(got_one ? lk_link : link_q), .rd_data(frd_rd)
);

generate if (AW < 17) begin : g_unused
    wire unused_fd_val = &{1'b0, fd_val[16:AW]};
end endgenerate

assign lk_valid  = lk_q == LK_REQ;
assign lk_vc     = dest_q[25:24];
assign lk_node   = dest_q[23:0];
assign pin_valid = lk_q == LK_LOAD || lk_q == LK_CACHED;
assign pin_link  = link_q;
assign in_link   = link_q;

// ---------------------------------------------------------------- entry queue

// The head is read ahead; an entry is not read in the cycle in which it is pushed.
reg  [CW-1:0] eq_rd_q, eq_rd_d;
reg  [CW-1:0] eq_wr_q, eq_wr_d;
wire          eq_push = init_active ? in_ents_q : fe_valid;

// ap_valid is late: both cases are ready when it comes.
wire [CW-1:0] eq_rd1 = eq_rd_q + {{(CW-1){1'b0}}, 1'b1};

always @* begin
    eq_rd_d = ap_valid ? eq_rd1 : eq_rd_q;
    eq_wr_d = eq_wr_q + {{(CW-1){1'b0}}, eq_push};
    ev_d    = ap_valid ? eq_rd1 != eq_wr_q : eq_rd_q != eq_wr_q;
end

ttp_ram_1r1w #(.WIDTH(EW), .DEPTH(1 << PW), .BYPASS(0)) u_entries (
    .clk(clk), .wr_en(eq_push), .wr_addr(eq_wr_q[PW-1:0]),
    .wr_data(init_active ? init_idx[EW-1:0] : fe_e),
    .rd_en(ev_d), .rd_addr(eq_rd_d[PW-1:0]), .rd_data(ap_e)
);

assign stat_pkts_free = eq_wr_q - eq_rd_q;

// ---------------------------------------------------------------- packet, chunk, hand-backs

always @* begin
    mid_d   = mid_q;
    swal_d  = swal_q;
    wcnt_d  = wcnt_q;
    first_d = fc_pop && start ? fc_cell : first_q;
    cell_d  = fc_pop ? fc_cell : cell_q;
    why_d   = why_q;

    if (take) begin
        mid_d  = !f_last;
        swal_d = !f_last && (swal_q || refuse);
    end

    if (put) wcnt_d = fin ? {NW{1'b0}} : wcnt_q + {{(NW-1){1'b0}}, 1'b1};
    else if (ab_q && ab_ready) wcnt_d = {NW{1'b0}};

    ab_d = ab_q ? !ab_ready : (refuse || discard) && !start;
    ic_d = ic_q ? !ic_ready : refuse;
    if (refuse) why_d = bad_dest ? (bad_vc ? REF_VC[2:0] : REF_NODE[2:0])
                                 : (f_bad ? REF_KEEP[2:0] : REF_FULL[2:0]);

    // A doorbell granted in this cycle still sees this append.
    db_d      = db_q && !db_ready;
    db_link_d = db_link_q;
    if (ap_valid && !ap_act && !db_q) begin
        db_d      = 1'b1;
        db_link_d = link_q;
    end
end

reg        acc_pulse_q, ref_pulse_q, dis_pulse_q;
reg [10:0] acc_len_q;

always @(posedge clk) begin
    mid_q       <= mid_d;
    swal_q      <= swal_d;
    wcnt_q      <= wcnt_d;
    first_q     <= first_d;
    cell_q      <= cell_d;
    lk_q        <= lk_d;
    dest_q      <= dest_d;
    link_q      <= link_d;
    tail_q      <= tail_d;
    napp_q      <= napp_d;
    acc_q       <= acc_d;
    frd_q       <= frd_rd;
    tries_q     <= tries_d;
    tmo_q       <= tmo_d;
    round_q     <= round_d;
    late_q      <= late_d;
    eq_rd_q     <= eq_rd_d;
    eq_wr_q     <= eq_wr_d;
    ev_q        <= ev_d;
    db_q        <= db_d;
    db_link_q   <= db_link_d;
    ab_q        <= ab_d;
    ic_q        <= ic_d;
    why_q       <= why_d;
    acc_pulse_q <= ap_valid;
    acc_len_q   <= ap_len;
    ref_pulse_q <= refuse;
    dis_pulse_q <= discard;
    if (core_rst) begin
        // After a soft reset the rest of a packet under way at the pins is swallowed.
        mid_q       <= pin_mid_d && !rst;
        swal_q      <= pin_mid_d && !rst;
        wcnt_q      <= {NW{1'b0}};
        lk_q        <= LK_NONE;
        napp_q      <= {CW{1'b1}};
        acc_q       <= FIFTEEN[AW-1:0];
        tries_q     <= 1'b0;
        late_q      <= 1'b0;
        eq_rd_q     <= {CW{1'b0}};
        eq_wr_q     <= {CW{1'b0}};
        ev_q        <= 1'b0;
        db_q        <= 1'b0;
        ab_q        <= 1'b0;
        ic_q        <= 1'b0;
        acc_pulse_q <= 1'b0;
        ref_pulse_q <= 1'b0;
        dis_pulse_q <= 1'b0;
    end
end

assign db_valid  = db_q;
assign db_link   = db_link_q;
assign ab_valid  = ab_q;
assign ab_first  = first_q;
assign ab_last   = cell_q;
assign ab_n      = cells_before;
assign ic_valid  = ic_q;
assign ic_data   = {`TTP_CPL_REFUSED, {5'd0, why_q}, dest_q, 80'd0};
assign acc_pulse = acc_pulse_q;
assign acc_len   = acc_len_q;
assign ref_pulse = ref_pulse_q;
assign dis_pulse = dis_pulse_q;

`ifdef FORMAL
    always @(posedge clk) if (!core_rst) begin
        if (mid_q && !swal_q) assert (lk_q == LK_CACHED);
        if (!start)           assert (mid_q || ab_q);
        if (ab_q)             assert (!start && cells_before >= 5'd1 && cells_before <= 5'd16);
        if (ap_valid)         assert (ap_len >= 11'd1 && ap_len <= 11'd1024);
        if (ap_valid)         assert (f_last || ap_len == 11'd1024);
        assert ({{(32-CW){1'b0}}, stat_pkts_free} <= TX_PKTS);
        if (ap_valid)         assert (!init_active);
        if (lk_valid)         assert (f_valid && !mid_q && dest_q == f_dest);
    end
`endif

endmodule

`resetall
