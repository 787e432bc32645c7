// SPDX-License-Identifier: Apache-2.0
//
// ttp_params_check - is every parameter of ttp_mac in its range?
//
// One that is not is told by the name of a module that does not exist. The golden model says the
// same (ttp_params_check).
// Part of: ttp_mac

`resetall
`default_nettype none

module ttp_params_check #(
    parameter DATA_W        = 512,
    parameter TX_CELLS      = 16384,
    parameter TX_PKTS       = 4096,
    parameter RX_CELLS      = 4096,
    parameter LINK_SETS     = 256,
    parameter LINK_WAYS     = 2,
    parameter TRACE         = 1,
    parameter DEEP          = 1,
    parameter SRAM_1P       = 0,
    parameter SELECTIVE     = 0,
    parameter TIMEOUT_RST   = 4096,
    parameter OPEN_TMO_RST  = 4096,
    parameter CLOSE_TMO_RST = 4096,
    parameter BACKOFF_RST   = 1024,
    parameter RETRY_MAX_RST = 64,
    parameter ADDR_HIGH     = 0,
    parameter VC_ORDER      = 0,
    parameter SEL_CONTEXTS  = 0,
    parameter SEL_WINDOW    = 0
) ();

generate
    if (DATA_W != 64 && DATA_W != 128 && DATA_W != 256 && DATA_W != 512) begin : g_bad_data_w
        ERROR_DATA_W_must_be_64_128_256_or_512 u_bad ();
    end
    if (TX_CELLS < 16 || TX_CELLS > 65536) begin : g_bad_tx_cells
        ERROR_TX_CELLS_must_be_16_to_65536 u_bad ();
    end
    if (TX_PKTS < 8 || TX_PKTS > 16384) begin : g_bad_tx_pkts
        ERROR_TX_PKTS_must_be_8_to_16384 u_bad ();
    end
    if (RX_CELLS < 32 || RX_CELLS > 16384
        || (RX_CELLS & (RX_CELLS - 1)) != 0) begin : g_bad_rx_cells
        ERROR_RX_CELLS_must_be_a_power_of_two_32_to_16384 u_bad ();
    end
    if (LINK_SETS < 1 || LINK_SETS > 1024
        || (LINK_SETS & (LINK_SETS - 1)) != 0) begin : g_bad_link_sets
        ERROR_LINK_SETS_must_be_a_power_of_two_1_to_1024 u_bad ();
    end
    if (LINK_WAYS != 1 && LINK_WAYS != 2 && LINK_WAYS != 4) begin : g_bad_link_ways
        ERROR_LINK_WAYS_must_be_1_2_or_4 u_bad ();
    end
    if (TRACE < 0 || TRACE > 1) begin : g_bad_trace
        ERROR_TRACE_must_be_0_or_1 u_bad ();
    end
    if (DEEP < 0 || DEEP > 1) begin : g_bad_deep
        ERROR_DEEP_must_be_0_or_1 u_bad ();
    end
    if (DATA_W == 512 && DEEP == 0) begin : g_not_deep
        ERROR_DEEP_must_be_1_at_512_bit u_bad ();
    end
    if (SRAM_1P < 0 || SRAM_1P > 1) begin : g_bad_sram_1p
        ERROR_SRAM_1P_must_be_0_or_1 u_bad ();
    end
    if (SELECTIVE < 0 || SELECTIVE > 1) begin : g_bad_selective
        ERROR_SELECTIVE_must_be_0_or_1 u_bad ();
    end
    if (TIMEOUT_RST < 1 || TIMEOUT_RST > 32'd1073741824) begin : g_bad_timeout
        ERROR_TIMEOUT_RST_must_be_1_to_1073741824 u_bad ();
    end
    if (OPEN_TMO_RST < 1 || OPEN_TMO_RST > 32'd1073741824) begin : g_bad_open_tmo
        ERROR_OPEN_TMO_RST_must_be_1_to_1073741824 u_bad ();
    end
    if (CLOSE_TMO_RST < 1 || CLOSE_TMO_RST > 32'd1073741824) begin : g_bad_close_tmo
        ERROR_CLOSE_TMO_RST_must_be_1_to_1073741824 u_bad ();
    end
    if (BACKOFF_RST < 1 || BACKOFF_RST > 32'd1073741824) begin : g_bad_backoff
        ERROR_BACKOFF_RST_must_be_1_to_1073741824 u_bad ();
    end
    if (RETRY_MAX_RST < 1 || RETRY_MAX_RST > 255) begin : g_bad_retry_max
        ERROR_RETRY_MAX_RST_must_be_1_to_255 u_bad ();
    end
    if ((ADDR_HIGH & ~32'hFEFFFF) != 0) begin : g_bad_addr_high
        ERROR_ADDR_HIGH_must_be_24_bits_without_the_group_bit u_bad ();
    end
    if (VC_ORDER < 0 || VC_ORDER > 1) begin : g_bad_vc_order
        ERROR_VC_ORDER_must_be_0_or_1 u_bad ();
    end
    if (SEL_CONTEXTS != 0 && SEL_CONTEXTS != 2 && SEL_CONTEXTS != 4 && SEL_CONTEXTS != 8
        && SEL_CONTEXTS != 16) begin : g_bad_contexts
        ERROR_SEL_CONTEXTS_must_be_0_2_4_8_or_16 u_bad ();
    end
    if (SEL_WINDOW != 0 && SEL_WINDOW != 256 && SEL_WINDOW != 512) begin : g_bad_window
        ERROR_SEL_WINDOW_must_be_0_256_or_512 u_bad ();
    end
endgenerate

endmodule

`resetall
