// SPDX-License-Identifier: Apache-2.0
//
// ttp_receive - the receive half of the MAC: from the wire to the link pipe, and on to the host
//
//    wire --> ttp_rx_parse --> received       a frame, to the arbiter and the link pipe
//                  | words
//             ttp_rx_sram                     the ring of payloads
//                  | words
//             ttp_rx_deliver <-- verdict      of the link pipe: does the host get the payload?
//                  +--> host
//
// SELECTIVE: ttp_rx_hold stands between the verdict and ttp_rx_deliver. What came ahead of its turn
// waits there, and comes to the link pipe again.
//
// Timing: that of the three blocks.
// Part of: ttp_mac

`include "ttp_bus_rx.vh"
`include "ttp_defs.vh"

`resetall
`default_nettype none

module ttp_receive #(
    parameter DATA_W    = 512,  // bits a beat: 64, 128, 256, 512
    parameter RX_CELLS  = 4096, // cells of 64 bytes
    parameter DEEP      = 0,
    parameter SELECTIVE = 0,    // 1: offers are heard, payloads held
    parameter CONTEXTS  = 16,   // SELECTIVE: links that may hold some
    parameter PW        = 8,    // ... log2 of the payloads that a link may hold: derived by ttp_mac
    parameter LW        = 11,   // width of a link index: derived by ttp_mac
    parameter RCW       = 12,   // log2 RX_CELLS: derived by ttp_mac
    parameter WPC       = 1,    // words a cell: derived by ttp_mac
    parameter ADDR_HIGH = {8'd0, `TTP_OUI}
) (
    input  wire                       clk,
    input  wire                       rst,
    input  wire                       core_rst,
    input  wire [23:0]                cfg_node,
    input  wire                       cfg_on,       // MAC enabled and ready
    input  wire                       quiesce,      // start no further packet to the host
    output wire                       rx_idle,

    input  wire [DATA_W-1:0]          s_axis_wire_tdata,
    input  wire [DATA_W/8-1:0]        s_axis_wire_tkeep,
    input  wire                       s_axis_wire_tvalid,
    input  wire                       s_axis_wire_tlast,
    input  wire                       s_axis_wire_tuser,
    output wire                       s_axis_wire_tready,
    output wire [DATA_W-1:0]          m_axis_host_tdata,
    output wire [DATA_W/8-1:0]        m_axis_host_tkeep,
    output wire                       m_axis_host_tvalid,
    output wire                       m_axis_host_tlast,
    output wire [31:0]                m_axis_host_tid,
    input  wire                       m_axis_host_tready,

    output wire                       received_valid,
    input  wire                       received_ready,
    output wire [`TTP_RECEIVED_W-1:0] received,
    output wire                       received_few,
    output wire                       received_more,    // another waits behind it
    input  wire                       credit_for_frame,
    output wire                       credit_take_frame,
    input  wire                       verdict_valid,
    input  wire [`TTP_VERDICT_W-1:0]  verdict,

    // SELECTIVE
    input  wire [`TTP_KEEP_W-1:0]     keep,             // beside the verdict
    input  wire [LW-1:0]              stow_link,
    output wire                       may_stow,
    input  wire                       map_ask,          // of ttp_tx_respond
    input  wire [LW-1:0]              map_link,
    input  wire                       map_done,
    output wire                       map_ready,
    output wire                       map_none,
    output wire [`TTP_HOLDS_W-1:0]    holds,            // SELECTIVE: counters
    output wire [`TTP_MAP_W-1:0]      the_map,
    output wire                       heard_valid,      // a NACK with this map was received
    output wire [`TTP_HEARD_W-1:0]    heard,

    output wire [RCW:0]               free_cells,   // of the ring
    output wire [15:0]                drop_pulse,
    output wire [10:0]                rx_pulse,
    output wire                       dlv_pulse,
    output wire [10:0]                dlv_len
);

localparam RAW = RCW + $clog2(WPC);

// Ring: words and cells claimed, from ttp_rx_parse; back: room
wire              write, claim, slot_free;
wire [RAW-1:0]    write_addr;
wire [DATA_W-1:0] write_data;
wire [4:0]        claim_n;
wire [RCW-1:0]    wr_base;
// Ring: reads, whose data hold, and cells released, from ttp_rx_deliver
wire              read, free;
wire [RAW-1:0]    read_addr;
wire [DATA_W-1:0] read_data;
wire [4:0]        free_n;
wire [RCW-5:0]    free_bay;
// Payloads that were held, to ttp_rx_parse; the verdict, to ttp_rx_deliver
wire                       again_valid, again_ready, told_valid;
wire [`TTP_RECEIVED_W-1:0] again;
wire [`TTP_VERDICT_W-1:0]  told;

ttp_rx_parse #(
    .DATA_W(DATA_W), .SELECTIVE(SELECTIVE), .PW(PW), .RCW(RCW), .WPC(WPC), .ADDR_HIGH(ADDR_HIGH)
) u_rx_parse (
    .clk(clk), .rst(rst), .core_rst(core_rst), .cfg_node(cfg_node), .cfg_on(cfg_on),
    .s_axis_wire_tdata(s_axis_wire_tdata), .s_axis_wire_tkeep(s_axis_wire_tkeep),
    .s_axis_wire_tvalid(s_axis_wire_tvalid), .s_axis_wire_tlast(s_axis_wire_tlast),
    .s_axis_wire_tuser(s_axis_wire_tuser), .s_axis_wire_tready(s_axis_wire_tready),
    .received_valid(received_valid), .received_ready(received_ready), .received(received),
    .received_few(received_few), .received_more(received_more),
    .heard_valid(heard_valid), .heard(heard),
    .again_valid(again_valid), .again(again), .again_ready(again_ready),
    .credit_for_frame(credit_for_frame), .credit_take_frame(credit_take_frame),
    .wr_base(wr_base), .free_cells(free_cells), .slot_free(slot_free),
    .wr_en(write), .wr_addr(write_addr), .wr_data(write_data),
    .alloc_en(claim), .alloc_n(claim_n), .drop_pulse(drop_pulse), .rx_pulse(rx_pulse)
);

ttp_rx_sram #(
    .DATA_W(DATA_W), .RX_CELLS(RX_CELLS), .DEEP(DATA_W == 512 ? 0 : DEEP),
    .SELECTIVE(SELECTIVE), .PW(PW), .RCW(RCW), .WPC(WPC)
) u_rx_sram (
    .clk(clk), .core_rst(core_rst), .wr_en(write), .wr_addr(write_addr), .wr_data(write_data),
    .alloc_en(claim), .alloc_n(claim_n), .wr_base(wr_base), .free_cells(free_cells),
    .slot_free(slot_free), .rd_en(read), .rd_addr(read_addr), .rd_data(read_data),
    .rel_en(free), .rel_n(free_n), .rel_bay(free_bay)
);

ttp_rx_deliver #(
    .DATA_W(DATA_W), .RX_CELLS(RX_CELLS), .SELECTIVE(SELECTIVE), .PW(PW), .RCW(RCW), .WPC(WPC)
) u_rx_deliver (
    .clk(clk), .core_rst(core_rst), .quiesce(quiesce), .rx_idle(rx_idle),
    .verdict_valid(told_valid), .verdict(told),
    .rd_en(read), .rd_addr(read_addr), .rd_data(read_data), .rel_en(free), .rel_n(free_n),
    .rel_bay(free_bay),
    .m_axis_host_tdata(m_axis_host_tdata), .m_axis_host_tkeep(m_axis_host_tkeep),
    .m_axis_host_tvalid(m_axis_host_tvalid), .m_axis_host_tlast(m_axis_host_tlast),
    .m_axis_host_tid(m_axis_host_tid), .m_axis_host_tready(m_axis_host_tready),
    .dlv_pulse(dlv_pulse), .dlv_len(dlv_len)
);

generate if (SELECTIVE != 0) begin : g_hold
    ttp_rx_hold #(
        .RX_CELLS(RX_CELLS), .CONTEXTS(CONTEXTS), .PW(PW), .RCW(RCW), .LW(LW)
    ) u_rx_hold (
        .clk(clk), .core_rst(core_rst), .stow_link(stow_link), .may_stow(may_stow),
        .verdict_valid(verdict_valid), .verdict(verdict), .keep(keep), .free_cells(free_cells),
        .told_valid(told_valid), .told(told),
        .again_valid(again_valid), .again(again), .again_ready(again_ready),
        .map_ask(map_ask), .map_link(map_link), .map_done(map_done), .map_ready(map_ready),
        .map_none(map_none), .the_map(the_map), .holds(holds)
    );
end else begin : g_hold
    assign told_valid  = verdict_valid;
    assign told        = verdict;
    assign again_valid = 1'b0;
    assign again       = {`TTP_RECEIVED_W{1'b0}};
    assign may_stow    = 1'b0;
    assign map_ready   = 1'b0;
    assign map_none    = 1'b0;
    assign the_map         = {`TTP_MAP_W{1'b0}};
    assign holds       = {`TTP_HOLDS_W{1'b0}};
    wire unused = &{1'b0, keep, stow_link, map_ask, map_link, map_done, again_ready};
end endgenerate

endmodule

`resetall
