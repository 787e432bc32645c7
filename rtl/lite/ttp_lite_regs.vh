// SPDX-License-Identifier: Apache-2.0
//
// Microprogram, operations on registers: one of a REQ in each of the host's slots. docs/lite.md says which registers there are.

rom[2688] = 20'h80380;         //> op_next: ld req_i
rom[2689] = 20'hDB000;         //> tap
rom[2690] = 20'h10004;         //> add #4
rom[2691] = 20'hC0380;         //> st req_i
rom[2692] = 20'h80381; rom[2693] = 20'h30001; rom[2694] = 20'hC0381; //> dec req_n
rom[2695] = 20'hCAA8A;         //> bnz op1
rom[2696] = 20'h00001; rom[2697] = 20'hC0383; //> mov rsp_due, #1
rom[2698] = 20'h86000; rom[2699] = 20'hC0389; //> op1: mov isw, m.0
rom[2700] = 20'hD9800;         //> swp
rom[2701] = 20'h500FF;         //> and #0xFF
rom[2702] = 20'hC0389;         //> st isw
rom[2703] = 20'h80389; rom[2704] = 20'h30002; rom[2705] = 20'hCCB14; //> jge isw, #2, op_error
rom[2706] = 20'h86001; rom[2707] = 20'hC038E; //> mov adr, m.1
rom[2708] = 20'h5FFFC;         //> and #0xFFFC
rom[2709] = 20'hC038E;         //> st adr
// bytes that a write writes
rom[2710] = 20'h00000; rom[2711] = 20'hC038A; rom[2712] = 20'h00000; rom[2713] = 20'hC038B; //> mov2 mask, #0
rom[2714] = 20'h86000; rom[2715] = 20'h50001; rom[2716] = 20'hC9A9F; //> jf m.0, #1, op2
rom[2717] = 20'h000FF; rom[2718] = 20'hC038B; //> mov mask+1, #0x00FF
rom[2719] = 20'h86000; rom[2720] = 20'h50002; rom[2721] = 20'hC9AA5; //> op2: jf m.0, #2, op3
rom[2722] = 20'h8038B; rom[2723] = 20'h6FF00; rom[2724] = 20'hC038B; //> set mask+1, #0xFF00
rom[2725] = 20'h86000; rom[2726] = 20'h50004; rom[2727] = 20'hC9AAA; //> op3: jf m.0, #4, op4
rom[2728] = 20'h000FF; rom[2729] = 20'hC038A; //> mov mask, #0x00FF
rom[2730] = 20'h86000; rom[2731] = 20'h50008; rom[2732] = 20'hC9AB0; //> op4: jf m.0, #8, op5
rom[2733] = 20'h8038A; rom[2734] = 20'h6FF00; rom[2735] = 20'hC038A; //> set mask, #0xFF00
rom[2736] = 20'h86002;         //> op5: ld m.2
rom[2737] = 20'hA838A;         //> and mask
rom[2738] = 20'hC038C;         //> st val
rom[2739] = 20'h86003;         //> ld m.3
rom[2740] = 20'hA838B;         //> and mask+1
rom[2741] = 20'hC038D;         //> st val+1
rom[2742] = 20'h8038E; rom[2743] = 20'h31000; rom[2744] = 20'hCCAC7; //> jge adr, #0x1000, op_card
rom[2745] = 20'h8038E; rom[2746] = 20'h30200; rom[2747] = 20'hCCAD9; //> jge adr, #0x200, op_counter
rom[2748] = 20'h8038E; rom[2749] = 20'h300B4; rom[2750] = 20'hCCB14; //> jge adr, #0xB4, op_error
rom[2751] = 20'h8038E; rom[2752] = 20'hC038F; //> mov at, adr
rom[2753] = 20'hD0B01;         //> call half
rom[2754] = 20'h10280;         //> add #MREG
rom[2755] = 20'hC038F;         //> st at
rom[2756] = 20'hDA800;         //> tax
rom[2757] = 20'hD0B0B;         //> call quarter
rom[2758] = 20'hCFB38;         //> jpa mac_regs
rom[2759] = 20'h8038E; rom[2760] = 20'h31200; rom[2761] = 20'hCCB14; //> op_card: jge adr, #0x1200, op_error
rom[2762] = 20'h8038E; rom[2763] = 20'h31080; rom[2764] = 20'hCCAE8; //> jge adr, #0x1080, op_hl
rom[2765] = 20'h8038E;         //> ld adr
rom[2766] = 20'h50FFF;         //> and #0xFFF
rom[2767] = 20'hC038E;         //> st adr
rom[2768] = 20'h8038E; rom[2769] = 20'h30048; rom[2770] = 20'hCCB14; //> jge adr, #0x48, op_error
rom[2771] = 20'hD0B01;         //> call half
rom[2772] = 20'h10300;         //> add #CREG
rom[2773] = 20'hC038F;         //> st at
rom[2774] = 20'hDA800;         //> tax
rom[2775] = 20'hD0B0B;         //> call quarter
rom[2776] = 20'hCFB65;         //> jpa card_regs

// counters of the MAC are 32 bit: their upper words are 0
rom[2777] = 20'h80389; rom[2778] = 20'hCAB14; //> op_counter: jnz isw, op_error
rom[2779] = 20'h8038E; rom[2780] = 20'h30400; rom[2781] = 20'hCCB14; //> jge adr, #0x400, op_error
rom[2782] = 20'h8038E; rom[2783] = 20'h50004; rom[2784] = 20'hCAB1A; //> jt adr, #4, op_zero
rom[2785] = 20'h8038E;         //> ld adr
rom[2786] = 20'h30200;         //> sub #0x200
rom[2787] = 20'hC038E;         //> st adr
rom[2788] = 20'hD0B0B;         //> call quarter
rom[2789] = 20'h10100;         //> add #CNT
rom[2790] = 20'hDA800;         //> tax
rom[2791] = 20'hC8B20;         //> jmp op_value
// ... those of the host link and of the Ethernet ports that are not there
rom[2792] = 20'h80389; rom[2793] = 20'hCAB14; //> op_hl: jnz isw, op_error
rom[2794] = 20'h8038E; rom[2795] = 20'h31100; rom[2796] = 20'hCCAF7; //> jge adr, #0x1100, op_eth
rom[2797] = 20'h8038E; rom[2798] = 20'h310D8; rom[2799] = 20'hCCB14; //> jge adr, #0x10D8, op_error
rom[2800] = 20'h8038E;         //> ld adr
rom[2801] = 20'h5007F;         //> and #0x7F
rom[2802] = 20'hC038E;         //> st adr
rom[2803] = 20'hD0B01;         //> call half
rom[2804] = 20'h10180;         //> add #HLC
rom[2805] = 20'hDA800;         //> tax
rom[2806] = 20'hC8B20;         //> jmp op_value
rom[2807] = 20'h8038E;         //> op_eth: ld adr
rom[2808] = 20'h5003F;         //> and #0x3F
rom[2809] = 20'hC0342;         //> st t
rom[2810] = 20'h80342; rom[2811] = 20'h3002C; rom[2812] = 20'hCCB14; //> jge t, #0x2C, op_error
rom[2813] = 20'h8038E; rom[2814] = 20'h31180; rom[2815] = 20'hCBB1A; //> jlt adr, #0x1180, op_zero
rom[2816] = 20'hC8B14;         //> jmp op_error

// A = adr / 2, adr / 4
rom[2817] = 20'h8038E;         //> half: ld adr
rom[2818] = 20'hD9800;         //> swp
rom[2819] = 20'hD9000;         //> rol
rom[2820] = 20'hD9000;         //> rol
rom[2821] = 20'hD9000;         //> rol
rom[2822] = 20'hD9000;         //> rol
rom[2823] = 20'hD9000;         //> rol
rom[2824] = 20'hD9000;         //> rol
rom[2825] = 20'hD9000;         //> rol
rom[2826] = 20'hD8800;         //> ret
rom[2827] = 20'h8038E;         //> quarter: ld adr
rom[2828] = 20'hD9800;         //> swp
rom[2829] = 20'hD9000;         //> rol
rom[2830] = 20'hD9000;         //> rol
rom[2831] = 20'hD9000;         //> rol
rom[2832] = 20'hD9000;         //> rol
rom[2833] = 20'hD9000;         //> rol
rom[2834] = 20'hD9000;         //> rol
rom[2835] = 20'hD8800;         //> ret

// ---- ends. X is the register
rom[2836] = 20'h80380;         //> op_error: ld req_i
rom[2837] = 20'h30004;         //> sub #4
rom[2838] = 20'hDB000;         //> tap
rom[2839] = 20'h86000; rom[2840] = 20'h68000; rom[2841] = 20'hC6000; //> set m.0, #0x8000
rom[2842] = 20'h00000; rom[2843] = 20'hC6002; //> op_zero: mov m.2, #0
rom[2844] = 20'hC6003;         //> st m.3
rom[2845] = 20'hD8000;         //> halt
rom[2846] = 20'h80389; rom[2847] = 20'hCAB14; //> op_read: jnz isw, op_error
rom[2848] = 20'h84000; rom[2849] = 20'hC6002; //> op_value: mov m.2, x.0
rom[2850] = 20'h84001; rom[2851] = 20'hC6003; //> mov m.3, x.1
rom[2852] = 20'hD8000;         //> halt
// bytes without a strobe keep their value
rom[2853] = 20'h8038A;         //> merge: ld mask
rom[2854] = 20'hB038B;         //> or mask+1
rom[2855] = 20'hC925F;         //> bz idle           ; nothing is written at all
rom[2856] = 20'h8038A;         //> ld mask
rom[2857] = 20'h7FFFF;         //> xor #0xFFFF
rom[2858] = 20'hAC000;         //> and x.0
rom[2859] = 20'hB038C;         //> or val
rom[2860] = 20'hC038C;         //> st val
rom[2861] = 20'h8038B;         //> ld mask+1
rom[2862] = 20'h7FFFF;         //> xor #0xFFFF
rom[2863] = 20'hAC001;         //> and x.1
rom[2864] = 20'hB038D;         //> or val+1
rom[2865] = 20'hC038D;         //> st val+1
rom[2866] = 20'hD8800;         //> ret
rom[2867] = 20'h8038C; rom[2868] = 20'hC4000; //> store: mov x.0, val
rom[2869] = 20'h8038D; rom[2870] = 20'hC4001; //> mov x.1, val+1
rom[2871] = 20'hD8000;         //> halt

rom[2872] = 20'hC8B77;         //> mac_regs: jmp g_ro
rom[2873] = 20'hC8B77;         //> jmp g_ro
rom[2874] = 20'hC8B77;         //> jmp g_ro
rom[2875] = 20'hC8B77;         //> jmp g_ro
rom[2876] = 20'hC8B77;         //> jmp g_ro
rom[2877] = 20'hC8B77;         //> jmp g_ro
rom[2878] = 20'hC8B77;         //> jmp g_ro
rom[2879] = 20'hC8B14;         //> jmp op_error
rom[2880] = 20'hC8B7C;         //> jmp g_node
rom[2881] = 20'hC8B83;         //> jmp g_ctrl
rom[2882] = 20'hC8B77;         //> jmp g_ro
rom[2883] = 20'hC8B95;         //> jmp g_epoch
rom[2884] = 20'hC8BAA;         //> jmp g_tmo
rom[2885] = 20'hC8BAA;         //> jmp g_tmo
rom[2886] = 20'hC8BAA;         //> jmp g_tmo
rom[2887] = 20'hC8BAA;         //> jmp g_tmo
rom[2888] = 20'hC8B9C;         //> jmp g_retry
rom[2889] = 20'hC8BB3;         //> jmp g_reack
rom[2890] = 20'hC8B14;         //> jmp op_error
rom[2891] = 20'hC8B14;         //> jmp op_error
rom[2892] = 20'hC8B78;         //> jmp g_rw
rom[2893] = 20'hC8B14;         //> jmp op_error
rom[2894] = 20'hC8B14;         //> jmp op_error
rom[2895] = 20'hC8B14;         //> jmp op_error
rom[2896] = 20'hC8C15;         //> jmp g_close
rom[2897] = 20'hC8C34;         //> jmp g_index
rom[2898] = 20'hC8B14;         //> jmp op_error
rom[2899] = 20'hC8B14;         //> jmp op_error
rom[2900] = 20'hC8BF3;         //> jmp g_irq
rom[2901] = 20'hC8B14;         //> jmp op_error
rom[2902] = 20'hC8B14;         //> jmp op_error
rom[2903] = 20'hC8BFA;         //> jmp g_snap
rom[2904] = 20'hC8B77;         //> jmp g_ro
rom[2905] = 20'hC8B77;         //> jmp g_ro
rom[2906] = 20'hC8B77;         //> jmp g_ro
rom[2907] = 20'hC8B77;         //> jmp g_ro
rom[2908] = 20'hC8B77;         //> jmp g_ro
rom[2909] = 20'hC8B77;         //> jmp g_ro
rom[2910] = 20'hC8B77;         //> jmp g_ro
rom[2911] = 20'hC8B14;         //> jmp op_error
rom[2912] = 20'hC8BFD;         //> jmp g_cycles
rom[2913] = 20'hC8B77;         //> jmp g_ro
rom[2914] = 20'hC8C06;         //> jmp g_cells
rom[2915] = 20'hC8B14;         //> jmp op_error
rom[2916] = 20'hC8C0E;         //> jmp g_pkts
rom[2917] = 20'hC8B77;         //> card_regs: jmp g_ro
rom[2918] = 20'hC8B77;         //> jmp g_ro
rom[2919] = 20'hC8B77;         //> jmp g_ro
rom[2920] = 20'hC8B8F;         //> jmp g_echo
rom[2921] = 20'hC8B77;         //> jmp g_ro
rom[2922] = 20'hC8B14;         //> jmp op_error
rom[2923] = 20'hC8B14;         //> jmp op_error
rom[2924] = 20'hC8B14;         //> jmp op_error
rom[2925] = 20'hC8B14;         //> jmp op_error
rom[2926] = 20'hC8B14;         //> jmp op_error
rom[2927] = 20'hC8B14;         //> jmp op_error
rom[2928] = 20'hC8B14;         //> jmp op_error
rom[2929] = 20'hC8B14;         //> jmp op_error
rom[2930] = 20'hC8B14;         //> jmp op_error
rom[2931] = 20'hC8B14;         //> jmp op_error
rom[2932] = 20'hC8B14;         //> jmp op_error
rom[2933] = 20'hC8B14;         //> jmp op_error
rom[2934] = 20'hC8B77;         //> jmp g_ro

// ---- one for each kind
rom[2935] = 20'hC8B1E;         //> g_ro: jmp op_read
rom[2936] = 20'h80389; rom[2937] = 20'hC9B20; //> g_rw: jz isw, op_value
rom[2938] = 20'hD0B25;         //> call merge
rom[2939] = 20'hC8B33;         //> jmp store
rom[2940] = 20'h80389; rom[2941] = 20'hC9B20; //> g_node: jz isw, op_value
rom[2942] = 20'hD0B25;         //> call merge
rom[2943] = 20'h8038C;         //> ld val
rom[2944] = 20'h500FF;         //> and #0xFF
rom[2945] = 20'hC038C;         //> st val
rom[2946] = 20'hC8B33;         //> jmp store
// bit 0 is all there is; a soft reset is not
rom[2947] = 20'h80389; rom[2948] = 20'hC9B20; //> g_ctrl: jz isw, op_value
rom[2949] = 20'h8038D; rom[2950] = 20'h50002; rom[2951] = 20'hCAB14; //> jt val+1, #2, op_error
rom[2952] = 20'hD0B25;         //> call merge
rom[2953] = 20'h8038D;         //> ld val+1
rom[2954] = 20'h50001;         //> and #1
rom[2955] = 20'hC038D;         //> g_low: st val+1
rom[2956] = 20'h00000; rom[2957] = 20'hC038C; //> mov val, #0
rom[2958] = 20'hC8B33;         //> jmp store
rom[2959] = 20'h80389; rom[2960] = 20'hC9B20; //> g_echo: jz isw, op_value
rom[2961] = 20'hD0B25;         //> call merge
rom[2962] = 20'h8038D;         //> ld val+1
rom[2963] = 20'h50007;         //> and #7
rom[2964] = 20'hC8B8B;         //> jmp g_low
rom[2965] = 20'h80389; rom[2966] = 20'hC9B20; //> g_epoch: jz isw, op_value
rom[2967] = 20'hD0B25;         //> call merge
rom[2968] = 20'h8038D;         //> ld val+1
rom[2969] = 20'hCAB8B;         //> bnz g_low
rom[2970] = 20'h00001;         //> ld #1
rom[2971] = 20'hC8B8B;         //> jmp g_low
rom[2972] = 20'h80389; rom[2973] = 20'hC9B20; //> g_retry: jz isw, op_value
rom[2974] = 20'hD0B25;         //> call merge
rom[2975] = 20'h8038C; rom[2976] = 20'hCABA8; //> jnz val, g_most
rom[2977] = 20'h8038D; rom[2978] = 20'h30100; rom[2979] = 20'hCCBA8; //> jge val+1, #256, g_most
rom[2980] = 20'h8038D;         //> ld val+1
rom[2981] = 20'hCAB8B;         //> bnz g_low
rom[2982] = 20'h00001;         //> ld #1
rom[2983] = 20'hC8B8B;         //> jmp g_low
rom[2984] = 20'h000FF;         //> g_most: ld #255
rom[2985] = 20'hC8B8B;         //> jmp g_low
// times: 1..2^30 cycles, REACK from 0; beside the register stands the same in rounds
rom[2986] = 20'h80389; rom[2987] = 20'hC9B20; //> g_tmo: jz isw, op_value
rom[2988] = 20'hD0B25;         //> call merge
rom[2989] = 20'h8038C;         //> ld val
rom[2990] = 20'hB038D;         //> or val+1
rom[2991] = 20'hCABB6;         //> bnz g_time
rom[2992] = 20'h00001; rom[2993] = 20'hC038D; //> mov val+1, #1
rom[2994] = 20'hC8BB6;         //> jmp g_time
rom[2995] = 20'h80389; rom[2996] = 20'hC9B20; //> g_reack: jz isw, op_value
rom[2997] = 20'hD0B25;         //> call merge
rom[2998] = 20'h8038C; rom[2999] = 20'h34000; rom[3000] = 20'hCBBBD; //> g_time: jlt val, #0x4000, g_t1
rom[3001] = 20'h04000; rom[3002] = 20'hC038C; //> mov val, #0x4000
rom[3003] = 20'h00000; rom[3004] = 20'hC038D; //> mov val+1, #0
rom[3005] = 20'h8038C; rom[3006] = 20'hC4000; //> g_t1: mov x.0, val
rom[3007] = 20'h8038D; rom[3008] = 20'hC4001; //> mov x.1, val+1
rom[3009] = 20'hD0BDE;         //> call rounds
rom[3010] = 20'hC0342;         //> st t
rom[3011] = 20'h8038F; rom[3012] = 20'h70298; rom[3013] = 20'hC9BD2; //> jeq at, #R_TIMEOUT, g_a
rom[3014] = 20'h8038F; rom[3015] = 20'h7029A; rom[3016] = 20'hC9BD5; //> jeq at, #R_OPEN_TMO, g_b
rom[3017] = 20'h8038F; rom[3018] = 20'h7029C; rom[3019] = 20'hC9BD8; //> jeq at, #R_CLOSE_TMO, g_c
rom[3020] = 20'h8038F; rom[3021] = 20'h7029E; rom[3022] = 20'hC9BDB; //> jeq at, #R_BACKOFF, g_d
rom[3023] = 20'h80342; rom[3024] = 20'hC0369; //> mov t_reack, t
rom[3025] = 20'hD8000;         //> halt
rom[3026] = 20'h80342; rom[3027] = 20'hC0365; //> g_a: mov t_to, t
rom[3028] = 20'hD8000;         //> halt
rom[3029] = 20'h80342; rom[3030] = 20'hC0366; //> g_b: mov t_open, t
rom[3031] = 20'hD8000;         //> halt
rom[3032] = 20'h80342; rom[3033] = 20'hC0367; //> g_c: mov t_close, t
rom[3034] = 20'hD8000;         //> halt
rom[3035] = 20'h80342; rom[3036] = 20'hC0368; //> g_d: mov t_back, t
rom[3037] = 20'hD8000;         //> halt
// val / 8192 and 1 more, at most 0x7FFF; 0 stays 0
rom[3038] = 20'h8038C;         //> rounds: ld val
rom[3039] = 20'hB038D;         //> or val+1
rom[3040] = 20'hC9BF0;         //> bz rnd3
rom[3041] = 20'h8038C; rom[3042] = 20'h30FFF; rom[3043] = 20'hCCBF1; //> jge val, #0x0FFF, rnd2
rom[3044] = 20'h8038C;         //> ld val
rom[3045] = 20'hD9000;         //> rol
rom[3046] = 20'hD9000;         //> rol
rom[3047] = 20'hD9000;         //> rol
rom[3048] = 20'hC0342;         //> st t
rom[3049] = 20'h8038D;         //> ld val+1
rom[3050] = 20'hD9000;         //> rol
rom[3051] = 20'hD9000;         //> rol
rom[3052] = 20'hD9000;         //> rol
rom[3053] = 20'h50007;         //> and #7
rom[3054] = 20'hB0342;         //> or t
rom[3055] = 20'h10001;         //> add #1
rom[3056] = 20'hD8800;         //> rnd3: ret
rom[3057] = 20'h07FFF;         //> rnd2: ld #0x7FFF
rom[3058] = 20'hD8800;         //> ret
rom[3059] = 20'h80389; rom[3060] = 20'hC9B20; //> g_irq: jz isw, op_value
rom[3061] = 20'h8038D;         //> ld val+1
rom[3062] = 20'h7FFFF;         //> xor #0xFFFF
rom[3063] = 20'hAC001;         //> and x.1
rom[3064] = 20'hC4001;         //> st x.1
rom[3065] = 20'hD8000;         //> halt
rom[3066] = 20'h80389; rom[3067] = 20'hC9B1A; //> g_snap: jz isw, op_zero
rom[3068] = 20'hD8000;         //> halt
rom[3069] = 20'h80389; rom[3070] = 20'hCAB14; //> g_cycles: jnz isw, op_error
rom[3071] = 20'h80347; rom[3072] = 20'hC02D3; //> mov R_CYC_HI+1, lap
rom[3073] = 20'h80348; rom[3074] = 20'hC6002; //> mov m.2, lap+1
rom[3075] = 20'h00000; rom[3076] = 20'hC6003; //> mov m.3, #0
rom[3077] = 20'hD8000;         //> halt
rom[3078] = 20'h80389; rom[3079] = 20'hCAB14; //> g_cells: jnz isw, op_error
rom[3080] = 20'h80345;         //> ld free_n
rom[3081] = 20'hD9000;         //> rol
rom[3082] = 20'hD9000;         //> rol
rom[3083] = 20'hD9000;         //> rol
rom[3084] = 20'hD9000;         //> rol
rom[3085] = 20'hC8C11;         //> jmp g_live
rom[3086] = 20'h80389; rom[3087] = 20'hCAB14; //> g_pkts: jnz isw, op_error
rom[3088] = 20'h80345;         //> ld free_n
rom[3089] = 20'hC6003;         //> g_live: st m.3
rom[3090] = 20'h00000; rom[3091] = 20'hC6002; //> mov m.2, #0
rom[3092] = 20'hD8000;         //> halt

// ---- commands
rom[3093] = 20'h80389; rom[3094] = 20'hC9B1A; //> g_close: jz isw, op_zero
rom[3095] = 20'h8038A;         //> ld mask
rom[3096] = 20'hB038B;         //> or mask+1
rom[3097] = 20'hC925F;         //> bz idle
rom[3098] = 20'h8038C;         //> ld val
rom[3099] = 20'hD9800;         //> swp
rom[3100] = 20'h500FF;         //> and #0xFF
rom[3101] = 20'hC0342;         //> st t
rom[3102] = 20'h00002; rom[3103] = 20'h98342; rom[3104] = 20'hCBB14; //> jlt #2, t, op_error
rom[3105] = 20'h8038C; rom[3106] = 20'hC034B; //> mov kh, val
rom[3107] = 20'h8038D; rom[3108] = 20'hC034C; //> mov kl, val+1
rom[3109] = 20'hD0098;         //> call lookup
rom[3110] = 20'hC9C30;         //> bz g_nolink
rom[3111] = 20'h80295; rom[3112] = 20'h5FFF7; rom[3113] = 20'hC0295; //> clr R_STATUS+1, #8
rom[3114] = 20'h82003; rom[3115] = 20'hC925F; //> jz r.st, idle
rom[3116] = 20'h82002; rom[3117] = 20'h62000; rom[3118] = 20'hC2002; //> set r.fl, #CLOSING
rom[3119] = 20'hD8000;         //> halt
rom[3120] = 20'h80295; rom[3121] = 20'h60008; rom[3122] = 20'hC0295; //> g_nolink: set R_STATUS+1, #8
rom[3123] = 20'hD8000;         //> halt
// index 8 VC + link: the tool looks for a link of a VC in its third of the table
rom[3124] = 20'h80389; rom[3125] = 20'hC9B20; //> g_index: jz isw, op_value
rom[3126] = 20'hD0B25;         //> call merge
rom[3127] = 20'h8038C; rom[3128] = 20'hCAB14; //> jnz val, op_error
rom[3129] = 20'h8038D; rom[3130] = 20'h30018; rom[3131] = 20'hCCB14; //> jge val+1, #24, op_error
rom[3132] = 20'h8038D; rom[3133] = 20'hC4001; //> mov x.1, val+1
rom[3134] = 20'hDA000;         //> tal
rom[3135] = 20'h50007;         //> and #7
rom[3136] = 20'hC0340;         //> st i
rom[3137] = 20'h002C0;         //> ld #R_REC
rom[3138] = 20'hD0022;         //> call clear8
rom[3139] = 20'h002C8;         //> ld #R_REC + 8
rom[3140] = 20'hD0022;         //> call clear8
rom[3141] = 20'h82002; rom[3142] = 20'hCE25F; //> jnn r.fl, idle
rom[3143] = 20'h8038D;         //> ld val+1
rom[3144] = 20'h98340;         //> sub i
rom[3145] = 20'hD9000;         //> rol
rom[3146] = 20'hD9000;         //> rol
rom[3147] = 20'hD9000;         //> rol
rom[3148] = 20'hD9000;         //> rol
rom[3149] = 20'hD9000;         //> rol
rom[3150] = 20'hC0342;         //> st t
rom[3151] = 20'h82000;         //> ld r.kh
rom[3152] = 20'h5FF00;         //> and #0xFF00
rom[3153] = 20'hB8342;         //> xor t
rom[3154] = 20'hCA25F;         //> bnz idle
rom[3155] = 20'h8200F;         //> ld r.try
rom[3156] = 20'hD9000;         //> rol
rom[3157] = 20'hD9000;         //> rol
rom[3158] = 20'hD9000;         //> rol
rom[3159] = 20'hD9000;         //> rol
rom[3160] = 20'hD9800;         //> swp
rom[3161] = 20'hC0342;         //> st t
rom[3162] = 20'h5000F;         //> and #0xF
rom[3163] = 20'hC02C0;         //> st R_REC
rom[3164] = 20'h82002;         //> ld r.fl
rom[3165] = 20'h5F000;         //> and #0xF000
rom[3166] = 20'hB02C0;         //> or R_REC
rom[3167] = 20'hC02C0;         //> st R_REC
rom[3168] = 20'h80342;         //> ld t
rom[3169] = 20'h5F000;         //> and #0xF000
rom[3170] = 20'hB2003;         //> or r.st
rom[3171] = 20'hC02C1;         //> st R_REC+1
rom[3172] = 20'h82000; rom[3173] = 20'hC02C2; //> mov R_REC+2, r.kh
rom[3174] = 20'h82001; rom[3175] = 20'hC02C3; //> mov R_REC+3, r.kl
rom[3176] = 20'h82004; rom[3177] = 20'hC02C4; rom[3178] = 20'h82005; rom[3179] = 20'hC02C5; //> mov2 R_REC+4, r.una
rom[3180] = 20'h82005; rom[3181] = 20'h8A012; rom[3182] = 20'hC02C7; rom[3183] = 20'h82004; rom[3184] = 20'h20000; rom[3185] = 20'hC02C6; //> add2 R_REC+6, r.una, 0:r.nfl
rom[3186] = 20'h82006; rom[3187] = 20'hC02C8; rom[3188] = 20'h82007; rom[3189] = 20'hC02C9; //> mov2 R_REC+8, r.last
rom[3190] = 20'h8200D; rom[3191] = 20'hC02CA; //> mov R_REC+10, r.pl
rom[3192] = 20'h8200C; rom[3193] = 20'hC02CB; //> mov R_REC+11, r.ol
rom[3194] = 20'h82016; rom[3195] = 20'hC02CD; //> mov R_REC+13, r.held
rom[3196] = 20'hD8000;         //> halt

// ---- after reset
rom[3197] = 20'h00000; rom[3198] = 20'hC0280; rom[3199] = 20'h05031; rom[3200] = 20'hC0281; //> reginit: mov2 MREG, #0x5031
rom[3201] = 20'h05454; rom[3202] = 20'hC0280; //> mov MREG, #0x5454
rom[3203] = 20'h00001; rom[3204] = 20'hC0283; //> mov MREG+3, #0x0001
rom[3205] = 20'h00008; rom[3206] = 20'hC0285; //> mov MREG+5, #8
rom[3207] = 20'h00390; rom[3208] = 20'hC0287; //> mov MREG+7, #912
rom[3209] = 20'h00039; rom[3210] = 20'hC0289; //> mov MREG+9, #57
rom[3211] = 20'h00390; rom[3212] = 20'hC028B; //> mov MREG+11, #912
rom[3213] = 20'h00001; rom[3214] = 20'hC028C; //> mov MREG+12, #1
rom[3215] = 20'h00008; rom[3216] = 20'hC028D; //> mov MREG+13, #8
rom[3217] = 20'hDB804;         //> in 4
rom[3218] = 20'hC0290;         //> st R_NODE
rom[3219] = 20'hDB805;         //> in 5
rom[3220] = 20'hC0291;         //> st R_NODE+1
rom[3221] = 20'h00001; rom[3222] = 20'hC0293; //> mov R_CTRL+1, #1
rom[3223] = 20'h00001; rom[3224] = 20'hC0295; //> mov R_STATUS+1, #1
rom[3225] = 20'h00010; rom[3226] = 20'hC0298; //> mov R_TIMEOUT, #16
rom[3227] = 20'h00010; rom[3228] = 20'hC029A; //> mov R_OPEN_TMO, #16
rom[3229] = 20'h00010; rom[3230] = 20'hC029C; //> mov R_CLOSE_TMO, #16
rom[3231] = 20'h00004; rom[3232] = 20'hC029E; //> mov R_BACKOFF, #4
rom[3233] = 20'h00040; rom[3234] = 20'hC02A1; //> mov R_RETRY+1, #64
rom[3235] = 20'h00081; rom[3236] = 20'hC0365; //> mov t_to, #129
rom[3237] = 20'hC0366;         //> st t_open
rom[3238] = 20'hC0367;         //> st t_close
rom[3239] = 20'h00021; rom[3240] = 20'hC0368; //> mov t_back, #33
rom[3241] = 20'h05454; rom[3242] = 20'hC0300; //> mov CREG, #0x5454
rom[3243] = 20'h0504E; rom[3244] = 20'hC0301; //> mov CREG+1, #0x504E
rom[3245] = 20'h00001; rom[3246] = 20'hC0303; //> mov CREG+3, #0x0001
rom[3247] = 20'hDB806;         //> in 6
rom[3248] = 20'hC0305;         //> st R_BOARD+1
rom[3249] = 20'h00004; rom[3250] = 20'hC0307; //> mov R_ECHO+1, #4
rom[3251] = 20'hD8800;         //> ret
