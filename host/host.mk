# SPDX-License-Identifier: Apache-2.0
#
# The host tool. Included by the top Makefile after sim/sim.mk.
#
#   build/ttpctl           C11, libc only; register names from model/*.h
#   build/asan/ttpctl      the same with sanitizers

HOST_SRC  := $(wildcard host/*.c)
HOST_FLAGS := -std=c11 -O2 -g -Wall -Wextra -Wpedantic -Wshadow -Wconversion -D_DEFAULT_SOURCE \
    -Imodel -Ihost/nic

# ttpnic.c: names of what a completion says
$(BUILD)/ttpctl: $(HOST_SRC:host/%.c=$(BUILD)/host/%.o) $(BUILD)/host/nic/ttpnic.o
	$(CC) -o $@ $^

$(BUILD)/asan/ttpctl: $(HOST_SRC:host/%.c=$(BUILD)/asan/host/%.o) $(BUILD)/asan/host/nic/ttpnic.o
	$(CC) $(SANITIZE) -o $@ $^

$(BUILD)/host/%.o: host/%.c
	@mkdir -p $(@D)
	$(CC) $(HOST_FLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/asan/host/%.o: host/%.c
	@mkdir -p $(@D)
	$(CC) $(HOST_FLAGS) -O1 $(SANITIZE) -MMD -MP -c -o $@ $<

-include $(wildcard $(BUILD)/host/*.d $(BUILD)/asan/host/*.d)
