// SPDX-License-Identifier: Apache-2.0
//
// ttp_nic_csr - the registers of the NIC: docs/nic.md
//
// Causes: cpl.full, cpl.error, ring.error. A register changes with the cycle in which its write is
// answered. How far an index may move is found two cycles before, with the others as they are then.
// But SEND_HEAD is a doorbell: if address and word are taken in one cycle it moves two cycles later
// (unless clear is 1 as they are taken), if it may as they are taken; the write is then found to
// move it by 0. If it may not, the write is looked at once more, as any other.
//
//   awvalid, wvalid | 1 |
//   send_rings          | 1 |
//   send_heads              | x |
// CTRL.ENABLE from 0 to 1: clear is 1 in the cycle behind, and on is 0; heads and the tail of the
// completion ring become 0 with it. REGION: the table is written in the cycle behind.
//
// NIC_STATUS bit 1 is 1 from a write of REGION until as many commands have ended, and as many READs
// have been answered, as were under way in the cycle behind, each with the payloads that have seen
// the table. Where those were no READs the count of READs goes by one when no command and no READ
// is left.
//
// Timing: outputs from flops, send_rings through two comparisons. Mirror of the accesses: ttp_axil.
// Part of: ttp_nic_core

`include "ttp_nic_defs.vh"

`resetall
`default_nettype none

module ttp_nic_csr #(
    parameter DATA_W   = 512,
    parameter MESSAGES = 16,
    parameter REGIONS  = 16,
    parameter READS    = 8,
    parameter RINGS    = 1,     // send rings: 1..8, power of two
    parameter RW       = 1      // bits of their number, at least 1
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [15:0]  cfg_epoch_seed, // LIFE after a reset: looked at while rst is 1

    input  wire [11:0]  s_axil_awaddr,
    input  wire         s_axil_awvalid,
    output wire         s_axil_awready,
    input  wire [31:0]  s_axil_wdata,
    input  wire [3:0]   s_axil_wstrb,
    input  wire         s_axil_wvalid,
    output wire         s_axil_wready,
    output wire [1:0]   s_axil_bresp,
    output wire         s_axil_bvalid,
    input  wire         s_axil_bready,
    input  wire [11:0]  s_axil_araddr,
    input  wire         s_axil_arvalid,
    output wire         s_axil_arready,
    output wire [31:0]  s_axil_rdata,
    output wire [1:0]   s_axil_rresp,
    output wire         s_axil_rvalid,
    input  wire         s_axil_rready,
    output wire         irq,

    output wire         on,
    output wire         clear,
    // Of each send ring, ring 0 in the low bits
    output wire [58*RINGS-1:0] send_bases,
    output wire [4*RINGS-1:0]  send_sizes,
    output wire [16*RINGS-1:0] send_heads,
    output wire [RINGS-1:0]    send_rings,  // it moves on in the next cycle: the doorbell
    input  wire [16*RINGS-1:0] send_tails,
    output wire [9*RINGS-1:0]  send_limits,
    output wire [63:6]  recv_base,
    output wire [3:0]   recv_size,
    output wire [15:0]  recv_head,
    input  wire [15:0]  recv_tail,
    output wire [63:6]  cpl_base,
    output wire [3:0]   cpl_size,
    output wire [15:0]  cpl_tail,
    input  wire [15:0]  cpl_head,
    output wire [15:0]  msg_timeout,
    output wire [23:0]  recv_wait,
    output wire [7:0]   coalesce,
    output wire [15:0]  life,
    output wire         life_set,       // it was reset or written in the cycle before
    output wire [5:0]   tag_life,       // LIFE modulo 63, a cycle later

    output wire         region_wr,
    output wire [7:0]   region_index,
    output wire [1:0]   region_rights,
    output wire [23:0]  region_key,
    output wire         region_all,
    output wire [23:0]  region_peer,
    output wire [63:0]  region_base,
    output wire [47:0]  region_length,

    input  wire         any,            // a message is open
    input  wire [1:0]   looks,          // payloads in ttp_nic_place that have read the table
    input  wire         commands,       // it gives a command to ttp_nic_write
    input  wire         retires,        // one has ended
    input  wire         asks,           // a READ waits for its answer
    input  wire         answered,       // one has been answered
    input  wire [3:0]   causes,
    input  wire [8:0]   counts          // pulses, by counter
);

// ---------------------------------------------------------------- accesses
wire [9:0]  addr;
wire [31:0] data;
wire [3:0]  strb;
wire        acc_wr, look2, write;
reg  [31:0] word_q;
reg         no_read_q, no_write_q;
ttp_axil #(.ADDR_W(12)) u_axil (
    .clk(clk), .rst(rst),
    .s_axil_awaddr(s_axil_awaddr), .s_axil_awvalid(s_axil_awvalid),
    .s_axil_awready(s_axil_awready), .s_axil_wdata(s_axil_wdata), .s_axil_wstrb(s_axil_wstrb),
    .s_axil_wvalid(s_axil_wvalid), .s_axil_wready(s_axil_wready), .s_axil_bresp(s_axil_bresp),
    .s_axil_bvalid(s_axil_bvalid), .s_axil_bready(s_axil_bready),
    .s_axil_araddr(s_axil_araddr), .s_axil_arvalid(s_axil_arvalid),
    .s_axil_arready(s_axil_arready), .s_axil_rdata(s_axil_rdata), .s_axil_rresp(s_axil_rresp),
    .s_axil_rvalid(s_axil_rvalid), .s_axil_rready(s_axil_rready),
    .acc_addr(addr), .acc_wr(acc_wr), .acc_wdata(data), .acc_wstrb(strb), .acc_look2(look2),
    .acc_write(write), .rd_word(word_q), .rd_err(no_read_q), .wr_done(1'b1), .wr_err(no_write_q)
);
wire        sets = write && !no_write_q;

// ---------------------------------------------------------------- registers
reg         on_q, live_q, clear_q, region_wr_q, all_q;     // live: on, and not in clear
reg [58*RINGS-1:0] bases_q;
reg [4*RINGS-1:0]  sizes_q;
reg [16*RINGS-1:0] send_head_q;
reg [9*RINGS-1:0]  limit_q;
reg [57:0]  recv_base_q, cpl_base_q;
reg [3:0]   recv_size_q, cpl_size_q, cause_q, mask_q;
reg [15:0]  recv_head_q, cpl_tail_q, timeout_q;
reg [23:0]  wait_q, key_q, peer_q;
reg [63:0]  base_q;
reg [47:0]  length_q;
reg [7:0]   index_q, coalesce_q;
reg [15:0]  life_q;
reg         life_set_q;
reg  [5:0]  tag_life_q;
// The digits to base 64 have a sum with the same rest
wire [7:0]  digits = {2'd0, life_q[5:0]} + {2'd0, life_q[11:6]} + {4'd0, life_q[15:12]};
wire [6:0]  folded = {1'b0, digits[5:0]} + {5'd0, digits[7:6]};
reg [1:0]   rights_q;
reg         irq_q;
reg [9*32-1:0] count_q;                 // counter i in 32*i +: 32
reg [7:0]   inside_q, fence_q;          // commands that are under way; that are waited for
reg [7:0]   reads_q, reads_fence_q;     // READs, the same

localparam [9:0]
    ID = 10'h000, PARAM = 10'h001, CTRL = 10'h002, STATUS = 10'h003, N_RINGS = 10'h004,
    LIFE = 10'h005,
    RECV_LO = 10'h00C, RECV_HI = 10'h00D, RECV_SIZE = 10'h00E,
    RECV_HEAD = 10'h00F, RECV_TAIL = 10'h010, CPL_LO = 10'h014, CPL_HI = 10'h015,
    CPL_SIZE = 10'h016, CPL_TAIL = 10'h017, CPL_HEAD = 10'h018, TIMEOUT = 10'h01C,
    WAIT = 10'h01D, CAUSE = 10'h01E, MASK = 10'h01F, REGION_BASE = 10'h020,
    REGION_BASE_HI = 10'h021, REGION_LEN = 10'h022, REGION_LEN_HI = 10'h023,
    REGION_KEY = 10'h024, REGION_PEER = 10'h025, REGION = 10'h026, COALESCE = 10'h027,
    COUNT = 10'h040, SEND = 10'h080;
localparam [2:0]                        // of a send ring, from SEND + 8 r on
    BASE_LO = 3'd0, BASE_HI = 3'd1, SIZE = 3'd2, HEAD = 3'd3, TAIL = 3'd4, LIMIT = 3'd5;

// The send ring of an address: it is there if on_ring
wire          on_ring = addr[9:6] == SEND[9:6] && {1'b0, addr[5:3]} < RINGS[3:0];
localparam [31:0] LAST = RINGS - 1;
wire [RW-1:0] ring    = addr[3 +: RW] & LAST[RW-1:0];
wire [57:0]   its_base  = bases_q[58*ring +: 58];
wire [3:0]    its_size  = sizes_q[4*ring +: 4];
wire [15:0]   its_head  = send_head_q[16*ring +: 16];
wire [15:0]   its_tail  = send_tails[16*ring +: 16];
wire [8:0]    its_limit = limit_q[9*ring +: 9];

// What is read, and whether there is such a register
reg  [31:0] word;
reg         exists, settable;
wire [3:0]  counter = addr[3:0];
always @* begin
    word     = 32'd0;
    exists   = 1'b1;
    settable = 1'b1;
    case (addr)
    ID:             {settable, word} = {1'b0, `TTP_NIC_ID};
    PARAM:          {settable, word} = {1'b0, READS[7:0], REGIONS[7:0], MESSAGES[7:0],
                                        DATA_W[10:3]};
    CTRL:           word = {31'd0, on_q};
    STATUS:         {settable, word} = {1'b0, 30'd0,
                                        fence_q != 8'd0 || reads_fence_q != 8'd0, any};
    N_RINGS:        {settable, word} = {1'b0, 28'd0, RINGS[3:0]};
    LIFE:           word = {16'd0, life_q};
    RECV_LO:        word = {recv_base_q[25:0], 6'd0};
    RECV_HI:        word = recv_base_q[57:26];
    RECV_SIZE:      word = {28'd0, recv_size_q};
    RECV_HEAD:      word = {16'd0, recv_head_q};
    RECV_TAIL:      {settable, word} = {1'b0, 16'd0, recv_tail};
    CPL_LO:         word = {cpl_base_q[25:0], 6'd0};
    CPL_HI:         word = cpl_base_q[57:26];
    CPL_SIZE:       word = {28'd0, cpl_size_q};
    CPL_TAIL:       word = {16'd0, cpl_tail_q};
    CPL_HEAD:       {settable, word} = {1'b0, 16'd0, cpl_head};
    TIMEOUT:        word = {16'd0, timeout_q};
    WAIT:           word = {8'd0, wait_q};
    CAUSE:          word = {28'd0, cause_q};
    MASK:           word = {28'd0, mask_q};
    REGION_BASE:    word = base_q[31:0];
    REGION_BASE_HI: word = base_q[63:32];
    REGION_LEN:     word = length_q[31:0];
    REGION_LEN_HI:  word = {16'd0, length_q[47:32]};
    REGION_KEY:     word = {key_q, 8'd0};
    REGION_PEER:    word = {all_q, 7'd0, peer_q};
    REGION:         word = 32'd0;
    COALESCE:       word = {24'd0, coalesce_q};
    default: begin
        settable = on_ring && addr[2:0] != TAIL && addr[2:0] <= LIMIT;
        exists   = (on_ring && addr[2:0] <= LIMIT)
                || (addr[9:4] == COUNT[9:4] && counter < 4'd9);
        if (exists && !on_ring) word = count_q[32*counter +: 32];
        if (on_ring) case (addr[2:0])
        BASE_LO: word = {its_base[25:0], 6'd0};
        BASE_HI: word = its_base[57:26];
        SIZE:    word = {28'd0, its_size};
        HEAD:    word = {16'd0, its_head};
        TAIL:    word = {16'd0, its_tail};
        LIMIT:   word = {23'd0, its_limit};
        default: ;
        endcase
    end
    endcase
end

// What a write would move: found beside the look-up
wire [15:0] value    = data[15:0];
wire        is_send  = on_ring && addr[2:0] == HEAD;
wire        is_recv  = addr == RECV_HEAD;
wire        is_tail  = addr == CPL_TAIL;
wire [15:0] now      = is_send ? its_head : is_recv ? recv_head_q : cpl_tail_q;
wire [15:0] places   = 16'd1 << (is_send ? its_size : recv_size_q);
wire [15:0] posted   = now - (is_send ? its_tail : recv_tail);
reg  [15:0] moves_q, most_q;
always @(posedge clk) begin
    moves_q <= value - now;
    most_q  <= is_tail ? cpl_head - now : posted > places ? 16'd0 : places - posted;
    if (look2) begin
        word_q     <= word;
        no_read_q  <= !exists;
        no_write_q <= !settable || ((is_send || is_recv || is_tail) && moves_q > most_q)
                   || (addr == REGION && data[7:0] >= REGIONS[7:0]);
    end
end

// The doorbell
wire [9:0]    at_addr = s_axil_awaddr[11:2];
wire          rings   = s_axil_awvalid && s_axil_awready && s_axil_wvalid && s_axil_wready
                     && at_addr[9:6] == SEND[9:6] && {1'b0, at_addr[5:3]} < RINGS[3:0]
                     && at_addr[2:0] == HEAD && !clear_q;
wire [RW-1:0] at_ring = at_addr[3 +: RW] & LAST[RW-1:0];
wire [15:0]   at_tail = send_tails[16*at_ring +: 16];
reg           bell_q;
reg  [RW-1:0] bell_ring_q;
reg  [15:0]   before_q, after_q, all_places_q;      // elements: posted, then; of the ring
wire          bell    = bell_q && before_q < after_q && after_q <= all_places_q;
always @(posedge clk) begin
    bell_q       <= rings && !rst;
    bell_ring_q  <= at_ring;
    before_q     <= send_head_q[16*at_ring +: 16] - at_tail;
    after_q      <= s_axil_wdata[15:0] - at_tail;
    all_places_q <= 16'd1 << sizes_q[4*at_ring +: 4];
end

genvar g;
generate for (g = 0; g < RINGS; g = g + 1) begin : g_ring
    wire mine = sets && on_ring && ring == g[RW-1:0];
    assign send_rings[g] = bell && bell_ring_q == g[RW-1:0];
    always @(posedge clk) begin
        if (mine) case (addr[2:0])
        BASE_LO: bases_q[58*g +: 26] <= data[31:6];
        BASE_HI: bases_q[58*g + 26 +: 32] <= data;
        SIZE:    sizes_q[4*g +: 4] <= data[3:0];
        HEAD:    send_head_q[16*g +: 16] <= value;
        LIMIT:   limit_q[9*g +: 9] <= data[8:0];
        default: ;
        endcase
        if (send_rings[g]) send_head_q[16*g +: 16] <= value;
        if (clear_q) send_head_q[16*g +: 16] <= 16'd0;
        if (rst) begin
            bases_q[58*g +: 58]  <= 58'd0;
            sizes_q[4*g +: 4]    <= 4'd0;
            send_head_q[16*g +: 16]  <= 16'd0;
            limit_q[9*g +: 9]   <= 9'd0;
        end
    end
end endgenerate

integer i;
always @(posedge clk) begin
    clear_q     <= sets && addr == CTRL && data[0] && !on_q;
    region_wr_q <= sets && addr == REGION;
    life_set_q  <= rst || (sets && addr == LIFE);
    tag_life_q  <= folded >= 7'd63 ? folded[5:0] - 6'd63 : folded[5:0];
    cause_q     <= (cause_q & ~(sets && addr == CAUSE ? data[3:0] : 4'd0)) | causes;
    irq_q       <= (cause_q & mask_q) != 4'd0;
    live_q      <= sets && addr == CTRL ? data[0] && on_q : on_q;
    if (sets) case (addr)
    CTRL:           on_q <= data[0];
    RECV_LO:        recv_base_q[25:0] <= data[31:6];
    RECV_HI:        recv_base_q[57:26] <= data;
    RECV_SIZE:      recv_size_q <= data[3:0];
    RECV_HEAD:      recv_head_q <= value;
    CPL_LO:         cpl_base_q[25:0] <= data[31:6];
    CPL_HI:         cpl_base_q[57:26] <= data;
    CPL_SIZE:       cpl_size_q <= data[3:0];
    CPL_TAIL:       cpl_tail_q <= value;
    TIMEOUT:        timeout_q <= value;
    WAIT:           wait_q <= data[23:0];
    MASK:           mask_q <= data[3:0];
    REGION_BASE:    base_q[31:0] <= data;
    REGION_BASE_HI: base_q[63:32] <= data;
    REGION_LEN:     length_q[31:0] <= data;
    REGION_LEN_HI:  length_q[47:32] <= value;
    REGION_KEY:     key_q <= data[31:8];
    REGION_PEER:    {all_q, peer_q} <= {data[31], data[23:0]};
    REGION:         {rights_q, index_q} <= data[9:0];
    COALESCE:       coalesce_q <= data[7:0];
    LIFE:           life_q <= value;
    default: ;
    endcase
    if (clear_q) {recv_head_q, cpl_tail_q} <= 32'd0;

    inside_q <= inside_q + {7'd0, commands} - {7'd0, retires};
    if (region_wr_q) fence_q <= inside_q + {6'd0, looks} - {7'd0, retires};
    else if (fence_q != 8'd0 && retires) fence_q <= fence_q - 8'd1;
    reads_q <= reads_q + {7'd0, asks} - {7'd0, answered};
    if (region_wr_q) reads_fence_q <= reads_q + {6'd0, looks} - {7'd0, answered};
    else if (reads_fence_q != 8'd0 && (answered || (fence_q == 8'd0 && reads_q == 8'd0)))
        reads_fence_q <= reads_fence_q - 8'd1;

    for (i = 0; i < 9; i = i + 1)
        count_q[32*i +: 32] <= count_q[32*i +: 32] + {31'd0, counts[i]};
    if (rst) begin
        {on_q, live_q, clear_q, region_wr_q, all_q, cause_q, mask_q, irq_q} <= 14'd0;
        {inside_q, fence_q} <= 16'd0;
        {reads_q, reads_fence_q} <= 16'd0;
        {recv_base_q, cpl_base_q, base_q, length_q} <= 228'd0;
        {recv_size_q, cpl_size_q, key_q, peer_q, index_q, rights_q} <= 66'd0;
        coalesce_q <= 8'd0;
        life_q    <= cfg_epoch_seed;
        {recv_head_q, cpl_tail_q} <= 32'd0;
        timeout_q <= 16'd16384;
        wait_q    <= 24'd65536;
        count_q   <= {9{32'd0}};
    end
end

assign irq           = irq_q;
assign on            = live_q;
assign clear         = clear_q;
assign send_bases    = bases_q;
assign send_sizes    = sizes_q;
assign send_heads    = send_head_q;
assign send_limits   = limit_q;
assign recv_base     = recv_base_q;
assign recv_size     = recv_size_q;
assign recv_head     = recv_head_q;
assign cpl_base      = cpl_base_q;
assign cpl_size      = cpl_size_q;
assign cpl_tail      = cpl_tail_q;
assign msg_timeout   = timeout_q;
assign recv_wait     = wait_q;
assign coalesce      = coalesce_q;
assign life          = life_q;
assign life_set      = life_set_q;
assign tag_life      = tag_life_q;
assign region_wr     = region_wr_q;
assign region_index  = index_q;
assign region_rights = rights_q;
assign region_key    = key_q;
assign region_all    = all_q;
assign region_peer   = peer_q;
assign region_base   = base_q;
assign region_length = length_q;

wire unused = &{1'b0, strb, acc_wr};

endmodule

`resetall
