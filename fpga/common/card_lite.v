// SPDX-License-Identifier: Apache-2.0
//
// card_lite - the small MAC with two serial lines: one is the wire, the other one goes to the host
//
//     wire_rx -> uart_rx -> lite_rx -> +----------+ -> lite_tx -> uart_tx -> wire_tx     Ethernet frames and FCS, SLIP
//                                      | ttp_lite |
//     host_rx -> uart_rx -> lite_rx -> +----------+ -> lite_tx -> uart_tx -> host_tx     host link over UART
//
// Timing: outputs are flops; docs/lite.md.
// Test: tb/test_card_lite.cpp

`resetall
`default_nettype none

module card_lite #(
    parameter CLK_HZ    = 12000000,
    parameter HOST_BAUD = 115200,       // at most CLK_HZ / 16
    parameter WIRE_BAUD = 750000,       // at most CLK_HZ / 16
    parameter BOARD     = 0,            // register BOARD, 0..255
    parameter HUGE      = 0             // 1: payloads in iCE40 SPRAM
) (
    input  wire        clk,
    input  wire        rst,

    input  wire [23:0] cfg_node,

    input  wire        wire_rx,         // asynchronous
    output wire        wire_tx,
    input  wire        host_rx,         // asynchronous
    output wire        host_tx,

    output wire [3:0]  stat             // of ttp_lite
);

wire       wb_valid, wb_error, hb_valid, hb_error, wo_valid, wo_ready, ho_valid, ho_ready;
wire [7:0] wb_data, hb_data, wo_data, ho_data;
wire       wi_valid, wi_ready, wi_last, wi_user, hi_valid, hi_ready, hi_last, hi_user;
wire       wt_valid, wt_ready, wt_last, ht_valid, ht_ready, ht_last;
wire [7:0] wi_data, hi_data, wt_data, ht_data;

card_uart_rx #(.CLK_HZ (CLK_HZ), .BAUD (WIRE_BAUD)) u_wire_line_rx (
    .clk (clk), .rst (rst), .uart_rx (wire_rx), .byte_valid (wb_valid), .byte_error (wb_error), .byte_data (wb_data)
);
card_lite_rx u_wire_rx (
    .clk (clk), .rst (rst), .byte_valid (wb_valid), .byte_error (wb_error), .byte_data (wb_data), .m_axis_tdata (wi_data),
    .m_axis_tvalid (wi_valid), .m_axis_tready (wi_ready), .m_axis_tlast (wi_last), .m_axis_tuser (wi_user)
);
card_lite_tx u_wire_tx (
    .clk (clk), .rst (rst), .s_axis_tdata (wt_data), .s_axis_tvalid (wt_valid), .s_axis_tready (wt_ready),
    .s_axis_tlast (wt_last), .byte_valid (wo_valid), .byte_ready (wo_ready), .byte_data (wo_data)
);
card_uart_tx #(.CLK_HZ (CLK_HZ), .BAUD (WIRE_BAUD)) u_wire_line_tx (
    .clk (clk), .rst (rst), .byte_valid (wo_valid), .byte_ready (wo_ready), .byte_data (wo_data), .uart_tx (wire_tx)
);

card_uart_rx #(.CLK_HZ (CLK_HZ), .BAUD (HOST_BAUD)) u_host_line_rx (
    .clk (clk), .rst (rst), .uart_rx (host_rx), .byte_valid (hb_valid), .byte_error (hb_error), .byte_data (hb_data)
);
card_lite_rx u_host_rx (
    .clk (clk), .rst (rst), .byte_valid (hb_valid), .byte_error (hb_error), .byte_data (hb_data), .m_axis_tdata (hi_data),
    .m_axis_tvalid (hi_valid), .m_axis_tready (hi_ready), .m_axis_tlast (hi_last), .m_axis_tuser (hi_user)
);
card_lite_tx u_host_tx (
    .clk (clk), .rst (rst), .s_axis_tdata (ht_data), .s_axis_tvalid (ht_valid), .s_axis_tready (ht_ready),
    .s_axis_tlast (ht_last), .byte_valid (ho_valid), .byte_ready (ho_ready), .byte_data (ho_data)
);
card_uart_tx #(.CLK_HZ (CLK_HZ), .BAUD (HOST_BAUD)) u_host_line_tx (
    .clk (clk), .rst (rst), .byte_valid (ho_valid), .byte_ready (ho_ready), .byte_data (ho_data), .uart_tx (host_tx)
);

ttp_lite #(.BOARD (BOARD), .HUGE (HUGE)) u_lite (
    .clk (clk), .rst (rst), .cfg_node (cfg_node), .s_axis_wire_tdata (wi_data), .s_axis_wire_tvalid (wi_valid),
    .s_axis_wire_tready (wi_ready), .s_axis_wire_tlast (wi_last), .s_axis_wire_tuser (wi_user), .m_axis_wire_tdata (wt_data),
    .m_axis_wire_tvalid (wt_valid), .m_axis_wire_tready (wt_ready), .m_axis_wire_tlast (wt_last),
    .s_axis_host_tdata (hi_data), .s_axis_host_tvalid (hi_valid), .s_axis_host_tready (hi_ready), .s_axis_host_tlast (hi_last),
    .s_axis_host_tuser (hi_user), .m_axis_host_tdata (ht_data), .m_axis_host_tvalid (ht_valid), .m_axis_host_tready (ht_ready),
    .m_axis_host_tlast (ht_last), .stat (stat)
);

endmodule

`resetall
