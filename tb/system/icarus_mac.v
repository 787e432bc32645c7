// SPDX-License-Identifier: Apache-2.0
//
// Two MACs back to back under Icarus Verilog, in which what was never reset stays X: no output that
// means something may ever be X, and every payload must arrive once, in order, unchanged. It is a
// witness independent of Verilator, whose simulation knows only 0 and 1. Run by scripts/icarus.
//
// Both hosts send payloads of 1 .. MAXLEN bytes on three VCs; the wire loses a frame in 16 and
// marks one in 32 as bad; every ready is random. Ends with a line that begins with PASS or FAIL.
`include "ttp_regs.vh"

`resetall
`default_nettype none

module icarus_mac;

parameter DATA_W = 64, TX_CELLS = 16, TX_PKTS = 8, RX_CELLS = 32, LINK_SETS = 1, LINK_WAYS = 1;
parameter TRACE = 1, SRAM_1P = 0, DEEP = 0, SELECTIVE = 0, VC_ORDER = 0, SEL_WINDOW = 0;
parameter COUNT  = 60;              // payloads each way
parameter MAXLEN = 200;             // bytes
parameter SEED   = 1;
parameter LIMIT  = 200000;          // cycles

localparam B = DATA_W / 8;

reg        clk = 1'b0, rst = 1'b1;
integer    cycle = 0, compared = 0, faults = 0, lost = 0, bad = 0, reads = 0;
always #5 clk = !clk;

task fault(input [8*24-1:0] what, input integer mac);
    begin
        faults = faults + 1;
        if (faults < 10) $display("  cycle %0d MAC %0d: %0s", cycle, mac, what);
    end
endtask

// Byte i of payload k on its way from MAC m: what the receiver expects is computed, not stored.
function [7:0] content(input integer m, input integer k, input integer i);
    content = (k * 37 + i * 11 + m * 101) ^ ((k * i) >> 3);
endfunction
function integer length(input integer m, input integer k);
    length = 1 + (k * 29 + m * 13) % MAXLEN;
endfunction

wire [DATA_W-1:0] w_tdata  [0:1];   // wire out of MAC m
wire [B-1:0]      w_tkeep  [0:1];
wire              w_tvalid [0:1], w_tlast [0:1];
reg               w_tready [0:1], w_cut [0:1], w_bad [0:1];
integer           taken [0:1], rnd = SEED;

genvar g;
generate for (g = 0; g < 2; g = g + 1) begin : mac
    wire [23:0]       node = g ? 24'h0a0b02 : 24'h0a0b01, peer = g ? 24'h0a0b01 : 24'h0a0b02;
    wire [DATA_W-1:0] rx_tdata;
    wire [B-1:0]      rx_tkeep;
    wire              rx_tvalid, rx_tlast, tx_tready, wire_in_ready, cpl_tvalid, w_tuser, irq;
    wire [31:0]       rx_tid, rdata;
    wire [127:0]      cpl_tdata;
    wire              awready, wready, bvalid, arready, rvalid, tr_valid;
    wire [1:0]        bresp, rresp;
    wire [15:0]       tr_link, tr_action;
    wire [2:0]        tr_state0, tr_state1;
    wire [4:0]        tr_event;
    wire [31:0]       tr_txid, tr_rxid;

    reg  [DATA_W-1:0] h_tdata;
    reg  [B-1:0]      h_tkeep;
    reg               h_tvalid = 1'b0, h_tlast = 1'b0, rx_tready = 1'b0, cpl_tready = 1'b0;
    reg  [31:0]       h_tdest;
    integer           rnd = SEED * 2 + g, i;
    integer           k = 0, at = 0;            // payload and byte that go in next
    integer           rk [0:2], rat = 0, vc;    // payload of each VC and byte that come out next
    reg               awvalid = 1'b0, wvalid = 1'b0, arvalid = 1'b0;
    reg  [11:0]       addr = 12'd0;
    integer           cfg = 0;

    ttp_mac #(
        .DATA_W(DATA_W), .TX_CELLS(TX_CELLS), .TX_PKTS(TX_PKTS), .RX_CELLS(RX_CELLS),
        .LINK_SETS(LINK_SETS), .LINK_WAYS(LINK_WAYS), .TRACE(TRACE), .SRAM_1P(SRAM_1P), .DEEP(DEEP),
        .SELECTIVE(SELECTIVE), .VC_ORDER(VC_ORDER), .SEL_WINDOW(SEL_WINDOW)
    ) u_mac (
        .clk(clk), .rst(rst), .cfg_node(node), .cfg_enable(1'b1), .cfg_epoch_seed(16'd77),
        .s_axis_host_tdata(h_tdata), .s_axis_host_tkeep(h_tkeep), .s_axis_host_tvalid(h_tvalid),
        .s_axis_host_tready(tx_tready), .s_axis_host_tlast(h_tlast), .s_axis_host_tuser(1'b0),
        .s_axis_host_tdest(h_tdest),
        .m_axis_host_tdata(rx_tdata), .m_axis_host_tkeep(rx_tkeep), .m_axis_host_tvalid(rx_tvalid),
        .m_axis_host_tready(rx_tready), .m_axis_host_tlast(rx_tlast), .m_axis_host_tid(rx_tid),
        .m_axis_cpl_tdata(cpl_tdata), .m_axis_cpl_tvalid(cpl_tvalid),
        .m_axis_cpl_tready(cpl_tready),
        .s_axis_wire_tdata(w_tdata[1-g]), .s_axis_wire_tkeep(w_tkeep[1-g]),
        .s_axis_wire_tvalid(w_tvalid[1-g] && w_tready[1-g] && !w_cut[1-g]),
        .s_axis_wire_tready(wire_in_ready),
        .s_axis_wire_tlast(w_tlast[1-g]), .s_axis_wire_tuser(w_tlast[1-g] && w_bad[1-g]),
        .m_axis_wire_tdata(w_tdata[g]), .m_axis_wire_tkeep(w_tkeep[g]),
        .m_axis_wire_tvalid(w_tvalid[g]), .m_axis_wire_tready(w_tready[g]),
        .m_axis_wire_tlast(w_tlast[g]), .m_axis_wire_tuser(w_tuser),
        .s_axil_awaddr(addr), .s_axil_awvalid(awvalid), .s_axil_awready(awready),
        .s_axil_wdata(32'd3000), .s_axil_wstrb(4'hf), .s_axil_wvalid(wvalid),
        .s_axil_wready(wready),
        .s_axil_bresp(bresp), .s_axil_bvalid(bvalid), .s_axil_bready(1'b1),
        .s_axil_araddr(addr), .s_axil_arvalid(arvalid), .s_axil_arready(arready),
        .s_axil_rdata(rdata), .s_axil_rresp(rresp), .s_axil_rvalid(rvalid), .s_axil_rready(1'b1),
        .irq(irq),
        .trace_valid(tr_valid), .trace_link(tr_link), .trace_state0(tr_state0),
        .trace_state1(tr_state1), .trace_event(tr_event), .trace_action(tr_action),
        .trace_txid(tr_txid), .trace_rxid(tr_rxid));

    // One X in a vector makes its XOR X.
    wire x_handshake = (^{tx_tready, rx_tvalid, cpl_tvalid, wire_in_ready, w_tvalid[g], awready,
                          wready, bvalid, arready, rvalid, irq}) === 1'bx;
    wire x_trace = (^{tr_link, tr_state0, tr_state1, tr_event, tr_action, tr_txid,
                      tr_rxid}) === 1'bx;

    // Handshakes and valids always; what belongs to a valid while it is 1; data in the bytes that
    // keep marks.
    always @(posedge clk) if (cycle > 2) begin
        compared = compared + 11;
        if (x_handshake)
            fault("X on a handshake", g);
        if (tr_valid === 1'bx) fault("X on trace_valid", g);
        if (rx_tvalid) begin
            compared = compared + 3;
            if ((^{rx_tkeep, rx_tlast, rx_tid}) === 1'bx) fault("X beside host data", g);
            for (i = 0; i < B; i = i + 1)
                if (rx_tkeep[i] && (^rx_tdata[8*i +: 8]) === 1'bx) fault("X in host data", g);
        end
        if (w_tvalid[g]) begin
            compared = compared + 4;
            if ((^{w_tkeep[g], w_tlast[g], w_tuser}) === 1'bx) fault("X beside wire data", g);
            for (i = 0; i < B; i = i + 1)
                if (w_tkeep[g][i] && (^w_tdata[g][8*i +: 8]) === 1'bx) fault("X in wire data", g);
        end
        if (cpl_tvalid && (^cpl_tdata) === 1'bx) fault("X in a completion", g);
        if (bvalid && (^bresp) === 1'bx) fault("X in bresp", g);
        if (rvalid && (^{rresp, rdata}) === 1'bx) fault("X in read data", g);
        if (tr_valid && x_trace) fault("X in the trace", g);
    end

    // The host: one payload after the other, a random pause before each beat.
    always @(posedge clk) begin
        if (rst) begin
            h_tvalid <= 1'b0;
        end else if (!h_tvalid || tx_tready) begin
            h_tvalid <= 1'b0;
            if (k < COUNT && $random(rnd) % 4 != 0) begin
                h_tvalid <= 1'b1;
                h_tdest  <= ((k % 3) << 24) | {8'd0, peer};
                for (i = 0; i < B; i = i + 1) begin
                    h_tkeep[i] <= at + i < length(g, k);
                    h_tdata[8*i +: 8] <= at + i < length(g, k) ? content(g, k, at + i) : 8'hxx;
                end
                h_tlast  <= at + B >= length(g, k);
                if (at + B >= length(g, k)) begin
                    k  = k + 1;
                    at = 0;
                end else begin
                    at = at + B;
                end
            end
        end
        rx_tready  <= $random(rnd) % 8 != 0;
        cpl_tready <= $random(rnd) % 2 == 0;
    end

    // What comes out: payload n of a VC from the other MAC is its payload 3n + VC.
    initial begin rk[0] = 0; rk[1] = 0; rk[2] = 0; taken[g] = 0; end
    always @(posedge clk) if (!rst && rx_tvalid && rx_tready) begin
        vc = rx_tid[31:24];
        if (rx_tid[23:0] !== peer || vc > 2) fault("who sent it", g);
        else begin
            for (i = 0; i < B; i = i + 1) if (rx_tkeep[i]) begin
                if (rx_tdata[8*i +: 8] !== content(1 - g, 3 * rk[vc] + vc, rat)) fault("data", g);
                rat = rat + 1;
            end
            if (rx_tlast) begin
                if (rat != length(1 - g, 3 * rk[vc] + vc)) fault("length", g);
                rat    = 0;
                rk[vc] = rk[vc] + 1;
                taken[g] = taken[g] + 1;
            end
        end
    end

    // Registers: the three timeouts are set, then all of the map is read round and round.
    always @(posedge clk) if (!rst) begin
        if (awvalid && awready) awvalid <= 1'b0;
        if (wvalid && wready) wvalid <= 1'b0;
        if (arvalid && arready) arvalid <= 1'b0;
        if (cycle == 20 || (bvalid && cfg < 3)) begin
            addr    <= cfg == 0 ? `TTP_REG_TIMEOUT
                     : cfg == 1 ? `TTP_REG_OPEN_TMO : `TTP_REG_CLOSE_TMO;
            awvalid <= 1'b1;
            wvalid  <= 1'b1;
            cfg     = cfg + 1;
        end else if ((bvalid && cfg == 3) || rvalid) begin
            cfg     = 4;
            addr    <= rvalid ? addr + 12'd4 : 12'd0;
            arvalid <= 1'b1;
            reads   = reads + rvalid;
        end
    end
end endgenerate

// The wire: decides at the first beat of a frame.
integer n;
initial for (n = 0; n < 2; n = n + 1) begin
    w_tready[n] = 1'b0; w_cut[n] = 1'b0; w_bad[n] = 1'b0;
end
always @(posedge clk) for (n = 0; n < 2; n = n + 1) begin
    if (w_tvalid[n] && w_tready[n]) begin
        if (w_tlast[n]) begin
            lost = lost + w_cut[n];
            bad  = bad + (w_bad[n] && !w_cut[n]);
            w_cut[n] <= $random(rnd) % 16 == 0;
            w_bad[n] <= $random(rnd) % 32 == 0;
        end
    end
    w_tready[n] <= $random(rnd) % 8 != 0;
end

// Passed if all has come, and if the wire has done its harm.
reg all_taken;
always @(posedge clk) begin
    cycle <= cycle + 1;
    if (cycle == 5) rst <= 1'b0;
    all_taken = taken[0] == COUNT && taken[1] == COUNT;
    if ((all_taken && reads > 300) || cycle == LIMIT || faults > 20) begin
        if (faults == 0 && all_taken && lost > 0 && bad > 0 && reads > 300) begin
            $write("PASS delivered=%0d+%0d ", taken[0], taken[1]);
            $write("cycles=%0d compared=%0d ", cycle, compared);
        end else begin
            $write("FAIL faults=%0d ", faults);
            $write("delivered=%0d+%0d of %0d cycles=%0d ", taken[0], taken[1], COUNT, cycle);
        end
        $display("lost=%0d bad=%0d reads=%0d seed=%0d", lost, bad, reads, SEED);
        $finish;
    end
end

endmodule

`resetall
