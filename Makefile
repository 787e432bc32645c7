# SPDX-License-Identifier: Apache-2.0
#
# Everything generated goes to build/. The rules for build/ttpsim are in sim/sim.mk, those for
# block tests in tb/block/blocks.mk.

SHELL := /bin/bash
.DEFAULT_GOAL := help

FILE    ?= build/ttpsim
PRESET  ?=
PARAMS  ?=
SEED    ?=
SEEDS   ?= 50
JOBS    ?= $(shell nproc)
LOSS    ?= 0.01
DUP     ?= 0.002
REORDER ?= 0.002
CORRUPT ?= 0.002
TRUNC   ?= 0.001
STALL   ?= 0.02
TRACE   ?=

.PHONY: help setup run wave wireshark test test-long quick lint regress selfcheck prove bench
.PHONY: prove-pair plots numbers site synth asan clean mutants rule-words coverage soak report
.PHONY: schedules

help:
	@sed -n 's/^## //p' Makefile

# What `make` alone prints:
#
## make setup                     install what is missing (Debian, Ubuntu)
## make run [FILE= PRESET= LOSS= SEED= TRACE=1]
##                                a file through two MACs over a hostile wire, in lockstep
## make run PARAMS="TX_CELLS=777 ..." the same with other parameters of ttp_mac, any legal set
## make nic [FILE= LOSS=]         a file from memory to memory, between two processes: docs/nic.md
## make nic-qemu [FILE= DUT=model|rtl|lockstep LOSS=]
##                                the same between two guests of QEMU with a Linux in each
## make card-sim [CARDSIM= NIC=1]  two simulated cards for build/ttpctl, see docs/card-sim.md
## make wave                      the last trace in GTKWave
## make wireshark                 the TTP dissector into the plugin folder of your Wireshark
## make test                      all tests, as CI runs them
## make test-long                 what they leave out for its length: before a release
## make quick                     what the last change touches, in two minutes
## make lint                      the RTL without a warning: two Verilators, Icarus, Yosys, slang
## make test-<block> [SET= SEED=] one block against its mirror, say test-ttp_fifo
## make test-blocks [JOBS=]       every block
## make regress [SEEDS= JOBS=] [PRESET=] [FARM=local|ssh|slurm] [RESUME=1]
##                                random seeds over fixed configurations; see docs/farm.md
## make selfcheck [FARM= RESUME=1] break the RTL on purpose, show which test catches it
## make prove [BLOCK=]            formal proofs, each with a broken variant; see docs/prove.md
## make prove-pair [MEMORY=20]    two ends in every order of events, within bounds; docs/prove.md
## make mutants [N=1000 SEED=] [FARM= RESUME=1]
##                                that many mutants over all blocks of MAC and card
## make rule-words [N= SEED=]     the rules with one word changed, by the conformance rows
## make coverage                  what the tests reach of RTL and C, line by line
## make faults [PRESET=]          every fault in every dose, in lockstep: build/faults.json
## make schedules [SEEDS=1000 DUT=model PRESET=sel64,sel512]
##                                closes and restarts in mid-transfer; see docs/lives.md
## make soak [HOURS=1]            fresh seeds for hours, all in lockstep
## make report                    build/report/index.html: what is known, from what was run
## make conformance [PRESET=]     every rule of the protocol on RTL and model, as a matrix
## make bench                     cycle figures against their bounds, simulation speed
## make plots                     goodput against RTT and loss, as SVG (after bench)
## make fabric                    MACs in ns-3: two examples with pictures; see docs/fabric.md
## make fabric-plots [INSTALL=1]  the pictures of docs/fabric.md
## make numbers                   measures cycles, size and conformance; all that was measured here
##                                into docs/numbers.md
## make synth [SYNTH=]            size and depth on ECP5, iCE40 and UltraScale+, per block
## make netlist-check [FAMILY=]   the MAC after synthesis against the model, cell by cell
## make fuzz [SECONDS=60]         libFuzzer on the golden model; see fuzz/program.h
## make asan                      the tests with address and undefined-behaviour sanitizers
## make BOARD=colorlight-i9 bit   bitstream of the card; also: timing util seeds prog flash clean;
##                                NODE= SEED=
## make fpga-report [BOARD=]      size and speed of every board over five seeds into fpga/reports/
## make test-fpga                 the card simulated, the netlist against the model, the boards
##                                placed and routed
## make site                      the pages with search and navigation into build/site
## make clean                     remove build/

setup:
	@scripts/setup

# Sub-makes, so that the tools that setup installs are looked up after it ran.
run: setup
	@$(MAKE) --no-print-directory -s build/ttpsim \
	    $(if $(PARAMS),,build/rtl_$(or $(PRESET),dojo).so)
	@build/ttpsim run --preset $(or $(PRESET),dojo) $(if $(PARAMS),--params "$(PARAMS)") \
	    --file "$(FILE)" --seed $(or $(SEED),1) --loss $(LOSS) --dup $(DUP) \
	    --reorder $(REORDER) --corrupt $(CORRUPT) --truncate $(TRUNC) --stall $(STALL) \
	    --json build/run.json $(if $(filter-out 0,$(TRACE)),--trace build/run.fst)

WAVE ?= $(firstword $(shell ls -t build/*.fst 2> /dev/null))
wave:
	@scripts/setup wave
	@test -n "$(WAVE)" || { echo 'wave: no trace yet: make run TRACE=1' >&2; exit 2; }
	gtkwave "$(WAVE)" $(wildcard sim/ttpsim.gtkw)

wireshark:
	@scripts/wireshark/install

test: setup
	@scripts/setup formal fabric
	@scripts/runtests -j $(JOBS) $(if $(STRICT),--no-skip)

test-long: setup
	@scripts/setup fpga
	@scripts/runtests --only build,boards,long -j $(JOBS)

quick:
	@scripts/quick -j $(JOBS)

lint: setup
	@scripts/lint

# Where scripts/farm runs things. JOBS counts only if it was given: a farm has its own.
ON_FARM = $(if $(FARM),--farm $(FARM)) $(if $(filter file,$(origin JOBS)),,--jobs $(JOBS))

regress: setup
	@scripts/regress $(if $(RESUME),--resume,--seeds $(SEEDS) $(PRESET:%=--preset %)) $(ON_FARM)

prove: setup
	@scripts/setup formal
	@scripts/prove $(if $(BLOCK),--block $(BLOCK)) -j $(JOBS)

prove-pair: build/test_pair
	@build/test_pair --set all $(if $(MEMORY),--memory $(MEMORY))
	@build/test_pair --plants

selfcheck: setup
	@scripts/selfcheck/run $(if $(RESUME),--resume) $(ON_FARM)

mutants: setup
	@scripts/selfcheck/run --only yosys --dir build/mutants $(ON_FARM) \
	    $(if $(RESUME),--resume,--total $(or $(N),1000) $(if $(SEED),--seed $(SEED)))

rule-words: setup
	@scripts/setup words
	@scripts/selfcheck/rules --jobs $(JOBS) $(if $(N),--changes $(N)) \
	    $(if $(SEED),--seed $(SEED))

coverage:
	@scripts/setup coverage
	@scripts/coverage --jobs $(JOBS)

soak: setup
	@scripts/soak --hours $(or $(HOURS),1) --jobs $(JOBS)

schedules: setup
	@scripts/schedules --jobs $(JOBS) $(if $(DUT),--dut $(DUT)) \
	    $(PRESET:%=--presets %) $(if $(filter file,$(origin SEEDS)),,--seeds $(SEEDS))

report:
	@scripts/setup report
	@scripts/report/page

bench: setup
	@scripts/bench/run

plots:
	@scripts/setup plots
	@scripts/bench/plots $(if $(INSTALL),--install)

site:
	@scripts/site

numbers: setup
	@$(MAKE) --no-print-directory synth conformance
	@scripts/bench/run --quick
	@scripts/bench/numbers

synth: setup
	@scripts/fpga/synth $(SYNTH)

asan: setup
	@scripts/runtests --asan --only build,block,system,card,nic,fabric -j $(JOBS)

clean:
	rm -rf build$(if $(BOARD),/fpga/$(BOARD))

-include sim/sim.mk
-include host/host.mk
-include host/nic/nic.mk
-include sim/nic/nic.mk
-include sim/card/card.mk
-include sim/fabric/fabric.mk
-include $(wildcard tb/*/*.mk)
-include fuzz/fuzz.mk
include fpga/fpga.mk
