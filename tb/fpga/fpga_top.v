// SPDX-License-Identifier: Apache-2.0
//
// The top of a board at its pins, run by tb/fpga/check.py top: BOARD_colorlight_i9, BOARD_colorlight_i5,
// BOARD_versa_ecp5 or BOARD_ecpix_5 is defined. One tick is 1 ps.
//
// PHYs that answer on MDIO, a UART that asks for registers, RGMII of the wire port looped back, a host frame into
// the host port's pins and its answer out of them. Checks what only the top can get wrong: clocks, resets, which pin is
// which, polarity, BOARD, NODE, sizes. Ends with a line that begins with PASS or FAIL.

`resetall
`default_nettype none

// A PHY behind MDIO: 1000 Mb/s full duplex, with link once `link` is high. Clause 22.
module mdio_phy #(parameter [4:0] ADDR = 5'd0) (input wire mdc, inout wire mdio, input wire rst_n, input wire link);
reg [31:0] shift = 32'd0;
reg [15:0] value = 16'd0;
integer    pos = -1, ones = 0, reads = 0;
reg        drive = 1'b0, bit_out = 1'b1;
assign mdio = drive ? bit_out : 1'bz;
always @(posedge mdc) begin
    shift <= {shift[30:0], mdio};
    if (pos < 0) begin
        ones = mdio === 1'b1 ? ones + 1 : 0;
        if (ones == 0 && shift[30:0] === 31'h7fffffff) pos = 1;     // first 0 after a preamble: bit 0 of the frame
    end else begin
        if (pos == 14 && {shift[11:10], shift[9:5]} === {2'b10, ADDR} && shift[12:10] === 3'b110 && rst_n) begin
            reads = reads + 1;
            case (shift[4:0])
            5'd0: value = 16'h1140;
            5'd1: value = link ? 16'h796d : 16'h7949;
            5'd2: value = 16'h0362;
            5'd3: value = 16'h5d10;
            5'd4: value = 16'h01e1;
            5'd5: value = 16'hc1e1;
            5'd9: value = 16'h0300;
            5'd10: value = 16'h0800;
            default: value = 16'h0000;
            endcase
            drive   <= 1'b1;
            bit_out <= 1'b0;
        end else if (drive && pos >= 15) begin
            bit_out <= value[15];
            value = {value[14:0], 1'b1};
        end
        pos = pos + 1;
        if (pos == 32) begin
            pos = -1;
            ones = 0;
            drive <= 1'b0;
        end
    end
end
endmodule

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
top #(.NODE (NODE), .PHY_HOLD (1000), .BAUD (BAUD)) u_top (
    .clk100 (refclk), .phy0_rst_n (rst_n[0]), .phy0_mdc (mdc[0]), .phy0_mdio (mdio0), .phy1_rst_n (rst_n[1]),
    .phy1_mdc (mdc[1]), .phy1_mdio (mdio1), .led_n (led_n),
    .phy1_rxc (rxc1), .phy1_rxd (host_d), .phy1_rx_ctl (host_ctl), .phy1_txc (txc[1]), .phy1_txd (txd1), .phy1_tx_ctl (tx_ctl[1]),
`elsif BOARD_ecpix_5
wire red_n, green_n, blue_n;
assign led_link = green_n === 1'b0;
assign led_act  = blue_n === 1'b0;
assign led_err  = red_n === 1'b0;
assign {txc[1], txd1, tx_ctl[1], mdc[1], rst_n[1]} = 8'd0;
top #(.NODE (NODE), .PHY_HOLD (1000), .BAUD (BAUD)) u_top (
    .clk100 (refclk), .phy_rst_n (rst_n[0]), .mdc (mdc[0]), .mdio (mdio0), .led_red_n (red_n), .led_green_n (green_n),
    .led_blue_n (blue_n),
`else
wire led_n;
assign led_link = led_n === 1'b0;
assign led_act  = 1'b0;
assign led_err  = 1'b0;
assign rst_n[1] = rst_n[0];
assign mdc[1]   = mdc[0];
top #(.NODE (NODE), .BAUD (BAUD)) u_top (
    .clk25 (refclk), .phy_rst_n (rst_n[0]), .mdc (mdc[0]), .mdio (mdio0), .led_n (led_n),
    .phy1_rxc (rxc1), .phy1_rxd (host_d), .phy1_rx_ctl (host_ctl), .phy1_txc (txc[1]), .phy1_txd (txd1), .phy1_tx_ctl (tx_ctl[1]),
`endif
    .button_n (button_n), .phy0_rxc (rxc0), .phy0_rxd (rxd0), .phy0_rx_ctl (rx_ctl0), .phy0_txc (txc[0]), .phy0_txd (txd0),
    .phy0_tx_ctl (tx_ctl[0]), .uart_rx (uart_rx), .uart_tx (uart_tx)
);

// One bus with two PHYs, or one PHY on each
mdio_phy #(.ADDR (5'd0)) u_phy0 (.mdc (mdc[0]), .mdio (mdio0), .rst_n (rst_n[0]), .link (1'b1));
`ifdef BOARD_versa_ecp5
mdio_phy #(.ADDR (5'd0)) u_phy1 (.mdc (mdc[1]), .mdio (mdio1), .rst_n (rst_n[1]), .link (1'b1));
`elsif BOARD_ecpix_5
mdio_phy #(.ADDR (5'd9)) u_phy1 (.mdc (1'b0), .mdio (mdio1), .rst_n (1'b0), .link (1'b0));
`else
mdio_phy #(.ADDR (5'd1)) u_phy1 (.mdc (mdc[0]), .mdio (mdio0), .rst_n (rst_n[0]), .link (1'b1));
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

function [31:0] crc(input [31:0] c, input [7:0] b);
    integer k;
    begin
        crc = c ^ {24'd0, b};
        for (k = 0; k < 8; k = k + 1) crc = crc[0] ? (crc >> 1) ^ 32'hedb88320 : crc >> 1;
    end
endfunction

// ---- what is asked: register operations, as docs/host-link.md has them
reg [7:0] ask [0:127];
integer   ask_n;
task begin_ask(input [31:0] tag);
    integer k;
    begin
        for (k = 0; k < 18; k = k + 1) ask[k] = 8'd0;
        ask[0] = 8'h13;                         // version 1, REQ
        {ask[14], ask[15], ask[16], ask[17]} = tag;
        ask_n = 18;
    end
endtask
task ask_op(input write, input [15:0] addr, input [31:0] value);
    begin
        {ask[ask_n], ask[ask_n+1]} = {7'd0, write, 8'h0f};
        {ask[ask_n+2], ask[ask_n+3]} = addr;
        {ask[ask_n+4], ask[ask_n+5], ask[ask_n+6], ask[ask_n+7]} = value;
        ask_n = ask_n + 8;
        {ask[6], ask[7]} = ask_n - 18;
    end
endtask

// ---- UART, SLIP
localparam BIT = 1000000000 / BAUD * 1000;
task uart_byte(input [7:0] b);
    integer k;
    begin
        uart_rx = 1'b0;
        #(BIT);
        for (k = 0; k < 8; k = k + 1) begin
            uart_rx = b[k];
            #(BIT);
        end
        uart_rx = 1'b1;
        #(BIT);
    end
endtask
task slip_byte(input [7:0] b);
    if (b == 8'hc0) begin uart_byte(8'hdb); uart_byte(8'hdc); end
    else if (b == 8'hdb) begin uart_byte(8'hdb); uart_byte(8'hdd); end
    else uart_byte(b);
endtask
reg [7:0] got [0:255];
integer   got_n = 0, frames = 0;
reg       esc = 1'b0;
reg [7:0] in_byte;
integer   ub;
initial forever begin
    @(negedge uart_tx);
    #(BIT / 2);
    if (uart_tx === 1'b0) begin
        for (ub = 0; ub < 8; ub = ub + 1) begin
            #(BIT);
            in_byte[ub] = uart_tx;
        end
        #(BIT);
        want("a stop bit", uart_tx === 1'b1);
        if (in_byte == 8'hc0) begin
            if (got_n > 0) frames = frames + 1;
        end else if (in_byte == 8'hdb) begin
            esc = 1'b1;
        end else begin
            got[got_n] = esc ? (in_byte == 8'hdc ? 8'hc0 : 8'hdb) : in_byte;
            got_n = got_n + 1;
            esc = 1'b0;
        end
    end
end
reg [31:0] c;
integer    i, waited;
task uart_ask;
    begin
        got_n = 0;
        frames = 0;
        c = 32'hffffffff;
        for (i = 0; i < ask_n; i = i + 1) begin
            slip_byte(ask[i]);
            c = crc(c, ask[i]);
        end
        c = ~c;
        for (i = 0; i < 4; i = i + 1) slip_byte(c[8*i +: 8]);
        uart_byte(8'hc0);
        waited = 0;
        while (frames == 0 && waited < 200) begin
            #(BIT * 5) waited = waited + 1;
        end
        want("an answer on the UART", frames == 1 && got_n == ask_n + 4);
        c = 32'hffffffff;
        for (i = 0; i < got_n; i = i + 1) c = crc(c, got[i]);
        want("its FCS", c == 32'hdebb20e3);
        want("its type and tag", got[0] === 8'h1b && {got[14], got[15], got[16], got[17]} === {ask[14], ask[15], ask[16], ask[17]});
    end
endtask
function [31:0] answer(input integer op);
    answer = {got[22 + 8*op], got[23 + 8*op], got[24 + 8*op], got[25 + 8*op]};
endfunction
function fine(input integer op);
    fine = got[18 + 8*op][7] === 1'b0;
endfunction

// ---- host port: bytes on RGMII at 1000 Mb/s, and what comes back
task line_byte(input [7:0] b);
    begin
        @(posedge hostc) host_ctl = 1'b1; host_d = b[3:0];
        @(negedge hostc) host_d = b[7:4];
    end
endtask
reg [7:0] eth [0:255];
integer   eth_n = 0, eth_frames = 0;
reg [3:0] low;
reg       was = 1'b0;
always @(posedge txc[1]) if (host_on) begin
    #1000 low = txd1;
    if (tx_ctl[1] === 1'b1 && !was) eth_n = 0;
    if (tx_ctl[1] !== 1'b1 && was) eth_frames = eth_frames + 1;
    was = tx_ctl[1] === 1'b1;
end
always @(negedge txc[1]) if (host_on) begin
    #1000 if (was && eth_n < 256) begin
        eth[eth_n] = {txd1, low};
        eth_n = eth_n + 1;
    end
end
reg [7:0] head [0:13];
task eth_ask;
    integer n;
    begin
        {head[0], head[1], head[2]} = 24'h025454;
        {head[3], head[4], head[5]} = NODE;
        {head[6], head[7], head[8], head[9], head[10], head[11], head[12], head[13]} = 64'h02aabbccddee88b5;
        eth_frames = 0;
        host_on = 1'b1;
        repeat (20) @(posedge hostc);
        for (i = 0; i < 7; i = i + 1) line_byte(8'h55);
        line_byte(8'hd5);
        c = 32'hffffffff;
        n = ask_n + 14 > 60 ? ask_n + 14 : 60;
        for (i = 0; i < n; i = i + 1) begin
            line_byte(i < 14 ? head[i] : i < 14 + ask_n ? ask[i-14] : 8'd0);
            c = crc(c, i < 14 ? head[i] : i < 14 + ask_n ? ask[i-14] : 8'd0);
        end
        c = ~c;
        for (i = 0; i < 4; i = i + 1) line_byte(c[8*i +: 8]);
        @(posedge hostc) host_ctl = 1'b0; host_d = 4'd0;
        waited = 0;
        while (eth_frames == 0 && waited < 100) #1000000 waited = waited + 1;
        host_on = 1'b0;
        want("an answer from the host port", eth_frames == 1 && eth_n >= 72);
        want("its preamble", eth[6] === 8'h55 && eth[7] === 8'hd5);
        c = 32'hffffffff;
        for (i = 8; i < eth_n; i = i + 1) c = crc(c, eth[i]);
        want("its FCS", c == 32'hdebb20e3);
        want("who it is for", {eth[8], eth[9], eth[10], eth[11], eth[12], eth[13]} === 48'h02aabbccddee
             && {eth[20], eth[21], eth[22]} === 24'h88b51b);
        for (i = 0; i < 128; i = i + 1) got[i] = eth[i + 22];
    end
endtask

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
    ask_op(1'b1, 16'h1020, 32'h00000c0c);       // generator: one payload to a node that is not there
    ask_op(1'b1, 16'h1028, 32'd1);
    ask_op(1'b1, 16'h1030, 32'd1);
    loop_on = 1'b1;
    exchange;
    want("NODE", fine(0) && answer(0) === {8'd0, NODE});
    want("TX_CELLS", fine(1) && answer(1) === CELLS);
    want("wire port: duplex, 1000, link, found", fine(2) && (answer(2) >> 5 & 32'h1f) === 32'h1b);
    want("wire port: PHY 0", (answer(2) & 32'h1f) === 32'd0);
    want("host port: the same, its PHY", PORTS == 1 ? answer(2) >> 16 === 0
         : (answer(2) >> 21 & 32'h1f) === 32'h1b && (answer(2) >> 16 & 32'h1f) === (BOARD == 3 ? 0 : 1));
    want("writes", fine(3) && fine(4) && fine(5) && fine(6));

    // The OPEN of the generator's payload goes out of the wire port's pins and comes back into them.
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
