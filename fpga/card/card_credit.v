// SPDX-License-Identifier: Apache-2.0
//
// card_credit - how many payloads the transmit store of the MAC has room for, and for whom
//
// free = the least of free cells / 16 and free packet entries, as read last, less every payload
// that began since the reading began, less SLACK for what is in the input registers on the way into
// the store. A payload begun is counted until a reading that began later has ended: free errs to
// the safe side only.
//
// The host's limit runs ahead of what was taken from it by free - RESERVE; it never moves back.
// What it was given and has not used is its own: echo and generator may begin a payload (room) only
// while more than that is free, so RESERVE is theirs.
//
// Timing: outputs are flops; a reading is in free the cycle after poll_pkts and in limit two later.
// Test: tb/block/card_host.cpp

`resetall
`default_nettype none

module card_credit #(
    parameter TX_CELLS = 1536   // of ttp_mac, 256..65536
) (
    input  wire        clk,
    input  wire        rst,

    // Readings
    input  wire        poll_start,
    input  wire        poll_cells,
    input  wire        poll_pkts,
    input  wire [16:0] poll_data,

    input  wire        begun,       // pulse: the first beat of a payload went to the MAC, whoever's
    input  wire        sess,
    input  wire        hello,       // pulse: a session begins, numbers from 0
    input  wire        taken,       // pulse: a numbered frame of the host was taken

    output wire [15:0] limit,       // first number that the host may not use
    output wire        room         // echo and generator may begin a payload
);

generate if (TX_CELLS < 256 || TX_CELLS > 65536) begin : g_bad
    ERROR_card_credit_parameter_out_of_range u_bad ();
end endgenerate

localparam [31:0] SLACK = 4, RESERVE = TX_CELLS / 64;
localparam [12:0] AHEAD_MAX = 13'd255;

reg [12:0] cells_q, cells_d;        // payloads that the cells would hold
reg [12:0] least_q, least_d, since_q, since_d, free_q, free_d, gift_q, gift_d;
reg        fresh_q, fresh_d, room_q, room_d;
reg [15:0] taken_q, taken_d, want_q, want_d, limit_q, limit_d;

wire [12:0] busy   = since_q + SLACK[12:0];
wire [15:0] lead   = limit_q - taken_q;
wire [15:0] more   = want_q - limit_q;
wire        unused = &{1'b0, more[14:0], lead[15:13]};

always @* begin
    cells_d = poll_cells ? poll_data[16:4] : cells_q;
    least_d = !poll_pkts ? least_q : poll_data < {4'd0, cells_q} ? poll_data[12:0] : cells_q;
    fresh_d = poll_pkts;
    since_d = poll_start ? {12'd0, begun} : since_q + {12'd0, begun};
    free_d  = begun && free_q != 13'd0 ? free_q - 13'd1 : free_q;
    if (fresh_q) begin
        free_d = 13'd0;
        if (least_q > busy) free_d = least_q - busy - {12'd0, begun};
    end
    gift_d = free_q > RESERVE[12:0] ? free_q - RESERVE[12:0] : 13'd0;
    if (gift_d > AHEAD_MAX) gift_d = AHEAD_MAX;
    want_d  = taken_q + {3'd0, gift_q};
    limit_d = more[15] ? limit_q : want_q;
    taken_d = taken_q + {15'd0, taken};
    // Its unused credit is the host's; and one or two of ours may have begun in these cycles.
    room_d  = free_q > (sess ? lead[12:0] : 13'd0) + 13'd2;
    if (hello) begin
        taken_d = 16'd0;
        want_d  = 16'd0;
        limit_d = 16'd0;
    end
end

always @(posedge clk) begin
    cells_q <= cells_d;
    least_q <= least_d;
    fresh_q <= fresh_d;
    since_q <= since_d;
    free_q  <= free_d;
    gift_q  <= gift_d;
    taken_q <= taken_d;
    want_q  <= want_d;
    limit_q <= limit_d;
    room_q  <= room_d;
    if (rst) begin
        fresh_q <= 1'b0;
        free_q  <= 13'd0;
        gift_q  <= 13'd0;
        taken_q <= 16'd0;
        want_q  <= 16'd0;
        limit_q <= 16'd0;
        room_q  <= 1'b0;
    end
end

assign limit = limit_q;
assign room  = room_q;

`ifdef FORMAL
    always @(posedge clk) if (!rst && sess && !hello) assert (lead <= 16'd255 + 16'd1);
`endif

endmodule

`resetall
