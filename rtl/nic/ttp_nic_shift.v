// SPDX-License-Identifier: Apache-2.0
//
// ttp_nic_shift - words of a stream, moved by some bytes
//
// n_in words come in and n_out go out. Byte p of word k that goes out is byte p of word k in,
// turned left by rot bytes, where p is at least rot, else byte p of the turned word before it. late
// = 1: of word k + 1 and k instead, so the first word alone gives nothing. Where the words in are
// at an end the last turned one gives what is left. With drop the words in are taken, and none goes
// out.
//
//   start    | 1 |
//   busy     | 0 | 1 | 1 | 0 |      a step a cycle, while in_valid and out_ready allow it
//   done         | 0 | 1 |          the last step
//
// n_in may be 0 (then n_out is not), and n_out is less than n_in only with late, by one, or with
// drop. With SOON the first word in of a late one is taken with start, if it is there and busy is
// 0.
//
// Timing: out_* and in_ready are combinational from flops, in_valid, in_data and out_ready; with
// SOON in_ready also from start and late.
// Part of: ttp_nic_core

`resetall
`default_nettype none

module ttp_nic_shift #(
    parameter DATA_W = 512,     // bits a word: 64, 128, 256, 512
    parameter SOON   = 0        // 1: see above
) (
    input  wire                        clk,
    input  wire                        rst,

    input  wire                        start,       // while it is not busy
    input  wire [$clog2(DATA_W/8)-1:0] rot,
    input  wire                        late,
    input  wire                        drop,
    input  wire [7:0]                  n_in,
    input  wire [7:0]                  n_out,
    output wire                        busy,
    output wire                        done,

    input  wire                        in_valid,
    output wire                        in_ready,
    input  wire [DATA_W-1:0]           in_data,

    output wire                        out_valid,
    input  wire                        out_ready,
    output wire [DATA_W-1:0]           out_data,
    output wire                        out_first,
    output wire                        out_last
);

localparam B  = DATA_W / 8;
localparam LB = $clog2(B);

reg              busy_q, late_q, drop_q, first_q;
reg [7:0]        in_q, out_q;           // words that are left
reg [LB-1:0]     rot_q;
reg [B-1:0]      mask_q;                // bytes of the word before
reg [DATA_W-1:0] hold_q;

wire wants = in_q != 8'd0;
wire emits = !late_q && !drop_q;
wire move  = busy_q && (in_valid || !wants) && (out_ready || !emits);

wire soon  = SOON != 0 && start && late && !busy_q;
wire first = soon && in_valid;

wire [2*DATA_W-1:0] twice  = {in_data, in_data} << {soon ? rot : rot_q, 3'd0};
wire [DATA_W-1:0]   turned = twice[2*DATA_W-1:DATA_W];
genvar i;
generate for (i = 0; i < B; i = i + 1) begin : g_byte
    assign out_data[8*i +: 8] = mask_q[i] ? hold_q[8*i +: 8] : turned[8*i +: 8];
end endgenerate

wire unused = &{1'b0, twice[DATA_W-1:0]};

assign busy      = busy_q;
assign in_ready  = soon || (busy_q && wants && (out_ready || !emits));
assign out_valid = busy_q && emits && (in_valid || !wants);
assign out_first = first_q;
assign out_last  = out_q == 8'd1;
assign done      = move && (drop_q ? in_q == 8'd1 : emits && out_last);

always @(posedge clk) begin
    if (start) begin
        late_q  <= late && !first;
        drop_q  <= drop;
        in_q    <= n_in - {7'd0, first};
        out_q   <= n_out;
        rot_q   <= rot;
        mask_q  <= ~({B{1'b1}} << rot);
        first_q <= 1'b1;
    end else if (move) begin
        late_q <= 1'b0;
        if (wants) in_q <= in_q - 8'd1;
        if (emits) begin
            out_q   <= out_q - 8'd1;
            first_q <= 1'b0;
        end
    end
    if (first || (move && wants)) hold_q <= turned;
    busy_q <= start || (busy_q && !done);
    if (rst) busy_q <= 1'b0;
end

endmodule

`resetall
