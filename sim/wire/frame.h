// SPDX-License-Identifier: Apache-2.0
//
// A frame as bytes, and the header fields by their offsets (docs/protocol.md, Frame). Typed from
// the protocol text, not from rtl/ttp_defs.vh: the checkers are a third reading of it.
#ifndef TTPSIM_FRAME_H
#define TTPSIM_FRAME_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

enum Opcode : uint32_t {
    OP_OPEN, OP_OPEN_ACK, OP_OPEN_NACK, OP_CLOSE, OP_CLOSE_ACK, OP_CLOSE_NACK,
    OP_PAYLOAD, OP_ACK, OP_NACK, OP_NACK_FULL, OP_NACK_NOLINK, OP_N
};

inline const char *opcode_name(uint32_t op)
{
    static const char *const name[] = { "OPEN", "OPEN_ACK", "OPEN_NACK", "CLOSE", "CLOSE_ACK",
        "CLOSE_NACK", "PAYLOAD", "ACK", "NACK", "NACK_FULL", "NACK_NOLINK" };
    return op < OP_N ? name[op] : "?";
}

constexpr size_t HDR_BYTES = 60;
constexpr size_t MIN_FRAME = 64;      // what a MAC sends; it takes 60
constexpr size_t MAX_PAYLOAD = 1024;
constexpr uint32_t OUI = 0x98ed5c;
constexpr uint32_t ETHERTYPE = 0x9ac6;
constexpr uint32_t LIVES_MARK = 0x000010; // bytes 48 to 50 of a frame that names both lives

struct Frame {
    std::vector<uint8_t> bytes;
    bool user = false;                // frame error flag, as from a failed FCS
    uint8_t harm = 0;                 // what the wire did to this copy, see wire.h
};

inline uint32_t get_be(const uint8_t *b, unsigned n)
{
    uint32_t v = 0;
    for (unsigned i = 0; i < n; i++) v = v << 8 | b[i];
    return v;
}

inline void put_be(uint8_t *b, unsigned n, uint32_t v)
{
    for (unsigned i = 0; i < n; i++) b[i] = static_cast<uint8_t>(v >> (8 * (n - 1 - i)));
}

inline uint32_t get_be(const std::vector<uint8_t> &b, size_t at, unsigned n)
{
    return get_be(b.data() + at, n);
}

inline void put_be(std::vector<uint8_t> &b, size_t at, unsigned n, uint32_t v)
{
    put_be(b.data() + at, n, v);
}

struct Header {
    uint32_t dst_oui, dst, src_oui, src, ethertype, tth0, gateway, total, length, opcode, vc;
    uint32_t epoch, txid, rxid;
    uint32_t life, to_life;           // as they count (life.mark), else 0
    size_t payload;                   // bytes, by the length field; 0 if that is < 26
};

// False if the frame is too short to have a header.
inline bool parse_header(const Frame &f, Header *h)
{
    const std::vector<uint8_t> &b = f.bytes;
    if (b.size() < HDR_BYTES) return false;
    h->dst_oui = get_be(b, 0, 3);
    h->dst = get_be(b, 3, 3);
    h->src_oui = get_be(b, 6, 3);
    h->src = get_be(b, 9, 3);
    h->ethertype = get_be(b, 12, 2);
    h->tth0 = b[14];
    h->gateway = b[15] >> 7;
    h->total = get_be(b, 16, 2);
    h->length = get_be(b, 40, 2);
    h->opcode = b[42] & 0x3f;
    h->vc = b[43];
    h->epoch = get_be(b, 46, 2);
    h->txid = get_be(b, 52, 4);
    h->rxid = get_be(b, 56, 4);
    h->payload = h->length < 26 ? 0 : h->length - 26;
    h->life = h->to_life = 0;
    if (h->opcode == 0) {             // life.garbage
        if (!get_be(b, 44, 2) && !get_be(b, 48, 4)) h->life = h->epoch;
    } else if (get_be(b, 48, 3) == LIVES_MARK && get_be(b, 44, 2)
               && (h->epoch || h->opcode == 2)) { // life.mark: an OPEN_NACK names ours alone
        h->life = h->epoch;
        h->to_life = get_be(b, 44, 2);
    }
    return true;
}

// Age of IDs: the sign of the 32-bit difference, never <.
inline bool newer(uint32_t a, uint32_t b) { return static_cast<int32_t>(a - b) > 0; }

// The header of a frame with `payload` bytes, over HDR_BYTES bytes that are 0.
inline void write_header(uint8_t *b, uint32_t src, uint32_t dst, uint32_t opcode, uint32_t vc,
                         uint32_t txid, uint32_t rxid, uint32_t epoch, uint32_t to_life,
                         uint32_t payload)
{
    put_be(b, 3, OUI);
    put_be(b + 3, 3, dst);
    put_be(b + 6, 3, OUI);
    put_be(b + 9, 3, src);
    put_be(b + 12, 2, ETHERTYPE);
    b[14] = 0x05;
    put_be(b + 16, 2, payload + 46);
    put_be(b + 34, 3, src);
    put_be(b + 37, 3, dst);
    put_be(b + 40, 2, payload + 26);
    b[42] = static_cast<uint8_t>(opcode);
    b[43] = static_cast<uint8_t>(vc);
    put_be(b + 44, 2, to_life);
    put_be(b + 46, 2, epoch);
    if (to_life) put_be(b + 48, 3, LIVES_MARK);
    put_be(b + 52, 4, txid);
    put_be(b + 56, 4, rxid);
}

// A frame from scratch, for tests that play a peer.
inline Frame make_frame(uint32_t src, uint32_t dst, uint32_t opcode, uint32_t vc, uint32_t txid,
                        uint32_t rxid, uint32_t epoch = 0,
                        const std::vector<uint8_t> &payload = {}, uint32_t to_life = 0)
{
    Frame f;
    const size_t n = HDR_BYTES + payload.size();
    f.bytes.assign(n < MIN_FRAME ? MIN_FRAME : n, 0);
    write_header(f.bytes.data(), src, dst, opcode, vc, txid, rxid, epoch, to_life,
                 static_cast<uint32_t>(payload.size()));
    std::copy(payload.begin(), payload.end(), f.bytes.begin() + HDR_BYTES);
    return f;
}

#endif
