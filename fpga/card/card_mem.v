// SPDX-License-Identifier: Apache-2.0
//
// card_mem - the memory of the card: block RAM behind the AXI4 master of the NIC and the host link
//
// One word of 64 bits a cycle, for the host link first, then for a write and a read of the NIC in
// turns. The host wants one in four cycles at most, and the line fills a quarter of them each way,
// so a single port is enough, and no word is ever read and written at once. Bursts are carried out
// in the order in which their addresses come, whatever their ID; one that is answered may be seen
// by the host link in the next cycle.
//
// Errors: a burst that begins beyond the memory is answered with DECERR, writes nothing, and the
// words that it reads mean nothing. None crosses a multiple of 4096 (mem.burst), so it is in the
// memory or not as a whole. An access of the host beyond it ends with mem_error.
//
//     AR ---> burst ---+                 +--> FIFO of 4 --> R
//     AW, W -> burst --+-- who --> RAM --+
//     host ------------+        1 cycle  +--> mem_rdata
//
// Timing: the handshakes of W and AR depend on flops and on who else wants the RAM; the rest are
// flops. A word read is at R 2 cycles after its turn, and one follows the other in each cycle.
// Test: tb/block/card_mem.cpp

`resetall
`default_nettype none

module card_mem #(
    parameter BYTES = 65536     // 4096..262144, power of two
) (
    input  wire        clk,
    input  wire        rst,

    // AXI4 of ttp_nic at 64 bits: whole words, INCR
    input  wire        s_axi_arvalid,
    output wire        s_axi_arready,
    input  wire [1:0]  s_axi_arid,
    input  wire [63:0] s_axi_araddr,
    input  wire [7:0]  s_axi_arlen,
    output wire        s_axi_rvalid,
    input  wire        s_axi_rready,
    output wire [1:0]  s_axi_rid,
    output wire [63:0] s_axi_rdata,
    output wire [1:0]  s_axi_rresp,
    output wire        s_axi_rlast,
    input  wire        s_axi_awvalid,
    output wire        s_axi_awready,
    input  wire        s_axi_awid,
    input  wire [63:0] s_axi_awaddr,
    input  wire        s_axi_wvalid,
    output wire        s_axi_wready,
    input  wire [63:0] s_axi_wdata,
    input  wire [7:0]  s_axi_wstrb,
    input  wire        s_axi_wlast,
    output wire        s_axi_bvalid,
    input  wire        s_axi_bready,
    output wire        s_axi_bid,
    output wire [1:0]  s_axi_bresp,

    // Host link: 4 bytes, the first in bits 7:0; all stands from mem_valid to mem_done
    input  wire        mem_valid,
    input  wire        mem_write,
    input  wire [15:0] mem_addr,        // in units of 4 bytes
    input  wire [31:0] mem_wdata,
    input  wire [3:0]  mem_wstrb,
    output wire        mem_done,        // pulse
    output wire        mem_error,
    output wire [31:0] mem_rdata
);

generate if (BYTES < 4096 || BYTES > 262144 || (BYTES & (BYTES - 1)) != 0) begin : g_bad
    ERROR_card_mem_parameter_out_of_range u_bad ();
end endgenerate

localparam AW = $clog2(BYTES) - 3;      // bits of the address of a word
localparam [AW-1:0] ONE = 1;

reg          r_on_q, r_on_d, r_bad_q, r_bad_d;                  // a burst of reads is under way
reg [AW-1:0] r_addr_q, r_addr_d;
reg [7:0]    r_left_q, r_left_d;                                // words behind the next one
reg [1:0]    r_id_q, r_id_d;
reg          got_q, got_last_q, got_bad_q;                      // its word comes out of the RAM
reg [1:0]    got_id_q;
reg          w_on_q, w_on_d, w_bad_q, w_bad_d, w_id_q, w_id_d;  // of writes
reg [AW-1:0] w_addr_q, w_addr_d;
reg          b_q, b_d, b_bad_q, b_bad_d, b_id_q, b_id_d;        // an answer waits
reg          wrote_q, wrote_d;                                  // a read is next, if both want
reg          host_q, host_d, done_q, bad_q;                     // the host's word comes; is there
reg [31:0]   word_q;

wire [63:0]  ram_data;
wire [2:0]   waiting;                                           // words in the FIFO
wire         fifo_ready, out_bad;

// ---------------------------------------------------------------- whose cycle
wire host_far  = (mem_addr >> (AW + 1)) != 16'd0;
wire for_host  = mem_valid && !host_q && !done_q;
wire may_write = w_on_q && s_axi_wvalid && !for_host;
wire may_read  = r_on_q && waiting + {2'd0, got_q} < 3'd4 && !for_host;
wire for_write = may_write && !(may_read && wrote_q);
wire for_read  = may_read && !for_write;

wire [AW-1:0] addr  = for_host ? mem_addr[AW:1] : for_write ? w_addr_q : r_addr_q;
wire [63:0]   data  = for_host ? {2{mem_wdata}} : s_axi_wdata;
wire          write = for_host ? mem_write && !host_far : for_write && !w_bad_q;
wire [7:0]    lanes = !for_host ? s_axi_wstrb : mem_addr[0] ? {mem_wstrb, 4'd0}
                    : {4'd0, mem_wstrb};

// A memory for each byte of the word, for the strobes
genvar i;
generate for (i = 0; i < 8; i = i + 1) begin : g_lane
    ttp_ram_1rw #(.WIDTH(8), .DEPTH(BYTES / 8)) u_ram (
        .clk(clk), .en(write ? lanes[i] : for_host || for_read), .wr(write), .addr(addr),
        .wr_data(data[8*i +: 8]), .rd_data(ram_data[8*i +: 8])
    );
end endgenerate

// ---------------------------------------------------------------- bursts
assign s_axi_arready = !r_on_q;
assign s_axi_awready = !w_on_q && !b_q;
assign s_axi_wready  = for_write;

always @* begin
    r_on_d   = r_on_q;
    r_bad_d  = r_bad_q;
    r_addr_d = r_addr_q;
    r_left_d = r_left_q;
    r_id_d   = r_id_q;
    w_on_d   = w_on_q;
    w_bad_d  = w_bad_q;
    w_addr_d = w_addr_q;
    w_id_d   = w_id_q;
    b_d      = b_q && !s_axi_bready;
    b_bad_d  = b_bad_q;
    b_id_d   = b_id_q;
    wrote_d  = for_write || (wrote_q && !for_read);
    host_d   = for_host;
    if (!r_on_q) begin
        r_on_d   = s_axi_arvalid;
        r_bad_d  = (s_axi_araddr >> (AW + 3)) != 64'd0;
        r_addr_d = s_axi_araddr[AW+2:3];
        r_left_d = s_axi_arlen;
        r_id_d   = s_axi_arid;
    end else if (for_read) begin
        r_on_d   = r_left_q != 8'd0;
        r_addr_d = r_addr_q + ONE;
        r_left_d = r_left_q - 8'd1;
    end
    if (s_axi_awready) begin
        w_on_d   = s_axi_awvalid;
        w_bad_d  = (s_axi_awaddr >> (AW + 3)) != 64'd0;
        w_addr_d = s_axi_awaddr[AW+2:3];
        w_id_d   = s_axi_awid;
    end else if (for_write) begin
        w_on_d   = !s_axi_wlast;
        w_addr_d = w_addr_q + ONE;
        b_d      = s_axi_wlast;
        b_bad_d  = w_bad_q;
        b_id_d   = w_id_q;
    end
end

always @(posedge clk) begin
    r_on_q     <= r_on_d;
    r_bad_q    <= r_bad_d;
    r_addr_q   <= r_addr_d;
    r_left_q   <= r_left_d;
    r_id_q     <= r_id_d;
    got_q      <= for_read;
    got_last_q <= r_left_q == 8'd0;
    got_bad_q  <= r_bad_q;
    got_id_q   <= r_id_q;
    w_on_q     <= w_on_d;
    w_bad_q    <= w_bad_d;
    w_addr_q   <= w_addr_d;
    w_id_q     <= w_id_d;
    b_q        <= b_d;
    b_bad_q    <= b_bad_d;
    b_id_q     <= b_id_d;
    wrote_q    <= wrote_d;
    host_q     <= host_d;
    done_q     <= host_q;
    bad_q      <= host_far;
    word_q     <= mem_addr[0] ? ram_data[63:32] : ram_data[31:0];
    if (rst) begin
        r_on_q  <= 1'b0;
        got_q   <= 1'b0;
        w_on_q  <= 1'b0;
        b_q     <= 1'b0;
        wrote_q <= 1'b0;
        host_q  <= 1'b0;
        done_q  <= 1'b0;
    end
end

ttp_fifo #(.WIDTH(68), .DEPTH(4)) u_fifo (
    .clk(clk), .rst(rst),
    .in_valid(got_q), .in_ready(fifo_ready), .in_data({got_id_q, got_bad_q, got_last_q, ram_data}),
    .out_valid(s_axi_rvalid), .out_ready(s_axi_rready),
    .out_data({s_axi_rid, out_bad, s_axi_rlast, s_axi_rdata}), .count(waiting)
);

assign s_axi_rresp    = {2{out_bad}};
assign s_axi_bvalid   = b_q;
assign s_axi_bid      = b_id_q;
assign s_axi_bresp    = {2{b_bad_q}};
assign mem_done       = done_q;
assign mem_error      = bad_q;
assign mem_rdata      = word_q;

wire unused = &{1'b0, fifo_ready, s_axi_araddr[2:0], s_axi_awaddr[2:0]};

`ifdef FORMAL
// No word is lost: the FIFO has room for each that was read.
always @(posedge clk) if (!rst && got_q) assert (fifo_ready);
`endif

endmodule

`resetall
