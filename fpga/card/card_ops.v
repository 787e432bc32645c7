// SPDX-License-Identifier: Apache-2.0
//
// card_ops - carries out the register operations of one REQ, each where it was written
//
// A memory of 32 operations: card_host_rx fills it, each one is read, done and written back as its
// answer, and card_host_tx sends it. Busy from op_go until the answer has been sent.
//
//     IDLE --op_go--> READ -> ISSUE -> WAIT -> READ ...   -> RSP --rsp_done--> IDLE
//
// Timing: outputs are flops, but rsp_data (distributed RAM). Four cycles an operation and what the
// access takes.
// Test: tb/block/card_host.cpp

`resetall
`default_nettype none

module card_ops #(
    parameter NIC = 0           // 1: registers of a NIC at 0x2000, operations on the memory
) (
    input  wire        clk,
    input  wire        rst,

    // Operations, from card_host_body
    output wire        op_busy,
    input  wire        op_wr,
    input  wire [4:0]  op_idx,
    input  wire [63:0] op_data,     // as in the frame, first byte in [7:0]
    input  wire        op_go,
    input  wire [31:0] op_tag,
    input  wire [47:0] op_mac,
    input  wire        op_uart,

    // One access at a time; all stands from acc_valid to acc_done
    output wire        acc_valid,
    output wire        acc_card,    // 1: registers of the card, 0: of MAC and NIC
    output wire        acc_mem,     // 1: none of these, the memory
    output wire        acc_write,
    output wire [15:0] acc_addr,    // of the memory: in units of 4 bytes
    output wire [31:0] acc_wdata,
    output wire [3:0]  acc_wstrb,
    input  wire        acc_done,
    input  wire        acc_error,
    input  wire [31:0] acc_rdata,

    // Answer
    output wire        rsp_valid,
    input  wire        rsp_done,
    output wire [4:0]  rsp_last,
    output wire [31:0] rsp_tag,
    output wire [47:0] rsp_mac,
    output wire        rsp_uart,
    input  wire [4:0]  rsp_idx,
    output wire [63:0] rsp_data
);

localparam [2:0]
    ST_IDLE  = 3'd0,
    ST_READ  = 3'd1,
    ST_ISSUE = 3'd2,
    ST_WAIT  = 3'd3,
    ST_STORE = 3'd4,
    ST_RSP   = 3'd5;

reg [2:0]  state_q, state_d;
reg [4:0]  idx_q, idx_d, last_q, last_d;
reg [63:0] op_q, op_d;
reg        error_q, error_d, uart_q, uart_d;
reg [31:0] value_q, value_d, tag_q, tag_d;
reg [47:0] mac_q, mac_d;

wire [63:0] mem_data;
wire [31:0] given = {op_q[39:32], op_q[47:40], op_q[55:48], op_q[63:56]};
wire [15:0] addr  = {op_q[23:16], op_q[31:24]};
wire        mem   = NIC != 0 && op_q[1];
wire        known = (op_q[7:1] == 7'd0 && addr[15:13] == 3'd0)
                  || (NIC != 0 && op_q[7:1] == 7'd0 && addr[15:12] == 4'd2)
                  || (mem && op_q[7:2] == 6'd0);
wire [31:0] value = error_q ? 32'd0 : value_q;
wire        idle  = state_q == ST_IDLE;
wire [63:0] done  = {value[7:0], value[15:8], value[23:16], value[31:24],
                     op_q[31:8], error_q, op_q[6:0]};

ttp_ram_async #(.WIDTH(64), .DEPTH(32)) u_ops (
    .clk(clk),
    .wr_en(idle ? op_wr : state_q == ST_STORE), .wr_addr(idle ? op_idx : idx_q),
    .wr_data(idle ? op_data : done),
    .rd_addr(state_q == ST_RSP ? rsp_idx : idx_q), .rd_data(mem_data)
);

always @* begin
    state_d = state_q;
    idx_d   = idx_q;
    last_d  = last_q;
    op_d    = op_q;
    error_d = error_q;
    value_d = value_q;
    tag_d   = tag_q;
    mac_d   = mac_q;
    uart_d  = uart_q;
    case (state_q)
    ST_IDLE: begin
        idx_d = 5'd0;
        if (op_go) begin
            last_d  = op_idx;
            tag_d   = op_tag;
            mac_d   = op_mac;
            uart_d  = op_uart;
            state_d = ST_READ;
        end
    end
    ST_READ: begin
        op_d    = mem_data;
        state_d = ST_ISSUE;
    end
    ST_ISSUE: begin
        error_d = 1'b1;
        state_d = known ? ST_WAIT : ST_STORE;
    end
    ST_WAIT: if (acc_done) begin
        error_d = acc_error;
        value_d = op_q[0] ? given : acc_rdata;
        state_d = ST_STORE;
    end
    ST_STORE: begin
        idx_d   = idx_q + 5'd1;
        state_d = idx_q == last_q ? ST_RSP : ST_READ;
    end
    ST_RSP: if (rsp_done) state_d = ST_IDLE;
    default: state_d = ST_IDLE;
    endcase
end

always @(posedge clk) begin
    state_q <= state_d;
    idx_q   <= idx_d;
    last_q  <= last_d;
    op_q    <= op_d;
    error_q <= error_d;
    value_q <= value_d;
    tag_q   <= tag_d;
    mac_q   <= mac_d;
    uart_q  <= uart_d;
    if (rst) state_q <= ST_IDLE;
end

assign op_busy   = !idle;
assign acc_valid = state_q == ST_WAIT;
assign acc_card  = addr[12] && !mem;
assign acc_mem   = mem;
assign acc_write = op_q[0];
assign acc_addr  = addr;
assign acc_wdata = given;
assign acc_wstrb = op_q[11:8];
assign rsp_valid = state_q == ST_RSP;
assign rsp_last  = last_q;
assign rsp_tag   = tag_q;
assign rsp_mac   = mac_q;
assign rsp_uart  = uart_q;
assign rsp_data  = mem_data;

endmodule

`resetall
