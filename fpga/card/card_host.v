// SPDX-License-Identifier: Apache-2.0
//
// card_host - the host link: frames of two ports above, payloads, completions and registers below
//
//     eth, uart --> merge --> host_rx --+--> payloads --> card_app
//                                |      `--> ops --> axil --> registers of ttp_mac, card_regs
//                                |           `--> memory, where there is a NIC
//                   credit ------+                    | free cells, packets
//     eth, uart <-- host_tx <----+---- ops, payloads, completions
//
// Instances and wires only. docs/host-link.md says what it does; each part's header how.
//
// Timing: docs/card.md.
// Test: tb/block/card_host.cpp

`include "card_defs.vh"

`resetall
`default_nettype none

module card_host #(
    parameter BOARD     = 0,        // told in WELCOME
    parameter TX_CELLS  = 1536,     // of ttp_mac, 256..65536
    parameter STALL_MAX = 511,      // cycles a payload waits for the MAC, 1..1023
    // 1: behind the registers is a NIC with a memory, and no host may send or gets a payload
    parameter NIC       = 0
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [23:0]  cfg_node,
    input  wire [31:0]  link_state,
    input  wire         boot,               // level: the wire port has a link
    input  wire [15:0]  boot_seed,

    // Ethernet host port: whole frames in, frames out
    input  wire [63:0]  s_axis_eth_tdata,
    input  wire [7:0]   s_axis_eth_tkeep,
    input  wire         s_axis_eth_tvalid,
    output wire         s_axis_eth_tready,
    input  wire         s_axis_eth_tlast,
    output wire [63:0]  m_axis_eth_tdata,
    output wire [7:0]   m_axis_eth_tkeep,
    output wire         m_axis_eth_tvalid,
    input  wire         m_axis_eth_tready,
    output wire         m_axis_eth_tlast,

    // UART: the same without bytes 0..13, the first beat is bytes 8..15
    input  wire [63:0]  s_axis_uart_tdata,
    input  wire [7:0]   s_axis_uart_tkeep,
    input  wire         s_axis_uart_tvalid,
    output wire         s_axis_uart_tready,
    input  wire         s_axis_uart_tlast,
    output wire [63:0]  m_axis_uart_tdata,
    output wire [7:0]   m_axis_uart_tkeep,
    output wire         m_axis_uart_tvalid,
    input  wire         m_axis_uart_tready,
    output wire         m_axis_uart_tlast,
    input  wire         uart_room,
    input  wire         uart_empty,

    // Payloads, from the host and to it
    output wire [63:0]  m_axis_data_tdata,
    output wire [7:0]   m_axis_data_tkeep,
    output wire         m_axis_data_tvalid,
    input  wire         m_axis_data_tready,
    output wire         m_axis_data_tlast,
    output wire         m_axis_data_tuser,
    output wire [31:0]  m_axis_data_tdest,
    input  wire [63:0]  s_axis_data_tdata,
    input  wire [7:0]   s_axis_data_tkeep,
    input  wire         s_axis_data_tvalid,
    output wire         s_axis_data_tready,
    input  wire         s_axis_data_tlast,
    input  wire [31:0]  s_axis_data_tid,
    // Pulse: a payload begins on the way to the MAC, whoever's
    input  wire         begun,
    output wire         room,               // echo and generator may begin one

    // Completions
    input  wire [127:0] s_axis_cpl_tdata,
    input  wire         s_axis_cpl_tvalid,
    output wire         s_axis_cpl_tready,

    // Registers of the card
    output wire         reg_valid,
    output wire         reg_write,
    output wire [11:0]  reg_addr,
    output wire [31:0]  reg_wdata,
    output wire [3:0]   reg_wstrb,
    input  wire         reg_done,
    input  wire         reg_error,
    input  wire [31:0]  reg_rdata,

    // Memory of the card: 4 bytes, the first in bits 7:0
    output wire         mem_valid,
    output wire         mem_write,
    output wire [15:0]  mem_addr,           // in units of 4 bytes
    output wire [31:0]  mem_wdata,
    output wire [3:0]   mem_wstrb,
    input  wire         mem_done,
    input  wire         mem_error,
    input  wire [31:0]  mem_rdata,

    // Registers of the MAC, of MAC and NIC
    output wire         m_axil_nic,         // bit 12 of both addresses
    output wire [11:0]  m_axil_awaddr,
    output wire         m_axil_awvalid,
    input  wire         m_axil_awready,
    output wire [31:0]  m_axil_wdata,
    output wire [3:0]   m_axil_wstrb,
    output wire         m_axil_wvalid,
    input  wire         m_axil_wready,
    input  wire [1:0]   m_axil_bresp,
    input  wire         m_axil_bvalid,
    output wire         m_axil_bready,
    output wire [11:0]  m_axil_araddr,
    output wire         m_axil_arvalid,
    input  wire         m_axil_arready,
    input  wire [31:0]  m_axil_rdata,
    input  wire [1:0]   m_axil_rresp,
    input  wire         m_axil_rvalid,
    output wire         m_axil_rready,

    output wire         stat_sess,          // a host has the session
    output wire         rx_ev_valid,        // events, HL_CNT_*
    output wire [4:0]   rx_ev_code,
    output wire         tx_ev_valid,
    output wire [4:0]   tx_ev_code,
    output wire         cpl_lost
);

wire [63:0] in_tdata, op_data, rsp_data;
wire [7:0]  in_tkeep;
wire        in_tvalid, in_tready, in_tlast, in_uart, sess, sess_uart, hello, frame_uart, taken, ask,
            goback, op_busy, op_wr, op_go, acc_valid, acc_card, acc_mem, acc_write, acc_done,
            acc_error, mac_done, mac_error, rsp_valid, rsp_done, rsp_uart, poll_start, poll_cells,
            poll_pkts;
wire [47:0] sess_mac, frame_mac, rsp_mac;
wire [31:0] frame_tag, rsp_tag, acc_wdata, acc_rdata, mac_rdata;
wire [15:0] next, limit, peer_limit;
wire [16:0] poll_data;
wire [15:0] acc_addr;
wire [4:0]  op_idx, rsp_last, rsp_idx;
wire [3:0]  acc_wstrb;

assign stat_sess = sess;
assign reg_valid = acc_valid && acc_card;
assign reg_write = acc_write;
assign reg_addr  = acc_addr[11:0];
assign reg_wdata = acc_wdata;
assign reg_wstrb = acc_wstrb;
assign acc_done  = acc_mem ? mem_done : acc_card ? reg_done : mac_done;
assign acc_error = acc_mem ? mem_error : acc_card ? reg_error : mac_error;
assign acc_rdata = acc_mem ? swapped(mem_rdata) : acc_card ? reg_rdata : mac_rdata;

// A value goes with its highest byte first, the memory with its lowest address.
function [31:0] swapped(input [31:0] x);
    swapped = {x[7:0], x[15:8], x[23:16], x[31:24]};
endfunction
assign mem_valid = acc_valid && acc_mem;
assign mem_write = acc_write;
assign mem_addr  = acc_addr;
assign mem_wdata = swapped(acc_wdata);
assign mem_wstrb = acc_wstrb;

card_merge u_merge (
    .clk(clk), .rst(rst),
    .s_axis_eth_tdata(s_axis_eth_tdata), .s_axis_eth_tkeep(s_axis_eth_tkeep),
    .s_axis_eth_tvalid(s_axis_eth_tvalid), .s_axis_eth_tready(s_axis_eth_tready),
    .s_axis_eth_tlast(s_axis_eth_tlast),
    .s_axis_uart_tdata(s_axis_uart_tdata), .s_axis_uart_tkeep(s_axis_uart_tkeep),
    .s_axis_uart_tvalid(s_axis_uart_tvalid), .s_axis_uart_tready(s_axis_uart_tready),
    .s_axis_uart_tlast(s_axis_uart_tlast),
    .uart_ok(uart_room && !op_busy),
    .m_axis_in_tdata(in_tdata), .m_axis_in_tkeep(in_tkeep), .m_axis_in_tvalid(in_tvalid),
    .m_axis_in_tready(in_tready), .m_axis_in_tlast(in_tlast),
    .in_uart(in_uart)
);

card_host_rx #(.STALL_MAX(STALL_MAX)) u_rx (
    .clk(clk), .rst(rst), .cfg_node(cfg_node),
    .s_axis_in_tdata(in_tdata), .s_axis_in_tkeep(in_tkeep), .s_axis_in_tvalid(in_tvalid),
    .s_axis_in_tready(in_tready), .s_axis_in_tlast(in_tlast),
    .in_uart(in_uart), .sess(sess), .sess_uart(sess_uart), .sess_mac(sess_mac), .hello(hello),
    .frame_tag(frame_tag), .frame_mac(frame_mac), .frame_uart(frame_uart),
    .next(next), .taken(taken), .limit(limit), .peer_limit(peer_limit),
    .ask(ask), .goback(goback),
    .op_busy(op_busy), .op_wr(op_wr), .op_idx(op_idx), .op_data(op_data), .op_go(op_go),
    .m_axis_data_tdata(m_axis_data_tdata), .m_axis_data_tkeep(m_axis_data_tkeep),
    .m_axis_data_tvalid(m_axis_data_tvalid), .m_axis_data_tready(m_axis_data_tready),
    .m_axis_data_tlast(m_axis_data_tlast), .m_axis_data_tuser(m_axis_data_tuser),
    .m_axis_data_tdest(m_axis_data_tdest),
    .ev_valid(rx_ev_valid), .ev_code(rx_ev_code)
);

card_host_tx #(.BOARD(BOARD)) u_tx (
    .clk(clk), .rst(rst), .cfg_node(cfg_node), .link_state(link_state), .sess(sess),
    .sess_uart(sess_uart), .sess_mac(sess_mac), .hello(hello), .hello_tag(frame_tag),
    .next(next), .taken(taken), .limit(limit), .peer_limit(peer_limit),
    .ask(ask), .goback(goback),
    .rsp_valid(rsp_valid), .rsp_done(rsp_done), .rsp_last(rsp_last), .rsp_tag(rsp_tag),
    .rsp_mac(rsp_mac), .rsp_uart(rsp_uart), .rsp_idx(rsp_idx), .rsp_data(rsp_data),
    .s_axis_cpl_tdata(s_axis_cpl_tdata), .s_axis_cpl_tvalid(s_axis_cpl_tvalid),
    .s_axis_cpl_tready(s_axis_cpl_tready),
    .s_axis_data_tdata(s_axis_data_tdata), .s_axis_data_tkeep(s_axis_data_tkeep),
    .s_axis_data_tvalid(s_axis_data_tvalid), .s_axis_data_tready(s_axis_data_tready),
    .s_axis_data_tlast(s_axis_data_tlast), .s_axis_data_tid(s_axis_data_tid),
    .m_axis_eth_tdata(m_axis_eth_tdata), .m_axis_eth_tkeep(m_axis_eth_tkeep),
    .m_axis_eth_tvalid(m_axis_eth_tvalid), .m_axis_eth_tready(m_axis_eth_tready),
    .m_axis_eth_tlast(m_axis_eth_tlast),
    .m_axis_uart_tdata(m_axis_uart_tdata), .m_axis_uart_tkeep(m_axis_uart_tkeep),
    .m_axis_uart_tvalid(m_axis_uart_tvalid), .m_axis_uart_tready(m_axis_uart_tready),
    .m_axis_uart_tlast(m_axis_uart_tlast),
    .uart_room(uart_room), .uart_empty(uart_empty),
    .ev_valid(tx_ev_valid), .ev_code(tx_ev_code), .lost_valid(cpl_lost)
);

card_ops #(.NIC(NIC)) u_ops (
    .clk(clk), .rst(rst),
    .op_busy(op_busy), .op_wr(op_wr), .op_idx(op_idx), .op_data(op_data), .op_go(op_go),
    .op_tag(frame_tag), .op_mac(frame_mac), .op_uart(frame_uart),
    .acc_valid(acc_valid), .acc_card(acc_card), .acc_mem(acc_mem), .acc_write(acc_write),
    .acc_addr(acc_addr), .acc_wdata(acc_wdata), .acc_wstrb(acc_wstrb), .acc_done(acc_done),
    .acc_error(acc_error), .acc_rdata(acc_rdata),
    .rsp_valid(rsp_valid), .rsp_done(rsp_done), .rsp_last(rsp_last), .rsp_tag(rsp_tag),
    .rsp_mac(rsp_mac), .rsp_uart(rsp_uart), .rsp_idx(rsp_idx), .rsp_data(rsp_data)
);

card_axil u_axil (
    .clk(clk), .rst(rst), .boot(boot), .boot_seed(boot_seed),
    .acc_valid(acc_valid && !acc_card && !acc_mem), .acc_write(acc_write),
    .acc_nic(NIC != 0 && acc_addr[13]), .acc_addr(acc_addr[11:0]),
    .acc_wdata(acc_wdata), .acc_wstrb(acc_wstrb), .acc_done(mac_done), .acc_error(mac_error),
    .acc_rdata(mac_rdata),
    .poll_start(poll_start), .poll_cells(poll_cells), .poll_pkts(poll_pkts),
    .poll_data(poll_data),
    .m_axil_nic(m_axil_nic), .m_axil_awaddr(m_axil_awaddr), .m_axil_awvalid(m_axil_awvalid),
    .m_axil_awready(m_axil_awready),
    .m_axil_wdata(m_axil_wdata), .m_axil_wstrb(m_axil_wstrb), .m_axil_wvalid(m_axil_wvalid),
    .m_axil_wready(m_axil_wready),
    .m_axil_bresp(m_axil_bresp), .m_axil_bvalid(m_axil_bvalid), .m_axil_bready(m_axil_bready),
    .m_axil_araddr(m_axil_araddr), .m_axil_arvalid(m_axil_arvalid),
    .m_axil_arready(m_axil_arready),
    .m_axil_rdata(m_axil_rdata), .m_axil_rresp(m_axil_rresp), .m_axil_rvalid(m_axil_rvalid),
    .m_axil_rready(m_axil_rready)
);

generate if (NIC == 0) begin : g_mac
    card_credit #(.TX_CELLS(TX_CELLS)) u_credit (
        .clk(clk), .rst(rst),
        .poll_start(poll_start), .poll_cells(poll_cells), .poll_pkts(poll_pkts),
        .poll_data(poll_data),
        .begun(begun), .sess(sess), .hello(hello), .taken(taken), .limit(limit), .room(room)
    );
end else begin : g_nic
    // The MAC is the NIC's: a payload of a host finds no credit, and is an overrun.
    wire unused = &{1'b0, poll_start, poll_cells, poll_pkts, poll_data, begun, taken};
    assign limit = 16'd0;
    assign room  = 1'b0;
end endgenerate

wire unused = &{1'b0, acc_addr[15:12]};

endmodule

`resetall
