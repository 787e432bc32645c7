/* SPDX-License-Identifier: Apache-2.0
 *
 * Huge pages and their physical addresses; see huge.h.
 *
 * The kernel gives pages in any order. They are pages of a file in memory, so they are mapped a
 * second time, the lowest physical address first: what can be side by side is then. */
#define _GNU_SOURCE             /* memfd_create, MFD_HUGETLB */
#include "huge.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static bool fail(char *why, size_t n, const char *text)
{
    snprintf(why, n, "huge pages: %s", text);
    return false;
}

/* A number behind a word of a file of the kernel, without a word the first one; 0: none. */
static size_t number_of(const char *path, const char *word)
{
    FILE *f = fopen(path, "r");
    char line[200];
    size_t found = 0;

    if (!f) return 0;
    while (!found && fgets(line, sizeof line, f))
        if (!strncmp(line, word, strlen(word))) found = strtoul(line + strlen(word), NULL, 10);
    fclose(f);
    return found;
}

static size_t free_pages(size_t page)
{
    char path[100];

    snprintf(path, sizeof path, "/sys/kernel/mm/hugepages/hugepages-%zukB/free_hugepages",
             page >> 10);
    return number_of(path, "");
}

/* 0: the kernel does not say it. */
static uint64_t physical(int pagemap, const uint8_t *memory)
{
    const size_t small = (size_t)sysconf(_SC_PAGESIZE);
    const uint64_t place = (uint64_t)(uintptr_t)memory / small * 8;
    uint64_t entry = 0;

    if (pread(pagemap, &entry, sizeof entry, (off_t)place) != sizeof entry) return 0;
    return entry >> 63 ? (entry & ((UINT64_C(1) << 55) - 1)) * small : 0;
}

/* Physical addresses of all pages, which are made by that; false: some are not to be had. */
static bool find(struct huge *h, int pagemap)
{
    for (size_t i = 0; i < h->pages; i++) {
        uint8_t *const at = h->base + i * h->page;

        *(volatile uint8_t *)at = 0;
        h->physical[i] = physical(pagemap, at);
        if (!h->physical[i]) return false;
    }
    return true;
}

struct order {
    uint64_t physical;
    size_t   place;
};

static int lower(const void *a, const void *b)
{
    const struct order *x = a, *y = b;

    return x->physical < y->physical ? -1 : x->physical > y->physical;
}

static bool sort(struct huge *h, int file)
{
    struct order *o = calloc(h->pages, sizeof *o);
    bool ok = o;

    if (!o) return false;
    for (size_t i = 0; i < h->pages; i++) o[i] = (struct order){ h->physical[i], i };
    qsort(o, h->pages, sizeof *o, lower);
    for (size_t i = 0; ok && i < h->pages; i++)
        ok = mmap(h->base + i * h->page, h->page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                  file, (off_t)(o[i].place * h->page)) != MAP_FAILED;
    free(o);
    return ok;
}

/* With the file that the pages are of. */
static bool make(struct huge *h, int file, int pagemap, char *why, size_t n)
{
    const size_t bytes = h->pages * h->page;
    void *p;

    h->physical = calloc(h->pages, sizeof *h->physical);
    if (!h->physical || ftruncate(file, (off_t)bytes)) return fail(why, n, strerror(errno));
    p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (p == MAP_FAILED) return fail(why, n, strerror(errno));
    h->base = p;
    if (!find(h, pagemap))
        return fail(why, n, "/proc/self/pagemap has no addresses for this process: be root");
    if (!sort(h, file) || !find(h, pagemap)) return fail(why, n, strerror(errno));
    return true;
}

bool huge_open(struct huge *h, size_t most, char *why, size_t n)
{
    int file, pagemap;
    bool ok;

    *h = (struct huge){ .page = number_of("/proc/meminfo", "Hugepagesize:") << 10 };
    if (!h->page) return fail(why, n, "this kernel has none");
    h->pages = free_pages(h->page);
    if (h->pages > most / h->page) h->pages = most / h->page;
    if (!h->pages)
        return fail(why, n, "none is free: write how many into /proc/sys/vm/nr_hugepages");
    file = memfd_create("ttpnic", MFD_CLOEXEC | MFD_HUGETLB);
    pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    ok = file < 0 || pagemap < 0 ? fail(why, n, strerror(errno)) : make(h, file, pagemap, why, n);
    if (file >= 0) close(file);
    if (pagemap >= 0) close(pagemap);
    if (!ok) huge_close(h);
    return ok;
}

void huge_close(struct huge *h)
{
    if (h->base) munmap(h->base, h->pages * h->page);
    free(h->physical);
    *h = (struct huge){ .page = h->page };
}

/* ---------------------------------------------------------------- blocks */

/* Where the pages that lie side by side with this one end. */
static size_t run_end(const struct huge *h, size_t page)
{
    while (page + 1 < h->pages && h->physical[page + 1] == h->physical[page] + h->page) page++;
    return (page + 1) * h->page;
}

/* Free, side by side, and within. */
static bool fits(const struct huge *h, size_t at, size_t bytes)
{
    if (at / h->page >= h->pages || bytes > run_end(h, at / h->page) - at) return false;
    for (unsigned i = 0; i < h->blocks; i++)
        if (at < h->block[i].at + h->block[i].bytes && h->block[i].at < at + bytes) return false;
    return true;
}

/* The first place is the begin of a page, or the end of a block. */
void *huge_take(struct huge *h, size_t bytes)
{
    size_t best = SIZE_MAX;

    if (!bytes || h->blocks == HUGE_BLOCKS) return NULL;
    for (size_t page = 0; page < h->pages && best == SIZE_MAX; page++)
        if (fits(h, page * h->page, bytes)) best = page * h->page;
    for (unsigned i = 0; i < h->blocks; i++) {
        const size_t at = (h->block[i].at + h->block[i].bytes + 63) & ~(size_t)63;

        if (at < best && fits(h, at, bytes)) best = at;
    }
    if (best == SIZE_MAX) return NULL;
    h->block[h->blocks++] = (struct huge_block){ best, bytes };
    return h->base + best;
}

void huge_give_back(struct huge *h, void *memory)
{
    for (unsigned i = 0; i < h->blocks; i++)
        if (h->base + h->block[i].at == memory) {
            h->block[i] = h->block[--h->blocks];
            return;
        }
}

bool huge_address(const struct huge *h, const void *memory, size_t bytes, uint64_t *address)
{
    const size_t at = (size_t)((uintptr_t)memory - (uintptr_t)h->base);
    const size_t page = at / h->page;

    if ((uintptr_t)memory < (uintptr_t)h->base || page >= h->pages
        || bytes > run_end(h, page) - at)
        return false;
    *address = h->physical[page] + at % h->page;
    return true;
}
