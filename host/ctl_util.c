/* SPDX-License-Identifier: Apache-2.0
 *
 * Helpers of the commands; see ctl.h. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "card_regs.h"
#include "ctl.h"
#include "names.h"
#include "ttp_defs.h"
#include "ttp_regs.h"

void stop(struct ctl *c, int code, const char *text, ...)
{
    va_list ap;
    fflush(stdout);
    fputs("ttpctl: ", stderr);
    va_start(ap, text);
    vfprintf(stderr, text, ap);
    va_end(ap);
    fputc('\n', stderr);
    if (c->hl.port) {
        hl_bye(&c->hl, false);
        c->hl.port->close(c->hl.port);
    }
    exit(code);
}

void stop_hl(struct ctl *c)
{
    if (interrupted)
        stop(c, 1, "interrupted%s%s", c->on_break ? ": " : "", c->on_break ? c->on_break : "");
    stop(c, c->hl.answered ? 1 : 2, "%s", c->hl.why);
}

struct hl_op op_read(uint16_t addr)
{
    return (struct hl_op){ .addr = addr };
}

struct hl_op op_write(uint16_t addr, uint32_t value)
{
    return (struct hl_op){ .write = true, .strobes = 15, .addr = addr, .value = value };
}

void regs(struct ctl *c, struct hl_op *op, unsigned n)
{
    for (unsigned i = 0; i < n; i += HL_MAX_OPS)
        if (hl_regs(&c->hl, op + i, n - i < HL_MAX_OPS ? n - i : HL_MAX_OPS) != 0) stop_hl(c);
    for (unsigned i = 0; i < n; i++) {
        if (op[i].error && op[i].memory)
            stop(c, 1, "0x%05X: the memory of the card does not reach there", op[i].addr * 4u);
        if (op[i].error)
            stop(c, 1, "register 0x%04X: the card refuses to %s it", op[i].addr,
                 op[i].write ? "write" : "read");
    }
}

uint32_t reg_get(struct ctl *c, uint16_t addr)
{
    struct hl_op op = op_read(addr);
    regs(c, &op, 1);
    return op.value;
}

void reg_set(struct ctl *c, uint16_t addr, uint32_t value)
{
    struct hl_op op = op_write(addr, value);
    regs(c, &op, 1);
}

void wait_not_busy(struct ctl *c, uint32_t bit)
{
    const int64_t end = now_ms() + c->hl.patience_ms;
    while (reg_get(c, TTP_REG_STATUS) >> bit & 1)
        if (now_ms() > end) stop(c, 1, "the card stays busy");
}

uint64_t number_arg(struct ctl *c, const char *what, const char *text, uint64_t min, uint64_t max)
{
    uint64_t v;
    if (!number(text, max, &v) || v < min)
        stop(c, 2, "%s %s: not a number from %llu to %llu", what, text, (unsigned long long)min,
             (unsigned long long)max);
    return v;
}

uint32_t node_arg(struct ctl *c, const char *text)
{
    return (uint32_t)number_arg(c, "node", text, 0, 0xFFFFFE);
}

double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void session(struct ctl *c)
{
    struct hl_op op = op_read(CARD_REG_MEM_BYTES);
    if (hl_regs(&c->hl, &op, 1) != 0) stop_hl(c);
    if (!op.error) stop(c, 1, "the MAC of this card is its NIC's: mem and nic use it");
    /* The MAC keeps the entry of a dead link until its cause is cleared. */
    if (reg_get(c, TTP_REG_IRQ_CAUSE) >> TTP_IRQ_DEAD & 1)
        reg_set(c, TTP_REG_IRQ_CAUSE, 1u << TTP_IRQ_DEAD);
    if (hl_hello(&c->hl) != 0) stop_hl(c);
}

void check_cpl(struct ctl *c, const struct hl_item *i, uint8_t vc, uint32_t node)
{
    const uint8_t kind = i->data[0];
    if (i->bytes < 16 || i->data[2] != vc || be(i->data + 3, 3) != node) return;
    if (kind == TTP_CPL_DEAD) {
        struct hl_op op = op_write(TTP_REG_IRQ_CAUSE, 1u << TTP_IRQ_DEAD);
        hl_regs(&c->hl, &op, 1);
        stop(c, 1, "node %06X does not answer: link on VC %u declared dead", node, vc);
    }
    if (kind == TTP_CPL_REFUSED)
        stop(c, 1, "the card refuses a payload to node %06X on VC %u: %s", node, vc,
             refusal_name(i->data[1]));
    if (kind == TTP_CPL_RESTARTED || kind == TTP_CPL_CLOSED)
        stop(c, 1, "node %06X, VC %u: %s", node, vc, cpl_name(kind));
}
