# SPDX-License-Identifier: Apache-2.0
#
#   make synth                     all presets
#   make synth SYNTH=nic1g         one of them
#   make synth SYNTH='--block ttp_link_pipe LINK_SETS=32'   one module alone, on ECP5

.PHONY: synth
synth: setup
	@scripts/synth.py $(SYNTH)
