/* SPDX-License-Identifier: Apache-2.0
 *
 * A backend of libttpnic: the golden model of NIC and MAC in this process. Its memory is that of
 * the process, where it was shared; anything else answers with an error. */
#ifndef TTPNIC_MODEL_H
#define TTPNIC_MODEL_H

#include "ttp_nic.h"
#include "ttpnic.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ttpnic_model_config {
    struct ttp_params mac;
    uint32_t messages, regions, reads, follow, rings;   /* of ttp_nic_core */
    uint16_t epoch;                             /* another each boot */
    uint64_t offset;                            /* of the NIC's addresses, a multiple of 4096   */
    uint32_t memory_latency;                    /* cycles from an address to the answer */
    uint32_t cycles;                            /* that a run lasts */
    /* The wire. A frame without FCS, at most 1536 bytes. `receive` gives how many bytes have come,
     * 0: none. `idle`: nothing has moved in a whole run; the other end may need the processor. */
    void *wire;
    void (*send)(void *wire, const uint8_t *frame, size_t bytes);
    size_t (*receive)(void *wire, uint8_t *frame, size_t most);
    void (*idle)(void *wire);
    /* Bytes that a frame takes of the line beside its own: 24 with FCS, preamble and the gap of
     * Ethernet, 0: none. Without meaning for `words`. */
    uint32_t gap;
    /* Or word by word, in each cycle: what leaves, and what comes in the same cycle. */
    void (*words)(void *wire, const struct ttp_nic_wire *out, struct ttp_nic_wire *in);
    /* NULL, or who looks on: the pins of each cycle, before its edge. */
    void *watcher;
    void (*watch)(void *watcher, const struct ttp_nic_pins_in *in,
                  const struct ttp_nic_pins_out *out);
};

/* False and *why set: parameters or offset out of range, or no memory. */
bool ttpnic_model(const struct ttpnic_model_config *c, struct ttpnic_backend *into,
                  const char **why);
/* As by its rst: registers, rings, regions, links and what was shared are gone, the wire is not.
 * epoch: another one than before. ttpnic_close ends the model too: who wants to reset it gives its
 * NIC a backend whose `close` does nothing, and calls the true one at the end. */
void ttpnic_model_reset(const struct ttpnic_backend *b, uint16_t epoch);
/* Clock cycles so far. */
uint64_t ttpnic_model_cycles(const struct ttpnic_backend *b);

#ifdef __cplusplus
}
#endif

#endif
