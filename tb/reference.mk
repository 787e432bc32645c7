# SPDX-License-Identifier: Apache-2.0
#
# The played reference module. Included by the top Makefile after sim/sim.mk.
#
#   build/test_reference        our MAC against it, in simulated time

REF_OBJ := $(patsubst %,$(BUILD)/tb/%.o,test_reference reference_run reference)

$(BUILD)/test_reference: $(REF_OBJ) $(COMMON_OBJ)
	$(CXX) $(LDFLAGS_SIM) -o $@ $^ $(LDLIBS_SIM)

$(REF_OBJ): $(BUILD)/tb/%.o: tb/%.cpp
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS_SIM) $(CPPFLAGS_SIM) -Itb -MMD -MP -c -o $@ $<

-include $(REF_OBJ:.o=.d)
