// SPDX-License-Identifier: Apache-2.0
//
// ttp_port_routes - the routes, and which of them two nodes have: ip.route
//
// Timing: a route that is written in cycle t is looked at from t+1 on; both lookups combinational.
// Part of: ttp_port

`resetall
`default_nettype none

module ttp_port_routes #(
    parameter ROUTES = 4
) (
    input  wire         clk,
    input  wire         rst,

    input  wire         write,
    input  wire [7:0]   index,              // below ROUTES
    input  wire         on,
    input  wire [1:0]   ports,
    input  wire [23:0]  node,
    input  wire [23:0]  mask,
    input  wire [47:0]  next_hop,

    input  wire [23:0]  host,               // the bits of a node that the host part has

    input  wire [23:0]  tx_node,
    output wire         tx_routed,
    output wire [1:0]   tx_ports,           // of its route
    output wire [47:0]  tx_next_hop,
    input  wire [23:0]  rx_node,
    output wire         rx_routed
);

reg  [ROUTES-1:0]    on_q;
reg  [2*ROUTES-1:0]  ports_q;
reg  [24*ROUTES-1:0] node_q, mask_q;
reg  [48*ROUTES-1:0] hop_q;

reg  [ROUTES-1:0] tx_hit, rx_hit;
reg               found;
reg  [1:0]        tx_has;
reg  [47:0]       tx_hop;
integer           i;
always @* begin
    found  = 1'b0;
    tx_has = 2'd0;
    tx_hop = 48'd0;
    for (i = 0; i < ROUTES; i = i + 1) begin
        tx_hit[i] = on_q[i] && ((tx_node ^ node_q[24*i +: 24]) & mask_q[24*i +: 24]) == 24'd0;
        rx_hit[i] = on_q[i] && ((rx_node ^ node_q[24*i +: 24]) & mask_q[24*i +: 24]) == 24'd0;
        if (tx_hit[i] && !found) begin
            tx_has = ports_q[2*i +: 2];
            tx_hop = hop_q[48*i +: 48];
        end
        found = found || tx_hit[i];
    end
end

always @(posedge clk) begin
    for (i = 0; i < ROUTES; i = i + 1)
        if (write && index == i[7:0]) begin
            on_q[i]             <= on;
            ports_q[2*i +: 2]   <= ports;
            node_q[24*i +: 24]  <= node;
            mask_q[24*i +: 24]  <= mask;
            hop_q[48*i +: 48]   <= next_hop;
        end
    if (rst) on_q <= {ROUTES{1'b0}};
end

assign tx_routed   = found && (tx_node & ~host) == 24'd0;
assign tx_ports    = tx_has;
assign tx_next_hop = tx_hop;
assign rx_routed   = rx_hit != {ROUTES{1'b0}};

endmodule

`resetall
