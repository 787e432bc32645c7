// SPDX-License-Identifier: Apache-2.0
//
// ttp_marks_bits - of each payload in flight: is it held, is it lost
//
// Two bits by context and ID mod 256, in words of 64. M2, a cycle behind M1, goes before the
// engine. "In flight" is: of was_sent payloads from was_una on those not before una, as they were
// in the last cycle with range_en.
//
// Timing: what is told comes from flops and the inputs of the cycle.
// Part of: ttp_tx_marks

`resetall
`default_nettype none

module ttp_marks_bits #(
    parameter CONTEXTS = 16,    // 2..16, power of two
    parameter CX       = 4     // log2 CONTEXTS
) (
    input  wire                 clk,
    input  wire                 core_rst,

    // M1: a payload was sent, from the list or once more. M2: or was not sent again
    input  wire                 m1_sent,
    input  wire                 m1_new,
    input  wire                 m2_refused,
    input  wire [CX-1:0]        m1_idx,
    input  wire [7:0]           m1_place,       // ID mod 256
    output wire                 busy,           // M2 has the bits in this cycle
    output wire                 busy_sent,      // ... for this payload, which was sent
    output wire [CX-1:0]        busy_idx,
    output wire [7:0]           busy_place,

    // The engine, of its context; in cycles that are not busy what it does is done
    input  wire [CX-1:0]        at,
    input  wire                 range_en,       // what was sent since then counts as in flight
    input  wire [31:0]          una,
    input  wire [31:0]          was_una,
    input  wire [8:0]           was_sent,
    input  wire                 low,            // the map is marked in the word of its first ID
    input  wire                 high,           // ... in the next
    input  wire [7:0]           map_first,
    input  wire [63:0]          map_bits,       // turned
    input  wire                 all_lost,       // what is in flight and not held, of word `step`,
    input  wire                 but_oldest,     // ... and the oldest; or that alone
    input  wire                 one_lost,       // `place`, if it is not held
    input  wire                 one_fetched,    // `place` is lost no more
    input  wire                 scans,          // step 0..4: words from that of the first on
    input  wire [2:0]           step,
    input  wire [7:0]           place,
    output wire                 marked,         // the map had news
    output wire                 is_held,        // place is held
    output wire [63:0]          seen,           // what is lost, in flight, and of this step
    output wire [1:0]           seen_word
);

// ---- M2
reg           m2_sent_q, m2_new_q;
wire          m2 = m2_sent_q || m2_refused;
reg  [CX-1:0] m2_idx_q;
reg  [7:0]    m2_place_q;
always @(posedge clk) begin
    m2_sent_q  <= m1_sent && !core_rst;
    m2_new_q   <= m1_new;
    m2_idx_q   <= m1_idx;
    m2_place_q <= m1_place;
end
assign busy       = m2;
assign busy_sent  = m2_sent_q;
assign busy_idx   = m2_idx_q;
assign busy_place = m2_place_q;

// ---- which bits of a word are in flight
reg  [7:0]    range_q;                  // from this ID on
reg  [8:0]    range_n_q;                // so many
wire [31:0]   gone = una - was_una;     // 256 or more: all of them
always @(posedge clk) if (range_en) begin
    range_q   <= una[7:0];
    range_n_q <= gone[31:8] == 24'd0 && was_sent > {1'b0, gone[7:0]}
               ? was_sent - {1'b0, gone[7:0]} : 9'd0;
end

wire [1:0]    word_at = low      ? map_first[7:6]
                      : high     ? map_first[7:6] + 2'd1
                      : all_lost ? step[1:0]
                      : scans    ? range_q[7:6] + step[1:0] : place[7:6];
wire [1:0]    from_word = word_at - range_q[7:6];
wire [8:0]    range_end = {3'd0, range_q[5:0]} + range_n_q;
wire [63:0]   below_at, below_end;      // bits below the first, below the end
assign below_at  = ~(64'hFFFFFFFFFFFFFFFF << range_q[5:0]);
assign below_end = ~(64'hFFFFFFFFFFFFFFFF << range_end[5:0]);
wire          first_word = from_word == 2'd0;
wire          whole = {1'b0, from_word} < range_end[8:6];
wire          ends_here = {1'b0, from_word} == range_end[8:6];
wire          comes_round = first_word && range_end[8:6] == 3'd4;
wire [63:0]   flying = (({64{whole}} | ({64{ends_here}} & below_end))
                        & ~({64{first_word}} & below_at))
                     | ({64{comes_round}} & below_end);

// The oldest in flight: its ACK was lost if it is held (sel.advice).
wire [63:0]   oldest = {below_at[62:0], 1'b1} & ~below_at & flying & {64{first_word}};

// ---- the bits
wire          eng_wr  = low || high || all_lost || one_lost || one_fetched;
wire [CX+1:0] bits_at = m2 ? {m2_idx_q, m2_place_q[7:6]} : {at, word_at};
wire [63:0]   held, lost;
reg  [63:0]   held_d, lost_d;
wire [5:0]    bit_of  = m2 ? m2_place_q[5:0] : place[5:0];
wire [63:0]   bit_at  = 64'd1 << bit_of;
wire [63:0]   low_part = ~(64'hFFFFFFFFFFFFFFFF << map_first[5:0]);     // what has come round
wire [63:0]   names   = map_bits & (low ? ~low_part : low_part) & flying & ~held;

ttp_ram_async #(.WIDTH(64), .DEPTH(4 * CONTEXTS)) u_held (
    .clk(clk), .wr_en(m2 || eng_wr), .wr_addr(bits_at), .wr_data(held_d),
    .rd_addr(bits_at), .rd_data(held)
);
ttp_ram_async #(.WIDTH(64), .DEPTH(4 * CONTEXTS)) u_lost (
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
assign seen      = lost & flying & (step == 3'd0 ? ~below_at
                                    : step == 3'd4 ? below_at : {64{1'b1}});
assign seen_word = word_at;

endmodule

`resetall
