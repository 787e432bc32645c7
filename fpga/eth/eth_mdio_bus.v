// SPDX-License-Identifier: Apache-2.0
//
// eth_mdio_bus - one MDIO transaction, IEEE 802.3 clause 22
//
//     bit    0..31    32 33  34 35  36..40  41..45  46 47  48..63
//            1 ... 1  0  1   op     phy     reg     TA     data       op: 10 read, 01 write
//
// MDIO changes when MDC falls; a PHY drives after MDC rises, so its bit is taken at the rise that
// follows. On a read nobody but the PHY drives from bit 46 on; no PHY, no 0 in bit 47: error, and
// the pull-up makes the data FFFF. MDC rests low between transactions, and nobody drives for half a
// period: a PHY may hold its last bit for 300 ns after the last rise.
//
// Timing: outputs are flops. A transaction takes 64.5 MDC periods of 2 * HALF clocks; done comes
// with its end.
// Test: tb/block/eth_mdio.cpp

`resetall
`default_nettype none

module eth_mdio_bus #(
    parameter HALF = 13     // clocks of half an MDC period, 4..255; 13 at 62.5 MHz is 2.4 MHz
) (
    input  wire        clk,
    input  wire        rst,

    input  wire        go,              // pulse while not busy
    input  wire        op_write,
    input  wire [4:0]  op_phy,
    input  wire [4:0]  op_reg,
    input  wire [15:0] op_wdata,
    output wire        busy,
    output wire        done,            // pulse, with the two below
    output wire        error,           // read that no PHY answered
    output wire [15:0] rdata,

    // Pins; mdio_i has a pull-up
    output wire        mdc,
    output wire        mdio_o,
    output wire        mdio_oe,
    input  wire        mdio_i
);

generate if (HALF < 4 || HALF > 255) begin : g_bad
    ERROR_eth_mdio_bus_parameter_out_of_range u_bad ();
end endgenerate

localparam [31:0] HALF_LAST = HALF - 1;

wire in_here;
eth_sync #(.WIDTH(1)) u_in (.clk(clk), .in(mdio_i), .out(in_here));

reg        busy_q, busy_d, done_q, done_d, error_q, error_d;
reg        tail_q, tail_d;              // half a period without MDC at the end
reg        mdc_q, mdc_d, oe_q, oe_d, write_q, write_d;
reg [7:0]  div_q, div_d;
reg [5:0]  bit_q, bit_d;
reg [31:0] out_q, out_d;                // what follows the preamble; data comes in from below
reg        o_q, o_d;

wire tick = div_q == HALF_LAST[7:0];

assign busy    = busy_q;
assign done    = done_q;
assign error   = error_q;
assign rdata   = out_q[15:0];
assign mdc     = mdc_q;
assign mdio_o  = o_q;
assign mdio_oe = oe_q;

always @* begin
    busy_d  = busy_q;
    done_d  = 1'b0;
    error_d = error_q;
    tail_d  = tail_q;
    mdc_d   = mdc_q;
    oe_d    = oe_q;
    write_d = write_q;
    div_d   = tick ? 8'd0 : div_q + 8'd1;
    bit_d   = bit_q;
    out_d   = out_q;
    o_d     = o_q;
    if (!busy_q) begin
        div_d = 8'd0;
        if (go) begin
            busy_d  = 1'b1;
            oe_d    = 1'b1;
            o_d     = 1'b1;
            bit_d   = 6'd0;
            write_d = op_write;
            out_d   = {2'b01, !op_write, op_write, op_phy, op_reg, 2'b10, op_wdata};
        end
    end else if (tail_q) begin                      // the PHY lets go of MDIO
        if (tick) begin
            tail_d = 1'b0;
            busy_d = 1'b0;
            done_d = 1'b1;
        end
    end else if (tick && !mdc_q) begin              // MDC rises
        mdc_d = 1'b1;
        if (bit_q == 6'd47) error_d = in_here && !write_q;
        // The bit on the line goes, the one taken comes; in a write the bits go round in vain.
        if (bit_q[5]) out_d = {out_q[30:0], in_here};
    end else if (tick) begin                        // MDC falls
        mdc_d = 1'b0;
        bit_d = bit_q + 6'd1;
        if (bit_q >= 6'd31) o_d = out_q[31];
        if (bit_q == 6'd45 && !write_q) oe_d = 1'b0;
        if (bit_q == 6'd63) begin
            tail_d = 1'b1;
            oe_d   = 1'b0;
        end
    end
end

always @(posedge clk) begin
    busy_q  <= busy_d;
    done_q  <= done_d;
    error_q <= error_d;
    tail_q  <= tail_d;
    mdc_q   <= mdc_d;
    oe_q    <= oe_d;
    write_q <= write_d;
    div_q   <= div_d;
    bit_q   <= bit_d;
    out_q   <= out_d;
    o_q     <= o_d;
    if (rst) begin
        busy_q <= 1'b0;
        done_q <= 1'b0;
        tail_q <= 1'b0;
        mdc_q  <= 1'b0;
        oe_q   <= 1'b0;
    end
end

endmodule

`resetall
