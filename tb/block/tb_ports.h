// SPDX-License-Identifier: Apache-2.0
//
// Ports of the RTL by the names that the model has for them too. In a bench, where dut is the RTL,
// in and o are what goes into the model and comes out of it:
//
//     DRIVE(core_rst, quiesce);            dut->core_rst = in.core_rst; and so on
//     DRIVE_BUS(append, tail, len);        the field tail of dut->append = in.append_tail; ...
//     SAME(tx_idle, tx_pulse);             CHECK_EQ(chk, dut->tx_idle, o.tx_idle); ...
//     SAME_BUS(freed, link, count);        the field link of dut->freed against o.freed_link; ...
//
// Under other names: DRIVE_TO(port, from, core_rst) and SAME_OF(chk, port, o, tx_idle). Fields of a
// bus that the model calls by other names:
//
//     check_bus(chk, dut->verdict, { { "verdict_len", VERDICT_LEN, o.verdict_len } });
//
// The model keeps a beat in 64-bit lanes, and a Verilated port may be an array of 32-bit words.
#ifndef TB_PORTS_H
#define TB_PORTS_H

#include "bus_place.h"

// The value fits; the type of the port is as narrow as its width allows.
template <class P, class V> void tb_set(P &port, V value) { port = static_cast<P>(value); }

#define DRIVE(...) TB_EACH(TB_DRIVE, , __VA_ARGS__)
#define DRIVE_TO(TO, FROM, ...) TB_EACH(TB_DRIVE_TO, (TO, FROM), __VA_ARGS__)
#define DRIVE_BUS(BUS_NAME, ...) TB_EACH(TB_DRIVE_BUS, BUS_NAME, __VA_ARGS__)
#define SAME(...) TB_EACH(TB_SAME, , __VA_ARGS__)
#define SAME_OF(CHK, PORT, O, ...) TB_EACH(TB_SAME_OF, (CHK, PORT, O), __VA_ARGS__)
#define SAME_BUS(BUS_NAME, ...) TB_EACH(TB_SAME_BUS, BUS_NAME, __VA_ARGS__)

#define TB_DRIVE(NONE, NAME) tb_set(dut->NAME, in.NAME);
#define TB_DRIVE_TO(WITH, NAME) TB_CALL(TB_SET_FIELD, (TB_UNPACK WITH, NAME))
#define TB_SET_FIELD(TO, FROM, NAME) tb_set((TO).NAME, (FROM).NAME);
#define TB_DRIVE_BUS(B, FIELD) bus_put(dut->B, AT_##B##_##FIELD, in.B##_##FIELD);
#define TB_SAME(NONE, NAME) CHECK_EQ(chk, dut->NAME, o.NAME);
#define TB_SAME_OF(WITH, NAME) TB_CALL(TB_CHECK_FIELD, (TB_UNPACK WITH, NAME))
#define TB_CHECK_FIELD(CHK, PORT, O, NAME) (CHK).eq(#NAME, (PORT).NAME, (O).NAME);
#define TB_SAME_BUS(B, FIELD) BUS_EQ(chk, dut->B, AT_##B##_##FIELD, o.B##_##FIELD);
#define TB_CALL(MACRO, ARGUMENTS) MACRO ARGUMENTS
#define TB_UNPACK(...) __VA_ARGS__

// WHAT(WITH, x) for each x of up to 27: the preprocessor reads the list once more for each.
#define TB_EACH(WHAT, WITH, ...) do { TB_27(TB_NEXT(WHAT, WITH, __VA_ARGS__)) } while (0)
#define TB_NEXT(WHAT, WITH, X, ...) \
    WHAT(WITH, X) __VA_OPT__(TB_AGAIN TB_NOTHING() () (WHAT, WITH, __VA_ARGS__))
#define TB_AGAIN() TB_NEXT
#define TB_NOTHING()
#define TB_27(...) TB_9(TB_9(TB_9(__VA_ARGS__)))
#define TB_9(...) TB_3(TB_3(TB_3(__VA_ARGS__)))
#define TB_3(...) TB_1(TB_1(TB_1(__VA_ARGS__)))
#define TB_1(...) __VA_ARGS__

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
