// SPDX-License-Identifier: Apache-2.0
//
// What a phase of the test of ttp_tx_marks is like: how much happens, and how much goes wrong.
#ifndef MARKS_PHASE_H
#define MARKS_PHASE_H

#include "lockstep.h"

static constexpr unsigned LINKS_N = 1u << LW;

struct marks_phase {            // in percent
    unsigned happens = 50, sends = 50, answers = 30, mapped = 30, again = 1, pauses = 1, ends = 1;
    unsigned ready = 50, refuses = 5, hears = LINKS_N, late = 1, deaf = 0, old = 0;
    unsigned largest = 8, retires_some = 50, enters = 60, opens = 20, lasts = 0;
    bool obeys = true;                  // no more are in flight than was told
    bool stays = false;                 // a link keeps its context

    void draw(tb_rng &r)
    {
        lasts = r.in(100, 1500);
        happens = tb_load(r, 1);
        sends = r.in(20, 90);
        answers = r.in(2, 50);
        retires_some = r.in(2, 50);
        mapped = r.one_in(4) ? 0 : r.in(2, 60);
        again = r.one_in(2) ? 0 : r.one_in(2) ? 20 : 5;
        pauses = r.one_in(2) ? 0 : r.in(1, 3);
        ends = r.one_in(3) ? 0 : r.one_in(4) ? 20 : 2;
        ready = tb_load(r, 1);
        refuses = r.one_in(3) ? 0 : r.one_in(2) ? 5 : 50;
        hears = r.one_in(2) ? LINKS_N : r.in(1, LINKS_N);
        late = r.in(1, 3);
        deaf = r.one_in(6) ? 100 : r.one_in(2) ? 10 : 0;
        old = r.in(1, 2);
        largest = r.one_in(2) ? 40 : 6;
        enters = r.one_in(3) ? 5 : 60;
        obeys = !r.one_in(3);
        opens = r.one_in(2) ? 3 : 20;
        if (r.one_in(6)) large_windows(r);
        else if (r.one_in(12)) deaf_ones();
    }
    void large_windows(tb_rng &r)
    {
        lasts = 3000;
        hears = r.in(1, 3);
        largest = WINDOW;
        happens = sends = 100;
        answers = r.in(2, 10);
        retires_some = r.in(2, 30);
        again = r.in(0, 20);
        ends = 0;
    }
    // Of a link that sends again and again no number is known for long.
    void deaf_ones()
    {
        lasts = 6000;
        hears = 1;
        stays = true;
        deaf = happens = ready = 100;
        sends = answers = 50;
        ends = pauses = refuses = mapped = 0;
    }
};

#endif
