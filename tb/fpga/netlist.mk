# SPDX-License-Identifier: Apache-2.0
#
# The MAC after synthesis against the golden model: scripts/netlist, docs/netlist.md. Included by
# the top Makefile.
#
#   make netlist-check                all scenarios, ECP5 and iCE40 cells
#   make netlist-check FAMILY=ice40   one family; QUICK=1 for less

.PHONY: netlist-check
netlist-check:
	@scripts/setup
	@mkdir -p $(BUILD)
	@flock $(BUILD)/netlist.lock $(MAKE) --no-print-directory -s $(BUILD)/test_system \
	    $(BUILD)/ttpsim
	@scripts/netlist cells
	@scripts/netlist check $(FAMILY) $(if $(filter-out 0,$(QUICK)),--quick)
