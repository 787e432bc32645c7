# SPDX-License-Identifier: Apache-2.0
#
# model/rules/ against the state machine before it: build/test_rules [STEPS] [SEED]
ORACLE_OBJ := $(patsubst model/%.c,$(BUILD)/model/%.o,model/ttp_link_fsm.c $(wildcard model/rules/*.c))

$(BUILD)/test_rules: tb/oracle/test_rules.cpp tb/oracle/link_fsm_old.c tb/oracle/link_fsm_old.h $(ORACLE_OBJ)
	$(CC) $(CFLAGS_MODEL) -flto=auto -Imodel -Itb/oracle -c -o $(BUILD)/link_fsm_old.o tb/oracle/link_fsm_old.c
	$(CXX) $(CXXFLAGS_SIM) -flto=auto -Imodel -Itb/block -Itb/oracle -o $@ tb/oracle/test_rules.cpp $(BUILD)/link_fsm_old.o $(ORACLE_OBJ)
