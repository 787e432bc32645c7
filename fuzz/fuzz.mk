# SPDX-License-Identifier: Apache-2.0
#
# Fuzzing. Included by the top Makefile after sim/sim.mk.
#
#   make fuzz [SECONDS=60] [FUZZ_OUT=build/corpus]
#                        libFuzzer on the golden model, ASan and UBSan on
#   make fuzz-minimize   the smallest corpus of the same coverage to tb/data/corpus.tar.xz
#   build/ttp_corpus [OPTIONS] FILE...
#                        the same programs on RTL and model in lockstep (no clang needed)

CLANG     ?= clang
CLANGXX   ?= clang++
SECONDS   ?= 60
FUZZ_OUT  ?= $(BUILD)/corpus
FUZZ_LEN  ?= 1024
FUZZ_FLAGS := -O2 -g -march=native -fno-omit-frame-pointer \
              -fsanitize=address,undefined -fno-sanitize-recover=undefined
# Coverage guides by the model alone. No tracing of comparisons: programs have
# no magic numbers, and it takes two thirds of the time.
FUZZ_COV   := -fsanitize-coverage=inline-8bit-counters,pc-table

FUZZ_LIB  := fuzz/witness fuzz/mac_bench fuzz/peers fuzz/program fuzz/finale
FUZZ_SIM  := sim/axis sim/axil sim/monitor sim/dut_model sim/presets
FUZZ_SRC  := fuzz/ttp_fuzz $(FUZZ_LIB) $(FUZZ_SIM) $(MODEL_SRC:%.c=%)
FUZZ_OBJ  := $(FUZZ_SRC:%=$(BUILD)/fuzz/%.o)
CORPUS_OBJ := $(patsubst %,$(BUILD)/%.o,fuzz/ttp_corpus $(FUZZ_LIB))

$(BUILD)/ttp_fuzz: $(FUZZ_OBJ)
	$(CLANGXX) $(FUZZ_FLAGS) -fsanitize=fuzzer -o $@ $^

$(BUILD)/fuzz/%.o: %.cpp
	@mkdir -p $(@D)
	$(CLANGXX) -std=c++17 -Wall -Wextra $(FUZZ_FLAGS) -Isim -Imodel -Ifuzz -MMD -MP -c -o $@ $<

$(BUILD)/fuzz/%.o: %.c
	@mkdir -p $(@D)
	$(CLANG) -std=c11 -Wall -Wextra $(FUZZ_FLAGS) $(FUZZ_COV) -Imodel -MMD -MP -c -o $@ $<

$(CORPUS_OBJ): $(BUILD)/%.o: %.cpp
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS_SIM) $(CPPFLAGS_SIM) -Ifuzz -MMD -MP -c -o $@ $<

$(BUILD)/ttp_corpus: $(CORPUS_OBJ) $(COMMON_OBJ)
	$(CXX) $(LDFLAGS_SIM) -o $@ $^ $(LDLIBS_SIM)

.PHONY: fuzz fuzz-minimize
fuzz:
	@case "$(SECONDS)" in ""|*[!0-9]*) \
	    echo "fuzz: SECONDS=$(SECONDS): want a number" >&2; exit 2;; esac
	@scripts/setup fuzz
	@$(MAKE) --no-print-directory -s $(BUILD)/ttp_fuzz
	@mkdir -p $(FUZZ_OUT)
	@fuzz/corpus unpack $(BUILD)/corpus.seed
	@$(BUILD)/ttp_fuzz -max_len=$(FUZZ_LEN) -len_control=0 -max_total_time=$(SECONDS) \
	    -artifact_prefix=$(BUILD)/fuzz- $(FUZZ_OUT) $(BUILD)/corpus.seed \
	    > $(BUILD)/fuzz.log 2>&1; code=$$?; \
	    grep -aE 'PC tables|DONE|^(ttp_fuzz|fuzz):|runtime error|ERROR|Test unit' \
	        $(BUILD)/fuzz.log; exit $$code

# Programs of at most 1 KiB, the fewest that reach all that is reached.
fuzz-minimize: $(BUILD)/ttp_fuzz $(BUILD)/ttp_corpus
	@rm -rf $(BUILD)/corpus.min && mkdir -p $(BUILD)/corpus.min $(FUZZ_OUT)
	@fuzz/corpus unpack $(BUILD)/corpus.seed
	@$(BUILD)/ttp_fuzz -merge=1 -use_value_profile=0 \
	    $(BUILD)/corpus.min $(BUILD)/corpus.seed $(FUZZ_OUT) > $(BUILD)/fuzz-merge.log 2>&1
	@fuzz/corpus pick $(BUILD)/corpus.min

-include $(FUZZ_OBJ:.o=.d) $(CORPUS_OBJ:.o=.d)
