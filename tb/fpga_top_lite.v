// SPDX-License-Identifier: Apache-2.0
//
// The top of fpga/boards/ice40-up5k at its pins, run by tb/fpga_check.py top. One tick is 1 ps.
//
// A host on the UART asks for registers and sends a payload; the wire line is looped back. Checks what only the top
// can get wrong: reset from power on, which pin is which, polarity, BOARD, NODE. Ends with a line that begins with PASS or FAIL.

`resetall
`default_nettype none

module fpga_top_lite;

localparam NODE = 24'h00a1b2;
localparam BAUD = 750000;
localparam BIT  = 1333333;      // ps

reg  clk = 1'b0, button_n = 1'b1, uart_rx = 1'b1, loop = 1'b0;
wire uart_tx, wire_tx, red_n, green_n;
always #41667 clk = !clk;

top #(.NODE (NODE), .BAUD (BAUD), .RST_HOLD (200)) u_top (
    .clk12 (clk), .button_n (button_n), .uart_rx (uart_rx), .uart_tx (uart_tx), .wire_rx (!loop || wire_tx), .wire_tx (wire_tx),
    .led_red_n (red_n), .led_green_n (green_n)
);

integer faults = 0, checks = 0;
task want(input [8*40-1:0] what, input ok);
    begin
        checks = checks + 1;
        if (!ok) begin
            faults = faults + 1;
            $display("  wrong: %0s (%0d us)", what, $time / 1000000);
        end
    end
endtask

function [31:0] crc(input [31:0] c, input [7:0] b);
    integer k;
    begin
        crc = c ^ {24'd0, b};
        for (k = 0; k < 8; k = k + 1) crc = crc[0] ? (crc >> 1) ^ 32'hedb88320 : crc >> 1;
    end
endfunction

task uart_byte(input [7:0] b);
    integer k;
    begin
        uart_rx = 1'b0;
        #(BIT);
        for (k = 0; k < 8; k = k + 1) begin
            uart_rx = b[k];
            #(BIT);
        end
        uart_rx = 1'b1;
        #(BIT);
    end
endtask
task slip_byte(input [7:0] b);
    if (b == 8'hc0) begin uart_byte(8'hdb); uart_byte(8'hdc); end
    else if (b == 8'hdb) begin uart_byte(8'hdb); uart_byte(8'hdd); end
    else uart_byte(b);
endtask

// ---- frames to the card
reg [7:0]  f [0:127];
integer    n, i;
reg [31:0] c;
task begin_frame(input [7:0] first, input [23:0] node, input [15:0] limit, input [31:0] tag);
    begin
        for (i = 0; i < 18; i = i + 1) f[i] = 8'd0;
        f[0] = first;
        {f[3], f[4], f[5]} = node;
        {f[10], f[11]} = limit;
        {f[14], f[15], f[16], f[17]} = tag;
        n = 18;
    end
endtask
task add(input [31:0] v);
    begin
        {f[n], f[n+1], f[n+2], f[n+3]} = v;
        n = n + 4;
        {f[6], f[7]} = n - 18;
    end
endtask
task send;
    begin
        c = 32'hffffffff;
        for (i = 0; i < n; i = i + 1) begin
            slip_byte(f[i]);
            c = crc(c, f[i]);
        end
        c = ~c;
        for (i = 0; i < 4; i = i + 1) slip_byte(c[8*i +: 8]);
        uart_byte(8'hc0);
    end
endtask

// ---- frames from the card: the last one of type RSP, and how many of each
reg [7:0] got [0:255], rsp [0:255];
integer   got_n = 0, rsps = 0, welcomes = 0, bad = 0;
reg       esc = 1'b0;
reg [7:0] in_byte;
integer   ub, uk;
reg [31:0] uc;
initial forever begin
    @(negedge uart_tx);
    #(BIT / 2);
    for (ub = 0; ub < 8; ub = ub + 1) begin
        #(BIT);
        in_byte[ub] = uart_tx;
    end
    #(BIT);
    if (uart_tx !== 1'b1) bad = bad + 1;
    if (in_byte == 8'hc0) begin
        uc = 32'hffffffff;
        for (uk = 0; uk < got_n; uk = uk + 1) uc = crc(uc, got[uk]);
        if (uc != 32'hdebb20e3) bad = bad + 1;
        if (got[0] == 8'h19) welcomes = welcomes + 1;
        if (got[0] == 8'h1b) begin
            for (uk = 0; uk < 256; uk = uk + 1) rsp[uk] = got[uk];
            rsps = rsps + 1;
        end
        got_n = 0;
    end else if (in_byte == 8'hdb) begin
        esc = 1'b1;
    end else begin
        got[got_n] = esc ? (in_byte == 8'hdc ? 8'hc0 : 8'hdb) : in_byte;
        got_n = got_n + 1;
        esc = 1'b0;
    end
end
function [31:0] value(input integer k);
    value = {rsp[22 + 8*k], rsp[23 + 8*k], rsp[24 + 8*k], rsp[25 + 8*k]};
endfunction

integer edges = 0, lit = 0;
always @(negedge wire_tx) edges = edges + 1;
always @(negedge green_n) lit = lit + 1;

initial begin
    repeat (3) #1000000000;                            // reset, then 16 slots of 1024 cycles
    want("dark before anything", green_n === 1'b1 && red_n === 1'b1);
    want("both lines are idle", uart_tx === 1'b1 && wire_tx === 1'b1);
    begin_frame(8'h13, 24'd0, 16'd0, 32'h11dbc044);
    add(32'h00001000); add(32'd0);
    add(32'h00001008); add(32'd0);
    add(32'h00000020); add(32'd0);
    send;
    repeat (20) #1000000000;
    want("an answer", rsps == 1 && rsp[14] === 8'h11 && rsp[15] === 8'hdb && rsp[16] === 8'hc0);
    want("CARD_ID", value(0) === 32'h5454504e);
    want("BOARD", value(1) === 32'd5);
    want("NODE", value(2) === {8'd0, NODE});
    want("the wire is silent", edges == 0);
    // A payload: its OPEN goes out of wire_tx, comes back and is for somebody else.
    loop = 1'b1;
    begin_frame(8'h11, 24'd0, 16'd8, 32'd7);
    send;
    repeat (15) #1000000000;
    want("WELCOME", welcomes == 1);
    begin_frame(8'h12, 24'h000005, 16'd8, 32'd0);
    add(32'hdbc0dbc0);
    send;
    repeat (40) #1000000000;
    want("the OPEN on the wire", edges > 20);
    begin_frame(8'h13, 24'd0, 16'd8, 32'd8);
    add(32'h00000200); add(32'd0);
    add(32'h00000320); add(32'd0);
    add(32'h00000300); add(32'd0);
    send;
    repeat (25) #1000000000;
    want("TX_OPEN", value(0) >= 32'd1 && rsps == 2);
    want("DROP_DST: looped back", value(1) === value(0));
    want("no wrong FCS", value(2) === 32'd0);
    want("the LED has shown frames", lit > 0);
    want("frames and stop bits", bad == 0);
    // The button resets all.
    button_n = 1'b0;
    #100000000;
    button_n = 1'b1;
    repeat (3) #1000000000;
    begin_frame(8'h13, 24'd0, 16'd8, 32'd9);
    add(32'h00000200); add(32'd0);
    send;
    repeat (10) #1000000000;
    want("the button has reset the card", rsps == 3 && value(0) === 32'd0);
    if (faults == 0) $display("PASS %0d checks", checks);
    else $display("FAIL %0d faults", faults);
    $finish;
end

endmodule

`resetall
