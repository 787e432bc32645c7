// SPDX-License-Identifier: Apache-2.0
//
// ttpnicdev - a NIC as a PCIe device of SimBricks, for `ttpnic --device` say, or of QEMU
//
//     ttpnicdev --pcie simbricks:PATH|qemu:PATH --wire udp:LOCAL:REMOTE
//               [--dut model|rtl|lockstep]
//
// It listens at the Unix socket PATH, and ends when its host does. docs/nic.md, "On a host", has
// what the host sees. Exit 1: RTL and model differ, or the host has gone or speaks wrong; 2: usage.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "nic/device.h"
#include "program.h"

namespace {

using namespace nicdev;

const char *const USAGE =
    "usage: ttpnicdev --pcie simbricks:PATH|qemu:PATH --wire udp:LOCAL:REMOTE\n"
    "       [--dut model|rtl|lockstep] [--plant PORT@CYCLE] [--loss P] [--dup P] [--reorder P]\n"
    "       [--seed N] [--slots N] [--slot BYTES] [--wait SECONDS]\n";

struct Options {
    std::string pcie, wire, dut = "model";
    Plant plant;
    double loss = 0, dup = 0, reorder = 0;
    uint64_t seed = 1, slots = 0, slot = 0, wait = 30;
};

[[noreturn]] void stop(int code, const std::string &text)
{
    fflush(stdout);
    fprintf(stderr, "ttpnicdev: %s\n", text.c_str());
    exit(code);
}

double part(const std::string &name, const std::string &text)
{
    char *end = nullptr;
    const double p = strtod(text.c_str(), &end);
    if (text.empty() || *end || !(p >= 0 && p < 1))
        stop(2, name + " " + text + ": want a part from 0 to below 1");
    return p;
}

uint64_t number(const std::string &name, const std::string &text, uint64_t least, uint64_t most)
{
    const bool digits = !text.empty() && text.size() < 20
        && text.find_first_not_of("0123456789") == std::string::npos;
    const uint64_t n = digits ? strtoull(text.c_str(), nullptr, 10) : 0;
    if (!digits || n < least || n > most)
        stop(2, name + " " + text + ": want a number from " + std::to_string(least) + " to "
             + std::to_string(most));
    return n;
}

Plant plant_of(const std::string &text)
{
    const size_t at = text.find('@');
    Plant p{ text.substr(0, at), 0 };
    if (at == std::string::npos || !is_output(p.port))
        stop(2, "--plant " + text + ": want an output port, @ and a cycle");
    p.cycle = number("--plant", text.substr(at + 1), 0, UINT64_MAX);
    return p;
}

Options options(int argc, char **argv)
{
    Options o;
    for (int i = 1; i < argc; i += 2) {
        const std::string name = argv[i];
        if (name == "--help") {
            fputs(USAGE, stdout);
            exit(0);
        }
        if (i + 1 == argc) stop(2, name + ": what?\n" + USAGE);
        const std::string value = argv[i + 1];
        if (name == "--pcie") o.pcie = value;
        else if (name == "--wire") o.wire = value;
        else if (name == "--dut") o.dut = value;
        else if (name == "--plant") o.plant = plant_of(value);
        else if (name == "--loss") o.loss = part(name, value);
        else if (name == "--dup") o.dup = part(name, value);
        else if (name == "--reorder") o.reorder = part(name, value);
        else if (name == "--seed") o.seed = number(name, value, 1, UINT64_MAX);
        else if (name == "--slots") o.slots = number(name, value, 2, 1 << 20);
        else if (name == "--slot") o.slot = number(name, value, 128, 16384);
        else if (name == "--wait") o.wait = number(name, value, 1, 86400);
        else stop(2, name + ": no such option\n" + USAGE);
    }
    const bool qemu = o.pcie.rfind("qemu:", 0) == 0;
    if (!qemu && o.pcie.rfind("simbricks:", 0) != 0)
        stop(2, "--pcie " + o.pcie + ": want simbricks:PATH or qemu:PATH");
    if (qemu && (o.slots || o.slot)) stop(2, "--slots and --slot are for simbricks:PATH");
    if (!o.slots) o.slots = 512;
    if (!o.slot) o.slot = 64 + 1088;
    if (o.wire.empty()) stop(2, "--wire udp:LOCAL:REMOTE is missing");
    if (o.dut != "model" && o.dut != "rtl" && o.dut != "lockstep")
        stop(2, "--dut " + o.dut + ": want model, rtl or lockstep");
    if (!o.plant.port.empty() && o.dut != "lockstep") stop(2, "--plant: needs --dut lockstep");
    if (o.slot % 64) stop(2, "--slot " + std::to_string(o.slot) + ": want a multiple of 64");
    return o;
}

// Another number each time: a MAC of this name may have been there a moment ago.
uint16_t boot()
{
    timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return static_cast<uint16_t>(now.tv_nsec / 1000 + now.tv_sec * 40503);
}

} // namespace

int main(int argc, char **argv)
{
    const Options o = options(argc, argv);
    const std::string path = o.pcie.substr(o.pcie.find(':') + 1);
    std::string wrong;
    char why[300];
    auto dut = make_dut(o.dut, rtl_dir(), o.plant, &wrong);
    if (!dut) stop(2, wrong);
    wire_udp wire = {};
    wire.harm.random = o.seed;
    wire.harm.loss = o.loss;
    wire.harm.dup = o.dup;
    wire.harm.reorder = o.reorder;
    if (!wire_udp_open(&wire, o.wire.c_str(), why, sizeof why)) stop(2, why);
    printf("device at %s, dut %s, wire udp 127.0.0.1:%d\n", path.c_str(), o.dut.c_str(),
           wire.local);
    fflush(stdout);

    const auto patience = static_cast<double>(o.wait);
    const auto host = o.pcie[0] == 'q' ? open_qemu(path, patience, &wrong)
                                       : open_simbricks(path, o.slots, o.slot, patience, &wrong);
    if (!host) stop(2, wrong);
    Device device(std::move(dut), host.get(), &wire, boot());
    const bool ok = device.run();
    device.report();
    if (!ok) stop(1, device.why());
    puts("OK");
    return 0;
}
