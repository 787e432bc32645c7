# SPDX-License-Identifier: Apache-2.0
#
# What tb/fabric/fabric.list runs. Where ns-3 is not there it is not built, and the tests are
# skipped by name.

TEST_BIN ?= $(BUILD)
NS3_HERE := $(wildcard /usr/include/ns3/core-module.h)

$(BUILD)/tb/fabric/%.o: tb/fabric/%.cpp
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS_SIM) $(CPPFLAGS_SIM) -MMD -MP -c -o $@ $<

$(BUILD)/test_fabric_device: $(BUILD)/tb/fabric/device.o \
		$(filter-out %/main.o,$(FABRIC_OBJ)) $(COMMON_OBJ)
	$(CXX) $(LDFLAGS_SIM) -o $@ $^ $(LDLIBS_SIM) $(NS3_LIBS)

test-programs: $(if $(NS3_HERE),$(TEST_BIN)/ttpfabric $(BUILD)/test_fabric_device)

-include $(BUILD)/tb/fabric/device.d
