// SPDX-License-Identifier: Apache-2.0
//
// eth_mdio - finds the PHYs, polls link, speed and duplex, gives software the raw registers
//
//     SCAN: register 2 of each address from SCAN_FIRST up, until PHYS have answered
//     POLL: registers 0, 1, 9, 10, 4, 5 of each PHY found
//     REST: POLL_GAP clocks; then SCAN if a PHY is missing, else POLL
//
// Slot 0 is the PHY with the lowest address. A scan is taken over at its end, as a whole, so that a
// PHY that comes late still gets its place; a slot whose address changes starts without link. A PHY
// that does not answer a poll loses its slot at once. A request of software goes before the next
// transaction of ours.
//
// Link is BMSR bit 2 (which the PHY holds low until it is read: a short loss is seen once), and
// with auto-negotiation also its end (bit 5). Speed: the best that both sides offer, 1000BASE-T
// from registers 9 and 10, the rest from 4 and 5; without auto-negotiation what BMCR forces. It is
// kept while the link is down.
//
// Some PHYs answer address 0 as a broadcast: set SCAN_FIRST to 1 there.
//
// Timing: outputs are flops, req_ready decodes flops. With HALF = 13 a transaction takes 27 us, a
// scan of all at most 0.9 ms.
// Test: tb/block/eth_mdio.cpp

`resetall
`default_nettype none

module eth_mdio #(
    parameter HALF       = 13,      // clocks of half an MDC period, 4..255
    parameter POLL_GAP   = 625000,  // clocks between two polls, 1..16777215; 10 ms at 62.5 MHz
    parameter PHYS       = 2,       // PHYs on the bus, 1 or 2
    parameter SCAN_FIRST = 0        // first address, 0..31
) (
    input  wire        clk,
    input  wire        rst,

    // Raw access; every request gets one response
    input  wire        req_valid,
    output wire        req_ready,
    input  wire        req_write,
    input  wire [4:0]  req_phy,
    input  wire [4:0]  req_reg,
    input  wire [15:0] req_wdata,
    output wire        rsp_valid,       // pulse
    output wire        rsp_error,       // read that no PHY answered
    output wire [15:0] rsp_rdata,

    // Per slot
    output wire [1:0]  stat_found,
    output wire [9:0]  stat_addr,       // {slot 1, slot 0}
    output wire [1:0]  stat_link,
    output wire [3:0]  stat_speed,      // 0: 10, 1: 100, 2: 1000 Mb/s, the cfg_speed of eth_mac
    output wire [1:0]  stat_duplex,     // 1: full

    // Pins
    output wire        mdc,
    output wire        mdio_o,
    output wire        mdio_oe,
    input  wire        mdio_i
);

generate if (POLL_GAP < 1 || POLL_GAP > 16777215 || PHYS < 1 || PHYS > 2
             || SCAN_FIRST < 0 || SCAN_FIRST > 31) begin : g_bad
    ERROR_eth_mdio_parameter_out_of_range u_bad ();
end endgenerate

localparam [1:0]
    ST_SCAN = 2'd0,
    ST_POLL = 2'd1,
    ST_REST = 2'd2;
localparam [31:0] GAP = POLL_GAP, FIRST = SCAN_FIRST;

wire        bus_busy, bus_done, bus_error;
wire [15:0] bus_rdata;

reg  [1:0]  state_q, state_d;
reg         run_q, run_d;               // a transaction is under way ...
reg         raw_q, raw_d;               // ... for software
reg  [4:0]  scan_q, scan_d;
reg  [1:0]  new_n_q, new_n_d;           // PHYs of this scan
reg  [4:0]  first_q, first_d;           // address of the first
reg         slot_q, slot_d;
reg  [2:0]  step_q, step_d;             // register of the poll
reg  [23:0] rest_q, rest_d;
reg  [1:0]  found_q, found_d, link_q, link_d, duplex_q, duplex_d;
reg  [9:0]  addr_q, addr_d;
reg  [3:0]  speed_q, speed_d;
reg         rsp_q, rsp_d;

// Of the PHY being polled
reg         an_q, an_d, up_q, up_d, fdx_q, fdx_d;
reg  [1:0]  force_q, force_d;           // speed of BMCR
reg  [1:0]  giga_q, giga_d;             // 1000 full, half, on both sides
reg  [2:0]  slow_q, slow_d;             // 100 full, half, 10 full: ours; 10 half is what is left

reg  [4:0]  poll_reg;
always @* case (step_q)
    3'd0:    poll_reg = 5'd0;
    3'd1:    poll_reg = 5'd1;
    3'd2:    poll_reg = 5'd9;
    3'd3:    poll_reg = 5'd10;
    3'd4:    poll_reg = 5'd4;
    default: poll_reg = 5'd5;
endcase

wire mine   = state_q != ST_REST && (state_q == ST_SCAN || found_q[slot_q]);
wire idle   = !run_q && !bus_busy;
wire go_raw = idle && req_valid;
wire go     = go_raw || (idle && mine);
wire answer = run_q && bus_done && !raw_q;

assign req_ready   = idle;
assign rsp_valid   = rsp_q;
assign rsp_error   = bus_error;
assign rsp_rdata   = bus_rdata;
assign stat_found  = found_q;
assign stat_addr   = addr_q;
assign stat_link   = link_q;
assign stat_speed  = speed_q;
assign stat_duplex = duplex_q;

eth_mdio_bus #(.HALF(HALF)) u_bus (
    .clk(clk), .rst(rst), .go(go), .op_write(go_raw && req_write),
    .op_phy(go_raw ? req_phy : state_q == ST_SCAN ? scan_q : slot_q ? addr_q[9:5] : addr_q[4:0]),
    .op_reg(go_raw ? req_reg : state_q == ST_SCAN ? 5'd2 : poll_reg), .op_wdata(req_wdata),
    .busy(bus_busy), .done(bus_done), .error(bus_error), .rdata(bus_rdata),
    .mdc(mdc), .mdio_o(mdio_o), .mdio_oe(mdio_oe), .mdio_i(mdio_i)
);

// What the last register of a poll makes of it all
wire [2:0] both = slow_q & bus_rdata[8:6];
wire [2:0] best = !an_q        ? {force_q[1] ? 2'd2 : {1'b0, force_q[0]}, fdx_q}
                : giga_q != 0  ? {2'd2, giga_q[1]}
                : both[2:1] != 0 ? {2'd1, both[2]} : {2'd0, both[0]};

wire       hit      = !bus_error && bus_rdata != 16'hFFFF && bus_rdata != 16'h0000;
wire [1:0] new_n    = new_n_q + {1'b0, hit};
wire [4:0] first    = new_n_q == 2'd0 ? scan_q : first_q;
wire       slot_end = slot_q || PHYS == 1;

always @* begin
    state_d    = state_q;
    run_d      = go || (run_q && !bus_done);
    raw_d      = go ? go_raw : raw_q;
    rsp_d      = run_q && bus_done && raw_q;
    scan_d     = scan_q;
    new_n_d    = new_n_q;
    first_d    = first_q;
    slot_d     = slot_q;
    step_d     = step_q;
    rest_d     = rest_q - 24'd1;
    found_d    = found_q;
    link_d     = link_q;
    duplex_d   = duplex_q;
    addr_d     = addr_q;
    speed_d    = speed_q;
    an_d       = an_q;
    up_d       = up_q;
    fdx_d      = fdx_q;
    force_d    = force_q;
    giga_d     = giga_q;
    slow_d     = slow_q;

    case (state_q)
    ST_SCAN: if (answer) begin
        scan_d     = scan_q + 5'd1;
        new_n_d    = new_n;
        first_d    = first;
        if (new_n == PHYS[1:0] || scan_q == 5'd31) begin
            found_d = {new_n[1], new_n != 2'd0};
            addr_d  = {scan_q, first};      // of none, nobody reads it
            link_d  = link_q & found_q & {new_n[1], new_n != 2'd0}
                    & {scan_q == addr_q[9:5], first == addr_q[4:0]};
            state_d = ST_POLL;
            slot_d  = 1'b0;
            step_d  = 3'd0;
        end
    end
    ST_POLL: if (!found_q[slot_q]) begin
        slot_d = 1'b1;
        step_d = 3'd0;
        if (slot_end) state_d = ST_REST;
    end else if (answer) begin
        step_d = step_q + 3'd1;
        case (step_q)
        3'd0: begin
            an_d    = bus_rdata[12];
            force_d = {bus_rdata[6], bus_rdata[13]};
            fdx_d   = bus_rdata[8];
        end
        3'd1: up_d   = bus_rdata[2] && (bus_rdata[5] || !an_q);
        3'd2: giga_d = bus_rdata[9:8];
        3'd3: giga_d = giga_q & bus_rdata[11:10];
        3'd4: slow_d = bus_rdata[8:6];
        default: begin
            link_d[slot_q] = up_q;
            if (up_q) begin
                duplex_d[slot_q]     = best[0];
                speed_d[2*slot_q +: 2] = best[2:1];
            end
            step_d = 3'd0;
            slot_d = 1'b1;
            if (slot_end) state_d = ST_REST;
        end
        endcase
        // Gone: outranks what was read; the next cycle goes on to the next slot
        if (bus_error) begin
            found_d[slot_q] = 1'b0;
            link_d[slot_q]  = 1'b0;
            slot_d          = slot_q;
            state_d         = ST_POLL;
        end
    end
    default: if (rest_q == 24'd0) begin                     // ST_REST
        state_d = found_q == (PHYS == 2 ? 2'b11 : 2'b01) ? ST_POLL : ST_SCAN;
        scan_d  = FIRST[4:0];
        new_n_d = 2'd0;
        slot_d  = 1'b0;
        step_d  = 3'd0;
    end
    endcase
    if (state_q != ST_REST) rest_d = GAP[23:0];
end

always @(posedge clk) begin
    state_q    <= state_d;
    run_q      <= run_d;
    raw_q      <= raw_d;
    rsp_q      <= rsp_d;
    scan_q     <= scan_d;
    new_n_q    <= new_n_d;
    first_q    <= first_d;
    slot_q     <= slot_d;
    step_q     <= step_d;
    rest_q     <= rest_d;
    found_q    <= found_d;
    link_q     <= link_d;
    duplex_q   <= duplex_d;
    addr_q     <= addr_d;
    speed_q    <= speed_d;
    an_q       <= an_d;
    up_q       <= up_d;
    fdx_q      <= fdx_d;
    force_q    <= force_d;
    giga_q     <= giga_d;
    slow_q     <= slow_d;
    if (rst) begin
        state_q <= ST_SCAN;
        run_q   <= 1'b0;
        rsp_q   <= 1'b0;
        scan_q  <= FIRST[4:0];
        new_n_q <= 2'd0;
        found_q <= 2'b00;
        link_q  <= 2'b00;
        speed_q <= 4'b1010;
    end
end

endmodule

`resetall
