// SPDX-License-Identifier: Apache-2.0
//
// Loads the Verilated RTL of a preset. A shared object for each, so that a run builds only the one
// that it needs, and so that a broken copy of the RTL can be tried with the same executable.
#include <dlfcn.h>

#include <cstring>

#include "dut_rtl.h"
#include "program.h"

std::unique_ptr<Dut> make_rtl_dut(const std::string &preset, const ttp_params &p,
                                  const std::string &dir, const std::string &instance,
                                  Waves *waves, std::string *why)
{
    const std::string name = "/rtl_" + preset + ".so";
    const std::string path = (dir.empty() ? rtl_dir() : dir) + name;
    void *so = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);   // stays until the process ends
    if (!so) {
        *why = "the RTL of preset " + preset + " is not built (make build/rtl_" + preset + ".so): "
            + dlerror();
        return nullptr;
    }
    using Entry = const RtlPlugin *(*)();
    const auto entry = reinterpret_cast<Entry>(dlsym(so, "ttpsim_rtl_plugin"));
    const RtlPlugin *plugin = entry ? entry() : nullptr;
    if (!plugin || plugin->abi != RTL_PLUGIN_ABI || memcmp(&plugin->params, &p, sizeof p) != 0) {
        *why = path + " was built for other parameters or another ttpsim: make clean";
        return nullptr;
    }
    return std::unique_ptr<Dut>(plugin->make(waves, instance.c_str()));
}

std::unique_ptr<Dut> make_dut(DutKind kind, const std::string &preset, const ttp_params &p,
                              const std::string &dir, const std::string &instance, Waves *waves,
                              std::string *why)
{
    std::unique_ptr<Dut> model, rtl;
    if (kind != DutKind::rtl && !(model = make_model_dut(p, why))) return nullptr;
    if (kind == DutKind::model) return model;
    rtl = make_rtl_dut(preset, p, dir, instance, waves, why);
    if (kind == DutKind::rtl || !rtl) return rtl;
    return make_lockstep_dut(std::move(rtl), std::move(model), p);
}
