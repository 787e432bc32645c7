// SPDX-License-Identifier: Apache-2.0
//
// ttp_tx_header - the first 64 bytes of a frame: 60 of header, 4 of what follows (pkt.layout)
//
// The fields are loaded with beat 0 of F0 and hold until the next frame starts. They are put in
// their places in F1, where the first payload bytes and cfg_node join them.
//
// Timing: hdr_beat is combinational from flops, lead and cfg_node.
// Part of: ttp_tx_frame

`include "ttp_bus_rx.vh"
`include "ttp_defs.vh"

`resetall
`default_nettype none

module ttp_tx_header #(
    parameter DATA_W    = 512,  // bits a beat: 64, 128, 256, 512
    parameter ADDR_HIGH = {8'd0, `TTP_OUI},
    parameter HW        = 1     // bits of a beat number
) (
    input  wire              clk,

    input  wire [23:0]       cfg_node,

    // Beat 0 in F0
    input  wire              start,
    input  wire              sel_payload,
    input  wire [31:0]       payload_id,
    input  wire [1:0]        payload_vc,
    input  wire [23:0]       payload_node,
    input  wire [10:0]       payload_len,
    input  wire [15:0]       payload_life,
    input  wire [15:0]       payload_to_life,
    input  wire [15:0]       payload_number,
    input  wire [`TTP_RESPONSE_W-1:0] response,
    input  wire [4:0]        block_len,     // bytes of a block that count as length: 0, 16
    input  wire [7:0]        block_type,    // ... the first of them, else 0

    // Any beat
    input  wire              move,
    input  wire [HW-1:0]     beat,          // of the header, in F0

    // F1
    input  wire [31:0]       lead,          // first payload bytes, byte 60 of the frame at the left
    output wire [DATA_W-1:0] hdr_beat
);

wire unused_bits = &{1'b0, response[`RESPONSE_NOTIFY], response[`RESPONSE_OFFER],
                      response[`RESPONSE_MAP]};

localparam H  = 512 / DATA_W;
localparam BW = $clog2(DATA_W);
localparam [31:0] HIGH = ADDR_HIGH;

reg [3:0]  op_q;
reg [1:0]  vc_q;
reg [23:0] node_q;
reg [31:0] txid_q, rxid_q;
reg [15:0] life_q, to_life_q;
reg        mark_q;                  // life.mark
reg [7:0]  ext_q;                   // sel.frame
reg [10:0] tth_q, tsh_q;            // lengths, bytes

wire [10:0] len     = sel_payload ? payload_len : {6'd0, block_len};
wire [15:0] to_life = sel_payload ? payload_to_life : response[`RESPONSE_TO_LIFE];

always @(posedge clk) begin
    if (start) begin
        op_q    <= sel_payload ? `TTP_OP_PAYLOAD : response[`RESPONSE_OP];
        vc_q    <= sel_payload ? payload_vc : response[`RESPONSE_VC];
        node_q  <= sel_payload ? payload_node : response[`RESPONSE_NODE];
        txid_q  <= sel_payload ? payload_id : response[`RESPONSE_TXID];
        rxid_q  <= sel_payload ? {16'd0, payload_number} : response[`RESPONSE_RXID];
        life_q  <= sel_payload ? payload_life : response[`RESPONSE_LIFE];
        to_life_q <= to_life;
        mark_q  <= to_life != 16'd0;
        ext_q   <= sel_payload ? 8'd0 : block_type;
        tth_q   <= len + 11'd`TTP_TTH_OVERHEAD;
        tsh_q   <= len + 11'd`TTP_TSH_OVERHEAD;
    end
end

// First byte of the frame at the left, then turned: byte 0 is tdata[7:0].
wire [511:0] hdr_be = {
    HIGH[23:0], node_q, HIGH[23:0], cfg_node, `TTP_ETHERTYPE,           //  0 Ethernet
    `TTP_TTH0, 8'd0, 5'd0, tth_q, 128'd0,                               // 14 TTH
    cfg_node, node_q, 5'd0, tsh_q,                                      // 34 TSH
    4'd0, op_q, 6'd0, vc_q, to_life_q, life_q,                          // 42 TTP
    {`TTP_LIVES_MARK & {24{mark_q}}}, ext_q, txid_q, rxid_q,            // 48
    lead                                                                // 60 payload
};
wire [511:0] hdr;
genvar g;
generate for (g = 0; g < 64; g = g + 1) begin : g_turn
    assign hdr[8*g +: 8] = hdr_be[8*(63-g) +: 8];
end endgenerate

generate if (H == 1) begin : g_one
    wire unused = &{1'b0, move, beat};
    assign hdr_beat = hdr;
end else begin : g_beats
    reg [HW-1:0] f1_beat_q;
    always @(posedge clk) if (move) f1_beat_q <= beat;
    assign hdr_beat = hdr[{f1_beat_q, {BW{1'b0}}} +: DATA_W];
end endgenerate

endmodule

`resetall
