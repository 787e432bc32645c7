/* SPDX-License-Identifier: Apache-2.0
 *
 * mem; the memory of a card with a NIC, and how the other commands reach it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "card_regs.h"
#include "ctl.h"

uint32_t mem_bytes(struct ctl *c)
{
    struct hl_op op = op_read(CARD_REG_MEM_BYTES);
    if (hl_regs(&c->hl, &op, 1) != 0) stop_hl(c);
    if (op.error) stop(c, 1, "this card has no NIC and no memory: make NIC=1 builds one that has");
    return op.value;
}

/* Words of 4 bytes; of the first and the last only some are ours. */
static void access_memory(struct ctl *c, uint32_t at, uint8_t *data, size_t n, bool write)
{
    while (n > 0) {
        struct hl_op op[HL_MAX_OPS];
        unsigned words = 0;
        size_t done = 0;
        if (interrupted) stop_hl(c);
        while (words < HL_MAX_OPS && done < n) {
            const unsigned first = (at + done) % 4;
            const size_t some = n - done < 4 - first ? n - done : 4 - first;
            uint8_t word[4] = { 0 };
            /* The card refuses what lies beyond its memory, but knows no more words than these. */
            if (at + done > 0x3FFFF)
                stop(c, 1, "0x%05zX: the memory of the card does not reach there", at + done);
            if (write) memcpy(word + first, data + done, some);
            op[words++] = (struct hl_op){
                .write = write, .memory = true, .addr = (uint16_t)((at + done) / 4),
                .strobes = (uint8_t)(((1u << some) - 1) << first), .value = be(word, 4) };
            done += some;
        }
        regs(c, op, words);
        for (size_t k = 0; !write && k < done; k++) {
            const size_t byte = at % 4 + k;
            data[k] = (uint8_t)(op[byte / 4].value >> (24 - 8 * (byte % 4)));
        }
        data += done;
        at += (uint32_t)done;
        n -= done;
    }
}

void mem_get(struct ctl *c, uint32_t at, uint8_t *to, size_t n)
{
    access_memory(c, at, to, n, false);
}

void mem_put(struct ctl *c, uint32_t at, const uint8_t *from, size_t n)
{
    uint8_t piece[4096];
    for (size_t done = 0; done < n;) {
        const size_t some = n - done < sizeof piece ? n - done : sizeof piece;
        memcpy(piece, from + done, some);
        access_memory(c, at + (uint32_t)done, piece, some, true);
        done += some;
    }
}

int cmd_mem(struct ctl *c)
{
    const bool read = strcmp(c->argv[0], "read") == 0;
    if (!read && strcmp(c->argv[0], "write") != 0)
        stop(c, 2, "mem %s: not read or write", c->argv[0]);
    if (c->argc != (read ? 4 : 3))
        stop(c, 2, "mem %s: wants %s", c->argv[0], read ? "ADDRESS BYTES FILE" : "ADDRESS FILE");
    const uint32_t at = (uint32_t)number_arg(c, "address", c->argv[1], 0, 0x3FFFF);
    const char *path = c->argv[c->argc - 1];
    const bool named = strcmp(path, "-") != 0;
    const uint32_t size = mem_bytes(c);
    size_t n = read ? (size_t)number_arg(c, "bytes", c->argv[2], 1, 0x40000) : size + 1;
    if (read && (at > size || n > size - at))
        stop(c, 1, "%zu bytes at 0x%05X: the memory of the card has 0x%05X", n, at, size);
    uint8_t *data = malloc(n);
    if (!data) stop(c, 1, "no memory");
    if (read) mem_get(c, at, data, n);
    FILE *f = !named ? (read ? stdout : stdin) : fopen(path, read ? "wb" : "rb");
    if (!f) stop(c, 2, "%s: %s", path, strerror(errno));
    if (!read) {
        n = fread(data, 1, n, f);
        if (ferror(f)) stop(c, 1, "%s: %s", path, strerror(errno));
        if (at > size || n > size - at)
            stop(c, 1, "%s: longer than the memory behind 0x%05X, which has 0x%05X in all", path,
                 at, size);
        c->on_break = "a part of the file is in the memory";
        mem_put(c, at, data, n);
    } else if (fwrite(data, 1, n, f) != n) {
        stop(c, 1, "%s: %s", path, strerror(errno));
    }
    if (named && fclose(f) != 0) stop(c, 1, "%s: %s", path, strerror(errno));
    free(data);
    fprintf(stderr, "ttpctl: %zu bytes %s 0x%05X\n", n, read ? "from" : "to", at);
    return 0;
}
