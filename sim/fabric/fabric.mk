# SPDX-License-Identifier: Apache-2.0
#
# MACs in ns-3. Included by the top Makefile after sim/sim.mk; docs/fabric.md.
#
#   make fabric                 installs ns-3, builds, runs two examples, draws them
#   make fabric-plots           the pictures of docs/fabric.md, as SVG
#   build/ttpfabric             the program; where ns-3 is not there, it can not be built
#
# ns-3 is under the GPL version 2: nothing else is linked with it.

FABRIC_SRC := $(wildcard sim/fabric/*.cpp)
FABRIC_OBJ := $(FABRIC_SRC:sim/%.cpp=$(BUILD)/sim/%.o)
# Debian's .pc files name libraries that nothing here needs.
NS3_LIBS   := -lns3-network -lns3-stats -lns3-core

.PHONY: fabric fabric-plots
fabric:
	@scripts/setup fabric plots
	@$(MAKE) --no-print-directory -s -j $(JOBS) $(BUILD)/ttpfabric
	@scripts/fabric/demo

fabric-plots:
	@scripts/setup fabric plots
	@$(MAKE) --no-print-directory -s -j $(JOBS) $(BUILD)/ttpfabric
	@scripts/fabric/plots $(if $(INSTALL),--install)

# Not with the model that the tests share: most of a long run is in it.
$(BUILD)/ttpfabric: $(FABRIC_OBJ) $(QUICK_OBJ)
	$(CXX) $(LDFLAGS_SIM) $(LDFLAGS_LTO) -o $@ $^ $(LDLIBS_SIM) $(NS3_LIBS)

$(BUILD)/asan/ttpfabric: $(FABRIC_SRC:sim/%.cpp=$(BUILD)/asan/sim/%.o) $(ASAN_OBJ)
	$(CXX) $(LDFLAGS_SIM) $(SANITIZE) -o $@ $^ $(LDLIBS_SIM) $(NS3_LIBS)

-include $(wildcard $(BUILD)/sim/fabric/*.d $(BUILD)/asan/sim/fabric/*.d)
