// SPDX-License-Identifier: Apache-2.0
//
// ttp_marks_contexts - which link has which send context, and what is noted of what was sent
//
// M1 writes for the context of its link (idx), the engine reads for the one that it serves (at).
//
// Timing: has from flops and ask_link. What M1 writes in t is read in t+1, id_of and lies_* as it
// is written in the cycle of the read.
// Part of: ttp_tx_marks

`resetall
`default_nettype none

module ttp_marks_contexts #(
    parameter CONTEXTS = 16,    // 2..16, power of two
    parameter CX       = 4,    // log2 CONTEXTS
    parameter PW       = 8,     // log2 of the payloads of a context, 8 or 9
    parameter LW       = 11,    // width of a link index
    parameter EW       = 13     // width of an entry index
) (
    input  wire                      clk,
    input  wire                      core_rst,

    // Of which link; of the one that is compared, whether it has one
    input  wire [LW-1:0]             link,
    input  wire [LW-1:0]             ask_link,
    output wire                      has,
    output wire [7:0]                has_gen,
    output wire                      hit,
    output wire                      spare,
    output wire [CX-1:0]             idx,           // its own, or the one it may take
    output wire [7:0]                idx_gen,
    output wire [CONTEXTS-1:0]       taken,         // those in use

    // What M1 notes
    input  wire                      take,
    input  wire                      frees,
    input  wire                      flies_wr,
    input  wire                      again_wr,
    input  wire                      sends_wr,
    input  wire [31:0]               una,           // what flies
    input  wire [PW:0]               sent,
    input  wire [PW+1:0]             window,        // ... at most, and whether the peer has no more
    input  wire [9:0]                id,            // what is sent
    input  wire [15:0]               number,
    input  wire [EW-1:0]             entry,
    input  wire [19:0]               sent_at,

    // What the engine reads
    input  wire [CX-1:0]             at,
    output wire [7:0]                at_gen,
    output wire [LW-1:0]             at_link,
    output wire [15:0]               at_base,       // number before its first
    output wire [9:0]                at_base_id,    // ... whose ID
    output wire [31:0]               at_una,
    output wire [PW:0]               at_sent,
    output wire [PW+1:0]             at_window,
    output wire [15:0]               at_newest,     // number
    output wire [10:0]               at_sends,      // so far, 1..1024
    output wire [31:0]               at_again_una,
    output wire [PW:0]               at_again_sent,
    input  wire                      id_rd,         // a cycle later: of a number, its ID
    input  wire [9:0]                id_rd_at,
    output wire [9:0]                id_of,
    input  wire                      lies_rd,       // ... of an ID, its entry, newest number and
    input  wire [PW-1:0]             lies_rd_at,    // ... when that was
    output wire [EW-1:0]             lies_entry,
    output wire [15:0]               lies_number,
    output wire [19:0]               lies_since
);

wire [CX-1:0] hit_idx, other_idx, spare_idx, unused_idx;
wire          unused_ending;
assign idx = hit ? hit_idx : spare_idx;

ttp_rx_pool #(.CONTEXTS(CONTEXTS), .CX(CX), .LW(LW)) u_pool (
    .clk(clk), .core_rst(core_rst),
    .link(link), .hit(hit), .hit_idx(hit_idx),
    .other_link(ask_link), .other_hit(has), .other_idx(other_idx),
    .spare(spare), .spare_idx(spare_idx), .taken(taken),
    .ending(unused_ending), .ending_idx(unused_idx),
    .take_en(take), .end_en(1'b0), .free_en(frees), .free_idx(hit_idx)
);

// The number of a context
reg [7:0] gen_q;
always @(posedge clk) begin
    if (take) gen_q <= gen_q + 8'd1;
    if (core_rst) gen_q <= 8'd0;
end
ttp_ram_async #(.WIDTH(8), .DEPTH(CONTEXTS)) u_asked_gen (
    .clk(clk), .wr_en(take), .wr_addr(idx), .wr_data(gen_q), .rd_addr(other_idx), .rd_data(has_gen)
);
ttp_ram_async #(.WIDTH(8), .DEPTH(CONTEXTS)) u_idx_gen (
    .clk(clk), .wr_en(take), .wr_addr(idx), .wr_data(gen_q), .rd_addr(idx), .rd_data(idx_gen)
);

// What does not change; what is in flight, now and when all of it was lost; the newest number
ttp_ram_async #(.WIDTH(8 + LW + 16 + 10), .DEPTH(CONTEXTS)) u_taken (
    .clk(clk), .wr_en(take), .wr_addr(idx), .wr_data({gen_q, link, number - 16'd1, id}),
    .rd_addr(at), .rd_data({at_gen, at_link, at_base, at_base_id})
);
ttp_ram_async #(.WIDTH(32 + 2 * PW + 3), .DEPTH(CONTEXTS)) u_flies (
    .clk(clk), .wr_en(flies_wr), .wr_addr(idx), .wr_data({una, sent, window}),
    .rd_addr(at), .rd_data({at_una, at_sent, at_window})
);
ttp_ram_async #(.WIDTH(32 + PW + 1), .DEPTH(CONTEXTS)) u_again (
    .clk(clk), .wr_en(again_wr), .wr_addr(idx), .wr_data({una, sent}),
    .rd_addr(at), .rd_data({at_again_una, at_again_sent})
);
wire [10:0]   sends;
wire [10:0]   sends_d = (sends & {11{!take}}) + {10'd0, take || !sends[10]};  // 1024 is the last
ttp_ram_async #(.WIDTH(11), .DEPTH(CONTEXTS)) u_sends (
    .clk(clk), .wr_en(sends_wr), .wr_addr(idx), .wr_data(sends_d), .rd_addr(idx), .rd_data(sends)
);
ttp_ram_async #(.WIDTH(16 + 11), .DEPTH(CONTEXTS)) u_newest (
    .clk(clk), .wr_en(sends_wr), .wr_addr(idx), .wr_data({number, sends_d}),
    .rd_addr(at), .rd_data({at_newest, at_sends})
);

ttp_ram_1r1w #(.WIDTH(10), .DEPTH(1024 * CONTEXTS), .BYPASS(1)) u_ids (
    .clk(clk), .wr_en(sends_wr), .wr_addr({idx, number[9:0]}), .wr_data(id),
    .rd_en(id_rd), .rd_addr({at, id_rd_at}), .rd_data(id_of)
);
ttp_ram_1r1w #(.WIDTH(EW + 16 + 20), .DEPTH(CONTEXTS << PW), .BYPASS(1)) u_lies (
    .clk(clk), .wr_en(sends_wr), .wr_addr({idx, id[PW-1:0]}), .wr_data({entry, number, sent_at}),
    .rd_en(lies_rd), .rd_addr({at, lies_rd_at}), .rd_data({lies_entry, lies_number, lies_since})
);

wire unused = &{1'b0, unused_idx, unused_ending};

endmodule

`resetall
