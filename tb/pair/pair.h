// SPDX-License-Identifier: Apache-2.0
//
// Two ends of model/rules/ and the wire between them, as states that a search can visit in every
// order. There is no time: a timer that runs may expire at any moment, a frame on the wire may
// arrive, be lost or stay behind at any moment, and frames overtake each other at will.
//
//     State --Action--> State      Pair::apply, with every promise checked on the way
//
// Beside the two links a state holds what their callers owe them, and what a witness has to
// remember to judge them: which payloads were given, have retired, were delivered and to whom.
#ifndef TB_PAIR_H
#define TB_PAIR_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "rules/ttp_rules.h"
#include "rules/ttp_select.h"

namespace pair {

constexpr unsigned WIRE_MAX = 64;   // frames; a search has fewer, a fair run may have more
constexpr uint8_t FREE = 255;       // a budget without an end
constexpr unsigned KEPT_MAX = 8;    // payloads in flight and kept ahead of their turn, by ID
constexpr uint16_t SELECT_WINDOW = 4;
constexpr uint16_t SOMEBODY = 0xfff0;  // a peer's life that is over, and only was not 0

struct Frame {
    uint32_t tx_id, rx_id;
    uint16_t life, to_life;
    uint8_t opcode;
    uint8_t to;                     // side
    uint8_t payload;                // number of the payload + 1, 0: none; MAPPED: the map
    uint8_t flags;
};
enum : uint8_t {
    QUEUED = 1,                     // an OPEN_ACK that has not left its end so far
    OFFER = 2, MAPPED = 4           // blocks of selective repeat
};

// What counts of struct ttp_select_link, see selective.cpp.
struct Select {
    uint8_t agreed, told;
    uint16_t unused[3];
    uint32_t newest, arrived, number, known;
    uint16_t sent[KEPT_MAX];        // number of the newest send of payload una + i
    uint8_t how[KEPT_MAX];
    uint8_t kept[KEPT_MAX];         // number of the payload + 1, by ID
    uint64_t filler;
};
static_assert(sizeof(Select) == 64, "hashed as words");

// Payloads of a side are numbered through all lives of its host: [gone, given) are held.
struct End {
    ttp_rules_link link;
    uint16_t next_life;
    uint8_t entry;                  // there is an entry for the peer
    uint8_t entries;                // so many were made
    uint8_t given, gone;
    uint8_t got;                    // newest payload delivered here + 1, in this life of the host
    uint8_t seen;                   // bit i: payload gone + i was delivered to some host
};

// What may still happen, by side where it is of a side.
struct Left {
    uint8_t give[2], close[2], restart[2], lives[2];
    uint8_t idle, victim, evict, full, busy, copies, losses;
    // Of a fair run:
    uint8_t phase, turn, batch, fair;
    uint8_t patience;               // 0: none; frames until the next timer expires
    uint8_t sends[2];               // with selective repeat they are numbered
    uint8_t select;                 // both ends have the switch on
    uint8_t unused[5];
};

struct State {
    Select select[2];               // only with the switch on
    End end[2];
    Left left;
    uint32_t n;
    Frame wire[WIRE_MAX];

    size_t first() const { return left.select ? 0 : offsetof(State, end); }
    size_t bytes() const { return offsetof(State, wire) + n * sizeof(Frame); }
};
static_assert(offsetof(State, wire) % 8 == 0 && sizeof(Frame) == 16, "hashed as words");

enum Act : uint8_t {
    DELIVER, DELIVER_FULL, DELIVER_BUSY,    // arg: place on the wire
    KEEP,                                   // the same, and a copy stays on the wire
    LOSE, LEFT,
    TIMER, TIMER_BUSY, SERVICE, SERVICE_IDLE, HOST, GIVE, SEND, CLOSE, VICTIM, RESTART, EVICT,
    ACT_N
};
struct Action { uint8_t act, arg; };

// The reductions of reduce.cpp, each of which can be off.
enum Reduction : uint8_t { INERT = 1, LIVES = 2, SETTLE = 4, FIELDS = 8 };

struct Bounds {
    unsigned give[2] = { 1, 1 }, close[2] = { 0, 0 }, restart[2] = { 0, 0 };
    unsigned lives = 0;             // a side; 0: as many as the rest can want
    unsigned channel = 3;
    unsigned copies = 0, losses = FREE;
    unsigned full = 0, busy = 0, idle = 0, victim = 0, evict = 0;
    uint32_t id[2] = { 1, 1000 };   // of the first payload
    uint32_t id_step = 0;           // from an entry to the next one of the same side
    uint16_t life[2] = { 1, 101 };
    uint16_t life_jump = 0;         // of a restart, beyond the next number
    uint8_t rounds = 255;           // below: counted in the search, and a link may die
    bool late = false;              // an OPEN_ACK leaves its end later than it is made
    bool reack = false;
    bool selective = false;
    bool offer_all = false;         // sel.offer: any OPEN has one
    unsigned sends = 6;             // a side, with selective repeat
    bool strangers = false;         // no frame carries lives
    bool check_masks = false;
    bool any = false;               // any number of frames, each as often as it likes
    bool mirror = false;            // states that differ in the names of the ends only are one
    bool fair_empty = false;        // fair runs only from a wire without frames
    uint8_t off = 0;                // Reduction

    bool on(Reduction r) const { return !(off & r); }
};

// A broken rule, to see that it is found: what goes into a step of the rules is altered, or what
// comes out of it. `was` is the link before the step; it and the link are null without an entry.
struct Plant {
    using Link = ttp_rules_link;
    using Before = void (*)(Link *, ttp_rules_event *);
    using Behind = void (*)(const Link *was, Link *, const ttp_rules_event &, ttp_rules_answers *);
    using Heard = void (*)(ttp_select_event *);         // with selective repeat
    enum Life { SAME_LIFE };        // a restart goes on with the life number of before

    Plant(const char *n, const char *w, const char *o, Before f)
        : name(n), what(w), options(o), before(f) {}
    Plant(const char *n, const char *w, const char *o, Behind f)
        : name(n), what(w), options(o), behind(f) {}
    Plant(const char *n, const char *w, const char *o, Heard f)
        : name(n), what(w), options(o), heard(f) {}
    Plant(const char *n, const char *w, const char *o, Life)
        : name(n), what(w), options(o), same_life(true) {}

    void step(Link *l, const ttp_rules_event &e, const ttp_rules_config &c,
              ttp_rules_answers *a) const;

    const char *name, *what, *options;
    Before before = nullptr;
    Behind behind = nullptr;
    Heard heard = nullptr;
    bool same_life = false;
};
const Plant *find_plant(const std::string &name);
const std::vector<Plant> &plants();

// What was met: a search that never met what it is about has shown nothing.
struct Met {
    uint64_t delivered = 0, opened = 0, closed = 0, restarts = 0, restarted = 0;
    uint64_t reopened = 0, dead = 0;
    uint64_t copies = 0, refused = 0, held_close = 0, crossed = 0, victims = 0, evicted = 0;
    uint64_t kept = 0, maps = 0, ships = 0, offers = 0;
    uint64_t cut = 0;               // by the bound of lives
    uint64_t steps = 0, inert = 0, settled = 0;
    uint64_t cell[11][8] = {};      // frames heard, by opcode and state
};
constexpr struct {
    const char *name;
    uint64_t Met::*count;
} MET[] = {
    { "delivered", &Met::delivered }, { "opened", &Met::opened }, { "closed", &Met::closed },
    { "crossed", &Met::crossed }, { "held", &Met::held_close }, { "restarts", &Met::restarts },
    { "told", &Met::restarted }, { "lost", &Met::reopened }, { "refused", &Met::refused },
    { "copies", &Met::copies }, { "victims", &Met::victims }, { "evicted", &Met::evicted },
    { "dead", &Met::dead }, { "kept", &Met::kept }, { "maps", &Met::maps },
    { "ships", &Met::ships }, { "offers", &Met::offers }, { "cut", &Met::cut },
};

class Pair {
public:
    Pair(const Bounds &b, const Plant *plant);

    State start() const;
    // All that can happen in a state of the search.
    void actions(const State &s, std::vector<Action> *out) const;
    // False: the bounds forbid it. A broken promise stands in `wrong` afterwards.
    bool apply(State *s, Action a);
    // The one form of all states that differ in nothing that counts.
    void normalise(State *s);
    void normalise_links(State *s) const;
    bool may_ship(const ttp_rules_link &l, const Select &c) const;
    // The same for a wire on which every frame stays, in reduce.cpp. May find something `wrong`.
    void reduce(State *s);

    std::string wrong;
    Met met;
    bool honest = false;            // rounds count: in a fair run that seems to have no end
    std::string *log = nullptr;     // what the last action did, in words

    const Bounds &bounds() const { return b_; }

private:
    bool happen(State *s, unsigned me, ttp_rules_event *e, const Frame *in = nullptr);
    void step(const State &s, unsigned me, ttp_rules_link *l, const ttp_rules_event &e,
              ttp_rules_answers *a);
    void select_step(State *s, unsigned me, const ttp_rules_event &e, const Frame *in,
                     ttp_select_answers *a);
    void select_frame(State *s, unsigned me, const ttp_select_answers &a, Frame *f);
    bool follow(State *s, unsigned me, const ttp_select_answers &a, const Frame *in);
    void deliver(State *s, unsigned me, uint8_t payload);
    void retire(State *s, unsigned me, const ttp_rules_answers &a);
    bool push(State *s, const Frame &f);
    bool arrive(State *s, Action a);
    bool local(State *s, Action a);
    bool restart(State *s, unsigned me);
    void make_entry(End *x, unsigned me) const;
    void look(const State &s);
    bool add(State *s, const Frame &f);
    bool alone(const State &s, Action a, const Frame *f, State *t);
    int judge(const State &s, const Frame &f) const;
    void tidy(const State &s, Frame *f) const;
    void drop_inert(State *s);
    void settle(State *s);
    void drop_covered(State *s) const;
    void rename(State *s);
    ttp_rules_link garbled(const End &x, const Select &c, uint32_t n) const;
    bool same_link(const ttp_rules_link &a, const ttp_rules_link &b, const Select &c) const;
    void fail(const char *why) { if (wrong.empty()) wrong = why; }

    Bounds b_;
    const Plant *plant_;
    ttp_rules_config cfg_{};
    unsigned depth_ = 0;
    ttp_select_link scratch_{};
    uint8_t run_[KEPT_MAX] = {};    // payloads taken behind the one that has come
};

inline bool live(const ttp_rules_link &l) { return l.state >= TTP_STATE_OPEN; }
inline bool closing(const ttp_rules_link &l)
{
    return l.state == TTP_STATE_CLOSE_DUE || l.state == TTP_STATE_CLOSE_SENT;
}
inline uint8_t held(const End &x) { return static_cast<uint8_t>(x.given - x.gone); }
inline bool no_life(const ttp_rules_link &l)
{
    return l.state == TTP_STATE_CLOSED || l.state == TTP_STATE_OPEN_SENT;
}
inline bool spend(uint8_t *budget)
{
    if (!*budget) return false;
    if (*budget != FREE) --*budget;
    return true;
}

// selective.cpp
bool may_send(const State &s, unsigned side);
void renumber(State *s);

// reduce.cpp: the same state with A for B.
State mirrored(const State &s, const Bounds &b);
void sort_wire(State *s);
// ends_only.cpp: what no reduction changes.
State ends_only(const State &s);

// fair.cpp: from a state on no harm any more. The next action, false: nothing is left to do.
enum Order : uint8_t { ONE_BY_ONE, AT_ONCE_ALL, ORDERS };
// honest: no timer waits for ever for frames to end.
State fair_start(const State &s, Order order, bool honest);
bool fair_next(State *s, Action *a);
bool fair_done(const State &s);

// trace.cpp
const char *opcode_name(unsigned opcode);
std::string words(const State &s);
std::string words(const Frame &f);
std::string words(const Action &a, const State &s);

} // namespace pair

#endif
