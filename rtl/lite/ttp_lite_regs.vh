// SPDX-License-Identifier: Apache-2.0
//
// Microprogram, operations on registers: one of a REQ in each of the host's slots. docs/lite.md says which registers there are.

rom[2536] = 20'h80380;         //> op_next: ld req_i
rom[2537] = 20'hDB000;         //> tap
rom[2538] = 20'h10004;         //> add #4
rom[2539] = 20'hC0380;         //> st req_i
rom[2540] = 20'h80381; rom[2541] = 20'h30001; rom[2542] = 20'hC0381; //> dec req_n
rom[2543] = 20'hCA9F2;         //> bnz op1
rom[2544] = 20'h00001; rom[2545] = 20'hC0383; //> mov rsp_due, #1
rom[2546] = 20'h86000; rom[2547] = 20'hC0389; //> op1: mov isw, m.0
rom[2548] = 20'hD9800;         //> swp
rom[2549] = 20'h500FF;         //> and #0xFF
rom[2550] = 20'hC0389;         //> st isw
rom[2551] = 20'h80389; rom[2552] = 20'h30002; rom[2553] = 20'hCCA7C; //> jge isw, #2, op_error
rom[2554] = 20'h86001; rom[2555] = 20'hC038E; //> mov adr, m.1
rom[2556] = 20'h5FFFC;         //> and #0xFFFC
rom[2557] = 20'hC038E;         //> st adr
// bytes that a write writes
rom[2558] = 20'h00000; rom[2559] = 20'hC038A; rom[2560] = 20'h00000; rom[2561] = 20'hC038B; //> mov2 mask, #0
rom[2562] = 20'h86000; rom[2563] = 20'h50001; rom[2564] = 20'hC9A07; //> jf m.0, #1, op2
rom[2565] = 20'h000FF; rom[2566] = 20'hC038B; //> mov mask+1, #0x00FF
rom[2567] = 20'h86000; rom[2568] = 20'h50002; rom[2569] = 20'hC9A0D; //> op2: jf m.0, #2, op3
rom[2570] = 20'h8038B; rom[2571] = 20'h6FF00; rom[2572] = 20'hC038B; //> set mask+1, #0xFF00
rom[2573] = 20'h86000; rom[2574] = 20'h50004; rom[2575] = 20'hC9A12; //> op3: jf m.0, #4, op4
rom[2576] = 20'h000FF; rom[2577] = 20'hC038A; //> mov mask, #0x00FF
rom[2578] = 20'h86000; rom[2579] = 20'h50008; rom[2580] = 20'hC9A18; //> op4: jf m.0, #8, op5
rom[2581] = 20'h8038A; rom[2582] = 20'h6FF00; rom[2583] = 20'hC038A; //> set mask, #0xFF00
rom[2584] = 20'h86002;         //> op5: ld m.2
rom[2585] = 20'hA838A;         //> and mask
rom[2586] = 20'hC038C;         //> st val
rom[2587] = 20'h86003;         //> ld m.3
rom[2588] = 20'hA838B;         //> and mask+1
rom[2589] = 20'hC038D;         //> st val+1
rom[2590] = 20'h8038E; rom[2591] = 20'h31000; rom[2592] = 20'hCCA2F; //> jge adr, #0x1000, op_card
rom[2593] = 20'h8038E; rom[2594] = 20'h30200; rom[2595] = 20'hCCA41; //> jge adr, #0x200, op_counter
rom[2596] = 20'h8038E; rom[2597] = 20'h300B4; rom[2598] = 20'hCCA7C; //> jge adr, #0xB4, op_error
rom[2599] = 20'h8038E; rom[2600] = 20'hC038F; //> mov at, adr
rom[2601] = 20'hD0A69;         //> call half
rom[2602] = 20'h10280;         //> add #MREG
rom[2603] = 20'hC038F;         //> st at
rom[2604] = 20'hDA800;         //> tax
rom[2605] = 20'hD0A73;         //> call quarter
rom[2606] = 20'hCFAA0;         //> jpa mac_regs
rom[2607] = 20'h8038E; rom[2608] = 20'h31200; rom[2609] = 20'hCCA7C; //> op_card: jge adr, #0x1200, op_error
rom[2610] = 20'h8038E; rom[2611] = 20'h31080; rom[2612] = 20'hCCA50; //> jge adr, #0x1080, op_hl
rom[2613] = 20'h8038E;         //> ld adr
rom[2614] = 20'h50FFF;         //> and #0xFFF
rom[2615] = 20'hC038E;         //> st adr
rom[2616] = 20'h8038E; rom[2617] = 20'h30048; rom[2618] = 20'hCCA7C; //> jge adr, #0x48, op_error
rom[2619] = 20'hD0A69;         //> call half
rom[2620] = 20'h10300;         //> add #CREG
rom[2621] = 20'hC038F;         //> st at
rom[2622] = 20'hDA800;         //> tax
rom[2623] = 20'hD0A73;         //> call quarter
rom[2624] = 20'hCFACD;         //> jpa card_regs

// counters of the MAC are 32 bit: their upper words are 0
rom[2625] = 20'h80389; rom[2626] = 20'hCAA7C; //> op_counter: jnz isw, op_error
rom[2627] = 20'h8038E; rom[2628] = 20'h30400; rom[2629] = 20'hCCA7C; //> jge adr, #0x400, op_error
rom[2630] = 20'h8038E; rom[2631] = 20'h50004; rom[2632] = 20'hCAA82; //> jt adr, #4, op_zero
rom[2633] = 20'h8038E;         //> ld adr
rom[2634] = 20'h30200;         //> sub #0x200
rom[2635] = 20'hC038E;         //> st adr
rom[2636] = 20'hD0A73;         //> call quarter
rom[2637] = 20'h10100;         //> add #CNT
rom[2638] = 20'hDA800;         //> tax
rom[2639] = 20'hC8A88;         //> jmp op_value
// ... those of the host link and of the Ethernet ports that are not there
rom[2640] = 20'h80389; rom[2641] = 20'hCAA7C; //> op_hl: jnz isw, op_error
rom[2642] = 20'h8038E; rom[2643] = 20'h31100; rom[2644] = 20'hCCA5F; //> jge adr, #0x1100, op_eth
rom[2645] = 20'h8038E; rom[2646] = 20'h310D8; rom[2647] = 20'hCCA7C; //> jge adr, #0x10D8, op_error
rom[2648] = 20'h8038E;         //> ld adr
rom[2649] = 20'h5007F;         //> and #0x7F
rom[2650] = 20'hC038E;         //> st adr
rom[2651] = 20'hD0A69;         //> call half
rom[2652] = 20'h10180;         //> add #HLC
rom[2653] = 20'hDA800;         //> tax
rom[2654] = 20'hC8A88;         //> jmp op_value
rom[2655] = 20'h8038E;         //> op_eth: ld adr
rom[2656] = 20'h5003F;         //> and #0x3F
rom[2657] = 20'hC0342;         //> st t
rom[2658] = 20'h80342; rom[2659] = 20'h3002C; rom[2660] = 20'hCCA7C; //> jge t, #0x2C, op_error
rom[2661] = 20'h8038E; rom[2662] = 20'h31180; rom[2663] = 20'hCBA82; //> jlt adr, #0x1180, op_zero
rom[2664] = 20'hC8A7C;         //> jmp op_error

// A = adr / 2, adr / 4
rom[2665] = 20'h8038E;         //> half: ld adr
rom[2666] = 20'hD9800;         //> swp
rom[2667] = 20'hD9000;         //> rol
rom[2668] = 20'hD9000;         //> rol
rom[2669] = 20'hD9000;         //> rol
rom[2670] = 20'hD9000;         //> rol
rom[2671] = 20'hD9000;         //> rol
rom[2672] = 20'hD9000;         //> rol
rom[2673] = 20'hD9000;         //> rol
rom[2674] = 20'hD8800;         //> ret
rom[2675] = 20'h8038E;         //> quarter: ld adr
rom[2676] = 20'hD9800;         //> swp
rom[2677] = 20'hD9000;         //> rol
rom[2678] = 20'hD9000;         //> rol
rom[2679] = 20'hD9000;         //> rol
rom[2680] = 20'hD9000;         //> rol
rom[2681] = 20'hD9000;         //> rol
rom[2682] = 20'hD9000;         //> rol
rom[2683] = 20'hD8800;         //> ret

// ---- ends. X is the register
rom[2684] = 20'h80380;         //> op_error: ld req_i
rom[2685] = 20'h30004;         //> sub #4
rom[2686] = 20'hDB000;         //> tap
rom[2687] = 20'h86000; rom[2688] = 20'h68000; rom[2689] = 20'hC6000; //> set m.0, #0x8000
rom[2690] = 20'h00000; rom[2691] = 20'hC6002; //> op_zero: mov m.2, #0
rom[2692] = 20'hC6003;         //> st m.3
rom[2693] = 20'hD8000;         //> halt
rom[2694] = 20'h80389; rom[2695] = 20'hCAA7C; //> op_read: jnz isw, op_error
rom[2696] = 20'h84000; rom[2697] = 20'hC6002; //> op_value: mov m.2, x.0
rom[2698] = 20'h84001; rom[2699] = 20'hC6003; //> mov m.3, x.1
rom[2700] = 20'hD8000;         //> halt
// bytes without a strobe keep their value
rom[2701] = 20'h8038A;         //> merge: ld mask
rom[2702] = 20'hB038B;         //> or mask+1
rom[2703] = 20'hC91C7;         //> bz idle           ; nothing is written at all
rom[2704] = 20'h8038A;         //> ld mask
rom[2705] = 20'h7FFFF;         //> xor #0xFFFF
rom[2706] = 20'hAC000;         //> and x.0
rom[2707] = 20'hB038C;         //> or val
rom[2708] = 20'hC038C;         //> st val
rom[2709] = 20'h8038B;         //> ld mask+1
rom[2710] = 20'h7FFFF;         //> xor #0xFFFF
rom[2711] = 20'hAC001;         //> and x.1
rom[2712] = 20'hB038D;         //> or val+1
rom[2713] = 20'hC038D;         //> st val+1
rom[2714] = 20'hD8800;         //> ret
rom[2715] = 20'h8038C; rom[2716] = 20'hC4000; //> store: mov x.0, val
rom[2717] = 20'h8038D; rom[2718] = 20'hC4001; //> mov x.1, val+1
rom[2719] = 20'hD8000;         //> halt

rom[2720] = 20'hC8ADF;         //> mac_regs: jmp g_ro
rom[2721] = 20'hC8ADF;         //> jmp g_ro
rom[2722] = 20'hC8ADF;         //> jmp g_ro
rom[2723] = 20'hC8ADF;         //> jmp g_ro
rom[2724] = 20'hC8ADF;         //> jmp g_ro
rom[2725] = 20'hC8ADF;         //> jmp g_ro
rom[2726] = 20'hC8ADF;         //> jmp g_ro
rom[2727] = 20'hC8A7C;         //> jmp op_error
rom[2728] = 20'hC8AE4;         //> jmp g_node
rom[2729] = 20'hC8AEB;         //> jmp g_ctrl
rom[2730] = 20'hC8ADF;         //> jmp g_ro
rom[2731] = 20'hC8AFD;         //> jmp g_epoch
rom[2732] = 20'hC8B12;         //> jmp g_tmo
rom[2733] = 20'hC8B12;         //> jmp g_tmo
rom[2734] = 20'hC8B12;         //> jmp g_tmo
rom[2735] = 20'hC8B12;         //> jmp g_tmo
rom[2736] = 20'hC8B04;         //> jmp g_retry
rom[2737] = 20'hC8B1B;         //> jmp g_reack
rom[2738] = 20'hC8A7C;         //> jmp op_error
rom[2739] = 20'hC8A7C;         //> jmp op_error
rom[2740] = 20'hC8AE0;         //> jmp g_rw
rom[2741] = 20'hC8A7C;         //> jmp op_error
rom[2742] = 20'hC8A7C;         //> jmp op_error
rom[2743] = 20'hC8A7C;         //> jmp op_error
rom[2744] = 20'hC8B7D;         //> jmp g_close
rom[2745] = 20'hC8B9C;         //> jmp g_index
rom[2746] = 20'hC8A7C;         //> jmp op_error
rom[2747] = 20'hC8A7C;         //> jmp op_error
rom[2748] = 20'hC8B5B;         //> jmp g_irq
rom[2749] = 20'hC8A7C;         //> jmp op_error
rom[2750] = 20'hC8A7C;         //> jmp op_error
rom[2751] = 20'hC8B62;         //> jmp g_snap
rom[2752] = 20'hC8ADF;         //> jmp g_ro
rom[2753] = 20'hC8ADF;         //> jmp g_ro
rom[2754] = 20'hC8ADF;         //> jmp g_ro
rom[2755] = 20'hC8ADF;         //> jmp g_ro
rom[2756] = 20'hC8ADF;         //> jmp g_ro
rom[2757] = 20'hC8ADF;         //> jmp g_ro
rom[2758] = 20'hC8ADF;         //> jmp g_ro
rom[2759] = 20'hC8A7C;         //> jmp op_error
rom[2760] = 20'hC8B65;         //> jmp g_cycles
rom[2761] = 20'hC8ADF;         //> jmp g_ro
rom[2762] = 20'hC8B6E;         //> jmp g_cells
rom[2763] = 20'hC8A7C;         //> jmp op_error
rom[2764] = 20'hC8B76;         //> jmp g_pkts
rom[2765] = 20'hC8ADF;         //> card_regs: jmp g_ro
rom[2766] = 20'hC8ADF;         //> jmp g_ro
rom[2767] = 20'hC8ADF;         //> jmp g_ro
rom[2768] = 20'hC8AF7;         //> jmp g_echo
rom[2769] = 20'hC8ADF;         //> jmp g_ro
rom[2770] = 20'hC8A7C;         //> jmp op_error
rom[2771] = 20'hC8A7C;         //> jmp op_error
rom[2772] = 20'hC8A7C;         //> jmp op_error
rom[2773] = 20'hC8A7C;         //> jmp op_error
rom[2774] = 20'hC8A7C;         //> jmp op_error
rom[2775] = 20'hC8A7C;         //> jmp op_error
rom[2776] = 20'hC8A7C;         //> jmp op_error
rom[2777] = 20'hC8A7C;         //> jmp op_error
rom[2778] = 20'hC8A7C;         //> jmp op_error
rom[2779] = 20'hC8A7C;         //> jmp op_error
rom[2780] = 20'hC8A7C;         //> jmp op_error
rom[2781] = 20'hC8A7C;         //> jmp op_error
rom[2782] = 20'hC8ADF;         //> jmp g_ro

// ---- one for each kind
rom[2783] = 20'hC8A86;         //> g_ro: jmp op_read
rom[2784] = 20'h80389; rom[2785] = 20'hC9A88; //> g_rw: jz isw, op_value
rom[2786] = 20'hD0A8D;         //> call merge
rom[2787] = 20'hC8A9B;         //> jmp store
rom[2788] = 20'h80389; rom[2789] = 20'hC9A88; //> g_node: jz isw, op_value
rom[2790] = 20'hD0A8D;         //> call merge
rom[2791] = 20'h8038C;         //> ld val
rom[2792] = 20'h500FF;         //> and #0xFF
rom[2793] = 20'hC038C;         //> st val
rom[2794] = 20'hC8A9B;         //> jmp store
// bit 0 is all there is; a soft reset is not
rom[2795] = 20'h80389; rom[2796] = 20'hC9A88; //> g_ctrl: jz isw, op_value
rom[2797] = 20'h8038D; rom[2798] = 20'h50002; rom[2799] = 20'hCAA7C; //> jt val+1, #2, op_error
rom[2800] = 20'hD0A8D;         //> call merge
rom[2801] = 20'h8038D;         //> ld val+1
rom[2802] = 20'h50001;         //> and #1
rom[2803] = 20'hC038D;         //> g_low: st val+1
rom[2804] = 20'h00000; rom[2805] = 20'hC038C; //> mov val, #0
rom[2806] = 20'hC8A9B;         //> jmp store
rom[2807] = 20'h80389; rom[2808] = 20'hC9A88; //> g_echo: jz isw, op_value
rom[2809] = 20'hD0A8D;         //> call merge
rom[2810] = 20'h8038D;         //> ld val+1
rom[2811] = 20'h50007;         //> and #7
rom[2812] = 20'hC8AF3;         //> jmp g_low
rom[2813] = 20'h80389; rom[2814] = 20'hC9A88; //> g_epoch: jz isw, op_value
rom[2815] = 20'hD0A8D;         //> call merge
rom[2816] = 20'h8038D;         //> ld val+1
rom[2817] = 20'hCAAF3;         //> bnz g_low
rom[2818] = 20'h00001;         //> ld #1
rom[2819] = 20'hC8AF3;         //> jmp g_low
rom[2820] = 20'h80389; rom[2821] = 20'hC9A88; //> g_retry: jz isw, op_value
rom[2822] = 20'hD0A8D;         //> call merge
rom[2823] = 20'h8038C; rom[2824] = 20'hCAB10; //> jnz val, g_most
rom[2825] = 20'h8038D; rom[2826] = 20'h30100; rom[2827] = 20'hCCB10; //> jge val+1, #256, g_most
rom[2828] = 20'h8038D;         //> ld val+1
rom[2829] = 20'hCAAF3;         //> bnz g_low
rom[2830] = 20'h00001;         //> ld #1
rom[2831] = 20'hC8AF3;         //> jmp g_low
rom[2832] = 20'h000FF;         //> g_most: ld #255
rom[2833] = 20'hC8AF3;         //> jmp g_low
// times: 1..2^30 cycles, REACK from 0; beside the register stands the same in rounds
rom[2834] = 20'h80389; rom[2835] = 20'hC9A88; //> g_tmo: jz isw, op_value
rom[2836] = 20'hD0A8D;         //> call merge
rom[2837] = 20'h8038C;         //> ld val
rom[2838] = 20'hB038D;         //> or val+1
rom[2839] = 20'hCAB1E;         //> bnz g_time
rom[2840] = 20'h00001; rom[2841] = 20'hC038D; //> mov val+1, #1
rom[2842] = 20'hC8B1E;         //> jmp g_time
rom[2843] = 20'h80389; rom[2844] = 20'hC9A88; //> g_reack: jz isw, op_value
rom[2845] = 20'hD0A8D;         //> call merge
rom[2846] = 20'h8038C; rom[2847] = 20'h34000; rom[2848] = 20'hCBB25; //> g_time: jlt val, #0x4000, g_t1
rom[2849] = 20'h04000; rom[2850] = 20'hC038C; //> mov val, #0x4000
rom[2851] = 20'h00000; rom[2852] = 20'hC038D; //> mov val+1, #0
rom[2853] = 20'h8038C; rom[2854] = 20'hC4000; //> g_t1: mov x.0, val
rom[2855] = 20'h8038D; rom[2856] = 20'hC4001; //> mov x.1, val+1
rom[2857] = 20'hD0B46;         //> call rounds
rom[2858] = 20'hC0342;         //> st t
rom[2859] = 20'h8038F; rom[2860] = 20'h70298; rom[2861] = 20'hC9B3A; //> jeq at, #R_TIMEOUT, g_a
rom[2862] = 20'h8038F; rom[2863] = 20'h7029A; rom[2864] = 20'hC9B3D; //> jeq at, #R_OPEN_TMO, g_b
rom[2865] = 20'h8038F; rom[2866] = 20'h7029C; rom[2867] = 20'hC9B40; //> jeq at, #R_CLOSE_TMO, g_c
rom[2868] = 20'h8038F; rom[2869] = 20'h7029E; rom[2870] = 20'hC9B43; //> jeq at, #R_BACKOFF, g_d
rom[2871] = 20'h80342; rom[2872] = 20'hC0369; //> mov t_reack, t
rom[2873] = 20'hD8000;         //> halt
rom[2874] = 20'h80342; rom[2875] = 20'hC0365; //> g_a: mov t_to, t
rom[2876] = 20'hD8000;         //> halt
rom[2877] = 20'h80342; rom[2878] = 20'hC0366; //> g_b: mov t_open, t
rom[2879] = 20'hD8000;         //> halt
rom[2880] = 20'h80342; rom[2881] = 20'hC0367; //> g_c: mov t_close, t
rom[2882] = 20'hD8000;         //> halt
rom[2883] = 20'h80342; rom[2884] = 20'hC0368; //> g_d: mov t_back, t
rom[2885] = 20'hD8000;         //> halt
// val / 8192 and 1 more, at most 0x7FFF; 0 stays 0
rom[2886] = 20'h8038C;         //> rounds: ld val
rom[2887] = 20'hB038D;         //> or val+1
rom[2888] = 20'hC9B58;         //> bz rnd3
rom[2889] = 20'h8038C; rom[2890] = 20'h30FFF; rom[2891] = 20'hCCB59; //> jge val, #0x0FFF, rnd2
rom[2892] = 20'h8038C;         //> ld val
rom[2893] = 20'hD9000;         //> rol
rom[2894] = 20'hD9000;         //> rol
rom[2895] = 20'hD9000;         //> rol
rom[2896] = 20'hC0342;         //> st t
rom[2897] = 20'h8038D;         //> ld val+1
rom[2898] = 20'hD9000;         //> rol
rom[2899] = 20'hD9000;         //> rol
rom[2900] = 20'hD9000;         //> rol
rom[2901] = 20'h50007;         //> and #7
rom[2902] = 20'hB0342;         //> or t
rom[2903] = 20'h10001;         //> add #1
rom[2904] = 20'hD8800;         //> rnd3: ret
rom[2905] = 20'h07FFF;         //> rnd2: ld #0x7FFF
rom[2906] = 20'hD8800;         //> ret
rom[2907] = 20'h80389; rom[2908] = 20'hC9A88; //> g_irq: jz isw, op_value
rom[2909] = 20'h8038D;         //> ld val+1
rom[2910] = 20'h7FFFF;         //> xor #0xFFFF
rom[2911] = 20'hAC001;         //> and x.1
rom[2912] = 20'hC4001;         //> st x.1
rom[2913] = 20'hD8000;         //> halt
rom[2914] = 20'h80389; rom[2915] = 20'hC9A82; //> g_snap: jz isw, op_zero
rom[2916] = 20'hD8000;         //> halt
rom[2917] = 20'h80389; rom[2918] = 20'hCAA7C; //> g_cycles: jnz isw, op_error
rom[2919] = 20'h80347; rom[2920] = 20'hC02D3; //> mov R_CYC_HI+1, lap
rom[2921] = 20'h80348; rom[2922] = 20'hC6002; //> mov m.2, lap+1
rom[2923] = 20'h00000; rom[2924] = 20'hC6003; //> mov m.3, #0
rom[2925] = 20'hD8000;         //> halt
rom[2926] = 20'h80389; rom[2927] = 20'hCAA7C; //> g_cells: jnz isw, op_error
rom[2928] = 20'h80345;         //> ld free_n
rom[2929] = 20'hD9000;         //> rol
rom[2930] = 20'hD9000;         //> rol
rom[2931] = 20'hD9000;         //> rol
rom[2932] = 20'hD9000;         //> rol
rom[2933] = 20'hC8B79;         //> jmp g_live
rom[2934] = 20'h80389; rom[2935] = 20'hCAA7C; //> g_pkts: jnz isw, op_error
rom[2936] = 20'h80345;         //> ld free_n
rom[2937] = 20'hC6003;         //> g_live: st m.3
rom[2938] = 20'h00000; rom[2939] = 20'hC6002; //> mov m.2, #0
rom[2940] = 20'hD8000;         //> halt

// ---- commands
rom[2941] = 20'h80389; rom[2942] = 20'hC9A82; //> g_close: jz isw, op_zero
rom[2943] = 20'h8038A;         //> ld mask
rom[2944] = 20'hB038B;         //> or mask+1
rom[2945] = 20'hC91C7;         //> bz idle
rom[2946] = 20'h8038C;         //> ld val
rom[2947] = 20'hD9800;         //> swp
rom[2948] = 20'h500FF;         //> and #0xFF
rom[2949] = 20'hC0342;         //> st t
rom[2950] = 20'h00002; rom[2951] = 20'h98342; rom[2952] = 20'hCBA7C; //> jlt #2, t, op_error
rom[2953] = 20'h8038C; rom[2954] = 20'hC034B; //> mov kh, val
rom[2955] = 20'h8038D; rom[2956] = 20'hC034C; //> mov kl, val+1
rom[2957] = 20'hD009A;         //> call lookup
rom[2958] = 20'hC9B98;         //> bz g_nolink
rom[2959] = 20'h80295; rom[2960] = 20'h5FFF7; rom[2961] = 20'hC0295; //> clr R_STATUS+1, #8
rom[2962] = 20'h82003; rom[2963] = 20'hC91C7; //> jz r.st, idle
rom[2964] = 20'h82002; rom[2965] = 20'h62000; rom[2966] = 20'hC2002; //> set r.fl, #CLOSING
rom[2967] = 20'hD8000;         //> halt
rom[2968] = 20'h80295; rom[2969] = 20'h60008; rom[2970] = 20'hC0295; //> g_nolink: set R_STATUS+1, #8
rom[2971] = 20'hD8000;         //> halt
// index 8 VC + link: the tool looks for a link of a VC in its third of the table
rom[2972] = 20'h80389; rom[2973] = 20'hC9A88; //> g_index: jz isw, op_value
rom[2974] = 20'hD0A8D;         //> call merge
rom[2975] = 20'h8038C; rom[2976] = 20'hCAA7C; //> jnz val, op_error
rom[2977] = 20'h8038D; rom[2978] = 20'h30018; rom[2979] = 20'hCCA7C; //> jge val+1, #24, op_error
rom[2980] = 20'h8038D; rom[2981] = 20'hC4001; //> mov x.1, val+1
rom[2982] = 20'hDA000;         //> tal
rom[2983] = 20'h50007;         //> and #7
rom[2984] = 20'hC0340;         //> st i
rom[2985] = 20'h002C0;         //> ld #R_REC
rom[2986] = 20'hD0024;         //> call clear8
rom[2987] = 20'h002C8;         //> ld #R_REC + 8
rom[2988] = 20'hD0024;         //> call clear8
rom[2989] = 20'h82002; rom[2990] = 20'hCE1C7; //> jnn r.fl, idle
rom[2991] = 20'h80340;         //> ld i
rom[2992] = 20'hD9800;         //> swp
rom[2993] = 20'hC0342;         //> st t
rom[2994] = 20'h8038D;         //> ld val+1
rom[2995] = 20'hD9800;         //> swp
rom[2996] = 20'h98342;         //> sub t
rom[2997] = 20'hD9000;         //> rol
rom[2998] = 20'hD9000;         //> rol
rom[2999] = 20'hD9000;         //> rol
rom[3000] = 20'hD9000;         //> rol
rom[3001] = 20'hD9000;         //> rol
rom[3002] = 20'hC0342;         //> st t
rom[3003] = 20'h82000;         //> ld r.kh
rom[3004] = 20'h5FF00;         //> and #0xFF00
rom[3005] = 20'hB8342;         //> xor t
rom[3006] = 20'hCA1C7;         //> bnz idle
rom[3007] = 20'h8200F;         //> ld r.try
rom[3008] = 20'hD9000;         //> rol
rom[3009] = 20'hD9000;         //> rol
rom[3010] = 20'hD9000;         //> rol
rom[3011] = 20'hD9000;         //> rol
rom[3012] = 20'hD9800;         //> swp
rom[3013] = 20'hC0342;         //> st t
rom[3014] = 20'h5000F;         //> and #0xF
rom[3015] = 20'hC02C0;         //> st R_REC
rom[3016] = 20'h82002;         //> ld r.fl
rom[3017] = 20'h5F000;         //> and #0xF000
rom[3018] = 20'hB02C0;         //> or R_REC
rom[3019] = 20'hC02C0;         //> st R_REC
rom[3020] = 20'h80342;         //> ld t
rom[3021] = 20'h5F000;         //> and #0xF000
rom[3022] = 20'hB2003;         //> or r.st
rom[3023] = 20'hC02C1;         //> st R_REC+1
rom[3024] = 20'h82000; rom[3025] = 20'hC02C2; //> mov R_REC+2, r.kh
rom[3026] = 20'h82001; rom[3027] = 20'hC02C3; //> mov R_REC+3, r.kl
rom[3028] = 20'h82004; rom[3029] = 20'hC02C4; rom[3030] = 20'h82005; rom[3031] = 20'hC02C5; //> mov2 R_REC+4, r.una
rom[3032] = 20'h82005; rom[3033] = 20'h8A012; rom[3034] = 20'hC02C7; rom[3035] = 20'h82004; rom[3036] = 20'h20000; rom[3037] = 20'hC02C6; //> add2 R_REC+6, r.una, 0:r.nfl
rom[3038] = 20'h82006; rom[3039] = 20'hC02C8; rom[3040] = 20'h82007; rom[3041] = 20'hC02C9; //> mov2 R_REC+8, r.last
rom[3042] = 20'h8200D; rom[3043] = 20'hC02CA; //> mov R_REC+10, r.pl
rom[3044] = 20'h8200C; rom[3045] = 20'hC02CB; //> mov R_REC+11, r.ol
rom[3046] = 20'h82016; rom[3047] = 20'hC02CD; //> mov R_REC+13, r.held
rom[3048] = 20'hD8000;         //> halt

// ---- after reset
rom[3049] = 20'h00000; rom[3050] = 20'hC0280; rom[3051] = 20'h05031; rom[3052] = 20'hC0281; //> reginit: mov2 MREG, #0x5031
rom[3053] = 20'h05454; rom[3054] = 20'hC0280; //> mov MREG, #0x5454
rom[3055] = 20'h00001; rom[3056] = 20'hC0283; //> mov MREG+3, #0x0001
rom[3057] = 20'h00008; rom[3058] = 20'hC0285; //> mov MREG+5, #8
rom[3059] = 20'h00390; rom[3060] = 20'hC0287; //> mov MREG+7, #912
rom[3061] = 20'h00039; rom[3062] = 20'hC0289; //> mov MREG+9, #57
rom[3063] = 20'h00390; rom[3064] = 20'hC028B; //> mov MREG+11, #912
rom[3065] = 20'h00001; rom[3066] = 20'hC028C; //> mov MREG+12, #1
rom[3067] = 20'h00008; rom[3068] = 20'hC028D; //> mov MREG+13, #8
rom[3069] = 20'hDB804;         //> in 4
rom[3070] = 20'hC0290;         //> st R_NODE
rom[3071] = 20'hDB805;         //> in 5
rom[3072] = 20'hC0291;         //> st R_NODE+1
rom[3073] = 20'h00001; rom[3074] = 20'hC0293; //> mov R_CTRL+1, #1
rom[3075] = 20'h00001; rom[3076] = 20'hC0295; //> mov R_STATUS+1, #1
rom[3077] = 20'h00010; rom[3078] = 20'hC0298; //> mov R_TIMEOUT, #16
rom[3079] = 20'h00010; rom[3080] = 20'hC029A; //> mov R_OPEN_TMO, #16
rom[3081] = 20'h00010; rom[3082] = 20'hC029C; //> mov R_CLOSE_TMO, #16
rom[3083] = 20'h00004; rom[3084] = 20'hC029E; //> mov R_BACKOFF, #4
rom[3085] = 20'h00040; rom[3086] = 20'hC02A1; //> mov R_RETRY+1, #64
rom[3087] = 20'h00081; rom[3088] = 20'hC0365; //> mov t_to, #129
rom[3089] = 20'hC0366;         //> st t_open
rom[3090] = 20'hC0367;         //> st t_close
rom[3091] = 20'h00021; rom[3092] = 20'hC0368; //> mov t_back, #33
rom[3093] = 20'h05454; rom[3094] = 20'hC0300; //> mov CREG, #0x5454
rom[3095] = 20'h0504E; rom[3096] = 20'hC0301; //> mov CREG+1, #0x504E
rom[3097] = 20'h00001; rom[3098] = 20'hC0303; //> mov CREG+3, #0x0001
rom[3099] = 20'hDB806;         //> in 6
rom[3100] = 20'hC0305;         //> st R_BOARD+1
rom[3101] = 20'h00004; rom[3102] = 20'hC0307; //> mov R_ECHO+1, #4
rom[3103] = 20'hD8800;         //> ret
