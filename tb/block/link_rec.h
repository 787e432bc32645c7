// SPDX-License-Identifier: Apache-2.0
//
// The record of a link as the RTL packs it, rtl/ttp_link_rec.vh: from bit 0 up.
#ifndef LINK_REC_H
#define LINK_REC_H

#include "tb_util.h"
#include "ttp_link_fsm.h"

// f(name, width, field) for each field of r, a ttp_link_rec or a const one.
template <class R, class F> void link_rec_each(R &r, F f)
{
    f("nret", CW, r.nret);
    f("cof", CW, r.cof);
    f("nfl", CW, r.nfl);
    f("retry", 8, r.retry);
    f("gapn", 16, r.gapn);
    f("plife", 16, r.plife);
    f("olife", 16, r.olife);
    f("clid", 32, r.clid);
    f("dl", 32, r.dl);
    f("last", 32, r.last);
    f("una", 32, r.una);
    f("chold", 1, r.chold);
    f("armed", 1, r.armed);
    f("hold", 1, r.hold);
    f("nkv", 2, r.nkv);
    f("full", 1, r.full);
    f("gapv", 1, r.gapv);
    f("sopen", 1, r.sopen);
    f("prec", 1, r.prec);
    f("dead", 1, r.dead);
    f("closereq", 1, r.closereq);
    f("reopen", 1, r.reopen);
    f("st", 3, r.st);
    f("armed2", 1, r.armed2);
    f("vict", 1, r.vict);
    f("sown", 1, r.sown);
    f("anyid", 1, r.anyid);
    f("xv", 2, r.xv);
    f("ta", 24, r.ta);
    f("xlife", 16, r.xlife);
    f("dl2", 32, r.dl2);
    f("xid", 32, r.xid);
    f("oid", 23, r.oid);
}

// Into a Verilated port
template <class P> void link_rec_put(P &port, const ttp_link_rec &r)
{
    unsigned at = 0;
    link_rec_each(r, [&](const char *, unsigned width, auto &field) {
        tb_put(port, at, width, field);
        at += width;
    });
}

// f(name, what the port has, field) for each field
template <class P, class F> void link_rec_compare(const P &port, const ttp_link_rec &r, F f)
{
    unsigned at = 0;
    link_rec_each(r, [&](const char *name, unsigned width, auto &field) {
        f(name, tb_get(port, at, width), field);
        at += width;
    });
}

#endif
