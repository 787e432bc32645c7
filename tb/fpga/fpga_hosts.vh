// SPDX-License-Identifier: Apache-2.0
//
// The hosts of fpga_top: a REQ through the UART or the host port, and its answer taken apart.
// Included inside fpga_top: these tasks drive its pins.

function [31:0] crc(input [31:0] c, input [7:0] b);
    integer k;
    begin
        crc = c ^ {24'd0, b};
        for (k = 0; k < 8; k = k + 1) crc = crc[0] ? (crc >> 1) ^ 32'hedb88320 : crc >> 1;
    end
endfunction

// ---- what is asked: register operations, as docs/host-link.md has them
reg [7:0] ask [0:127];
integer   ask_n;
task begin_ask(input [31:0] tag);
    integer k;
    begin
        for (k = 0; k < 18; k = k + 1) ask[k] = 8'd0;
        ask[0] = 8'h13;                         // version 1, REQ
        {ask[14], ask[15], ask[16], ask[17]} = tag;
        ask_n = 18;
    end
endtask
task ask_op(input write, input [15:0] addr, input [31:0] value);
    begin
        {ask[ask_n], ask[ask_n+1]} = {7'd0, write, 8'h0f};
        {ask[ask_n+2], ask[ask_n+3]} = addr;
        {ask[ask_n+4], ask[ask_n+5], ask[ask_n+6], ask[ask_n+7]} = value;
        ask_n = ask_n + 8;
        {ask[6], ask[7]} = ask_n - 18;
    end
endtask

// ---- UART, SLIP
localparam BIT = 1000000000 / BAUD * 1000;
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
reg [7:0] got [0:255];
integer   got_n = 0, frames = 0;
reg       esc = 1'b0;
reg [7:0] in_byte;
integer   ub;
initial forever begin
    @(negedge uart_tx);
    #(BIT / 2);
    if (uart_tx === 1'b0) begin
        for (ub = 0; ub < 8; ub = ub + 1) begin
            #(BIT);
            in_byte[ub] = uart_tx;
        end
        #(BIT);
        want("a stop bit", uart_tx === 1'b1);
        if (in_byte == 8'hc0) begin
            if (got_n > 0) frames = frames + 1;
        end else if (in_byte == 8'hdb) begin
            esc = 1'b1;
        end else begin
            got[got_n] = esc ? (in_byte == 8'hdc ? 8'hc0 : 8'hdb) : in_byte;
            got_n = got_n + 1;
            esc = 1'b0;
        end
    end
end
reg [31:0] c;
integer    i, waited;
task uart_ask;
    begin
        got_n = 0;
        frames = 0;
        c = 32'hffffffff;
        for (i = 0; i < ask_n; i = i + 1) begin
            slip_byte(ask[i]);
            c = crc(c, ask[i]);
        end
        c = ~c;
        for (i = 0; i < 4; i = i + 1) slip_byte(c[8*i +: 8]);
        uart_byte(8'hc0);
        waited = 0;
        while (frames == 0 && waited < 200) begin
            #(BIT * 5) waited = waited + 1;
        end
        want("an answer on the UART", frames == 1 && got_n == ask_n + 4);
        c = 32'hffffffff;
        for (i = 0; i < got_n; i = i + 1) c = crc(c, got[i]);
        want("its FCS", c == 32'hdebb20e3);
        want("its type", got[0] === 8'h1b);
        want("its tag", {got[14], got[15], got[16], got[17]}
                        === {ask[14], ask[15], ask[16], ask[17]});
    end
endtask
function [31:0] answer(input integer op);
    answer = {got[22 + 8*op], got[23 + 8*op], got[24 + 8*op], got[25 + 8*op]};
endfunction
function fine(input integer op);
    fine = got[18 + 8*op][7] === 1'b0;
endfunction

// ---- host port: bytes on RGMII at 1000 Mb/s, and what comes back
task line_byte(input [7:0] b);
    begin
        @(posedge hostc) host_ctl = 1'b1; host_d = b[3:0];
        @(negedge hostc) host_d = b[7:4];
    end
endtask
reg [7:0] eth [0:255];
integer   eth_n = 0, eth_frames = 0;
reg [3:0] low;
reg       was = 1'b0;
always @(posedge txc[1]) if (host_on) begin
    #1000 low = txd1;
    if (tx_ctl[1] === 1'b1 && !was) eth_n = 0;
    if (tx_ctl[1] !== 1'b1 && was) eth_frames = eth_frames + 1;
    was = tx_ctl[1] === 1'b1;
end
always @(negedge txc[1]) if (host_on) begin
    #1000 if (was && eth_n < 256) begin
        eth[eth_n] = {txd1, low};
        eth_n = eth_n + 1;
    end
end
reg [7:0] head [0:13];
task eth_ask;
    integer n;
    begin
        {head[0], head[1], head[2]} = 24'h025454;
        {head[3], head[4], head[5]} = NODE;
        {head[6], head[7], head[8], head[9], head[10], head[11]} = 48'h02aabbccddee;
        {head[12], head[13]} = 16'h88b5;
        eth_frames = 0;
        host_on = 1'b1;
        repeat (20) @(posedge hostc);
        for (i = 0; i < 7; i = i + 1) line_byte(8'h55);
        line_byte(8'hd5);
        c = 32'hffffffff;
        n = ask_n + 14 > 60 ? ask_n + 14 : 60;
        for (i = 0; i < n; i = i + 1) begin
            line_byte(i < 14 ? head[i] : i < 14 + ask_n ? ask[i-14] : 8'd0);
            c = crc(c, i < 14 ? head[i] : i < 14 + ask_n ? ask[i-14] : 8'd0);
        end
        c = ~c;
        for (i = 0; i < 4; i = i + 1) line_byte(c[8*i +: 8]);
        @(posedge hostc) host_ctl = 1'b0; host_d = 4'd0;
        waited = 0;
        while (eth_frames == 0 && waited < 100) #1000000 waited = waited + 1;
        host_on = 1'b0;
        want("an answer from the host port", eth_frames == 1 && eth_n >= 72);
        want("its preamble", eth[6] === 8'h55 && eth[7] === 8'hd5);
        c = 32'hffffffff;
        for (i = 8; i < eth_n; i = i + 1) c = crc(c, eth[i]);
        want("its FCS", c == 32'hdebb20e3);
        want("who it is for", {eth[8], eth[9], eth[10], eth[11], eth[12], eth[13]}
                              === 48'h02aabbccddee);
        want("its EtherType and type", {eth[20], eth[21], eth[22]} === 24'h88b51b);
        for (i = 0; i < 128; i = i + 1) got[i] = eth[i + 22];
    end
endtask
