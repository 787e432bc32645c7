# SPDX-License-Identifier: Apache-2.0
#
# The played reference module. Included by the top Makefile after sim/sim.mk.
#
#   build/test_reference        our MAC against it, in simulated time
#   build/played_reference      the module alone, over UDP, for `ttpsim bridge`

REF_OBJ := $(patsubst %,$(BUILD)/tb/reference/%.o,main reference_run reference reference_udp)
REF_SIM := $(filter-out $(BUILD)/tb/reference/reference_udp.o,$(REF_OBJ))

$(BUILD)/test_reference: $(REF_SIM) $(COMMON_OBJ)
	$(CXX) $(LDFLAGS_SIM) -o $@ $^ $(LDLIBS_SIM)

$(BUILD)/played_reference: $(BUILD)/tb/reference/reference_udp.o $(BUILD)/tb/reference/reference.o
	$(CXX) -o $@ $^

$(REF_OBJ): $(BUILD)/tb/%.o: tb/%.cpp
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS_SIM) $(CPPFLAGS_SIM) -MMD -MP -c -o $@ $<

-include $(REF_OBJ:.o=.d)
