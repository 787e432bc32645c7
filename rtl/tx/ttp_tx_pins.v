// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_pins - host beats from the pins into a queue of two
//
// The older of the two is f, the beat that the rest of the block looks at. A gate flop keeps the
// host out during the walk of ttp_init, and between packets while the MAC is off: a packet under
// way is always let in to its end.
//
// After a hard reset the next beat starts a packet. After a soft reset within a packet, as counted
// at the pins, the rest of that packet comes in too and is swallowed: cut_next tells.
//
// Timing: tready is a flop. A beat at the pins in cycle t is f in t+1 at the earliest. cut_next is
// combinational from the pins.
// Part of: ttp_tx_ingest

`resetall
`default_nettype none

module ttp_tx_pins #(
    parameter DATA_W = 512      // bits a beat: 64, 128, 256, 512
) (
    input  wire                     clk,
    input  wire                     rst,            // hard reset
    input  wire                     core_rst,       // hard or soft reset

    input  wire                     cfg_on,
    input  wire                     init_active,

    input  wire [DATA_W-1:0]        s_axis_host_tdata,
    input  wire [DATA_W/8-1:0]      s_axis_host_tkeep,
    input  wire [31:0]              s_axis_host_tdest,
    input  wire                     s_axis_host_tvalid,
    output wire                     s_axis_host_tready,
    input  wire                     s_axis_host_tlast,
    input  wire                     s_axis_host_tuser,

    output wire                     cut_next,       // the next beat at the pins starts no packet

    input  wire                     take,           // f goes
    output wire                     f_valid,
    output wire [DATA_W-1:0]        f_data,
    output wire [$clog2(DATA_W/8):0] f_bytes,       // any if bad
    output wire [31:0]              f_dest,         // {VC[7:0], node[23:0]}
    output wire                     f_bad,          // tkeep is not legal
    output wire                     f_last,
    output wire                     f_discard       // last beat: discard the packet
);

localparam LB = $clog2(DATA_W / 8);

wire [LB:0] in_bytes;
wire        in_bad;

ttp_tx_keep #(.DATA_W(DATA_W)) u_keep (
    .tkeep(s_axis_host_tkeep), .tlast(s_axis_host_tlast), .bytes(in_bytes), .bad(in_bad)
);

reg  gate_q, gate_d;        // the host may send a beat, if there is room
reg  pin_mid_q, pin_mid_d;  // the beat taken last was not tlast
wire room;
wire in_take = s_axis_host_tvalid && s_axis_host_tready;

assign s_axis_host_tready = room && gate_q;
assign cut_next           = pin_mid_d;

always @* begin
    pin_mid_d = in_take ? !s_axis_host_tlast : pin_mid_q;
    gate_d    = !init_active && (cfg_on || pin_mid_d);
end

always @(posedge clk) begin
    pin_mid_q <= pin_mid_d;
    gate_q    <= gate_d;
    if (core_rst) gate_q    <= 1'b0;
    if (rst)      pin_mid_q <= 1'b0;
end

wire [1:0] count_unused;
ttp_fifo #(.WIDTH(DATA_W + LB + 36), .DEPTH(2)) u_beats (
    .clk(clk), .rst(core_rst),
    .in_valid(in_take), .in_ready(room),
    .in_data({s_axis_host_tdata, in_bytes, s_axis_host_tdest, in_bad, s_axis_host_tlast,
              s_axis_host_tlast && s_axis_host_tuser}),
    .out_valid(f_valid), .out_ready(take),
    .out_data({f_data, f_bytes, f_dest, f_bad, f_last, f_discard}), .count(count_unused)
);

endmodule

`resetall
