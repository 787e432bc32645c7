// SPDX-License-Identifier: Apache-2.0
//
// A capture of the wire, written by libpcap; time is the cycle number at the clock that the line
// rate asks for: 195.3125 MHz at 512 bit (100 Gb/s), else 62.5 MHz.
#include "pcap_out.h"

#include <pcap.h>

struct PcapOut::Files {
    pcap_t *dead = nullptr;
    pcap_dumper_t *dump = nullptr;
};

PcapOut::PcapOut() : f_(std::make_unique<Files>()) {}

PcapOut::~PcapOut()
{
    close();
}

bool PcapOut::open(const std::string &path, unsigned data_w, std::string *why)
{
    picoseconds_ = data_w == 512 ? 5120 : 16000;
    f_->dead = pcap_open_dead_with_tstamp_precision(DLT_EN10MB, 65535, PCAP_TSTAMP_PRECISION_NANO);
    f_->dump = f_->dead ? pcap_dump_open(f_->dead, path.c_str()) : nullptr;
    if (!f_->dump) *why = f_->dead ? pcap_geterr(f_->dead) : "libpcap gives no handle";
    return f_->dump != nullptr;
}

void PcapOut::write(const Frame &f, uint64_t cycle)
{
    if (!f_->dump || f.user) return;   // no network card would show a frame with a bad FCS
    const uint64_t ns = cycle * picoseconds_ / 1000;
    pcap_pkthdr h{};
    h.ts.tv_sec = static_cast<time_t>(ns / 1000000000);
    h.ts.tv_usec = static_cast<suseconds_t>(ns % 1000000000);   // nanoseconds, by the file's magic
    h.caplen = h.len = static_cast<bpf_u_int32>(f.bytes.size());
    pcap_dump(reinterpret_cast<u_char *>(f_->dump), &h, f.bytes.data());
}

bool PcapOut::close()
{
    bool ok = true;
    if (f_->dump) {
        ok = pcap_dump_flush(f_->dump) == 0;
        pcap_dump_close(f_->dump);
    }
    if (f_->dead) pcap_close(f_->dead);
    f_->dump = nullptr;
    f_->dead = nullptr;
    return ok;
}
