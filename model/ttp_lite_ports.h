/* SPDX-License-Identifier: Apache-2.0
 *
 * The byte ports of the small MAC: rtl/lite/ttp_lite_rx.v and ttp_lite_tx.v, cycle by cycle. Frames are arrays of bytes
 * here; which page they lie in can not be seen outside. */
#ifndef TTP_LITE_PORTS_H
#define TTP_LITE_PORTS_H

#include <stdbool.h>
#include <stdint.h>

#define TTP_LITE_FRAME 2000u    /* bytes of a frame that are kept */

struct ttp_lite_frame {
    uint16_t bytes;             /* as counted, [1, 2047]; of tx: length        */
    bool     bad;               /* tuser of the last byte                      */
    uint8_t  data[TTP_LITE_FRAME];
};

struct ttp_lite_rx {
    struct ttp_lite_frame slot[2];
    bool     full[2];
    uint8_t  fill, look;        /* slot that is filled, slot the sequencer sees */
    uint16_t count;             /* bytes of the frame so far, stops at 2047     */
    bool     word, end, bad;    /* a word, the status waits for the memory      */
};

struct ttp_lite_tx {
    struct ttp_lite_frame frame;
    uint16_t left, at;          /* bytes to send; the next one                  */
    uint8_t  have;              /* bytes at hand, [0, 2]                        */
    bool     come;              /* the memory's answer is there in this cycle   */
};

void ttp_lite_rx_reset(struct ttp_lite_rx *p);
bool ttp_lite_rx_ready(const struct ttp_lite_rx *p, bool on);
/* The edge. turn: the memory is the port's in this cycle. */
void ttp_lite_rx_clock(struct ttp_lite_rx *p, bool on, bool turn, bool valid, uint8_t data, bool last, bool user);
const struct ttp_lite_frame *ttp_lite_rx_frame(const struct ttp_lite_rx *p);    /* NULL: none */
void ttp_lite_rx_give(struct ttp_lite_rx *p);                                   /* it is dealt with */

void ttp_lite_tx_reset(struct ttp_lite_tx *p);
bool ttp_lite_tx_idle(const struct ttp_lite_tx *p);
void ttp_lite_tx_clock(struct ttp_lite_tx *p, bool turn, bool ready);
/* p->frame holds a frame: send it. After the edge of the same cycle. */
void ttp_lite_tx_go(struct ttp_lite_tx *p);

#endif
