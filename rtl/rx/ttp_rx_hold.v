// SPDX-License-Identifier: Apache-2.0
//
// ttp_rx_hold - payloads ahead of their turn, by link, until their turn comes (sel.hold)
//
// The link pipe decides about each payload, in order; this is where one waits that came too early.
// It is put by, and comes into the queue of received frames again behind the verdict on the one
// before it: the pipe judges it a second time, as if the wire had brought it now. So nothing but
// the pipe knows what comes next, and nothing here has to be right for a payload to be taken once.
//
//     verdict --> K1 which context --> K2 is it held? --> K3 --> verdict, to ttp_rx_deliver
//                    ttp_rx_pool        bits, by ID mod 2^PW |
//                                       bay and length       +--> again, to ttp_rx_parse
//
//    verdict     of a link with a context                         goes on as
//    hold        the place of its ID is free: bay and length are kept     -
//                held already; or no context, no room for it              drop
//    take        sel.run: if the next one is held it comes again              take
//    drop                                                                 drop
//
// Those behind the one that comes again follow it, in cycles without a verdict, one in two, until
// four are ahead of the verdicts or one is not held; a verdict on one of them goes on with it. Each
// is judged in the pipe, in order, as the first one. There is one such run at a time, that of the
// context that began last; elsewhere each waits for the verdict on the one before it.
//
// A context goes back when nothing is held in it. When what was agreed ends (ENDS) its payloads are
// dropped, in cycles without a verdict that no run takes, one in two; so are 64 places without one.
//
// Room: a payload is put by if eight bays, or half of them, are free behind it; of more than 2^PW
// bays 2^PW count, for no more payloads are inside. These are for what comes in its turn, which is
// NACK_FULL without a bay, and is some cycles on its way out while the next ones arrive. A bay in
// the queue of `again` is held by its payload, so there are never more than there are bays.
//
// Timing: told three cycles behind the verdict, again four; may_stow in the cycle of stow_link.
// Mirror: model/ttp_rx_hold.c      Lockstep test: tb/block/ttp_rx_hold.cpp

`include "ttp_bus_rx.vh"
`include "ttp_defs.vh"

`resetall
`default_nettype none

module ttp_rx_hold #(
    parameter RX_CELLS = 1024,  // cells of 64 bytes, 32..16384, power of two
    parameter CONTEXTS = 16,    // links that may hold payloads: 2..16, power of two
    parameter PW       = 8,     // log2 of the payloads that a link may hold, 8 or 9
    parameter RCW      = 10,    // log2 RX_CELLS: derived by ttp_mac
    parameter LW       = 11     // width of a link index
) (
    input  wire                         clk,
    input  wire                         core_rst,

    // Would a payload of this link be held? The link pipe asks as it compares.
    input  wire [LW-1:0]                stow_link,
    output wire                         may_stow,

    // The link pipe, as an event acts
    input  wire                         verdict_valid,
    input  wire [`TTP_VERDICT_W-1:0]    verdict,
    input  wire [`TTP_KEEP_W-1:0]       keep,

    input  wire [RCW:0]                 free_cells,     // of the receive store

    // Verdicts, to ttp_rx_deliver
    output wire                         told_valid,
    output wire [`TTP_VERDICT_W-1:0]    told,

    // Payloads whose turn has come, to ttp_rx_parse
    output wire                         again_valid,
    output wire [`TTP_RECEIVED_W-1:0]   again,
    input  wire                         again_ready,

    // Maps, to ttp_tx_respond
    input  wire                         map_ask,
    input  wire [LW-1:0]                map_link,
    input  wire                         map_done,
    output wire                         map_ready,
    output wire                         map_none,
    output wire [`TTP_MAP_W-1:0]        the_map,

    output wire [`TTP_HOLDS_W-1:0]      holds
);

generate if (RX_CELLS < 32 || RX_CELLS > 16384 || RX_CELLS != 1 << RCW || CONTEXTS < 2
             || CONTEXTS > 16 || (CONTEXTS & (CONTEXTS - 1)) != 0) begin : g_bad
    ERROR_ttp_rx_hold_parameter_out_of_range u_bad ();
end endgenerate

localparam CX     = $clog2(CONTEXTS);
localparam BW     = RCW - 4;                            // width of the number of a bay
localparam WW     = PW - 6;                             // ... of the number of a word of 64
localparam BAYS   = RX_CELLS / 16;
localparam PLACES = BAYS < 1 << PW ? BAYS : 1 << PW;    // payloads inside at most
localparam FLOW   = BAYS < 16 ? BAYS / 2 : 8;           // bays for what comes in its turn

// ---------------------------------------------------------------- the bits are cleared
reg  [CX+WW:0] clear_q;                 // its top bit: all are
wire          clears = !clear_q[CX+WW];
always @(posedge clk) begin
    if (core_rst)    clear_q <= {(CX+WW+1){1'b0}};
    else if (clears) clear_q <= clear_q + {{(CX+WW){1'b0}}, 1'b1};
end

// ---------------------------------------------------------------- K1: which context
reg                       k1_verdict_q, k1_ends_q;
reg [`TTP_VERDICT_W-1:0]  k1_told_q;
reg [`TTP_KEEP_W-1:0]     k1_keep_q;
always @(posedge clk) begin
    k1_verdict_q <= verdict_valid && !core_rst;
    k1_ends_q    <= keep[`KEEP_ENDS] && !core_rst;
    k1_told_q    <= verdict;
    k1_keep_q    <= keep;
end

wire          k1_any = k1_verdict_q || k1_ends_q;
// A drop is none of a context's: its link may mean nothing.
wire          k1_one = k1_verdict_q && (k1_told_q[`VERDICT_TAKE] || k1_keep_q[`KEEP_STOW]);
wire          looks, hit, other_hit, spare, drainable;
wire [CX-1:0] hit_idx, other_idx, spare_idx, drain_idx;
wire [CONTEXTS-1:0] in_use;
wire          frees;                    // K2 gives its context back
reg  [CX-1:0] k2_idx_q;
wire          k1_hit  = (k1_one || k1_ends_q) && hit;

// Bays count as free as far as there are places for payloads.
localparam [31:0] LEAST = BAYS - PLACES + FLOW;
wire          room_old = free_cells[RCW:4] >= LEAST[RCW-4:0] && !clears;
wire          room_new = room_old && spare;

wire          k1_stow = k1_verdict_q && k1_keep_q[`KEEP_STOW] && !k1_ends_q
                        && (hit ? room_old : room_new);
wire          k1_new  = k1_stow && !hit;
wire [CX-1:0] k1_idx  = hit ? hit_idx : spare_idx;
wire          k1_of_context = k1_one && (hit || k1_stow) && !k1_ends_q;

assign may_stow = other_hit ? room_old : room_new;

// The run: its next place goes through K2 where no verdict does, and not behind one that may move
// it.
reg           k2_drains_q, k2_runs_q, k2_context_q, k2_stow_q;
wire          k1_free   = !k1_verdict_q && !k2_drains_q && !k2_runs_q;
reg           run_goes_q;
reg  [CX-1:0] run_idx_q;
reg  [PW-1:0] run_place_q;
reg  [2:0]    run_ahead_q;              // places between it and the missing one, 0..4; 0: no run
wire          k1_runs   = run_goes_q && k1_free && !(k2_context_q && !k2_stow_q);

// A place of a context that has ended goes through K2 where no verdict does, and is known to be
// empty or not before the next one is looked at.
reg  [PW-1:0] drain_q;
wire          k1_drains = drainable && k1_free && !k1_runs;

ttp_rx_pool #(.CONTEXTS(CONTEXTS), .CX(CX), .LW(LW)) u_pool (
    .clk(clk), .core_rst(core_rst),
    .link(k1_any ? k1_keep_q[`KEEP_LINK] : map_link), .hit(hit), .hit_idx(hit_idx),
    .other_link(stow_link), .other_hit(other_hit), .other_idx(other_idx),
    .taken(in_use), .spare(spare), .spare_idx(spare_idx),
    .ending(drainable), .ending_idx(drain_idx),
    .take_en(k1_new), .end_en(k1_ends_q && hit), .free_en(frees), .free_idx(k2_idx_q)
);

// Of all payloads that a context holds
localparam OW = 24 + 2 + 16 + 16;
wire [OW-1:0] owner;                    // of the context in K3
reg  [CX-1:0] k3_idx_q;
ttp_ram_async #(.WIDTH(OW), .DEPTH(CONTEXTS)) u_owners (
    .clk(clk), .wr_en(k1_new), .wr_addr(spare_idx),
    .wr_data({k1_told_q[`VERDICT_NODE], k1_told_q[`VERDICT_VC],
              k1_keep_q[`KEEP_LIFE], k1_keep_q[`KEEP_TO_LIFE]}),
    .rd_addr(k3_idx_q), .rd_data(owner)
);

// ---------------------------------------------------------------- K2: is it held?
wire [31:0]              k1_id = k1_keep_q[`KEEP_ID];
reg                      k2_verdict_q, k2_new_q;
reg [`TTP_VERDICT_W-1:0] k2_told_q;
wire [31:0]              k1_next = k1_id + 32'd1;
reg [31:0]               k2_next_q, k2_missing_q;
reg [15:0]               k2_id_q, k2_number_q;
reg [PW-1:0]             k2_place_q;
always @(posedge clk) begin
    k2_verdict_q <= k1_verdict_q && !core_rst;
    k2_context_q <= k1_of_context && !core_rst;
    k2_stow_q    <= k1_stow;
    k2_new_q     <= k1_new;
    k2_idx_q     <= k1_runs ? run_idx_q : k1_drains ? drain_idx : k1_idx;
    k2_drains_q  <= k1_drains && !core_rst;
    k2_runs_q    <= k1_runs && !core_rst;
    k2_place_q   <= k1_runs ? run_place_q : k1_drains ? drain_q
                  : k1_stow ? k1_id[PW-1:0] : k1_next[PW-1:0];
    k2_told_q    <= k1_told_q;
    k2_id_q      <= k1_id[15:0];
    k2_next_q    <= k1_next;
    k2_missing_q <= k1_keep_q[`KEEP_MISSING];
    k2_number_q  <= k1_keep_q[`KEEP_NUMBER];
end

wire          drains  = k2_drains_q;
wire          stows   = k2_context_q && k2_stow_q;
wire          taken   = k2_context_q && k2_told_q[`VERDICT_TAKE];
wire [PW-1:0] place   = k2_place_q;
wire [CX+WW-1:0] word_at = {k2_idx_q, place[PW-1:6]};
wire [63:0]   word;
wire          there   = word[place[5:0]];
wire          follows = !(&place[2:0]) && word[place[5:0] + 6'd1];
wire          puts    = stows && !there;
wire          fetches = (taken || drains || k2_runs_q) && there;
wire [63:0]   bit_at  = 64'd1 << place[5:0];

// The words are read here, and by the map. Here by an address that is no flop: else Yosys takes
// block RAM, whose word comes late.
wire          word_wr = clears || puts || fetches;
wire [CX+WW-1:0] word_wr_at = clears ? clear_q[CX+WW-1:0] : word_at;
wire [63:0]   word_d  = clears ? 64'd0 : word ^ bit_at;
wire [CX+WW-1:0] map_word_at;
wire [63:0]   map_word;
ttp_ram_async #(.WIDTH(64), .DEPTH(CONTEXTS << WW)) u_words (
    .clk(clk), .wr_en(word_wr), .wr_addr(word_wr_at), .wr_data(word_d),
    .rd_addr(word_wr_at), .rd_data(word)
);
ttp_ram_async #(.WIDTH(64), .DEPTH(CONTEXTS << WW)) u_map_words (
    .clk(clk), .wr_en(word_wr), .wr_addr(word_wr_at), .wr_data(word_d),
    .rd_addr(map_word_at), .rd_data(map_word)
);

// What a context knows: how many are held, which is missing, the newest, the one that came last
localparam [PW:0] NONE = 0;
localparam NW = PW + 1 + 32 + 16 + 16 + 16;
wire [PW:0]   count, map_count, count_d;
wire [31:0]   missing, map_missing;
wire [15:0]   newest, came, number, map_newest, map_came, map_number;
wire [CX-1:0] map_at;
wire [PW:0]   held    = k2_new_q ? NONE : count;
wire [15:0]   farther = k2_id_q - newest;
wire          farthest = stows && (held == NONE || !farther[15]);

assign count_d = held + {NONE[PW-1:0], puts} - {NONE[PW-1:0], fetches};

wire [NW-1:0] knows_d = {count_d,
                         taken ? k2_next_q : k2_new_q && stows ? k2_missing_q : missing,
                         farthest ? k2_id_q : newest,
                         stows ? k2_id_q : came, stows ? k2_number_q : number};
wire          knows_wr = k2_context_q || drains || k2_runs_q;
ttp_ram_async #(.WIDTH(NW), .DEPTH(CONTEXTS)) u_knows (
    .clk(clk), .wr_en(knows_wr), .wr_addr(k2_idx_q), .wr_data(knows_d),
    .rd_addr(k2_idx_q), .rd_data({count, missing, newest, came, number})
);
ttp_ram_async #(.WIDTH(NW), .DEPTH(CONTEXTS)) u_map_knows (
    .clk(clk), .wr_en(knows_wr), .wr_addr(k2_idx_q), .wr_data(knows_d),
    .rd_addr(map_at), .rd_data({map_count, map_missing, map_newest, map_came, map_number})
);

// Not while the next verdict is for it. `there` comes late, so it chooses.
wire last    = taken || drains || k2_runs_q ? held == NONE + 1'b1 : held == NONE;
wire empties = there ? last : !stows && held == NONE;
assign frees = knows_wr && empties && !(k1_hit && hit_idx == k2_idx_q);

always @(posedge clk) begin
    if (drains) drain_q <= word == 64'd0 ? {place[PW-1:6] + 1'b1, 6'd0} : place + 1'b1;
    if (core_rst) drain_q <= NONE[PW-1:0];
end

wire run_begins = taken && there;
wire run_moves  = taken && run_idx_q == k2_idx_q && run_ahead_q != 3'd0;
always @(posedge clk) begin
    if (run_begins) begin
        run_idx_q   <= k2_idx_q;
        run_place_q <= place + 1'b1;
        run_ahead_q <= 3'd1;
        run_goes_q  <= 1'b1;
    end else if (run_moves) begin
        run_ahead_q <= run_ahead_q - 3'd1;
        run_goes_q  <= run_ahead_q != 3'd1;
    end else if (k2_runs_q) begin
        if (there) run_place_q <= place + 1'b1;         // `there` comes late: no term of a sum
        if (there) run_ahead_q <= run_ahead_q + 3'd1;
        run_goes_q  <= there && run_ahead_q != 3'd3;
    end
    if (core_rst || (frees && (run_begins || run_idx_q == k2_idx_q))) begin
        run_ahead_q <= 3'd0;
        run_goes_q  <= 1'b0;
    end
end

// By context and ID mod 2^PW: bay and length. Written in K3: with one address for both ports Yosys
// would take it for a memory of one port, of which UltraScale+ has none.
reg                      k3_puts_q;
reg [PW-1:0]             k3_place_q;
reg [`TTP_VERDICT_W-1:0] k3_verdict_q;
wire [9:0]    k3_bay = k3_verdict_q[`VERDICT_BAY];
wire [BW+10:0] lies;
always @(posedge clk) begin
    k3_puts_q  <= puts && !core_rst;
    k3_place_q <= place;
end
ttp_ram_1r1w #(.WIDTH(BW + 11), .DEPTH(CONTEXTS << PW), .BYPASS(1)) u_places (
    .clk(clk), .wr_en(k3_puts_q), .wr_addr({k3_idx_q, k3_place_q}),
    .wr_data({k3_verdict_q[`VERDICT_LEN], k3_bay[BW-1:0]}),
    .rd_en(fetches), .rd_addr({k2_idx_q, place}), .rd_data(lies)
);

// ---------------------------------------------------------------- K3: what goes on
reg                      k3_told_q, k3_drains_q, k3_again_q, k3_quiet_q;
reg [31:0]               k3_id_q;
always @(posedge clk) begin
    k3_told_q    <= (k2_verdict_q ? !puts : drains && fetches) && !core_rst;
    k3_again_q   <= (taken || k2_runs_q) && fetches && !core_rst;
    k3_drains_q  <= drains;
    k3_quiet_q   <= follows;
    k3_verdict_q <= k2_told_q;
    k3_id_q      <= k2_runs_q ? missing + {29'd0, run_ahead_q} : k2_next_q;
    k3_idx_q     <= k2_idx_q;
end

wire [10:0] lies_len = lies[BW+10:BW];
wire [9:0]  lies_bay = {{(10-BW){1'b0}}, lies[BW-1:0]};

assign told_valid           = k3_told_q;
assign told[`VERDICT_TAKE]  = !k3_drains_q && k3_verdict_q[`VERDICT_TAKE];
assign told[`VERDICT_LEN]   = k3_drains_q ? lies_len : k3_verdict_q[`VERDICT_LEN];
assign told[`VERDICT_VC]    = k3_verdict_q[`VERDICT_VC] & {2{!k3_drains_q}};
assign told[`VERDICT_NODE]  = k3_verdict_q[`VERDICT_NODE];
assign told[`VERDICT_BAY]   = k3_drains_q ? lies_bay : k3_verdict_q[`VERDICT_BAY];

localparam AW = 1 + 32 + OW + BW + 11;
wire                      again_room, quiet;
wire [$clog2(PLACES+1)-1:0] again_count;
wire [BW+10:0]            again_lies;
ttp_fifo #(.WIDTH(AW), .DEPTH(PLACES)) u_again (
    .clk(clk), .rst(core_rst), .in_valid(k3_again_q), .in_ready(again_room),
    .in_data({k3_quiet_q, k3_id_q, owner, lies}),
    .out_valid(again_valid), .out_ready(again_ready),
    .out_data({quiet, again[`RECEIVED_TXID], again[`RECEIVED_PEER], again[`RECEIVED_VC],
               again[`RECEIVED_LIFE], again[`RECEIVED_TO_LIFE], again_lies}),
    .count(again_count)
);
// It has lost its number: its map has told of that send.
assign again[`RECEIVED_OP]     = `TTP_OP_PAYLOAD;
assign again[`RECEIVED_RXID]   = 32'd0;
assign again[`RECEIVED_FITS]   = 1'b1;
assign again[`RECEIVED_LEN]    = again_lies[BW+10:BW];
assign again[`RECEIVED_WINDOW] = 10'd0;
assign again[`RECEIVED_BAY]    = {{(10-BW){1'b0}}, again_lies[BW-1:0]};
assign again[`RECEIVED_AGAIN]  = 1'b1;
assign again[`RECEIVED_QUIET]  = quiet;
assign again[`RECEIVED_MAPPED] = 1'b0;

// ---------------------------------------------------------------- maps
ttp_rx_map #(.CONTEXTS(CONTEXTS), .CX(CX), .WW(WW)) u_map (
    .clk(clk), .core_rst(core_rst),
    .map_ask(map_ask), .map_done(map_done), .map_ready(map_ready), .map_none(map_none),
    .the_map(the_map),
    .look(looks), .looked(looks && !k1_any), .hit(hit), .hit_idx(hit_idx),
    .take_en(k1_new), .take_idx(spare_idx),
    .at(map_at), .missing(map_missing), .newest(map_newest), .came(map_came),
    .number(map_number), .empty(map_count == NONE), .word_at(map_word_at), .word(map_word),
    .came_en(stows), .came_idx(k2_idx_q)
);

// ---------------------------------------------------------------- counters
reg map_left_q, not_held_q;
always @(posedge clk) begin
    map_left_q <= map_done && !map_none && !core_rst;
    not_held_q <= k1_verdict_q && !core_rst
               && (k1_keep_q[`KEEP_NOT] || (k1_keep_q[`KEEP_STOW] && !k1_stow));
end
assign holds[`HOLDS_ONE] = k3_puts_q;
assign holds[`HOLDS_MAP] = map_left_q;
assign holds[`HOLDS_NOT] = not_held_q;

wire unused = &{1'b0, other_idx, in_use, again_room, again_count, k1_keep_q, k2_told_q, k3_bay,
                free_cells[3:0], farther[14:0]};

`ifdef FORMAL
    always @(posedge clk) if (!core_rst) begin
        if (k3_again_q) assert (again_room);
        if (k2_new_q && stows) assert (!there);
        assert (!(taken && stows));
        assert (run_ahead_q <= 3'd4);
    end
`endif

endmodule

`resetall
