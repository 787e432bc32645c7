# SPDX-License-Identifier: Apache-2.0
#
# What scripts/bench/run needs: make -f scripts/bench/bench.mk bench-tools
#
#   build/ttpbench              the measuring harness, with the objects of build/ttpsim
#   build/bench/rtl_<preset>.so RTL with the flags that docs/benchmarks.md names: no assertions, no
#                               invariants (-DFORMAL), waveform code compiled in but off

.DEFAULT_GOAL := bench-tools
include sim/sim.mk

BENCH_RTL := dojo nic1g
BENCH_SRC := $(wildcard sim/bench/*.cpp)
BENCH_OBJ := $(BENCH_SRC:sim/%.cpp=$(BUILD)/bench/%.o)
# As in sim/sim.mk, without assertions; warnings are judged by scripts/lint.
BENCH_VLT := --cc -O3 --x-assign fast --x-initial fast -fno-const-bit-op-tree --trace-fst \
             --top-module ttp_mac -Wno-fatal -CFLAGS -fPIC

.PHONY: bench-tools bench-rtl bench-flags
bench-tools: $(BUILD)/ttpbench bench-rtl

$(BUILD)/ttpbench: $(BENCH_OBJ) $(COMMON_OBJ)
	$(CXX) $(LDFLAGS_SIM) -o $@ $^ $(LDLIBS_SIM)

$(BENCH_OBJ): $(BUILD)/bench/%.o: sim/%.cpp
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS_SIM) -O3 $(CPPFLAGS_SIM) -MMD -MP -c -o $@ $<

# The rules of sim.mk once more, in another directory and with other flags.
bench-rtl:
	@$(MAKE) --no-print-directory -f sim/sim.mk BUILD=$(BUILD)/bench \
	    VLT_DEFS= VLT_FLAGS='$(BENCH_VLT)' $(BENCH_RTL:%=$(BUILD)/bench/rtl_%.so)

bench-flags:
	@echo 'verilator $(BENCH_VLT); $(VLT_OPT)'

-include $(BENCH_OBJ:.o=.d)
