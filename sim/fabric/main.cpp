// SPDX-License-Identifier: Apache-2.0
//
// The command build/ttpfabric; docs/fabric.md. It is linked with ns-3, which is under the GPL
// version 2: it is a program of its own, and nothing else of this project needs it.
#include <cstdio>

#include "fabric/alone.h"
#include "fabric/cycles.h"
#include "fabric/options.h"
#include "fabric/report.h"

int main(int argc, char **argv)
{
    fabric::Options o;
    std::string why;
    const auto fail = [&](int exit) {
        fprintf(stderr, "ttpfabric: %s\n", why.c_str());
        return exit;
    };
    const Parse parsed = fabric::parse_options(argc, argv, &o);
    if (parsed != Parse::run) return parsed == Parse::done ? 0 : 2;
    if (o.cycles) return fabric::print_cycles(o.fabric, &why) ? 0 : fail(1);

    if (!o.wire.empty()) return fabric::run_alone(o);

    fabric::Fabric f(o.fabric);
    // The workload first: a mistake in it should not wait for a thousand MACs.
    if (!f.load(&why) || !f.build(&why)) return fail(2);
    const bool ok = f.run(&why);
    const nlohmann::ordered_json r = fabric::report(o, f);
    if (!o.json.empty() && !fabric::write_json(o.json, r)) {
        why = o.json + " can not be written";
        return fail(2);
    }
    if (o.table && ok) fabric::print_table(r);
    if (!ok) return fail(f.stuck() ? 3 : 1);
    why = f.missed();
    return why.empty() ? 0 : fail(3);
}
