// SPDX-License-Identifier: Apache-2.0
//
// Most ports have the name of their field in the model:
//
//     DRIVE(*dut, in, wr_en, wr_addr);             dut->wr_en = in.wr_en; and so on
//     COMPARE(chk, *dut, o, wr_base, slot_free);   chk.eq("wr_base", dut->wr_base, o.wr_base); ...
//
// Up to 20 names. Fields of a bus, with their places in bus_rx.h or bus_tx.h:
//
//     check_bus(chk, dut->verdict, { { "verdict_len", VERDICT_LEN, o.verdict_len } });
//
// The model keeps a beat in 64-bit lanes, and a Verilated port may be an array.
#ifndef X_PORTS_H
#define X_PORTS_H

#include "bus_place.h"
#include "tb_util.h"

#define DRIVE(dut, in, ...) (TB_SCAN(TB_DRIVE(dut, in, __VA_ARGS__)))
#define TB_DRIVE(dut, in, name, ...) tb_set((dut).name, (in).name) \
    __VA_OPT__(, TB_LATER(TB_DRIVE_MORE)()(dut, in, __VA_ARGS__))
#define TB_DRIVE_MORE() TB_DRIVE

#define COMPARE(chk, dut, o, ...) (TB_SCAN(TB_COMPARE(chk, dut, o, __VA_ARGS__)))
#define TB_COMPARE(chk, dut, o, name, ...) (chk).eq(#name, (dut).name, (o).name) \
    __VA_OPT__(, TB_LATER(TB_COMPARE_MORE)()(chk, dut, o, __VA_ARGS__))
#define TB_COMPARE_MORE() TB_COMPARE

// The preprocessor expands no macro inside itself, but does so when it scans the text once more.
#define TB_LATER(macro) macro TB_NOTHING()
#define TB_NOTHING()
#define TB_SCAN(...) TB_SCAN5(TB_SCAN5(TB_SCAN5(TB_SCAN5(__VA_ARGS__))))
#define TB_SCAN5(...) TB_SCAN1(TB_SCAN1(TB_SCAN1(TB_SCAN1(TB_SCAN1(__VA_ARGS__)))))
#define TB_SCAN1(...) __VA_ARGS__

template <class P, class V> void tb_set(P &port, const V &value) { port = static_cast<P>(value); }

struct bus_field { const char *name; bus_place place; uint64_t model; };

template <class P>
void check_bus(tb_check &chk, const P &port, std::initializer_list<bus_field> fields)
{
    for (const bus_field &f : fields) chk.eq(f.name, bus_get(port, f.place), f.model);
}

template <class P> void put_lanes(P &port, const uint64_t *lanes, unsigned n)
{
    for (unsigned i = 0; i < n; i++) tb_put(port, 64 * i, 64, lanes[i]);
}

template <class P>
void check_lanes(tb_check &chk, const char *what, const P &port, const uint64_t *lanes, unsigned n)
{
    for (unsigned i = 0; i < n; i++) chk.eq(what, tb_get(port, 64 * i, 64), lanes[i]);
}

#endif
