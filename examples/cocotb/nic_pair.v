// SPDX-License-Identifier: Apache-2.0
//
// nic_pair - two ttp_nic for cocotb, a and b, wire to wire with a register in each direction
//
// Memory and registers of both are ports; cocotb drives their inputs. What AXI4 has and ttp_nic
// has not is constant here: size of a word, INCR, ID 0 of writes. A slave's BID is not looked at.
// So AxiBus.from_prefix(dut, "a_m_axi") finds every signal by its name.
//
// Test: examples/cocotb/test_nic.py

`resetall
`timescale 1ns / 1ps
`default_nettype none

module nic_pair #(
    parameter DATA_W    = 64,       // those of ttp_mac; the preset `tiny`
    parameter TX_CELLS  = 256,
    parameter TX_PKTS   = 32,
    parameter RX_CELLS  = 64,
    parameter LINK_SETS = 4,
    parameter LINK_WAYS = 2,
    parameter MESSAGES  = 8,        // those of ttp_nic_core
    parameter REGIONS   = 8,
    parameter READS     = 4,
    parameter FOLLOW    = 8,
    parameter RINGS     = 2
) (
    input  wire                      clk,
    input  wire                      rst,

    output wire                      a_m_axi_arvalid,
    input  wire                      a_m_axi_arready,
    output wire [1:0]                a_m_axi_arid,
    output wire [63:0]               a_m_axi_araddr,
    output wire [7:0]                a_m_axi_arlen,
    output wire [2:0]                a_m_axi_arsize,
    output wire [1:0]                a_m_axi_arburst,
    input  wire                      a_m_axi_rvalid,
    output wire                      a_m_axi_rready,
    input  wire [1:0]                a_m_axi_rid,
    input  wire [DATA_W-1:0]         a_m_axi_rdata,
    input  wire [1:0]                a_m_axi_rresp,
    input  wire                      a_m_axi_rlast,
    output wire                      a_m_axi_awvalid,
    input  wire                      a_m_axi_awready,
    output wire [1:0]                a_m_axi_awid,
    output wire [63:0]               a_m_axi_awaddr,
    output wire [7:0]                a_m_axi_awlen,
    output wire [2:0]                a_m_axi_awsize,
    output wire [1:0]                a_m_axi_awburst,
    output wire                      a_m_axi_wvalid,
    input  wire                      a_m_axi_wready,
    output wire [DATA_W-1:0]         a_m_axi_wdata,
    output wire [DATA_W/8-1:0]       a_m_axi_wstrb,
    output wire                      a_m_axi_wlast,
    input  wire                      a_m_axi_bvalid,
    output wire                      a_m_axi_bready,
    input  wire [1:0]                a_m_axi_bid,
    input  wire [1:0]                a_m_axi_bresp,
    input  wire [12:0]               a_s_axil_awaddr,
    input  wire                      a_s_axil_awvalid,
    output wire                      a_s_axil_awready,
    input  wire [31:0]               a_s_axil_wdata,
    input  wire [3:0]                a_s_axil_wstrb,
    input  wire                      a_s_axil_wvalid,
    output wire                      a_s_axil_wready,
    output wire [1:0]                a_s_axil_bresp,
    output wire                      a_s_axil_bvalid,
    input  wire                      a_s_axil_bready,
    input  wire [12:0]               a_s_axil_araddr,
    input  wire                      a_s_axil_arvalid,
    output wire                      a_s_axil_arready,
    output wire [31:0]               a_s_axil_rdata,
    output wire [1:0]                a_s_axil_rresp,
    output wire                      a_s_axil_rvalid,
    input  wire                      a_s_axil_rready,
    output wire                      a_irq,

    output wire                      b_m_axi_arvalid,
    input  wire                      b_m_axi_arready,
    output wire [1:0]                b_m_axi_arid,
    output wire [63:0]               b_m_axi_araddr,
    output wire [7:0]                b_m_axi_arlen,
    output wire [2:0]                b_m_axi_arsize,
    output wire [1:0]                b_m_axi_arburst,
    input  wire                      b_m_axi_rvalid,
    output wire                      b_m_axi_rready,
    input  wire [1:0]                b_m_axi_rid,
    input  wire [DATA_W-1:0]         b_m_axi_rdata,
    input  wire [1:0]                b_m_axi_rresp,
    input  wire                      b_m_axi_rlast,
    output wire                      b_m_axi_awvalid,
    input  wire                      b_m_axi_awready,
    output wire [1:0]                b_m_axi_awid,
    output wire [63:0]               b_m_axi_awaddr,
    output wire [7:0]                b_m_axi_awlen,
    output wire [2:0]                b_m_axi_awsize,
    output wire [1:0]                b_m_axi_awburst,
    output wire                      b_m_axi_wvalid,
    input  wire                      b_m_axi_wready,
    output wire [DATA_W-1:0]         b_m_axi_wdata,
    output wire [DATA_W/8-1:0]       b_m_axi_wstrb,
    output wire                      b_m_axi_wlast,
    input  wire                      b_m_axi_bvalid,
    output wire                      b_m_axi_bready,
    input  wire [1:0]                b_m_axi_bid,
    input  wire [1:0]                b_m_axi_bresp,
    input  wire [12:0]               b_s_axil_awaddr,
    input  wire                      b_s_axil_awvalid,
    output wire                      b_s_axil_awready,
    input  wire [31:0]               b_s_axil_wdata,
    input  wire [3:0]                b_s_axil_wstrb,
    input  wire                      b_s_axil_wvalid,
    output wire                      b_s_axil_wready,
    output wire [1:0]                b_s_axil_bresp,
    output wire                      b_s_axil_bvalid,
    input  wire                      b_s_axil_bready,
    input  wire [12:0]               b_s_axil_araddr,
    input  wire                      b_s_axil_arvalid,
    output wire                      b_s_axil_arready,
    output wire [31:0]               b_s_axil_rdata,
    output wire [1:0]                b_s_axil_rresp,
    output wire                      b_s_axil_rvalid,
    input  wire                      b_s_axil_rready,
    output wire                      b_irq
);

localparam integer   LOG  = $clog2(DATA_W / 8);
localparam [2:0]     WORD = LOG[2:0];
localparam [1:0]     INCR = 2'd1;

assign a_m_axi_arsize  = WORD;
assign a_m_axi_arburst = INCR;
assign a_m_axi_awsize  = WORD;
assign a_m_axi_awburst = INCR;
assign a_m_axi_awid[1] = 1'b0;
assign b_m_axi_arsize  = WORD;
assign b_m_axi_arburst = INCR;
assign b_m_axi_awsize  = WORD;
assign b_m_axi_awburst = INCR;
assign b_m_axi_awid[1] = 1'b0;

// A byte without its strobe is X in a simulator with four states until data have gone that way.
// AxiRam does not read X, so these bytes are 0.
wire [DATA_W-1:0] a_wdata, b_wdata;
genvar i;
generate
for (i = 0; i < DATA_W / 8; i = i + 1) begin : g_byte
    assign a_m_axi_wdata[8*i +: 8] = a_wdata[8*i +: 8] & {8{a_m_axi_wstrb[i]}};
    assign b_m_axi_wdata[8*i +: 8] = b_wdata[8*i +: 8] & {8{b_m_axi_wstrb[i]}};
end
endgenerate

// The wire: what one sends the other gets a cycle later. There is no stop in it.
wire [DATA_W-1:0]   a_tdata, b_tdata;
wire [DATA_W/8-1:0] a_tkeep, b_tkeep;
wire                a_tvalid, a_tlast, a_tuser, b_tvalid, b_tlast, b_tuser;
reg  [DATA_W-1:0]   ab_tdata, ba_tdata;
reg  [DATA_W/8-1:0] ab_tkeep, ba_tkeep;
reg                 ab_tvalid, ab_tlast, ab_tuser, ba_tvalid, ba_tlast, ba_tuser;

always @(posedge clk) begin
    {ab_tdata, ab_tkeep, ab_tlast, ab_tuser} <= {a_tdata, a_tkeep, a_tlast, a_tuser};
    {ba_tdata, ba_tkeep, ba_tlast, ba_tuser} <= {b_tdata, b_tkeep, b_tlast, b_tuser};
    ab_tvalid <= a_tvalid && !rst;
    ba_tvalid <= b_tvalid && !rst;
end

ttp_nic #(
    .DATA_W(DATA_W), .TX_CELLS(TX_CELLS), .TX_PKTS(TX_PKTS), .RX_CELLS(RX_CELLS),
    .LINK_SETS(LINK_SETS), .LINK_WAYS(LINK_WAYS),
    .MESSAGES(MESSAGES), .REGIONS(REGIONS), .READS(READS), .FOLLOW(FOLLOW),
    .RINGS(RINGS)
) u_a (
    // Node and enable come from the driver.
    .clk(clk), .rst(rst), .cfg_node(24'd0), .cfg_enable(1'b0), .cfg_epoch_seed(16'd1),

    .m_axi_arvalid(a_m_axi_arvalid), .m_axi_arready(a_m_axi_arready), .m_axi_arid(a_m_axi_arid),
    .m_axi_araddr(a_m_axi_araddr), .m_axi_arlen(a_m_axi_arlen), .m_axi_rvalid(a_m_axi_rvalid),
    .m_axi_rready(a_m_axi_rready), .m_axi_rid(a_m_axi_rid), .m_axi_rdata(a_m_axi_rdata),
    .m_axi_rresp(a_m_axi_rresp), .m_axi_rlast(a_m_axi_rlast), .m_axi_awvalid(a_m_axi_awvalid),
    .m_axi_awready(a_m_axi_awready), .m_axi_awid(a_m_axi_awid[0]),
    .m_axi_awaddr(a_m_axi_awaddr), .m_axi_awlen(a_m_axi_awlen),
    .m_axi_wvalid(a_m_axi_wvalid), .m_axi_wready(a_m_axi_wready), .m_axi_wdata(a_wdata),
    .m_axi_wstrb(a_m_axi_wstrb), .m_axi_wlast(a_m_axi_wlast), .m_axi_bvalid(a_m_axi_bvalid),
    .m_axi_bid(a_m_axi_bid[0]),
    .m_axi_bready(a_m_axi_bready), .m_axi_bresp(a_m_axi_bresp),

    .s_axil_awaddr(a_s_axil_awaddr), .s_axil_awvalid(a_s_axil_awvalid),
    .s_axil_awready(a_s_axil_awready), .s_axil_wdata(a_s_axil_wdata), .s_axil_wstrb(a_s_axil_wstrb),
    .s_axil_wvalid(a_s_axil_wvalid), .s_axil_wready(a_s_axil_wready), .s_axil_bresp(a_s_axil_bresp),
    .s_axil_bvalid(a_s_axil_bvalid), .s_axil_bready(a_s_axil_bready),
    .s_axil_araddr(a_s_axil_araddr), .s_axil_arvalid(a_s_axil_arvalid),
    .s_axil_arready(a_s_axil_arready), .s_axil_rdata(a_s_axil_rdata), .s_axil_rresp(a_s_axil_rresp),
    .s_axil_rvalid(a_s_axil_rvalid), .s_axil_rready(a_s_axil_rready), .irq(a_irq),

    .s_axis_wire_tdata(ba_tdata), .s_axis_wire_tkeep(ba_tkeep), .s_axis_wire_tvalid(ba_tvalid),
    .s_axis_wire_tlast(ba_tlast), .s_axis_wire_tuser(ba_tuser), .s_axis_wire_tready(),
    .m_axis_wire_tdata(a_tdata), .m_axis_wire_tkeep(a_tkeep), .m_axis_wire_tvalid(a_tvalid),
    .m_axis_wire_tlast(a_tlast), .m_axis_wire_tuser(a_tuser), .m_axis_wire_tready(1'b1)
);

ttp_nic #(
    .DATA_W(DATA_W), .TX_CELLS(TX_CELLS), .TX_PKTS(TX_PKTS), .RX_CELLS(RX_CELLS),
    .LINK_SETS(LINK_SETS), .LINK_WAYS(LINK_WAYS),
    .MESSAGES(MESSAGES), .REGIONS(REGIONS), .READS(READS), .FOLLOW(FOLLOW),
    .RINGS(RINGS)
) u_b (
    // Node and enable come from the driver.
    .clk(clk), .rst(rst), .cfg_node(24'd0), .cfg_enable(1'b0), .cfg_epoch_seed(16'd2),

    .m_axi_arvalid(b_m_axi_arvalid), .m_axi_arready(b_m_axi_arready), .m_axi_arid(b_m_axi_arid),
    .m_axi_araddr(b_m_axi_araddr), .m_axi_arlen(b_m_axi_arlen), .m_axi_rvalid(b_m_axi_rvalid),
    .m_axi_rready(b_m_axi_rready), .m_axi_rid(b_m_axi_rid), .m_axi_rdata(b_m_axi_rdata),
    .m_axi_rresp(b_m_axi_rresp), .m_axi_rlast(b_m_axi_rlast), .m_axi_awvalid(b_m_axi_awvalid),
    .m_axi_awready(b_m_axi_awready), .m_axi_awid(b_m_axi_awid[0]),
    .m_axi_awaddr(b_m_axi_awaddr), .m_axi_awlen(b_m_axi_awlen),
    .m_axi_wvalid(b_m_axi_wvalid), .m_axi_wready(b_m_axi_wready), .m_axi_wdata(b_wdata),
    .m_axi_wstrb(b_m_axi_wstrb), .m_axi_wlast(b_m_axi_wlast), .m_axi_bvalid(b_m_axi_bvalid),
    .m_axi_bid(b_m_axi_bid[0]),
    .m_axi_bready(b_m_axi_bready), .m_axi_bresp(b_m_axi_bresp),

    .s_axil_awaddr(b_s_axil_awaddr), .s_axil_awvalid(b_s_axil_awvalid),
    .s_axil_awready(b_s_axil_awready), .s_axil_wdata(b_s_axil_wdata), .s_axil_wstrb(b_s_axil_wstrb),
    .s_axil_wvalid(b_s_axil_wvalid), .s_axil_wready(b_s_axil_wready), .s_axil_bresp(b_s_axil_bresp),
    .s_axil_bvalid(b_s_axil_bvalid), .s_axil_bready(b_s_axil_bready),
    .s_axil_araddr(b_s_axil_araddr), .s_axil_arvalid(b_s_axil_arvalid),
    .s_axil_arready(b_s_axil_arready), .s_axil_rdata(b_s_axil_rdata), .s_axil_rresp(b_s_axil_rresp),
    .s_axil_rvalid(b_s_axil_rvalid), .s_axil_rready(b_s_axil_rready), .irq(b_irq),

    .s_axis_wire_tdata(ab_tdata), .s_axis_wire_tkeep(ab_tkeep), .s_axis_wire_tvalid(ab_tvalid),
    .s_axis_wire_tlast(ab_tlast), .s_axis_wire_tuser(ab_tuser), .s_axis_wire_tready(),
    .m_axis_wire_tdata(b_tdata), .m_axis_wire_tkeep(b_tkeep), .m_axis_wire_tvalid(b_tvalid),
    .m_axis_wire_tlast(b_tlast), .m_axis_wire_tuser(b_tuser), .m_axis_wire_tready(1'b1)
);

endmodule

`resetall
