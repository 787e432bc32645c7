# SPDX-License-Identifier: Apache-2.0
#
# System scenarios on the harness. Included by the top Makefile after sim/sim.mk.
#
#   make test-system                 all scenarios, all configurations
#   make test-system PRESET=tiny     one configuration
#   make faults [PRESET=tiny,w128]   the table of faults (fault.h), every dose

SYS_SRC := $(wildcard tb/system/*.cpp)
SYS_OBJ := $(SYS_SRC:tb/%.cpp=$(BUILD)/tb/%.o)
SYS_PRESETS := $(if $(PRESET),$(PRESET),$(PRESETS))

$(BUILD)/test_system: $(SYS_OBJ) $(COMMON_OBJ)
	$(CXX) $(LDFLAGS_SIM) -o $@ $^ $(LDLIBS_SIM)

$(BUILD)/asan/test_system: $(SYS_SRC:tb/%.cpp=$(BUILD)/asan/tb/%.o) $(ASAN_OBJ)
	$(CXX) $(LDFLAGS_SIM) $(SANITIZE) -o $@ $^ $(LDLIBS_SIM)

$(SYS_OBJ): $(BUILD)/tb/%.o: tb/%.cpp | $(BUILD)/library/test.h.gch
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS_SIM) $(call library,test) $(CPPFLAGS_SIM) -MMD -MP -c -o $@ $<

$(SYS_SRC:tb/%.cpp=$(BUILD)/asan/tb/%.o): $(BUILD)/asan/tb/%.o: \
    tb/%.cpp | $(BUILD)/library/asan.h.gch
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS_SIM) $(call library,asan) $(CPPFLAGS_SIM) -MMD -MP -c -o $@ $<

# What the lists of tests run, built before them. TEST_BIN: build/asan for what has sanitizers then.
TEST_BIN ?= $(BUILD)
TEST_PROGRAMS := \
    $(addprefix $(TEST_BIN)/,ttpsim test_system test_conformance ttpctl test_hostlink ttpnic \
                              ttpnicdev) \
    $(addprefix $(BUILD)/,cardsim cardsim_nic two_cards test_captures ttp_corpus test_reference \
                          test_pair test_schedules played_reference \
                          asan/ttpsim asan/cardsim rtl_ttp_nic.so static/ttpnic)

.PHONY: test-system test-programs faults
# The table of faults; its rows also go to build/faults.json.
FAULT_PRESETS := $(if $(PRESET),$(PRESET),tiny,dojo,nic1g)
comma := ,
faults: $(patsubst %,$(BUILD)/rtl_%.so,$(subst $(comma), ,$(FAULT_PRESETS))) $(BUILD)/test_system
	$(BUILD)/test_system --faults all --preset $(FAULT_PRESETS) $(if $(SEED),--seed $(SEED)) \
	    --json $(BUILD)/faults.json

test-programs: $(TEST_PROGRAMS) rtl-all

test-system: $(BUILD)/test_system $(SYS_PRESETS:%=$(BUILD)/rtl_%.so)
	@fail=0; for p in $(SYS_PRESETS); do $(BUILD)/test_system --preset $$p || fail=1; done; \
	    exit $$fail

-include $(SYS_OBJ:.o=.d) $(SYS_SRC:tb/%.cpp=$(BUILD)/asan/tb/%.d)
