// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_sram - the transmit store: payload words, and the list of free 64-byte cells
//
//    free list:  head -> cell -> cell -> ... -> tail        (next_cell RAM)
//                 | pop, in order                ^ chains return here
//
// Cells are popped in list order, so those of a chunk are linked already. That holds even if the
// list ran empty in between: a return always writes next_cell[tail] = first, and tail stays the
// cell popped last while the list is empty.
//
// The next_cell RAM has two copies with the same writes. The read register of the pop copy is the
// head of the list (DEEP: is copied there): a pop reads next_cell[head]. A chain that returns to an empty list puts its
// first cell beside that register instead, so the pop copy is never read and written at one
// address (head and tail differ whenever a pop leaves something).
//
// SRAM_1P = 1: the payload memory has a single port. Reads go first; wr_ready = 0 meanwhile.
//
// Timing: from flops, fc_cell without DEEP from those of a RAM; but wr_ready (from rd_en, only with SRAM_1P = 1) and ab_ready (from fr_valid).
// rd_en, nc_en in cycle t: rd_data, nc_data from t+1 on; they hold while the enable is 0.
// Mirror: model/ttp_tx_sram.c      Test: tb/block/ttp_tx_sram.cpp

`resetall
`default_nettype none

module ttp_tx_sram #(
    parameter DATA_W   = 512,   // bits a word: 64, 128, 256, 512
    parameter TX_CELLS = 16384, // cells of 64 bytes, 16..65536
    parameter SRAM_1P  = 0,     // 1: payload memory with a single port
    parameter DEEP     = 0,     // 1: fc_cell from plain flops, so none in the cycle after a pop
    parameter TCW      = 14,    // derived by ttp_mac: clog2(TX_CELLS)
    parameter WPC      = 1      // derived by ttp_mac: words a cell, 512 / DATA_W
) (
    input  wire                         clk,
    input  wire                         core_rst,

    // Walk of ttp_init
    input  wire                         init_active,
    input  wire [16:0]                  init_idx,

    // Payload words from ingest
    input  wire                         wr_en,
    output wire                         wr_ready,
    input  wire [TCW+$clog2(WPC)-1:0]   wr_addr,
    input  wire [DATA_W-1:0]            wr_data,

    // Free cell for ingest: the pop takes fc_cell, only while fc_valid
    output wire                         fc_valid,
    output wire [TCW-1:0]               fc_cell,
    input  wire                         fc_pop,

    // Chain back from ingest
    input  wire                         ab_valid,
    output wire                         ab_ready,
    input  wire [TCW-1:0]               ab_first,
    input  wire [TCW-1:0]               ab_last,
    input  wire [4:0]                   ab_n,       // cells, 1..16

    // Chain back from the retire engine, always accepted
    input  wire                         fr_valid,
    input  wire [TCW-1:0]               fr_first,
    input  wire [TCW-1:0]               fr_last,
    input  wire [3:0]                   fr_n1,      // cells less one: it comes late, and saves an adder

    // Payload words and next cells for the sender
    input  wire                         rd_en,
    input  wire [TCW+$clog2(WPC)-1:0]   rd_addr,
    output wire [DATA_W-1:0]            rd_data,
    input  wire                         nc_en,
    input  wire [TCW-1:0]               nc_addr,
    output wire [TCW-1:0]               nc_data,

    output wire [TCW:0]                 stat_free,  // free cells
    output wire [TCW:0]                 stat_low    // fewest since reset, one cycle late
);

generate if ((DATA_W != 64 && DATA_W != 128 && DATA_W != 256 && DATA_W != 512)
             || WPC * DATA_W != 512 || TX_CELLS < 16 || TX_CELLS > 65536
             || TCW != $clog2(TX_CELLS) || SRAM_1P < 0 || SRAM_1P > 1 || DEEP < 0 || DEEP > 1) begin : g_bad
    ERROR_ttp_tx_sram_parameter_out_of_range u_bad ();
end endgenerate

localparam WORDS = TX_CELLS * WPC;
localparam AW    = TCW + $clog2(WPC);

localparam [31:0] CELLS = TX_CELLS;
localparam [31:0] LAST  = TX_CELLS - 1;

// ---------------------------------------------------------------- free list

reg           fresh_q, fresh_d;     // head is first_q, else what the RAM read last; that goes into first_q with DEEP
reg [TCW-1:0] first_q, first_d;
reg [TCW-1:0] tail_q, tail_d;       // last cell of the list; if it is empty, the cell popped last
reg [TCW:0]   count_q, count_d;
reg [TCW:0]   low_q, low_d;
reg           valid_q, valid_d;     // count_q != 0, and the walk is over

wire           ret   = fr_valid || ab_valid;
wire [TCW-1:0] first = fr_valid ? fr_first : ab_first;
wire [TCW-1:0] last  = fr_valid ? fr_last  : ab_last;
wire [4:0]     ab_n1 = ab_n - 5'd1;
wire [3:0]     n1    = fr_valid ? fr_n1    : ab_n1[3:0];

wire           none  = count_q[TCW:1] == {TCW{1'b0}} && (!count_q[0] || fc_pop);   // after the pop
// + n1 + 1, or n1 if a cell is popped too; without a return 0 or -1: one adder with a carry.
wire [TCW:0]   step  = ret ? {{(TCW-3){1'b0}}, n1} : {(TCW+1){fc_pop}};
wire           unused_n1 = ab_n1[4];
wire [TCW-1:0] read;
wire [TCW-1:0] head  = DEEP != 0 || fresh_q ? first_q : read;
wire           fetch = fc_pop && !none;     // the next head is being read

assign ab_ready  = !fr_valid;
assign fc_valid  = valid_q;
assign fc_cell   = head;
assign stat_free = count_q;
assign stat_low  = low_q;

always @* begin
    fresh_d = fresh_q;
    first_d = first_q;
    if (DEEP != 0 && !fresh_q) begin
        fresh_d = 1'b1;
        first_d = read;
    end
    if (ret && none) begin
        fresh_d = 1'b1;
        first_d = first;
    end else if (DEEP != 0 ? fetch : fc_pop) begin
        fresh_d = 1'b0;
    end
    tail_d  = ret ? last : tail_q;
    count_d = count_q + step + {{TCW{1'b0}}, ret && !fc_pop};
    low_d   = count_q < low_q ? count_q : low_q;
    valid_d = !init_active && (!none || ret) && !(DEEP != 0 && fetch);
end

always @(posedge clk) begin
    fresh_q <= fresh_d;
    first_q <= first_d;
    tail_q  <= tail_d;
    count_q <= count_d;
    low_q   <= low_d;
    valid_q <= valid_d;
    if (core_rst) begin
        fresh_q <= 1'b1;
        first_q <= {TCW{1'b0}};
        tail_q  <= LAST[TCW-1:0];
        count_q <= CELLS[TCW:0];
        low_q   <= CELLS[TCW:0];
        valid_q <= 1'b0;
    end
end

// The walk: next_cell[i] = i + 1.
reg            in_cells_q, in_cells_d;      // init_idx names a cell
wire           at_last = init_idx == LAST[16:0];
wire [TCW-1:0] after   = init_idx[TCW-1:0] + {{(TCW-1){1'b0}}, 1'b1};
wire           nx_wr   = init_active ? in_cells_q : ret;
wire [TCW-1:0] nx_addr = init_active ? init_idx[TCW-1:0] : tail_q;
wire [TCW-1:0] nx_data = init_active ? after : first;

always @* in_cells_d = in_cells_q && !(init_active && at_last);

always @(posedge clk) begin
    in_cells_q <= in_cells_d;
    if (core_rst) in_cells_q <= 1'b1;
end

ttp_ram_1r1w #(.WIDTH(TCW), .DEPTH(TX_CELLS), .BYPASS(0)) u_next_pop (
    .clk(clk), .wr_en(nx_wr), .wr_addr(nx_addr), .wr_data(nx_data),
    .rd_en(fetch), .rd_addr(head), .rd_data(read)
);

ttp_ram_1r1w #(.WIDTH(TCW), .DEPTH(TX_CELLS), .BYPASS(1)) u_next_send (
    .clk(clk), .wr_en(nx_wr), .wr_addr(nx_addr), .wr_data(nx_data),
    .rd_en(nc_en), .rd_addr(nc_addr), .rd_data(nc_data)
);

// ---------------------------------------------------------------- payload words

// A depth that is no power of two is two memories, the bigger one of the highest power of two
// in it: 1536 cells of 8 words fill 48 block RAMs that way with one 2:1 multiplexer at their output.
localparam BW   = $clog2(WORDS + 1) - 1;
localparam REST = WORDS - (1 << BW);

assign wr_ready = SRAM_1P == 0 || !rd_en;

wire [AW-1:0] addr_1p = rd_en ? rd_addr : wr_addr;

generate if (REST == 0) begin : g_one
    if (SRAM_1P != 0) begin : g_1p
        ttp_ram_1rw #(.WIDTH(DATA_W), .DEPTH(WORDS), .HUGE(1)) u_data (
            .clk(clk), .en(rd_en || wr_en), .wr(!rd_en), .addr(addr_1p),
            .wr_data(wr_data), .rd_data(rd_data)
        );
    end else begin : g_2p
        wire unused_addr_1p = &{1'b0, addr_1p};
        ttp_ram_1r1w #(.WIDTH(DATA_W), .DEPTH(WORDS), .BYPASS(0)) u_data (
            .clk(clk), .wr_en(wr_en), .wr_addr(wr_addr), .wr_data(wr_data),
            .rd_en(rd_en), .rd_addr(rd_addr), .rd_data(rd_data)
        );
    end
end else begin : g_two
    localparam RW = REST > 1 ? $clog2(REST) : 1;
    wire [DATA_W-1:0] data_lo, data_hi;
    reg               hi_q;

    always @(posedge clk) if (rd_en) hi_q <= rd_addr[AW-1];
    assign rd_data = hi_q ? data_hi : data_lo;

    if (SRAM_1P != 0) begin : g_1p
        ttp_ram_1rw #(.WIDTH(DATA_W), .DEPTH(1 << BW)) u_lo (
            .clk(clk), .en((rd_en || wr_en) && !addr_1p[AW-1]), .wr(!rd_en),
            .addr(addr_1p[BW-1:0]), .wr_data(wr_data), .rd_data(data_lo)
        );
        ttp_ram_1rw #(.WIDTH(DATA_W), .DEPTH(REST)) u_hi (
            .clk(clk), .en((rd_en || wr_en) && addr_1p[AW-1]), .wr(!rd_en),
            .addr(addr_1p[RW-1:0]), .wr_data(wr_data), .rd_data(data_hi)
        );
    end else begin : g_2p
        wire unused_addr_1p = &{1'b0, addr_1p};
        // Both are read, whatever the address says: it comes late.
        ttp_ram_1r1w #(.WIDTH(DATA_W), .DEPTH(1 << BW), .BYPASS(0), .CHECK(0)) u_lo (
            .clk(clk), .wr_en(wr_en && !wr_addr[AW-1]), .wr_addr(wr_addr[BW-1:0]),
            .wr_data(wr_data), .rd_en(rd_en), .rd_addr(rd_addr[BW-1:0]), .rd_data(data_lo)
        );
        ttp_ram_1r1w #(.WIDTH(DATA_W), .DEPTH(REST), .BYPASS(0), .CHECK(0)) u_hi (
            .clk(clk), .wr_en(wr_en && wr_addr[AW-1]), .wr_addr(wr_addr[RW-1:0]),
            .wr_data(wr_data), .rd_en(rd_en), .rd_addr(rd_addr[RW-1:0]), .rd_data(data_hi)
        );
`ifdef FORMAL
        always @(posedge clk) assert (!(wr_en && rd_en && wr_addr == rd_addr));
`endif
    end
end endgenerate

`ifdef FORMAL
    always @(posedge clk) if (!core_rst && !init_active) begin
        assert (count_q <= CELLS[TCW:0]);
        assert (low_q <= CELLS[TCW:0]);
        if (fc_pop)  assert (valid_q);
        if (valid_q) assert (count_q != {(TCW+1){1'b0}});
        if (ab_valid) assert (ab_n >= 5'd1 && ab_n <= 5'd16);
        if (count_q == {{TCW{1'b0}}, 1'b1} && (DEEP == 0 || fresh_q)) assert (head == tail_q);
        if (DEEP != 0 && !fresh_q) assert (!valid_q && !none);
        if (wr_en)   assert ({{(32-AW){1'b0}}, wr_addr} < WORDS);
        if (rd_en)   assert ({{(32-AW){1'b0}}, rd_addr} < WORDS);
    end
`endif

endmodule

`resetall
