# SPDX-License-Identifier: Apache-2.0
#
# Replays of captures of the reference implementation. Included by the top
# Makefile after sim/sim.mk.
CAP_OBJ := $(patsubst %,$(BUILD)/tb/reference/%.o,captures captures_rules captures_file)

$(BUILD)/test_captures: $(CAP_OBJ) $(BUILD)/fuzz/mac_bench.o $(BUILD)/fuzz/witness.o $(COMMON_OBJ)
	$(CXX) $(LDFLAGS_SIM) -o $@ $^ $(LDLIBS_SIM)

$(CAP_OBJ): $(BUILD)/tb/%.o: tb/%.cpp
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS_SIM) $(CPPFLAGS_SIM) -Ifuzz -MMD -MP -c -o $@ $<

-include $(CAP_OBJ:.o=.d)
