// SPDX-License-Identifier: Apache-2.0
//
// Events of links; see bridge/links.h.
#include "bridge/links.h"

#include <algorithm>
#include <cstdio>

#include "monitor.h"
#include "ttp_defs.h"
#include "ttp_regs.h"

namespace {

constexpr uint64_t SHOWN = 20;             // lines of one kind; the counters go on

std::string opens(uint64_t n)
{
    return std::to_string(n) + (n == 1 ? " OPEN" : " OPENs");
}

const char *refusal(uint32_t status)
{
    switch (status) {
    case TTP_REF_VC:   return "no such VC";
    case TTP_REF_NODE: return "our own node or the group node";
    case TTP_REF_KEEP: return "tkeep rule broken";
    case TTP_REF_FULL: return "no free entry in the link table";
    default:           return "reason unknown";
    }
}

} // namespace

std::string link_name(uint32_t node, uint32_t vc)
{
    char text[40];
    snprintf(text, sizeof text, "%06x VC %u", node, vc);
    return text;
}

void LinkWatch::event(uint64_t *count, const std::string &text)
{
    if (++*count <= SHOWN) say(text);
    if (*count == SHOWN) say("further ones of that kind are only counted");
}

void LinkWatch::opened(Link &l, const Header &h, const char *by)
{
    const bool sent = by == std::string("us");
    if (sent) answer(l, h);
    l.up = true;
    l.opening = l.closed = l.peer_closed = l.nolink = l.no_place = l.used = l.took = false;
    l.acked = l.sent = sent ? h.rxid : h.txid - 1;
    say("link with " + link_name(sent ? h.src : h.dst, h.vc) + " open, opened by " + by);
}

bool LinkWatch::goes_on(const Link &l, const Header &h)
{
    return h.rxid - l.acked <= l.sent - l.acked || (l.took && h.txid == l.last);
}

// To our OPEN.
void LinkWatch::answer(Link &l, const Header &h)
{
    if (l.told_silent) say("answer from " + link_name(h.src, h.vc) + " after " + opens(l.asked));
    l.told_silent = false;
    l.asked = 0;
}

void LinkWatch::silence(uint64_t cycle)
{
    if (cycle < next_silence()) return;
    for (auto &e : links_) {
        Link &l = e.second;
        if (!l.asked || l.told_silent || cycle < l.asked_at + second) continue;
        l.told_silent = true;
        say("no answer from " + link_name(e.first.first, e.first.second) + " to " + opens(l.asked));
    }
}

uint64_t LinkWatch::next_silence() const
{
    uint64_t at = UINT64_MAX;
    for (const auto &e : links_)
        if (e.second.asked && !e.second.told_silent) at = std::min(at, e.second.asked_at + second);
    return at;
}

// A frame that the MAC takes.
void LinkWatch::got(const Header &h, uint64_t cycle)
{
    Link &l = link(h.src, h.vc);
    l.heard = cycle;
    last_in_ = h;
    has_last_ = true;
    switch (h.opcode) {
    case OP_OPEN:
        if (l.up && h.life != l.open_life && h.life != l.told_life) {
            l.told_life = h.life;
            say("OPEN of another life (" + std::to_string(h.life) + ") on the open link with "
                + link_name(h.src, h.vc) + ": the peer may have restarted");
        } else if (l.up && h.life == 0) {
            // Before the first payload it is a repeat, and there is nothing that could be missing.
            const bool doubt = l.used && !goes_on(l, h);
            l.doubts += doubt;
            event(&again_, "OPEN again on the open link with " + link_name(h.src, h.vc)
                  + ", from a peer without life numbers"
                  + (doubt ? ": it may have restarted, and payloads may be missing" : ""));
        }
        l.answered = true;
        if (!l.up) {
            l.open_life = h.life;
            l.last = h.txid;
        }
        break;
    case OP_OPEN_ACK:
        if (h.rxid != l.open_id || (h.to_life && h.to_life != l.own_life)) break;
        if (l.opening && !l.up) {
            l.open_life = h.life;
            if (h.life || !l.answered) l.last = h.txid - 1;
        }
        if (l.opening) opened(l, h, "us");
        else answer(l, h);
        break;
    case OP_OPEN_NACK:
        if (h.rxid == l.open_id) answer(l, h);
        if (l.opening && h.rxid == l.open_id && !l.no_place) {
            l.no_place = true;
            event(&no_place_, "OPEN_NACK: " + link_name(h.src, h.vc)
                  + " has no place for the link; asked again after each back-off");
        }
        break;
    case OP_NACK_FULL:
        if (l.up && l.full++ == 0)
            event(&full_, "NACK_FULL: " + link_name(h.src, h.vc)
                  + " has no room; sent again after each back-off, further ones are only counted");
        break;
    case OP_NACK_NOLINK:
        if (!h.to_life) l.nolink = l.up;   // of other peers the completion tells
        break;
    case OP_ACK:
        l.nolink = false;
        l.used = true;
        if (h.rxid - l.acked <= l.sent - l.acked) l.acked = h.rxid;
        break;
    case OP_PAYLOAD:
        // A peer without life numbers may pay before it has answered our OPEN; of others a payload
        // with a number does for the answer (sel.ships).
        if (l.opening && !l.up && l.answered
            && (l.open_life == 0
                || (h.rxid && h.life == l.open_life && h.to_life == l.own_life)))
            opened(l, h, "us");
        l.used = true;
        break;
    case OP_CLOSE:
        l.peer_closed = true;
        break;
    default:
        break;
    }
}

void LinkWatch::frame(const Frame &f, bool sent, uint32_t own, uint64_t cycle)
{
    Header h;
    if (!parse_header(f, &h)) return;
    if (!sent) {
        if (frame_taken(f, own)) got(h, cycle);
        return;
    }
    Link &l = link(h.dst, h.vc);
    if (h.opcode == OP_OPEN) {
        if (l.open_life && h.epoch != l.own_life) l.up = false;     // no re-OPEN: a new life
        l.opening = !l.up;
        l.open_id = h.txid;
        l.own_life = h.epoch;
        if (l.asked++ == 0) l.asked_at = cycle;
        if (l.nolink) event(&nolink_, link_name(h.dst, h.vc) + " had lost its link: opened again");
        l.nolink = false;
    } else if (h.opcode == OP_PAYLOAD) {
        numbered += h.rxid != 0;
        if (static_cast<int32_t>(h.txid - l.sent) > 0) l.sent = h.txid;
    } else if (h.opcode == OP_ACK) {
        if (static_cast<int32_t>(h.rxid - l.last) <= 0) return;
        l.last = h.rxid;
        l.took = true;
    } else if (h.opcode == OP_OPEN_ACK && !l.up && !l.opening && l.answered) {
        opened(l, h, "the peer");
    }
}

void LinkWatch::completion(const Completion &c)
{
    Link &l = link(c.node, c.vc);
    const std::string name = link_name(c.node, c.vc);
    switch (c.kind) {
    case TTP_CPL_RETIRED:
        break;
    case TTP_CPL_CLOSED:
        l.up = l.opening = l.answered = l.told_silent = false;
        l.asked = 0;
        l.nolink = false;
        l.closed = true;
        say("link with " + name + " closed");
        break;
    case TTP_CPL_DEAD:
        l.up = l.opening = l.answered = l.closed = l.told_silent = false;
        l.asked = 0;
        l.nolink = false;
        died = true;
        say("link with " + name + " DEAD: no progress in retry_max rounds, "
            + (c.count ? std::to_string(c.count) + " payloads in the MAC lost"
                       : "no payload lost"));
        break;
    case TTP_CPL_FLUSHED:
        break;                             // DEAD has said it
    case TTP_CPL_RESTARTED:
        l.anew = l.anew || l.used;
        say("peer of link " + name
            + (l.used ? " has RESTARTED: what it sent before and was not delivered is lost, what it"
                        " acknowledged may be"
                      : " has left it; nothing had come, nothing is missing"));
        if (l.open_life && !l.opening) l.up = l.answered = false;
        break;
    case TTP_CPL_REFUSED:
        refused = true;
        say("host packet for " + name + " REFUSED: " + refusal(c.status));
        break;
    default:
        say("completion of unknown kind " + std::to_string(c.kind) + " for " + name);
        break;
    }
}

void LinkWatch::irq(uint32_t causes)
{
    if (causes >> TTP_IRQ_ILLEGAL & 1)
        event(&illegal, "illegal frame"
              + (!has_last_ ? std::string()
                            : std::string(", newest was ") + opcode_name(last_in_.opcode)
                                  + " from " + link_name(last_in_.src, last_in_.vc)
                                  + " TxID " + std::to_string(last_in_.txid)
                                  + " RxID " + std::to_string(last_in_.rxid)));
    if (causes >> TTP_IRQ_CPL_LOST & 1) event(&lost_, "a completion was lost");
}

const LinkWatch::Link *LinkWatch::find(uint32_t node, uint32_t vc) const
{
    const auto at = links_.find(std::make_pair(node, vc));
    return at == links_.end() ? nullptr : &at->second;
}

void LinkWatch::restarted()
{
    numbered = 0;
    for (auto &e : links_) {
        const Link before = e.second;
        e.second = {};
        e.second.full = before.full;
        e.second.doubts = before.doubts;
        e.second.heard = before.heard;
    }
}

bool LinkWatch::any_up() const
{
    for (const auto &e : links_) if (e.second.up || e.second.opening) return true;
    return false;
}
