// SPDX-License-Identifier: Apache-2.0
//
// rtl/lib/ttp_fifo.v is a FIFO of any depth.
// PARAMS: -GWIDTH=1 -GDEPTH=1 | -GWIDTH=38 -GDEPTH=2 | -GWIDTH=120 -GDEPTH=16
// PARAMS: -GWIDTH=38 -GDEPTH=64
// PARAMS: -GWIDTH=38 -GDEPTH=65 | -GWIDTH=120 -GDEPTH=65 | -GWIDTH=1 -GDEPTH=300
// PARAMS: -GWIDTH=120 -GDEPTH=300
// SEEDS: 1 2
#include "Vttp_fifo.h"
#include "fifo_bench.h"

int main(int argc, char **argv)
{
    return lockstep_main<fifo_bench<Vttp_fifo, DEPTH, true>>(argc, argv, 200000);
}
