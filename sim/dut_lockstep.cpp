// SPDX-License-Identifier: Apache-2.0
//
// RTL and model side by side: same inputs, every output compared in every cycle. The drivers and
// checkers see the model's pins; up to the first difference that is the same thing.
#include "compare.h"

namespace {

class LockstepDut : public Dut {
public:
    LockstepDut(std::unique_ptr<Dut> rtl, std::unique_ptr<Dut> mod, unsigned lanes)
        : rtl_(std::move(rtl)), model_(std::move(mod)), lanes_(lanes) {}

    const ttp_out &outputs() override
    {
        const ttp_out &m = model_->outputs();
        if (!armed_) return m;
        const ttp_out *r = &rtl_->outputs();
        if (!plant_.port.empty() && cycle_ >= plant_.cycle) {
            planted_ = *r;
            if (flip_port(&planted_, plant_.port)) plant_.port.clear();
            r = &planted_;
        }
        compared_++;
        if (!same_pins(*r, m, lanes_) && !differs_) note(*r, m);
        return m;
    }

    void drive(const ttp_in &in) override
    {
        if (in.rst) armed_ = true;     // outputs count from the first cycle after a reset edge
        rtl_->drive(in);
        model_->drive(in);
    }

    void edge() override
    {
        rtl_->edge();
        model_->edge();
        cycle_++;
    }

    ttp_mac *model() override { return model_->model(); }
    const Difference *difference() const override { return differs_ ? &difference_ : nullptr; }
    uint64_t compared() const override { return compared_; }
    void plant(const Plant &p) override { plant_ = p; }
    bool plant_waits() const override { return !plant_.port.empty(); }
    bool start_cycle(uint64_t n) override { return rtl_->start_cycle(n) && model_->start_cycle(n); }

private:
    void note(const ttp_out &r, const ttp_out &m)
    {
        differs_ = true;
        difference_.cycle = cycle_;
        difference_.ports = differing_ports(r, m, lanes_);
        if (difference_.ports.empty())
            difference_.ports.push_back(
                { "(the comparison and its table of ports disagree)", "?", "?" });
    }

    std::unique_ptr<Dut> rtl_, model_;
    unsigned lanes_;
    bool armed_ = false, differs_ = false;
    uint64_t cycle_ = 0, compared_ = 0;
    Difference difference_;
    Plant plant_;
    ttp_out planted_{};
};

} // namespace

std::unique_ptr<Dut> make_lockstep_dut(std::unique_ptr<Dut> rtl, std::unique_ptr<Dut> model,
                                       const ttp_params &p)
{
    return std::make_unique<LockstepDut>(std::move(rtl), std::move(model), p.data_w / 64);
}
