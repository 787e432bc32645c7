# SPDX-License-Identifier: Apache-2.0
#
# Selective repeat and its sisters between untimed ends. Included by the top Makefile after
# sim/sim.mk.
SEL_OBJ := $(patsubst %,$(BUILD)/tb/select/%.o,main pair strangers)
SEL_USE := $(patsubst %,$(PLAIN)/sim/%.o,rules_end rules_select wire/wire) \
           $(patsubst model/%.c,$(PLAIN)/model/%.o,$(wildcard model/rules/*.c)) \
           $(BUILD)/tb/reference/captures_file.o

$(BUILD)/test_select: $(SEL_OBJ) $(SEL_USE)
	$(CXX) $(LDFLAGS_SIM) $(LDFLAGS_LTO) -o $@ $^

$(SEL_OBJ): $(BUILD)/tb/%.o: tb/%.cpp
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS_SIM) $(CPPFLAGS_SIM) -Itb/reference -MMD -MP -c -o $@ $<

-include $(SEL_OBJ:.o=.d)
