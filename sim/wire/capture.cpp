// SPDX-License-Identifier: Apache-2.0
//
// The capture of a run; see capture.h. Time is the cycle number at the clock that the
// line rate asks for: 195.3125 MHz at 512 bit (100 Gb/s), else 62.5 MHz. A frame that
// fails its FCS shows as its sender's comment only: no network card hands it on.
#include "wire/capture.h"

#include "counters.h"
#include "report.h"

bool Capture::open(Net *net, const std::string &path, const std::string &command, std::string *why)
{
    net_ = net;
    picoseconds_ = (*net)[0].cfg.params.data_w == 512 ? 5120 : 16000;
    const auto program = tool_versions().front();
    if (!out_.open(path, program.first + " " + program.second, command, why)) return false;
    for (size_t i = 0; i < net->size(); i++) {
        const NodeConfig &n = (*net)[i].cfg;
        const uint32_t high = n.params.addr_high;
        uint8_t address[6];
        for (unsigned k = 0; k < 6; k++)
            address[k] = static_cast<uint8_t>((k < 3 ? high : n.node) >> (16 - 8 * (k % 3)));
        out_.interface(n.name + ".tx", "sent by MAC " + n.name, address);
        out_.interface(n.name + ".rx", "received by MAC " + n.name, address);
    }
    net->wire.witness = [this](int port, const Frame &f, const Fate &fate) { sent(port, f, fate); };
    net->tap = [this](Node &n, const Frame &f, bool was_sent) { if (!was_sent) arrived(n, f); };
    return true;
}

void Capture::sent(int port, const Frame &f, const Fate &fate)
{
    if (!net_->tap) return;           // a snapshot that runs again: the file is its parent's
    std::vector<std::string> notes;
    const std::string to = fate.dst < 0 ? "" : (*net_)[static_cast<size_t>(fate.dst)].cfg.name;
    if (fate.harm & HARM_UNROUTABLE) notes.push_back("wire: no such destination");
    if (fate.harm & HARM_FILTERED) notes.push_back("wire: held back");
    if (fate.harm & HARM_LOST) notes.push_back("wire: lost");
    if (fate.harm & HARM_UNMAPPED) notes.push_back("wire: its map lost");
    if (fate.harm & HARM_TRUNCATED)
        notes.push_back("wire: truncated to " + std::to_string(fate.bytes) + " bytes");
    if (fate.harm & HARM_CORRUPTED)
        notes.push_back("wire: corrupted, bits flipped: " + std::to_string(fate.flips));
    if (fate.harm & HARM_DUPLICATED)
        notes.push_back("wire: duplicated, the copy " + std::to_string(fate.copy_late)
                        + " cycles later");
    if (fate.harm & HARM_REORDERED)
        notes.push_back("wire: reordered, " + std::to_string(fate.late) + " cycles late");
    if (fate.error) notes.push_back("MAC " + to + " drops it: fcs");
    out_.packet(2 * static_cast<uint32_t>(port), PcapngOut::OUT, now(), f.bytes, notes);
}

void Capture::arrived(const Node &n, const Frame &f)
{
    if (f.user) return;
    uint32_t port = 0;
    while (&(*net_)[port] != &n) port++;
    std::vector<std::string> notes;
    if (f.harm & HARM_UNMAPPED) notes.push_back("wire: its map lost");
    if (f.harm & HARM_TRUNCATED) notes.push_back("wire: truncated");
    if (f.harm & HARM_DUPLICATED) notes.push_back("wire: a copy");
    if (f.harm & HARM_REORDERED) notes.push_back("wire: late");
    const uint32_t high = n.cfg.params.addr_high;
    if (const unsigned why = drop_counter(f, f.bytes.size(), n.cfg.node, high))
        notes.push_back("MAC " + n.cfg.name + " drops it: " + drop_name(why));
    out_.packet(2 * port + 1, PcapngOut::IN, now(), f.bytes, notes);
}
