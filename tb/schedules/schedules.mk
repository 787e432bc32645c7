# SPDX-License-Identifier: Apache-2.0
#
# Random schedules of two untimed ends. Included by the top Makefile after sim/sim.mk.
SCH_OBJ := $(patsubst tb/%.cpp,$(BUILD)/tb/%.o,$(wildcard tb/schedules/*.cpp))
SCH_USE := $(patsubst %,$(PLAIN)/sim/%.o,rules_end rules_select monitor) \
           $(patsubst model/%.c,$(PLAIN)/model/%.o,$(wildcard model/rules/*.c)) \
           $(BUILD)/tb/reference/captures_file.o

$(BUILD)/test_schedules: $(SCH_OBJ) $(SCH_USE)
	$(CXX) $(LDFLAGS_SIM) $(LDFLAGS_LTO) -o $@ $^

$(SCH_OBJ): $(BUILD)/tb/%.o: tb/%.cpp
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS_SIM) $(CPPFLAGS_SIM) -Itb/reference -MMD -MP -c -o $@ $<

-include $(SCH_OBJ:.o=.d)
