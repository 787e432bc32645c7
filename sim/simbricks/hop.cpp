// SPDX-License-Identifier: Apache-2.0
//
// See hop.h.
#include "simbricks/hop.h"

#include <cstdio>

#include "clocks.h"
#include "run.h"
#include "simbricks/channel.h"
#include "simbricks/tcp.h"

namespace simbricks {

namespace {

constexpr double PARTING = 5;                    // s for the last bytes

const char ABOUT[] =
    "A SimBricks channel that goes on over TCP: ttpsim hop SIMBRICKS TCP\n"
    "\n"
    "  SIMBRICKS   [listen:|connect:]PATH[:OPTION=VALUE]..., as in --wire simbricks:\n"
    "  TCP         [listen:|connect:]HOST:PORT of the second hop; connect if it is not said\n";

const char AFTER[] =
    "Times are not its business: latency and sync_interval mean nothing here. It ends with the\n"
    "simulators. Exit: 0 both have ended; 1 one is gone without a word; 2 bad usage";

class Hop {
public:
    bool open(const std::string &channel, const std::string &tcp, std::string *why)
    {
        Spec s;
        if (!parse_spec(channel, true, 1000, &s, why)) return false;
        s.relay = true;
        return tcp_.open(tcp, s.sync, s.wait, why) && channel_.open(s, why);
    }

    // "" or who has gone.
    std::string run()
    {
        while (!(ended_here_ && ended_there_)) {
            bool any = channel_.poll();
            if (channel_.lost() && ended_there_) return "";   // it has read the end, and gone
            if (channel_.lost()) return "the simulator here";
            to_tcp();
            any = tcp_.move() || any;
            to_channel();
            if (tcp_.closed() && ended_here_) return "";
            if (tcp_.closed() && !ended_there_) return "the other hop";
            if (!any) channel_.rest();
        }
        return "";
    }

    // After a side has gone the other must see the same: no word of an end.
    void leave(bool orderly)
    {
        if (!orderly) channel_.abandon();
        const double end = wall_seconds() + PARTING;
        while (orderly && !tcp_.sent() && !tcp_.closed() && wall_seconds() < end) tcp_.move();
        tcp_.shut();
        while (orderly && !tcp_.closed() && wall_seconds() < end) {
            tcp_.move();
            channel_.rest();
        }
    }

private:
    void to_tcp()
    {
        if (ended_here_ || !channel_.heard()) return;
        // The first word tells the latency: it goes as it is.
        const Message &first = channel_.first();
        if (!told_first_ && first.type == TYPE_SYNC) tcp_.put(TYPE_SYNC, first.stamp, nullptr, 0);
        told_first_ = true;
        while (channel_.has()) {
            const Message m = channel_.take();
            tcp_.put(TYPE_PACKET, m.stamp, m.bytes.data(), m.bytes.size());
        }
        const uint64_t bound = channel_.ended() ? channel_.end() : channel_.bound();
        if (bound > promised_) {
            tcp_.put(TYPE_SYNC, bound, nullptr, 0);
            promised_ = bound;
        }
        if (!channel_.ended()) return;
        tcp_.put(TYPE_END, bound, nullptr, 0);
        ended_here_ = true;
    }

    void to_channel()
    {
        uint8_t type = 0;
        uint64_t stamp = 0;
        const uint8_t *data = nullptr;
        size_t n = 0;
        while (!ended_there_ && tcp_.get(&type, &stamp, &data, &n)) {
            if (type == TYPE_PACKET) channel_.send(data, n, stamp);
            else if (type == TYPE_SYNC) channel_.sync(stamp);
            else if (type == TYPE_END) ended_there_ = channel_.say_end();
        }
    }

    Channel channel_;
    Tcp tcp_;
    uint64_t promised_ = 0;
    bool told_first_ = false, ended_here_ = false, ended_there_ = false;
};

} // namespace

} // namespace simbricks

int hop_main(int argc, char **argv)
{
    std::vector<std::string> ends;
    Cli c("ttpsim hop", simbricks::ABOUT, simbricks::AFTER);
    const Parse p = c.parse(argc, argv, &ends);
    if (p != Parse::run) return p == Parse::done ? EXIT_OK : EXIT_USAGE;
    std::string why = "want SIMBRICKS TCP (ttpsim hop --help)";
    simbricks::Hop hop;
    if (ends.size() != 2 || !hop.open(ends[0], ends[1], &why)) {
        c.complain(why);
        return EXIT_USAGE;
    }
    const std::string gone = hop.run();
    hop.leave(gone.empty());
    if (gone.empty()) return EXIT_OK;
    fprintf(stderr, "ttpsim hop: %s has gone without a word\n", gone.c_str());
    return EXIT_WRONG;
}
