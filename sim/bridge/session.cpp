// SPDX-License-Identifier: Apache-2.0
//
// Traffic of a bridge, and when it is over; see session.h.
#include "bridge/session.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "run.h"
#include "ttp_defs.h"

namespace {

constexpr int MAC = 0, OUTSIDE = 1;            // ports of the wire
constexpr size_t QUEUE = 128;                  // frames that wait for the MAC; others are lost

} // namespace

void Bridge::say(const std::string &text) const
{
    fprintf(stderr, "bridge %06x %.3f s: %s\n", o_.node,
            begin_ > 0 ? wall_seconds() - begin_ : 0.0, text.c_str());
}

// The first reason counts.
void Bridge::end(int code, const std::string &why)
{
    if (exit_ != EXIT_OK) return;
    exit_ = code;
    why_ = why;
}

void Bridge::connect()
{
    outer_->say = [this](const std::string &s) { say(s); };
    links_.say = [this](const std::string &s) { say(s); };
    // The scoreboard needs both ends: it is left out, the monitor of the ports
    // and the form of each frame stay.
    n_->source.pull = [this](HostPacket *p) { return pull(p); };
    n_->sink.packet = [this](uint32_t tid, const std::vector<uint8_t> &d) { packet(tid, d); };
    n_->completions.record = [this](const Completion &c) { completion(c); };
    const uint32_t window = o_.selective ? ttp_params_window(&o_.params) : 0;
    const auto note = [this](const Frame &f, bool sent) {
        net_.record(*n_, f, sent);
        links_.frame(f, sent, o_.node, net_.cycle);
    };
    n_->wire_out.frame = [this, note, window](Frame f) {
        note(f, true);
        const std::string bad = frame_fault(f, o_.node, OUI, window);
        if (!bad.empty()) net_.faults.add(net_.cycle, "frame sent", bad);
        leave(std::move(f));
    };
    n_->wire_in.pop = [this](Frame *f, uint64_t cycle) { return enter(f, cycle); };
    n_->wire_in.arrived = [this, note](const Frame &f) {
        if (frame_taken(f, o_.node)) heard_ = net_.cycle;
        last_in_ = net_.cycle;
        note(f, false);
        capture(ipv4_ ? raw_ : f, false);
    };
}

// A queue without end would let copies pile up, and timers run out while their answers wait in it.
void Bridge::receive()
{
    Frame f;
    while (outer_->receive(&f, net_.cycle)) {
        if (live_ && net_.wire.in_flight() >= QUEUE) {
            if (count_.overrun++ == 0)
                say("wire: frames come faster than the MAC takes them, a frame is lost;"
                    " a lower --hz keeps up, further ones are only counted");
            continue;
        }
        // What came while the registers were written has its turn now.
        const uint64_t came = std::max(outer_->came(net_.cycle), begin_cycle_);
        if (record_.is_open()) record_.write(f, came);
        net_.wire.send(OUTSIDE, std::move(f), came);
    }
}

void Bridge::deliver()
{
    Frame f;
    // A frame with a bad FCS ends in the network card of the other side, and so does a cut one:
    // not every receiver looks at the lengths in it.
    for (;;) {
        const uint64_t due = net_.wire.next_due(OUTSIDE);
        if (!net_.wire.pop(OUTSIDE, net_.cycle, &f)) return;
        if (!f.user && !(f.harm & HARM_TRUNCATED)) outer_->send_at(f, due);
    }
}

// Not before the registers are written. No more than the MAC can hold: a beat
// that waits for room would keep the model from skipping.
bool Bridge::can_pull() const
{
    const bool more = resume_ ? running_ && resume_->ready() : in_->ready();
    return begin_ > 0 && net_.cycle >= o_.begin && more && !stopping_ && !close_asked_
        && cells_.size() < o_.params.tx_pkts
        && held_cells_ + (o_.payload + 63) / 64 <= o_.params.tx_cells;
}

bool Bridge::pull(HostPacket *p)
{
    if (!can_pull()) return false;
    if (!(resume_ ? resume_->give(o_.payload, &p->data) : in_->next(&p->data, o_.payload)))
        return false;
    p->dest = o_.vc << 24 | o_.peer;
    cells_.push_back(static_cast<uint32_t>((p->data.size() + 63) / 64));
    held_cells_ += cells_.back();
    count_.pulled++;
    return true;
}

void Bridge::packet(uint32_t tid, const std::vector<uint8_t> &d)
{
    const uint32_t node = tid & 0xffffff, vc = tid >> 24;
    if (resume_ && mine(node, vc)) return piece(node, d);
    const bool ours = out_->is_open() && mine(node, vc);
    if (!ours) {
        count_.dropped++;
        if (!told_drop_) say("payloads of link " + link_name(node, vc) + " are thrown away: "
                             + (out_->is_open() ? "--recv does not take this link" : "no --recv"));
        told_drop_ = true;
        return;
    }
    count_.received++;
    count_.received_bytes += d.size();
    out_->put(d);
}

void Bridge::completion(const Completion &c)
{
    links_.completion(c);
    if (c.kind == TTP_CPL_RETIRED && c.node == o_.peer && c.vc == o_.vc) {
        for (uint32_t i = 0; i < c.count && !cells_.empty(); i++) {
            held_cells_ -= cells_.front();
            cells_.pop_front();
            if (resume_) resume_->retired(net_.cycle);
        }
        count_.retired += c.count;
        maybe_close();
    }
    if (c.kind == TTP_CPL_CLOSED) count_.closed++;
    if (c.kind == TTP_CPL_CLOSED && lingering_) maybe_close();
    if (c.kind == TTP_CPL_RESTARTED && out_->is_open() && !resume_ && c.vc == o_.vc
        && count_.received && links_.link(c.node, c.vc).anew)
        end(EXIT_WRONG, "a peer has restarted: what came after that may begin anew");
}

// The causes that no completion tells: read, told, cleared.
void Bridge::interrupt()
{
    if (serving_ || !n_->out->irq) return;
    serving_ = true;
    n_->axil.push({ false, TTP_REG_IRQ_CAUSE, 0, 15, [this](uint32_t causes, uint8_t) {
        const uint32_t mine = causes & (1u << TTP_IRQ_ILLEGAL | 1u << TTP_IRQ_NOLINK
                                        | 1u << TTP_IRQ_CPL_LOST);
        links_.irq(mine);
        n_->axil.push({ true, TTP_REG_IRQ_CAUSE, mine, 15,
                        [this](uint32_t, uint8_t) { serving_ = false; } });
    } });
}

void Bridge::close_link(uint32_t node, uint32_t vc)
{
    const uint32_t link = vc << 24 | node;
    n_->axil.push({ true, TTP_REG_CLOSE_LINK, link, 15, [this, node, vc](uint32_t, uint8_t resp) {
        if (resp) close_link(node, vc);        // the command before was still busy
    } });
}

bool Bridge::sent_all() const
{
    return resume_ ? resume_->whole() : in_->done() && count_.retired == count_.pulled;
}

bool Bridge::mine(uint32_t node, uint32_t vc) const
{
    return vc == o_.vc && (!o_.has_peer || node == o_.peer);
}

// Not before all is acknowledged: a link that is not open yet would ignore it. A CLOSE makes a
// stranger throw away what it still has to say, so with --recv it must have been silent a while.
void Bridge::maybe_close()
{
    if (!in_->is_open() || close_asked_ || stopping_ || !sent_all()) return;
    const LinkWatch::Link &l = links_.link(o_.peer, o_.vc);
    const std::string name = link_name(o_.peer, o_.vc);
    char silence[24];
    snprintf(silence, sizeof silence, "%g s", o_.linger);
    const bool stranger = l.up && l.open_life == 0;
    const bool wait = out_->is_open() && count_.pulled && stranger && times_.pause > 0;
    if (!told_all_) {
        if (count_.pulled == 0)
            say("nothing to send, so no link is opened: the peer hears nothing");
        else
            say("all acknowledged: " + std::to_string(count_.pulled) + " payloads, "
                + std::to_string(in_->bytes()) + " bytes");
        if (wait)
            say("link with " + name + " stays open until the peer has been silent for " + silence
                + ": a peer without life numbers throws away at a CLOSE what it has not sent yet");
        told_all_ = true;
    }
    lingering_ = wait;
    if (wait && net_.cycle < close_at()) return;
    if (wait) say("link with " + name + " is closed: the peer was silent for " + silence);
    lingering_ = false;
    close_asked_ = true;
    if (count_.pulled) close_link(o_.peer, o_.vc);
}

uint64_t Bridge::close_at() const
{
    const LinkWatch::Link *l = lingering_ ? links_.find(o_.peer, o_.vc) : nullptr;
    return l ? l->heard + times_.pause : UINT64_MAX;
}

// A lost CLOSE_ACK makes the peer ask again, so its answerer stays for a
// while. TTP has no half-close: if we still send, or the CLOSE was ours, a
// longer silence has to tell that nothing more comes.
uint64_t Bridge::linger_end() const
{
    // After a silence of its own, linger, it closes; our MAC must be there to answer.
    if (cut_short()) return heard_ + 2 * times_.linger;
    if (!out_->is_open()) return UINT64_MAX;
    if (resume_) return resume_->whole() ? heard_ + times_.linger : UINT64_MAX;
    bool closed = false, by_peer = false;
    for (const auto &l : links_.all()) {
        if (!mine(l.first.first, l.first.second)) continue;
        if (l.second.up || l.second.opening) return UINT64_MAX;
        closed = closed || l.second.closed;
        by_peer = by_peer || (l.second.closed && l.second.peer_closed);
    }
    if (!closed) return UINT64_MAX;
    return heard_ + (by_peer ? times_.linger : std::max(times_.linger, times_.pause));
}

// A recording says when its run ended; after a capture the MAC gets a while for its answers. A
// simulator that has ended leaves frames behind, and a link that may close by itself.
uint64_t Bridge::capture_end() const
{
    if (o_.exact || outer_->end_cycle() == UINT64_MAX) return outer_->end_cycle();
    if (outer_->next_cycle() != UINT64_MAX || net_.wire.in_flight()) return UINT64_MAX;
    return std::max(outer_->end_cycle(), last_in_) + (timed_ ? times_.linger : hz_ / 10);
}

// A reset came between our CLOSE and the answer: our MAC knows of no link, the peer's is open.
bool Bridge::cut_short() const
{
    if (!resume_ || !close_asked_ || !count_.pulled) return false;
    const LinkWatch::Link *l = links_.find(o_.peer, o_.vc);
    return l && !l->up && !l->opening && !l->closed;
}

bool Bridge::closed()
{
    if (!in_->is_open() || !close_asked_) return false;
    const LinkWatch::Link &l = links_.link(o_.peer, o_.vc);
    return !l.up && !l.opening;
}

void Bridge::stop()
{
    stopping_ = true;
    for (const auto &l : links_.all())
        if (l.second.up || l.second.opening) close_link(l.first.first, l.first.second);
    const uint64_t two = 2 * hz_, rounds = 10ull * times_.regs.close_tmo;
    const uint64_t all = static_cast<uint64_t>(times_.regs.retry_max) * times_.regs.close_tmo;
    stop_by_ = net_.cycle + std::min(all, std::max(two, rounds));
}

bool Bridge::over()
{
    if (net_.failed()) return true;
    if (!running_) return false;
    if (links_.died || links_.refused) {
        const uint64_t lost = count_.pulled - count_.retired;
        end(EXIT_WRONG, std::string(links_.died ? "a link died" : "a host packet was refused")
            + ", " + std::to_string(lost) + " payloads handed over and not acknowledged"
            + (in_->is_open() && !in_->done() ? ", more was waiting" : ""));
        return true;
    }
    if (in_->is_open() && !resume_ && count_.retired && links_.link(o_.peer, o_.vc).anew)
        end(EXIT_WRONG, "the peer has restarted: what it acknowledged before may be lost");
    if (resume_ && !resume_->error().empty()) {
        end(EXIT_WRONG, resume_->error());
        return true;
    }
    if (in_->failed() || out_->failed()) {
        end(EXIT_WRONG, in_->failed() ? in_->error() : out_->error());
        return true;
    }
    if (stopping_) {
        const bool open = links_.any_up();
        if (open && net_.cycle < stop_by_) return false;
        if (open) end(EXIT_WRONG, "a link did not close in time");
        if (in_->is_open() && !sent_all())
            end(EXIT_WRONG, "stopped by a signal before all was sent");
        return true;
    }
    // Whoever goes when the links are closed takes nothing along.
    const bool settled = (!in_->is_open() || closed())
        && (!out_->is_open() || linger_end() != UINT64_MAX);
    if (!outer_->fault().empty() && !settled) {
        end(EXIT_WRONG, outer_->fault());
        return true;
    }
    if (!live_ && net_.cycle >= capture_end()) {
        if (timed_ && !settled)
            end(EXIT_WRONG, "the other side has ended, our links are not closed");
        return true;
    }

    const uint64_t moved = count_.retired + count_.received + count_.dropped + count_.closed
        + close_asked_;
    if (moved != progress_) {
        progress_ = moved;
        progress_at_ = wall_seconds();
    }
    // The silence that ends a transfer is no standstill.
    const double pause = lingering_ || linger_end() != UINT64_MAX
        ? static_cast<double>(std::max(times_.linger, times_.pause)) / static_cast<double>(hz_) : 0;
    if (o_.limit > 0 && wall_seconds() - progress_at_ >= o_.limit + pause) {
        char text[80];
        snprintf(text, sizeof text, "nothing was delivered or acknowledged for %g s (--limit)",
                 o_.limit);
        end(EXIT_STUCK, text);
        return true;
    }
    if (!in_->is_open() && !out_->is_open()) return false;
    if (in_->is_open() && !closed()) return false;
    if ((out_->is_open() || cut_short()) && net_.cycle < linger_end()) return false;
    if (out_->is_open() && !out_->empty()) return false;
    // Others may have links with us.
    if (!links_.any_up()) return true;
    stop();
    return false;
}
