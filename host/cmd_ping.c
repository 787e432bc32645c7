/* SPDX-License-Identifier: Apache-2.0
 *
 * ping: a payload over TTP and back, by the echo of the other card. */
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "ctl.h"
#include "transfer.h"

int cmd_ping(struct ctl *c)
{
    const uint32_t node = node_arg(c, c->argv[0]);
    const uint8_t vc = (uint8_t)(c->has_vc ? c->vc : 2);
    const size_t size = c->size ? c->size : 64;
    const int wait = c->wait_ms >= 0 ? c->wait_ms : 5000;
    uint8_t p[HL_MAX_BODY];
    double least = 1e9, most = 0, sum = 0;
    uint32_t sent = 0, back = 0;
    if (size < XF_HEADER)
        stop(c, 2, "-s %zu: not a number from %d to %d", size, XF_HEADER, HL_MAX_BODY);
    session(c);
    const uint16_t id = (uint16_t)(c->hl.tag ^ c->hl.tag >> 16);
    while (!interrupted && (c->count < 0 || sent < c->count)) {
        bool here = false;
        const double begin = now_s(), end = begin + wait * 1e-3;
        xf_head(p, XF_PING, id, sent);
        for (size_t k = XF_HEADER; k < size; k++) p[k] = (uint8_t)(k + sent);
        if (hl_send(&c->hl, vc, node, p, size) != 0) {
            if (interrupted) break;
            stop_hl(c);
        }
        p[0] |= 0x80;
        while (!here && !interrupted && now_s() < end) {
            struct hl_item i;
            const int r = hl_receive(&c->hl, &i, 50);
            const double took = (now_s() - begin) * 1e3;
            if (r < 0 && !interrupted) stop_hl(c);
            if (r <= 0) continue;
            if (i.cpl) check_cpl(c, &i, vc, node);
            if (i.cpl || i.node != node || i.vc != vc || i.bytes != size
                || memcmp(i.data, p, size) != 0)
                continue;
            here = true;
            back++;
            sum += took;
            least = took < least ? took : least;
            most = took > most ? took : most;
            printf("%zu bytes from %06X, VC %u: number %u, %.3f ms\n", size, node, vc, sent, took);
        }
        if (!here && !interrupted)
            printf("no answer from %06X, VC %u: number %u\n", node, vc, sent);
        fflush(stdout);
        sent++;
        while (!interrupted && (c->count < 0 || sent < c->count)
               && now_s() < begin + c->interval_s) {
            struct hl_item i;               /* late answers */
            if (hl_receive(&c->hl, &i, 1) < 0 && !interrupted) stop_hl(c);
        }
    }
    printf("%u sent, %u answered", sent, back);
    if (back) printf("; min/avg/max %.3f/%.3f/%.3f ms", least, sum / back, most);
    printf("\n");
    hl_bye(&c->hl, true);
    return back == sent && back ? 0 : 1;
}
