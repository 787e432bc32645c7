// SPDX-License-Identifier: Apache-2.0
//
// A PHY behind MDIO: 1000 Mb/s full duplex, with link once `link` is high. Clause 22.
module mdio_phy #(
    parameter [4:0] ADDR = 5'd0
) (
    input wire mdc,
    inout wire mdio,
    input wire rst_n,
    input wire link
);

reg [31:0] shift = 32'd0;
reg [15:0] value = 16'd0;
integer    pos = -1, ones = 0, reads = 0;
reg        drive = 1'b0, bit_out = 1'b1;
assign mdio = drive ? bit_out : 1'bz;
always @(posedge mdc) begin
    shift <= {shift[30:0], mdio};
    if (pos < 0) begin
        ones = mdio === 1'b1 ? ones + 1 : 0;
        // First 0 after a preamble: bit 0 of the frame
        if (ones == 0 && shift[30:0] === 31'h7fffffff) pos = 1;
    end else begin
        if (pos == 14 && shift[12:5] === {3'b110, ADDR} && rst_n) begin
            reads = reads + 1;
            case (shift[4:0])
            5'd0: value = 16'h1140;
            5'd1: value = link ? 16'h796d : 16'h7949;
            5'd2: value = 16'h0362;
            5'd3: value = 16'h5d10;
            5'd4: value = 16'h01e1;
            5'd5: value = 16'hc1e1;
            5'd9: value = 16'h0300;
            5'd10: value = 16'h0800;
            default: value = 16'h0000;
            endcase
            drive   <= 1'b1;
            bit_out <= 1'b0;
        end else if (drive && pos >= 15) begin
            bit_out <= value[15];
            value = {value[14:0], 1'b1};
        end
        pos = pos + 1;
        if (pos == 32) begin
            pos = -1;
            ones = 0;
            drive <= 1'b0;
        end
    end
end
endmodule
