// SPDX-License-Identifier: Apache-2.0
//
// The golden model as a Dut.
#include "dut.h"

namespace {

class ModelDut : public Dut {
public:
    explicit ModelDut(ttp_mac *m) : m_(m) {}
    ~ModelDut() override { ttp_mac_free(m_); }
    ModelDut(const ModelDut &) = delete;
    ModelDut &operator=(const ModelDut &) = delete;

    const ttp_out &outputs() override
    {
        ttp_mac_outputs(m_, &out_);
        return out_;
    }
    void drive(const ttp_in &in) override { in_ = &in; }
    void edge() override { ttp_mac_clock(m_, in_); }
    ttp_mac *model() override { return m_; }
    bool start_cycle(uint64_t n) override
    {
        ttp_mac_start_cycle(m_, n);
        return true;
    }

private:
    ttp_mac *m_;
    const ttp_in *in_ = nullptr;
    ttp_out out_{};
};

} // namespace

const char *dut_kind_name(DutKind k)
{
    return k == DutKind::lockstep ? "lockstep" : k == DutKind::rtl ? "rtl" : "model";
}

std::unique_ptr<Dut> make_model_dut(const ttp_params &p, std::string *why)
{
    const char *text = nullptr;
    ttp_mac *m = ttp_mac_new(&p, &text);
    if (!m) {
        *why = text ? text : "no memory for the model";
        return nullptr;
    }
    return make_model_dut(m);
}

std::unique_ptr<Dut> make_model_dut(ttp_mac *m) { return std::make_unique<ModelDut>(m); }
