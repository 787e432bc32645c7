// SPDX-License-Identifier: Apache-2.0
//
// card_count - the 32-bit counters of the card, in one memory
//
// Each source keeps one event until it is counted, one a cycle, the busiest source first; nothing
// is lost as long as the events of a source are at least as far apart as said at its port. A
// counter is read, and the group from HL_CNT_CK_GOOD on cleared, in cycles without an event.
// Reset clears all. One counter is cleared a cycle, from the lowest number up, and none is read
// meanwhile.
//
// Timing: rd_done when rd_data (a flop) is valid, two cycles after rd_valid at the earliest.
// Test: tb/block/card_count.cpp

`include "card_defs.vh"

`resetall
`default_nettype none

module card_count (
    input  wire        clk,
    input  wire        rst,

    input  wire        app_valid,   // pulse; three cycles apart
    input  wire [4:0]  app_code,    // HL_CNT_*
    input  wire        rx_valid,    // five
    input  wire [4:0]  rx_code,
    input  wire        tx_valid,    // four
    input  wire [4:0]  tx_code,
    input  wire        cpl_valid,   // sixteen
    input  wire        uart_valid,  // sixty-four
    input  wire [4:0]  uart_code,

    input  wire        clear,       // pulse: counters from HL_CNT_CK_GOOD on
    input  wire        rd_valid,    // stands until rd_done
    input  wire [4:0]  rd_idx,
    output wire        rd_done,     // pulse
    output wire [31:0] rd_data
);

reg  [4:0]  wait_q, wait_d;         // by source
reg  [4:0]  app_q, rx_q, tx_q, uart_q;
reg         clear_q, clear_d, done_q;
reg  [4:0]  idx_q, idx_d;
reg  [31:0] data_q;

wire        event_any = wait_q != 5'd0;
wire [4:0]  code = wait_q[0] ? app_q : wait_q[2] ? tx_q : wait_q[1] ? rx_q
                 : wait_q[3] ? `HL_CNT_CPL_LOST : uart_q;
wire        wipe = clear_q && !event_any;
wire        read = rd_valid && !event_any && !clear_q && !done_q;
wire [4:0]  addr = event_any ? code : wipe ? idx_q : rd_idx;
wire [31:0] old;

ttp_ram_async #(.WIDTH(32), .DEPTH(32)) u_count (
    .clk(clk),
    .wr_en(event_any || wipe), .wr_addr(addr), .wr_data(event_any ? old + 32'd1 : 32'd0),
    .rd_addr(addr), .rd_data(old)
);

always @* begin
    wait_d = wait_q;
    if (wait_q[0])      wait_d[0] = 1'b0;
    else if (wait_q[2]) wait_d[2] = 1'b0;
    else if (wait_q[1]) wait_d[1] = 1'b0;
    else if (wait_q[3]) wait_d[3] = 1'b0;
    else                wait_d[4] = 1'b0;
    wait_d  = wait_d | {uart_valid, cpl_valid, tx_valid, rx_valid, app_valid};
    clear_d = clear_q && !(wipe && idx_q == 5'd31);
    idx_d   = idx_q + {4'd0, wipe};
    if (clear && !clear_q) begin
        clear_d = 1'b1;
        idx_d   = `HL_CNT_CK_GOOD;
    end
end

always @(posedge clk) begin
    wait_q  <= wait_d;
    clear_q <= clear_d;
    idx_q   <= idx_d;
    done_q  <= read;
    data_q  <= old;
    if (app_valid)  app_q  <= app_code;
    if (rx_valid)   rx_q   <= rx_code;
    if (tx_valid)   tx_q   <= tx_code;
    if (uart_valid) uart_q <= uart_code;
    if (rst) begin
        wait_q  <= 5'd0;
        clear_q <= 1'b1;
        idx_q   <= 5'd0;
        done_q  <= 1'b0;
    end
end

assign rd_done = done_q;
assign rd_data = data_q;

`ifdef FORMAL
    // A source does not bring its next event before the last one is counted.
    wire [4:0] comes = {uart_valid, cpl_valid, tx_valid, rx_valid, app_valid};
    wire [4:0] goes  = {wait_q[3:0] == 4'd0, wait_q[2:0] == 3'd0, !wait_q[0],
                        !wait_q[0] && !wait_q[2], 1'b1};
    always @(posedge clk) if (!rst) assert ((wait_q & comes & ~goes) == 5'd0);
`endif

endmodule

`resetall
