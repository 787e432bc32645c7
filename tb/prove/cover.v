// SPDX-License-Identifier: Apache-2.0
//
// A cover as the assertion that it does not happen, for techmap (scripts/prove_run.py).

module \$cover (input A, input EN);
    \$assert _TECHMAP_REPLACE_ (.A(!A), .EN(EN));
endmodule
