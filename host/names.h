/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of registers and counters, of the MAC and of the card. */
#ifndef NAMES_H
#define NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct reg_name { const char *name; uint16_t addr; };
extern const struct reg_name reg_names[];
extern const size_t reg_names_n;

#define MAC_COUNTERS 64
#define ETH_COUNTERS 11
#define HL_COUNTERS  22
/* NULL where there is none. */
extern const char *const mac_counter[MAC_COUNTERS];
extern const char *const eth_counter[ETH_COUNTERS];
extern const char *const hl_counter[HL_COUNTERS];

extern const char *const link_states[8];
const char *board_name(uint32_t board);
const char *cpl_name(uint8_t kind);
const char *refusal_name(uint8_t status);

/* A name, or a number that is the address of a word; false: neither. */
bool reg_find(const char *text, uint16_t *addr);
/* "NAME", or "" for an address without. Written to `buf`. */
const char *reg_name_of(uint16_t addr, char *buf, size_t size);
/* Decimal, 0x hexadecimal, at most `max`. */
bool number(const char *text, uint64_t max, uint64_t *v);

#endif
