// SPDX-License-Identifier: Apache-2.0
//
// eth_stats - counters of the Ethernet MAC, in the clock of the core
//
// An event crosses as a word of four bits through a small FIFO, so that none is lost or counted
// twice; the counters are a memory of 16 x 32 bits, of which one is incremented a cycle. They
// wrap; a reader takes differences. Reset clears them, from 0 up, which takes 16 cycles.
//
// Two carriers end at least two cycles of rx_clk apart, so at 125 MHz receive events come at most
// as fast as they are counted; a transmit event, at most one in 84 byte times, waits for a cycle
// without one.
// A FIFO full of noise (carriers of one clock, for milliseconds) would lose an event, nothing else.
//
// Timing: stat_data follows stat_addr two cycles later. An event is counted within about 6 cycles.
// Test: tb/block/eth_mac.cpp

`resetall
`default_nettype none

module eth_stats (
    // Events of the line
    input  wire        rx_clk,
    input  wire        rx_rst,
    input  wire        rx_ev_valid,
    input  wire [2:0]  rx_ev_code,      // ETH_EV_RX_*
    input  wire        tx_clk,
    input  wire        tx_rst,
    input  wire        tx_ev_valid,
    input  wire [3:0]  tx_ev_code,      // ETH_EV_TX_*

    // Core side
    input  wire        clk,
    input  wire        rx_side_rst,     // resets of the read sides, see eth_mac
    input  wire        tx_side_rst,     // also clears the counters: tx_clk always runs
    input  wire [3:0]  stat_addr,       // ETH_EV_*
    output wire [31:0] stat_data
);

wire       rx_valid, tx_valid, rx_ready, tx_ready, rx_ready_unused, tx_ready_unused,
           rx_stuck_unused, tx_stuck_unused;
wire [2:0] rx_code;
wire [3:0] tx_code;
reg        clear_q;
reg  [3:0] idx_q;                       // clearing
reg  [3:0] addr_q;
reg [31:0] data_q;

eth_async_fifo #(.WIDTH(3), .DEPTH(16)) u_rx (
    .wr_clk(rx_clk), .wr_rst(rx_rst), .wr_valid(rx_ev_valid), .wr_ready(rx_ready_unused),
    .wr_data(rx_ev_code), .wr_commit(1'b1), .wr_drop(1'b0), .wr_stuck(rx_stuck_unused),
    .rd_clk(clk), .rd_rst(rx_side_rst), .rd_valid(rx_valid), .rd_ready(rx_ready),
    .rd_data(rx_code)
);
eth_async_fifo #(.WIDTH(4), .DEPTH(16)) u_tx (
    .wr_clk(tx_clk), .wr_rst(tx_rst), .wr_valid(tx_ev_valid), .wr_ready(tx_ready_unused),
    .wr_data(tx_ev_code), .wr_commit(1'b1), .wr_drop(1'b0), .wr_stuck(tx_stuck_unused),
    .rd_clk(clk), .rd_rst(tx_side_rst), .rd_valid(tx_valid), .rd_ready(tx_ready),
    .rd_data(tx_code)
);

assign rx_ready = !clear_q;
assign tx_ready = !clear_q && !rx_valid;

wire [3:0]  addr = clear_q ? idx_q : rx_valid ? {1'b0, rx_code} : tx_code;
wire        wr   = clear_q || rx_valid || tx_valid;
wire [31:0] old, seen;
wire [31:0] now  = clear_q ? 32'd0 : old + 32'd1;

// Two copies, one to count and one to read.
ttp_ram_async #(.WIDTH(32), .DEPTH(16)) u_count (
    .clk(clk), .wr_en(wr), .wr_addr(addr), .wr_data(now), .rd_addr(addr), .rd_data(old)
);
ttp_ram_async #(.WIDTH(32), .DEPTH(16)) u_seen (
    .clk(clk), .wr_en(wr), .wr_addr(addr), .wr_data(now), .rd_addr(addr_q), .rd_data(seen)
);

assign stat_data = data_q;

always @(posedge clk) begin
    addr_q <= stat_addr;
    data_q <= seen;
    idx_q  <= idx_q + 4'd1;
    if (idx_q == 4'd15) clear_q <= 1'b0;
    if (tx_side_rst) begin
        clear_q <= 1'b1;
        idx_q   <= 4'd0;
    end
end

endmodule

`resetall
