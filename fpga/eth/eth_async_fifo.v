// SPDX-License-Identifier: Apache-2.0
//
// eth_async_fifo - FIFO between two clocks, with commit and take-back on its write side
//
// Words written become visible to the reader when they are committed, and only then; wr_drop
// takes back every word that is not. So a frame is either read whole or never seen.
//
//     committed        written
//        |    uncommitted |
//     ---+----------------+-------    wr_drop: written := committed
//        ^
//     shown: walks to committed by one word a cycle, because a Gray code is only
//     safe to sample while one bit changes at a time
//
// A commit of n words takes n + 1 cycles of wr_clk to be shown whole, which matters only where
// the reader's clock is the faster one: it then sees gaps inside a frame, never a stop.
//
// Both resets must overlap until each side has seen the pointer of the other one at 0, three edges
// of its clock (eth_mac does it with eth_reset); which one falls first does not matter.
//
// Timing: all outputs are flops, but that rd_data of a block RAM comes 5.6 ns after the edge (ECP5,
// grade 6): nothing for a reader at 125 MHz. A committed word is at rd_data after 2 edges of wr_clk
// and then 4 of rd_clk. One write and one read a cycle. That there is a word to read is a flop:
// what follows from rd_ready has one LUT to go.
// Test: tb/block/eth_async_fifo.cpp

`resetall
`default_nettype none

module eth_async_fifo #(
    parameter WIDTH = 8,    // bits a word, >= 1
    parameter DEPTH = 16    // words, power of two, >= 4; up to 64 in distributed RAM
) (
    // Write side
    input  wire             wr_clk,
    input  wire             wr_rst,
    input  wire             wr_valid,
    output wire             wr_ready,
    input  wire [WIDTH-1:0] wr_data,
    input  wire             wr_commit,      // show all written so far and the word of this cycle
    input  wire             wr_drop,        // outranks the two: take back what is not committed
    // Full of words that are not committed: only commit or drop help
    output wire             wr_stuck,

    // Read side
    input  wire             rd_clk,
    input  wire             rd_rst,
    output wire             rd_valid,
    input  wire             rd_ready,
    output wire [WIDTH-1:0] rd_data
);

generate if (WIDTH < 1 || DEPTH < 4 || (DEPTH & (DEPTH - 1)) != 0) begin : g_bad
    ERROR_eth_async_fifo_parameter_out_of_range u_bad ();
end endgenerate

localparam AW = $clog2(DEPTH);
localparam PW = AW + 1;                     // one bit more tells full from empty
localparam [PW-1:0] ONE  = 1;
localparam [PW-1:0] LAPS = {1'b1, {AW{1'b0}}};

wire [PW-1:0] shown_gray, read_gray;        // flops of their domain
wire [PW-1:0] shown_here, read_here;        // seen from the other one

eth_sync #(.WIDTH(PW)) u_shown (.clk(rd_clk), .in(shown_gray), .out(shown_here));
eth_sync #(.WIDTH(PW)) u_read  (.clk(wr_clk), .in(read_gray),  .out(read_here));

// ---- write side
reg [PW-1:0] wr_q, wr_d;                    // next word to write
reg [PW-1:0] com_q, com_d;                  // committed up to here
reg [PW-1:0] shown_q, shown_d;
reg [PW-1:0] shown_gray_q, shown_gray_d;
reg [PW-1:0] freed_q, freed_d;              // the reader is at least here
reg          ready_q, ready_d;
reg          stuck_q, stuck_d;

wire [PW-1:0] shown_inc = shown_q + ONE;
wire push = wr_valid && ready_q && !wr_drop;

assign wr_ready   = ready_q;
assign wr_stuck   = stuck_q;
assign shown_gray = shown_gray_q;

integer i;

always @* begin
    for (i = 0; i < PW; i = i + 1)      // not bit by bit: that would be a chain
        freed_d[i] = ^(read_here >> i);

    wr_d = push ? wr_q + ONE : wr_q;
    if (wr_drop) wr_d = com_q;
    com_d = wr_commit && !wr_drop ? wr_d : com_q;
    // Written so that the comparison and the increment run side by side.
    shown_d      = shown_q;
    shown_gray_d = shown_gray_q;
    if (shown_q != com_q) begin
        shown_d      = shown_inc;
        shown_gray_d = shown_inc ^ {1'b0, shown_inc[PW-1:1]};
    end
    ready_d = wr_d != (freed_q ^ LAPS);
    stuck_d = !ready_d && com_d == freed_q;
end

always @(posedge wr_clk) begin
    wr_q         <= wr_d;
    com_q        <= com_d;
    shown_q      <= shown_d;
    shown_gray_q <= shown_gray_d;
    freed_q      <= freed_d;
    ready_q      <= ready_d;
    stuck_q      <= stuck_d;
    if (wr_rst) begin
        wr_q         <= {PW{1'b0}};
        com_q        <= {PW{1'b0}};
        shown_q      <= {PW{1'b0}};
        shown_gray_q <= {PW{1'b0}};
        freed_q      <= {PW{1'b0}};
        ready_q      <= 1'b0;
        stuck_q      <= 1'b0;
    end
end

// ---- read side
reg [PW-1:0] rd_q, rd_d;
reg [PW-1:0] read_gray_q, read_gray_d;
reg          more_q, more_d;                // the word at rd_q is shown
reg          valid_q, valid_d;

wire [PW-1:0] rd_inc   = rd_q + ONE;
wire [PW-1:0] inc_gray = rd_inc ^ {1'b0, rd_inc[PW-1:1]};
wire load = more_q && (!valid_q || rd_ready);

assign read_gray = read_gray_q;

always @* begin
    rd_d        = load ? rd_inc : rd_q;
    read_gray_d = load ? inc_gray : read_gray_q;
    more_d      = load ? inc_gray != shown_here : read_gray_q != shown_here;
    valid_d     = load || (valid_q && !rd_ready);
end

always @(posedge rd_clk) begin
    rd_q        <= rd_d;
    read_gray_q <= read_gray_d;
    more_q      <= more_d;
    valid_q     <= valid_d;
    if (rd_rst) begin
        rd_q        <= {PW{1'b0}};
        read_gray_q <= {PW{1'b0}};
        more_q      <= 1'b0;
        valid_q     <= 1'b0;
    end
end

// ---- memory: a word is read only after it was shown, long after its write
reg [WIDTH-1:0] data_q;

assign rd_valid = valid_q;
assign rd_data  = data_q;

generate if (DEPTH <= 64) begin : g_small
    (* ram_style = "distributed" *) reg [WIDTH-1:0] mem [0:DEPTH-1];
    always @(posedge wr_clk) if (push) mem[wr_q[AW-1:0]] <= wr_data;
    always @(posedge rd_clk) if (load) data_q <= mem[rd_q[AW-1:0]];
end else begin : g_large
    (* ram_style = "block" *) reg [WIDTH-1:0] mem [0:DEPTH-1];
    always @(posedge wr_clk) if (push) mem[wr_q[AW-1:0]] <= wr_data;
    always @(posedge rd_clk) if (load) data_q <= mem[rd_q[AW-1:0]];
end endgenerate

`ifdef FORMAL
    wire [PW-1:0] f_used = wr_q - freed_q;
    wire [PW-1:0] f_open = wr_q - com_q;
    always @(posedge wr_clk) if (!wr_rst) begin
        assert (f_used <= LAPS);
        assert (f_open <= f_used);
        if (stuck_q) assert (!ready_q && f_open == LAPS);
    end

    // What the other domain samples changes by one bit at a time: x & (x - 1) drops the lowest one.
    reg [PW-1:0] f_shown_q, f_read_q;
    reg          f_wr_q, f_rd_q;
    initial f_wr_q = 1'b0;
    initial f_rd_q = 1'b0;
    wire [PW-1:0] f_shown_step = shown_gray_q ^ f_shown_q;
    wire [PW-1:0] f_read_step  = read_gray_q ^ f_read_q;
    always @(posedge wr_clk) begin
        f_shown_q <= shown_gray_q;
        f_wr_q    <= !wr_rst;
        if (f_wr_q && !wr_rst) assert ((f_shown_step & (f_shown_step - ONE)) == {PW{1'b0}});
    end
    always @(posedge rd_clk) begin
        f_read_q <= read_gray_q;
        f_rd_q   <= !rd_rst;
        if (f_rd_q && !rd_rst) assert ((f_read_step & (f_read_step - ONE)) == {PW{1'b0}});
    end
`endif

endmodule

`resetall
