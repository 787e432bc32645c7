// SPDX-License-Identifier: Apache-2.0
//
// The command `ttpsim decode`: a capture as text, or as JSON, one frame a line.
#include <cinttypes>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "wire/decode.h"
#include "run.h"

namespace {

constexpr size_t LINE_RANGES = 8;     // of a map, in a line of text

// What is known only later in the file, for the end of the line.
std::string later(const Decoded &r)
{
    std::string s;
    if (r.ack_in) s += " | acknowledged in " + std::to_string(r.ack_in);
    if (r.response_in) s += " | answered in " + std::to_string(r.response_in);
    return s;
}

// Names and comments come from the file: no line ends, nothing for the terminal.
std::string plain(std::string s)
{
    for (char &c : s) if (static_cast<unsigned char>(c) < 32 || c == 127) c = ' ';
    return s;
}

void print_line(const CaptureFrame &c, const Decoded &r, uint64_t start_ns)
{
    const bool before = c.time_ns < start_ns;      // a merged file may be out of order
    const uint64_t ns = before ? start_ns - c.time_ns : c.time_ns - start_ns;
    printf("%6" PRIu64 " %s%" PRIu64 ".%09" PRIu64 " ", c.number, before ? "-" : "",
           ns / 1000000000, ns % 1000000000);
    if (!c.interface.empty()) printf("%-5s ", plain(c.interface).c_str());
    if (r.ipv4 || (r.other_ip && c.frame.bytes.size() >= UDP_END))
        printf("%s > %s ", ipv4_text(r.ip.src).c_str(), ipv4_text(r.ip.dst).c_str());
    else if (r.header)
        printf("%06x > %06x ", r.h.src, r.h.dst);
    printf("%s%s", info_line(c, r).c_str(), later(r).c_str());
    for (const std::string &s : c.comments) printf(" | %s", plain(s).c_str());
    printf("\n");
}

std::string address(const std::vector<uint8_t> &b, size_t at)
{
    char s[18];
    snprintf(s, sizeof s, "%02x:%02x:%02x:%02x:%02x:%02x",
             b[at], b[at + 1], b[at + 2], b[at + 3], b[at + 4], b[at + 5]);
    return s;
}

void add_ip(const Decoded &r, nlohmann::ordered_json *j)
{
    const Ipv4Header &h = r.ip;
    *j += { "ip_version", h.version };
    *j += { "ip_src", ipv4_text(h.src) };
    *j += { "ip_dst", ipv4_text(h.dst) };
    *j += { "ip_dscp", h.dscp };
    *j += { "ip_total", h.total };
    *j += { "ip_fragment", h.fragment };
    *j += { "ip_ttl", h.ttl };
    *j += { "ip_checksum", h.sum_right ? "right" : "wrong" };
    *j += { "udp_src", h.udp_src };
    *j += { "udp_dst", h.udp_dst };
    *j += { "udp_length", h.udp_length };
}

// The two headers that IPv4 form has other ones for.
void add_shims(const std::vector<uint8_t> &b, const Header &h, nlohmann::ordered_json *j)
{
    *j += { "subtype", b[14] >> 6 };
    *j += { "version", b[14] >> 4 & 3 };
    *j += { "header_words", b[14] & 15 };
    *j += { "gateway", h.gateway };
    *j += { "tth_reserved", b[15] & 127 };
    *j += { "total", h.total };
    *j += { "tsh_src", get_be(b, 34, 3) };
    *j += { "tsh_dst", get_be(b, 37, 3) };
    *j += { "length", h.length };
}

void add_fields(const std::vector<uint8_t> &b, const Decoded &r, nlohmann::ordered_json *j)
{
    const Header &h = r.h;
    *j += { "eth_dst", address(b, 0) };
    *j += { "eth_src", address(b, 6) };
    *j += { "dst", h.dst };
    *j += { "src", h.src };
    if (!r.ipv4) add_shims(b, h, j);
    *j += { "op_reserved", b[42] >> 6 };
    *j += { "opcode", h.opcode };
    *j += { "opcode_name", opcode_name(h.opcode) };
    *j += { "vc", h.vc };
    *j += { "tx", b[44] };
    *j += { "rx", b[45] };
    *j += { "epoch", h.epoch };
    *j += { "life", r.life };
    *j += { "to_life", h.to_life };
    *j += { "congestion", b[48] };
    *j += { "ttp_version", b[49] };
    *j += { "reserved", b[50] };
    *j += { "ext", b[51] };
    *j += { "ext_name", ext_name(b[51]) };
    *j += { "txid", h.txid };
    *j += { "rxid", h.rxid };
    *j += { "payload", h.payload };
}

// The IDs that a map names, "3-5, 9": so many ranges at the most.
std::string ids(const Decoded &r, size_t most)
{
    std::string s;
    for (size_t i = 0; i < r.ranges.size(); i++) {
        if (i) s += ", ";
        if (i == most) return s + "...";
        s += std::to_string(r.ranges[i].first);
        if (r.ranges[i].second != r.ranges[i].first) s += "-" + std::to_string(r.ranges[i].second);
    }
    return s;
}

void add_marks(const Decoded &r, nlohmann::ordered_json *j)
{
    if (r.drop) *j += { "drop", r.drop };
    const std::pair<const char *, uint64_t> numbers[] = {
        { "replay_of", r.replay_of }, { "repeat_of", r.repeat_of }, { "request_in", r.request_in },
        { "response_in", r.response_in }, { "ack_in", r.ack_in }, { "gap", r.gap },
        { "ack_new", r.ack_new }, { "send", r.send }, { "offer", r.offer }, { "held", r.held } };
    for (const auto &n : numbers) if (n.second) *j += { n.first, n.second };
    if (r.mapped) {
        *j += { "due", r.h.rxid };
        *j += { "newest", r.newest };
    }
    if (r.held) *j += { "held_ids", ids(r, r.ranges.size()) };
    const std::pair<const char *, bool> flags[] = {
        { "late", r.late }, { "far", r.far }, { "illegal", r.illegal }, { "foreign", r.foreign },
        { "reopen", r.reopen }, { "restart", r.restart } };
    for (const auto &f : flags) if (f.second) *j += { f.first, true };
}

void print_json(const CaptureFrame &c, const Decoded &r)
{
    nlohmann::ordered_json j;
    j["frame"] = c.number;
    j["time_ns"] = c.time_ns;
    if (!c.interface.empty()) j["interface"] = c.interface;
    if (c.direction)
        j["direction"] = c.direction == 1 ? "in" : c.direction == 2 ? "out" : "unknown";
    if (!c.comments.empty()) j["comments"] = c.comments;
    j["length_on_wire"] = c.length;
    j["captured"] = c.frame.bytes.size();
    j["ttp"] = r.ttp;
    if (r.ttp) j["cut"] = r.cut;
    if (r.ttp) j["ipv4"] = r.ipv4;
    if (r.ipv4) add_ip(r, &j);
    if (r.header) add_fields(c.frame.bytes, r, &j);
    add_marks(r, &j);
    j["info"] = info_line(c, r);
    // A name or a comment in a capture may hold bytes that are no UTF-8.
    printf("%s\n", j.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
}

int usage(const std::string &what)
{
    fprintf(stderr, "ttpsim: decode: %s\n", what.c_str());
    return EXIT_USAGE;
}

} // namespace

std::string info_line(const CaptureFrame &c, const Decoded &r)
{
    if (!c.ethernet) return "not Ethernet";
    if (!r.ttp && r.other_ip && c.frame.bytes.size() < std::min<size_t>(c.length, UDP_END))
        return "IPv4, not captured";
    if (!r.ttp) return r.other_ip ? "IPv4, not TTP" : "not TTP";
    if (r.cut) return "cut short, " + std::to_string(c.length) + " bytes [drop " + r.drop + "]";
    if (!r.header) return "header not captured";
    const Header &h = r.h;
    std::string s = h.opcode < OP_N ? opcode_name(h.opcode) : "opcode " + std::to_string(h.opcode);
    s += " VC " + std::to_string(h.vc);
    const bool all = h.opcode >= OP_N;
    if (all || h.opcode == OP_OPEN || h.opcode == OP_OPEN_ACK || h.opcode == OP_CLOSE
        || h.opcode == OP_CLOSE_NACK || h.opcode == OP_PAYLOAD)
        s += " TxID " + std::to_string(h.txid);
    if (all || (h.opcode != OP_OPEN && h.opcode != OP_PAYLOAD))
        s += " RxID " + std::to_string(h.rxid);
    const bool opens = h.opcode == OP_OPEN || h.opcode == OP_OPEN_ACK;
    const bool named = h.to_life && (opens || h.opcode == OP_NACK_NOLINK || r.foreign);
    if ((opens && r.life) || named) s += " life " + std::to_string(r.life);
    if (named) s += " to " + std::to_string(h.to_life);
    if (h.payload) s += ", " + std::to_string(h.payload) + " bytes";
    if (r.send) s += ", send " + std::to_string(r.send);
    if (r.offer) s += ", offers " + std::to_string(r.offer);
    if (r.mapped)
        s += ", due " + std::to_string(h.rxid) + ", newest " + std::to_string(r.newest);
    if (r.held) s += ", holds " + ids(r, LINE_RANGES);
    if (r.drop) s += std::string(" [drop ") + r.drop + "]";
    if (r.replay_of) s += " [replay of " + std::to_string(r.replay_of) + "]";
    if (r.gap) s += " [gap " + std::to_string(r.gap) + "]";
    if (r.late) s += " [late]";
    if (r.far) s += " [far]";
    if (r.foreign) s += " [foreign]";
    if (r.repeat_of) s += " [repeat of " + std::to_string(r.repeat_of) + "]";
    if (r.reopen) s += " [re-OPEN]";
    if (r.restart) s += " [restart]";
    if (r.illegal) s += " [illegal]";
    if (r.ack_new) s += " [new " + std::to_string(r.ack_new) + "]";
    if (r.request_in) s += " [to " + std::to_string(r.request_in) + "]";
    return s;
}

int run_decode(int argc, char **argv)
{
    bool json = false;
    std::vector<std::string> paths;
    Cli cli("ttpsim: decode", "The TTP frames of a capture: ttpsim decode FILE [--json]", "");
    cli.flag("--json", "an object a line", &json);
    const Parse p = cli.parse(argc, argv, &paths);
    if (p != Parse::run) return p == Parse::done ? EXIT_OK : EXIT_USAGE;
    if (paths.size() != 1)
        return usage(paths.empty() ? "FILE is missing (ttpsim --help)" : "one file at a time");
    std::vector<CaptureFrame> frames;
    std::string why;
    if (!read_capture(paths[0], &frames, &why)) return usage(why);
    std::vector<Decoded> decoded;
    decoded.reserve(frames.size());
    Analysis analysis(&decoded);
    for (const CaptureFrame &c : frames) analysis.add(c);
    for (size_t i = 0; i < frames.size(); i++) {
        if (json) print_json(frames[i], decoded[i]);
        else print_line(frames[i], decoded[i], frames[0].time_ns);
    }
    if (fflush(stdout) != 0 || ferror(stdout)) return usage("standard output can not be written");
    return EXIT_OK;
}
