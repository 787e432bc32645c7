// SPDX-License-Identifier: Apache-2.0
//
// ttp_lite_seq - the sequencer: carries out the microprogram, one event to a slot of 1024 cycles
//
// Slots come in turn whether or not there is an event, so that what happens when does not depend on the program:
//
//     slot   0     1     2     3     4     5     6      7
//            WRX   WTX   HRX   HTX   WRX   WTX   TIMER  HRX        8 slots are a round of 8192 cycles
//
// The ports are looked at in the last cycle of the slot before, and what a slot tells them happens in its last cycle: a
// slot is one step to the outside. After rst 16 slots prepare the memories, with the ports off. A program that is not at
// HALT when its slot ends is a bug (asserted). What the instructions do: docs/lite.md.
//
//     cycle    0         1         2         3         4
//              fetch     read or   execute,  read or   execute,       an instruction takes two cycles; the memory of the
//              entry     write     fetch     write     fetch          pages is the sequencer's in odd cycles
//
// Timing: as drawn; outputs decode flops, mem_* also the microprogram's.
// Mirror: model/ttp_lite.c (what the program is for, not the program)    Test: tb/test_ttp_lite.cpp

`resetall
`default_nettype none

module ttp_lite_seq #(
    parameter BOARD = 0             // register BOARD, 0..255
) (
    input  wire        clk,
    input  wire        rst,

    input  wire [23:0] cfg_node,    // register NODE after reset
    input  wire        seen,        // something came at a port: freezes the seed of the life numbers

    // Memory of the pages: ours in odd cycles
    output wire        odd,
    output wire [1:0]  phase,       // of four even cycles: whose turn
    output wire        mem_en,
    output wire        mem_wr,
    output wire [15:0] mem_addr,
    output wire [15:0] mem_wr_data,
    input  wire [15:0] mem_rd_data,

    // Ports
    output wire        on,
    input  wire        wrx_full,
    input  wire [5:0]  wrx_page,
    input  wire        wtx_idle,
    input  wire        hrx_full,
    input  wire [5:0]  hrx_page,
    input  wire        htx_idle,
    output wire [3:0]  go,          // in the last cycle of a slot: {HTX, HRX, WTX, WRX}
    output wire [5:0]  go_page,
    output wire [10:0] go_bytes,

    output wire [3:0]  stat         // {error, frames, session, open}: of the last eight rounds
);

generate if (BOARD < 0 || BOARD > 255) begin : g_bad
    ERROR_ttp_lite_seq_parameter_out_of_range u_bad ();
end endgenerate

wire [7:0] board_id = BOARD[7:0];

// ---------------------------------------------------------------- time

reg [9:0]  cycle_q;
reg [3:0]  slot_q;                  // [2:0] of a round; during init all four bits count
reg        init_q;
reg [3:0]  flags_q;
reg [15:0] seed_q;
reg        seen_q;

wire first = cycle_q == 10'd0;
wire last  = &cycle_q;

always @(posedge clk) begin
    cycle_q <= cycle_q + 10'd1;
    if (last) begin
        slot_q  <= init_q || slot_q != 4'd7 ? slot_q + 4'd1 : 4'd0;
        flags_q <= {htx_idle, hrx_full, wtx_idle, wrx_full};
        if (&slot_q) init_q <= 1'b0;
    end
    seen_q <= seen_q || (seen && on);
    if (!seen_q) seed_q <= seed_q + 16'd1;
    if (rst) begin
        cycle_q <= 10'd0;
        slot_q  <= 4'd0;
        init_q  <= 1'b1;
        seen_q  <= 1'b0;
        seed_q  <= 16'd0;
    end
end

assign odd   = cycle_q[0];
assign phase = cycle_q[2:1];
assign on    = !init_q;

// ---------------------------------------------------------------- instructions

localparam [2:0]
    F_LD = 3'd0, F_ADD = 3'd1, F_ADC = 3'd2, F_SUB = 3'd3, F_SBC = 3'd4, F_AND = 3'd5, F_OR = 3'd6;     // F_XOR = 3'd7
localparam [2:0]
    K_ST = 3'd0, K_JMP = 3'd1, K_CALL = 3'd2, K_MISC = 3'd3;
localparam [3:0]
    M_HALT = 4'd0, M_RET = 4'd1, M_ROL = 4'd2, M_SWP = 4'd3, M_TAL = 4'd4, M_TAX = 4'd5, M_TAP = 4'd6, M_IN = 4'd7,
    M_PAGE = 4'd8, M_GO = 4'd9, M_STAT = 4'd10;
localparam [1:0]
    A_DIRECT = 2'd0, A_LINK = 2'd1;     // X + offset, page

reg  [11:0] pc_q, pc_d, ret0_q, ret1_q, ret2_q, ret3_q;
reg  [15:0] a_q, a_d, p_q;
reg         c_q, c_d;
reg  [9:0]  x_q;
reg  [2:0]  l_q;
reg  [5:0]  page_q;
reg  [10:0] bytes_q;
reg  [3:0]  go_q, stat_q, show_q;

wire [19:0] op;
wire [15:0] ram_data;
wire        is_imm  = !op[19];
wire        is_alu  = !op[19] || !op[18];
wire [2:0]  func    = op[19] ? op[17:15] : op[18:16];
wire        other   = op[19] && op[18];
wire        is_st   = other && op[17:15] == K_ST;
wire        is_jmp  = other && op[17:15] == K_JMP;
wire        is_call = other && op[17:15] == K_CALL;
wire        is_misc = other && op[17:15] == K_MISC;
wire [3:0]  misc    = op[14:11];
wire [1:0]  mode    = op[14:13];
wire        to_page = &mode;
wire        run     = !odd && !first;       // execute

wire [9:0]  ram_addr = mode == A_DIRECT ? op[9:0] : mode == A_LINK ? {2'd0, l_q, op[4:0]} : x_q + {5'd0, op[4:0]};
wire [15:0] value    = is_imm ? op[15:0] : to_page ? mem_rd_data : ram_data;

// a +- value with carry or borrow
wire        minus   = func == F_SUB || func == F_SBC;
wire        carry   = func == F_ADC ? c_q : func == F_SBC ? !c_q : minus;
wire [16:0] sum     = {1'b0, a_q} + {1'b0, value ^ {16{minus}}} + {16'd0, carry};

reg         taken;
wire        zero = a_q == 16'd0;
reg  [15:0] in;

always @* begin
    case (op[14:12])
    3'd0:    taken = 1'b1;
    3'd1:    taken = zero;
    3'd2:    taken = !zero;
    3'd3:    taken = c_q;
    3'd4:    taken = !c_q;
    3'd5:    taken = a_q[15];
    3'd6:    taken = !a_q[15];
    default: taken = 1'b1;                          // to op + a
    endcase
    case (op[2:0])
    3'd0:    in = {12'd0, flags_q};
    3'd1:    in = {wrx_page, 10'd0};
    3'd2:    in = {hrx_page, 10'd0};
    3'd3:    in = seed_q;
    3'd4:    in = {8'd0, cfg_node[23:16]};
    3'd5:    in = cfg_node[15:0];
    default: in = {8'd0, board_id};
    endcase
    a_d = a_q;
    c_d = c_q;
    if (is_alu) begin
        case (func)
        F_LD:    a_d = value;
        F_AND:   a_d = a_q & value;
        F_OR:    a_d = a_q | value;
        F_ADD, F_ADC, F_SUB, F_SBC: begin
            a_d = sum[15:0];
            c_d = sum[16] ^ minus;
        end
        default: a_d = a_q ^ value;
        endcase
    end else if (is_misc) begin
        case (misc)
        M_ROL:   a_d = {a_q[14:0], a_q[15]};
        M_SWP:   a_d = {a_q[7:0], a_q[15:8]};
        M_IN:    a_d = in;
        default: a_d = a_q;
        endcase
    end
    pc_d = pc_q + 12'd1;
    if (is_jmp && taken) pc_d = op[11:0] + (&op[14:12] ? a_q[11:0] : 12'd0);
    if (is_call) pc_d = op[11:0];
    if (is_misc && misc == M_RET) pc_d = ret0_q;
    if (is_misc && misc == M_HALT) pc_d = pc_q;
    // The entry of a slot is the word of its number; init begins once, at word 8.
    if (first && (!init_q || slot_q == 4'd0)) pc_d = {8'd0, init_q ? 4'd8 : slot_q};
    else if (first) pc_d = pc_q;
end

always @(posedge clk) begin
    if (!odd) pc_q <= pc_d;
    if (run) begin
        a_q <= a_d;
        c_q <= c_d;
        if (is_call) {ret3_q, ret2_q, ret1_q, ret0_q} <= {ret2_q, ret1_q, ret0_q, pc_q + 12'd1};
        if (is_misc) begin
            case (misc)
            M_RET:   {ret2_q, ret1_q, ret0_q} <= {ret3_q, ret2_q, ret1_q};
            M_TAL:   l_q     <= a_q[2:0];
            M_TAX:   x_q     <= a_q[9:0];
            M_TAP:   p_q     <= a_q;
            M_PAGE:  page_q  <= a_q[15:10];
            M_GO:    begin
                bytes_q <= a_q[10:0];
                go_q    <= op[3:0];
            end
            M_STAT:  show_q  <= a_q[3:0];
            default: ;
            endcase
        end
    end
    if (last) begin
        go_q   <= 4'd0;
        stat_q <= show_q;
    end
    if (rst) begin
        go_q   <= 4'd0;
        stat_q <= 4'd0;
        show_q <= 4'd0;
    end
end

assign go       = last ? go_q : 4'd0;
assign go_page  = page_q;
assign go_bytes = bytes_q;
assign stat     = stat_q;

assign mem_en      = odd && to_page && (is_st || (op[19] && !op[18]));
assign mem_wr      = is_st;
assign mem_addr    = p_q + {6'd0, op[9:0]};
assign mem_wr_data = a_q;

ttp_lite_rom u_rom (.clk (clk), .rd_en (!odd), .rd_addr (pc_d), .rd_data (op));

ttp_ram_1r1w #(.WIDTH (16), .DEPTH (1024), .BYPASS (0)) u_ram (
    .clk (clk), .wr_en (odd && is_st && !to_page), .wr_addr (ram_addr), .wr_data (a_q), .rd_en (odd && !is_st),
    .rd_addr (ram_addr), .rd_data (ram_data)
);

`ifdef FORMAL
    reg f_past_q;
    always @(posedge clk) begin
        f_past_q <= !rst && (f_past_q || first);
        if (f_past_q && !rst && first && (!init_q || slot_q == 4'd0)) assert (is_misc && misc == M_HALT);
    end
`endif

endmodule

`resetall
