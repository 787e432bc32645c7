# SPDX-License-Identifier: Apache-2.0
#
# The conformance matrix. Included by the top Makefile after sim/sim.mk.
#
#   make conformance                 every row on RTL and model, at each depth of the event pipe,
#                                    and with SELECTIVE
#   make conformance PRESET=w256     one configuration

CONF_SRC := $(wildcard tb/conform/*.cpp) tb/system/system.cpp tb/system/peer.cpp
CONF_OBJ := $(CONF_SRC:tb/%.cpp=$(BUILD)/tb/%.o)
CONF_OWN := $(filter-out $(BUILD)/tb/system/%,$(CONF_OBJ))
CONF_PRESETS := $(if $(PRESET),$(PRESET),nic1g_25f card25 dojo sel64 sel512)

$(BUILD)/test_conformance: $(CONF_OBJ) $(COMMON_OBJ)
	$(CXX) $(LDFLAGS_SIM) -o $@ $^ $(LDLIBS_SIM)

$(BUILD)/asan/test_conformance: $(CONF_SRC:tb/%.cpp=$(BUILD)/asan/tb/%.o) $(ASAN_OBJ)
	$(CXX) $(LDFLAGS_SIM) $(SANITIZE) -o $@ $^ $(LDLIBS_SIM)

# The header of all of them, compiled once.
CONF_FLAGS := $(CXXFLAGS_SIM) $(FLAGS_test) $(CPPFLAGS_SIM) -Itb/system -MMD -MP
$(BUILD)/library/conform.h.gch: tb/conform/steps.h
	@mkdir -p $(@D)
	$(CXX) $(CONF_FLAGS) -MF $(@:.gch=.d) -MT $@ -x c++-header -o $@.new $< \
	    && mv $@.new $@

$(CONF_OWN): $(BUILD)/tb/%.o: tb/%.cpp $(BUILD)/library/conform.h.gch
	@mkdir -p $(@D)
	$(CXX) $(CONF_FLAGS) -include $(BUILD)/library/conform.h -c -o $@ $<

$(CONF_OWN:$(BUILD)/%=$(BUILD)/asan/%): $(BUILD)/asan/tb/%.o: \
    tb/%.cpp | $(BUILD)/library/asan.h.gch
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS_SIM) $(call library,asan) $(CPPFLAGS_SIM) -Itb/system -MMD -MP -c -o $@ $<

.PHONY: conformance
conformance: $(CONF_PRESETS:%=$(BUILD)/rtl_%.so) $(BUILD)/test_conformance
	@scripts/conformance --presets $(CONF_PRESETS)

-include $(BUILD)/library/conform.h.d $(CONF_OWN:.o=.d) $(CONF_OWN:$(BUILD)/%.o=$(BUILD)/asan/%.d)
