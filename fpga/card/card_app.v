// SPDX-License-Identifier: Apache-2.0
//
// card_app - what is on the host side of the MAC: host link, echo, sink, generator
//
//     from the MAC --+--> host link                  host link --+
//                    +--> sink (card_check)          generator --+--> to the MAC, payloads in turn
//                    +--> echo ----------------------------------+
//
// The first beat of a payload decides: bit 7 of byte 0 clear and echo on its VC: echo, with the bit
// set; else sink on its VC: sink; else the host. Echo and generator begin a payload only while room
// = 1. An echo that found no room for ECHO_MAX cycles is dropped: two cards that echo to each other
// with full stores would else wait for ever.
//
// Timing: m_axis_mac_* are flops. s_axis_mac_tready, m_axis_host_*, m_axis_sink_* are combinational
// from flops, the MAC's stream and the tready of the one that takes it. Two cycles a payload go to
// deciding and to ending.
// Test: tb/block/card_app.cpp

`resetall
`default_nettype none

module card_app #(
    parameter ECHO_MAX = 65535      // cycles an echo waits for room, 1..65535
) (
    input  wire        clk,
    input  wire        rst,
    input  wire [2:0]  cfg_echo,            // by VC
    input  wire [2:0]  cfg_sink,

    // From the MAC
    input  wire [63:0] s_axis_mac_tdata,
    input  wire [7:0]  s_axis_mac_tkeep,
    input  wire        s_axis_mac_tvalid,
    output wire        s_axis_mac_tready,
    input  wire        s_axis_mac_tlast,
    input  wire [31:0] s_axis_mac_tid,      // {VC, node}

    // To the MAC
    output wire [63:0] m_axis_mac_tdata,
    output wire [7:0]  m_axis_mac_tkeep,
    output wire        m_axis_mac_tvalid,
    input  wire        m_axis_mac_tready,
    output wire        m_axis_mac_tlast,
    output wire        m_axis_mac_tuser,
    output wire [31:0] m_axis_mac_tdest,

    // Host link
    input  wire [63:0] s_axis_host_tdata,
    input  wire [7:0]  s_axis_host_tkeep,
    input  wire        s_axis_host_tvalid,
    output wire        s_axis_host_tready,
    input  wire        s_axis_host_tlast,
    input  wire        s_axis_host_tuser,
    input  wire [31:0] s_axis_host_tdest,
    output wire [63:0] m_axis_host_tdata,
    output wire [7:0]  m_axis_host_tkeep,
    output wire        m_axis_host_tvalid,
    input  wire        m_axis_host_tready,
    output wire        m_axis_host_tlast,
    output wire [31:0] m_axis_host_tid,

    // Generator
    input  wire [63:0] s_axis_gen_tdata,
    input  wire [7:0]  s_axis_gen_tkeep,
    input  wire        s_axis_gen_tvalid,
    output wire        s_axis_gen_tready,
    input  wire        s_axis_gen_tlast,
    input  wire [31:0] s_axis_gen_tdest,

    // Sink; always takes
    output wire [63:0] m_axis_sink_tdata,
    output wire [7:0]  m_axis_sink_tkeep,
    output wire        m_axis_sink_tvalid,
    output wire        m_axis_sink_tlast,

    input  wire        room,                // an echo or the generator may begin a payload
    output wire        begun,               // pulse: a payload begins on m_axis_mac
    output wire        echoed,              // pulse: an echo has ended there
    output wire        echo_lost            // pulse: dropped
);

generate if (ECHO_MAX < 1 || ECHO_MAX > 65535) begin : g_bad
    ERROR_card_app_parameter_out_of_range u_bad ();
end endgenerate

localparam [31:0] WAIT_LAST = ECHO_MAX;

// Whose payload goes to the MAC, whose went last
localparam [1:0]
    SRC_NONE = 2'd0,
    SRC_HOST = 2'd1,
    SRC_ECHO = 2'd2,
    SRC_GEN  = 2'd3;

reg  [1:0]  src_q, src_d, last_q, last_d;

// ---------------------------------------------------------------- from the MAC

localparam [2:0]
    RT_NONE = 3'd0,
    RT_HOST = 3'd1,
    RT_ECHO = 3'd2,
    RT_SINK = 3'd3,
    RT_DROP = 3'd4,
    RT_END  = 3'd5;     // a cycle between two, so that card_count can follow

reg  [2:0]  route_q, route_d;
reg  [15:0] wait_q, wait_d;     // number of this cycle of the echo, from 1
reg         lost_q, lost_d, echoed_q, echoed_d;
wire        echo_ready;
wire [3:0]  echo_on = {1'b0, cfg_echo}, sink_on = {1'b0, cfg_sink};
wire [1:0]  vc      = s_axis_mac_tid[25:24];
wire        echo    = route_q == RT_ECHO;
wire        in_move = s_axis_mac_tvalid && s_axis_mac_tready;
wire        in_end  = in_move && s_axis_mac_tlast;

assign s_axis_mac_tready  = (route_q == RT_HOST && m_axis_host_tready) || (echo && echo_ready)
                          || route_q == RT_SINK || route_q == RT_DROP;
assign m_axis_host_tdata  = s_axis_mac_tdata;
assign m_axis_host_tkeep  = s_axis_mac_tkeep;
assign m_axis_host_tvalid = s_axis_mac_tvalid && route_q == RT_HOST;
assign m_axis_host_tlast  = s_axis_mac_tlast;
assign m_axis_host_tid    = s_axis_mac_tid;
assign m_axis_sink_tdata  = s_axis_mac_tdata;
assign m_axis_sink_tkeep  = s_axis_mac_tkeep;
assign m_axis_sink_tvalid = s_axis_mac_tvalid && route_q == RT_SINK;
assign m_axis_sink_tlast  = s_axis_mac_tlast;
assign echoed             = echoed_q;
assign echo_lost          = lost_q;

always @* begin
    route_d  = route_q;
    wait_d   = !echo ? 16'd1 : wait_q == WAIT_LAST[15:0] ? wait_q : wait_q + 16'd1;
    lost_d   = 1'b0;
    echoed_d = echo && in_end;
    if (route_q == RT_NONE) begin
        if (s_axis_mac_tvalid)
            route_d = echo_on[vc] && !s_axis_mac_tdata[7] ? RT_ECHO
                    : sink_on[vc] ? RT_SINK : RT_HOST;
    end else if (route_q == RT_END) begin
        route_d = RT_NONE;
    end else if (in_end) begin
        route_d = RT_END;
    end else if (echo && !in_move) begin
        // Not once it has the turn, which it can not get while there is no room.
        if (wait_q == WAIT_LAST[15:0] && !room && src_q != SRC_ECHO) begin
            route_d = RT_DROP;
            lost_d  = 1'b1;
        end
    end
end

// ---------------------------------------------------------------- to the MAC

reg         out_q, out_d, out_last_q, out_last_d, out_user_q, out_user_d, first_q, first_d, start_q,
            start_d;
reg  [63:0] out_data_q, out_data_d;
reg  [7:0]  out_keep_q, out_keep_d;
reg  [31:0] out_dest_q, out_dest_d;

wire want_host = s_axis_host_tvalid;
wire want_echo = s_axis_mac_tvalid && echo && room;
wire want_gen  = s_axis_gen_tvalid && room;
wire free      = !out_q || m_axis_mac_tready;
wire go        = free && ((src_q == SRC_HOST && s_axis_host_tvalid)
                          || (src_q == SRC_GEN && s_axis_gen_tvalid)
                          || (src_q == SRC_ECHO && echo && s_axis_mac_tvalid));

assign s_axis_host_tready = free && src_q == SRC_HOST;
assign s_axis_gen_tready  = free && src_q == SRC_GEN;
assign echo_ready         = free && src_q == SRC_ECHO;

always @* begin
    src_d      = src_q;
    last_d     = last_q;
    out_d      = out_q && !m_axis_mac_tready;
    out_last_d = out_last_q;
    out_user_d = out_user_q;
    out_data_d = out_data_q;
    out_keep_d = out_keep_q;
    out_dest_d = out_dest_q;
    first_d    = first_q;
    start_d    = 1'b0;
    if (src_q == SRC_NONE) begin
        first_d = 1'b1;
        case (last_q)
        SRC_HOST: src_d = want_echo ? SRC_ECHO : want_gen ? SRC_GEN
                        : want_host ? SRC_HOST : SRC_NONE;
        SRC_ECHO: src_d = want_gen ? SRC_GEN : want_host ? SRC_HOST
                        : want_echo ? SRC_ECHO : SRC_NONE;
        default:  src_d = want_host ? SRC_HOST : want_echo ? SRC_ECHO
                        : want_gen ? SRC_GEN : SRC_NONE;
        endcase
        if (src_d != SRC_NONE) last_d = src_d;
    end else if (go) begin
        out_d      = 1'b1;
        first_d    = 1'b0;
        start_d    = first_q;
        out_user_d = src_q == SRC_HOST && s_axis_host_tuser;
        case (src_q)
        SRC_HOST: begin
            out_data_d = s_axis_host_tdata;
            out_keep_d = s_axis_host_tkeep;
            out_last_d = s_axis_host_tlast;
            out_dest_d = s_axis_host_tdest;
        end
        SRC_GEN: begin
            out_data_d = s_axis_gen_tdata;
            out_keep_d = s_axis_gen_tkeep;
            out_last_d = s_axis_gen_tlast;
            out_dest_d = s_axis_gen_tdest;
        end
        default: begin
            out_data_d = {s_axis_mac_tdata[63:8],
                          s_axis_mac_tdata[7] || first_q, s_axis_mac_tdata[6:0]};
            out_keep_d = s_axis_mac_tkeep;
            out_last_d = s_axis_mac_tlast;
            out_dest_d = s_axis_mac_tid;
        end
        endcase
        if (out_last_d) src_d = SRC_NONE;
    end
end

always @(posedge clk) begin
    route_q    <= route_d;
    wait_q     <= wait_d;
    lost_q     <= lost_d;
    echoed_q   <= echoed_d;
    src_q      <= src_d;
    last_q     <= last_d;
    out_q      <= out_d;
    out_last_q <= out_last_d;
    out_user_q <= out_user_d;
    out_data_q <= out_data_d;
    out_keep_q <= out_keep_d;
    out_dest_q <= out_dest_d;
    first_q    <= first_d;
    start_q    <= start_d;
    if (rst) begin
        route_q  <= RT_NONE;
        lost_q   <= 1'b0;
        echoed_q <= 1'b0;
        src_q    <= SRC_NONE;
        last_q   <= SRC_GEN;
        out_q    <= 1'b0;
        start_q  <= 1'b0;
    end
end

assign m_axis_mac_tdata  = out_data_q;
assign m_axis_mac_tkeep  = out_keep_q;
assign m_axis_mac_tvalid = out_q;
assign m_axis_mac_tlast  = out_last_q;
assign m_axis_mac_tuser  = out_user_q;
assign m_axis_mac_tdest  = out_dest_q;
assign begun             = start_q;

endmodule

`resetall
