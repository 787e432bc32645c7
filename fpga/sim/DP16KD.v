// SPDX-License-Identifier: Apache-2.0
//
// DP16KD - behaviour of the ECP5 block RAM, 18432 bits, for simulation
//
// Yosys has no model of this cell. This one has the modes that Yosys 0.23 maps to (memory_libmap,
// ecp5/brams_map.v):
//
//   true dual port   DATA_WIDTH_A and _B each 1, 2, 4, 9 or 18. At 18 the address bits 1:0 of a
//                    port enable the two bytes of a write.
//   PDPW             DATA_WIDTH_A = 36: port A only writes, {DIB, DIA}, with ADA3..ADA0 as enables
//                    of the four bytes; port B only reads. DATA_WIDTH_B = 36 gives {DOB, DOA},
//                    else DOB.
//
// Address bit 13 is the highest in every width; a port of width 1, 2 or 4 does not see bit 8 of a
// byte of 9.
// A port that writes shows by WRITEMODE: NORMAL, what it showed; WRITETHROUGH, the new word;
// READBEFOREWRITE, the old one. RST clears the output at a clock edge, and the port does not write
// (RESETMODE = "SYNC").
// Content at the start: INITVAL_xx, 16 words of 18 bits with two bits between them. Outputs start
// at 0.
//
// Error: what one port reads while the other writes it is undefined on the part, and so is what two
// ports write at once. Here such bits are random, so that no test passes by the luck of an order.
// Two clocks: a write counts as at the same time while the other clock is high.
// An OUTREG, CSDECODE other than "0b000" and other widths are refused: a module ERROR_DP16KD_...
// does not exist.
// A write by port B in PDPW, and a RST in RESETMODE = "ASYNC", stop the simulation.
//
// Timing: one edge of its clock from address to output.
// Test: tb/block/DP16KD.cpp, and the netlists of docs/netlist.md

`resetall
`default_nettype none

module DP16KD #(
    parameter integer    DATA_WIDTH_A = 18,         // bits, 1, 2, 4, 9, 18, or 36: PDPW
    parameter integer    DATA_WIDTH_B = 18,         // bits, 1, 2, 4, 9, 18, with PDPW also 36
    parameter [8*16-1:0] REGMODE_A = "NOREG",       // only this
    parameter [8*16-1:0] REGMODE_B = "NOREG",
    parameter [8*16-1:0] RESETMODE = "SYNC",        // or "ASYNC"
    parameter [8*16-1:0] ASYNC_RESET_RELEASE = "SYNC",  // the same as RESETMODE
    parameter [8*16-1:0] CSDECODE_A = "0b000",      // only this: selected while the three CS are 0
    parameter [8*16-1:0] CSDECODE_B = "0b000",
    parameter [8*16-1:0] WRITEMODE_A = "NORMAL",    // or "WRITETHROUGH", "READBEFOREWRITE"
    parameter [8*16-1:0] WRITEMODE_B = "NORMAL",
    parameter [8*16-1:0] CLKAMUX = "CLKA",          // or "INV": the falling edge
    parameter [8*16-1:0] CLKBMUX = "CLKB",
    parameter [8*16-1:0] GSR = "ENABLED",           // no global reset here: no difference
    parameter [319:0]    INITVAL_00 = 320'd0,
    parameter [319:0]    INITVAL_01 = 320'd0,
    parameter [319:0]    INITVAL_02 = 320'd0,
    parameter [319:0]    INITVAL_03 = 320'd0,
    parameter [319:0]    INITVAL_04 = 320'd0,
    parameter [319:0]    INITVAL_05 = 320'd0,
    parameter [319:0]    INITVAL_06 = 320'd0,
    parameter [319:0]    INITVAL_07 = 320'd0,
    parameter [319:0]    INITVAL_08 = 320'd0,
    parameter [319:0]    INITVAL_09 = 320'd0,
    parameter [319:0]    INITVAL_0A = 320'd0,
    parameter [319:0]    INITVAL_0B = 320'd0,
    parameter [319:0]    INITVAL_0C = 320'd0,
    parameter [319:0]    INITVAL_0D = 320'd0,
    parameter [319:0]    INITVAL_0E = 320'd0,
    parameter [319:0]    INITVAL_0F = 320'd0,
    parameter [319:0]    INITVAL_10 = 320'd0,
    parameter [319:0]    INITVAL_11 = 320'd0,
    parameter [319:0]    INITVAL_12 = 320'd0,
    parameter [319:0]    INITVAL_13 = 320'd0,
    parameter [319:0]    INITVAL_14 = 320'd0,
    parameter [319:0]    INITVAL_15 = 320'd0,
    parameter [319:0]    INITVAL_16 = 320'd0,
    parameter [319:0]    INITVAL_17 = 320'd0,
    parameter [319:0]    INITVAL_18 = 320'd0,
    parameter [319:0]    INITVAL_19 = 320'd0,
    parameter [319:0]    INITVAL_1A = 320'd0,
    parameter [319:0]    INITVAL_1B = 320'd0,
    parameter [319:0]    INITVAL_1C = 320'd0,
    parameter [319:0]    INITVAL_1D = 320'd0,
    parameter [319:0]    INITVAL_1E = 320'd0,
    parameter [319:0]    INITVAL_1F = 320'd0,
    parameter [319:0]    INITVAL_20 = 320'd0,
    parameter [319:0]    INITVAL_21 = 320'd0,
    parameter [319:0]    INITVAL_22 = 320'd0,
    parameter [319:0]    INITVAL_23 = 320'd0,
    parameter [319:0]    INITVAL_24 = 320'd0,
    parameter [319:0]    INITVAL_25 = 320'd0,
    parameter [319:0]    INITVAL_26 = 320'd0,
    parameter [319:0]    INITVAL_27 = 320'd0,
    parameter [319:0]    INITVAL_28 = 320'd0,
    parameter [319:0]    INITVAL_29 = 320'd0,
    parameter [319:0]    INITVAL_2A = 320'd0,
    parameter [319:0]    INITVAL_2B = 320'd0,
    parameter [319:0]    INITVAL_2C = 320'd0,
    parameter [319:0]    INITVAL_2D = 320'd0,
    parameter [319:0]    INITVAL_2E = 320'd0,
    parameter [319:0]    INITVAL_2F = 320'd0,
    parameter [319:0]    INITVAL_30 = 320'd0,
    parameter [319:0]    INITVAL_31 = 320'd0,
    parameter [319:0]    INITVAL_32 = 320'd0,
    parameter [319:0]    INITVAL_33 = 320'd0,
    parameter [319:0]    INITVAL_34 = 320'd0,
    parameter [319:0]    INITVAL_35 = 320'd0,
    parameter [319:0]    INITVAL_36 = 320'd0,
    parameter [319:0]    INITVAL_37 = 320'd0,
    parameter [319:0]    INITVAL_38 = 320'd0,
    parameter [319:0]    INITVAL_39 = 320'd0,
    parameter [319:0]    INITVAL_3A = 320'd0,
    parameter [319:0]    INITVAL_3B = 320'd0,
    parameter [319:0]    INITVAL_3C = 320'd0,
    parameter [319:0]    INITVAL_3D = 320'd0,
    parameter [319:0]    INITVAL_3E = 320'd0,
    parameter [319:0]    INITVAL_3F = 320'd0
) (
    input  wire DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9,
            DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0,
    input  wire ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7,
            ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0,
    input  wire CEA, OCEA, CLKA, WEA, RSTA, CSA2, CSA1, CSA0,
    output wire DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9,
            DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0,
    input  wire DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9,
            DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0,
    input  wire ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7,
            ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0,
    input  wire CEB, OCEB, CLKB, WEB, RSTB, CSB2, CSB1, CSB0,
    output wire DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9,
            DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0
);

localparam PDPW    = DATA_WIDTH_A == 36;
localparam IS_SYNC = RESETMODE == "SYNC";

generate
    if (!(DATA_WIDTH_A == 1 || DATA_WIDTH_A == 2 || DATA_WIDTH_A == 4 || DATA_WIDTH_A == 9
          || DATA_WIDTH_A == 18 || PDPW)
        || !(DATA_WIDTH_B == 1 || DATA_WIDTH_B == 2 || DATA_WIDTH_B == 4 || DATA_WIDTH_B == 9
             || DATA_WIDTH_B == 18
             || (PDPW && DATA_WIDTH_B == 36))) begin : g_bad_width
        ERROR_DP16KD_width_not_modelled u_bad ();
    end
    if (REGMODE_A != "NOREG" || REGMODE_B != "NOREG") begin : g_bad_reg
        ERROR_DP16KD_output_register_not_modelled u_bad ();
    end
    if ((RESETMODE != "SYNC" && RESETMODE != "ASYNC")
        || ASYNC_RESET_RELEASE != RESETMODE) begin : g_bad_reset
        ERROR_DP16KD_reset_mode_not_modelled u_bad ();
    end
    if (CSDECODE_A != "0b000" || CSDECODE_B != "0b000") begin : g_bad_cs
        ERROR_DP16KD_chip_select_not_modelled u_bad ();
    end
    if ((WRITEMODE_A != "NORMAL" && WRITEMODE_A != "WRITETHROUGH"
         && WRITEMODE_A != "READBEFOREWRITE")
        || (WRITEMODE_B != "NORMAL" && WRITEMODE_B != "WRITETHROUGH"
            && WRITEMODE_B != "READBEFOREWRITE")) begin : g_bad_write
        ERROR_DP16KD_write_mode_not_modelled u_bad ();
    end
    if ((CLKAMUX != "CLKA" && CLKAMUX != "INV")
        || (CLKBMUX != "CLKB" && CLKBMUX != "INV")) begin : g_bad_clock
        ERROR_DP16KD_clock_not_modelled u_bad ();
    end
endgenerate

// Bits of a row of 36 that a port of width w means by an address.
function [35:0] lanes(input integer w, input [4:0] at);
    lanes = w == 36 ? {36{1'b1}} : {18'd0, {18{1'b1}} >> (18 - w)} << shift(w, at);
endfunction

function [5:0] shift(input integer w, input [4:0] at);
    shift = w == 36 ? 6'd0 : w == 18 ? (at[4] ? 6'd18 : 6'd0)
          : 6'd9 * {4'd0, at[4:3]} + (w == 9 ? 6'd0 : {3'd0, at[2:0]} & ~(w[5:0] - 6'd1));
endfunction

// Those of them that a write may change.
function [35:0] enabled(input integer w, input [3:0] be);
    enabled = w == 36 ? {{9{be[3]}}, {9{be[2]}}, {9{be[1]}}, {9{be[0]}}}
            : w == 18 ? {2{{9{be[1]}}, {9{be[0]}}}} : {36{1'b1}};
endfunction

reg [35:0] mem [0:511];
reg [17:0] qa_q = 18'd0;
reg [35:0] qb_q = 36'd0;

wire [17:0] dia = {DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9,
                   DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0};
wire [13:0] ada = {ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7,
                   ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0};
wire [17:0] dib = {DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9,
                   DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0};
wire [13:0] adb = {ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7,
                   ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0};

wire        ca   = CLKAMUX == "INV" ? !CLKA : CLKA;
wire        cb   = CLKBMUX == "INV" ? !CLKB : CLKB;
wire        on_a = CEA && !CSA2 && !CSA1 && !CSA0;
wire        on_b = CEB && !CSB2 && !CSB1 && !CSB0;
wire        wr_a = on_a && WEA && !(IS_SYNC && RSTA);
wire        wr_b = on_b && WEB && !(IS_SYNC && RSTB);
wire [35:0] ln_a = lanes(DATA_WIDTH_A, ada[4:0]);
wire [35:0] ln_b = lanes(DATA_WIDTH_B, adb[4:0]);
wire [35:0] wl_a = wr_a ? ln_a & enabled(DATA_WIDTH_A, ada[3:0]) : 36'd0;
wire [35:0] wl_b = wr_b ? ln_b & enabled(DATA_WIDTH_B, adb[3:0]) : 36'd0;
wire [35:0] wd_a = PDPW ? {dib, dia} : {18'd0, dia} << shift(DATA_WIDTH_A, ada[4:0]);
wire [35:0] wd_b = {18'd0, dib} << shift(DATA_WIDTH_B, adb[4:0]);
// Both at one row: only asked at an edge
wire        meet = ca && cb && ada[13:5] == adb[13:5];

reg [35:0] row_a, row_b, old_a, old_b, see_a, see_b;
reg [31:0] rnd_a, rnd_b;

// verilator lint_off BLKSEQ
// verilator lint_off MULTIDRIVEN
// Blocking, and two drivers: each port changes its own bits of a row at once, so that both may
// write one row. What both write, or one reads while the other writes, is made random and does not
// depend on who comes first.
always @(posedge ca) begin
    rnd_a = $random;
    old_a = mem[ada[13:5]];
    row_a = old_a;
    if (wr_a) begin
        row_a = (old_a & ~wl_a) | (wd_a & wl_a);
        if (meet && |(wl_a & wl_b)) row_a = row_a ^ ({rnd_a[3:0], rnd_a} & wl_a & wl_b);
        mem[ada[13:5]] = row_a;
    end
    if (meet && |(ln_a & wl_b)) begin
        old_a = old_a ^ ({rnd_a[3:0], rnd_a} & ln_a & wl_b);
        row_a = row_a ^ ({rnd_a[3:0], rnd_a} & ln_a & wl_b);
    end
    see_a = ((WEA && WRITEMODE_A == "WRITETHROUGH" ? row_a : old_a) & ln_a)
            >> shift(DATA_WIDTH_A, ada[4:0]);
    if (RSTA) qa_q <= 18'd0;
    else if (on_a && !PDPW && !(WEA && WRITEMODE_A == "NORMAL")) qa_q <= see_a[17:0];
    if (RSTA && !IS_SYNC) begin
        $display("DP16KD: RSTA with RESETMODE ASYNC: %m");
        $stop;
    end
end

always @(posedge cb) begin
    rnd_b = $random;
    old_b = mem[adb[13:5]];
    row_b = old_b;
    if (wr_b && PDPW) begin
        $display("DP16KD: port B writes in PDPW: %m");
        $stop;
    end
    if (wr_b) begin
        row_b = (old_b & ~wl_b) | (wd_b & wl_b);
        if (meet && |(wl_a & wl_b)) row_b = row_b ^ ({rnd_b[3:0], rnd_b} & wl_a & wl_b);
        mem[adb[13:5]] = row_b;
    end
    if (meet && |(ln_b & wl_a)) begin
        old_b = old_b ^ ({rnd_b[3:0], rnd_b} & ln_b & wl_a);
        row_b = row_b ^ ({rnd_b[3:0], rnd_b} & ln_b & wl_a);
    end
    see_b = ((WEB && WRITEMODE_B == "WRITETHROUGH" ? row_b : old_b) & ln_b)
            >> shift(DATA_WIDTH_B, adb[4:0]);
    if (RSTB) qb_q <= 36'd0;
    else if (on_b && !(WEB && WRITEMODE_B == "NORMAL")) qb_q <= see_b;
    if (RSTB && !IS_SYNC) begin
        $display("DP16KD: RSTB with RESETMODE ASYNC: %m");
        $stop;
    end
end
// verilator lint_on MULTIDRIVEN
// verilator lint_on BLKSEQ

localparam [64*320-1:0] INIT = {
    INITVAL_3F, INITVAL_3E, INITVAL_3D, INITVAL_3C, INITVAL_3B, INITVAL_3A, INITVAL_39, INITVAL_38,
    INITVAL_37, INITVAL_36, INITVAL_35, INITVAL_34, INITVAL_33, INITVAL_32, INITVAL_31, INITVAL_30,
    INITVAL_2F, INITVAL_2E, INITVAL_2D, INITVAL_2C, INITVAL_2B, INITVAL_2A, INITVAL_29, INITVAL_28,
    INITVAL_27, INITVAL_26, INITVAL_25, INITVAL_24, INITVAL_23, INITVAL_22, INITVAL_21, INITVAL_20,
    INITVAL_1F, INITVAL_1E, INITVAL_1D, INITVAL_1C, INITVAL_1B, INITVAL_1A, INITVAL_19, INITVAL_18,
    INITVAL_17, INITVAL_16, INITVAL_15, INITVAL_14, INITVAL_13, INITVAL_12, INITVAL_11, INITVAL_10,
    INITVAL_0F, INITVAL_0E, INITVAL_0D, INITVAL_0C, INITVAL_0B, INITVAL_0A, INITVAL_09, INITVAL_08,
    INITVAL_07, INITVAL_06, INITVAL_05, INITVAL_04, INITVAL_03, INITVAL_02, INITVAL_01, INITVAL_00};
integer i;

initial for (i = 0; i < 512; i = i + 1) mem[i] = {INIT[40 * i + 20 +: 18], INIT[40 * i +: 18]};

assign {DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9,
        DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0}
    = PDPW && DATA_WIDTH_B == 36 ? qb_q[17:0] : qa_q;
assign {DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9,
        DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0}
    = PDPW && DATA_WIDTH_B == 36 ? qb_q[35:18] : qb_q[17:0];

// No output register, no global reset
wire oce_unused = OCEA ^ OCEB ^ (GSR == "ENABLED") ^ (&INIT) ^ (&see_a);

endmodule

`resetall
