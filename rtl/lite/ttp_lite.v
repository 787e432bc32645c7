// SPDX-License-Identifier: Apache-2.0
//
// ttp_lite - a TTP MAC with 8 links for the smallest FPGAs: one thing at a time
//
//     wire rx --> ttp_lite_rx --+                      +--> ttp_lite_tx --> wire tx      Ethernet frames without FCS
//                               |   64 pages of 2 KB   |
//     host rx --> ttp_lite_rx --+-- in one memory -----+--> ttp_lite_tx --> host tx      frames of docs/host-link.md, from
//                               |                      |                                 their version byte on
//                               +---- ttp_lite_seq ----+
//                        microprogram, links, counters, registers
//
// Speaks TTP as the large MAC does and obeys the same host link; what it lacks: docs/lite.md. A frame stays in the page
// that it came in until it has left; only page numbers move.
//
// Timing: cycle by cycle in docs/lite.md; every output decodes flops.
// Mirror: model/ttp_lite.c    Test: tb/test_ttp_lite.cpp

`resetall
`default_nettype none

module ttp_lite #(
    parameter BOARD = 0,            // register BOARD, 0..255
    parameter HUGE  = 0             // 1: the pages are in iCE40 SPRAM
) (
    input  wire        clk,
    input  wire        rst,

    input  wire [23:0] cfg_node,    // register NODE after reset; 1..0xFFFFFE

    // Wire
    input  wire [7:0]  s_axis_wire_tdata,
    input  wire        s_axis_wire_tvalid,
    output wire        s_axis_wire_tready,
    input  wire        s_axis_wire_tlast,
    input  wire        s_axis_wire_tuser,   // with tlast: the frame is bad
    output wire [7:0]  m_axis_wire_tdata,
    output wire        m_axis_wire_tvalid,
    input  wire        m_axis_wire_tready,
    output wire        m_axis_wire_tlast,

    // Host link
    input  wire [7:0]  s_axis_host_tdata,
    input  wire        s_axis_host_tvalid,
    output wire        s_axis_host_tready,
    input  wire        s_axis_host_tlast,
    input  wire        s_axis_host_tuser,   // with tlast: the frame is bad
    output wire [7:0]  m_axis_host_tdata,
    output wire        m_axis_host_tvalid,
    input  wire        m_axis_host_tready,
    output wire        m_axis_host_tlast,

    output wire [3:0]  stat                 // {error, frames, session, open} of the last eight rounds
);

wire        odd, on, seq_en, seq_wr, wrx_full, wrx_wr, wtx_idle, wtx_rd, hrx_full, hrx_wr, htx_idle, htx_rd;
wire [1:0]  phase;
wire [3:0]  go;
wire [5:0]  wrx_page, hrx_page, go_page;
wire [10:0] go_bytes;
wire [15:0] seq_addr, seq_data, wrx_addr, wrx_data, wtx_addr, hrx_addr, hrx_data, htx_addr, mem_rd_data;

ttp_lite_seq #(.BOARD (BOARD)) u_seq (
    .clk (clk), .rst (rst), .cfg_node (cfg_node), .seen (s_axis_wire_tvalid || s_axis_host_tvalid), .odd (odd),
    .phase (phase), .mem_en (seq_en), .mem_wr (seq_wr), .mem_addr (seq_addr), .mem_wr_data (seq_data),
    .mem_rd_data (mem_rd_data), .on (on), .wrx_full (wrx_full), .wrx_page (wrx_page), .wtx_idle (wtx_idle),
    .hrx_full (hrx_full), .hrx_page (hrx_page), .htx_idle (htx_idle), .go (go), .go_page (go_page),
    .go_bytes (go_bytes), .stat (stat)
);

ttp_lite_rx #(.START (0), .PAGE (2)) u_wrx (
    .clk (clk), .rst (rst), .on (on), .s_axis_tdata (s_axis_wire_tdata), .s_axis_tvalid (s_axis_wire_tvalid),
    .s_axis_tready (s_axis_wire_tready), .s_axis_tlast (s_axis_wire_tlast), .s_axis_tuser (s_axis_wire_tuser),
    .turn (!odd && phase == 2'd0), .mem_wr (wrx_wr), .mem_addr (wrx_addr), .mem_data (wrx_data), .full (wrx_full),
    .page (wrx_page), .give_valid (go[0]), .give_page (go_page)
);

ttp_lite_tx #(.START (0)) u_wtx (
    .clk (clk), .rst (rst), .go_valid (go[1]), .go_page (go_page), .go_bytes (go_bytes), .idle (wtx_idle),
    .turn (!odd && phase == 2'd1), .mem_rd (wtx_rd), .mem_addr (wtx_addr), .mem_data (mem_rd_data),
    .m_axis_tdata (m_axis_wire_tdata), .m_axis_tvalid (m_axis_wire_tvalid), .m_axis_tready (m_axis_wire_tready),
    .m_axis_tlast (m_axis_wire_tlast)
);

// The host's header is 18 bytes, the wire's 60: from word 21 on the payload stands at word 30 in both.
ttp_lite_rx #(.START (21), .PAGE (4)) u_hrx (
    .clk (clk), .rst (rst), .on (on), .s_axis_tdata (s_axis_host_tdata), .s_axis_tvalid (s_axis_host_tvalid),
    .s_axis_tready (s_axis_host_tready), .s_axis_tlast (s_axis_host_tlast), .s_axis_tuser (s_axis_host_tuser),
    .turn (!odd && phase == 2'd2), .mem_wr (hrx_wr), .mem_addr (hrx_addr), .mem_data (hrx_data), .full (hrx_full),
    .page (hrx_page), .give_valid (go[2]), .give_page (go_page)
);

ttp_lite_tx #(.START (21)) u_htx (
    .clk (clk), .rst (rst), .go_valid (go[3]), .go_page (go_page), .go_bytes (go_bytes), .idle (htx_idle),
    .turn (!odd && phase == 2'd3), .mem_rd (htx_rd), .mem_addr (htx_addr), .mem_data (mem_rd_data),
    .m_axis_tdata (m_axis_host_tdata), .m_axis_tvalid (m_axis_host_tvalid), .m_axis_tready (m_axis_host_tready),
    .m_axis_tlast (m_axis_host_tlast)
);

// ---------------------------------------------------------------- the pages

wire        host   = phase[1];
wire        mem_wr = odd ? seq_wr : !phase[0];
wire        mem_en = odd ? seq_en : host ? hrx_wr || htx_rd : wrx_wr || wtx_rd;
wire [15:0] mem_addr    = odd ? seq_addr : phase == 2'd0 ? wrx_addr : phase == 2'd1 ? wtx_addr : phase == 2'd2 ? hrx_addr : htx_addr;
wire [15:0] mem_wr_data = odd ? seq_data : host ? hrx_data : wrx_data;

ttp_ram_1rw #(.WIDTH (16), .DEPTH (65536), .HUGE (HUGE)) u_mem (
    .clk (clk), .en (mem_en), .wr (mem_wr), .addr (mem_addr), .wr_data (mem_wr_data), .rd_data (mem_rd_data)
);

endmodule

`resetall
