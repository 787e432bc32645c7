// SPDX-License-Identifier: Apache-2.0
//
// ttp_cpl - brings the completions of three sources to m_axis_cpl
//
//    link pipe (dead, restarted, closed) --------------------+
//                                                            v
//    retire (retired, flushed) ---+--> one waiting record -> queue of 16 -> m_axis_cpl
//    ingest (refused) ------------+
//
// The link pipe can not wait: its record enters the queue in the same cycle and outranks the
// waiting one. link_ready tells it whether at least four places are free, so that it holds back
// events that could wait; a record that finds the queue full is dropped, with `lost`.
// Retire goes before ingest. An optional record (OPT) is always taken, and dropped with
// `lost` if the waiting place is in use: completions may be lost, the engine never waits for
// the host.
//
// Only rst resets: after a soft reset the host still finds what was queued, and
// m_axis_cpl_tvalid is never withdrawn.
//
// Timing: ended in cycle t is at m_axis_cpl in t+1 if the queue is empty, retired and refused in
// t+2. Combinational: RETIRED_OPT -> retired_ready, retired_valid -> refused_ready; both inputs
// come from flops of the retire engine. All else comes from flops. lost is one cycle late.
// Mirror: model/ttp_cpl.c      Lockstep test: tb/block/ttp_cpl.cpp

`include "ttp_bus_tx.vh"

`resetall
`default_nettype none

module ttp_cpl (
    input  wire                      clk,
    input  wire                      rst,         // synchronous, active high

    // Link pipe
    input  wire                      ended_valid,
    input  wire [127:0]              ended,
    output wire                      link_ready,  // four places were free in the cycle before

    // Retire engine
    input  wire                      retired_valid,
    output wire                      retired_ready,
    input  wire [`TTP_RETIRED_W-1:0] retired,

    // Ingest
    input  wire                      refused_valid,
    output wire                      refused_ready,
    input  wire [127:0]              refused,

    // Host
    output wire [127:0]              m_axis_cpl_tdata,
    output wire                      m_axis_cpl_tvalid,
    input  wire                      m_axis_cpl_tready,

    output wire                      lost         // pulse
);

reg         wait_q, wait_d;             // a record of retire or ingest waits
reg [127:0] data_q, data_d;
reg         lost_q, lost_d;
reg         room_q, room_d;

wire        in_ready;
wire [4:0]  count;
wire        from_wait = wait_q && !ended_valid;

assign retired_ready = retired[`RETIRED_OPT] || !wait_q;
assign refused_ready = !retired_valid && !wait_q;
assign link_ready    = room_q;
assign lost          = lost_q;

always @* begin
    wait_d = wait_q;
    data_d = data_q;
    lost_d = (ended_valid && !in_ready) || (retired_valid && retired[`RETIRED_OPT] && wait_q);
    room_d = count <= 5'd12;
    if (from_wait && in_ready) wait_d = 1'b0;
    if (!wait_q) begin
        wait_d = retired_valid || refused_valid;
        data_d = retired_valid ? retired[`RETIRED_DATA] : refused;
    end
end

always @(posedge clk) begin
    wait_q <= wait_d;
    data_q <= data_d;
    lost_q <= lost_d;
    room_q <= room_d;
    if (rst) begin
        wait_q <= 1'b0;
        lost_q <= 1'b0;
        room_q <= 1'b1;
    end
end

ttp_fifo #(.WIDTH(128), .DEPTH(16)) u_queue (
    .clk(clk), .rst(rst),
    .in_valid(ended_valid || wait_q), .in_ready(in_ready), .in_data(ended_valid ? ended : data_q),
    .out_valid(m_axis_cpl_tvalid), .out_ready(m_axis_cpl_tready), .out_data(m_axis_cpl_tdata),
    .count(count)
);

`ifdef FORMAL
    // The stream rule on the output, across anything but rst.
    reg         f_past, f_wait;
    reg [127:0] f_data;
    initial {f_past, f_wait} = 2'b00;
    always @(posedge clk) begin
        f_past <= 1'b1;
        f_wait <= m_axis_cpl_tvalid && !m_axis_cpl_tready && !rst;
        f_data <= m_axis_cpl_tdata;
        if (f_past && f_wait) begin
            assert (m_axis_cpl_tvalid);
            assert (m_axis_cpl_tdata == f_data);
        end
    end
`endif

endmodule

`resetall
