// SPDX-License-Identifier: Apache-2.0
//
// DELAYG - place of the ECP5 pin delay in simulation: a wire
//
// Clocks and data in the simulation have the phase that they have behind the delays. What is
// checked is the value: nextpnr takes an integer of 0 to 127 and ignores anything else in silence.

`resetall
`default_nettype none

module DELAYG #(
    parameter [8*12-1:0] DEL_MODE  = "USER_DEFINED",
    parameter            DEL_VALUE = 0
) (
    input  wire A,
    output wire Z
);

generate if (DEL_VALUE < 0 || DEL_VALUE > 127) begin : g_bad
    ERROR_DELAYG_value_out_of_range u_bad ();
end endgenerate

wire [8*12-1:0] mode_unused = DEL_MODE;

assign Z = A;

endmodule

`resetall
