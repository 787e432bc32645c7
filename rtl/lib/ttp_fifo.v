// SPDX-License-Identifier: Apache-2.0
//
// ttp_fifo - ideal first-word-fall-through FIFO
//
// A word pushed at the end of cycle t is at the output in t+1 if it is the head. Exactly
// DEPTH words fit; one push and one pop a cycle, always. A push while full or a pop while
// empty does nothing (the handshake makes both impossible).
//
// DEPTH <= 64 is distributed RAM with an asynchronous read. Above, block RAM behind a front
// of four words hides its read cycle, and the visible behaviour is the same:
//
//              RAM empty and front + flight < 4
//    in ----+------------------------------------> front (2 banks x 2) ---> out
//           |                                        ^
//           +---> RAM --- read while ---> flight ----+
//                         front + flight < 4
//
// While the RAM holds a word front + flight >= 3, so the front holds at least two and the
// output never runs dry. A word from the RAM and one from the input may enter the front in
// the same cycle; they go to neighbouring slots, hence to different banks.
//
// Timing: every output comes from flops, out_data through a read of distributed RAM that is
// addressed by flops.
// Mirror: model/ttp_fifo.h      Test: tb/test_ttp_fifo.cpp

`resetall
`default_nettype none

module ttp_fifo #(
    parameter WIDTH = 8,    // bits a word, >= 1
    parameter DEPTH = 16    // words, >= 1
) (
    input  wire                         clk,
    input  wire                         rst,        // synchronous, active high: empties it

    input  wire                         in_valid,
    output wire                         in_ready,
    input  wire [WIDTH-1:0]             in_data,

    output wire                         out_valid,
    input  wire                         out_ready,
    output wire [WIDTH-1:0]             out_data,

    output wire [$clog2(DEPTH+1)-1:0]   count       // words inside
);

generate if (WIDTH < 1 || DEPTH < 1) begin : g_bad
    ERROR_ttp_fifo_parameter_out_of_range u_bad ();
end endgenerate

localparam ADDR_W  = DEPTH > 1 ? $clog2(DEPTH) : 1;
localparam COUNT_W = $clog2(DEPTH + 1);
localparam [31:0] LAST = DEPTH - 1;
localparam [COUNT_W-1:0] ONE = 1;
localparam [ADDR_W-1:0] STEP = 1;

reg [COUNT_W-1:0] count_q, count_d;
reg               ready_q, ready_d;     // count_q != DEPTH
reg               valid_q, valid_d;     // count_q != 0

wire push = in_valid && ready_q;
wire pop  = out_ready && valid_q;

assign in_ready  = ready_q;
assign out_valid = valid_q;
assign count     = count_q;

always @* begin
    count_d = count_q;
    ready_d = ready_q;
    valid_d = valid_q;
    if (push && !pop) begin
        count_d = count_q + ONE;
        ready_d = count_q != LAST[COUNT_W-1:0];
        valid_d = 1'b1;
    end else if (pop && !push) begin
        count_d = count_q - ONE;
        ready_d = 1'b1;
        valid_d = count_q != ONE;
    end
end

always @(posedge clk) begin
    count_q <= count_d;
    ready_q <= ready_d;
    valid_q <= valid_d;
    if (rst) begin
        count_q <= {COUNT_W{1'b0}};
        ready_q <= 1'b1;
        valid_q <= 1'b0;
    end
end

generate if (DEPTH <= 64) begin : g_small

    reg [ADDR_W-1:0] wr_q, wr_d, rd_q, rd_d;

    always @* begin
        wr_d = wr_q;
        rd_d = rd_q;
        if (push) wr_d = wr_q == LAST[ADDR_W-1:0] ? {ADDR_W{1'b0}} : wr_q + STEP;
        if (pop)  rd_d = rd_q == LAST[ADDR_W-1:0] ? {ADDR_W{1'b0}} : rd_q + STEP;
    end

    always @(posedge clk) begin
        wr_q <= wr_d;
        rd_q <= rd_d;
        if (rst) begin
            wr_q <= {ADDR_W{1'b0}};
            rd_q <= {ADDR_W{1'b0}};
        end
    end

    ttp_ram_async #(.WIDTH(WIDTH), .DEPTH(DEPTH)) u_mem (
        .clk(clk), .wr_en(push), .wr_addr(wr_q), .wr_data(in_data),
        .rd_addr(rd_q), .rd_data(out_data)
    );

end else begin : g_large

    reg [ADDR_W-1:0] wr_q, wr_d, rd_q, rd_d;    // RAM pointers; equal: empty (see stored_q)
    reg              stored_q, stored_d;        // the RAM holds a word
    reg              flight_q;                  // a word read from the RAM arrives now
    reg [2:0]        front_q, front_d;          // words in front and in flight, 0..4
    reg [1:0]        slot_wr_q, slot_wr_d;      // next front slot to fill
    reg [1:0]        slot_rd_q, slot_rd_d;      // front slot at the output

    wire room   = front_q != 3'd4;
    wire direct = push && !stored_q && room;
    wire store  = push && !direct;
    wire fetch  = stored_q && room;

    wire [ADDR_W-1:0] rd_next = rd_q == LAST[ADDR_W-1:0] ? {ADDR_W{1'b0}} : rd_q + STEP;

    always @* begin
        wr_d      = wr_q;
        rd_d      = rd_q;
        stored_d  = stored_q;
        slot_rd_d = slot_rd_q + {1'b0, pop};
        slot_wr_d = slot_wr_q + {1'b0, flight_q} + {1'b0, direct};
        front_d   = front_q + {2'd0, direct || fetch} - {2'd0, pop};
        if (store) wr_d = wr_q == LAST[ADDR_W-1:0] ? {ADDR_W{1'b0}} : wr_q + STEP;
        if (fetch) rd_d = rd_next;
        // DEPTH words in the RAM part alone can not be: four of DEPTH are in front.
        if (store)                        stored_d = 1'b1;
        else if (fetch && rd_next == wr_q) stored_d = 1'b0;
    end

    always @(posedge clk) begin
        wr_q      <= wr_d;
        rd_q      <= rd_d;
        stored_q  <= stored_d;
        flight_q  <= fetch;
        front_q   <= front_d;
        slot_wr_q <= slot_wr_d;
        slot_rd_q <= slot_rd_d;
        if (rst) begin
            wr_q      <= {ADDR_W{1'b0}};
            rd_q      <= {ADDR_W{1'b0}};
            stored_q  <= 1'b0;
            flight_q  <= 1'b0;
            front_q   <= 3'd0;
            slot_wr_q <= 2'd0;
            slot_rd_q <= 2'd0;
        end
    end

    wire [WIDTH-1:0] ram_data;

    ttp_ram_1r1w #(.WIDTH(WIDTH), .DEPTH(DEPTH), .BYPASS(0)) u_mem (
        .clk(clk), .wr_en(store), .wr_addr(wr_q), .wr_data(in_data),
        .rd_en(fetch), .rd_addr(rd_q), .rd_data(ram_data)
    );

    // Slot s is word s[1] of bank s[0]. The word in flight is older than the one pushed.
    wire [1:0]       slot_in = slot_wr_q + {1'b0, flight_q};
    wire             land0   = flight_q && !slot_wr_q[0];
    wire             land1   = flight_q &&  slot_wr_q[0];
    wire             direct0 = direct && !slot_in[0];
    wire             direct1 = direct &&  slot_in[0];
    wire [WIDTH-1:0] bank0, bank1;

    ttp_ram_async #(.WIDTH(WIDTH), .DEPTH(2)) u_bank0 (
        .clk(clk), .wr_en(land0 || direct0), .wr_addr(land0 ? slot_wr_q[1] : slot_in[1]),
        .wr_data(land0 ? ram_data : in_data), .rd_addr(slot_rd_q[1]), .rd_data(bank0)
    );
    ttp_ram_async #(.WIDTH(WIDTH), .DEPTH(2)) u_bank1 (
        .clk(clk), .wr_en(land1 || direct1), .wr_addr(land1 ? slot_wr_q[1] : slot_in[1]),
        .wr_data(land1 ? ram_data : in_data), .rd_addr(slot_rd_q[1]), .rd_data(bank1)
    );

    assign out_data = slot_rd_q[0] ? bank1 : bank0;

`ifdef FORMAL
    always @(posedge clk) if (!rst) begin
        if (stored_q) assert (front_q >= 3'd3);
        if (valid_q)  assert (front_q > {2'd0, flight_q});
    end
`endif

end endgenerate

endmodule

`resetall
