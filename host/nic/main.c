/* SPDX-License-Identifier: Apache-2.0
 *
 * ttpnic - files from the memory of one process to that of another, by two NICs; their speed
 *
 *     ttpnic serve [--dir DIR]             takes files and gives them
 *     ttpnic put FILE                      FILE into the memory of the server: remote write
 *     ttpnic get NAME [--into FILE]        from there: remote read
 *     ttpnic bw write|read|send            bandwidth of messages by their size
 *     ttpnic lat write|read|send           latency
 *
 * The NIC is the golden model in this process, with bw and lat both are. With --device it is
 * build/ttpnicdev in another one, which has --wait SECONDS (30) to come, and to answer, or a PCI
 * function of this machine. Options: USAGE. Exit 1: the transfer failed, or the NIC has gone; 2:
 * usage. */
#include "tool.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ttp_regs.h"

enum { TIMER = 16384, RETRY_MAX = 255 };        /* cycles; rounds until a peer is dead */
static const size_t MEMORY = (size_t)1 << 30;   /* huge pages at most, in bytes */

void stop(int code, const char *text, ...)
{
    va_list ap;

    fflush(stdout);
    fputs("ttpnic: ", stderr);
    va_start(ap, text);
    vfprintf(stderr, text, ap);
    va_end(ap);
    fputc('\n', stderr);
    exit(code);
}

static const char USAGE[] =
    "usage: ttpnic serve [--dir DIR] | put FILE | get NAME [--into FILE]\n"
    "              --node N --peer N\n"
    "              --wire udp:LOCAL:REMOTE | --device simbricks:PATH [--wait SECONDS]\n"
    "              | --device pci:0000:00:04.0\n"
    "       ttpnic bw|lat write|read|send [--size BYTES] [--iters N] [--coalesce CYCLES]\n"
    "       but with --device: [--loss P] [--dup P] [--reorder P] [--seed N]\n";

static double part(const char *name, const char *text)
{
    char *end;
    const double p = strtod(text, &end);

    if (*end || !(p >= 0 && p < 1)) stop(2, "%s %s: want a part from 0 to below 1", name, text);
    return p;
}

static unsigned long number(const char *name, const char *text, unsigned long least,
                            unsigned long most)
{
    char *end;
    const unsigned long n = strtoul(text, &end, 0);

    if (*text < '0' || *text > '9' || *end || n < least || n > most)
        stop(2, "%s %s: want a number from %lu to %lu", name, text, least, most);
    return n;
}

static bool of_all(struct tool *t, const char *name, const char *value)
{
    struct wire_harm *h = &t->wire.harm;

    if (!strcmp(name, "--seed")) h->random = number(name, value, 1, ~0ul);
    else if (!strcmp(name, "--loss")) h->loss = part(name, value);
    else if (!strcmp(name, "--dup")) h->dup = part(name, value);
    else if (!strcmp(name, "--reorder")) h->reorder = part(name, value);
    else return false;
    return true;
}

static bool of_files(struct tool *t, const char *name, const char *value)
{
    if (!strcmp(name, "--dir")) t->dir = value;
    else if (!strcmp(name, "--into")) t->into = value;
    else if (!strcmp(name, "--wire")) t->where = value;
    else if (!strcmp(name, "--device")) t->device = value;
    else if (!strcmp(name, "--wait")) t->wait = (double)number(name, value, 1, 86400);
    else if (!strcmp(name, "--node")) t->node = (uint32_t)number(name, value, 0, 0xfffffe);
    else if (!strcmp(name, "--peer")) t->peer = (uint32_t)number(name, value, 0, 0xfffffe);
    else return false;
    return true;
}

static bool of_perf(struct tool *t, const char *name, const char *value)
{
    if (!strcmp(name, "--size")) t->size = (uint32_t)number(name, value, 1, PIECE);
    else if (!strcmp(name, "--iters"))
        t->iterations = (uint32_t)number(name, value, 1, PERF_ITERATIONS);
    else if (!strcmp(name, "--coalesce")) t->coalesce = (uint32_t)number(name, value, 0, 255);
    else return false;
    return true;
}

static bool is_perf(const char *command)
{
    return !strcmp(command, "bw") || !strcmp(command, "lat");
}

/* Behind the command in argv[0]. */
static void options(struct tool *t, int argc, char **argv)
{
    const bool perf = is_perf(argv[0]);

    for (int i = 1; i < argc; i++) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;

        if (name[0] != '-') {
            if (t->argument) stop(2, "%s: one name at a time", name);
            t->argument = name;
            continue;
        }
        if (!value) stop(2, "%s: what?\n%s", name, USAGE);
        i++;
        if (!of_all(t, name, value) && !(perf ? of_perf : of_files)(t, name, value))
            stop(2, "%s: no such option of %s\n%s", name, argv[0], USAGE);
    }
}

static void perf(const struct tool *t, bool lat)
{
    static const char *const name[] = { [TTPNIC_SEND] = "send", [TTPNIC_WRITE] = "write",
                                        [TTPNIC_READ] = "read" };

    for (unsigned op = TTPNIC_SEND; op <= TTPNIC_READ; op++) {
        if (!t->argument || strcmp(t->argument, name[op])) continue;
        if (op == TTPNIC_SEND && t->size > TTPNIC_SEND_MAX)
            stop(2, "--size %u: a SEND has at most %d bytes", t->size, TTPNIC_SEND_MAX);
        tool_perf(t, lat, (enum ttpnic_op)op, name[op]);
        return;
    }
    stop(2, "%s: want write, read or send", t->argument ? t->argument : lat ? "lat" : "bw");
}

/* Another number each time: a MAC of this name may have been there a moment ago. */
static uint16_t boot(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (uint16_t)(now.tv_nsec / 1000 + now.tv_sec * 40503);
}

static void open_model(struct tool *t)
{
    struct ttpnic_model_config c = {
        .mac = { .data_w = 512, .tx_cells = 4096, .tx_pkts = 256, .rx_cells = 1024,
                 .link_sets = 16, .link_ways = 2, .deep = 1, .timeout_rst = 65536,
                 .open_tmo_rst = 65536, .close_tmo_rst = 65536, .backoff_rst = 1024,
                 .retry_max_rst = 64, .addr_high = 0x98ED5C },
        .messages = 16, .regions = 16, .reads = 8, .follow = 64, .rings = 1,
        .epoch = boot(), .memory_latency = 200, .cycles = 500,
        .wire = &t->wire, .send = wire_udp_send, .receive = wire_udp_receive,
        .idle = wire_udp_idle,
    };
    const char *wrong;
    char why[200];

    if (t->wait > 0) stop(2, "--wait is for --device");
    if (!wire_udp_open(&t->wire, t->where, why, sizeof why)) stop(2, "%s", why);
    if (!ttpnic_model(&c, &t->backend, &wrong)) stop(2, "%s", wrong);
}

static void open_device(struct tool *t)
{
    static const char kind[] = "simbricks:", pci[] = "pci:";
    const struct wire_harm *h = &t->wire.harm;
    const bool slot = !strncmp(t->device, pci, strlen(pci));
    char why[300];

    t->messages = !strncmp(t->device, kind, strlen(kind));
    if (!t->messages && !slot)
        stop(2, "--device %s: want simbricks:PATH or pci:ADDRESS", t->device);
    if (slot && t->wait > 0) stop(2, "--wait is for simbricks:PATH");
    if (h->loss > 0 || h->dup > 0 || h->reorder > 0 || h->random)
        stop(2, "--loss, --dup, --reorder and --seed are of the device's wire");
    if (!(slot ? ttpnic_pci(t->device + strlen(pci), MEMORY, &t->backend, why, sizeof why)
               : ttpnic_simbricks(t->device + strlen(kind), t->wait > 0 ? t->wait : 30,
                                  &t->backend, why, sizeof why)))
        stop(2, "%s", why);
}

/* Two devices have no clock in common: one that is without the processor for a second is not dead.
 * Those after reset are shorter. */
static void timers(struct tool *t)
{
    static const struct {
        uint32_t address, value;
    } of[] = { { TTP_REG_TIMEOUT, TIMER }, { TTP_REG_OPEN_TMO, TIMER },
               { TTP_REG_CLOSE_TMO, TIMER }, { TTP_REG_RETRY_MAX, RETRY_MAX } };

    for (unsigned i = 0; i < sizeof of / sizeof *of; i++)
        if (!ttpnic_write_register(t->nic, of[i].address, of[i].value))
            stop(1, "the timers can not be set");
}

static void open_nic(struct tool *t)
{
    const char *wrong;

    if (t->device) open_device(t);
    else open_model(t);
    t->nic = ttpnic_open(&t->backend, t->node, 6, &wrong);
    if (!t->nic) stop(2, "%s", wrong);
    if (t->device) timers(t);
    tool_buffers(t);
}

int main(int argc, char **argv)
{
    static struct tool t = { .node = 1, .peer = 2, .dir = "." };

    if (argc < 2 || !strcmp(argv[1], "--help")) {
        fputs(USAGE, argc < 2 ? stderr : stdout);
        return argc < 2 ? 2 : 0;
    }
    options(&t, argc - 1, argv + 1);
    if (!t.device && !t.wire.harm.random) t.wire.harm.random = 1;
    if (is_perf(argv[1])) {
        perf(&t, !strcmp(argv[1], "lat"));
        return 0;
    }
    if (t.peer == t.node && strcmp(argv[1], "serve")) stop(2, "--peer and --node are the same");
    if (!t.where == !t.device)
        stop(2, "want --wire udp:LOCAL:REMOTE or --device KIND:WHICH, one of them");
    if (!strcmp(argv[1], "serve") && !t.argument) {
        open_nic(&t);
        tool_serve(&t);
    } else if (!strcmp(argv[1], "put") && t.argument) {
        open_nic(&t);
        tool_put(&t);
    } else if (!strcmp(argv[1], "get") && t.argument) {
        open_nic(&t);
        tool_get(&t);
    } else {
        stop(2, "%s: no such command, or a name too many or too few\n%s", argv[1], USAGE);
    }
    if (!t.serves) tool_linger(&t);
    tool_report(&t);
    ttpnic_close(t.nic);
    return 0;
}
