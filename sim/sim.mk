# SPDX-License-Identifier: Apache-2.0
#
# The simulator. Included by the top Makefile; run from the top of the repository.
#
#   build/ttpsim               harness and model, all that a user runs
#   build/rtl_<preset>.so      Verilated RTL of one configuration of sim/presets.def, loaded by
#                              ttpsim when a run asks for it; `make rtl-all` builds them all
#   build/rtl_own_....so       of a set that is in no table: `ttpsim run --params` has it built
#   build/asan/ttpsim          the same harness and model under AddressSanitizer and UBSan

BUILD     ?= build
VERILATOR ?= verilator
CC        ?= cc
CXX       ?= c++
RTL_DIR   ?= rtl

VLT_INC   := $(shell $(VERILATOR) --getenv VERILATOR_ROOT 2>/dev/null)/include
# A Verilator that was built without knowing the compiler leaves empty how its header is included.
VLT_PCH_UNSET := $(shell grep -sE '^CFG_CXXFLAGS_PCH_I = *$$' $(VLT_INC)/verilated.mk)
VLT_PCH   := $(if $(VLT_PCH_UNSET),CFG_CXXFLAGS_PCH_I=-include)
# The FST writer of newer Verilators packs with LZ4 too.
VLT_LIBS  := -lz $(if $(wildcard $(VLT_INC)/fstcpp),-llz4)
RTL_DIRS  := $(RTL_DIR) $(RTL_DIR)/lib $(RTL_DIR)/link $(RTL_DIR)/rx $(RTL_DIR)/tx
RTL_SRC   := $(wildcard $(RTL_DIR)/*.vh $(RTL_DIRS:%=%/*.v))

# Fields of presets.def: PRESET, name, then the parameters in the order of the -G flags.
PRESET_ROWS := grep '^PRESET' sim/presets.def | tr '(),' '   '
PRESETS   := $(shell $(PRESET_ROWS) | awk '{ print $$2 }')
preset_flags = $(shell $(PRESET_ROWS) | awk '$$2 == "$(1)" { \
    print "-GDATA_W=" $$3, "-GTX_CELLS=" $$4, "-GTX_PKTS=" $$5, "-GRX_CELLS=" $$6, \
    "-GLINK_SETS=" $$7, "-GLINK_WAYS=" $$8, "-GTRACE=" $$9, "-GSRAM_1P=" $$10, \
    "-GDEEP=" $$11, "-GSELECTIVE=" $$12, "-GVC_ORDER=" $$13, \
    "-GSEL_WINDOW=" $$14 }')

# -fno-const-bit-op-tree: Verilator before 5.028 computes wrong values without it (its issue 5186).
# -Wno-fatal: scripts/lint is where warnings are judged (-Wall, none allowed); a build goes on.
# OPT_FAST on the make command line, because the generated makefile sets -Os after any CFLAGS.
VLT_FLAGS := --cc -O3 --x-assign fast --x-initial fast -fno-const-bit-op-tree --assert --trace-fst \
             --top-module ttp_mac -Wno-fatal -CFLAGS -fPIC \
             $(if $(COVERAGE),--coverage-line)
# What the simulator reaches into the Verilated RTL for beside its pins.
VLT_CONF  := sim/ttp_mac.vlt
# The invariants are written under `ifdef FORMAL and checked in every simulation.
VLT_DEFS  ?= -DFORMAL
# -O3 makes nothing quicker than -O1 and takes twice as long to build.
VLT_FAST  ?= -O1 -march=native
# Two files a preset instead of a dozen, each of which would read the headers again; -O0 for what
# runs once, or only while a waveform is written.
VLT_OPT   := OPT_FAST='$(VLT_FAST)' OPT_SLOW=-O0 OPT_GLOBAL=-O2 $(VLT_PCH) VM_PARALLEL_BUILDS=1 \
             VM_CLASSES_FAST=fast VM_CLASSES_SLOW=slow VM_SUPPORT_FAST= VM_SUPPORT_SLOW=
VLT_SLOW  := __Slow|__Syms|__Trace
# In the folder and with the prefix of Verilator's files: fast.cpp, slow.cpp.
vlt_two = cd $(1) && for f in $(2)*.cpp; do echo "\#include \"$$f\""; done > all.inc \
    && grep -E '$(VLT_SLOW)' all.inc > slow.cpp && grep -vE '$(VLT_SLOW)' all.inc > fast.cpp

# -g1: a line for each address. The variables of -g double the time of a compilation.
# The model is hidden: so LTO inlines what is called once, in an executable that exports the rest.
# Without SLP, which moves neighbouring fields at once that were written one by one just before, and
# waits for them.
CFLAGS_MODEL := -std=c11 -O3 -fno-tree-slp-vectorize -fvisibility=hidden -march=native -g1 \
                -Wall -Wextra -Wpedantic -Wshadow -Wconversion
CXXFLAGS_SIM := -std=c++17 -O2 -march=native -g1 -Wall -Wextra -Wshadow -Wconversion
CPPFLAGS_SIM := -Isim -Imodel -isystem $(VLT_INC) -isystem $(VLT_INC)/vltstd
# The RTL objects find Verilator's runtime in the executable: -rdynamic.
LDFLAGS_SIM  := -rdynamic
# Link-time optimisation of the model: its blocks are small functions in separate files (a quarter
# faster). ttpsim, ttpbench and ttpfabric have it in full. Tests share one object, linked once;
# any function may be asked for, which costs the model some speed and saves seconds a program.
LDFLAGS_LTO  := -flto=auto -O3 -fno-tree-slp-vectorize -march=native
MODEL_LINK   := -r -flinker-output=nolto-rel $(LDFLAGS_LTO)
LDLIBS_SIM   := -ldl $(VLT_LIBS) -lpcap -lpthread
# COVERAGE=1, by scripts/coverage: RTL and C count what is reached, in the place of sanitizers. The
# cells of the state tables too: see sim/cells.h.
COUNTED      := --coverage -DTTP_CELLS -Wl,--wrap=ttp_rules_step
SANITIZE     := $(if $(COVERAGE),$(COUNTED),-fsanitize=address,undefined \
                    -fno-sanitize-recover=undefined -fno-omit-frame-pointer)

SIM_SRC   := $(filter-out sim/ttpsim_main.cpp sim/dut_rtl_plugin.cpp,\
               $(wildcard sim/*.cpp sim/wire/*.cpp sim/bridge/*.cpp sim/simbricks/*.cpp))
MODEL_SRC := $(wildcard model/*.c model/rules/*.c)
VLT_SRC   := verilated verilated_fst_c verilated_threads $(if $(COVERAGE),verilated_cov)

# PLAIN: the build folder whose objects that know no Verilator are used, say with BUILD and
# VERILATOR of another one.
PLAIN     ?= $(BUILD)
VLT_USERS := $(shell grep -lE '"dut_rtl.h"|<verilated' $(SIM_SRC))
SIM_OBJ   := $(VLT_USERS:sim/%.cpp=$(BUILD)/sim/%.o) \
             $(patsubst sim/%.cpp,$(PLAIN)/sim/%.o,$(filter-out $(VLT_USERS),$(SIM_SRC)))
MODEL_OBJ := $(MODEL_SRC:model/%.c=$(PLAIN)/model/%.o)
VLT_OBJ   := $(VLT_SRC:%=$(BUILD)/vlt/%.o)
MODEL_ONE := $(PLAIN)/model/model.o
COMMON_OBJ := $(SIM_OBJ) $(MODEL_ONE) $(VLT_OBJ)
QUICK_OBJ := $(SIM_OBJ) $(MODEL_OBJ) $(VLT_OBJ)
ASAN_OBJ  := $(SIM_SRC:sim/%.cpp=$(BUILD)/asan/sim/%.o) \
             $(MODEL_SRC:model/%.c=$(BUILD)/asan/model/%.o) $(VLT_OBJ)

.PHONY: rtl-all
rtl-all: $(PRESETS:%=$(BUILD)/rtl_%.so)

$(BUILD)/ttpsim: $(BUILD)/sim/ttpsim_main.o $(QUICK_OBJ)
	$(CXX) $(LDFLAGS_SIM) $(LDFLAGS_LTO) -o $@ $^ $(LDLIBS_SIM)

$(BUILD)/asan/ttpsim: $(BUILD)/asan/sim/ttpsim_main.o $(ASAN_OBJ)
	$(CXX) $(LDFLAGS_SIM) $(SANITIZE) -o $@ $^ $(LDLIBS_SIM)

# What most sources read of the C++ library, compiled once for each set of flags: a quarter of the
# time of a source. Benchmarks compile without it, so a source still names what it needs.
FLAGS_sim  :=
FLAGS_test := -O1
FLAGS_asan  = -O0 $(SANITIZE)
library = $(FLAGS_$(1)) -include $(BUILD)/library/$(1).h
.PRECIOUS: $(BUILD)/library/%.h.gch
$(BUILD)/library/%.h.gch: sim/library.h
	@mkdir -p $(@D) && cp $< $(@:.gch=)
	$(CXX) $(CXXFLAGS_SIM) $(FLAGS_$*) -x c++-header -o $@.new $(@:.gch=) && mv $@.new $@

$(BUILD)/sim/%.o: sim/%.cpp | $(BUILD)/library/sim.h.gch
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS_SIM) $(call library,sim) $(CPPFLAGS_SIM) -MMD -MP -c -o $@ $<

$(BUILD)/model/%.o: model/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_MODEL) -flto=auto -Imodel -MMD -MP -c -o $@ $<

$(PLAIN)/model/model.o: $(MODEL_OBJ)
	$(CC) $(MODEL_LINK) -o $@ $^

$(BUILD)/asan/sim/%.o: sim/%.cpp | $(BUILD)/library/asan.h.gch
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS_SIM) $(call library,asan) $(CPPFLAGS_SIM) -MMD -MP -c -o $@ $<

$(BUILD)/asan/model/%.o: model/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_MODEL) -O$(if $(COVERAGE),0,1) $(SANITIZE) -Imodel -MMD -MP -c -o $@ $<

# Another Verilator than last time: what is made with it, or includes its headers, is made again.
VLT_MARK := $(BUILD)/vlt/of-$(subst /,_,$(VLT_INC))
$(VLT_MARK):
	@mkdir -p $(@D)
	@rm -f $(BUILD)/vlt/of-*
	@touch $@
$(VLT_OBJ): $(VLT_MARK)
$(VLT_USERS:sim/%.cpp=$(BUILD)/sim/%.o) $(VLT_USERS:sim/%.cpp=$(BUILD)/asan/sim/%.o): $(VLT_MARK)
$(foreach p,$(PRESETS) $(OWN_NAME),$(BUILD)/rtl/$(p)/Vmac_$(p)__ALL.a): $(VLT_MARK)

# Verilator's runtime, once for all presets.
$(BUILD)/vlt/%.o: $(VLT_INC)/%.cpp
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -O1 -march=native -isystem $(VLT_INC) -isystem $(VLT_INC)/vltstd \
	    -isystem $(VLT_INC)/gtkwave -w -c -o $@ $<

# Verilated RTL, an archive and a shared object for each preset: name, -G flags, -D of its values.
define rtl_rules
$(BUILD)/rtl/$(1)/Vmac_$(1)__ALL.a: $(RTL_SRC) $(VLT_CONF) sim/presets.def
	@mkdir -p $$(@D) && rm -f $$(@D)/*.cpp $$(@D)/*.d
	$(VERILATOR) $(VLT_FLAGS) $(VLT_DEFS) $(RTL_DIRS:%=-I%) $(2) \
	    --prefix Vmac_$(1) -Mdir $$(@D) $(VLT_CONF) $(RTL_DIR)/ttp_mac.v
	$(if $(COVERAGE),scripts/coverage --at-exit $$(@D)/Vmac_$(1).cpp)
	$$(call vlt_two,$$(@D),Vmac_$(1))
	$$(MAKE) -s -C $$(@D) -f Vmac_$(1).mk $(VLT_OPT) Vmac_$(1)__ALL.a

$(BUILD)/rtl_$(1).so: sim/dut_rtl_plugin.cpp $(BUILD)/rtl/$(1)/Vmac_$(1)__ALL.a \
		sim/dut_rtl.h sim/dut.h sim/waves.h sim/presets.h model/ttp_model.h
	$(CXX) $(CXXFLAGS_SIM) -fPIC -shared $(CPPFLAGS_SIM) -isystem $(BUILD)/rtl/$(1) \
	    $(3) -DVTOP=Vmac_$(1) -DVTOP_H='"Vmac_$(1).h"' \
	    -DVTOP_ROOT_H='"Vmac_$(1)___024root.h"' -o $$@ $$< \
	    -Wl,--whole-archive $(BUILD)/rtl/$(1)/Vmac_$(1)__ALL.a -Wl,--no-whole-archive
endef
$(foreach p,$(PRESETS),$(eval $(call rtl_rules,$(p),$(call preset_flags,$(p)),-DPRESET_NAME=$(p))))
# Such a set comes from sim/params.cpp, as OWN_NAME, OWN_FLAGS and OWN_PARAMS: no file names it.
ifneq ($(OWN_NAME),)
$(eval $(call rtl_rules,$(OWN_NAME),$(OWN_FLAGS),-DOWN_PARAMS=$(OWN_PARAMS)))
endif

# Any other name is none.
$(BUILD)/rtl_%.so:
	@echo "no preset $*; there are: $(PRESETS)" >&2; exit 2

SIM_DIRS := sim sim/wire sim/bridge sim/simbricks model model/rules
-include $(wildcard $(foreach d,$(SIM_DIRS),$(BUILD)/$(d)/*.d $(BUILD)/asan/$(d)/*.d))
