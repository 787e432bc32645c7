// SPDX-License-Identifier: Apache-2.0
//
// The conformance test: one row or more for each rule of docs/protocol.md, typed from that page.
// The name of a row begins with the label of its rule. The peer of the MAC is played by hand.
//
//     Cell    a cell of a state table: from where, what comes in, what must come out, where it ends
//     Row     a name, the rule in short words, a function, a note; a Cell becomes one
//     Bench   a fresh MAC for each row, or the rules alone (ground.h), brought into a
//             state, its frames, counters, completions
//
// The rows judge by themselves: the scoreboard of the scenarios hears nothing here, because it
// knows less of peers that restart than these rows ask for.
#ifndef TB_CONFORM_H
#define TB_CONFORM_H

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ground.h"

namespace conform {

// Cycles of a timer that does not run out while a link is brought into its state, nor while
// next() waits.
constexpr uint32_t SLOW = 24000;
// Cycles of a short timer: longer than it takes to bring a link into its state.
constexpr uint32_t T = 4000;
// Cycles of a step of IDLE_TMO and VICTIM_IDLE (docs/registers.md); idle for more than one.
constexpr uint32_t STEP = 4096, LONGER = 2 * STEP + 1000;

// The peer has no life number from the start.
constexpr bool KNOWN = false, STRANGER = true;

using State = uint32_t;         // a LinkState
const char *state_name(uint32_t s);

// How a state is reached. "Both": a payload went and was acknowledged in each direction before.
enum Start {
    S_NONE,             // CLOSED, the peer was never heard of
    S_CLOSED,           // CLOSED after both and an orderly close: the peer is on record
    S_DEAD,             // CLOSED after both and a dead link, its interrupt cleared
    S_WAIT,             // CLOSED by OPEN_NACK, a payload waits for the back-off
    S_OPEN_SENT,        // two payloads wait for the OPEN_ACK of a peer never heard of
    S_OPEN_SENT_REC,    // the same with the peer on record
    S_SHIPS,            // OPEN_SENT, and the peer's OPEN is answered
    S_REOPEN,           // REOPEN_SENT by NACK_NOLINK, two payloads in flight
    S_OPEN_RECD,        // the OPEN_ACK can not leave
    S_RECD_NACKED,      // the same, after our own OPEN had got its OPEN_NACK
    S_FRESH,            // OPEN, our first payload in flight, the peer has sent nothing
    S_OPEN,             // OPEN after both, nothing in flight
    S_FLIGHT,           // OPEN after both, two payloads in flight
    S_CLOSE_SENT,       // after both
    S_HELD,             // CLOSE_SENT, a CLOSE_NACK has named two payloads still to come
    S_CLOSE_RECD,       // two payloads in flight, nothing is missing
    S_MISSING           // CLOSE_RECD, nothing in flight, two payloads are missing
};

// IDs in a table, as they are when the state is reached.
enum Id {
    NIL, UNA, UNA_M1, UNA_M2, UNA1, SNT, SNT1, SNT2, SNT9,
    LAST, LAST1, LAST2, LAST3, LAST4, LAST_M1, LAST_FAR,
    OURS,               // TxID of our newest OPEN
    CLOSE_ID,           // TxID of our CLOSE
    CLOSE_ID1,
    ASK,                // TxID of the stimulus
    ASK_M1,
    NEWS,               // far from all others
    ANY
};

constexpr uint32_t LIFE = 0x0700, OTHER = 0x4455, BASE = 5000;

struct Sent {
    Header h{};
    std::vector<uint8_t> data, raw;                    // payload, whole frame
    uint64_t cycle = 0;
};

struct Want {
    uint32_t op;
    Id tx, rx;
};

class Bench {
public:
    explicit Bench(const Setup &s, bool rules = false);

    // A difference stops the simulation: it comes first.
    void expect(bool c, const std::string &what)
    {
        Node *d = w.world() ? w.world()->net.difference() : nullptr;
        w.expect(c, d ? "RTL and model differ in " + d->dut->difference()->ports.front().name
                      : what);
    }
    bool ok() const { return w.ok(); }

    // The peer's side: one with a life names it, and in all but OPEN that of the MAC (life.both).
    Frame frame(uint32_t op, uint32_t txid, uint32_t rxid, size_t bytes = 0);
    // That the MAC has named to it last, on this VC.
    uint32_t named(uint32_t node) { return mac_lives[vc << 24 | node]; }
    // With garbage in what is ignored, if `garble`.
    void inject(Frame f);
    void inject_each(Frame f);      // of one link, and no faster than the MAC takes them
    void tx(uint32_t op, uint32_t txid, uint32_t rxid) { inject(frame(op, txid, rxid)); }
    // The same bytes each time for one ID and size.
    Frame payload(uint32_t id, size_t bytes = 50);
    void take(uint32_t id, size_t bytes = 50);         // goes out, is acknowledged and delivered
    // So many reached the host since the last look.
    void delivered(size_t n);

    // What the peer sends, and our answer to it. Its payload with this ID.
    void sends(uint32_t id, uint32_t answer, uint32_t rxid, size_t bytes = 50);
    // Its OPEN, and our OPEN_ACK, which names it; `next`: and the ID of our next payload.
    Sent opens(uint32_t txid);
    Sent opens(uint32_t txid, uint32_t next);
    // Its CLOSE; CLOSE_ACK, or CLOSE_NACK with our last payload.
    void closes(uint32_t txid, uint32_t rxid);
    void close_nacked(uint32_t txid, uint32_t rxid);
    // Its NACK; all from that ID on go out again.
    void nacks(uint32_t rxid);
    // Its NACK_NOLINK; our OPEN is that of a link with payloads from una on.
    Sent has_no_link(uint32_t rxid);
    // Its OPEN_ACK; all in flight go out again.
    void open_ack_replays(uint32_t txid, uint32_t rxid);

    // The MAC's side. next: the oldest frame to the peer not yet looked at.
    void host(size_t n = 1, size_t bytes = 40);
    void host_to(uint32_t node, size_t n = 1, size_t bytes = 40);
    Sent next(uint32_t op);
    Sent next(uint32_t op, uint32_t txid, uint32_t rxid);
    Sent next_of(uint32_t node, uint32_t op);
    // A frame to the peer comes in this time, which a timer takes.
    bool await(uint64_t limit, const char *what);
    Sent next_within(uint64_t limit, uint32_t op);
    Sent next_within(uint64_t limit, uint32_t op, uint32_t txid, uint32_t rxid);
    void payloads(uint32_t from, uint32_t n);          // n payloads, from this ID on
    void host_sends(uint32_t id);                      // one of the host leaves with this ID
    Sent host_opens(size_t n = 1);                     // n of the host wait, and our OPEN leaves
    uint32_t host_opened(uint32_t txid);               // the same, OPEN_ACK, PAYLOAD; OPEN's TxID
    void open_ack_leaves();                            // that of S_OPEN_RECD, held back so far
    Sent we_close(uint32_t txid, uint32_t rxid);       // a close request, and our CLOSE
    void quiet(uint64_t cycles = 400);                 // and nothing comes out
    void step(uint64_t cycles) { w.step(cycles); }
    size_t waiting(uint32_t node) { return heard[node].size(); }
    void set(uint32_t reg, uint32_t v) { w.set(a, reg, v); }
    // Cycles of a walk of the timer.
    uint64_t links() const { return w.links(); }
    // What only a whole MAC has.
    Node &mac() { return *w.mac("a MAC").a; }
    const ttp_params &size() { return w.mac("a size").a->cfg.params; }
    void close() { set(TTP_REG_CLOSE_LINK, vc << 24 | peer); }

    // State as the registers show it.
    std::array<uint32_t, 7> rec() { return w.record(a, vc, peer); }
    uint32_t state() { return rec()[0] & 7; }
    uint32_t rounds() { return rec()[0] >> 12 & 0xff; }
    bool close_wanted() { return rec()[0] >> 29 & 1; }
    void in_state(State s, const char *when);
    void rests_in(State s, const char *when = "afterwards");    // quiet, and in this state
    void is_closed();                                  // in the orderly way, which is reported
    void same_link(const char *when);                  // una, last as noted here
    uint32_t causes() { return w.get(a, TTP_REG_IRQ_CAUSE); }

    void reach(Start s, bool stranger = false);
    void connect(bool both = true);
    void flight(uint32_t n, size_t bytes = 40);        // OPEN, n payloads in flight
    // OPEN, and the host takes nothing until the receive store is full: NACK_FULL.
    Sent fill();
    void replay(uint32_t from);                        // all in flight come again, and nothing else
    uint32_t value(Id id) const;

    // From here on: counters, causes, completions, deliveries.
    void look();
    void moved(unsigned counter, uint64_t by, const char *what);
    uint64_t count(unsigned counter);
    bool completed(uint32_t kind) const;
    void wait_completion(uint32_t kind, uint64_t limit = 200000);

    Ground w;
    Seat a;
    uint32_t peer = PEER, vc = 0, life = LIFE;
    bool garble = false;
    bool distance_set = false;                         // the reorder distance of our end
    bool blocks = false;                               // frames may carry blocks and numbers
    const bool offers;                                // ... OPEN and OPEN_ACK an offer
    uint32_t una = 0, snt = 0, last = 0, open_id = 0, close_id = 0, ask = 0, own_life = 0;
    std::map<uint32_t, uint32_t> mac_lives;            // by VC and node, as OPEN and OPEN_ACK said
    std::map<uint32_t, uint32_t> peer_lives;           // by node
    std::map<uint32_t, std::deque<Sent>> heard;
    std::vector<std::pair<uint32_t, std::vector<uint8_t>>> got;    // what the host got: tid, bytes
    std::vector<Completion> cpl;
    std::vector<std::string> log;                      // the frames of both directions
    Counters before;

private:
    void hear(const Frame &f);
    void note(const char *dir, const Frame &f);
    std::vector<uint8_t> bytes_of(uint32_t id, size_t n) const;
    void shut();
    Sent is(const Sent &s, uint32_t txid, uint32_t rxid);

    std::map<uint32_t, std::vector<uint8_t>> sent_;    // our payloads to the peer, by ID
    std::deque<std::vector<uint8_t>> given_;           // by the host, without ID so far
    size_t looked_got_ = 0, looked_cpl_ = 0;
};

using Moves = std::vector<std::pair<unsigned, uint64_t>>;

using Script = std::function<void(Bench &)>;

// A script with its arguments.
template <typename F, typename... A> Script with(F f, A... args)
{
    return [=](Bench &b) { f(b, args...); };
}

struct Row {
    std::string id, rule;
    Script run;
    std::string note = {};
};

enum Who { SAME, NEW_LIFE, NO_LIFE };

struct Cell {
    const char *id, *rule;
    Start start;
    bool stranger;                 // the peer has no life number from the start
    uint32_t op;                   // the stimulus
    Id tx, rx;
    Who who;                       // of this OPEN, OPEN_ACK
    std::vector<Want> answers;
    State after;
    Id last_after = LAST, una_after = UNA;
    // beyond RX, TX, RETIRED, REPLAY, DLV, which follow from the rest
    Moves moves = {};
    uint32_t irq = 0;              // causes
    std::vector<uint32_t> kinds = {};   // completions
    const char *note = "";
};

void run_cell(Bench &b, const Cell &c);
std::vector<Row> rows_of(const std::vector<Cell> &cells);

// What many cells say: the payloads in flight go out again, a counter moves, a cause is set.
inline const std::vector<Want> REPLAY2 = { { OP_PAYLOAD, UNA, NIL }, { OP_PAYLOAD, UNA1, NIL } };
inline const Moves OPENED = { { TTP_CNT_OPENED, 1 } }, ILLEGAL = { { TTP_CNT_ILLEGAL, 1 } },
                   LATE = { { TTP_CNT_LATE_ACK, 1 } }, REPEAT = { { TTP_CNT_REPEAT, 1 } },
                   GAP = { { TTP_CNT_GAP, 1 } }, FAR = { { TTP_CNT_DROP_FAR, 1 } };
constexpr uint32_t cause(unsigned bit) { return 1u << bit; }
constexpr uint32_t IRQ_ILLEGAL = cause(TTP_IRQ_ILLEGAL), IRQ_CLOSED = cause(TTP_IRQ_CLOSED),
                   IRQ_NOLINK = cause(TTP_IRQ_NOLINK);

// Notes of rows in several files.
constexpr const char *AS_IN_OPEN = "by reopen.moving";
constexpr const char *NEXT_ID = "the TxID of this OPEN_ACK is looked at in ids.open_ack.next";

// Local events: the event and the state before each rule.
std::vector<Row> with_place(const char *event, std::vector<Row> rows);
std::vector<Row> operator+(std::vector<Row> a, const std::vector<Row> &b);

// The set of PEER in the table of links: its ways, other peers of it, a frame of one.
uint32_t ways(Bench &b);
uint32_t other(Bench &b, uint32_t i);
Frame from(Bench &b, uint32_t node, uint32_t op, uint32_t txid, uint32_t rxid, uint32_t life,
           const std::vector<uint8_t> &data = {});
// Opened by the other node itself; it stays OPEN and idle.
void idle_link(Bench &b, uint32_t node, uint32_t base = 100);
// All other ways OPEN, each with a payload of ours in flight: no victims.
void busy_ways(Bench &b);
// The OPEN of another peer of the set, whose node it returns: OPEN_NACK.
uint32_t refused(Bench &b, uint32_t txid, uint32_t life);
// Connects; the link is idle, alone in that, and an OPEN from elsewhere has made it the victim.
void becomes_victim(Bench &b);

// 4000 cycles, and longer where a walk of the timer takes longer.
uint32_t span(Bench &b);

// A stranger on a live link: its OPEN with TxID 900 is set aside, its payload 901 came once.
void one_spoke(Bench &b);

// A life number that is not this one.
constexpr uint32_t other_life(uint32_t life) { return life % 0xffff + 1; }

// Rows of a file: main() finds them as soon as the file is linked. A file has those of one label or
// of a few that belong together, and is called by the first.
struct Rows {
    explicit Rows(std::vector<Row> rows);
    static std::vector<Row> &all();
};

// Rows that are others once more.
std::vector<Row> garbled_rows(const std::vector<Row> &all);

} // namespace conform

#endif
