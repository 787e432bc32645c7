// SPDX-License-Identifier: Apache-2.0
//
// The top of a board at its pins, run by tb/fpga/check.py top: BOARD_colorlight_i9,
// BOARD_colorlight_i5, BOARD_versa_ecp5 or BOARD_ecpix_5 is defined. One tick is 1 ps.
//
// PHYs that answer on MDIO, a UART that asks for registers, RGMII of the wire port looped back, a
// host frame into the host port's pins and its answer out of them. Checks what only the top can get
// wrong: clocks, resets, which pin is which, polarity, BOARD, NODE, sizes. Ends with a line that
// begins with PASS or FAIL.

`resetall
`default_nettype none

`include "mdio_phy.vh"

module fpga_top;

parameter PERIOD = 40000;       // reference clock, ps
parameter BOARD  = 1;
parameter CELLS  = 1536;
parameter PORTS  = 2;
localparam NODE  = 24'h00a1b2;
localparam BAUD  = 2000000;     // instead of 115200, to be done sooner

reg  refclk = 1'b0, button_n = 1'b1, uart_rx = 1'b1;
wire uart_tx;
always #(PERIOD / 2) refclk = !refclk;

// Line of a port: RXC has its edges where the middle of the data is.
wire [1:0] txc, tx_ctl;
wire [3:0] txd0, txd1;
wire [1:0] mdc, rst_n;
tri1       mdio0, mdio1;
wire       rxc0, rxc1, loop_c;
wire [3:0] rxd0;
wire       rx_ctl0;
reg        hostc = 1'b0, host_ctl = 1'b0;
reg  [3:0] host_d = 4'd0;
// Lines stand still while nobody needs them: an edge costs time, in the simulation.
reg  loop_on = 1'b0, host_on = 1'b0;
assign #2000 loop_c = txc[0] && loop_on;
assign rxc0 = loop_c;
assign rxd0 = txd0;
assign rx_ctl0 = tx_ctl[0];
initial forever begin
    wait (host_on);
    #4000 hostc = !hostc;
end
assign #2000 rxc1 = hostc;

wire led_link, led_act, led_err, phy_rst_any;

`ifdef BOARD_versa_ecp5
wire [7:0] led_n;
assign led_link = led_n[0] === 1'b0;
assign led_act  = led_n[1] === 1'b0;
assign led_err  = led_n[3] === 1'b0;
top #(.NODE(NODE), .PHY_HOLD(1000), .BAUD(BAUD)) u_top (
    .clk100(refclk), .led_n(led_n),
    .phy0_rst_n(rst_n[0]), .phy0_mdc(mdc[0]), .phy0_mdio(mdio0),
    .phy1_rst_n(rst_n[1]), .phy1_mdc(mdc[1]), .phy1_mdio(mdio1),
    .phy1_rxc(rxc1), .phy1_rxd(host_d), .phy1_rx_ctl(host_ctl),
    .phy1_txc(txc[1]), .phy1_txd(txd1), .phy1_tx_ctl(tx_ctl[1]),
`elsif BOARD_ecpix_5
wire red_n, green_n, blue_n;
assign led_link = green_n === 1'b0;
assign led_act  = blue_n === 1'b0;
assign led_err  = red_n === 1'b0;
assign {txc[1], txd1, tx_ctl[1], mdc[1], rst_n[1]} = 8'd0;
top #(.NODE(NODE), .PHY_HOLD(1000), .BAUD(BAUD)) u_top (
    .clk100(refclk), .phy_rst_n(rst_n[0]), .mdc(mdc[0]), .mdio(mdio0),
    .led_red_n(red_n), .led_green_n(green_n), .led_blue_n(blue_n),
`else
wire led_n;
assign led_link = led_n === 1'b0;
assign led_act  = 1'b0;
assign led_err  = 1'b0;
assign rst_n[1] = rst_n[0];
assign mdc[1]   = mdc[0];
top #(.NODE(NODE), .BAUD(BAUD)) u_top (
    .clk25(refclk), .phy_rst_n(rst_n[0]), .mdc(mdc[0]), .mdio(mdio0), .led_n(led_n),
    .phy1_rxc(rxc1), .phy1_rxd(host_d), .phy1_rx_ctl(host_ctl),
    .phy1_txc(txc[1]), .phy1_txd(txd1), .phy1_tx_ctl(tx_ctl[1]),
`endif
    .button_n(button_n), .uart_rx(uart_rx), .uart_tx(uart_tx),
    .phy0_rxc(rxc0), .phy0_rxd(rxd0), .phy0_rx_ctl(rx_ctl0),
    .phy0_txc(txc[0]), .phy0_txd(txd0), .phy0_tx_ctl(tx_ctl[0])
);

// One bus with two PHYs, or one PHY on each
mdio_phy #(.ADDR(5'd0)) u_phy0 (.mdc(mdc[0]), .mdio(mdio0), .rst_n(rst_n[0]), .link(1'b1));
`ifdef BOARD_versa_ecp5
mdio_phy #(.ADDR(5'd0)) u_phy1 (.mdc(mdc[1]), .mdio(mdio1), .rst_n(rst_n[1]), .link(1'b1));
`elsif BOARD_ecpix_5
mdio_phy #(.ADDR(5'd9)) u_phy1 (.mdc(1'b0), .mdio(mdio1), .rst_n(1'b0), .link(1'b0));
`else
mdio_phy #(.ADDR(5'd1)) u_phy1 (.mdc(mdc[0]), .mdio(mdio0), .rst_n(rst_n[0]), .link(1'b1));
`endif

integer faults = 0, checks = 0;
task want(input [8*40-1:0] what, input ok);
    begin
        checks = checks + 1;
        if (!ok) begin
            faults = faults + 1;
            $display("  wrong: %0s (%0d us)", what, $time / 1000000);
        end
    end
endtask

`include "fpga_hosts.vh"

// ---- counters of edges
integer n_txc0 = 0, n_txc1 = 0, n_mdc0 = 0, n_mdc1 = 0, n_act = 0, a0, a1;
always @(posedge txc[0]) n_txc0 = n_txc0 + 1;
always @(posedge txc[1]) n_txc1 = n_txc1 + 1;
always @(posedge mdc[0]) n_mdc0 = n_mdc0 + 1;
always @(posedge mdc[1]) n_mdc1 = n_mdc1 + 1;
always @(posedge led_act) n_act = n_act + 1;

wire resets_phy = BOARD >= 3;

// Over Ethernet where there is a host port.
task exchange;
    if (PORTS == 2) eth_ask; else uart_ask;
endtask

initial begin
    // Power on: PHYs in reset while the PLL is not locked, where they have one.
    #500000 want("PHY reset at power on", rst_n[0] === !resets_phy);
    want("LED before the card runs", !led_link);
    #2000000000;                                // 2 ms: reset over, scanned, polled
    want("PHY reset ends", rst_n[0] === 1'b1 && (PORTS == 1 || rst_n[1] === 1'b1));
    want("PHY 0 was read", u_phy0.reads > 3);
    want("PHY 1 was read", PORTS == 1 || u_phy1.reads > 3);
    want("LED with a link", led_link);
    a0 = n_txc0; a1 = n_txc1;
    #100000000;
    want("TXC at 125 MHz", n_txc0 - a0 >= 12499 && n_txc0 - a0 <= 12501);
    want("TXC of the host port", PORTS == 1 || (n_txc1 - a1 >= 12499 && n_txc1 - a1 <= 12501));

    // The UART: who are you?
    begin_ask(32'h11dbc044);
    ask_op(1'b0, 16'h1000, 0);
    ask_op(1'b0, 16'h1008, 0);
    uart_ask;
    want("CARD_ID", fine(0) && answer(0) === 32'h5454504e);
    want("BOARD", fine(1) && answer(1) === BOARD);

    begin_ask(32'h55667788);
    ask_op(1'b0, 16'h0020, 0);
    ask_op(1'b0, 16'h000c, 0);
    ask_op(1'b0, 16'h1010, 0);
    ask_op(1'b1, 16'h100c, 32'h71);
    // Generator: one payload to a node that is not there
    ask_op(1'b1, 16'h1020, 32'h00000c0c);
    ask_op(1'b1, 16'h1028, 32'd1);
    ask_op(1'b1, 16'h1030, 32'd1);
    loop_on = 1'b1;
    exchange;
    want("NODE", fine(0) && answer(0) === {8'd0, NODE});
    want("TX_CELLS", fine(1) && answer(1) === CELLS);
    want("wire port: duplex, 1000, link, found", fine(2) && (answer(2) >> 5 & 32'h1f) === 32'h1b);
    want("wire port: PHY 0", (answer(2) & 32'h1f) === 32'd0);
    want("host port: the same", PORTS == 1 || (answer(2) >> 21 & 32'h1f) === 32'h1b);
    want("host port: its PHY", (answer(2) >> 16 & 32'h1f) === (PORTS == 1 || BOARD == 3 ? 0 : 1));
    want("no host port", PORTS == 2 || answer(2) >> 16 === 0);
    want("writes", fine(3) && fine(4) && fine(5) && fine(6));

    // The OPEN of the generator's payload goes out of the wire port's pins and comes back into
    // them.
    #200000000;
    loop_on = 1'b0;
    begin_ask(32'h99aabbcc);
    ask_op(1'b0, 16'h100c, 0);
    ask_op(1'b0, 16'h1100 + 16'd32, 0);         // sent
    ask_op(1'b0, 16'h1100, 0);                  // good
    ask_op(1'b0, 16'h1104, 0);                  // FCS
    ask_op(1'b0, 16'h1140, 0);                  // good, host port
    exchange;
    want("CARD_CTRL was written", fine(0) && answer(0) === 32'h71);
    want("wire port: sent", fine(1) && answer(1) >= 1 && answer(1) < 1000);
    want("wire port: looped back", fine(2) && answer(2) >= 1 && fine(3) && answer(3) === 32'd0);
    want("host port: received", PORTS == 1 || (fine(4) && answer(4) === 32'd2));
    want("activity was shown", BOARD < 3 || n_act > 0);
    want("no error is shown", !led_err);
    want("MDC runs", n_mdc0 > 400 && (PORTS == 1 || n_mdc1 > 400));

    // The button resets the card, and the PHYs where it may.
    button_n = 1'b0;
    #1000000 want("button: PHY reset", rst_n[0] === !resets_phy);
    want("button: LED", !led_link);
    button_n = 1'b1;
    #1500000000;
    begin_ask(32'h01020304);
    ask_op(1'b0, 16'h100c, 0);
    exchange;
    want("the button has reset the card", fine(0) && answer(0) === 32'h4);
    if (faults == 0) $display("PASS %0d checks", checks);
    else $display("FAIL %0d faults", faults);
    $finish;
end

endmodule

`resetall
