// SPDX-License-Identifier: Apache-2.0
//
// tb_node - two ttp_node back to back: a few payloads each way, a frame lost on the wire, registers
// over AXI4-Lite
//
// Prints what arrives, the counters of node 1, and PASS or FAIL. examples/README.md says how to run
// it.

`include "ttp_regs.vh"

`resetall
`default_nettype none

module tb_node;

localparam COUNT = 8;       // payloads each way, of 1, 131, 261, .. bytes

reg clk = 1'b0, rst = 1'b1;
always #8 clk = !clk;       // 62.5 MHz if a tick is 1 ns

function [7:0] content(input integer node, input integer k, input integer i);
    content = node * 64 + k * 7 + i;
endfunction
function integer length(input integer k);
    length = 1 + 130 * k;
endfunction

integer faults = 0, taken [0:1], lost = 0, cycles = 0;
task want(input [8*48-1:0] what, input ok);
    if (!ok) begin
        faults = faults + 1;
        $display("  wrong: %0s", what);
    end
endtask

wire [63:0] wire_tdata [0:1];
wire [7:0]  wire_tkeep [0:1];
wire        wire_tvalid [0:1], wire_tlast [0:1];
reg         cut = 1'b0;
integer     frames = 0;

// AXI4-Lite of node 1
reg  [11:0] addr = 12'd0;
reg  [31:0] wdata = 32'd0;
reg         awvalid = 1'b0, wvalid = 1'b0, arvalid = 1'b0;
wire        awready [0:1], wready [0:1], bvalid [0:1], arready [0:1], rvalid [0:1];
wire [1:0]  bresp [0:1], rresp [0:1];
wire [31:0] rdata [0:1];

genvar g;
generate for (g = 0; g < 2; g = g + 1) begin : node
    reg  [63:0] tdata;
    reg  [7:0]  tkeep;
    reg         tvalid = 1'b0, tlast = 1'b0;
    wire        tready, out_tvalid, out_tlast, wire_ready, irq, dead;
    wire [63:0] out_tdata;
    wire [7:0]  out_tkeep;
    wire [31:0] out_tid;
    integer     k = 0, at = 0, rat = 0, i;
    localparam [15:0] BOOT = 100 + g;

    ttp_node #(.NODE(24'd1 + g), .PEER(24'd2 - g)) u_node (
        .clk(clk), .rst(rst), .boot_count(BOOT),
        .s_axis_user_tdata(tdata), .s_axis_user_tkeep(tkeep), .s_axis_user_tvalid(tvalid),
        .s_axis_user_tready(tready), .s_axis_user_tlast(tlast),
        .m_axis_user_tdata(out_tdata), .m_axis_user_tkeep(out_tkeep),
        .m_axis_user_tvalid(out_tvalid), .m_axis_user_tready(1'b1),
        .m_axis_user_tlast(out_tlast), .m_axis_user_tid(out_tid),
        .m_axis_wire_tdata(wire_tdata[g]), .m_axis_wire_tkeep(wire_tkeep[g]),
        .m_axis_wire_tvalid(wire_tvalid[g]), .m_axis_wire_tready(1'b1),
        .m_axis_wire_tlast(wire_tlast[g]),
        .s_axis_wire_tdata(wire_tdata[1-g]), .s_axis_wire_tkeep(wire_tkeep[1-g]),
        .s_axis_wire_tvalid(wire_tvalid[1-g] && !(g == 1 && cut)),
        .s_axis_wire_tready(wire_ready),
        .s_axis_wire_tlast(wire_tlast[1-g]), .s_axis_wire_tuser(1'b0),
        .s_axil_awaddr(addr), .s_axil_awvalid(awvalid && g == 0), .s_axil_awready(awready[g]),
        .s_axil_wdata(wdata), .s_axil_wstrb(4'hf),
        .s_axil_wvalid(wvalid && g == 0), .s_axil_wready(wready[g]),
        .s_axil_bresp(bresp[g]), .s_axil_bvalid(bvalid[g]), .s_axil_bready(1'b1),
        .s_axil_araddr(addr), .s_axil_arvalid(arvalid && g == 0), .s_axil_arready(arready[g]),
        .s_axil_rdata(rdata[g]), .s_axil_rresp(rresp[g]),
        .s_axil_rvalid(rvalid[g]), .s_axil_rready(1'b1),
        .irq(irq), .dead(dead));

    // The sender: payload k, a beat whenever the last one was taken.
    always @(posedge clk) if (!rst && (!tvalid || tready)) begin
        tvalid <= k < COUNT;
        if (k < COUNT) begin
            for (i = 0; i < 8; i = i + 1) begin
                tkeep[i] <= at + i < length(k);
                tdata[8*i +: 8] <= content(g, k, at + i);
            end
            tlast <= at + 8 >= length(k);
            at = at + 8 >= length(k) ? 0 : at + 8;
            if (at == 0) k = k + 1;
        end
    end

    // The receiver: whole, in order, from the right node.
    initial taken[g] = 0;
    always @(posedge clk) if (!rst && out_tvalid) begin
        want("who sent it", out_tid === 32'd2 - g);
        for (i = 0; i < 8; i = i + 1) if (out_tkeep[i]) begin
            want("a byte", out_tdata[8*i +: 8] === content(1 - g, taken[g], rat));
            rat = rat + 1;
        end
        if (out_tlast) begin
            want("a length", rat == length(taken[g]));
            $display("  node %0d took payload %0d of node %0d: %0d bytes", g + 1, taken[g],
                     out_tid[23:0], rat);
            taken[g] = taken[g] + 1;
            rat = 0;
        end
    end
    always @(posedge clk) if (!rst) want("a dead link", dead === 1'b0);
end endgenerate

// The sixth frame of node 1 is lost.
always @(posedge clk) if (!rst && wire_tvalid[0] && wire_tlast[0]) begin
    frames = frames + 1;
    lost = lost + cut;
    cut <= frames == 5;
end

task write(input [11:0] a, input [31:0] d);
    begin
        @(posedge clk) addr <= a; wdata <= d; awvalid <= 1'b1; wvalid <= 1'b1;
        while (awvalid || wvalid || !bvalid[0]) @(posedge clk) begin
            if (awready[0]) awvalid <= 1'b0;
            if (wready[0]) wvalid <= 1'b0;
            #1;
        end
        want("an answer to a write", bresp[0] === 2'd0);
    end
endtask

reg [31:0] value;
task read(input [11:0] a);
    begin
        @(posedge clk) addr <= a; arvalid <= 1'b1;
        #1 while (!rvalid[0]) @(posedge clk) begin
            if (arready[0]) arvalid <= 1'b0;
            #1;
        end
        arvalid <= 1'b0;
        value = rdata[0];
        want("an answer to a read", rresp[0] === 2'd0);
    end
endtask

initial begin
    repeat (4) @(posedge clk);
    rst <= 1'b0;
    read(`TTP_REG_ID);
    want("the ID", value === "TTP1");
    write(`TTP_REG_TIMEOUT, 32'd1000);
    read(`TTP_REG_TIMEOUT);
    want("the timeout", value === 32'd1000);
    while (cycles < 20000 && (taken[0] < COUNT || taken[1] < COUNT))
        @(posedge clk) cycles = cycles + 1;
    repeat (500) @(posedge clk);
    write(`TTP_REG_SNAPSHOT, 32'd1);
    read(`TTP_REG_STATUS);
    while (value[`TTP_STATUS_SNAP_BUSY]) read(`TTP_REG_STATUS);
    read(`TTP_REG_COUNTER + 12'd8 * 12'd54);
    want("payloads accepted", value === COUNT);
    $display("  node 1: accepted %0d", value);
    read(`TTP_REG_COUNTER + 12'd8 * 12'd48);
    want("a payload sent again", value > 0);
    $display("  node 1: sent again %0d", value);
    want("every payload", taken[0] == COUNT && taken[1] == COUNT);
    want("the loss of a frame", lost == 1);
    if (faults == 0) $display("PASS %0d+%0d payloads, %0d frame lost", taken[0], taken[1], lost);
    else $display("FAIL %0d faults", faults);
    $finish;
end

endmodule

`resetall
