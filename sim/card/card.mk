# SPDX-License-Identifier: Apache-2.0
#
# Two simulated cards. Included by the top Makefile after sim/sim.mk and host/host.mk.
#
#   make card-sim [CARDSIM='--loss 0.05 --speed 100'] [NIC=1]    builds and starts them, with ttpctl
#   build/cardsim               the program; build/cardsim_nic: with cards of the NIC
#   build/asan/cardsim          the same under AddressSanitizer and UBSan, but for the Verilated
#                               cards

CARD_SRC  := $(filter-out sim/card/cardsim.cpp,$(wildcard sim/card/*.cpp))
CARD_OBJ  := $(CARD_SRC:sim/%.cpp=$(BUILD)/sim/%.o)
CARD_RTL  := $(wildcard fpga/eth/*.v* fpga/card/*.v* fpga/sim/*.v rtl/nic/*.v) $(RTL_SRC)
CARD_LIB  := $(BUILD)/rtl/card/Vcard__ALL.a
# A quick UART for the pseudo-terminal, and PHYs polled more often than every 10 ms.
CARD_PARAMS := -GBAUD=3000000 -GPOLL_GAP=2000

CARD_NIC_LIB := $(BUILD)/rtl/card_nic/Vcard__ALL.a
# As on the Colorlight i9
$(CARD_NIC_LIB): CARD_PARAMS := -GBAUD=2000000 -GPOLL_GAP=2000 -GCLK_HZ=41666667 -GNIC=1 \
    -GTX_CELLS=512 -GTX_PKTS=128 -GRX_CELLS=128 -GLINK_SETS=16

$(CARD_LIB) $(CARD_NIC_LIB): $(CARD_RTL) $(VLT_MARK)
	@mkdir -p $(@D) && rm -f $(@D)/*.cpp $(@D)/*.d
	$(VERILATOR) $(filter-out --top-module ttp_mac,$(VLT_FLAGS)) $(VLT_DEFS) --top-module card \
	    -Irtl $(RTL_DIRS:%=-y %) -y rtl/nic -Ifpga/eth -Ifpga/card -y fpga/eth -y fpga/card \
	    -y fpga/sim $(CARD_PARAMS) --prefix Vcard -Mdir $(@D) fpga/card/card.v
	$(call vlt_two,$(@D),Vcard)
	$(MAKE) -s -C $(@D) -f Vcard.mk $(VLT_OPT) Vcard__ALL.a

$(BUILD)/sim/card/%.o $(BUILD)/asan/sim/card/%.o: CPPFLAGS_SIM += -isystem $(BUILD)/rtl/card
$(BUILD)/sim/card/cards.o $(BUILD)/asan/sim/card/cards.o: $(CARD_LIB)

# What includes Vcard.h, once more for the other card
CARD_NIC_OBJ := $(CARD_OBJ:$(BUILD)/sim/card/cards.o=$(BUILD)/sim/card_nic/cards.o)
$(BUILD)/sim/card_nic/cards.o: sim/card/cards.cpp $(CARD_NIC_LIB)
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS_SIM) $(CPPFLAGS_SIM) -isystem $(BUILD)/rtl/card_nic -DCARD_NIC -MMD -MP \
	    -c -o $@ $<

$(BUILD)/cardsim_nic: $(BUILD)/sim/card/cardsim.o $(CARD_NIC_OBJ) $(COMMON_OBJ) $(CARD_NIC_LIB)
	$(CXX) $(LDFLAGS_SIM) -o $@ $^ $(LDLIBS_SIM)

$(BUILD)/cardsim: $(BUILD)/sim/card/cardsim.o $(CARD_OBJ) $(COMMON_OBJ) $(CARD_LIB)
	$(CXX) $(LDFLAGS_SIM) -o $@ $^ $(LDLIBS_SIM)

CARDSIM_ASAN := $(patsubst sim/%.cpp,$(BUILD)/asan/sim/%.o,$(CARD_SRC) sim/card/cardsim.cpp)
$(BUILD)/asan/cardsim: $(CARDSIM_ASAN) $(ASAN_OBJ) $(CARD_LIB)
	$(CXX) $(LDFLAGS_SIM) $(SANITIZE) -o $@ $^ $(LDLIBS_SIM)

CARDSIM_BIN = $(BUILD)/cardsim$(if $(filter 1,$(NIC)),_nic)
.PHONY: card-sim
card-sim: setup
	@$(MAKE) --no-print-directory -s $(CARDSIM_BIN) $(BUILD)/ttpctl
	@$(CARDSIM_BIN) $(CARDSIM)

-include $(wildcard $(BUILD)/sim/card/*.d $(BUILD)/sim/card_nic/*.d $(BUILD)/asan/sim/card/*.d)
