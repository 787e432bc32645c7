// SPDX-License-Identifier: Apache-2.0
//
// card_merge - frames of the Ethernet host port and of the UART, one after the other
//
// Ethernet goes first: what comes from the UART is stored whole and can wait. uart_ok = 0 keeps the
// UART's next frame back until its answer has somewhere to go.
//
// Timing: m_axis_in_* and the two tready are combinational from the streams' flops and one flop
// that says which one is open; choosing takes a cycle a frame.
// Test: tb/block/card_host.cpp

`resetall
`default_nettype none

module card_merge (
    input  wire        clk,
    input  wire        rst,

    input  wire [63:0] s_axis_eth_tdata,    // whole frames, byte 0 in [7:0]
    input  wire [7:0]  s_axis_eth_tkeep,
    input  wire        s_axis_eth_tvalid,
    output wire        s_axis_eth_tready,
    input  wire        s_axis_eth_tlast,

    // Whole frames, the first beat is bytes 8..15 of a frame
    input  wire [63:0] s_axis_uart_tdata,
    input  wire [7:0]  s_axis_uart_tkeep,
    input  wire        s_axis_uart_tvalid,
    output wire        s_axis_uart_tready,
    input  wire        s_axis_uart_tlast,
    input  wire        uart_ok,

    output wire [63:0] m_axis_in_tdata,
    output wire [7:0]  m_axis_in_tkeep,
    output wire        m_axis_in_tvalid,
    input  wire        m_axis_in_tready,
    output wire        m_axis_in_tlast,
    output wire        in_uart              // the frame comes from the UART
);

reg open_q, open_d, uart_q, uart_d;

assign m_axis_in_tdata    = uart_q ? s_axis_uart_tdata : s_axis_eth_tdata;
assign m_axis_in_tkeep    = uart_q ? s_axis_uart_tkeep : s_axis_eth_tkeep;
assign m_axis_in_tlast    = uart_q ? s_axis_uart_tlast : s_axis_eth_tlast;
assign m_axis_in_tvalid   = open_q && (uart_q ? s_axis_uart_tvalid : s_axis_eth_tvalid);
assign s_axis_eth_tready  = open_q && !uart_q && m_axis_in_tready;
assign s_axis_uart_tready = open_q && uart_q && m_axis_in_tready;
assign in_uart            = uart_q;

always @* begin
    open_d = open_q;
    uart_d = uart_q;
    if (!open_q) begin
        open_d = s_axis_eth_tvalid || (s_axis_uart_tvalid && uart_ok);
        uart_d = !s_axis_eth_tvalid;
    end else if (m_axis_in_tvalid && m_axis_in_tready && m_axis_in_tlast) begin
        open_d = 1'b0;
    end
end

always @(posedge clk) begin
    open_q <= open_d;
    uart_q <= uart_d;
    if (rst) open_q <= 1'b0;
end

endmodule

`resetall
