// SPDX-License-Identifier: Apache-2.0
//
// ttp_port_csr - the registers of the port: docs/port.md
//
// A register changes with the cycle in which its write is answered, cfg_host and cfg_sum a cycle
// later. ROUTE: the table is written in the cycle behind. A counter moves with the cycle of its
// pulse.
//
// Timing: outputs from flops. Mirror of the accesses: ttp_axil.
// Part of: ttp_port

`include "ttp_port_defs.vh"

`resetall
`default_nettype none

module ttp_port_csr #(
    parameter DATA_W      = 512,
    parameter OTHER_WORDS = 64,
    parameter ROUTES      = 4
) (
    input  wire         clk,
    input  wire         rst,

    input  wire [11:0]  s_axil_awaddr,
    input  wire         s_axil_awvalid,
    output wire         s_axil_awready,
    input  wire [31:0]  s_axil_wdata,
    input  wire [3:0]   s_axil_wstrb,
    input  wire         s_axil_wvalid,
    output wire         s_axil_wready,
    output wire [1:0]   s_axil_bresp,
    output wire         s_axil_bvalid,
    input  wire         s_axil_bready,
    input  wire [11:0]  s_axil_araddr,
    input  wire         s_axil_arvalid,
    output wire         s_axil_arready,
    output wire [31:0]  s_axil_rdata,
    output wire [1:0]   s_axil_rresp,
    output wire         s_axil_rvalid,
    input  wire         s_axil_rready,

    output wire         cfg_other,
    output wire         cfg_ipv4,
    output wire         cfg_any_port,
    output wire [7:0]   cfg_share,
    output wire [31:0]  cfg_addr,
    output wire [31:0]  cfg_host,           // the bits of the host part
    output wire [5:0]   cfg_dscp,
    output wire [19:0]  cfg_sum,            // of the words of an IPv4 header that never change

    output wire         route_wr,
    output wire [10:0]  route,              // as it was written
    output wire [23:0]  route_node,
    output wire [23:0]  route_mask,
    output wire [47:0]  next_hop,

    input  wire [`TTP_PORT_COUNTERS-1:0] counts
);

wire [9:0]  addr;
wire [31:0] data;
wire [3:0]  strb;
wire        acc_wr, look2, write;
reg  [31:0] word_q;
reg         no_read_q, no_write_q;
ttp_axil #(.ADDR_W(12)) u_axil (
    .clk(clk), .rst(rst),
    .s_axil_awaddr(s_axil_awaddr), .s_axil_awvalid(s_axil_awvalid),
    .s_axil_awready(s_axil_awready), .s_axil_wdata(s_axil_wdata), .s_axil_wstrb(s_axil_wstrb),
    .s_axil_wvalid(s_axil_wvalid), .s_axil_wready(s_axil_wready), .s_axil_bresp(s_axil_bresp),
    .s_axil_bvalid(s_axil_bvalid), .s_axil_bready(s_axil_bready),
    .s_axil_araddr(s_axil_araddr), .s_axil_arvalid(s_axil_arvalid),
    .s_axil_arready(s_axil_arready), .s_axil_rdata(s_axil_rdata), .s_axil_rresp(s_axil_rresp),
    .s_axil_rvalid(s_axil_rvalid), .s_axil_rready(s_axil_rready),
    .acc_addr(addr), .acc_wr(acc_wr), .acc_wdata(data), .acc_wstrb(strb), .acc_look2(look2),
    .acc_write(write), .rd_word(word_q), .rd_err(no_read_q), .wr_done(1'b1), .wr_err(no_write_q)
);
wire        sets = write && !no_write_q;

localparam [9:0]
    ID = 10'h000, PARAM = 10'h001, CTRL = 10'h002, SHARE = 10'h003, ADDR = 10'h004,
    PREFIX = 10'h005, DSCP = 10'h006, NODE = 10'h008, MASK = 10'h009, HOP_LO = 10'h00A,
    HOP_HI = 10'h00B, ROUTE = 10'h00C, COUNT = 10'h040;
localparam N = `TTP_PORT_COUNTERS;

reg [2:0]      ctrl_q;
reg [7:0]      share_q;
reg [31:0]     addr_q, host_q;
reg [5:0]      prefix_q, dscp_q;
reg [19:0]     sum_q;
reg [23:0]     node_q, mask_q;
reg [47:0]     hop_q;
reg [10:0]     route_q;
reg            route_wr_q;
reg [N*32-1:0] count_q;                     // counter i in 32*i +: 32

reg  [31:0] word;
reg         exists, settable;
wire [3:0]  counter = addr[3:0];
always @* begin
    word     = 32'd0;
    exists   = 1'b1;
    settable = 1'b1;
    case (addr)
    ID:      {settable, word} = {1'b0, `TTP_PORT_ID};
    PARAM:   {settable, word} = {1'b0, OTHER_WORDS[15:0], ROUTES[7:0], DATA_W[10:3]};
    CTRL:    word = {29'd0, ctrl_q};
    SHARE:   word = {24'd0, share_q};
    ADDR:    word = addr_q;
    PREFIX:  word = {26'd0, prefix_q};
    DSCP:    word = {26'd0, dscp_q};
    NODE:    word = {8'd0, node_q};
    MASK:    word = {8'd0, mask_q};
    HOP_LO:  word = hop_q[31:0];
    HOP_HI:  word = {16'd0, hop_q[47:32]};
    ROUTE:   word = 32'd0;
    default: begin
        settable = 1'b0;
        exists   = addr[9:4] == COUNT[9:4] && {28'd0, counter} < N;
        if (exists) word = count_q[32*counter +: 32];
    end
    endcase
end

wire [31:0] prefix = addr_q & ~host_q;
integer i;
always @(posedge clk) begin
    if (look2) begin
        word_q     <= word;
        no_read_q  <= !exists;
        no_write_q <= !settable || (addr == PREFIX && (data < 32'd8 || data > 32'd32))
                   || (addr == ROUTE && data[7:0] >= ROUTES[7:0]);
    end
    route_wr_q <= sets && addr == ROUTE;
    if (sets) case (addr)
    CTRL:    ctrl_q <= data[2:0];
    SHARE:   share_q <= data[7:0];
    ADDR:    addr_q <= data;
    PREFIX:  prefix_q <= data[5:0];
    DSCP:    dscp_q <= data[5:0];
    NODE:    node_q <= data[23:0];
    MASK:    mask_q <= data[23:0];
    HOP_LO:  hop_q[31:0] <= data;
    HOP_HI:  hop_q[47:32] <= data[15:0];
    ROUTE:   route_q <= data[10:0];
    default: ;
    endcase
    host_q <= 32'hFFFFFFFF >> prefix_q;
    sum_q  <= {4'd0, 8'h45, dscp_q, 2'd0} + {4'd0, `TTP_PORT_DF}
            + {4'd0, `TTP_PORT_TTL, `TTP_PORT_UDP} + {4'd0, addr_q[31:16]} + {4'd0, addr_q[15:0]}
            + {4'd0, prefix[31:16]} + {4'd0, prefix[15:0]};
    for (i = 0; i < N; i = i + 1)
        count_q[32*i +: 32] <= count_q[32*i +: 32] + {31'd0, counts[i]};
    if (rst) begin
        ctrl_q     <= 3'd0;
        share_q    <= `TTP_PORT_SHARE;
        prefix_q   <= `TTP_PORT_PREFIX;
        host_q     <= 32'hFFFFFFFF >> `TTP_PORT_PREFIX;
        route_wr_q <= 1'b0;
        {addr_q, dscp_q, node_q, mask_q, hop_q} <= 134'd0;
        count_q    <= {N{32'd0}};
    end
end

assign cfg_other    = ctrl_q[0];
assign cfg_ipv4     = ctrl_q[1];
assign cfg_any_port = ctrl_q[2];
assign cfg_share    = share_q;
assign cfg_addr     = addr_q;
assign cfg_host     = host_q;
assign cfg_dscp     = dscp_q;
assign cfg_sum      = sum_q;
assign route_wr     = route_wr_q;
assign route        = route_q;
assign route_node   = node_q;
assign route_mask   = mask_q;
assign next_hop     = hop_q;

wire unused = &{1'b0, strb, acc_wr};

endmodule

`resetall
