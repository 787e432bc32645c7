// SPDX-License-Identifier: Apache-2.0
//
// card_lite_rx - frames from the bytes of a line: SLIP (RFC 1055) and FCS to a byte stream
//
// A frame is passed on while it comes; whether it was good stands in tuser of its last byte: bad is what card_unslip calls
// bad, and a frame with a byte that the stream did not take before the next one came. Frames that end while the end of
// the one before still waits are gone with that one, which then is bad.
//
// Timing: outputs are flops.
// Test: tb/test_card_lite_rx.cpp, tb/test_card_lite.cpp

`resetall
`default_nettype none

module card_lite_rx (
    input  wire       clk,
    input  wire       rst,

    input  wire       byte_valid,       // pulse, at least 16 cycles apart
    input  wire       byte_error,
    input  wire [7:0] byte_data,

    output wire [7:0] m_axis_tdata,
    output wire       m_axis_tvalid,
    input  wire       m_axis_tready,
    output wire       m_axis_tlast,
    output wire       m_axis_tuser      // with tlast: the frame is bad
);

wire       in_put, in_done, in_bad;
wire [7:0] in_data;
reg        late_q, late_d;              // a byte of this frame was not taken in time
reg        end_q, end_d, end_bad_q, end_bad_d;
reg [7:0]  end_data_q, end_data_d;
reg        out_q, out_d, last_q, last_d, user_q, user_d;
reg [7:0]  data_q, data_d;
wire       free = !out_q || m_axis_tready;

card_unslip u_unslip (
    .clk (clk), .rst (rst), .byte_valid (byte_valid), .byte_error (byte_error), .byte_data (byte_data), .put (in_put),
    .done (in_done), .done_bad (in_bad), .put_data (in_data)
);

always @* begin
    late_d     = late_q;
    end_d      = end_q;
    end_bad_d  = end_bad_q;
    end_data_d = end_data_q;
    out_d      = out_q && !m_axis_tready;
    last_d     = last_q;
    user_d     = user_q;
    data_d     = data_q;
    if (end_q && free) begin
        out_d  = 1'b1;
        last_d = 1'b1;
        user_d = end_bad_q;
        data_d = end_data_q;
        end_d  = 1'b0;
    end
    if (in_done) begin
        end_d      = 1'b1;
        end_bad_d  = in_bad || late_q || (end_q && !free);
        end_data_d = in_data;
        late_d     = 1'b0;
    end else if (in_put && (end_q || !free)) begin
        late_d = 1'b1;
    end else if (in_put) begin
        out_d  = 1'b1;
        last_d = 1'b0;
        user_d = 1'b0;
        data_d = in_data;
    end
end

always @(posedge clk) begin
    late_q     <= late_d;
    end_q      <= end_d;
    end_bad_q  <= end_bad_d;
    end_data_q <= end_data_d;
    out_q      <= out_d;
    last_q     <= last_d;
    user_q     <= user_d;
    data_q     <= data_d;
    if (rst) begin
        late_q <= 1'b0;
        end_q  <= 1'b0;
        out_q  <= 1'b0;
    end
end

assign m_axis_tdata  = data_q;
assign m_axis_tvalid = out_q;
assign m_axis_tlast  = last_q;
assign m_axis_tuser  = user_q;

endmodule

`resetall
