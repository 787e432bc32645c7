// SPDX-License-Identifier: Apache-2.0
//
// rtl/lib/ttp_skid.v is a FIFO of depth 2.
// PARAMS: -GWIDTH=1 | -GWIDTH=64 | -GWIDTH=128
#include "Vttp_skid.h"
#include "fifo_bench.h"

int main(int argc, char **argv)
{
    return lockstep_main<fifo_bench<Vttp_skid, 2, false>>(argc, argv, 100000);
}
