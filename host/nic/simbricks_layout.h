/* SPDX-License-Identifier: Apache-2.0
 *
 * What SimBricks has in a socket and in shared memory for PCIe, version 1 of its base protocol.
 * Written from the layout that it publishes: github.com/simbricks/simbricks, base/proto.h and
 * pcie/proto.h of lib/simbricks. docs/nic.md has it as a table. D2H: from device to host.
 * Numbers are in the byte order of the machine: both sides run on one. */
#ifndef SIMBRICKS_LAYOUT_H
#define SIMBRICKS_LAYOUT_H

/* Once over the Unix socket: numbers of 64 bits. L2C: from listener to connecter. */
enum {
    SIMB_VERSION = 1, SIMB_UPPER_PCIE = 2, SIMB_FLAG_FORCE = 2,
    SIMB_L_VERSION = 0, SIMB_L_FLAGS = 8,
    SIMB_L_L2C_OFFSET = 16, SIMB_L_L2C_SLOT = 24, SIMB_L_L2C_SLOTS = 32,
    SIMB_L_C2L_OFFSET = 40, SIMB_L_C2L_SLOT = 48, SIMB_L_C2L_SLOTS = 56,
    SIMB_L_UPPER = 64, SIMB_L_UPPER_AT = 72, SIMB_L_BYTES = 80,
    SIMB_C_VERSION = 0, SIMB_C_FLAGS = 8, SIMB_C_UPPER = 16, SIMB_C_UPPER_AT = 24,
    SIMB_C_BYTES = 32
};

/* Behind them: what a device says of itself. A BAR has its length and flags, 64 bits each. No
 * flag: memory of 32 bits that can not be prefetched. Of a host: four bytes without a meaning. */
enum {
    SIMB_DEV_BAR = 0, SIMB_DEV_BAR_FLAGS = 8, SIMB_DEV_BAR_STEP = 16, SIMB_BAR_IO = 1,
    SIMB_DEV_VENDOR = 96, SIMB_DEV_DEVICE = 98, SIMB_DEV_CLASS = 100, SIMB_DEV_SUBCLASS = 101,
    SIMB_DEV_BYTES = 119, SIMB_HOST_BYTES = 4
};

/* A slot of a queue: a head of 64 bytes, then data. */
enum {
    SIMB_AT_ID = 0,             /* u64: comes back with the answer                              */
    SIMB_AT_OFFSET = 8,         /* u64, of READ, WRITE: address in host memory, or in the BAR   */
    SIMB_AT_LENGTH = 16,        /* u16, of the same: bytes                                      */
    SIMB_AT_BAR = 18,           /* u8, of H2D READ, WRITE                                       */
    SIMB_AT_VECTOR = 0,         /* u16, of INTERRUPT                                            */
    SIMB_AT_KIND = 2,           /* u8, of INTERRUPT                                             */
    SIMB_AT_FLAGS = 0,          /* u64, of DEVCTRL                                              */
    SIMB_AT_STAMP = 48,         /* u64: time of arrival, 0 without synchronisation              */
    SIMB_AT_OWNER = 63,         /* u8: bit 7 and the type; written last                         */
    SIMB_HEAD = 64              /* here the data of WRITE and READCOMP begin                    */
};

enum { SIMB_CONSUMER = 0x80, SIMB_TYPE = 0x7f };
enum { SIMB_SYNC = 0x00, SIMB_END = 0x01 };
enum {
    SIMB_D2H_READ = 0x40, SIMB_D2H_WRITE = 0x41, SIMB_D2H_INTERRUPT = 0x42,
    SIMB_D2H_READCOMP = 0x43, SIMB_D2H_WRITECOMP = 0x44
};
enum {
    SIMB_H2D_READ = 0x60, SIMB_H2D_WRITE = 0x61, SIMB_H2D_READCOMP = 0x62,
    SIMB_H2D_WRITECOMP = 0x63, SIMB_H2D_DEVCTRL = 0x64,
    SIMB_H2D_WRITE_POSTED = 0x65        /* without an answer */
};
enum { SIMB_INTX_RISES = 0, SIMB_INTX_FALLS = 1 };      /* kinds of INTERRUPT                  */
enum { SIMB_CTRL_INTX = 1 };                            /* flag of DEVCTRL: these are wanted   */

#endif
