// SPDX-License-Identifier: Apache-2.0
//
// ttp_nic_regions. Assumed: a region that is written is one of REGIONS, as ttp_nic_csr has it.
//
// One arbitrary region is followed: what is read of it is what was written last.

`include "prove.vh"

`PROVE_RESET(rst)

(* anyconst *) wire [XW-1:0] p_x;
localparam  P_W = 2 + 24 + 1 + 24 + 64 + 48;
reg         p_there, p_was, p_read;
reg  [P_W-1:0] p_is, p_seen;
wire [P_W-1:0] p_new = {wr_rights, wr_key, wr_all, wr_peer, wr_base, wr_length};
wire        p_wr = wr && wr_index[XW-1:0] == p_x;
reg  [31:0] p_key;
always @* if (wr) assume (wr_index < REGIONS);
always @(posedge clk) begin
    if (p_wr) {p_is, p_there} <= {p_new, wr_rights != 2'd0};
    if (rd) begin
        p_seen <= p_wr ? p_new : p_is;
        p_was  <= p_there;
        p_key  <= rd_key;
        p_read <= p_run && rd_key[XW-1:0] == p_x;
    end
    if (!p_run) {p_there, p_read} <= 2'b00;
end
always @(posedge clk) if (p_run && p_read) begin
    is_known: assert (known == (p_was && p_key[7:0] == p_x && p_key[31:8] == p_seen[160:137]));
    if (p_was) as_written: assert ({rights, all, peer, base, length}
                                   == {p_seen[162:161], p_seen[136:0]});
    both:  cover (p_was && known && p_wr && rights == 2'd1);
    not_it: cover (p_was && !known && p_key[31:8] == p_seen[160:137]);
end
