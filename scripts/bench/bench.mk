# SPDX-License-Identifier: Apache-2.0
#
# What scripts/bench/run needs: make -f scripts/bench/bench.mk bench-tools
#
#   build/ttpbench              the measuring harness, with the objects of build/ttpsim
#   build/bench/rtl_<preset>.so RTL with the flags that docs/benchmarks.md names: no assertions, no
#                               invariants (-DFORMAL), waveform code compiled in but off
#   build/bench/pgo/rtl_nic1g.so  the same, compiled again with what a run of it has told GCC
#   build/rtl_nic1g.so          the RTL as the tests have it, with all assertions

.DEFAULT_GOAL := bench-tools
include sim/sim.mk
include host/nic/nic.mk

BENCH_RTL := dojo nic1g
BENCH_SRC := $(wildcard sim/bench/*.cpp)
BENCH_OBJ := $(BENCH_SRC:sim/%.cpp=$(BUILD)/bench/%.o)
# As in sim/sim.mk, without assertions; warnings are judged by scripts/lint.
BENCH_VLT := --cc -O3 --x-assign fast --x-initial fast -fno-const-bit-op-tree --trace-fst \
             --top-module ttp_mac -Wno-fatal -CFLAGS -fPIC

BENCH_FAST := -O3 -march=native
BENCH_PGO := $(abspath $(BUILD))/bench/pgo

.PHONY: bench-tools bench-rtl bench-flags bench-pgo
bench-tools: $(BUILD)/ttpbench bench-rtl bench-pgo $(BUILD)/rtl_nic1g.so

$(BUILD)/ttpbench: $(BENCH_OBJ) $(QUICK_OBJ) $(filter-out $(MODEL_ONE),$(NIC_LIB))
	$(CXX) $(LDFLAGS_SIM) $(LDFLAGS_LTO) -o $@ $^ $(LDLIBS_SIM)

$(BENCH_OBJ): $(BUILD)/bench/%.o: sim/%.cpp
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS_SIM) -O3 $(CPPFLAGS_SIM) -Imodel/nic -Ihost/nic -MMD -MP -c -o $@ $<

# The rules of sim.mk once more, in another directory and with other flags.
bench-rtl:
	@$(MAKE) --no-print-directory -f sim/sim.mk BUILD=$(BUILD)/bench \
	    VLT_DEFS= VLT_FLAGS='$(BENCH_VLT)' \
	    VLT_FAST='$(BENCH_FAST)' $(BENCH_RTL:%=$(BUILD)/bench/rtl_%.so)

# Built, run and built again. GCC finds the profile by the folder of the objects, so both builds
# use the same one. What the run has not entered has no profile, which is no fault.
PGO_STEP = $(MAKE) --no-print-directory -f sim/sim.mk BUILD=$(BUILD)/bench/pgo VLT_DEFS= \
           VLT_FLAGS='$(BENCH_VLT)' $(BUILD)/bench/pgo/rtl_nic1g.so
PGO_FAST := $(BENCH_FAST) -fprofile-update=single
bench-pgo: $(BUILD)/bench/pgo/profiled
$(BUILD)/bench/pgo/profiled: $(RTL_SRC) $(VLT_CONF) sim/dut_rtl.h sim/dut_rtl_plugin.cpp \
		$(BENCH_SRC) scripts/bench/bench.mk | $(BUILD)/ttpbench
	@rm -rf $(@D)
	@+$(PGO_STEP) VLT_FAST='$(PGO_FAST) -fprofile-generate=$(BENCH_PGO)/data' \
	    CXXFLAGS_SIM='$(CXXFLAGS_SIM) -fprofile-generate=$(BENCH_PGO)/data'
	@$(BUILD)/ttpbench rtl_speed --scale 0.1 --rtl-dir $(@D) > /dev/null
	@rm -f $(@D)/rtl/nic1g/*.[oa] $(@D)/*.so
# What that run has not reached has no profile.
	@+$(PGO_STEP) VLT_FAST='$(PGO_FAST) -fprofile-use=$(BENCH_PGO)/data -Wno-missing-profile'
	@touch $@

bench-flags:
	@echo 'verilator $(BENCH_VLT); $(subst $(VLT_FAST),$(BENCH_FAST),$(VLT_OPT))'

-include $(BENCH_OBJ:.o=.d)
