// SPDX-License-Identifier: Apache-2.0
//
// payload - one payload from host to host, cycle by cycle, for the picture of scripts/bench/wave
//
// Two MACs of 512 bit, their pins tied together, every ready high. A payload of 64 bytes opens the
// link; 300 cycles later a second one goes over the open link. From its first beat on each cycle
// is printed as a line: what of interest is valid in it, and the opcode on each wire.

`resetall
`default_nettype none

module payload;

reg        clk = 1'b0, rst = 1'b1;
reg        offer = 1'b0;
integer    cycle = 0, from = 0;
always #5 clk = !clk;

wire [511:0] wire_tdata [0:1], host_tdata [0:1];
wire [63:0]  wire_tkeep [0:1];
wire         wire_tvalid [0:1], wire_tready [0:1], wire_tlast [0:1], wire_tuser [0:1];
wire         host_tready [0:1], host_tvalid [0:1], tr_valid [0:1];
wire [15:0]  tr_action [0:1];
reg          first [0:1];                   // the next beat on this wire begins a frame
wire [5:0]   opcode [0:1];

genvar g;
generate for (g = 0; g < 2; g = g + 1) begin : mac
    ttp_mac #(
        .DATA_W(512), .TX_CELLS(64), .TX_PKTS(16), .RX_CELLS(64),
        .LINK_SETS(2), .LINK_WAYS(1), .TRACE(1)
    ) u_mac (
        .clk(clk), .rst(rst),
        .cfg_node(g ? 24'd2 : 24'd1), .cfg_enable(1'b1), .cfg_epoch_seed(16'd1),
        .s_axis_host_tdata(512'd0), .s_axis_host_tkeep({64{1'b1}}),
        .s_axis_host_tvalid(g == 0 && offer), .s_axis_host_tready(host_tready[g]),
        .s_axis_host_tlast(1'b1), .s_axis_host_tuser(1'b0),
        .s_axis_host_tdest(g ? 32'd1 : 32'd2),
        .m_axis_host_tdata(host_tdata[g]), .m_axis_host_tkeep(),
        .m_axis_host_tvalid(host_tvalid[g]), .m_axis_host_tready(1'b1),
        .m_axis_host_tlast(), .m_axis_host_tid(),
        .m_axis_cpl_tdata(), .m_axis_cpl_tvalid(), .m_axis_cpl_tready(1'b1),
        .s_axis_wire_tdata(wire_tdata[1-g]), .s_axis_wire_tkeep(wire_tkeep[1-g]),
        .s_axis_wire_tvalid(wire_tvalid[1-g]), .s_axis_wire_tready(wire_tready[g]),
        .s_axis_wire_tlast(wire_tlast[1-g]), .s_axis_wire_tuser(wire_tuser[1-g]),
        .m_axis_wire_tdata(wire_tdata[g]), .m_axis_wire_tkeep(wire_tkeep[g]),
        .m_axis_wire_tvalid(wire_tvalid[g]), .m_axis_wire_tready(wire_tready[1-g]),
        .m_axis_wire_tlast(wire_tlast[g]), .m_axis_wire_tuser(wire_tuser[g]),
        .s_axil_awaddr(12'd0), .s_axil_awvalid(1'b0), .s_axil_awready(),
        .s_axil_wdata(32'd0), .s_axil_wstrb(4'd0), .s_axil_wvalid(1'b0), .s_axil_wready(),
        .s_axil_bresp(), .s_axil_bvalid(), .s_axil_bready(1'b1),
        .s_axil_araddr(12'd0), .s_axil_arvalid(1'b0), .s_axil_arready(),
        .s_axil_rdata(), .s_axil_rresp(), .s_axil_rvalid(), .s_axil_rready(1'b1), .irq(),
        .trace_valid(tr_valid[g]), .trace_link(), .trace_state0(), .trace_state1(),
        .trace_event(), .trace_action(tr_action[g]), .trace_txid(), .trace_rxid()
    );

    // The opcode is byte 42, in the first beat of a frame.
    assign opcode[g] = wire_tdata[g][8*42 +: 6];
    always @(posedge clk) begin
        if (rst) first[g] <= 1'b1;
        else if (wire_tvalid[g] && wire_tready[1-g]) first[g] <= wire_tlast[g];
    end
end endgenerate

// Offered until taken; the second one when all of the first is long over.
always @(posedge clk) begin
    cycle <= cycle + 1;
    if (cycle == 4) rst <= 1'b0;
    if (cycle == 200 || cycle == 500) offer <= 1'b1;
    if (offer && host_tready[0]) offer <= 1'b0;
end

always @(negedge clk) begin
    if (cycle > 500 && offer && from == 0) from = cycle;
    if (from != 0 && !rst) begin
        $display("trace %0d %b %b %0d %b %b %0d %b", cycle - from, offer && host_tready[0],
                 wire_tvalid[0], wire_tvalid[0] && first[0] ? opcode[0] : 6'd63, host_tvalid[1],
                 wire_tvalid[1], wire_tvalid[1] && first[1] ? opcode[1] : 6'd63,
                 tr_valid[0] && tr_action[0][4]);
    end
    if (from != 0 && cycle == from + 63) $finish;
    if (cycle > 2000) begin
        $display("the payload was not offered");
        $finish;
    end
end

endmodule

`resetall
