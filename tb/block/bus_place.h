// SPDX-License-Identifier: Apache-2.0
//
// A field of a bus at the port of a Verilated block: where it is, how to write and to read it.
#ifndef BUS_PLACE_H
#define BUS_PLACE_H

#include <initializer_list>
#include "tb_util.h"

struct bus_place { unsigned at, width; };

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
