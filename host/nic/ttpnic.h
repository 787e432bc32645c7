/* SPDX-License-Identifier: Apache-2.0
 *
 * libttpnic - the NIC's host side: memory to memory by descriptors (docs/nic.md).
 *
 * C11, libc only. A backend says how registers and memory of the NIC are reached: ttpnic_model.h
 * has the model in this process, ttpnic_simbricks.h a NIC in a process of its own, ttpnic_pci.h one
 * in a PCI slot of Linux. Nothing here blocks but for a register of a process, with a limit;
 * ttpnic_poll lets a NIC that is simulated go on. One thread a NIC. Numbers in rings are
 * little-endian, as docs/nic.md says. */
#ifndef TTPNIC_H
#define TTPNIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum ttpnic_op { TTPNIC_SEND = 1, TTPNIC_WRITE = 2, TTPNIC_READ = 3 };
enum ttpnic_kind { TTPNIC_DONE = 1, TTPNIC_NOTICE = 2, TTPNIC_RECEIVED = 3 };
enum { TTPNIC_SEND_MAX = 992 };         /* bytes of a SEND */
enum { TTPNIC_PEERS_WRITE = 1, TTPNIC_PEERS_READ = 2 };
enum { TTPNIC_ALL_PEERS = -1 };

/* What stands behind a NIC. Registers are those of docs/nic.md behind address bit 12, those of the
 * MAC below it (docs/registers.md). */
struct ttpnic_backend {
    void *self;
    /* False: SLVERR, or it has gone. */
    bool (*write)(void *self, uint32_t address, uint32_t value);
    bool (*read)(void *self, uint32_t address, uint32_t *value);
    /* Makes memory of this process reachable for the NIC, at the address that comes back; false: it
     * can not. It stays where it is until `release`. */
    bool (*share)(void *self, void *memory, size_t bytes, uint64_t *address);
    void (*release)(void *self, void *memory);
    /* Lets a simulated NIC go on for a while. */
    void (*run)(void *self);
    /* NULL, or why the NIC can not be reached any more. */
    const char *(*gone)(void *self);
    void (*close)(void *self);
    /* Both NULL: any memory of this process can be shared. Or only memory from here can: so many
     * bytes from a multiple of 64 on; NULL: there are none left. What is not given back goes with
     * `close`. */
    void *(*allocate)(void *self, size_t bytes);
    void (*give_back)(void *self, void *memory);
};

struct ttpnic;                          /* opaque */

/* What a descriptor asks for. */
struct ttpnic_message {
    enum ttpnic_op op;
    uint8_t  ring;                      /* the send ring, 0 to ttpnic_rings - 1                 */
    bool     notice;                    /* of a WRITE: the peer's host is told                  */
    uint8_t  vc;                        /* 0 to 2                                               */
    uint32_t node;                      /* the peer, 24 bits                                    */
    void    *local;                     /* in memory that was shared                            */
    uint32_t length;                    /* bytes                                                */
    uint32_t key;                       /* of the region at the peer                            */
    uint64_t offset;                    /* in it                                                */
    uint32_t immediate;                 /* the peer's host gets it with a SEND or NOTICE        */
    uint64_t cookie;                    /* comes back                                           */
};

struct ttpnic_completion {
    enum ttpnic_kind kind;
    uint8_t  status;                    /* docs/nic.md, 0: all is well                          */
    uint8_t  vc;
    uint8_t  ring;                      /* of DONE: the send ring                               */
    uint32_t node, length, immediate, key;
    uint64_t cookie;                    /* of NOTICE: the offset in the region                  */
    uint16_t index;
};

/* A NIC with rings of 2^log elements each (1 to 12), its MAC enabled as `node`. All send rings that
 * it has are in use. NULL and *why set on a backend that is no NIC, has not 1 to 8 send rings, or
 * has gone, a log out of range, or no memory. The backend belongs to the NIC then. */
struct ttpnic *ttpnic_open(const struct ttpnic_backend *backend, uint32_t node, unsigned log,
                           const char **why);
void ttpnic_close(struct ttpnic *n);    /* NULL is allowed */
/* How many send rings it has, 1 to 8. */
unsigned ttpnic_rings(const struct ttpnic *n);
/* So many messages of a send ring may be open at a time, 1 to 511; 0: any number. */
bool ttpnic_limit(struct ttpnic *n, unsigned ring, unsigned messages);

/* Memory that can be shared with every backend, from a multiple of 64 on, all 0; NULL: there is
 * none. It is no longer shared when it is given back, which is before the NIC is closed. */
void *ttpnic_allocate(struct ttpnic *n, size_t bytes);
void ttpnic_give_back(struct ttpnic *n, void *memory);  /* NULL is allowed */

bool ttpnic_share(struct ttpnic *n, void *memory, size_t bytes);
void ttpnic_release(struct ttpnic *n, void *memory);

/* A region over shared memory, for one peer or TTPNIC_ALL_PEERS; index 0 to the NIC's last. Its key
 * is {secret[23:0], index[7:0]}. Rights 0 end it: false until no payload that came before sees
 * it. */
bool ttpnic_region(struct ttpnic *n, unsigned index, void *memory, uint64_t bytes, unsigned rights,
                   int32_t peer, uint32_t secret, uint32_t *key);
bool ttpnic_region_end(struct ttpnic *n, unsigned index);

/* False: the ring is full, or there is none, or memory is not shared. What was posted goes with
 * ttpnic_ring, or with the next poll. */
bool ttpnic_post(struct ttpnic *n, const struct ttpnic_message *m);
bool ttpnic_buffer(struct ttpnic *n, void *memory, uint32_t bytes, uint64_t cookie);
void ttpnic_ring(struct ttpnic *n);

/* Rings, lets the NIC go on, and takes up to `most` completions: how many. */
unsigned ttpnic_poll(struct ttpnic *n, struct ttpnic_completion *into, unsigned most);

/* NULL, or why the NIC can not be reached any more: no call has an effect then, and nothing comes.
 * It holds until the NIC is closed. */
const char *ttpnic_gone(const struct ttpnic *n);

/* A register; false: SLVERR, or the NIC has gone. */
bool ttpnic_read_register(struct ttpnic *n, uint32_t address, uint32_t *value);
bool ttpnic_write_register(struct ttpnic *n, uint32_t address, uint32_t value);
const char *ttpnic_status_name(uint8_t status);

#ifdef __cplusplus
}
#endif

#endif
