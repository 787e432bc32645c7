// SPDX-License-Identifier: Apache-2.0
//
// card_uart - the UART as a port of the host link: frames in words on one side, the line on the
// other
//
// Timing: docs/host-link.md; outputs are flops but where card_slip_tx says.
// Test: tb/block/card_uart.cpp

`resetall
`default_nettype none

module card_uart #(
    parameter CLK_HZ = 62500000,
    parameter BAUD   = 115200       // at most CLK_HZ / 16
) (
    input  wire        clk,
    input  wire        rst,

    input  wire        uart_rx,
    output wire        uart_tx,

    output wire [63:0] m_axis_uart_tdata,
    output wire [7:0]  m_axis_uart_tkeep,
    output wire        m_axis_uart_tvalid,
    input  wire        m_axis_uart_tready,
    output wire        m_axis_uart_tlast,

    input  wire [63:0] s_axis_uart_tdata,
    input  wire [7:0]  s_axis_uart_tkeep,
    input  wire        s_axis_uart_tvalid,
    output wire        s_axis_uart_tready,
    input  wire        s_axis_uart_tlast,
    output wire        room,
    output wire        empty,

    output wire        ev_valid,
    output wire [4:0]  ev_code
);

wire       rx_valid, rx_error, tx_valid, tx_ready;
wire [7:0] rx_data, tx_data;

card_uart_rx #(.CLK_HZ(CLK_HZ), .BAUD(BAUD)) u_rx (
    .clk(clk), .rst(rst), .uart_rx(uart_rx),
    .byte_valid(rx_valid), .byte_error(rx_error), .byte_data(rx_data)
);

card_slip_rx u_slip_rx (
    .clk(clk), .rst(rst), .byte_valid(rx_valid), .byte_error(rx_error), .byte_data(rx_data),
    .m_axis_uart_tdata(m_axis_uart_tdata), .m_axis_uart_tkeep(m_axis_uart_tkeep),
    .m_axis_uart_tvalid(m_axis_uart_tvalid), .m_axis_uart_tready(m_axis_uart_tready),
    .m_axis_uart_tlast(m_axis_uart_tlast), .ev_valid(ev_valid), .ev_code(ev_code)
);

card_slip_tx u_slip_tx (
    .clk(clk), .rst(rst),
    .s_axis_uart_tdata(s_axis_uart_tdata), .s_axis_uart_tkeep(s_axis_uart_tkeep),
    .s_axis_uart_tvalid(s_axis_uart_tvalid), .s_axis_uart_tready(s_axis_uart_tready),
    .s_axis_uart_tlast(s_axis_uart_tlast),
    .room(room), .empty(empty),
    .byte_valid(tx_valid), .byte_ready(tx_ready), .byte_data(tx_data)
);

card_uart_tx #(.CLK_HZ(CLK_HZ), .BAUD(BAUD)) u_tx (
    .clk(clk), .rst(rst), .byte_valid(tx_valid), .byte_ready(tx_ready), .byte_data(tx_data),
    .uart_tx(uart_tx)
);

endmodule

`resetall
