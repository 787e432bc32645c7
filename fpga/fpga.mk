# SPDX-License-Identifier: Apache-2.0
#
# make BOARD=<board> bit | prog | flash | timing | util | seeds | clean; docs/fpga.md. All work is
# done by scripts/fpga/board.

BOARDS       := $(patsubst fpga/boards/%/board.conf,%,$(sort $(wildcard fpga/boards/*/board.conf)))
FPGA_GOALS   := bit prog flash timing util seeds
NODE         ?= 1
NIC          ?= 0
ALLOW_FAIL   ?=
# SEEDS and FILE have other defaults for make regress and make run.
quote         = '$(subst ','\'',$(1))'
given         = $(if $(filter command,$(firstword $(origin $(1)))),$(2) $(call quote,$($(1))))
FPGA_SEEDS   := $(call given,SEEDS,--seeds)
FPGA_OPTIONS := $(call given,SEED,--seed) $(FPGA_SEEDS) $(call given,FILE,--file) \
    $(if $(filter-out 0,$(ALLOW_FAIL)),--allow-fail) \
    $(if $(LOADER_ARGS),--loader-args=$(call quote,$(LOADER_ARGS)))

# A BOARD that happens to be in the environment does not disturb the other targets.
ifneq ($(BOARD),)
ifneq ($(filter $(FPGA_GOALS) clean fpga-report,$(MAKECMDGOALS)),)
ifneq ($(filter-out $(BOARDS),$(BOARD))$(word 2,$(BOARD)),)
$(error no board '$(BOARD)'; boards: $(BOARDS))
endif
endif
else ifneq ($(filter $(FPGA_GOALS),$(MAKECMDGOALS)),)
fpga_goal := $(firstword $(filter $(FPGA_GOALS),$(MAKECMDGOALS)))
$(error which board? make BOARD=<board> $(fpga_goal); boards: $(BOARDS))
endif

.PHONY: $(FPGA_GOALS) fpga-python fpga-report test-fpga

# On a machine with only make and git.
fpga-python:
	@test -x /usr/bin/python3 || scripts/setup fpga

$(FPGA_GOALS): fpga-python
	@scripts/fpga/board $@ $(BOARD) --node $(call quote,$(NODE)) --nic $(call quote,$(NIC)) \
	    --jobs $(JOBS) $(FPGA_OPTIONS)

fpga-report: fpga-python
	@scripts/fpga/board report $(BOARD) --jobs $(JOBS) $(FPGA_SEEDS)

test-fpga: setup
	@scripts/setup fpga
	@$(MAKE) --no-print-directory -s -j$(JOBS) build/cardsim build/cardsim_nic build/two_cards \
	    build/ttpctl build/test_hostlink
	@scripts/runtests --only card,netlist,fpga,boards -j $(JOBS)
