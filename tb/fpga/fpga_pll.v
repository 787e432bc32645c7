// SPDX-License-Identifier: Apache-2.0
//
// fpga/card/card_pll_ecp5.v on the model of the PLL: 62.5 (from 50: 41.67) and 125 MHz from 25, 50
// and 100 MHz, none
// before the lock, no lock without a reference or with a VCO out of its range. Run by
// tb/fpga/check.py; one tick is 1 ps.

`resetall
`default_nettype none

module fpga_pll;

integer half [0:2];
reg [2:0] ref_q = 3'd0;
reg       stop  = 1'b1;
initial begin half[0] = 20000; half[1] = 10000; half[2] = 5000; end

wire [2:0] clk, tx_clk, locked;
wire       slow_locked, os_unused, op_unused;

genvar g;
generate for (g = 0; g < 3; g = g + 1) begin : g_pll
    initial forever #(half[g]) if (!stop) ref_q[g] = !ref_q[g];
    card_pll_ecp5 #(.REF_MHZ(25 << g), .CORE_DIV(g == 1 ? 15 : 10)) u_pll (
        .refclk(ref_q[g]), .clk(clk[g]), .tx_clk(tx_clk[g]), .locked(locked[g])
    );

    integer n_clk = 0, n_tx = 0, n_early = 0, n_bad = 0;
    time    last_clk = 0, last_tx = 0;
    always @(posedge clk[g]) begin
        if (!locked[g]) n_early = n_early + 1;
        if (n_clk > 0 && $time - last_clk != (g == 1 ? 24000 : 16000)) n_bad = n_bad + 1;
        n_clk = n_clk + 1;
        last_clk = $time;
    end
    always @(posedge tx_clk[g]) begin
        if (n_tx > 0 && $time - last_tx != 8000) n_bad = n_bad + 1;
        n_tx = n_tx + 1;
        last_tx = $time;
    end
end endgenerate

// The divider of the 100 MHz board on a board with 25 MHz: 156 MHz, it must not lock.
card_pll_ecp5 #(.REF_MHZ(100)) u_wrong (
    .refclk(ref_q[0]), .clk(os_unused), .tx_clk(op_unused), .locked(slow_locked)
);

integer faults = 0;
task want(input [8*40-1:0] what, input ok);
    if (!ok) begin
        faults = faults + 1;
        $display("  %0s", what);
    end
endtask

initial begin
    #2000000 want("a lock without a reference", locked === 3'b000);
    stop = 1'b0;
    #20000000;
    want("all three lock", locked === 3'b111);
    want("a PLL out of its range locks", slow_locked === 1'b0);
    want("a clock before the lock", g_pll[0].n_early + g_pll[1].n_early + g_pll[2].n_early == 0);
    want("a period", g_pll[0].n_bad + g_pll[1].n_bad + g_pll[2].n_bad == 0);
    want("enough cycles", g_pll[0].n_clk > 1000 && g_pll[1].n_clk > 666 && g_pll[2].n_clk > 1000
                          && g_pll[0].n_tx > 2000 && g_pll[1].n_tx > 2000 && g_pll[2].n_tx > 2000);
    if (faults == 0) $display("PASS clk=%0d tx_clk=%0d", g_pll[0].n_clk, g_pll[0].n_tx);
    else $display("FAIL faults=%0d", faults);
    $finish;
end

endmodule

`resetall
