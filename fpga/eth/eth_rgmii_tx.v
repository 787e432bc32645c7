// SPDX-License-Identifier: Apache-2.0
//
// eth_rgmii_tx - bytes to RGMII pins at 1000, 100 and 10 Mb/s, for ECP5
//
//     tx_* -> flop -> ODDRX1F at tx_clk -> DELAYG 0 -> TXD, TXCTL
//     divider -----> ODDRX1F at tx_clk -> DELAYG (TX_DELAY) -> TXC
//
// tx_clk is always 125 MHz; TXC is made from it by what its ODDR is fed with:
//
//     1000    10                      one byte a clock: low nibble high, high nibble low
//     100     11 11 10 00 00          a nibble each five clocks
//     10      11 x 25, 00 x 25        a nibble each 50 clocks
//
// TXCTL is tx_en while TXC is high and tx_en XOR tx_er while it is low, at all speeds. A new speed
// is taken between two bytes without tx_en, never inside a frame.
//
// Timing: tx_ce and all that goes to the pins are flops. tx_ce: tx_* of this cycle is sent, the
// next cycle shows the byte after it.
// Test: tb/block/eth_rgmii_tx.cpp

`resetall
`default_nettype none

module eth_rgmii_tx #(
    parameter TX_DELAY = 0  // of TXC, taps of about 25 ps, 0..127
) (
    input  wire       tx_clk,           // 125 MHz
    input  wire       tx_rst,

    input  wire [1:0] cfg_speed,        // 0: 10, 1: 100, 2 and 3: 1000 Mb/s

    input  wire [7:0] tx_data,
    input  wire       tx_en,
    input  wire       tx_er,
    output wire       tx_ce,

    // Pins
    output wire       rgmii_txc,
    output wire [3:0] rgmii_txd,
    output wire       rgmii_tx_ctl
);

generate if (TX_DELAY < 0 || TX_DELAY > 127) begin : g_bad
    ERROR_eth_rgmii_tx_parameter_out_of_range u_bad ();
end endgenerate

reg [1:0] speed_q, speed_d;
reg [5:0] pos_q, pos_d;                 // clock of the nibble, 0..4 or 0..49
reg       tick_q, tick_d;               // this is the nibble's last clock (10 and 100)
reg       half_q, half_d;               // second nibble
reg       ce_q, ce_d;                   // this is the byte's last clock

wire fast = speed_q[1];

always @* begin
    speed_d = ce_q && !tx_en ? cfg_speed : speed_q;
    tick_d  = !ce_q && pos_q == (speed_q[0] ? 6'd3 : 6'd48);
    pos_d   = tick_q || ce_q ? 6'd0 : pos_q + 6'd1;
    half_d  = (tick_q ? !half_q : half_q) && !ce_q;
    // A new speed begins with a byte, whose first clock is its last one only at 1000.
    ce_d    = speed_d[1] || (tick_d && half_q && !fast);
end

always @(posedge tx_clk) begin
    speed_q <= speed_d;
    pos_q   <= pos_d;
    half_q  <= half_d;
    tick_q  <= tick_d;
    ce_q    <= ce_d;
    if (tx_rst) begin
        speed_q <= 2'd2;
        ce_q    <= 1'b1;
    end
end

assign tx_ce = ce_q;

// ---- what the ODDRs are fed with: {high half of tx_clk, low half}
reg [3:0] d0_q, d1_q;
reg       ctl0_q, ctl1_q, clk0_q, clk1_q;
reg       clk0_d, clk1_d;

always @* begin
    clk0_d = fast || pos_q < (speed_q[0] ? 6'd3 : 6'd25);
    clk1_d = !fast && pos_q < (speed_q[0] ? 6'd2 : 6'd25);
end

wire [3:0] nib = half_q ? tx_data[7:4] : tx_data[3:0];

always @(posedge tx_clk) begin
    d0_q   <= fast ? tx_data[3:0] : nib;
    d1_q   <= fast ? tx_data[7:4] : nib;
    ctl0_q <= tx_en ^ (tx_er && !clk0_d);
    ctl1_q <= tx_en ^ (tx_er && !clk1_d);
    clk0_q <= clk0_d;
    clk1_q <= clk1_d;
end

wire [4:0] high = {ctl0_q, d0_q};
wire [4:0] low  = {ctl1_q, d1_q};
wire [4:0] pin, late;
wire       clk_pin;

genvar g;
generate for (g = 0; g < 5; g = g + 1) begin : g_pin
    ODDRX1F u_oddr (.SCLK(tx_clk), .RST(1'b0), .D0(high[g]), .D1(low[g]), .Q(pin[g]));
    DELAYG #(.DEL_MODE("USER_DEFINED"), .DEL_VALUE(0)) u_delay (.A(pin[g]), .Z(late[g]));
end endgenerate

ODDRX1F u_txc (.SCLK(tx_clk), .RST(1'b0), .D0(clk0_q), .D1(clk1_q), .Q(clk_pin));
DELAYG #(.DEL_MODE("USER_DEFINED"), .DEL_VALUE(TX_DELAY)) u_txc_delay (
    .A(clk_pin), .Z(rgmii_txc)
);

assign rgmii_txd    = late[3:0];
assign rgmii_tx_ctl = late[4];

endmodule

`resetall
