# SPDX-License-Identifier: Apache-2.0
#
# Two ends of the rules in every order. Included by the top Makefile after sim/sim.mk.
PAIR_OBJ := $(patsubst tb/%.cpp,$(BUILD)/tb/%.o,$(wildcard tb/pair/*.cpp))
PAIR_USE := $(patsubst model/%.c,$(PLAIN)/model/%.o,$(wildcard model/rules/*.c))

$(BUILD)/test_pair: $(PAIR_OBJ) $(PAIR_USE)
	$(CXX) $(LDFLAGS_LTO) -o $@ $^

$(PAIR_OBJ): $(BUILD)/tb/%.o: tb/%.cpp
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS_SIM) -O3 -flto=auto $(CPPFLAGS_SIM) -MMD -MP -c -o $@ $<

-include $(PAIR_OBJ:.o=.d)
