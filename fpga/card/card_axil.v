// SPDX-License-Identifier: Apache-2.0
//
// card_axil - the card's own master on the registers of ttp_mac
//
// Three who want something, one access at a time. At the first link of the wire port: EPOCH = seed,
// then CTRL = enable, so that no life of a link begins before its number is known. Else the
// accesses of card_ops and the polling of the free cells and packets (card_credit) take turns.
//
//     IDLE -> ADDR (until the channels have taken it) -> ANSWER -> IDLE
//
// Timing: outputs are flops, but acc_done, acc_error, acc_rdata and poll_data, which come straight
// from the slave's.
// Test: tb/block/card_host.cpp

`include "ttp_regs.vh"

`resetall
`default_nettype none

module card_axil (
    input  wire        clk,
    input  wire        rst,

    // Start of the MAC
    input  wire        boot,        // level: the wire port has a link
    input  wire [15:0] boot_seed,   // first life number

    // Accesses of card_ops; stand until acc_done, and the next cycle is that of a poll: it has none
    input  wire        acc_valid,
    input  wire        acc_write,
    input  wire        acc_nic,     // 1: a register of the NIC
    input  wire [11:0] acc_addr,
    input  wire [31:0] acc_wdata,
    input  wire [3:0]  acc_wstrb,
    output wire        acc_done,
    output wire        acc_error,
    output wire [31:0] acc_rdata,

    // CELLS_FREE and PKTS_FREE, in turn, for ever
    output wire        poll_start,  // pulse: CELLS_FREE is about to be read
    output wire        poll_cells,  // pulse: poll_data is it
    output wire        poll_pkts,   // pulse: ... PKTS_FREE
    output wire [16:0] poll_data,

    // AXI4-Lite; m_axil_nic: bit 12 of both addresses, where there is a NIC
    output wire        m_axil_nic,
    output wire [11:0] m_axil_awaddr,
    output wire        m_axil_awvalid,
    input  wire        m_axil_awready,
    output wire [31:0] m_axil_wdata,
    output wire [3:0]  m_axil_wstrb,
    output wire        m_axil_wvalid,
    input  wire        m_axil_wready,
    input  wire [1:0]  m_axil_bresp,
    input  wire        m_axil_bvalid,
    output wire        m_axil_bready,
    output wire [11:0] m_axil_araddr,
    output wire        m_axil_arvalid,
    input  wire        m_axil_arready,
    input  wire [31:0] m_axil_rdata,
    input  wire [1:0]  m_axil_rresp,
    input  wire        m_axil_rvalid,
    output wire        m_axil_rready
);

localparam [1:0]
    WHO_BOOT = 2'd0,
    WHO_ACC  = 2'd1,
    WHO_POLL = 2'd2;

reg        busy_q, busy_d, aw_q, aw_d, w_q, w_d, ar_q, ar_d, start_q, start_d, nic_q, nic_d;
reg [1:0]  who_q, who_d;
reg [1:0]  boot_q, boot_d;          // 0: EPOCH is to be written, 1: CTRL, 2: done
reg        pkts_q, pkts_d;          // the poll under way, or the next one, is PKTS_FREE
reg [11:0] addr_q, addr_d;
reg [31:0] data_q, data_d;
reg [3:0]  strb_q, strb_d;

wire booting = boot && !boot_q[1];
wire done    = busy_q && (m_axil_bvalid || m_axil_rvalid);
wire unused = &{1'b0, m_axil_bresp[0], m_axil_rresp[0]};

always @* begin
    busy_d  = busy_q && !done;
    aw_d    = aw_q && !m_axil_awready;
    w_d     = w_q && !m_axil_wready;
    ar_d    = ar_q && !m_axil_arready;
    start_d = 1'b0;
    who_d   = who_q;
    boot_d  = boot_q;
    pkts_d  = pkts_q;
    nic_d   = nic_q;
    addr_d  = addr_q;
    data_d  = data_q;
    strb_d  = strb_q;
    if (!busy_q) begin
        busy_d = 1'b1;
        nic_d  = 1'b0;
        data_d = acc_wdata;         // with a reading they mean nothing
        strb_d = acc_wstrb;
        if (booting) begin
            who_d  = WHO_BOOT;
            aw_d   = 1'b1;
            w_d    = 1'b1;
            addr_d = boot_q[0] ? `TTP_REG_CTRL : `TTP_REG_EPOCH;
            data_d = boot_q[0] ? 32'd1 : {16'd0, boot_seed};
            strb_d = 4'hF;
        end else if (acc_valid) begin
            who_d  = WHO_ACC;
            aw_d   = acc_write;
            w_d    = acc_write;
            ar_d   = !acc_write;
            nic_d  = acc_nic;
            addr_d = acc_addr;
        end else begin
            who_d   = WHO_POLL;
            ar_d    = 1'b1;
            addr_d  = pkts_q ? `TTP_REG_PKTS_FREE : `TTP_REG_CELLS_FREE;
            start_d = !pkts_q;
        end
    end else if (done) begin
        if (who_q == WHO_BOOT) boot_d = boot_q + 2'd1;
        if (who_q == WHO_POLL) pkts_d = !pkts_q;
    end
end

always @(posedge clk) begin
    busy_q  <= busy_d;
    aw_q    <= aw_d;
    w_q     <= w_d;
    ar_q    <= ar_d;
    start_q <= start_d;
    who_q   <= who_d;
    boot_q  <= boot_d;
    pkts_q  <= pkts_d;
    nic_q   <= nic_d;
    addr_q  <= addr_d;
    data_q  <= data_d;
    strb_q  <= strb_d;
    if (rst) begin
        busy_q  <= 1'b0;
        aw_q    <= 1'b0;
        w_q     <= 1'b0;
        ar_q    <= 1'b0;
        start_q <= 1'b0;
        who_q   <= WHO_BOOT;
        boot_q  <= 2'd0;
        pkts_q  <= 1'b0;
    end
end

assign m_axil_nic     = nic_q;
assign m_axil_awaddr  = addr_q;
assign m_axil_awvalid = aw_q;
assign m_axil_wdata   = data_q;
assign m_axil_wstrb   = strb_q;
assign m_axil_wvalid  = w_q;
assign m_axil_bready  = busy_q;
assign m_axil_araddr  = addr_q;
assign m_axil_arvalid = ar_q;
assign m_axil_rready  = busy_q;

assign acc_done   = done && who_q == WHO_ACC;
assign acc_error  = m_axil_bvalid ? m_axil_bresp[1] : m_axil_rresp[1];
assign acc_rdata  = m_axil_rdata;
assign poll_start = start_q;
assign poll_cells = done && who_q == WHO_POLL && !pkts_q;
assign poll_pkts  = done && who_q == WHO_POLL && pkts_q;
assign poll_data  = m_axil_rdata[16:0];

endmodule

`resetall
