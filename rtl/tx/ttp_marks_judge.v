// SPDX-License-Identifier: Apache-2.0
//
// ttp_marks_judge - goes through the numbers of sends, one a cycle (sel.lost)
//
//     number      t     its ID is read          first_q in t+1
//     id          t+1   newest number is read   second_q in t+2
//     same        t+2   the send is the newest of its payload
//
// It waits while the bits of that payload are not to be had. Of more than 1023 only the last 1023
// are looked at: a number counts no longer than that.
//
// Timing: as above; what is told comes from flops, newest and busy.
// Part of: ttp_tx_marks

`resetall
`default_nettype none

module ttp_marks_judge #(
    parameter PW = 8                            // log2 of the payloads of a context, 8 or 9
) (
    input  wire                 clk,
    input  wire                 core_rst,
    input  wire                 starts,         // from behind `from` up to `to`
    input  wire [15:0]          from,
    input  wire [15:0]          to,
    input  wire                 runs,           // JUDGE
    input  wire                 busy,           // the bits are M2's
    input  wire                 sent_again,     // ... for `place`
    output wire                 goes,           // in this cycle
    output wire                 ends,           // ... and it is the last
    output wire [15:0]          up_to,
    output wire [15:0]          number,         // its ID is read
    input  wire [PW-1:0]        id,             // ... a cycle later; its newest number is read
    input  wire [15:0]          newest,         // ... a cycle later
    input  wire [PW-1:0]        una,            // in flight
    input  wire [PW:0]          sent,
    output wire                 same,           // `place` is, and was sent with no newer number
    output wire [PW-1:0]        place
);

reg  [15:0]   at_q, to_q, first_number_q, number_q;
reg           first_q, second_q;
reg  [PW-1:0] id_q;
reg           flies_q;
wire [PW-1:0] from_una = id - una;
wire [15:0]   left = to_q - at_q;
wire          far  = left[15:10] != 6'd0 && left[15:10] != 6'h3F;
wire          more = at_q != to_q && !left[15] && !far;

assign number = (&at_q) ? 16'd1 : at_q + 16'd1;     // sel.number: 0 is left out
assign same   = second_q && flies_q && newest == number_q;
assign goes   = runs && !far && !(same && busy);
assign ends   = goes && !more && !first_q;
assign up_to  = at_q;
assign place  = id_q;

always @(posedge clk) begin
    if (starts) begin
        at_q     <= from;
        to_q     <= to;
        first_q  <= 1'b0;
        second_q <= 1'b0;
    end else if (goes) begin
        if (more) at_q <= number;
        first_q        <= more;
        first_number_q <= number;
        second_q       <= first_q;
        number_q       <= first_number_q;
        id_q           <= id;
        flies_q        <= {1'b0, from_una} < sent;
    end else if (runs && far) at_q <= to_q - 16'd1023;
    else if (sent_again) second_q <= 1'b0;
    if (core_rst) begin
        first_q  <= 1'b0;
        second_q <= 1'b0;
    end
end

wire unused = &{1'b0, left[9:0]};

endmodule

`resetall
