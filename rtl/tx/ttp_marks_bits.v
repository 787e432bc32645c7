// SPDX-License-Identifier: Apache-2.0
//
// ttp_marks_bits - of each payload in flight: is it held, is it lost
//
// Two bits by context and ID mod 2^PW, in words of 64. M2, a cycle behind M1, goes before the
// engine. "In flight" is: of was_sent payloads from was_una on those not before una, as they were
// in the last cycle with range_en.
//
// Timing: what is told comes from flops and the inputs of the cycle.
// Part of: ttp_tx_marks

`resetall
`default_nettype none

module ttp_marks_bits #(
    parameter CONTEXTS = 16,    // 2..16, power of two
    parameter CX       = 4,    // log2 CONTEXTS
    parameter PW       = 8     // log2 of the payloads of a context, 8 or 9
) (
    input  wire                 clk,
    input  wire                 core_rst,

    // M1: a payload was sent, from the list or once more; or was not sent again, as M2 finds
    input  wire                 m1_sent,
    input  wire                 m1_new,
    input  wire                 m1_refused,     // a RESEND of a context with this number,
    input  wire [7:0]           m1_gen,         // ... and the link's has that one
    input  wire [7:0]           m1_wants,
    output wire                 m2_refused,
    input  wire [CX-1:0]        m1_idx,
    input  wire [PW-1:0]        m1_place,       // ID mod 2^PW
    output wire                 busy,           // M2 has the bits in this cycle
    output wire                 busy_sent,      // ... for this payload, which was sent
    output wire [CX-1:0]        busy_idx,
    output wire [PW-1:0]        busy_place,

    // The engine, of its context; in cycles that are not busy what it does is done
    input  wire [CX-1:0]        at,
    input  wire                 range_en,       // what was sent since then counts as in flight
    input  wire [31:0]          una,
    input  wire [31:0]          was_una,
    input  wire [PW:0]          was_sent,
    input  wire                 low,            // the map is marked in the word of its first ID
    input  wire                 high,           // ... in the next
    input  wire [PW-1:0]        map_first,
    input  wire [63:0]          map_bits,       // turned
    input  wire                 all_lost,       // what is in flight and not held, of word `step`,
    input  wire                 but_oldest,     // ... and the oldest; or that alone
    input  wire                 one_lost,       // `place`, if it is not held
    input  wire                 one_fetched,    // `place` is lost no more
    input  wire                 scans,          // step 0..2^WW: words from that of the first on
    input  wire [PW-6:0]        step,
    input  wire [PW-1:0]        place,
    output wire                 marked,         // the map had news
    output wire                 is_held,        // place is held
    output wire [63:0]          seen,           // what is lost, in flight, and of this step
    output wire [PW-7:0]        seen_word
);

localparam WW = PW - 6;                 // log2 of the words of a context
localparam [PW:0] NONE = 0;
localparam [WW:0] ROUND = {1'b1, NONE[WW-1:0]};     // as many

// ---- M2
reg           m2_sent_q, m2_new_q, m2_asked_q;
reg  [7:0]    m2_gen_q, m2_wants_q;
assign m2_refused = m2_asked_q && m2_gen_q == m2_wants_q;
wire          m2 = m2_sent_q || m2_refused;
reg  [CX-1:0] m2_idx_q;
reg  [PW-1:0] m2_place_q;
always @(posedge clk) begin
    m2_sent_q  <= m1_sent && !core_rst;
    m2_new_q   <= m1_new;
    m2_asked_q <= m1_refused && !core_rst;
    m2_gen_q   <= m1_gen;
    m2_wants_q <= m1_wants;
    m2_idx_q   <= m1_idx;
    m2_place_q <= m1_place;
end
assign busy       = m2;
assign busy_sent  = m2_sent_q;
assign busy_idx   = m2_idx_q;
assign busy_place = m2_place_q;

// ---- which bits of a word are in flight
reg  [PW-1:0] range_q;                  // from this ID on
reg  [PW:0]   range_end_q;              // up to this one, from the word of the first on
wire [31:0]   gone = una - was_una;     // 2^PW or more: all of them
always @(posedge clk) if (range_en) begin
    range_q     <= una[PW-1:0];
    range_end_q <= gone[31:PW] == {(32-PW){1'b0}} && was_sent > {1'b0, gone[PW-1:0]}
                 ? was_una[PW:0] + was_sent - {una[PW:6], 6'd0} : {NONE[WW:0], una[5:0]};
end

// a - b, in LUTs: a carry chain is longer than so few bits.
localparam [WW-1:0] ALL = {WW{1'b1}};
function [WW-1:0] minus;
    input [WW-1:0] a, b;
    integer i;
    reg     borrows;
    begin
        borrows = 1'b0;
        for (i = 0; i < WW; i = i + 1) begin
            minus[i] = a[i] ^ b[i] ^ borrows;
            borrows  = (b[i] && borrows) || (!a[i] && (b[i] || borrows));
        end
    end
endfunction

wire [WW-1:0] word_at = low      ? map_first[PW-1:6]
                      : high     ? minus(map_first[PW-1:6], ALL)
                      : all_lost ? step[WW-1:0]
                      : scans    ? minus(range_q[PW-1:6], minus(NONE[WW-1:0], step[WW-1:0]))
                      :            place[PW-1:6];
// ... counted from that of the first; of `place` it means nothing
wire [WW-1:0] lead      = range_q[PW-1:6];
wire [WW-1:0] from_word = low      ? minus(map_first[PW-1:6], lead)
                        : high     ? minus(minus(map_first[PW-1:6], ALL), lead)
                        : all_lost ? minus(step[WW-1:0], lead) : step[WW-1:0];
wire [63:0]   below_at, below_end;      // bits below the first, below the end
assign below_at  = ~(64'hFFFFFFFFFFFFFFFF << range_q[5:0]);
assign below_end = ~(64'hFFFFFFFFFFFFFFFF << range_end_q[5:0]);
wire          first_word = from_word == NONE[WW-1:0];
wire          whole = {1'b0, from_word} < range_end_q[PW:6];
wire          ends_here = {1'b0, from_word} == range_end_q[PW:6];
wire          comes_round = first_word && range_end_q[PW:6] == ROUND;
wire [63:0]   flying = (({64{whole}} | ({64{ends_here}} & below_end))
                        & ~({64{first_word}} & below_at))
                     | ({64{comes_round}} & below_end);

// The oldest in flight: its ACK was lost if it is held (sel.advice).
wire [63:0]   oldest = {below_at[62:0], 1'b1} & ~below_at & flying & {64{first_word}};

// ---- the bits
wire          eng_wr  = low || high || all_lost || one_lost || one_fetched;
wire [CX+WW-1:0] bits_at = m2 ? {m2_idx_q, m2_place_q[PW-1:6]} : {at, word_at};
wire [63:0]   held, lost;
reg  [63:0]   held_d, lost_d;
wire [5:0]    bit_of  = m2 ? m2_place_q[5:0] : place[5:0];
wire [63:0]   bit_at  = 64'd1 << bit_of;
wire [63:0]   low_part = ~(64'hFFFFFFFFFFFFFFFF << map_first[5:0]);     // what has come round
wire [63:0]   names   = map_bits & (low ? ~low_part : low_part) & flying & ~held;

ttp_ram_async #(.WIDTH(64), .DEPTH(CONTEXTS << WW)) u_held (
    .clk(clk), .wr_en(m2 || eng_wr), .wr_addr(bits_at), .wr_data(held_d),
    .rd_addr(bits_at), .rd_data(held)
);
ttp_ram_async #(.WIDTH(64), .DEPTH(CONTEXTS << WW)) u_lost (
    .clk(clk), .wr_en(m2 || eng_wr), .wr_addr(bits_at), .wr_data(lost_d),
    .rd_addr(bits_at), .rd_data(lost)
);

always @* begin
    held_d = held;
    lost_d = lost;
    if (m2) begin
        if (m2_sent_q && m2_new_q) held_d = held & ~bit_at;
        lost_d = m2_sent_q ? lost & ~bit_at : lost | (bit_at & ~held);
    end else if (low || high) begin
        held_d = held | names;
        lost_d = lost & ~names;
    end else if (all_lost) begin
        held_d = held & ~oldest;
        lost_d = lost | (flying & ~held & {64{!but_oldest}}) | oldest;
    end else if (one_lost) begin
        lost_d = lost | (bit_at & ~held);
    end else begin
        lost_d = lost & ~bit_at;
    end
end

assign marked    = (low || high) && !m2 && names != 64'd0;
assign is_held   = held[place[5:0]];
assign seen      = lost & flying & (step == NONE[WW:0] ? ~below_at
                                    : step == ROUND ? below_at : {64{1'b1}});
assign seen_word = word_at;

endmodule

`resetall
