// SPDX-License-Identifier: Apache-2.0
//
// A capture as the far end of a wire, and the recording of a run; see bridge/wire.h.
//
// All of a capture is read at the start: a sleeping copy of the process
// (snapshot.h) must not share a file position with it.
#include "bridge/capture.h"

#include <pcap.h>

#include <cmath>

#include "wire/capture_in.h"

namespace {

constexpr uint64_t SECOND = 1000000000;

class CaptureWire : public OuterWire {
public:
    bool open(const std::string &path, uint32_t node, bool exact, std::string *why)
    {
        path_ = path;
        exact_ = exact;
        std::vector<CaptureFrame> frames;
        if (!read_capture(path, &frames, why)) {
            *why = "--wire pcap-in: " + *why;
            return false;
        }
        for (CaptureFrame &c : frames) {
            if (!c.ethernet) {
                *why = path + ": not a capture of Ethernet";
                return false;
            }
            take(&c, node);
        }
        if (frames_.empty() && end_ == 0) *why = path + ": no frame of another node in it";
        return !frames_.empty() || end_ != 0;
    }

    void start(uint64_t cycle, double hz) override
    {
        if (exact_) return;
        uint64_t first = frames_.empty() ? 0 : frames_.front().due, last = 0;
        for (Due &d : frames_) {
            // A capture of several cards may run backwards a little; the order stays.
            const double ns = d.due > first ? static_cast<double>(d.due - first) : 0;
            const double cycles = ns * hz / static_cast<double>(SECOND);
            last = std::max(last, cycle + static_cast<uint64_t>(std::llround(cycles)));
            d.due = last;
        }
        end_ = last;
    }

    bool receive(Frame *f, uint64_t cycle) override
    {
        if (at_ == frames_.size() || frames_[at_].due > cycle) return false;
        *f = frames_[at_++].frame;
        return true;
    }
    void send(const Frame &) override {}
    uint64_t next_cycle() const override
    {
        return at_ < frames_.size() ? frames_[at_].due : UINT64_MAX;
    }
    uint64_t end_cycle() const override { return end_; }
    std::string name() const override
    {
        return "capture " + path_ + ", " + std::to_string(frames_.size()) + " frames"
            + (exact_ ? ", each in its cycle" : "");
    }

private:
    struct Due {
        uint64_t due;                  // nanoseconds, then cycles
        Frame frame;
    };

    void take(CaptureFrame *c, uint32_t node)
    {
        if (exact_) end_ = c->time_ns;
        const auto &b = c->frame.bytes;
        if (b.empty()) return;
        const bool ours = b.size() >= 12 && get_be(b, 6, 3) == OUI && get_be(b, 9, 3) == node;
        if (exact_ || !ours) frames_.push_back({ c->time_ns, std::move(c->frame) });
    }

    std::string path_;
    bool exact_ = false;
    std::vector<Due> frames_;
    size_t at_ = 0;
    uint64_t end_ = 0;
};

} // namespace

std::unique_ptr<OuterWire> open_capture(const std::string &path, uint32_t node, bool exact,
                                        std::string *why)
{
    auto w = std::make_unique<CaptureWire>();
    if (!w->open(path, node, exact, why)) return nullptr;
    return w;
}

struct Recording::Files {
    pcap_t *dead = nullptr;
    pcap_dumper_t *dump = nullptr;

    void put(const uint8_t *data, size_t n, uint64_t cycle)
    {
        pcap_pkthdr h{};
        h.ts.tv_sec = static_cast<time_t>(cycle / SECOND);
        h.ts.tv_usec = static_cast<suseconds_t>(cycle % SECOND);
        h.caplen = h.len = static_cast<bpf_u_int32>(n);
        pcap_dump(reinterpret_cast<u_char *>(dump), &h, data);
    }
};

Recording::Recording() : f_(std::make_unique<Files>()) {}

Recording::~Recording()
{
    if (f_->dump) pcap_dump_close(f_->dump);
    if (f_->dead) pcap_close(f_->dead);
}

bool Recording::open(const std::string &path, std::string *why)
{
    f_->dead = pcap_open_dead_with_tstamp_precision(DLT_EN10MB, 65535, PCAP_TSTAMP_PRECISION_NANO);
    f_->dump = f_->dead ? pcap_dump_open(f_->dead, path.c_str()) : nullptr;
    if (!f_->dump) *why = f_->dead ? pcap_geterr(f_->dead) : "libpcap gives no handle";
    return f_->dump != nullptr;
}

bool Recording::is_open() const
{
    return f_->dump != nullptr;
}

void Recording::write(const Frame &f, uint64_t cycle)
{
    f_->put(f.bytes.data(), f.bytes.size(), cycle);
}

bool Recording::close(uint64_t cycle)
{
    if (!f_->dump) return true;
    const uint8_t nothing = 0;
    f_->put(&nothing, 0, cycle);
    const bool ok = pcap_dump_flush(f_->dump) == 0;
    pcap_dump_close(f_->dump);
    f_->dump = nullptr;
    return ok;
}
