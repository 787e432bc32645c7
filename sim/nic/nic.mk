# SPDX-License-Identifier: Apache-2.0
#
# The NIC as a device in a process of its own. Included by the top Makefile after host/nic/nic.mk.
#
#   build/ttpnicdev        PCIe device of SimBricks or QEMU with a NIC: docs/nic.md, "On a host"
#   build/rtl_ttp_nic.so   the Verilated RTL of that NIC, loaded with --dut rtl or lockstep
#   build/asan/ttpnicdev   the same with sanitizers, but for the RTL
#   make nic-qemu          two guests of QEMU, each with such a NIC: docs/nic.md, "In a guest"

# One set for model and RTL, the first of tb/block/ttp_nic.cpp. No waves, and no coverage: that of
# this RTL comes from the block tests.
NICDEV_SET   := DATA_W=64 TX_CELLS=512 TX_PKTS=64 RX_CELLS=128 LINK_SETS=4 LINK_WAYS=2 \
                MESSAGES=8 REGIONS=4 READS=4 FOLLOW=16 RINGS=2 SELECTIVE=0
NICDEV_FLAGS := $(CXXFLAGS_SIM) -Isim -Imodel -Imodel/nic -Ihost/nic $(NICDEV_SET:%=-D%) \
                -DNICDEV_SET='"$(NICDEV_SET)"'
NICDEV_SRC   := $(filter-out sim/nic/rtl_plugin.cpp,$(wildcard sim/nic/*.cpp)) sim/program.cpp
NICDEV_C     := $(wildcard model/nic/*.c) \
                $(addprefix host/nic/,opening.c simbricks.c simbricks_open.c wire_udp.c \
                                      wire_harm.c)
NICDEV_VLT   := $(BUILD)/rtl/ttp_nic

# The whole runtime of Verilator, for the RTL that may be loaded.
$(BUILD)/ttpnicdev: $(NICDEV_SRC:%.cpp=$(BUILD)/nic/%.o) $(NICDEV_C:%.c=$(BUILD)/nic/%.o) \
                    $(MODEL_ONE) $(VLT_OBJ)
	$(CXX) $(LDFLAGS_SIM) $(LDFLAGS_LTO) -o $@ $^ -ldl $(VLT_LIBS) -lpthread

$(BUILD)/asan/ttpnicdev: $(NICDEV_SRC:%.cpp=$(BUILD)/asan/nic/%.o) \
                         $(NICDEV_C:%.c=$(BUILD)/asan/nic/%.o) \
                         $(MODEL_SRC:model/%.c=$(BUILD)/asan/model/%.o) $(VLT_OBJ)
	$(CXX) $(LDFLAGS_SIM) $(SANITIZE) -o $@ $^ -ldl $(VLT_LIBS) -lpthread

$(BUILD)/nic/%.o: %.cpp
	@mkdir -p $(@D)
	$(CXX) $(NICDEV_FLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/asan/nic/%.o: %.cpp
	@mkdir -p $(@D)
	$(CXX) $(NICDEV_FLAGS) -O1 $(SANITIZE) -MMD -MP -c -o $@ $<

$(NICDEV_VLT)/Vttp_nic__ALL.a: $(RTL_SRC) $(wildcard $(RTL_DIR)/nic/*.v) $(VLT_MARK) sim/nic/nic.mk
	@mkdir -p $(@D) && rm -f $(@D)/*.cpp $(@D)/*.d
	$(VERILATOR) $(filter-out --trace-fst --coverage-line,$(VLT_FLAGS)) $(VLT_DEFS) \
	    --top-module ttp_nic $(RTL_DIRS:%=-I%) -I$(RTL_DIR)/nic $(NICDEV_SET:%=-G%) \
	    --prefix Vttp_nic -Mdir $(@D) $(RTL_DIR)/nic/ttp_nic.v
	$(call vlt_two,$(@D),Vttp_nic)
	$(MAKE) -s -C $(@D) -f Vttp_nic.mk $(VLT_OPT) Vttp_nic__ALL.a

$(BUILD)/rtl_ttp_nic.so: sim/nic/rtl_plugin.cpp sim/nic/dut.h $(NICDEV_VLT)/Vttp_nic__ALL.a
	$(CXX) $(NICDEV_FLAGS) -fPIC -shared -isystem $(VLT_INC) -isystem $(VLT_INC)/vltstd \
	    -isystem $(NICDEV_VLT) -o $@ $< \
	    -Wl,--whole-archive $(NICDEV_VLT)/Vttp_nic__ALL.a -Wl,--no-whole-archive

.PHONY: nic-qemu
nic-qemu: setup
	@scripts/setup qemu
	@$(MAKE) --no-print-directory -s $(BUILD)/ttpnicdev $(BUILD)/static/ttpnic \
	    $(if $(filter-out model,$(DUT)),$(BUILD)/rtl_ttp_nic.so)
	@tb/nic/guests.py --file "$(call nic_file,$(BUILD)/static/ttpnic)" \
	    --dut $(or $(DUT),model) --loss $(LOSS) --dup $(DUP) --reorder $(REORDER)

-include $(wildcard $(BUILD)/nic/sim/*.d $(BUILD)/nic/sim/nic/*.d \
                    $(BUILD)/asan/nic/sim/*.d $(BUILD)/asan/nic/sim/nic/*.d)
