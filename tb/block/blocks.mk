# SPDX-License-Identifier: Apache-2.0
#
# Block tests: one rule for all of them.
#
#   make test-ttp_perf              build and run tb/block/ttp_perf.cpp, all sets, all seeds
#   make test-ttp_perf SET=1 SEED=7 one parameter set (from 0), one seed
#   make test-blocks JOBS=2         every block test but for LONG sets
#   scripts/block_test ttp_perf --asan          with sanitizers
#
# A block test is tb/block/<block>.cpp beside rtl/<block>.v (or a folder of rtl/ or fpga/). It is
# found by its name; nothing is listed here. Tests of eth_* and card* are linked with zlib. Comment
# lines in it say how it is built; a line `//     -...` goes on with the one above, a line
# `//     _...` with the number at its end:
#
#   // PARAMS: -GDATA_W=64 -GDEPTH=2 | -GDATA_W=512 -GDEPTH=16     sets, separated by |
#   // SEEDS: 1 2 3                                                default: 1
#   // LONG: 1 2                    these sets, from 0, only in make test-long
#   // MODEL: ttp_x                                                model/ttp_x.c too
#   // VLT: sim/x.vlt                                  a configuration file of Verilator too
#
#
# Several PARAMS lines add up. Each set is one Verilator build with -Wall, --assert and -DFORMAL
# (assertions under `ifdef FORMAL run; `assume` and `anyconst` do not belong there). A parameter
# -GNAME=V is also the C++ macro NAME, and PARAMS is the whole set as a string. The Verilated
# class is V<block>, its header V<block>.h. model/<x>.c is compiled as C and linked for every
# header <x>.h that the test includes, directly or through another.
#
# The program gets the seed as argv[1], prints the first mismatch with cycle and both sides,
# ends with 0 only if all was equal and the stimulus reached what it aims at. tb/block/tb_util.h
# has the generator, the wide-port helpers and the mismatch report, tb/block/lockstep.h the frame
# of a bench.

BLOCK_TESTS := $(patsubst tb/block/%.cpp,%,$(sort $(wildcard tb/block/*.cpp)))

.PHONY: $(addprefix test-,$(BLOCK_TESTS)) test-blocks list-blocks

$(addprefix test-,$(BLOCK_TESTS)): test-%:
	@scripts/block_test $* $(if $(SET),--set $(SET)) $(if $(SEED),--seed $(SEED))

test-blocks:
	@scripts/runtests --only block -j $(or $(JOBS),2)

list-blocks:
	@scripts/block_test --list
