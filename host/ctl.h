/* SPDX-License-Identifier: Apache-2.0
 *
 * What the commands of ttpctl share. A command returns its exit code; stop() ends the program at
 * once with one line: 2 bad usage, or nobody answered; 1 it did not work. */
#ifndef CTL_H
#define CTL_H

#include "hostlink.h"

struct ctl {
    struct hl hl;
    int argc;
    char **argv;                    /* arguments of the command, without its name */
    int at;
    const char *on_break;           /* what Ctrl-C leaves behind, for the last line; or NULL */
    /* Options of commands */
    bool     watch, all, has_to, has_from, has_vc, has_notice;
    double   watch_s, interval_s;
    uint32_t to, from, vc, size, gap, notice;
    int64_t  count;                 /* -1: not given */
    int      wait_ms;               /* -1: not given */
};

extern volatile int interrupted;    /* by Ctrl-C */

__attribute__((noreturn, format(printf, 3, 4))) void stop(struct ctl *c, int code, const char *text,
                                                          ...);
__attribute__((noreturn)) void stop_hl(struct ctl *c);      /* what the library says */

uint32_t reg_get(struct ctl *c, uint16_t addr);             /* stop()s on an error */
void     reg_set(struct ctl *c, uint16_t addr, uint32_t value);
void     regs(struct ctl *c, struct hl_op *op, unsigned n); /* any number */
struct hl_op op_read(uint16_t addr);
struct hl_op op_write(uint16_t addr, uint32_t value);
void     wait_not_busy(struct ctl *c, uint32_t bit);        /* of STATUS */
uint32_t node_arg(struct ctl *c, const char *text);
uint64_t number_arg(struct ctl *c, const char *what, const char *text, uint64_t min, uint64_t max);
double   now_s(void);
/* Bytes of the card's memory; an exchange has at most MEM_PIECE of them. */
uint32_t mem_bytes(struct ctl *c);                          /* how many; stop()s without a NIC */
void     mem_get(struct ctl *c, uint32_t at, uint8_t *to, size_t n);
void     mem_put(struct ctl *c, uint32_t at, const uint8_t *from, size_t n);

int cmd_info(struct ctl *c);
int cmd_read(struct ctl *c);
int cmd_write(struct ctl *c);
int cmd_stats(struct ctl *c);
int cmd_links(struct ctl *c);
int cmd_close(struct ctl *c);
int cmd_send(struct ctl *c);
int cmd_recv(struct ctl *c);
int cmd_ping(struct ctl *c);
int cmd_gen(struct ctl *c);
int cmd_echo(struct ctl *c);
int cmd_sink(struct ctl *c);
int cmd_node(struct ctl *c);
int cmd_reset(struct ctl *c);
int cmd_mem(struct ctl *c);
int cmd_nic(struct ctl *c);

/* Data commands: HELLO, and a link that an earlier run left dead is let go. */
void session(struct ctl *c);
/* A completion that ends a transfer with {vc, node}: stop()s. */
void check_cpl(struct ctl *c, const struct hl_item *i, uint8_t vc, uint32_t node);

#endif
