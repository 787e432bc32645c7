// SPDX-License-Identifier: Apache-2.0
//
// Model, RTL out of its shared object, and both side by side; see dut.h.
#include "nic/dut.h"

#include <dlfcn.h>

#include <cstring>

#include "ttp_regs.h"

namespace nicdev {

namespace {

using Out = ttp_nic_pins_out;

class Model : public Dut {
public:
    explicit Model(ttp_nic *n) : nic_(n) {}
    ~Model() override { ttp_nic_free(nic_); }
    Model(const Model &) = delete;
    Model &operator=(const Model &) = delete;
    const Out &outputs() override
    {
        ttp_nic_outputs(nic_, &out_);
        return out_;
    }
    void edge(const ttp_nic_pins_in &in) override { ttp_nic_clock(nic_, &in); }

private:
    ttp_nic *nic_;
    Out out_{};
};

std::unique_ptr<Dut> make_model(std::string *why)
{
    ttp_params mac{};
    mac.data_w = DATA_W;
    mac.tx_cells = TX_CELLS;
    mac.tx_pkts = TX_PKTS;
    mac.rx_cells = RX_CELLS;
    mac.link_sets = LINK_SETS;
    mac.link_ways = LINK_WAYS;
    mac.selective = SELECTIVE;
    mac.timeout_rst = TTP_RST_TIMEOUT;
    mac.open_tmo_rst = TTP_RST_OPEN_TMO;
    mac.close_tmo_rst = TTP_RST_CLOSE_TMO;
    mac.backoff_rst = TTP_RST_BACKOFF;
    mac.retry_max_rst = TTP_RST_RETRY_MAX;
    mac.addr_high = 0x98ED5C;
    const ttp_nic_params nic = { DATA_W, MESSAGES, REGIONS, READS, FOLLOW, RINGS };
    const char *wrong = "no memory";
    ttp_nic *const made = ttp_nic_new(&mac, &nic, &wrong);
    if (!made) *why = wrong;
    return made ? std::make_unique<Model>(made) : nullptr;
}

std::unique_ptr<Dut> make_rtl(const std::string &folder, std::string *why)
{
    const std::string path = folder + "/rtl_ttp_nic.so";
    void *const so = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);    // until the process ends
    if (!so) {
        *why = std::string("the RTL is not built (make build/rtl_ttp_nic.so): ") + dlerror();
        return nullptr;
    }
    using Entry = const Plugin *(*)();
    const auto entry = reinterpret_cast<Entry>(dlsym(so, PLUGIN));
    const Plugin *const plugin = entry ? entry() : nullptr;
    if (!plugin || strcmp(plugin->set, NICDEV_SET) != 0) {
        *why = path + " was built for other parameters: make clean";
        return nullptr;
    }
    return std::unique_ptr<Dut>(plugin->make());
}

// ---------------------------------------------------------------- what is compared

uint64_t bytes(uint64_t data, uint64_t which)
{
    uint64_t mask = 0;
    for (unsigned i = 0; i < WORD; i++)
        if (which >> i & 1) mask |= UINT64_C(0xff) << 8 * i;
    return data & mask;
}

struct PortInfo {
    const char *name;
    bool (*counts)(const Out &);
    uint64_t (*value)(const Out &);
};

#define PORT(NAME, WHEN, VALUE) \
    { NAME, [](const Out &o) -> bool { static_cast<void>(o); return WHEN; }, \
      [](const Out &o) -> uint64_t { return VALUE; } }
#define CORE(NAME, WHEN) PORT(#NAME, WHEN, o.core.NAME)
#define AXIL(NAME, WHEN) PORT("s_axil_" #NAME, WHEN, o.core.s_axil.NAME)
#define WIRE(NAME, WHEN) PORT("m_axis_wire_" #NAME, WHEN, o.m_axis_wire.NAME)

// m_axi_bready and s_axis_wire_tready are 1 at all times, by the port list.
const PortInfo PORTS[] = {
    CORE(m_axi_arvalid, true),
    CORE(m_axi_arid, o.core.m_axi_arvalid),
    CORE(m_axi_araddr, o.core.m_axi_arvalid),
    CORE(m_axi_arlen, o.core.m_axi_arvalid),
    CORE(m_axi_rready, true),
    CORE(m_axi_awvalid, true),
    CORE(m_axi_awid, o.core.m_axi_awvalid),
    CORE(m_axi_awaddr, o.core.m_axi_awvalid),
    CORE(m_axi_awlen, o.core.m_axi_awvalid),
    CORE(m_axi_wvalid, true),
    CORE(m_axi_wlast, o.core.m_axi_wvalid),
    CORE(m_axi_wstrb, o.core.m_axi_wvalid),
    PORT("m_axi_wdata", o.core.m_axi_wvalid, bytes(o.core.m_axi_wdata[0], o.core.m_axi_wstrb)),
    CORE(irq, true),
    AXIL(awready, true),
    AXIL(wready, true),
    AXIL(bvalid, true),
    AXIL(bresp, o.core.s_axil.bvalid),
    AXIL(arready, true),
    AXIL(rvalid, true),
    AXIL(rdata, o.core.s_axil.rvalid),
    AXIL(rresp, o.core.s_axil.rvalid),
    WIRE(tvalid, true),
    WIRE(tlast, o.m_axis_wire.tvalid),
    WIRE(tuser, o.m_axis_wire.tvalid),
    WIRE(tkeep, o.m_axis_wire.tvalid),
    PORT("m_axis_wire_tdata", o.m_axis_wire.tvalid,
         bytes(o.m_axis_wire.tdata[0], o.m_axis_wire.tkeep)),
};

#undef WIRE
#undef AXIL
#undef CORE
#undef PORT

class Lockstep : public Dut {
public:
    Lockstep(std::unique_ptr<Dut> rtl, std::unique_ptr<Dut> model, const Plant &plant)
        : rtl_(std::move(rtl)), model_(std::move(model)), plant_(plant) {}

    // The world sees the model's pins; up to the first difference that is the same thing.
    const Out &outputs() override
    {
        const Out &r = rtl_->outputs(), &m = model_->outputs();
        if (!armed_ || differs_) return m;
        for (const PortInfo &p : PORTS) {
            // A valid that differs is its own line; what belongs to it counts on neither side.
            if (!p.counts(r) || !p.counts(m)) continue;
            uint64_t of_rtl = p.value(r);
            if (plant_.port == p.name && cycle_ >= plant_.cycle) of_rtl ^= 1;
            if (of_rtl != p.value(m)) difference_.ports.push_back({ p.name, of_rtl, p.value(m) });
        }
        compared_++;
        differs_ = !difference_.ports.empty();
        difference_.cycle = cycle_;
        return m;
    }
    void edge(const ttp_nic_pins_in &in) override
    {
        armed_ |= in.core.rst;                   // outputs count from the first reset on
        rtl_->edge(in);
        model_->edge(in);
        cycle_++;
    }
    const Difference *difference() const override { return differs_ ? &difference_ : nullptr; }
    uint64_t compared() const override { return compared_; }

private:
    std::unique_ptr<Dut> rtl_, model_;
    Plant plant_;
    bool armed_ = false, differs_ = false;
    uint64_t cycle_ = 0, compared_ = 0;
    Difference difference_;
};

} // namespace

bool is_output(const std::string &port)
{
    for (const PortInfo &p : PORTS)
        if (port == p.name) return true;
    return false;
}

std::unique_ptr<Dut> make_dut(const std::string &kind, const std::string &folder,
                              const Plant &plant, std::string *why)
{
    if (kind == "rtl") return make_rtl(folder, why);
    auto model = make_model(why);
    if (kind == "model" || !model) return model;
    auto rtl = make_rtl(folder, why);
    if (!rtl) return nullptr;
    return std::make_unique<Lockstep>(std::move(rtl), std::move(model), plant);
}

} // namespace nicdev
