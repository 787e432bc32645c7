# SPDX-License-Identifier: Apache-2.0
#
# Two simulated cards. Included by the top Makefile after sim/sim.mk and host/host.mk.
#
#   make card-sim [CARDSIM='--loss 0.05 --speed 100']     builds and starts them, with ttpctl
#   build/cardsim               the program
#   build/asan/cardsim          the same under AddressSanitizer and UBSan, but for the Verilated
#                               cards

CARD_SRC  := $(filter-out sim/card/cardsim.cpp,$(wildcard sim/card/*.cpp))
CARD_OBJ  := $(CARD_SRC:sim/%.cpp=$(BUILD)/sim/%.o)
CARD_RTL  := $(wildcard fpga/eth/*.v* fpga/card/*.v* fpga/sim/*.v) $(RTL_SRC)
CARD_LIB  := $(BUILD)/rtl/card/Vcard__ALL.a
# A quick UART for the pseudo-terminal, and PHYs polled more often than every 10 ms.
CARD_PARAMS := -GBAUD=3000000 -GPOLL_GAP=2000

$(CARD_LIB): $(CARD_RTL) $(VLT_MARK)
	@mkdir -p $(@D) && rm -f $(@D)/*.cpp $(@D)/*.d
	$(VERILATOR) $(filter-out --top-module ttp_mac,$(VLT_FLAGS)) $(VLT_DEFS) --top-module card \
	    -Irtl $(RTL_DIRS:%=-y %) -Ifpga/eth -Ifpga/card -y fpga/eth -y fpga/card -y fpga/sim \
	    $(CARD_PARAMS) --prefix Vcard -Mdir $(@D) fpga/card/card.v
	$(call vlt_two,$(@D),Vcard)
	$(MAKE) -s -C $(@D) -f Vcard.mk $(VLT_OPT) Vcard__ALL.a

$(BUILD)/sim/card/%.o $(BUILD)/asan/sim/card/%.o: CPPFLAGS_SIM += -isystem $(BUILD)/rtl/card
$(BUILD)/sim/card/cards.o $(BUILD)/asan/sim/card/cards.o: $(CARD_LIB)

$(BUILD)/cardsim: $(BUILD)/sim/card/cardsim.o $(CARD_OBJ) $(COMMON_OBJ) $(CARD_LIB)
	$(CXX) $(LDFLAGS_SIM) -o $@ $^ $(LDLIBS_SIM)

CARDSIM_ASAN := $(patsubst sim/%.cpp,$(BUILD)/asan/sim/%.o,$(CARD_SRC) sim/card/cardsim.cpp)
$(BUILD)/asan/cardsim: $(CARDSIM_ASAN) $(ASAN_OBJ) $(CARD_LIB)
	$(CXX) $(LDFLAGS_SIM) $(SANITIZE) -o $@ $^ $(LDLIBS_SIM)

.PHONY: card-sim
card-sim: setup
	@$(MAKE) --no-print-directory -s $(BUILD)/cardsim $(BUILD)/ttpctl
	@$(BUILD)/cardsim $(CARDSIM)

-include $(wildcard $(BUILD)/sim/card/*.d $(BUILD)/asan/sim/card/*.d)
