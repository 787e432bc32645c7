/* SPDX-License-Identifier: Apache-2.0
 *
 * ttpctl - talks to a card over Ethernet, a UART, or UDP; see docs/ttpctl.md */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "ctl.h"
#include "names.h"

volatile int interrupted;

static const char help[] =
    "ttpctl PORT COMMAND [ARGUMENTS]\n"
    "\n"
    "PORT       --if NAME           the card's host port on an Ethernet interface"
    " (needs CAP_NET_RAW)\n"
    "           --uart DEVICE       its serial port [--baud 115200]\n"
    "           --udp HOST:PORT     a simulated card\n"
    "           --card NODE         this card, if several hear us;"
    " default: the first that answers\n"
    "           --timeout SECONDS   silence of the card until we give up; 5\n"
    "           --stall SECONDS     a transfer that does not move until we give up; 30\n"
    "\n"
    "info                           what it is, its node, its ports\n"
    "read ADDRESS|NAME              a register\n"
    "write ADDRESS|NAME VALUE\n"
    "stats [--watch [SECONDS]] [-c N] [--all]   counters that are not 0 (--all: all of them);"
    " N more times\n"
    "links                          the link table\n"
    "close NODE [--vc VC] [--wait SECONDS]      closes a link in the orderly way\n"
    "send FILE|- --to NODE [--vc VC]            a file to a ttpctl recv at the other card\n"
    "recv FILE|- [--from NODE] [--vc VC] [--wait SECONDS]\n"
    "ping NODE [-c N] [-s BYTES] [-i SECONDS] [--vc VC] [--wait SECONDS]\n"
    "gen NODE [--vc VC] [-s BYTES] [-c N] [--gap CYCLES]   the traffic generator;"
    " gen stop, gen clear, gen\n"
    "echo [on|off VC]               send back what comes on a VC\n"
    "sink [on|off VC]               check and count what comes on a VC\n"
    "node [NODE]                    own node number\n"
    "reset                          soft reset of the MAC\n"
    "\n"
    "A card with a NIC (docs/ttpctl.md):\n"
    "mem read ADDRESS BYTES FILE|-  its memory into a file\n"
    "mem write ADDRESS FILE|-       a file into its memory\n"
    "nic                            what it is and has counted\n"
    "nic start                      begins with empty rings, in the last 4 KiB of the memory\n"
    "nic region KEY ADDRESS BYTES r|w|rw [--from NODE]   lets peers read or write there;"
    " nic region KEY off\n"
    "nic write NODE ADDRESS BYTES KEY OFFSET [--notice NUMBER] [--vc VC] [--wait SECONDS]\n"
    "                               memory from ADDRESS on into a region of NODE\n"
    "nic read NODE ADDRESS BYTES KEY OFFSET [--vc VC] [--wait SECONDS]   the other way\n"
    "nic poll [--wait SECONDS]      what has come: notices of peers, late ends\n"
    "\n"
    "Numbers are decimal, or hexadecimal after 0x."
    " Exit: 0 done, 1 it did not work, 2 bad usage or nobody answers.\n";

enum {
    OPT_VC = 1, OPT_TO = 2, OPT_FROM = 4, OPT_COUNT = 8, OPT_SIZE = 16, OPT_INTERVAL = 32,
    OPT_WAIT = 64, OPT_WATCH = 128, OPT_GAP = 256, OPT_NOTICE = 512
};

static const struct command {
    const char *name;
    int (*run)(struct ctl *c);
    int least, most;
    unsigned options;
} commands[] = {
    { "info", cmd_info, 0, 0, 0 },
    { "read", cmd_read, 1, 1, 0 },
    { "write", cmd_write, 2, 2, 0 },
    { "stats", cmd_stats, 0, 0, OPT_WATCH | OPT_COUNT },
    { "links", cmd_links, 0, 0, 0 },
    { "close", cmd_close, 1, 1, OPT_VC | OPT_WAIT },
    { "send", cmd_send, 1, 1, OPT_TO | OPT_VC },
    { "recv", cmd_recv, 1, 1, OPT_FROM | OPT_VC | OPT_WAIT },
    { "ping", cmd_ping, 1, 1, OPT_COUNT | OPT_SIZE | OPT_INTERVAL | OPT_VC | OPT_WAIT },
    { "gen", cmd_gen, 0, 1, OPT_VC | OPT_SIZE | OPT_COUNT | OPT_GAP },
    { "echo", cmd_echo, 0, 2, 0 },
    { "sink", cmd_sink, 0, 2, 0 },
    { "node", cmd_node, 0, 1, 0 },
    { "reset", cmd_reset, 0, 0, 0 },
    { "mem", cmd_mem, 3, 4, 0 },
    { "nic", cmd_nic, 0, 6, OPT_FROM | OPT_NOTICE | OPT_VC | OPT_WAIT },
};

struct where { const char *interface, *device, *host; uint32_t card; unsigned baud; };

static void on_signal(int s)
{
    (void)s;
    interrupted = 1;
}

static double seconds_arg(struct ctl *c, const char *what, const char *text, double least)
{
    char *end;
    const double v = strtod(text, &end);
    if (end == text || *end || !(v >= least && v <= 86400))
        stop(c, 2, "%s %s: not a number of seconds from %g to 86400", what, text, least);
    return v;
}

/* An option and its value; `next` is the argument after it or NULL. Returns how many were used. */
static int option(struct ctl *c, struct where *w, unsigned *used, const char *o, const char *next)
{
    if (strcmp(o, "--all") == 0) {
        c->all = true;
        *used |= OPT_WATCH;
        return 1;
    }
    if (strcmp(o, "--watch") == 0) {
        uint64_t v;
        const bool has = next && (number(next, 86400, &v) || strchr(next, '.'));
        c->watch = true;
        c->watch_s = has ? seconds_arg(c, o, next, 0.01) : 1;
        *used |= OPT_WATCH;
        return has ? 2 : 1;
    }
    static const struct { const char *name; unsigned bit; } options[] = {
        { "--if", 0 }, { "--uart", 0 }, { "--udp", 0 }, { "--baud", 0 }, { "--card", 0 },
        { "--timeout", 0 }, { "--stall", 0 }, { "--vc", OPT_VC }, { "--to", OPT_TO },
        { "--from", OPT_FROM }, { "-c", OPT_COUNT }, { "-s", OPT_SIZE }, { "-i", OPT_INTERVAL },
        { "--wait", OPT_WAIT }, { "--gap", OPT_GAP },
        { "--notice", OPT_NOTICE },
    };
    const unsigned n = sizeof options / sizeof options[0];
    unsigned i = 0;
    while (i < n && strcmp(o, options[i].name) != 0) i++;
    if (i == n) stop(c, 2, "%s: unknown option", o);
    if (!next) stop(c, 2, "%s: value is missing", o);
    *used |= options[i].bit;
    switch (i) {
    case 0: w->interface = next; break;
    case 1: w->device = next; break;
    case 2: w->host = next; break;
    case 3: w->baud = (unsigned)number_arg(c, o, next, 1, 4000000); break;
    case 4: w->card = (uint32_t)number_arg(c, o, next, 0, 0xFFFFFE); break;
    case 5: c->hl.patience_ms = (int)(seconds_arg(c, o, next, 0.1) * 1000); break;
    case 6: c->hl.stall_ms = (int)(seconds_arg(c, o, next, 0.1) * 1000); break;
    case 7: c->vc = (uint32_t)number_arg(c, o, next, 0, 2); c->has_vc = true; break;
    case 8: c->to = (uint32_t)number_arg(c, o, next, 0, 0xFFFFFE); c->has_to = true; break;
    case 9: c->from = (uint32_t)number_arg(c, o, next, 0, 0xFFFFFE); c->has_from = true; break;
    case 10: c->count = (int64_t)number_arg(c, o, next, 1, 0xFFFFFFFF); break;
    case 11: c->size = (uint32_t)number_arg(c, o, next, 1, HL_MAX_BODY); break;
    case 12: c->interval_s = seconds_arg(c, o, next, 0); break;
    case 13: c->wait_ms = (int)(seconds_arg(c, o, next, 0) * 1000); break;
    case 14: c->gap = (uint32_t)number_arg(c, o, next, 0, 0xFFFFFF); break;
    default:
        c->notice = (uint32_t)number_arg(c, o, next, 0, 0xFFFFFFFF);
        c->has_notice = true;
    }
    return 2;
}

static struct port *open_port(struct ctl *c, const struct where *w)
{
    char why[200] = "";
    struct port *p = NULL;
    if (!w->interface + !w->device + !w->host != 2)
        stop(c, 2, "one of --if NAME, --uart DEVICE, --udp HOST:PORT is needed");
    if (w->interface) p = port_packet(w->interface, w->card, why, sizeof why);
    else if (w->device) p = port_uart(w->device, w->baud, why, sizeof why);
    else p = port_udp(w->host, w->card, why, sizeof why);
    if (!p) stop(c, 2, "%s", why);
    return p;
}

int main(int argc, char **argv)
{
    static struct ctl c = { .interval_s = 1, .count = -1, .wait_ms = -1 };
    struct where w = { .card = PORT_ANY_NODE, .baud = 115200 };
    const struct command *cmd = NULL;
    char *args[8];
    unsigned used = 0;
    int n = 0;
    c.hl.patience_ms = 5000;
    c.hl.stall_ms = 30000;
    for (int i = 1; i < argc;) {
        const char *a = argv[i];
        if (strcmp(a, "--help") == 0 || strcmp(a, "-h") == 0) {
            fputs(help, stdout);
            return 0;
        }
        if (a[0] == '-' && a[1]) {
            i += option(&c, &w, &used, a, i + 1 < argc ? argv[i + 1] : NULL);
            continue;
        }
        if (n == 8) stop(&c, 2, "%s: too many arguments", a);
        args[n++] = argv[i++];
    }
    if (n == 0) stop(&c, 2, "no command; ttpctl --help lists them");
    for (size_t k = 0; k < sizeof commands / sizeof commands[0]; k++)
        if (strcmp(args[0], commands[k].name) == 0) cmd = &commands[k];
    if (!cmd) stop(&c, 2, "%s: unknown command; ttpctl --help lists them", args[0]);
    c.argc = n - 1;
    c.argv = args + 1;
    if (c.argc < cmd->least) stop(&c, 2, "%s: an argument is missing", cmd->name);
    if (c.argc > cmd->most) stop(&c, 2, "%s: unexpected argument %s", cmd->name, c.argv[cmd->most]);
    if (used & ~cmd->options) stop(&c, 2, "%s: an option that does not belong to it", cmd->name);

    const int patience = c.hl.patience_ms, stall = c.hl.stall_ms;
    hl_init(&c.hl, open_port(&c, &w), patience, stall);
    c.hl.quit = &interrupted;
    const struct sigaction act = { .sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND };
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
    const int code = cmd->run(&c);
    if (fflush(stdout) != 0) stop(&c, 1, "stdout: can not be written");
    c.hl.port->close(c.hl.port);
    return code;
}
