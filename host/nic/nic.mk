# SPDX-License-Identifier: Apache-2.0
#
# The NIC's host side. Included by the top Makefile after sim/sim.mk.
#
#   build/ttpnic           files from memory to memory; C11: libttpnic with the model behind it
#   build/asan/ttpnic      the same with sanitizers
#   build/static/ttpnic    the same for another machine: no libraries, any processor of its kind
#   build/libttpnic.a      ttpnic.h, ttpnic_model.h, and all that they need

NIC_SRC   := $(wildcard host/nic/*.c model/nic/*.c)
NIC_TOOL  := $(addprefix host/nic/,main.c tool.c perf.c pair.c wire_udp.c wire_harm.c)
NIC_LIB   := $(patsubst %.c,$(BUILD)/nic/%.o,$(filter-out $(NIC_TOOL),$(NIC_SRC))) $(MODEL_ONE)
NIC_FLAGS := $(CFLAGS_MODEL) -D_DEFAULT_SOURCE -Imodel -Imodel/nic -Ihost/nic

.PHONY: nic

$(BUILD)/ttpnic: $(NIC_TOOL:%.c=$(BUILD)/nic/%.o) $(BUILD)/libttpnic.a
	$(CC) $(CFLAGS_MODEL) $(LDFLAGS_LTO) -o $@ $^ -lm

$(BUILD)/static/ttpnic: $(NIC_SRC:%.c=$(BUILD)/static/nic/%.o) \
                        $(MODEL_SRC:model/%.c=$(BUILD)/static/nic/model/%.o)
	$(CC) -static -o $@ $^ -lm

$(BUILD)/libttpnic.a: $(NIC_LIB)
	rm -f $@ && ar rcs $@ $^

$(BUILD)/asan/ttpnic: $(NIC_SRC:%.c=$(BUILD)/asan/nic/%.o) \
                      $(MODEL_SRC:model/%.c=$(BUILD)/asan/model/%.o)
	$(CC) $(SANITIZE) -o $@ $^ -lm

$(BUILD)/nic/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(NIC_FLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/static/nic/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(filter-out -march=% -flto%,$(NIC_FLAGS)) -MMD -MP -c -o $@ $<

$(BUILD)/asan/nic/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(NIC_FLAGS) -O1 $(SANITIZE) -MMD -MP -c -o $@ $<

# The FILE that someone named, there or not; else what was built: this one at least.
nic_file   = $(if $(filter file,$(origin FILE)),$(or $(wildcard $(FILE)),$(1)),$(FILE))
nic: setup
	@$(MAKE) --no-print-directory -s $(BUILD)/ttpnic
	@host/nic/example "$(call nic_file,$(BUILD)/ttpnic)" $(LOSS)

-include $(wildcard $(BUILD)/nic/*/*/*.d $(BUILD)/static/nic/*/*.d $(BUILD)/static/nic/*/*/*.d \
                    $(BUILD)/asan/nic/*/*/*.d)
