// SPDX-License-Identifier: Apache-2.0
//
// A file over MACs that restart; see bridge/resume.h.
#include "bridge/resume.h"

#include "wire/frame.h"

bool Resume::give(size_t bytes, std::vector<uint8_t> *data)
{
    Held h{};
    data->clear();
    if (!words_.empty()) {
        h.stamp = words_.front();
        words_.pop_front();
    } else if (in_->is_open() && in_->next(data, bytes - STAMP)) {
        h.stamp = { DATA, pass_, at_ };
        at_ += data->size();
    } else if (in_->is_open() && in_->done() && !ended_) {
        h.stamp = { END, pass_, at_ };
        ended_ = true;
    } else {
        return false;
    }
    h.end = at_;
    data->insert(data->begin(), STAMP, 0);
    put_be(*data, 0, 1, h.stamp.what);
    put_be(*data, 1, 2, h.stamp.pass);
    put_be(*data, 3, 1, static_cast<uint32_t>(h.stamp.at >> 32));
    put_be(*data, 4, 4, static_cast<uint32_t>(h.stamp.at));
    held_.push_back(h);
    return true;
}

// What was given in a pass that is over says nothing of where the receiver is.
void Resume::retired(uint64_t cycle)
{
    if (held_.empty()) return;
    const Held h = held_.front();
    held_.pop_front();
    if (h.stamp.what > END || h.stamp.pass != pass_) return;
    floor_ = h.end;
    if (h.stamp.what == END && !whole_) ask_at_ = cycle + patience_;
}

void Resume::restarted()
{
    held_.clear();
    words_.clear();
    lost_ = any_lost_ = true;
    told_ = false;
    if (in_->is_open() && !whole_) back_to(floor_);
}

void Resume::back_to(uint64_t at)
{
    pass_++;
    at_ = floor_ = at;
    ended_ = false;
    ask_at_ = UINT64_MAX;
    in_->seek(at);
}

void Resume::tick(uint64_t cycle)
{
    if (cycle < ask_at_) return;
    ask_at_ = UINT64_MAX;
    ended_ = false;
}

bool Resume::take(std::vector<uint8_t> *data)
{
    if (data->size() < STAMP)
        return fail({}, "has no stamp: the peer runs without --restarts");
    const Stamp s = { (*data)[0], static_cast<uint16_t>(get_be(*data, 1, 2)),
                      static_cast<uint64_t>(get_be(*data, 3, 1)) << 32 | get_be(*data, 4, 4) };
    data->erase(data->begin(), data->begin() + STAMP);
    if (s.what > WHOLE || s.what >> 1 != in_->is_open() || (s.what != DATA && !data->empty()))
        return fail(s, "has a stamp that is none: the peer runs without --restarts");
    if (!in_->is_open()) {
        const bool fresh = s.at == at_;
        if (!heard(s, data->size())) return false;
        if (!fresh) data->clear();
        return true;
    }
    if (s.pass != pass_ || whole_) return true;        // said of a pass that is over
    if (s.what == FROM) back_to(s.at);
    else whole_ = true;
    ask_at_ = UINT64_MAX;
    return true;
}

// At the receiver: may it come now, and what is to be said of it?
bool Resume::heard(const Stamp &s, size_t bytes)
{
    const auto ahead = static_cast<int16_t>(s.pass - pass_);
    if (ahead < 0) return fail(s, "comes behind one of a newer pass");
    if (ahead > 0) {
        pass_ = s.pass;
        told_ = false;
    } else if (s.at != next_ && !lost_) {
        return fail(s, s.at < next_ ? "comes twice" : "comes, and one before it is missing");
    }
    lost_ = false;
    next_ = s.at + bytes;
    if (s.at > at_) {
        if (!any_lost_) return fail(s, "comes, and what was acknowledged before it is missing");
        if (!told_ || s.what == END) words_.push_back({ FROM, pass_, at_ });
        told_ = true;
    } else if (s.what == END) {
        if (s.at < at_) return fail(s, "is the end of a file of which more has come");
        words_.push_back({ WHOLE, pass_, at_ });
        whole_ = true;
    } else if (s.at < at_) {
        again_++;
    } else {
        at_ += bytes;
    }
    return true;
}

bool Resume::fail(const Stamp &s, const std::string &what)
{
    error_ = "a payload (pass " + std::to_string(s.pass) + ", byte " + std::to_string(s.at) + ") "
        + what;
    return false;
}
