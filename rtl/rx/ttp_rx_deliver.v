// SPDX-License-Identifier: Apache-2.0
//
// ttp_rx_deliver - taken payloads from rx_sram to the host (rcv.once)
//
// The link pipe says of each payload in the ring, in ring order, whether the host gets it:
// ttp_rx_order. A payload that it does not get is released in the cycle in which it is at the
// head. One that it gets is read word by word, one a cycle while the host takes them, from the
// cycle on in which it is at the head and no beat waits, or the last one that waits is taken. The
// cells go back with the last read.
//
//   verdict at the head   | x |
//   rd_en, word           | 0 | 1 | 2 |        rel_en and queue pop with the last
//   tvalid, word              | 0 | 1 | 2 |    tdata is rd_data, which holds while rd_en = 0
//   verdict behind it                 | y |    its word 0 is read while word 2 is taken
//
// While quiesce = 1 no packet is started, but payloads that the host does not get are released.
// rx_idle: no packet is under way and no beat waits.
//
// SELECTIVE: payloads lie in bays of 16 cells, not one behind the other; the verdict says where.
//
// Timing: tdata straight from the memory's output register, the other m_axis_host_* from flops.
// rd_*, rel_* are combinational from flops, m_axis_host_tready and quiesce. dlv_* are flops, a
// cycle after the handshake of tlast.
// Mirror: model/ttp_rx_deliver.c      Lockstep test: tb/block/ttp_rx_deliver.cpp

`include "ttp_bus_rx.vh"
`include "ttp_defs.vh"

`resetall
`default_nettype none

module ttp_rx_deliver #(
    parameter DATA_W   = 512,   // bits a beat: 64, 128, 256, 512
    parameter RX_CELLS = 4096,  // cells of 64 bytes, 32..16384, power of two
    parameter SELECTIVE = 0,    // 1: as in ttp_rx_sram
    parameter PW       = 8,     // ... log2 of the payloads in flight, 8 or 9
    parameter RCW      = 12,    // log2 RX_CELLS: derived by ttp_mac
    parameter WPC      = 1      // words a cell, 512 / DATA_W: derived by ttp_mac
) (
    input  wire                         clk,
    input  wire                         core_rst,

    input  wire                         quiesce,    // start no further packet
    output wire                         rx_idle,

    // Verdicts of the link pipe
    input  wire                         verdict_valid,
    input  wire [`TTP_VERDICT_W-1:0]    verdict,

    // Receive store
    output wire                         rd_en,
    output wire [RCW+$clog2(WPC)-1:0]   rd_addr,
    input  wire [DATA_W-1:0]            rd_data,
    output wire                         rel_en,
    output wire [4:0]                   rel_n,      // cells, 1..16
    output wire [RCW-5:0]               rel_bay,    // SELECTIVE: their bay

    // Payloads to the host; tid = {VC, node} of the sender
    output wire [DATA_W-1:0]            m_axis_host_tdata,
    output wire [DATA_W/8-1:0]          m_axis_host_tkeep,
    output wire                         m_axis_host_tvalid,
    output wire                         m_axis_host_tlast,
    output wire [31:0]                  m_axis_host_tid,
    input  wire                         m_axis_host_tready,

    // Counters
    output wire                         dlv_pulse,
    output wire [10:0]                  dlv_len     // bytes, 0 without the pulse
);

generate if (RX_CELLS < 32 || RX_CELLS > 16384 || RX_CELLS != 1 << RCW
             || WPC * DATA_W != 512) begin : g_bad
    ERROR_ttp_rx_deliver_parameter_out_of_range u_bad ();
end endgenerate

localparam BAYS  = RX_CELLS / 16;
localparam RING  = RX_CELLS < `TTP_RING_PAYLOADS ? RX_CELLS : `TTP_RING_PAYLOADS;
localparam PLACES = SELECTIVE == 0 ? RING       // as slot_free of rx_sram counts
                  : BAYS < 1 << PW ? BAYS : 1 << PW;
localparam B      = DATA_W / 8;
localparam LB     = $clog2(B);
localparam WB     = $clog2(WPC);
localparam AW     = RCW + WB;
localparam [31:0] LOW  = WPC - 1;
localparam [31:0] LAST = B - 1;

wire        head_valid, pop;
localparam BW = SELECTIVE != 0 ? RCW - 4 : 0;
wire [35+BW:0] head;
wire [1:0]  its_vc  = verdict[`VERDICT_VC];
wire [10:0] its_len = verdict[`VERDICT_LEN];
wire [9:0]  its_bay = verdict[`VERDICT_BAY];
wire [45:0] told    = {its_bay, verdict[`VERDICT_TAKE] ? its_vc : 2'd3, verdict[`VERDICT_NODE],
                       its_len[9:0]};

ttp_rx_order #(.PLACES(PLACES), .BAY_W(BW)) u_order (
    .clk(clk), .core_rst(core_rst), .push(verdict_valid), .verdict(told[35+BW:0]),
    .head_valid(head_valid), .head(head), .pop(pop)
);

wire [1:0]  vc     = head[35:34];
wire [23:0] node   = head[33:10];
wire [9:0]  len_m1 = head[9:0] - 10'd1;     // length less 1: 0 .. 1023

reg              under_q;                   // words of the packet at the head are left
reg  [3:0]       cell_q;                    // cells of it read
reg  [AW-1:0]    rp_q, rp_d;                // next word to read
reg              tvalid_q, tlast_q;
reg  [B-1:0]     tkeep_q, tkeep_d;
reg  [25:0]      tid_q;
reg  [9:0]       len_q;                     // of the packet whose beat waits
reg              dlv_pulse_q;
reg  [10:0]      dlv_len_q;

wire          move = !tvalid_q || m_axis_host_tready;
wire          skip = head_valid && (&vc);   // so under_q is 0
wire          read = head_valid && !(&vc) && move && (under_q || !quiesce);
wire          last;                         // the word at rp_q is the last of the packet
wire          full;                         // ... and the last of its cell, in any case

generate if (WB == 0) begin : g_cell
    assign full = 1'b1;
    assign last = cell_q == len_m1[9:6];
end else begin : g_word
    assign full = &rp_q[WB-1:0];
    assign last = cell_q == len_m1[9:6] && rp_q[WB-1:0] == len_m1[5:LB];
end endgenerate

assign pop     = skip || (read && last);
assign rd_en   = read;
assign rel_en  = pop;
assign rel_n   = {&len_m1[9:6], len_m1[9:6] + 4'd1};

generate if (SELECTIVE == 0) begin : g_ring
    assign rd_addr = rp_q;
    assign rel_bay = {(RCW-4){1'b0}};
end else begin : g_bays
    assign rel_bay = head[36 +: RCW-4];
    if (WB == 0) begin : g_cell
        assign rd_addr = {rel_bay, cell_q};
    end else begin : g_word
        assign rd_addr = {rel_bay, cell_q, rp_q[WB-1:0]};
    end
end endgenerate

// The pointer moves by a word, to the next cell, or over the cells of a payload not taken:
// x - ~y = x + y + 1, one adder.
wire [AW-1:0] low  = LOW[AW-1:0];
wire [AW-1:0] from = pop ? rp_q | low : rp_q;
wire [AW-1:0] jump = {{(AW-4){1'b0}}, len_m1[9:6] & {4{skip}}} << WB;

always @* begin
    rp_d = rp_q;
    if (skip || read) rp_d = from - ~jump;
end

// Last byte of the last beat; in two steps of 3 bits, which stay out of carry chains.
wire [5:0] tail = len_m1[5:0] & LAST[5:0];
integer    i;

always @* begin
    for (i = 0; i < B; i = i + 1)
        tkeep_d[i] = !last || i[5:3] < tail[5:3] || (i[5:3] == tail[5:3] && i[2:0] <= tail[2:0]);
end

always @(posedge clk) begin
    rp_q        <= rp_d;
    tvalid_q    <= read || !move;
    dlv_pulse_q <= tvalid_q && tlast_q && m_axis_host_tready;
    dlv_len_q   <= {len_q == 10'd0, len_q};
    if (read) begin
        under_q <= !last;
        tlast_q <= last;
        tkeep_q <= tkeep_d;
        tid_q   <= {vc, node};
        len_q   <= head[9:0];
        if (full) cell_q <= cell_q + 4'd1;
        if (last) cell_q <= 4'd0;
    end
    if (core_rst) begin
        under_q     <= 1'b0;
        cell_q      <= 4'd0;
        rp_q        <= {AW{1'b0}};
        tvalid_q    <= 1'b0;
        dlv_pulse_q <= 1'b0;
    end
    if (!(tvalid_q && tlast_q && m_axis_host_tready) || core_rst) dlv_len_q <= 11'd0;
end

assign rx_idle            = !under_q && !tvalid_q;
assign m_axis_host_tdata  = rd_data;
assign m_axis_host_tkeep  = tkeep_q;
assign m_axis_host_tvalid = tvalid_q;
assign m_axis_host_tlast  = tlast_q;
assign m_axis_host_tid    = {6'd0, tid_q};
assign dlv_pulse          = dlv_pulse_q;
assign dlv_len            = dlv_len_q;

// 1024 is 0 in the low bits.
wire unused = &{1'b0, its_len[10], told, rp_q};

`ifdef FORMAL
    always @(posedge clk) if (!core_rst) begin
        if (verdict_valid) assert (its_vc != 2'd3 && its_len != 11'd0 && its_len <= 11'd1024);
        if (under_q)  assert (head_valid && !(&vc));
        if (!under_q) assert (cell_q == 4'd0 && (rp_q & low) == {AW{1'b0}});
    end
`endif

endmodule

`resetall
