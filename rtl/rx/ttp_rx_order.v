// SPDX-License-Identifier: Apache-2.0
//
// ttp_rx_order - the verdicts on the payloads in the ring, in its order
//
// The head in flops, the second in the read register of a memory, the rest in the memory:
//
//   verdict --+-----------------------> head        nothing waits and the head is free
//             +--> memory --> second -----^
//
// Pushed in t, a verdict is at the head in t+1 if nothing waits behind the head, which is empty or
// popped in t. Else it goes to the memory, which is read one cycle later at the earliest, when the
// second is empty or moves on. So the next one is at the head in the cycle after a pop, or one
// later if it was pushed in the cycle before the pop with nothing ahead of it in the memory.
//
// 36 bits, the width of a block RAM: VC 3 stands for a payload that the host does not get, length
// 0 for 1024.
// Part of: ttp_rx_deliver

`resetall
`default_nettype none

module ttp_rx_order #(
    parameter PLACES = 64,      // verdicts inside, power of two, 2..256
    parameter BAY_W  = 0        // bits of the bay that the payload lies in, behind those 36
) (
    input  wire        clk,
    input  wire        core_rst,

    input  wire        push,    // there is always room: slot_free of rx_sram bounds it
    input  wire [35+BAY_W:0] verdict,
    output wire        head_valid,
    output wire [35+BAY_W:0] head,
    input  wire        pop
);

localparam AW = $clog2(PLACES);

reg           head_v_q,   head_v_d;
reg           second_v_q, second_v_d;
reg  [35+BAY_W:0] head_q;
wire [35+BAY_W:0] second;
reg  [AW-1:0] wr_q, wr_d, rd_q, rd_d;

wire          stored = wr_q != rd_q;
wire          want   = pop || !head_v_q;
wire          direct = want && !second_v_q && !stored;
wire          store  = push && !direct;
wire          fetch  = stored && (want || !second_v_q);

always @* begin
    head_v_d   = !want || second_v_q || (direct && push);
    second_v_d = fetch || (second_v_q && !want);
    wr_d       = wr_q + {{(AW-1){1'b0}}, store};
    rd_d       = rd_q + {{(AW-1){1'b0}}, fetch};
end

always @(posedge clk) begin
    head_v_q   <= head_v_d;
    second_v_q <= second_v_d;
    wr_q       <= wr_d;
    rd_q       <= rd_d;
    if (want) head_q <= second_v_q ? second : verdict;
    if (core_rst) begin
        head_v_q   <= 1'b0;
        second_v_q <= 1'b0;
        wr_q       <= {AW{1'b0}};
        rd_q       <= {AW{1'b0}};
    end
end

// At most PLACES in all and never all of them in the memory: equal pointers mean empty, and a word
// is not read while it is written.
ttp_ram_1r1w #(.WIDTH(36 + BAY_W), .DEPTH(PLACES), .BYPASS(0)) u_mem (
    .clk(clk), .wr_en(store), .wr_addr(wr_q), .wr_data(verdict),
    .rd_en(fetch), .rd_addr(rd_q), .rd_data(second)
);

assign head_valid = head_v_q;
assign head       = head_q;

`ifdef FORMAL
    wire [AW-1:0] f_stored = wr_q - rd_q;
    always @(posedge clk) if (!core_rst && store) assert (!(&f_stored));
`endif

endmodule

`resetall
