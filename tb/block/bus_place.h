// SPDX-License-Identifier: Apache-2.0
//
// Fields of a bus at the port of a Verilated block, under their names in rtl/ttp_bus_*.vh and
// rtl/ttp_link_rec.vh: places.h is made from these headers. A bench that uses a field has the
// parameters that its place is computed from: LW, CW, EW, TCW, DATA_W.
//
//     bus_put(dut->append, APPEND_LEN, 64);       bus_get(dut->goal, GOAL_UNA)
#ifndef BUS_PLACE_H
#define BUS_PLACE_H

#include <initializer_list>
#include "tb_util.h"

struct bus_place {
    unsigned at, width;
    constexpr bus_place(unsigned bit, unsigned bits = 1) : at(bit), width(bits) {}
};

constexpr unsigned clog2(unsigned n) { return n < 2 ? 0 : 1 + clog2((n + 1) / 2); }

#include "places.h"

// A field of a bus that is itself a field
constexpr bus_place bus_within(const bus_place &outer, const bus_place &field)
{
    return { outer.at + field.at, field.width };
}
// Word i of a field, 32 bits
constexpr bus_place bus_word(const bus_place &f, unsigned i) { return { f.at + 32 * i, 32 }; }

template <class P, class V> void bus_put(P &port, const bus_place &f, V value)
{
    tb_put(port, f.at, f.width, static_cast<uint64_t>(value));
}

// Several fields at once
struct bus_value { bus_place place; uint64_t value; };

template <class P> void bus_set(P &port, std::initializer_list<bus_value> values)
{
    for (const bus_value &v : values) bus_put(port, v.place, v.value);
}

template <class P> uint64_t bus_get(const P &port, const bus_place &f)
{
    return tb_get(port, f.at, f.width);
}

#define BUS_EQ(chk, port, place, model) (chk).eq(#model, bus_get(port, place), (model))

#endif
