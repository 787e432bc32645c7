/* SPDX-License-Identifier: Apache-2.0 */
#include "ttp_tx_frame.h"

#include "ttp_beat.h"
#include "ttp_defs.h"

enum { PICK, HDR, DATA, TAIL };

void ttp_tx_frame_bind(struct ttp_tx_frame *b, const struct ttp_params *p, struct ttp_arena *a)
{
    (void)a;
    b->beat_bytes = p->data_w / 8;
    b->beat_log2 = p->data_w == 64 ? 3 : p->data_w == 128 ? 4 : p->data_w == 256 ? 5 : 6;
    b->hdr_beats = 64 / b->beat_bytes;
    b->addr_high = p->addr_high;
}

void ttp_tx_frame_drive(const struct ttp_tx_frame *b, struct ttp_tx_frame_out *o)
{
    o->m_axis_wire_tdata  = b->tdata;
    o->m_axis_wire_tkeep  = b->tkeep;
    o->m_axis_wire_tvalid = b->tvalid;
    o->m_axis_wire_tlast  = b->tlast;
    o->frame_left = b->frame_left;
    o->tx_idle = b->state == PICK && !b->f1_valid && !b->tvalid;
    o->tx_pulse = b->tx_pulse;
}

/* What F0 does in this cycle. unread counts bytes of payload or block less one, so that its high
 * bits are the words to come after this one and its low bits tell of the last word. */
struct step {
    bool move, start, go, payload, block, word_of_it, read, final_word, tail, last, hop;
    uint8_t  beat, word;
    uint16_t unread, cell;
};

static inline void f0(const struct ttp_tx_frame *b, const struct ttp_tx_frame_in *in,
                      struct step *s)
{
    const bool pick = b->state == PICK;
    bool word0;

    s->move = !b->tvalid || in->m_axis_wire_tready;
    s->start = pick && s->move && !in->quiesce && (in->response_valid || in->payload_valid);
    s->go = pick ? s->start : s->move;
    s->word_of_it = s->read = s->last = false;
    if (!s->go) return;

    s->payload = pick ? in->sel_payload : b->payload;
    s->block = pick ? !in->sel_payload && in->block : b->block;
    s->beat = pick ? 0 : b->beat;
    s->unread = pick ? (uint16_t)((s->block ? 15u : in->payload_len - 1u) & 1023u) : b->unread;
    word0 = b->state < DATA && s->beat == b->hdr_beats - 1;
    s->final_word = s->unread >> b->beat_log2 == 0;
    /* Of the last word 4 bytes fit behind the header or the word before; the rest takes a beat. */
    s->tail = (s->unread & (b->beat_bytes - 1)) >= 4;
    s->word_of_it = (s->payload || s->block) && (word0 || b->state == DATA);
    s->read = s->word_of_it && s->payload;
    s->last = b->state == TAIL || (s->payload || s->block
                                   ? s->word_of_it && s->final_word && !s->tail : word0);
    if (s->read) {
        s->word = word0 ? 0 : b->word;
        s->hop = s->word == 0;
        s->cell = word0 ? in->payload_first : s->hop ? in->next_cell : b->cell;
    }
}

void ttp_tx_frame_comb(const struct ttp_tx_frame *b, const struct ttp_tx_frame_in *in,
                       struct ttp_tx_frame_out *o)
{
    struct step s;

    f0(b, in, &s);
    o->start_payload = s.start && in->sel_payload;
    o->start_response = o->response_ready = s.start && !in->sel_payload;
    o->fetch_en = s.read;
    o->payload_ready = s.read && s.final_word;
    o->next_cell_en = s.read && s.hop;
    if (s.read) {
        o->fetch_addr = (uint32_t)s.cell * b->hdr_beats + s.word;
        o->next_cell_addr = s.cell;
    }
}

/* Byte 0 of a frame is the lowest of lane 0: a lane written in wire order, turned round. */
static inline uint64_t turn(uint64_t v)
{
    v = (v & 0x00ff00ff00ff00ffu) << 8 | (v >> 8 & 0x00ff00ff00ff00ffu);
    v = (v & 0x0000ffff0000ffffu) << 16 | (v >> 16 & 0x0000ffff0000ffffu);
    return v << 32 | v >> 32;
}

/* pkt.layout - header bytes 0..59, but for our own node (bytes 9..11 and 34..36). */
static void header(uint64_t *lane, uint32_t high, uint32_t op, uint32_t vc, uint32_t node,
                   uint32_t txid, uint32_t rxid, uint32_t life, uint32_t to_life, uint32_t len,
                   uint32_t ext)
{
    lane[0] = turn((uint64_t)high << 40 | (uint64_t)node << 16 | high >> 8);
    lane[1] = turn((uint64_t)(high & 0xff) << 56 | TTP_ETHERTYPE << 16 | TTP_TTH0 << 8);
    lane[2] = turn((uint64_t)(len + TTP_TTH_OVERHEAD) << 48);
    lane[3] = 0;
    lane[4] = turn(node);
    lane[5] = turn((uint64_t)(len + TTP_TSH_OVERHEAD) << 48 | (uint64_t)op << 40
                   | (uint64_t)vc << 32 | to_life << 16 | life);
    lane[6] = turn((to_life ? (uint64_t)TTP_LIVES_MARK << 40 : 0)      /* life.mark */
                   | (uint64_t)ext << 32 | txid);
    lane[7] = turn((uint64_t)rxid << 32);
}

/* What follows in the frame: a word of the payload store, or of the block. */
static inline const uint64_t *next_word(const struct ttp_tx_frame *b,
                                        const struct ttp_tx_frame_in *in)
{
    return b->f1_block ? &b->bytes[b->beat_bytes == 8 && b->f1_data] : in->fetch_data;
}

/* F1: a beat into the output flops. Own node and first payload bytes join here and not in header():
 * cfg_node may change, and the word was read a cycle later. */
static void f1(struct ttp_tx_frame *b, const struct ttp_tx_frame_in *in)
{
    const uint32_t lanes = b->beat_bytes / 8;
    const uint64_t *word = next_word(b, in);

    if (b->f1_data) {
        ttp_beat_earlier(b->tdata, b->hold, (uint32_t)word[0], lanes);
    } else {
        const uint32_t first = b->f1_beat * lanes;

        ttp_beat_copy(b->tdata, b->hdr + first, lanes);
        if (1 - first < lanes) b->tdata[1 - first] |= turn((uint64_t)in->cfg_node << 32);
        if (4 - first < lanes) b->tdata[4 - first] |= turn((uint64_t)in->cfg_node << 24);
        if (7 - first < lanes && b->f1_lead)
            b->tdata[7 - first] |= (word[0] & b->f1_lead) << 32;
    }
    b->tkeep = (b->beat_bytes == 64 ? 0 : (uint64_t)1 << b->beat_bytes) - 1;
    if (b->f1_last && b->f1_keep) b->tkeep = ((uint64_t)1 << b->f1_keep) - 1;
    b->tlast = b->f1_last;
    b->tnotify = b->f1_notify;
    /* The word may be another frame's after the last beat: hold it only where it is used. */
    if (!b->f1_last && (b->f1_data || b->f1_beat == b->hdr_beats - 1))
        ttp_beat_copy(b->hold, word, lanes);
}

void ttp_tx_frame_clock(struct ttp_tx_frame *b, const struct ttp_tx_frame_in *in)
{
    struct step s;

    b->tx_pulse = 0;
    b->frame_left = b->tvalid && in->m_axis_wire_tready && b->tlast && b->tnotify;
    f0(b, in, &s);
    if (s.move) {
        if (b->f1_valid) f1(b, in);
        b->tvalid = b->f1_valid;
        b->f1_valid = s.go;
    }
    if (s.go) {
        const uint32_t low = s.unread & (b->beat_bytes - 1);

        b->f1_data = b->state >= DATA;
        b->f1_beat = s.beat;
        b->f1_last = s.last;
        b->f1_keep = b->f1_data ? (uint8_t)((low - 3u) & (b->beat_bytes - 1)) : 0;
        b->f1_lead = 0;
        b->f1_block = s.block;
        if (s.word_of_it) b->f1_lead = s.final_word && !s.tail ? ~0u >> (8 * (3 - low)) : ~0u;
        if (s.start) {
            b->payload = s.payload;
            b->block = s.block;
            b->unread = s.unread;
            if (s.payload) {
                header(b->hdr, b->addr_high, TTP_OP_PAYLOAD, in->payload_vc, in->payload_node,
                       in->payload_id, in->payload_number, in->payload_life, in->payload_to_life,
                       in->payload_len, 0);
                b->f1_notify = false;
                b->tx_pulse = 1u << TTP_OP_PAYLOAD;
            } else {
                const struct ttp_response *r = in->response;
                const bool counts = s.block && in->block->counts;

                header(b->hdr, b->addr_high, r->op, r->vc, r->node, r->txid, r->rxid, r->life,
                       r->to_life, counts ? 16 : 0, counts ? in->block->lane[0] & 0xff : 0);
                for (uint32_t i = 0; s.block && i < 2; i++)
                    b->bytes[i] = in->block->lane[i];
                b->f1_notify = r->notify;
                b->tx_pulse = (uint16_t)(1u << r->op);
            }
        }
        if (s.word_of_it) b->unread = (uint16_t)((s.unread - b->beat_bytes) & 1023u);
        if (s.read) {
            b->word = (uint8_t)((s.word + 1u) & (b->hdr_beats - 1));
            b->cell = s.cell;
        }
        b->beat = (uint8_t)((s.beat + 1u) & (b->hdr_beats - 1));
        if (s.last)            b->state = PICK;
        else if (!s.word_of_it) b->state = HDR;
        else if (s.final_word) b->state = TAIL;
        else                   b->state = DATA;
    }
    if (in->core_rst) {
        b->state = PICK;
        b->f1_valid = b->tvalid = b->frame_left = false;
        b->tx_pulse = 0;
    }
}
