// SPDX-License-Identifier: Apache-2.0
//
// card_nic - what is between wire port and host link in the card of the NIC: ttp_nic and its memory
//
// Instances and wires only. Rings, data and regions are in card_mem; the host fills and reads them
// over the host link. The NIC is as small as it may be: who posts is one host, over one cable.
//
// Timing: docs/card.md.
// Test: tb/block/card.cpp, tb/card/sim_nic.py

`resetall
`default_nettype none

module card_nic #(
    parameter MEM_BYTES = 65536,    // 4096..262144, power of two
    parameter TX_CELLS  = 512,      // these six: of ttp_mac
    parameter TX_PKTS   = 128,
    parameter RX_CELLS  = 128,
    parameter LINK_SETS = 16,
    parameter LINK_WAYS = 2,
    parameter SRAM_1P   = 0
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [23:0]  cfg_node,

    // Ethernet frames of the wire port
    input  wire [63:0]  s_axis_wire_tdata,
    input  wire [7:0]   s_axis_wire_tkeep,
    input  wire         s_axis_wire_tvalid,
    output wire         s_axis_wire_tready,
    input  wire         s_axis_wire_tlast,
    input  wire         s_axis_wire_tuser,
    output wire [63:0]  m_axis_wire_tdata,
    output wire [7:0]   m_axis_wire_tkeep,
    output wire         m_axis_wire_tvalid,
    input  wire         m_axis_wire_tready,
    output wire         m_axis_wire_tlast,
    output wire         m_axis_wire_tuser,

    // Registers: bit 12 of an address 0: of the MAC, 1: of the NIC
    input  wire [12:0]  s_axil_awaddr,
    input  wire         s_axil_awvalid,
    output wire         s_axil_awready,
    input  wire [31:0]  s_axil_wdata,
    input  wire [3:0]   s_axil_wstrb,
    input  wire         s_axil_wvalid,
    output wire         s_axil_wready,
    output wire [1:0]   s_axil_bresp,
    output wire         s_axil_bvalid,
    input  wire         s_axil_bready,
    input  wire [12:0]  s_axil_araddr,
    input  wire         s_axil_arvalid,
    output wire         s_axil_arready,
    output wire [31:0]  s_axil_rdata,
    output wire [1:0]   s_axil_rresp,
    output wire         s_axil_rvalid,
    input  wire         s_axil_rready,

    // Memory, from the host link: card_mem
    input  wire         mem_valid,
    input  wire         mem_write,
    input  wire [15:0]  mem_addr,
    input  wire [31:0]  mem_wdata,
    input  wire [3:0]   mem_wstrb,
    output wire         mem_done,
    output wire         mem_error,
    output wire [31:0]  mem_rdata
);

wire        arvalid, arready, rvalid, rready, rlast, awvalid, awready, awid, wvalid, wready, wlast,
            bvalid, bready, bid, irq_unused;
wire [63:0] araddr, rdata, awaddr, wdata;
wire [7:0]  arlen, awlen, wstrb;
wire [1:0]  arid, rid, rresp, bresp;

ttp_nic #(
    .DATA_W(64), .TX_CELLS(TX_CELLS), .TX_PKTS(TX_PKTS), .RX_CELLS(RX_CELLS),
    .LINK_SETS(LINK_SETS), .LINK_WAYS(LINK_WAYS), .SRAM_1P(SRAM_1P), .DEEP(1), .SELECTIVE(0),
    .MESSAGES(8), .REGIONS(4), .READS(2), .FOLLOW(8)
) u_nic (
    .clk(clk), .rst(rst), .cfg_node(cfg_node), .cfg_enable(1'b0), .cfg_epoch_seed(16'd1),
    .m_axi_arvalid(arvalid), .m_axi_arready(arready), .m_axi_arid(arid), .m_axi_araddr(araddr),
    .m_axi_arlen(arlen), .m_axi_rvalid(rvalid), .m_axi_rready(rready), .m_axi_rid(rid),
    .m_axi_rdata(rdata), .m_axi_rresp(rresp), .m_axi_rlast(rlast), .m_axi_awvalid(awvalid),
    .m_axi_awready(awready), .m_axi_awid(awid), .m_axi_awaddr(awaddr), .m_axi_awlen(awlen),
    .m_axi_wvalid(wvalid), .m_axi_wready(wready), .m_axi_wdata(wdata), .m_axi_wstrb(wstrb),
    .m_axi_wlast(wlast), .m_axi_bvalid(bvalid), .m_axi_bready(bready), .m_axi_bid(bid),
    .m_axi_bresp(bresp), .s_axil_awaddr(s_axil_awaddr), .s_axil_awvalid(s_axil_awvalid),
    .s_axil_awready(s_axil_awready), .s_axil_wdata(s_axil_wdata), .s_axil_wstrb(s_axil_wstrb),
    .s_axil_wvalid(s_axil_wvalid), .s_axil_wready(s_axil_wready), .s_axil_bresp(s_axil_bresp),
    .s_axil_bvalid(s_axil_bvalid), .s_axil_bready(s_axil_bready), .s_axil_araddr(s_axil_araddr),
    .s_axil_arvalid(s_axil_arvalid), .s_axil_arready(s_axil_arready), .s_axil_rdata(s_axil_rdata),
    .s_axil_rresp(s_axil_rresp), .s_axil_rvalid(s_axil_rvalid), .s_axil_rready(s_axil_rready),
    .irq(irq_unused), .s_axis_wire_tdata(s_axis_wire_tdata), .s_axis_wire_tkeep(s_axis_wire_tkeep),
    .s_axis_wire_tvalid(s_axis_wire_tvalid), .s_axis_wire_tready(s_axis_wire_tready),
    .s_axis_wire_tlast(s_axis_wire_tlast), .s_axis_wire_tuser(s_axis_wire_tuser),
    .m_axis_wire_tdata(m_axis_wire_tdata), .m_axis_wire_tkeep(m_axis_wire_tkeep),
    .m_axis_wire_tvalid(m_axis_wire_tvalid), .m_axis_wire_tready(m_axis_wire_tready),
    .m_axis_wire_tlast(m_axis_wire_tlast), .m_axis_wire_tuser(m_axis_wire_tuser)
);

card_mem #(.BYTES(MEM_BYTES)) u_mem (
    .clk(clk), .rst(rst), .s_axi_arvalid(arvalid), .s_axi_arready(arready), .s_axi_arid(arid),
    .s_axi_araddr(araddr), .s_axi_arlen(arlen), .s_axi_rvalid(rvalid), .s_axi_rready(rready),
    .s_axi_rid(rid), .s_axi_rdata(rdata), .s_axi_rresp(rresp), .s_axi_rlast(rlast),
    .s_axi_awvalid(awvalid), .s_axi_awready(awready), .s_axi_awid(awid), .s_axi_awaddr(awaddr),
    .s_axi_wvalid(wvalid), .s_axi_wready(wready), .s_axi_wdata(wdata), .s_axi_wstrb(wstrb),
    .s_axi_wlast(wlast), .s_axi_bvalid(bvalid), .s_axi_bready(bready), .s_axi_bid(bid),
    .s_axi_bresp(bresp), .mem_valid(mem_valid), .mem_write(mem_write), .mem_addr(mem_addr),
    .mem_wdata(mem_wdata), .mem_wstrb(mem_wstrb), .mem_done(mem_done), .mem_error(mem_error),
    .mem_rdata(mem_rdata)
);

wire unused = &{1'b0, awlen, irq_unused};

endmodule

`resetall
