# SPDX-License-Identifier: Apache-2.0
#
# Tests of the simulated cards. Included by the top Makefile after sim/card/card.mk; the list is
# tb/card/card.list.

CARD_TEST_SRC := tb/card/two_cards.cpp tb/card/card_host.cpp
CARD_TEST_OBJ := $(CARD_TEST_SRC:tb/%.cpp=$(BUILD)/tb/%.o)

$(BUILD)/two_cards: $(CARD_TEST_OBJ) $(CARD_OBJ) $(COMMON_OBJ) $(CARD_LIB)
	$(CXX) $(LDFLAGS_SIM) -o $@ $^ $(LDLIBS_SIM)

$(CARD_TEST_OBJ): $(BUILD)/tb/%.o: tb/%.cpp
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS_SIM) $(CPPFLAGS_SIM) -MMD -MP -c -o $@ $<

-include $(CARD_TEST_OBJ:.o=.d)

# The library of ttpctl alone; also with sanitizers.
HOSTLINK_FLAGS := -std=c++17 -g -Wall -Wextra -Wshadow -Isim -Ihost
HOSTLINK_TEST := tb/card/hostlink.cpp tb/card/card.mk $(wildcard host/*.h) sim/rng.h
$(BUILD)/test_hostlink: $(HOSTLINK_TEST) $(BUILD)/host/hostlink.o
	$(CXX) $(HOSTLINK_FLAGS) -O2 -o $@ $< $(BUILD)/host/hostlink.o

$(BUILD)/asan/test_hostlink: $(HOSTLINK_TEST) $(BUILD)/asan/host/hostlink.o
	$(CXX) $(HOSTLINK_FLAGS) -O1 $(SANITIZE) -o $@ $< $(BUILD)/asan/host/hostlink.o
