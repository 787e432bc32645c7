// SPDX-License-Identifier: Apache-2.0
//
// Who gave which payload and who got it. A payload says in its bytes which end, which life of its
// host, which VC and which number it is, so that whatever comes is judged without the protocol.
#ifndef TB_SCHEDULES_LEDGER_H
#define TB_SCHEDULES_LEDGER_H

#include <cstdint>
#include <string>
#include <vector>

// What can be wrong with a schedule.
enum Fault {
    SOUND,
    DEAD_NOLINK, DEAD_CLOSE, DEAD_NACK, DEAD_ACK, DEAD_OTHER,       // what went round at last
    STUCK_NOLINK, STUCK_CLOSE, STUCK_NACK, STUCK_ACK, STUCK_OTHER,  // no rest; the same
    TWICE,                                  // to one life of a host
    ORDER,
    OLDER,                                  // of an older life of the sender
    SKIPPED,                                // a payload is missing before one that came
    UNTAKEN,                                // retired and never delivered
    UNKEPT,                                 // to be delivered, and was never held
    DAMAGED, LEAK, ILLEGAL, GHOST,
    UNAGREED,                               // a block or number that the peer has not agreed to
    UNDONE,                                 // a stream that has not come to its end, or its counts
    FAULT_N
};

extern const char *const FAULT_NAME[FAULT_N];

class Ledger {
public:
    Ledger(uint32_t least, uint32_t most) : least_(least), most_(most) {}

    std::vector<uint8_t> give(int end, uint32_t vc);          // the next payload
    void delivered(int end, uint32_t vc, const std::vector<uint8_t> &d);
    // Its oldest n; held: the peer's host takes nothing, so its MAC may have them.
    void retired(int end, uint32_t vc, uint32_t n, uint64_t bytes, bool held);
    void flushed(int end, uint32_t vc, uint32_t n);
    void taken(int end);        // this end's host has all that its MAC had
    void restart(int end);
    void rest();                // all that living hosts gave has come and retired

    Fault fault = SOUND;
    std::string why;
    uint64_t came = 0, ghosts = 0;          // ghosts: had retired before they came

    void fail(Fault f, const std::string &text);

private:
    struct Payload {
        uint32_t to = 0;        // bit n: delivered to life n of the receiver's host
        uint32_t bytes = 0;
        bool retired = false, flushed = false;
        bool stored = false;    // ... when the host had not got it from its MAC so far
    };
    struct Stream {             // of one end on one VC
        std::vector<std::vector<Payload>> lives = { {} };     // of its host
        size_t gone = 0;        // of the newest life: retired or flushed
    };
    struct Cursor {             // of one end on one VC: what its host got last in this life
        int life = -1;          // of the sender's host
        size_t next = 0;
    };

    Stream stream_[2][3];
    Cursor cursor_[2][3];
    uint32_t life_[2] = {};
    uint32_t least_, most_;             // bytes of a payload
};

#endif
