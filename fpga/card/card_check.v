// SPDX-License-Identifier: Apache-2.0
//
// card_check - sink: compares payloads with the generator's pattern, in its order
//
// Payload k is expected after payload k - 1, from 0 after a clear. One that is anything else is
// bad, and the next one is expected to follow the number that it carried, so that a gap costs one
// bad payload. Bit 7 of byte 0 is not looked at: the echo sets it.
//
// Timing: outputs are flops; the verdict comes three cycles after the last beat.
// Test: tb/block/card_check.cpp

`resetall
`default_nettype none

module card_check (
    input  wire        clk,
    input  wire        rst,
    input  wire        cfg_clear,           // pulse

    input  wire [63:0] s_axis_sink_tdata,   // always taken
    input  wire [7:0]  s_axis_sink_tkeep,
    input  wire        s_axis_sink_tvalid,
    input  wire        s_axis_sink_tlast,

    output wire        good,                // pulse
    output wire        bad,                 // pulse
    output wire [31:0] stat_bytes
);

reg  [30:0] k_q, k_d;                       // expected
reg         first_q, first_d, ok_q, ok_d, beat_q, last_q, same_q, good_q, bad_q;
reg  [7:0]  base_q, base_d;
reg  [31:0] bytes_q, bytes_d;
reg  [3:0]  n_q, n_d;
reg         same;
reg  [7:0]  mask;
wire [63:0] want;
// What comes is a flop first: from the store to here is far.
reg  [63:0] d;
reg  [7:0]  keep_q;
reg         in_q, in_last_q;
wire [30:0] got_k = {d[6:0], d[15:8], d[23:16], d[31:24]};
integer     i;

card_pattern u_pattern (.k(k_q), .first(first_q), .base(base_q), .data(want));

always @* begin
    mask = 8'h00;
    if (first_q) mask = 8'h80;
    same = 1'b1;
    n_d  = 4'd0;
    for (i = 0; i < 8; i = i + 1) begin
        n_d = n_d + {3'd0, keep_q[i]};
        if (keep_q[i] && ((d[8*i +: 8] ^ want[8*i +: 8]) & (i == 0 ? ~mask : 8'hFF)) != 8'd0)
            same = 1'b0;
    end

    k_d     = k_q;
    first_d = first_q;
    base_d  = base_q;
    if (in_q) begin
        first_d = in_last_q;
        base_d  = base_q + 8'd8;
        // The number itself is checked with the first beat; from here on it is the one that came.
        if (first_q && keep_q[3]) begin
            k_d    = got_k;
            base_d = got_k[7:0] + 8'd8;
        end
        if (in_last_q) begin
            k_d    = k_d + 31'd1;
            base_d = k_d[7:0];
        end
    end
    bytes_d = bytes_q + (beat_q ? {28'd0, n_q} : 32'd0);
    ok_d    = ok_q;
    if (beat_q) ok_d = (ok_q && same_q) || last_q;
    if (cfg_clear) begin
        bytes_d = 32'd0;
        if (first_q && !in_q) begin
            k_d    = 31'd0;
            base_d = 8'd0;
        end
    end
end

always @(posedge clk) begin
    d         <= s_axis_sink_tdata;
    keep_q    <= s_axis_sink_tkeep;
    in_q      <= s_axis_sink_tvalid && !rst;
    in_last_q <= s_axis_sink_tlast;
    k_q     <= k_d;
    first_q <= first_d;
    base_q  <= base_d;
    beat_q  <= in_q;
    last_q  <= in_last_q;
    same_q  <= same;
    n_q     <= n_d;
    ok_q    <= ok_d;
    bytes_q <= bytes_d;
    good_q  <= beat_q && last_q && ok_q && same_q;
    bad_q   <= beat_q && last_q && !(ok_q && same_q);
    if (rst) begin
        k_q     <= 31'd0;
        first_q <= 1'b1;
        base_q  <= 8'd0;
        beat_q  <= 1'b0;
        ok_q    <= 1'b1;
        bytes_q <= 32'd0;
        good_q  <= 1'b0;
        bad_q   <= 1'b0;
    end
end

assign good       = good_q;
assign bad        = bad_q;
assign stat_bytes = bytes_q;

endmodule

`resetall
