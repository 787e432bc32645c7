/* SPDX-License-Identifier: Apache-2.0
 *
 * send, recv. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "crc32.h"
#include "ctl.h"
#include "transfer.h"

static void rate(const char *what, uint64_t bytes, uint32_t payloads, double seconds)
{
    fprintf(stderr, "ttpctl: %s %llu bytes in %u payloads, %.3f s, %.3f MB/s\n", what,
            (unsigned long long)bytes, payloads, seconds,
            seconds > 0 ? (double)bytes / seconds / 1e6 : 0.0);
}

static void host_losses(const struct ctl *c)
{
    if (c->hl.went_back)
        fprintf(stderr, "ttpctl: went back %llu times, %llu frames sent again\n",
                (unsigned long long)c->hl.went_back, (unsigned long long)c->hl.again);
    if (c->hl.lost)
        fprintf(stderr, "ttpctl: %llu frames of the card were lost on the way to this host\n",
                (unsigned long long)c->hl.lost);
}

/* What came while sending: completions may end it, an early DONE is the answer. */
static bool look(struct ctl *c, uint16_t id, uint8_t *done, int ms)
{
    struct hl_item i;
    struct xf_head h;
    const int r = hl_receive(&c->hl, &i, ms);
    if (r < 0) stop_hl(c);
    if (r == 0) return false;
    if (i.cpl) check_cpl(c, &i, (uint8_t)c->vc, c->to);
    else if (i.node == c->to && i.vc == c->vc && xf_parse(i.data, i.bytes, &h) && h.kind == XF_DONE
             && h.id == id)
        memcpy(done, i.data, 21);
    return true;
}

int cmd_send(struct ctl *c)
{
    const char *path = c->argv[0];
    uint8_t data[XF_PIECE], p[XF_MAX], done[21] = { 0 };
    struct stat st;
    if (!c->has_to) stop(c, 2, "send: --to NODE is missing");
    FILE *f = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    if (!f || fstat(fileno(f), &st) != 0) stop(c, 2, "%s: %s", path, strerror(errno));
    if (S_ISDIR(st.st_mode)) stop(c, 2, "%s: is a directory", path);
    session(c);
    c->on_break = "the file is not whole at the far end";
    const uint16_t id = (uint16_t)(c->hl.tag ^ c->hl.tag >> 16);
    const double begin = now_s();
    uint64_t bytes = 0;
    uint32_t number = 1, crc = 0;
    size_t n = xf_begin(p, id, S_ISREG(st.st_mode) ? (uint64_t)st.st_size : XF_UNKNOWN);
    if (hl_send(&c->hl, (uint8_t)c->vc, c->to, p, n) != 0) stop_hl(c);
    while (!done[0] && (n = fread(data, 1, sizeof data, f)) > 0) {
        if (interrupted) stop_hl(c);
        crc = crc32_add(crc, data, n);
        bytes += n;
        n = xf_data(p, id, number++, data, n);
        if (hl_send(&c->hl, (uint8_t)c->vc, c->to, p, n) != 0) stop_hl(c);
        while (look(c, id, done, 0)) {}
    }
    if (interrupted) stop_hl(c);
    if (ferror(f)) stop(c, 1, "%s: %s", path, strerror(errno));
    if (f != stdin) fclose(f);
    n = xf_end(p, id, number++, bytes, crc);
    if (hl_send(&c->hl, (uint8_t)c->vc, c->to, p, n) != 0 || hl_flush(&c->hl) != 0) stop_hl(c);
    c->on_break = "all is sent, but the far end has not said yet that it has the file";
    const int64_t end = now_ms() + c->hl.stall_ms;
    while (!done[0] && now_ms() < end) look(c, id, done, 100);
    host_losses(c);
    if (!done[0])
        stop(c, 1, "all is sent, but node %06X does not say that it has the file: "
             "does ttpctl recv run there?", c->to);
    if (!xf_good(done) || xf_length(done) != bytes || xf_crc(done) != crc)
        stop(c, 1, "node %06X says that the file arrived broken", c->to);
    rate("sent", bytes, number, now_s() - begin);
    hl_bye(&c->hl, true);
    return 0;
}

/* The file gets its name when it is whole; a device or a pipe is written at once. */
struct out {
    FILE *f;
    char part[4096];
    bool named;
};

static void open_out(struct ctl *c, const char *path, struct out *o)
{
    struct stat st;
    const bool there = stat(path, &st) == 0;
    if (there && S_ISDIR(st.st_mode)) stop(c, 2, "%s: is a directory", path);
    o->named = strcmp(path, "-") && (!there || S_ISREG(st.st_mode));
    if ((size_t)snprintf(o->part, sizeof o->part, "%s%s", path, o->named ? ".part" : "")
        >= sizeof o->part)
        stop(c, 2, "%s: name too long", path);
    o->f = strcmp(path, "-") ? fopen(o->part, "wb") : stdout;
    if (!o->f) stop(c, 2, "%s: %s", o->part, strerror(errno));
}

int cmd_recv(struct ctl *c)
{
    const char *path = c->argv[0];
    struct out o;
    struct xf_in x = { 0 };
    struct hl_item i;
    struct xf_head h;
    uint8_t p[XF_MAX];
    uint64_t others = 0;
    double begin = 0;
    open_out(c, path, &o);
    session(c);
    int64_t moved = now_ms();
    while (!x.ended) {
        const int r = hl_receive(&c->hl, &i, 100);
        const int64_t most = x.begun ? c->hl.stall_ms : c->wait_ms;
        bool mine = false;
        if (r > 0 && i.cpl) {
            if (x.begun) check_cpl(c, &i, (uint8_t)c->vc, c->from);
        } else if (r > 0) {
            mine = xf_parse(i.data, i.bytes, &h) && (!c->has_from || i.node == c->from)
                   && (!c->has_vc || i.vc == c->vc)
                   && (h.kind == XF_BEGIN || (x.begun && h.id == x.id));
            others += !mine;
        }
        /* What is not of the file does not keep us waiting for it. */
        if (r < 0 || (!mine && most >= 0 && now_ms() - moved > most)) {
            if (o.named) unlink(o.part);
            c->on_break = x.begun ? "the file is not whole" : "no file came";
            if (r < 0) stop_hl(c);
            if (!x.begun) stop(c, 1, "no file came within %g s", c->wait_ms / 1000.0);
            stop(c, 1, "nothing more came for %g s: %s is not whole", c->hl.stall_ms / 1000.0,
                 path);
        }
        if (!mine) continue;
        moved = now_ms();
        if (h.kind == XF_BEGIN) {
            /* The first who begins is the one; he may begin anew. */
            if (x.begun) fprintf(stderr, "ttpctl: node %06X begins anew\n", i.node);
            else fprintf(stderr, "ttpctl: a file from node %06X on VC %u\n", i.node, i.vc);
            c->has_from = c->has_vc = true;
            c->from = i.node;
            c->vc = i.vc;
            begin = now_s();
            rewind(o.f);                       /* out with what is buffered, then away with it */
            if (o.named && ftruncate(fileno(o.f), 0) != 0)
                stop(c, 1, "%s: %s", o.part, strerror(errno));
        }
        const uint8_t *data = NULL;
        const size_t n = xf_take(&x, &h, i.data, i.bytes, &data);
        if (n && fwrite(data, 1, n, o.f) != n)
            snprintf(x.why, sizeof x.why, "writing failed: %s", strerror(errno));
    }
    if ((o.f == stdout ? fflush(o.f) : fclose(o.f)) != 0 && !x.why[0])
        snprintf(x.why, sizeof x.why, "writing failed: %s", strerror(errno));
    if (!x.why[0] && o.named && rename(o.part, path) != 0)
        snprintf(x.why, sizeof x.why, "writing failed: %s", strerror(errno));
    c->on_break = x.why[0] ? "the file arrived broken"
                           : "the file is whole, but its sender may not know";
    const size_t n = xf_done(p, x.id, !x.why[0], x.bytes, x.crc);
    if (hl_send(&c->hl, (uint8_t)c->vc, c->from, p, n) != 0 || hl_flush(&c->hl) != 0) stop_hl(c);
    host_losses(c);
    if (others)
        fprintf(stderr, "ttpctl: %llu payloads did not belong to the file\n",
                (unsigned long long)others);
    if (x.why[0]) {
        if (o.named) unlink(o.part);
        stop(c, 1, "the file arrived broken: %s", x.why);
    }
    rate("received", x.bytes, x.next, now_s() - begin);
    hl_bye(&c->hl, true);
    return 0;
}
