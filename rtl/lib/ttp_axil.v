// SPDX-License-Identifier: Apache-2.0
//
// ttp_axil - AXI4-Lite slave that turns both channels into one access at a time
//
// AW and W come in any order; each channel holds one address, one word, one answer. An answer
// that the master does not take blocks only its own channel. A read and a write that wait
// alternate. Every access, a write too, looks its register up first, so that one multiplexer
// serves reading and the bytes that a write does not strobe.
//
//    IDLE -> LOOK1 -> LOOK2 -> LOOK3 -- read: rd_word, rd_err taken --> IDLE
//                                |
//                                +--> WRITE until wr_done; wr_err taken --> IDLE
//
// Timing: every output from flops. address and wstrb stand from LOOK1 to the end of the access.
// Address accepted in cycle t, nothing else under way: LOOK1 in t+2, answer in t+5 for a read,
// t+6 for a write with wr_done at once. Bits 1:0 of an address are ignored.
// Mirror: model/ttp_axil.h      Lockstep test: tb/block/ttp_axil.cpp

`resetall
`default_nettype none

module ttp_axil #(
    parameter ADDR_W = 12   // address bits, 3..32
) (
    input  wire                 clk,
    input  wire                 rst,            // synchronous, active high

    input  wire [ADDR_W-1:0]    s_axil_awaddr,
    input  wire                 s_axil_awvalid,
    output wire                 s_axil_awready,
    input  wire [31:0]          s_axil_wdata,
    input  wire [3:0]           s_axil_wstrb,
    input  wire                 s_axil_wvalid,
    output wire                 s_axil_wready,
    output wire [1:0]           s_axil_bresp,   // 0 OKAY, 2 SLVERR
    output wire                 s_axil_bvalid,
    input  wire                 s_axil_bready,
    input  wire [ADDR_W-1:0]    s_axil_araddr,
    input  wire                 s_axil_arvalid,
    output wire                 s_axil_arready,
    output wire [31:0]          s_axil_rdata,
    output wire [1:0]           s_axil_rresp,   // 0 OKAY, 2 SLVERR
    output wire                 s_axil_rvalid,
    input  wire                 s_axil_rready,

    // The access under way
    output wire [ADDR_W-3:0]    acc_addr,       // word address
    output wire                 acc_wr,
    output wire [31:0]          acc_wdata,
    output wire [3:0]           acc_wstrb,
    output wire                 acc_look2,      // second look-up cycle
    output wire                 acc_write,      // WRITE
    input  wire [31:0]          rd_word,        // in the third look-up cycle
    input  wire                 rd_err,
    input  wire                 wr_done,        // in WRITE
    input  wire                 wr_err          // with wr_done
);

generate if (ADDR_W < 3 || ADDR_W > 32) begin : g_bad
    ERROR_ttp_axil_parameter_out_of_range u_bad ();
end endgenerate

localparam [2:0]
    ST_IDLE  = 3'd0,
    ST_LOOK1 = 3'd1,
    ST_LOOK2 = 3'd2,
    ST_LOOK3 = 3'd3,
    ST_WRITE = 3'd4;

reg [2:0]        state_q;
reg              wr_q;      // under way is a write; in IDLE: the last access was one
reg [ADDR_W-3:0] addr_q;

reg              aw_full_q, w_full_q, ar_full_q, b_valid_q, r_valid_q, b_err_q, r_err_q;
reg [ADDR_W-3:0] aw_q, ar_q;
reg [31:0]       w_q, r_q;
reg [3:0]        strb_q;

wire can_rd  = ar_full_q && !r_valid_q;
wire can_wr  = aw_full_q && w_full_q && !b_valid_q;
wire pick_rd = can_rd && (!can_wr || wr_q);
wire rd_end  = state_q == ST_LOOK3 && !wr_q;
wire wr_end  = state_q == ST_WRITE && wr_done;

wire unused = &{1'b0, s_axil_awaddr[1:0], s_axil_araddr[1:0]};

// Channels. What is full does not load; what ends is empty again.
always @(posedge clk) begin
    if (!aw_full_q) aw_q <= s_axil_awaddr[ADDR_W-1:2];
    if (!ar_full_q) ar_q <= s_axil_araddr[ADDR_W-1:2];
    if (!w_full_q)  {strb_q, w_q} <= {s_axil_wstrb, s_axil_wdata};
    aw_full_q <= (aw_full_q || s_axil_awvalid) && !wr_end;
    w_full_q  <= (w_full_q  || s_axil_wvalid)  && !wr_end;
    ar_full_q <= (ar_full_q || s_axil_arvalid) && !rd_end;
    b_valid_q <= (b_valid_q && !s_axil_bready) || wr_end;
    r_valid_q <= (r_valid_q && !s_axil_rready) || rd_end;
    if (wr_end) b_err_q <= wr_err;
    if (rd_end) {r_err_q, r_q} <= {rd_err, rd_word};
    if (rst) {aw_full_q, w_full_q, ar_full_q, b_valid_q, r_valid_q} <= 5'd0;
end

// Accesses
always @(posedge clk) begin
    case (state_q)
    ST_IDLE:  if (can_rd || can_wr) state_q <= ST_LOOK1;
    ST_LOOK1: state_q <= ST_LOOK2;
    ST_LOOK2: state_q <= ST_LOOK3;
    ST_LOOK3: state_q <= wr_q ? ST_WRITE : ST_IDLE;
    ST_WRITE: if (wr_done) state_q <= ST_IDLE;
    default:  state_q <= ST_IDLE;     // unreached: no state has that number
    endcase
    if (state_q == ST_IDLE) begin
        addr_q <= pick_rd ? ar_q : aw_q;
        if (can_rd || can_wr) wr_q <= !pick_rd;
    end
    if (rst) begin
        state_q <= ST_IDLE;
        wr_q    <= 1'b0;
    end
end

assign s_axil_awready = !aw_full_q;
assign s_axil_wready  = !w_full_q;
assign s_axil_arready = !ar_full_q;
assign s_axil_bvalid  = b_valid_q;
assign s_axil_bresp   = {b_err_q, 1'b0};
assign s_axil_rvalid  = r_valid_q;
assign s_axil_rresp   = {r_err_q, 1'b0};
assign s_axil_rdata   = r_q;
assign acc_addr       = addr_q;
assign acc_wr         = wr_q;
assign acc_wdata      = w_q;
assign acc_wstrb      = strb_q;
assign acc_look2      = state_q == ST_LOOK2;
assign acc_write      = state_q == ST_WRITE;

endmodule

`resetall
