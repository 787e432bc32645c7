// SPDX-License-Identifier: Apache-2.0
//
// card_mdio - the PHYs of the card: one or two on one MDIO bus, or one on each of two
//
// PHY 0 is the one with the lower address, or that of bus 0. A raw command goes to a bus; one to a
// bus that is not there fails at once.
//
// Timing: eth_mdio; the answer of a bus that is not there stands, before a command too.
// Test: tb/block/card.cpp

`resetall
`default_nettype none

module card_mdio #(
    parameter BUSES      = 1,           // 1..2
    parameter PHYS       = 2,           // on the only bus, 1..2
    parameter POLL_GAP   = 625000,      // clk cycles between two polls of the PHYs
    parameter SCAN_FIRST = 0            // first address looked at
) (
    input  wire        clk,
    input  wire        rst,

    // Raw commands, a bit and a half of rsp_rdata for each bus
    input  wire [1:0]  req_valid,
    output wire [1:0]  req_ready,
    input  wire        req_write,
    input  wire [4:0]  req_phy,
    input  wire [4:0]  req_reg,
    input  wire [15:0] req_wdata,
    output wire [1:0]  rsp_valid,
    output wire [1:0]  rsp_error,
    output wire [31:0] rsp_rdata,

    // What was found
    output wire [1:0]  phy_found,
    output wire [9:0]  phy_addr,
    output wire [1:0]  phy_link,
    output wire [3:0]  phy_speed,
    output wire [1:0]  phy_duplex,

    output wire [1:0]  mdc,
    output wire [1:0]  mdio_o,
    output wire [1:0]  mdio_oe,
    input  wire [1:0]  mdio_i
);

wire [1:0] found, link, duplex;
wire [9:0] addr;
wire [3:0] speed;

eth_mdio #(
    .POLL_GAP(POLL_GAP), .PHYS(BUSES == 1 ? PHYS : 1), .SCAN_FIRST(SCAN_FIRST)
) u_bus0 (
    .clk(clk), .rst(rst),
    .req_valid(req_valid[0]), .req_ready(req_ready[0]), .req_write(req_write),
    .req_phy(req_phy), .req_reg(req_reg), .req_wdata(req_wdata),
    .rsp_valid(rsp_valid[0]), .rsp_error(rsp_error[0]), .rsp_rdata(rsp_rdata[15:0]),
    .stat_found(found), .stat_addr(addr), .stat_link(link), .stat_speed(speed),
    .stat_duplex(duplex),
    .mdc(mdc[0]), .mdio_o(mdio_o[0]), .mdio_oe(mdio_oe[0]), .mdio_i(mdio_i[0])
);

generate if (BUSES == 2) begin : g_bus1
    wire [1:0] found1, link1, duplex1;
    wire [9:0] addr1;
    wire [3:0] speed1;
    wire       unused = &{1'b0, found[1], link[1], duplex[1], addr[9:5], speed[3:2],
                          found1[1], link1[1], duplex1[1], addr1[9:5], speed1[3:2]};

    assign phy_found  = {found1[0], found[0]};
    assign phy_link   = {link1[0], link[0]};
    assign phy_duplex = {duplex1[0], duplex[0]};
    assign phy_addr   = {addr1[4:0], addr[4:0]};
    assign phy_speed  = {speed1[1:0], speed[1:0]};

    eth_mdio #(.POLL_GAP(POLL_GAP), .PHYS(1), .SCAN_FIRST(SCAN_FIRST)) u_bus1 (
        .clk(clk), .rst(rst),
        .req_valid(req_valid[1]), .req_ready(req_ready[1]), .req_write(req_write),
        .req_phy(req_phy), .req_reg(req_reg), .req_wdata(req_wdata),
        .rsp_valid(rsp_valid[1]), .rsp_error(rsp_error[1]), .rsp_rdata(rsp_rdata[31:16]),
        .stat_found(found1), .stat_addr(addr1), .stat_link(link1), .stat_speed(speed1),
        .stat_duplex(duplex1),
        .mdc(mdc[1]), .mdio_o(mdio_o[1]), .mdio_oe(mdio_oe[1]), .mdio_i(mdio_i[1])
    );
end else begin : g_no_bus1
    wire unused = &{1'b0, mdio_i[1], req_valid[1]};

    assign phy_found  = found;
    assign phy_link   = link;
    assign phy_duplex = duplex;
    assign phy_addr   = addr;
    assign phy_speed  = speed;

    assign {mdc[1], mdio_o[1], mdio_oe[1]} = 3'b010;
    assign req_ready[1]     = 1'b1;
    assign rsp_valid[1]     = 1'b1;
    assign rsp_error[1]     = 1'b1;
    assign rsp_rdata[31:16] = 16'hFFFF;
end endgenerate

endmodule

`resetall
