// SPDX-License-Identifier: Apache-2.0
//
// ttp_rx_parse. Assumed: core_rst comes with rst. Everything else is free: the beats, in whatever
// shape, the free cells, credits and room.
//
// A frame is counted at the pins alone, without a look at the fields of the block. With P_MAP: what
// is told of a map is what a NACK has there (512 bit only).

`include "prove.vh"

`PROVE_RESET(rst)
always @* if (rst) assume (core_rst);

localparam [10:0] P_LONG = `TTP_MAX_RX / (DATA_W / 8);

reg        p_mid;       // a frame is under way: a beat was seen, and no tlast
reg        p_skip;      // ... and it was caught by a reset, or was too long
reg [10:0] p_beats;     // beats before this one
reg        p_due;       // it ended at the pins in the cycle before
reg        p_judged;    // ... two cycles before, without a reset since
reg        p_pushed;
wire       p_ends = s_axis_wire_tvalid && !p_skip
                    && (s_axis_wire_tlast || p_beats == P_LONG);
wire       p_stays = s_axis_wire_tvalid ? !s_axis_wire_tlast : p_mid && !rst;

always @(posedge clk) begin
    p_mid    <= p_stays;
    p_skip   <= p_stays && (core_rst || p_skip || (p_ends && !s_axis_wire_tlast));
    if (s_axis_wire_tvalid) p_beats <= p_beats + 11'd1;
    if (!p_stays || core_rst) p_beats <= 11'd0;
    p_due    <= p_ends && !core_rst;
    p_judged <= p_due && !core_rst;
    p_pushed <= push && !core_rst;
end

`ifdef P_MAP
// The frame that is judged, from byte 51 on, of its bits one a byte. p_whole: it has byte 75.
reg         p_head, p_maps, p_whole;
reg  [7:0]  p_bits;
reg  [15:0] p_base;
wire [511:0] p_pin = s_axis_wire_tdata;
always @(posedge clk) if (s_axis_wire_tvalid) begin
    if (p_beats == 11'd0) begin
        p_head  <= p_pin[8*51 +: 8] == 8'h20 && p_pin[8*60 +: 8] == 8'h20
                && p_pin[8*61 +: 8] == 8'h00 && p_pin[8*63 +: 6] == 6'd0;
        p_base  <= {p_pin[8*62 +: 8], p_pin[8*63 +: 8]};
        p_whole <= 1'b0;
    end
    if (p_beats == 11'd1) begin
        p_maps  <= p_head && p_pin[8*2 +: 16] == 16'd0;
        p_whole <= !s_axis_wire_tlast || s_axis_wire_tkeep[11];
    end
end

wire [63:0] p_told = heard[`HEARD_BITS];
wire        p_nack = packet[`RECEIVED_OP] == `TTP_OP_NACK;

// sel.frame sel.mark: a map goes in the cycle in which its NACK does, whole, and with no other. Bit
// 9 * g stands in byte 75 - g. Where it is 256 ahead of what is missing, nothing is in flight.
genvar g;
generate for (g = 0; g < 8; g = g + 1) begin : p_byte
    wire near = p_base <= 16'd192 && !(g == 7 && p_base[7:6] == 2'd3);
    always @(posedge clk) begin
        if (s_axis_wire_tvalid && p_beats == 11'd1) p_bits[g] <= p_pin[8*(11-g) + g];
        if (p_run && !core_rst && heard_valid) assert (p_told[9*g] == (p_bits[g] && near));
    end
end endgenerate
always @(posedge clk) if (p_run && !core_rst) begin
    with_it: assert (heard_valid == (push && packet[`RECEIVED_MAPPED]));
    if (heard_valid)
        a_map: assert (p_nack && p_due && p_whole && p_maps && heard[`HEARD_PART] == p_base[8:6]);
    if (push && p_nack && p_maps && len == 12'd16) none_less: assert (heard_valid);
    if (packet[`RECEIVED_MAPPED]) of_nack: assert (p_nack && packet[`RECEIVED_WINDOW] == 10'd0);
    near:    cover (heard_valid && p_base == 16'd192 && p_bits[7]);
    far:     cover (heard_valid && p_base == 16'd256 && p_bits[0]);
    no_map:  cover (push && p_nack && !heard_valid && p_head);
end
`else
wire [16:0] p_verdict = {p_pushed, drop_pulse};
wire [10:0] p_cells   = (len[10:0] + 11'd63) >> 6;

always @(posedge clk) if (p_run && !core_rst) begin
    // A frame is judged once, in the cycle after its end: one event or one drop.
    on_time:  assert (push ? p_due : 1'b1);
    if (p_judged)
        one_each: assert (p_verdict != 17'd0 && (p_verdict & (p_verdict - 17'd1)) == 17'd0);
    else
        no_other: assert (p_verdict == 17'd0);
    counted:  assert (|rx_pulse == p_pushed && (rx_pulse & (rx_pulse - 11'd1)) == 11'd0);
    credit:   assert (!credit_take_frame || (credit_for_frame && queue_room && (cfg_on || !push)));
    // What was held comes in where no frame does.
    if (again_valid && again_ready)
        apart: assert (!push && credit_take_frame);
    // Cells are claimed by a payload that is taken, as many as it needs, and there are as many.
    if (alloc_en)
        claimed: assert (push && packet[`RECEIVED_OP] == `TTP_OP_PAYLOAD && slot_free
                         && packet[`RECEIVED_FITS] && alloc_n == p_cells[4:0]
                         && len[10:0] != 11'd0 && len[10:0] <= 11'd`TTP_MAX_PAYLOAD
                         && {1'b0, alloc_n} <= free_cells);
    // life.garbage, life.mark: an OPEN names one life at most, any other frame two or none. An
    // OPEN_NACK has none of its own.
    if (push)
        named: assert (packet[`RECEIVED_OP] == `TTP_OP_OPEN
                       ? packet[`RECEIVED_TO_LIFE] == 16'd0
                       : packet[`RECEIVED_TO_LIFE] != 16'd0 || packet[`RECEIVED_LIFE] == 16'd0);
    if (push && packet[`RECEIVED_FITS]) not_free: assert (alloc_en);
    longest:  cover (alloc_en && alloc_n == 5'd16);
    no_cells: cover (push && packet[`RECEIVED_OP] == `TTP_OP_PAYLOAD && !alloc_en);
    marked:   cover (push && packet[`RECEIVED_TO_LIFE] != 16'd0);
    too_long: cover (p_judged && drop_pulse[2]);
    full:     cover (p_judged && drop_pulse[11]);
    caught:   cover (p_skip && s_axis_wire_tlast);
end
`endif
