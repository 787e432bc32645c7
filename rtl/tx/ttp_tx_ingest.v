// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_ingest - takes host packets, stores them in cells, appends them to their link's list
//
//     pins --> ttp_tx_pins --f--> ttp_tx_judge --+--> swallowed, refused, discarded
//              two beats,         its fate       +--> another link: ttp_tx_lookup asks for it
//              tkeep counted                     +--> stored: ttp_tx_chunk says where
//
//     ttp_tx_quota     may the link hold more cells?       asked by the first word of a chunk
//     ttp_entry_queue  the free entry that a chunk takes   by its last word
//     ttp_tx_list      end and counts of the link's list   by its last word
//
// A packet is cut into chunks of 1024 bytes, always at a full beat. Its link stays cached, so the
// next packet for the same peer needs no lookup. At 512 bit with DEEP packets for some other peers
// need none either (ttp_tx_known). A word is written when store_ready, and
//
// * the first of a cell: there is a free cell (free_cell_valid);
// * the first of a chunk: the link may hold 16 cells more (snd.window);
// * the last of a chunk: there is a free entry, and the doorbell is free or rings for this link.
//
// The last word appends its chunk in the same cycle (append). The doorbell rings from the next
// cycle on if pin_act = 0 and it does not ring yet. One that is granted in the cycle of the append
// still covers it: the S1 read that follows sees the new count.
//
// A packet that is refused or discarded gives the cells of the chunk under way back, and a refusal
// goes to the completions. Chunks of the packet that were appended before stay. Until both
// hand-backs are taken no beat but a swallowed one moves.
//
// Timing: beat at the pins in cycle t; written and appended in t+1 (store, free_cell_pop, append
// are combinational from free_cell_valid, store_ready and the cfg_* inputs); doorbell_valid and
// pulses in t+2.
// All else from flops. DEEP: whether the link may hold more cells is known a cycle later, so the
// first word of a chunk waits one cycle after an append and after a lookup.
// Mirror: model/ttp_tx_ingest.c      Test: tb/block/ttp_tx_ingest.cpp

`include "ttp_defs.vh"
`include "ttp_bus_tx.vh"

`resetall
`default_nettype none

module ttp_tx_ingest #(
    parameter DATA_W  = 512,    // bits a beat: 64, 128, 256, 512
    parameter TX_PKTS = 4096,   // payloads in flight, 8..16384
    parameter DEEP    = 0,      // 1: the cell limit is compared a cycle earlier
    parameter KNOWN   = 0,      // links that need no lookup, a power of two; derived by ttp_mac
    parameter LINKS   = 1536,   // links; derived by ttp_mac, as TCW
    parameter TCW     = 14,     // bits of a transmit cell index
    parameter ENTS    = TX_PKTS + LINKS,                // what follows from these
    parameter LW      = LINKS > 1 ? $clog2(LINKS) : 1,
    parameter EW      = $clog2(ENTS),
    parameter CW      = $clog2(TX_PKTS) + 1,
    parameter WPC     = 512 / DATA_W                    // words a cell
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
    output wire                         lookup_valid,
    output wire [`TTP_LOOKUP_W-1:0]     lookup,
    input  wire                         lookup_ready,
    input  wire                         lookup_done,
    input  wire [`TTP_ANSWER_W-1:0]     lookup_answer,
    output wire                         pin_valid,
    output wire [LW-1:0]                pin_link,
    input  wire                         pin_kill,       // its place is needed: give it up if idle
    input  wire                         pin_act,        // its list is looked after: no doorbell
    input  wire                         evicting,       // entries of the table may go, or be closed
    output wire                         pin_read,       // found_link is pinned next: no lookup
    output wire [LW-1:0]                found_link,

    output wire                         append_valid,
    output wire [`TTP_APPEND_W-1:0]     append,
    output wire                         doorbell_valid,
    output wire [LW-1:0]                doorbell_link,
    input  wire                         doorbell_ready,

    // From the retire engine: free entries; cells ever freed for a link, modulo 2^17, 0 in the walk
    input  wire                         freed_valid,
    input  wire                         freed_moved,
    input  wire [`TTP_FREED_W-1:0]      freed,

    // Transmit store
    output wire                         store_valid,
    input  wire                         store_ready,
    output wire [`TTP_STORE_W-1:0]      store,
    input  wire                         free_cell_valid,
    input  wire [TCW-1:0]               free_cell,
    output wire                         free_cell_pop,
    output wire                         abort_valid,
    input  wire                         abort_ready,
    output wire [`TTP_ABORT_W-1:0]      abort_chain,

    // Refusals
    output wire                         refused_valid,
    input  wire                         refused_ready,
    output wire [127:0]                 refused,

    output wire                         acc_pulse,      // chunk appended, acc_len bytes
    output wire [10:0]                  acc_len,        // 0 without the pulse
    output wire                         ref_pulse,      // packet refused
    output wire                         dis_pulse,      // packet discarded by tuser
    output wire [CW-1:0]                stat_pkts_free  // free entries
);

generate if ((DATA_W != 64 && DATA_W != 128 && DATA_W != 256 && DATA_W != 512)
             || WPC * DATA_W != 512 || DEEP < 0 || DEEP > 1 || TX_PKTS < 8 || TX_PKTS > 16384
             || ENTS != TX_PKTS + LINKS || CW != $clog2(TX_PKTS) + 1 || EW != $clog2(ENTS)
             || TCW < 4 || TCW > 16 || LW != (LINKS > 1 ? $clog2(LINKS) : 1)) begin : g_bad
    ERROR_ttp_tx_ingest_parameter_out_of_range u_bad ();
end endgenerate

localparam LB = $clog2(DATA_W / 8);
// Bits of a link's cell counts: no more than hold TX_CELLS + 16.
localparam AW = TCW < 5 ? 6 : TCW + 1;

wire init_link, init_entry;

ttp_tx_walk #(.LINKS(LINKS), .ENTS(ENTS)) u_walk (
    .clk(clk), .core_rst(core_rst), .init_active(init_active), .init_idx(init_idx),
    .init_link(init_link), .init_entry(init_entry)
);

// ---------------------------------------------------------------- f, and what happens to it

wire              cut_next, take;
wire              f_valid, f_bad, f_last, f_discard;
wire [DATA_W-1:0] f_data;
wire [LB:0]       f_bytes;
wire [31:0]       f_dest;

ttp_tx_pins #(.DATA_W(DATA_W)) u_pins (
    .clk(clk), .rst(rst), .core_rst(core_rst), .cfg_on(cfg_on), .init_active(init_active),
    .s_axis_host_tdata(s_axis_host_tdata), .s_axis_host_tkeep(s_axis_host_tkeep),
    .s_axis_host_tdest(s_axis_host_tdest), .s_axis_host_tvalid(s_axis_host_tvalid),
    .s_axis_host_tready(s_axis_host_tready), .s_axis_host_tlast(s_axis_host_tlast),
    .s_axis_host_tuser(s_axis_host_tuser), .cut_next(cut_next),
    .take(take), .f_valid(f_valid), .f_data(f_data), .f_bytes(f_bytes), .f_dest(f_dest),
    .f_bad(f_bad), .f_last(f_last), .f_discard(f_discard)
);

wire          mid, refuse, discard, seek, wanted, put;
wire          resting, cached, no_entry, reads, load;
wire [31:0]   dest;
wire [LW-1:0] link;
wire [2:0]    why;

ttp_tx_judge u_judge (
    .clk(clk), .rst(rst), .core_rst(core_rst), .cut_next(cut_next), .cfg_node(cfg_node),
    .f_valid(f_valid), .f_dest(f_dest), .f_bad(f_bad), .f_last(f_last), .f_discard(f_discard),
    .take(take), .mid(mid),
    .resting(resting), .cached(cached), .dest(dest[25:0]), .no_entry(no_entry),
    .abort_valid(abort_valid), .put(put),
    .refuse(refuse), .discard(discard), .seek(seek), .store(wanted),
    .refused_valid(refused_valid), .refused_ready(refused_ready), .refused_why(why)
);

ttp_tx_lookup #(.KNOWN(KNOWN), .LW(LW)) u_lookup (
    .clk(clk), .core_rst(core_rst),
    .cfg_close_tmo(cfg_close_tmo), .cfg_retry_max(cfg_retry_max),
    .f_valid(f_valid), .f_dest(f_dest), .mid(mid), .seek(seek), .refuse(refuse),
    .resting(resting), .cached(cached), .no_entry(no_entry), .dest(dest),
    .link(link), .reads(reads), .found_link(found_link), .load(load),
    .evicting(evicting), .pin_read(pin_read),
    .lookup_valid(lookup_valid), .lookup(lookup), .lookup_ready(lookup_ready),
    .lookup_done(lookup_done), .lookup_answer(lookup_answer),
    .pin_valid(pin_valid), .pin_link(pin_link), .pin_kill(pin_kill)
);

assign refused = {`TTP_CPL_REFUSED, {5'd0, why}, dest, 80'd0};

// ---------------------------------------------------------------- word, chunk, append

wire          start, new_cell, fin, under, entry_valid;
wire [3:0]    cells_1;
wire [AW-1:0] taken;
wire          unused_freed = &{1'b0, freed};
wire [EW-1:0] entry;
reg           doorbell_valid_q, doorbell_valid_d;
reg  [LW-1:0] doorbell_link_q, doorbell_link_d;

// pin_act says too late in the cycle whether a doorbell is needed: it must be free in any case.
wire doorbell_free = !doorbell_valid_q || doorbell_link_q == link;

assign store_valid   = wanted && (!new_cell || free_cell_valid) && (!start || under)
                              && (!fin || (entry_valid && doorbell_free));
assign put           = store_valid && store_ready;
assign free_cell_pop = put && new_cell;
assign store[`STORE_DATA] = f_data;

assign append_valid          = put && fin;
assign append[`APPEND_LINK]  = link;
assign append[`APPEND_ENTRY] = entry;

ttp_tx_chunk #(.DATA_W(DATA_W), .TCW(TCW), .WPC(WPC)) u_chunk (
    .clk(clk), .core_rst(core_rst),
    .put(put), .drop(refuse || discard), .f_last(f_last), .f_bytes(f_bytes), .free_cell(free_cell),
    .start(start), .new_cell(new_cell), .fin(fin), .wr_addr(store[`STORE_ADDR]),
    .len(append[`APPEND_LEN]), .cells_1(cells_1),
    .first(append[`APPEND_FIRST]), .last(append[`APPEND_LAST]),
    .abort_valid(abort_valid), .abort_ready(abort_ready), .abort_chain(abort_chain)
);

ttp_tx_list #(.LINKS(LINKS), .LW(LW), .EW(EW), .CW(CW), .AW(AW)) u_list (
    .clk(clk), .core_rst(core_rst),
    .init_active(init_active), .init_link(init_link), .init_idx(init_idx),
    .reads(reads), .found_link(found_link), .load(load),
    .append(append_valid), .link(link), .entry(entry), .cells_1(cells_1),
    .tail(append[`APPEND_TAIL]), .next_napp(append[`APPEND_NAPP]), .taken(taken)
);

ttp_tx_quota #(.LINKS(LINKS), .LW(LW), .AW(AW), .DEEP(DEEP)) u_quota (
    .clk(clk), .core_rst(core_rst), .cfg_cell_limit(cfg_cell_limit),
    .init_active(init_active), .init_link(init_link), .init_idx(init_idx),
    .freed_moved(freed_moved), .freed_link(freed[`FREED_LINK]), .freed_cells(freed[`FREED_CELLS]),
    .link(reads ? found_link : link), .taken(taken),
    .append(append_valid), .load(load), .under(under)
);

ttp_entry_queue #(.EW(EW), .CW(CW)) u_entries (
    .clk(clk), .core_rst(core_rst),
    .push(init_active ? init_entry : freed_valid),
    .push_entry(init_active ? init_idx[EW-1:0] : freed[`FREED_ENTRY]),
    .valid(entry_valid), .entry(entry), .pop(append_valid), .free(stat_pkts_free)
);

// ---------------------------------------------------------------- doorbell, pulses

always @* begin
    doorbell_valid_d = doorbell_valid_q && !doorbell_ready;
    doorbell_link_d  = doorbell_link_q;
    if (append_valid && !pin_act && !doorbell_valid_q) begin
        doorbell_valid_d = 1'b1;
        doorbell_link_d  = link;
    end
end

reg        acc_pulse_q, ref_pulse_q, dis_pulse_q;
reg [10:0] acc_len_q;

always @(posedge clk) begin
    doorbell_valid_q  <= doorbell_valid_d;
    doorbell_link_q   <= doorbell_link_d;
    acc_pulse_q <= append_valid;
    acc_len_q   <= append[`APPEND_LEN];
    ref_pulse_q <= refuse;
    dis_pulse_q <= discard;
    if (core_rst) begin
        doorbell_valid_q  <= 1'b0;
        acc_pulse_q <= 1'b0;
        ref_pulse_q <= 1'b0;
        dis_pulse_q <= 1'b0;
    end
    if (!append_valid || core_rst) acc_len_q <= 11'd0;
end

assign doorbell_valid  = doorbell_valid_q;
assign doorbell_link   = doorbell_link_q;
assign acc_pulse = acc_pulse_q;
assign acc_len   = acc_len_q;
assign ref_pulse = ref_pulse_q;
assign dis_pulse = dis_pulse_q;

`ifdef FORMAL
    always @(posedge clk) if (!core_rst) begin
        if (!start)       assert (mid || abort_valid);
        if (append_valid) assert (!init_active);
        assert ({{(32-CW){1'b0}}, stat_pkts_free} <= TX_PKTS);
    end
`endif

endmodule

`resetall
