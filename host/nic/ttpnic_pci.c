/* SPDX-License-Identifier: Apache-2.0
 *
 * A PCI function by its files in sysfs; see ttpnic_pci.h. */
#define _GNU_SOURCE             /* O_CLOEXEC, pread */
#include "ttpnic_pci.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "huge.h"
#include "opening.h"
#include "ttpnic_regs.h"

enum { VENDOR = 0x544E, DEVICE = 0x4943, BAR = 1 << 13 };
enum { COMMAND = 4, MEMORY = 2, MASTER = 4 };   /* a register of 16 bits, and its bits */
/* Runs in which the rings did not move: until then it yields, then it naps, then longer; ns. */
enum { YIELDS = 256, NAPS = 1024, NAP = 50000, LONG_NAP = 500000 };

struct function {
    char     folder[64];
    int      config, resource, uio;     /* files; -1: not open */
    volatile uint32_t *bar;
    struct huge memory;
    unsigned idle;
    bool     gone;
};

/* ---------------------------------------------------------------- sysfs */

static int file(const struct function *f, const char *name, int how)
{
    char path[128];

    snprintf(path, sizeof path, "%s/%s", f->folder, name);
    return open(path, how | O_CLOEXEC);
}

/* The first word of a file; false: there is none. */
static bool word(const struct function *f, const char *name, char *into, size_t n)
{
    const int fd = file(f, name, O_RDONLY);
    const ssize_t got = fd < 0 ? -1 : read(fd, into, n - 1);

    if (fd >= 0) close(fd);
    if (got <= 0) return false;
    into[got] = 0;
    into[strcspn(into, " \n")] = 0;
    return true;
}

static bool say(const struct function *f, const char *name, const char *text)
{
    const int fd = file(f, name, O_WRONLY);
    const bool ok = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    const int e = errno;

    if (fd >= 0) close(fd);
    errno = e;
    return ok;
}

/* Bits of the command register; false: it is not to be written. */
static bool command(const struct function *f, uint16_t set, uint16_t clear)
{
    uint16_t v;

    if (pread(f->config, &v, sizeof v, COMMAND) != sizeof v) return false;
    v = (uint16_t)((v & ~clear) | set);
    return pwrite(f->config, &v, sizeof v, COMMAND) == sizeof v;
}

/* The name at the end of a link; "" if it is none. */
static void link_of(const struct function *f, const char *name, char *into, size_t n)
{
    char path[128], to[300];
    ssize_t got;

    snprintf(path, sizeof path, "%s/%s", f->folder, name);
    got = readlink(path, to, sizeof to - 1);
    to[got < 0 ? 0 : got] = 0;
    snprintf(into, n, "%s", strrchr(to, '/') ? strrchr(to, '/') + 1 : to);
}

/* ---------------------------------------------------------------- open */

static bool right_one(const struct function *f, const struct opening *r)
{
    char vendor[16], device[16], driver[300], iommu[16] = "identity";

    if (!word(f, "vendor", vendor, sizeof vendor) || !word(f, "device", device, sizeof device))
        return opening_fail(r, "there is no such PCI function");
    if (strtoul(vendor, NULL, 16) != VENDOR || strtoul(device, NULL, 16) != DEVICE)
        return opening_fail(r, "%s:%s is no NIC, %04x:%04x", vendor + 2, device + 2, VENDOR,
                            DEVICE);
    link_of(f, "driver", driver, sizeof driver);
    if (*driver && strcmp(driver, "uio_pci_generic"))
        return opening_fail(r, "the driver %s has it", driver);
    /* Without an IOMMU there is no such group. */
    word(f, "iommu_group/type", iommu, sizeof iommu);
    if (strcmp(iommu, "identity"))
        return opening_fail(r, "it stands behind an IOMMU, which physical addresses do not pass");
    return true;
}

/* Kept open, it takes the right to touch memory from the function when this process ends. */
static bool open_uio(struct function *f, const struct opening *r)
{
    char path[128], name[300];
    DIR *d;

    snprintf(path, sizeof path, "%s/uio", f->folder);
    d = opendir(path);
    if (!d) return true;
    for (const struct dirent *e; (e = readdir(d));)
        if (!strncmp(e->d_name, "uio", 3)) {
            snprintf(name, sizeof name, "/dev/%s", e->d_name);
            f->uio = open(name, O_RDWR | O_CLOEXEC);
            break;
        }
    closedir(d);
    return f->uio >= 0 || opening_fail(r, "/dev of uio_pci_generic: %s", strerror(errno));
}

static bool map(struct function *f, const struct opening *r)
{
    struct stat st;
    void *p;

    f->config = file(f, "config", O_RDWR);
    f->resource = file(f, "resource0", O_RDWR | O_SYNC);
    if (f->config < 0 || f->resource < 0)
        return opening_fail(r, "%s%s", strerror(errno), errno == EACCES ? ": be root" : "");
    if (flock(f->resource, LOCK_EX | LOCK_NB)) return opening_fail(r, "another process has it");
    if (fstat(f->resource, &st) || st.st_size < BAR)
        return opening_fail(r, "its BAR 0 has %lld bytes", (long long)st.st_size);
    p = mmap(NULL, BAR, PROT_READ | PROT_WRITE, MAP_SHARED, f->resource, 0);
    if (p == MAP_FAILED) return opening_fail(r, "BAR 0: %s", strerror(errno));
    f->bar = p;
    return true;
}

/* What the process before it has left is gone: rings, regions, messages that are open. */
static bool begin(struct function *f, const struct opening *r)
{
    char enabled[16];

    if (!command(f, 0, MASTER)) return opening_fail(r, "its configuration can not be written");
    if (!say(f, "reset", "1")) return opening_fail(r, "it can not be reset: %s", strerror(errno));
    /* The kernel counts who has enabled it. */
    if (word(f, "enable", enabled, sizeof enabled) && !strcmp(enabled, "0")
        && !say(f, "enable", "1"))
        return opening_fail(r, "it can not be enabled: %s", strerror(errno));
    if (!command(f, MEMORY | MASTER, 0))
        return opening_fail(r, "its configuration can not be written");
    return true;
}

/* ---------------------------------------------------------------- the backend */

static bool pci_write(void *self, uint32_t address, uint32_t value)
{
    struct function *f = self;

    if (f->gone || address >= BAR) return false;
    f->bar[address / 4] = value;
    f->idle = 0;
    return true;
}

static bool pci_read(void *self, uint32_t address, uint32_t *value)
{
    struct function *f = self;

    if (f->gone || address >= BAR) return false;
    *value = f->bar[address / 4];
    /* A register may have that value, or refuse; the ID has another one. */
    if (*value == UINT32_MAX) f->gone = f->bar[NIC_ID / 4] == UINT32_MAX;
    return !f->gone;
}

static bool pci_share(void *self, void *memory, size_t bytes, uint64_t *address)
{
    const struct function *f = self;

    return huge_address(&f->memory, memory, bytes, address);
}

static void pci_release(void *self, void *memory)
{
    (void)self;
    (void)memory;
}

/* The NIC goes on by itself; a host that only looks takes the processor from it in a simulation. */
static void pci_run(void *self)
{
    struct function *f = self;
    const struct timespec t = { 0, f->idle < NAPS ? NAP : LONG_NAP };
    uint32_t id;

    f->idle++;
    if (f->idle < YIELDS) sched_yield();
    else nanosleep(&t, NULL);
    if (f->idle % NAPS == 0) pci_read(f, NIC_ID, &id);
}

static const char *pci_gone(void *self)
{
    const struct function *f = self;

    return f->gone ? "the PCI function has gone: it reads as ones" : NULL;
}

static void *pci_allocate(void *self, size_t bytes)
{
    struct function *f = self;

    return huge_take(&f->memory, bytes);
}

static void pci_give_back(void *self, void *memory)
{
    struct function *f = self;

    huge_give_back(&f->memory, memory);
}

/* No access to memory from here on, then its memory goes. */
static void pci_close(void *self)
{
    struct function *f = self;

    if (f->bar) {
        command(f, 0, MASTER);
        munmap((void *)(uintptr_t)f->bar, BAR);
    }
    if (f->config >= 0) close(f->config);
    if (f->resource >= 0) close(f->resource);
    if (f->uio >= 0) close(f->uio);
    huge_close(&f->memory);
    free(f);
}

bool ttpnic_pci(const char *address, size_t most, struct ttpnic_backend *into, char *why, size_t n)
{
    const struct opening r = { .path = address, .why = why, .n = n };
    struct function *f = calloc(1, sizeof *f);
    unsigned domain, bus, slot, of;
    char end, text[160];

    if (!f) return opening_fail(&r, "no memory");
    f->config = f->resource = f->uio = -1;
    *into = (struct ttpnic_backend){ f, pci_write, pci_read, pci_share, pci_release, pci_run,
                                     pci_gone, pci_close, pci_allocate, pci_give_back };
    if (sscanf(address, "%4x:%2x:%2x.%1x%c", &domain, &bus, &slot, &of, &end) != 4) {
        opening_fail(&r, "want the address of a PCI function, such as 0000:00:04.0");
    } else {
        snprintf(f->folder, sizeof f->folder, "/sys/bus/pci/devices/%04x:%02x:%02x.%x", domain,
                 bus, slot, of);
        if (right_one(f, &r) && open_uio(f, &r) && map(f, &r)) {
            if (!huge_open(&f->memory, most, text, sizeof text)) opening_fail(&r, "%s", text);
            else if (begin(f, &r)) return true;
        }
    }
    pci_close(f);
    return false;
}
