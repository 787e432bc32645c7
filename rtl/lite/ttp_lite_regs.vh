// SPDX-License-Identifier: Apache-2.0
//
// Microprogram, operations on registers: one of a REQ in each of the host's slots. docs/lite.md says which registers there are.

12'd2688: data_q <= 20'h80380;  //> op_next: ld req_i
12'd2689: data_q <= 20'hDB000;  //> tap
12'd2690: data_q <= 20'h10004;  //> add #4
12'd2691: data_q <= 20'hC0380;  //> st req_i
12'd2692: data_q <= 20'h80381; 12'd2693: data_q <= 20'h30001; 12'd2694: data_q <= 20'hC0381; //> dec req_n
12'd2695: data_q <= 20'hCAA8A;  //> bnz op1
12'd2696: data_q <= 20'h00001; 12'd2697: data_q <= 20'hC0383; //> mov rsp_due, #1
12'd2698: data_q <= 20'h86000; 12'd2699: data_q <= 20'hC0389; //> op1: mov isw, m.0
12'd2700: data_q <= 20'hD9800;  //> swp
12'd2701: data_q <= 20'h500FF;  //> and #0xFF
12'd2702: data_q <= 20'hC0389;  //> st isw
12'd2703: data_q <= 20'h80389; 12'd2704: data_q <= 20'h30002; 12'd2705: data_q <= 20'hCCB14; //> jge isw, #2, op_error
12'd2706: data_q <= 20'h86001; 12'd2707: data_q <= 20'hC038E; //> mov adr, m.1
12'd2708: data_q <= 20'h5FFFC;  //> and #0xFFFC
12'd2709: data_q <= 20'hC038E;  //> st adr
// bytes that a write writes
12'd2710: data_q <= 20'h00000; 12'd2711: data_q <= 20'hC038A; 12'd2712: data_q <= 20'h00000; 12'd2713: data_q <= 20'hC038B; //> mov2 mask, #0
12'd2714: data_q <= 20'h86000; 12'd2715: data_q <= 20'h50001; 12'd2716: data_q <= 20'hC9A9F; //> jf m.0, #1, op2
12'd2717: data_q <= 20'h000FF; 12'd2718: data_q <= 20'hC038B; //> mov mask+1, #0x00FF
12'd2719: data_q <= 20'h86000; 12'd2720: data_q <= 20'h50002; 12'd2721: data_q <= 20'hC9AA5; //> op2: jf m.0, #2, op3
12'd2722: data_q <= 20'h8038B; 12'd2723: data_q <= 20'h6FF00; 12'd2724: data_q <= 20'hC038B; //> set mask+1, #0xFF00
12'd2725: data_q <= 20'h86000; 12'd2726: data_q <= 20'h50004; 12'd2727: data_q <= 20'hC9AAA; //> op3: jf m.0, #4, op4
12'd2728: data_q <= 20'h000FF; 12'd2729: data_q <= 20'hC038A; //> mov mask, #0x00FF
12'd2730: data_q <= 20'h86000; 12'd2731: data_q <= 20'h50008; 12'd2732: data_q <= 20'hC9AB0; //> op4: jf m.0, #8, op5
12'd2733: data_q <= 20'h8038A; 12'd2734: data_q <= 20'h6FF00; 12'd2735: data_q <= 20'hC038A; //> set mask, #0xFF00
12'd2736: data_q <= 20'h86002;  //> op5: ld m.2
12'd2737: data_q <= 20'hA838A;  //> and mask
12'd2738: data_q <= 20'hC038C;  //> st val
12'd2739: data_q <= 20'h86003;  //> ld m.3
12'd2740: data_q <= 20'hA838B;  //> and mask+1
12'd2741: data_q <= 20'hC038D;  //> st val+1
12'd2742: data_q <= 20'h8038E; 12'd2743: data_q <= 20'h31000; 12'd2744: data_q <= 20'hCCAC7; //> jge adr, #0x1000, op_card
12'd2745: data_q <= 20'h8038E; 12'd2746: data_q <= 20'h30200; 12'd2747: data_q <= 20'hCCAD9; //> jge adr, #0x200, op_counter
12'd2748: data_q <= 20'h8038E; 12'd2749: data_q <= 20'h300B4; 12'd2750: data_q <= 20'hCCB14; //> jge adr, #0xB4, op_error
12'd2751: data_q <= 20'h8038E; 12'd2752: data_q <= 20'hC038F; //> mov at, adr
12'd2753: data_q <= 20'hD0B01;  //> call half
12'd2754: data_q <= 20'h10280;  //> add #MREG
12'd2755: data_q <= 20'hC038F;  //> st at
12'd2756: data_q <= 20'hDA800;  //> tax
12'd2757: data_q <= 20'hD0B0B;  //> call quarter
12'd2758: data_q <= 20'hCFB38;  //> jpa mac_regs
12'd2759: data_q <= 20'h8038E; 12'd2760: data_q <= 20'h31200; 12'd2761: data_q <= 20'hCCB14; //> op_card: jge adr, #0x1200, op_error
12'd2762: data_q <= 20'h8038E; 12'd2763: data_q <= 20'h31080; 12'd2764: data_q <= 20'hCCAE8; //> jge adr, #0x1080, op_hl
12'd2765: data_q <= 20'h8038E;  //> ld adr
12'd2766: data_q <= 20'h50FFF;  //> and #0xFFF
12'd2767: data_q <= 20'hC038E;  //> st adr
12'd2768: data_q <= 20'h8038E; 12'd2769: data_q <= 20'h30048; 12'd2770: data_q <= 20'hCCB14; //> jge adr, #0x48, op_error
12'd2771: data_q <= 20'hD0B01;  //> call half
12'd2772: data_q <= 20'h10300;  //> add #CREG
12'd2773: data_q <= 20'hC038F;  //> st at
12'd2774: data_q <= 20'hDA800;  //> tax
12'd2775: data_q <= 20'hD0B0B;  //> call quarter
12'd2776: data_q <= 20'hCFB65;  //> jpa card_regs

// counters of the MAC are 32 bit: their upper words are 0
12'd2777: data_q <= 20'h80389; 12'd2778: data_q <= 20'hCAB14; //> op_counter: jnz isw, op_error
12'd2779: data_q <= 20'h8038E; 12'd2780: data_q <= 20'h30400; 12'd2781: data_q <= 20'hCCB14; //> jge adr, #0x400, op_error
12'd2782: data_q <= 20'h8038E; 12'd2783: data_q <= 20'h50004; 12'd2784: data_q <= 20'hCAB1A; //> jt adr, #4, op_zero
12'd2785: data_q <= 20'h8038E;  //> ld adr
12'd2786: data_q <= 20'h30200;  //> sub #0x200
12'd2787: data_q <= 20'hC038E;  //> st adr
12'd2788: data_q <= 20'hD0B0B;  //> call quarter
12'd2789: data_q <= 20'h10100;  //> add #CNT
12'd2790: data_q <= 20'hDA800;  //> tax
12'd2791: data_q <= 20'hC8B20;  //> jmp op_value
// ... those of the host link and of the Ethernet ports that are not there
12'd2792: data_q <= 20'h80389; 12'd2793: data_q <= 20'hCAB14; //> op_hl: jnz isw, op_error
12'd2794: data_q <= 20'h8038E; 12'd2795: data_q <= 20'h31100; 12'd2796: data_q <= 20'hCCAF7; //> jge adr, #0x1100, op_eth
12'd2797: data_q <= 20'h8038E; 12'd2798: data_q <= 20'h310D8; 12'd2799: data_q <= 20'hCCB14; //> jge adr, #0x10D8, op_error
12'd2800: data_q <= 20'h8038E;  //> ld adr
12'd2801: data_q <= 20'h5007F;  //> and #0x7F
12'd2802: data_q <= 20'hC038E;  //> st adr
12'd2803: data_q <= 20'hD0B01;  //> call half
12'd2804: data_q <= 20'h10180;  //> add #HLC
12'd2805: data_q <= 20'hDA800;  //> tax
12'd2806: data_q <= 20'hC8B20;  //> jmp op_value
12'd2807: data_q <= 20'h8038E;  //> op_eth: ld adr
12'd2808: data_q <= 20'h5003F;  //> and #0x3F
12'd2809: data_q <= 20'hC0342;  //> st t
12'd2810: data_q <= 20'h80342; 12'd2811: data_q <= 20'h3002C; 12'd2812: data_q <= 20'hCCB14; //> jge t, #0x2C, op_error
12'd2813: data_q <= 20'h8038E; 12'd2814: data_q <= 20'h31180; 12'd2815: data_q <= 20'hCBB1A; //> jlt adr, #0x1180, op_zero
12'd2816: data_q <= 20'hC8B14;  //> jmp op_error

// A = adr / 2, adr / 4
12'd2817: data_q <= 20'h8038E;  //> half: ld adr
12'd2818: data_q <= 20'hD9800;  //> swp
12'd2819: data_q <= 20'hD9000;  //> rol
12'd2820: data_q <= 20'hD9000;  //> rol
12'd2821: data_q <= 20'hD9000;  //> rol
12'd2822: data_q <= 20'hD9000;  //> rol
12'd2823: data_q <= 20'hD9000;  //> rol
12'd2824: data_q <= 20'hD9000;  //> rol
12'd2825: data_q <= 20'hD9000;  //> rol
12'd2826: data_q <= 20'hD8800;  //> ret
12'd2827: data_q <= 20'h8038E;  //> quarter: ld adr
12'd2828: data_q <= 20'hD9800;  //> swp
12'd2829: data_q <= 20'hD9000;  //> rol
12'd2830: data_q <= 20'hD9000;  //> rol
12'd2831: data_q <= 20'hD9000;  //> rol
12'd2832: data_q <= 20'hD9000;  //> rol
12'd2833: data_q <= 20'hD9000;  //> rol
12'd2834: data_q <= 20'hD9000;  //> rol
12'd2835: data_q <= 20'hD8800;  //> ret

// ---- ends. X is the register
12'd2836: data_q <= 20'h80380;  //> op_error: ld req_i
12'd2837: data_q <= 20'h30004;  //> sub #4
12'd2838: data_q <= 20'hDB000;  //> tap
12'd2839: data_q <= 20'h86000; 12'd2840: data_q <= 20'h68000; 12'd2841: data_q <= 20'hC6000; //> set m.0, #0x8000
12'd2842: data_q <= 20'h00000; 12'd2843: data_q <= 20'hC6002; //> op_zero: mov m.2, #0
12'd2844: data_q <= 20'hC6003;  //> st m.3
12'd2845: data_q <= 20'hD8000;  //> halt
12'd2846: data_q <= 20'h80389; 12'd2847: data_q <= 20'hCAB14; //> op_read: jnz isw, op_error
12'd2848: data_q <= 20'h84000; 12'd2849: data_q <= 20'hC6002; //> op_value: mov m.2, x.0
12'd2850: data_q <= 20'h84001; 12'd2851: data_q <= 20'hC6003; //> mov m.3, x.1
12'd2852: data_q <= 20'hD8000;  //> halt
// bytes without a strobe keep their value
12'd2853: data_q <= 20'h8038A;  //> merge: ld mask
12'd2854: data_q <= 20'hB038B;  //> or mask+1
12'd2855: data_q <= 20'hC925F;  //> bz idle           ; nothing is written at all
12'd2856: data_q <= 20'h8038A;  //> ld mask
12'd2857: data_q <= 20'h7FFFF;  //> xor #0xFFFF
12'd2858: data_q <= 20'hAC000;  //> and x.0
12'd2859: data_q <= 20'hB038C;  //> or val
12'd2860: data_q <= 20'hC038C;  //> st val
12'd2861: data_q <= 20'h8038B;  //> ld mask+1
12'd2862: data_q <= 20'h7FFFF;  //> xor #0xFFFF
12'd2863: data_q <= 20'hAC001;  //> and x.1
12'd2864: data_q <= 20'hB038D;  //> or val+1
12'd2865: data_q <= 20'hC038D;  //> st val+1
12'd2866: data_q <= 20'hD8800;  //> ret
12'd2867: data_q <= 20'h8038C; 12'd2868: data_q <= 20'hC4000; //> store: mov x.0, val
12'd2869: data_q <= 20'h8038D; 12'd2870: data_q <= 20'hC4001; //> mov x.1, val+1
12'd2871: data_q <= 20'hD8000;  //> halt

12'd2872: data_q <= 20'hC8B77;  //> mac_regs: jmp g_ro
12'd2873: data_q <= 20'hC8B77;  //> jmp g_ro
12'd2874: data_q <= 20'hC8B77;  //> jmp g_ro
12'd2875: data_q <= 20'hC8B77;  //> jmp g_ro
12'd2876: data_q <= 20'hC8B77;  //> jmp g_ro
12'd2877: data_q <= 20'hC8B77;  //> jmp g_ro
12'd2878: data_q <= 20'hC8B77;  //> jmp g_ro
12'd2879: data_q <= 20'hC8B14;  //> jmp op_error
12'd2880: data_q <= 20'hC8B7C;  //> jmp g_node
12'd2881: data_q <= 20'hC8B83;  //> jmp g_ctrl
12'd2882: data_q <= 20'hC8B77;  //> jmp g_ro
12'd2883: data_q <= 20'hC8B95;  //> jmp g_epoch
12'd2884: data_q <= 20'hC8BAA;  //> jmp g_tmo
12'd2885: data_q <= 20'hC8BAA;  //> jmp g_tmo
12'd2886: data_q <= 20'hC8BAA;  //> jmp g_tmo
12'd2887: data_q <= 20'hC8BAA;  //> jmp g_tmo
12'd2888: data_q <= 20'hC8B9C;  //> jmp g_retry
12'd2889: data_q <= 20'hC8BB3;  //> jmp g_reack
12'd2890: data_q <= 20'hC8B14;  //> jmp op_error
12'd2891: data_q <= 20'hC8B14;  //> jmp op_error
12'd2892: data_q <= 20'hC8B78;  //> jmp g_rw
12'd2893: data_q <= 20'hC8B14;  //> jmp op_error
12'd2894: data_q <= 20'hC8B14;  //> jmp op_error
12'd2895: data_q <= 20'hC8B14;  //> jmp op_error
12'd2896: data_q <= 20'hC8C15;  //> jmp g_close
12'd2897: data_q <= 20'hC8C34;  //> jmp g_index
12'd2898: data_q <= 20'hC8B14;  //> jmp op_error
12'd2899: data_q <= 20'hC8B14;  //> jmp op_error
12'd2900: data_q <= 20'hC8BF3;  //> jmp g_irq
12'd2901: data_q <= 20'hC8B14;  //> jmp op_error
12'd2902: data_q <= 20'hC8B14;  //> jmp op_error
12'd2903: data_q <= 20'hC8BFA;  //> jmp g_snap
12'd2904: data_q <= 20'hC8B77;  //> jmp g_ro
12'd2905: data_q <= 20'hC8B77;  //> jmp g_ro
12'd2906: data_q <= 20'hC8B77;  //> jmp g_ro
12'd2907: data_q <= 20'hC8B77;  //> jmp g_ro
12'd2908: data_q <= 20'hC8B77;  //> jmp g_ro
12'd2909: data_q <= 20'hC8B77;  //> jmp g_ro
12'd2910: data_q <= 20'hC8B77;  //> jmp g_ro
12'd2911: data_q <= 20'hC8B14;  //> jmp op_error
12'd2912: data_q <= 20'hC8BFD;  //> jmp g_cycles
12'd2913: data_q <= 20'hC8B77;  //> jmp g_ro
12'd2914: data_q <= 20'hC8C06;  //> jmp g_cells
12'd2915: data_q <= 20'hC8B14;  //> jmp op_error
12'd2916: data_q <= 20'hC8C0E;  //> jmp g_pkts
12'd2917: data_q <= 20'hC8B77;  //> card_regs: jmp g_ro
12'd2918: data_q <= 20'hC8B77;  //> jmp g_ro
12'd2919: data_q <= 20'hC8B77;  //> jmp g_ro
12'd2920: data_q <= 20'hC8B8F;  //> jmp g_echo
12'd2921: data_q <= 20'hC8B77;  //> jmp g_ro
12'd2922: data_q <= 20'hC8B14;  //> jmp op_error
12'd2923: data_q <= 20'hC8B14;  //> jmp op_error
12'd2924: data_q <= 20'hC8B14;  //> jmp op_error
12'd2925: data_q <= 20'hC8B14;  //> jmp op_error
12'd2926: data_q <= 20'hC8B14;  //> jmp op_error
12'd2927: data_q <= 20'hC8B14;  //> jmp op_error
12'd2928: data_q <= 20'hC8B14;  //> jmp op_error
12'd2929: data_q <= 20'hC8B14;  //> jmp op_error
12'd2930: data_q <= 20'hC8B14;  //> jmp op_error
12'd2931: data_q <= 20'hC8B14;  //> jmp op_error
12'd2932: data_q <= 20'hC8B14;  //> jmp op_error
12'd2933: data_q <= 20'hC8B14;  //> jmp op_error
12'd2934: data_q <= 20'hC8B77;  //> jmp g_ro

// ---- one for each kind
12'd2935: data_q <= 20'hC8B1E;  //> g_ro: jmp op_read
12'd2936: data_q <= 20'h80389; 12'd2937: data_q <= 20'hC9B20; //> g_rw: jz isw, op_value
12'd2938: data_q <= 20'hD0B25;  //> call merge
12'd2939: data_q <= 20'hC8B33;  //> jmp store
12'd2940: data_q <= 20'h80389; 12'd2941: data_q <= 20'hC9B20; //> g_node: jz isw, op_value
12'd2942: data_q <= 20'hD0B25;  //> call merge
12'd2943: data_q <= 20'h8038C;  //> ld val
12'd2944: data_q <= 20'h500FF;  //> and #0xFF
12'd2945: data_q <= 20'hC038C;  //> st val
12'd2946: data_q <= 20'hC8B33;  //> jmp store
// bit 0 is all there is; a soft reset is not
12'd2947: data_q <= 20'h80389; 12'd2948: data_q <= 20'hC9B20; //> g_ctrl: jz isw, op_value
12'd2949: data_q <= 20'h8038D; 12'd2950: data_q <= 20'h50002; 12'd2951: data_q <= 20'hCAB14; //> jt val+1, #2, op_error
12'd2952: data_q <= 20'hD0B25;  //> call merge
12'd2953: data_q <= 20'h8038D;  //> ld val+1
12'd2954: data_q <= 20'h50001;  //> and #1
12'd2955: data_q <= 20'hC038D;  //> g_low: st val+1
12'd2956: data_q <= 20'h00000; 12'd2957: data_q <= 20'hC038C; //> mov val, #0
12'd2958: data_q <= 20'hC8B33;  //> jmp store
12'd2959: data_q <= 20'h80389; 12'd2960: data_q <= 20'hC9B20; //> g_echo: jz isw, op_value
12'd2961: data_q <= 20'hD0B25;  //> call merge
12'd2962: data_q <= 20'h8038D;  //> ld val+1
12'd2963: data_q <= 20'h50007;  //> and #7
12'd2964: data_q <= 20'hC8B8B;  //> jmp g_low
12'd2965: data_q <= 20'h80389; 12'd2966: data_q <= 20'hC9B20; //> g_epoch: jz isw, op_value
12'd2967: data_q <= 20'hD0B25;  //> call merge
12'd2968: data_q <= 20'h8038D;  //> ld val+1
12'd2969: data_q <= 20'hCAB8B;  //> bnz g_low
12'd2970: data_q <= 20'h00001;  //> ld #1
12'd2971: data_q <= 20'hC8B8B;  //> jmp g_low
12'd2972: data_q <= 20'h80389; 12'd2973: data_q <= 20'hC9B20; //> g_retry: jz isw, op_value
12'd2974: data_q <= 20'hD0B25;  //> call merge
12'd2975: data_q <= 20'h8038C; 12'd2976: data_q <= 20'hCABA8; //> jnz val, g_most
12'd2977: data_q <= 20'h8038D; 12'd2978: data_q <= 20'h30100; 12'd2979: data_q <= 20'hCCBA8; //> jge val+1, #256, g_most
12'd2980: data_q <= 20'h8038D;  //> ld val+1
12'd2981: data_q <= 20'hCAB8B;  //> bnz g_low
12'd2982: data_q <= 20'h00001;  //> ld #1
12'd2983: data_q <= 20'hC8B8B;  //> jmp g_low
12'd2984: data_q <= 20'h000FF;  //> g_most: ld #255
12'd2985: data_q <= 20'hC8B8B;  //> jmp g_low
// times: 1..2^30 cycles, REACK from 0; beside the register stands the same in rounds
12'd2986: data_q <= 20'h80389; 12'd2987: data_q <= 20'hC9B20; //> g_tmo: jz isw, op_value
12'd2988: data_q <= 20'hD0B25;  //> call merge
12'd2989: data_q <= 20'h8038C;  //> ld val
12'd2990: data_q <= 20'hB038D;  //> or val+1
12'd2991: data_q <= 20'hCABB6;  //> bnz g_time
12'd2992: data_q <= 20'h00001; 12'd2993: data_q <= 20'hC038D; //> mov val+1, #1
12'd2994: data_q <= 20'hC8BB6;  //> jmp g_time
12'd2995: data_q <= 20'h80389; 12'd2996: data_q <= 20'hC9B20; //> g_reack: jz isw, op_value
12'd2997: data_q <= 20'hD0B25;  //> call merge
12'd2998: data_q <= 20'h8038C; 12'd2999: data_q <= 20'h34000; 12'd3000: data_q <= 20'hCBBBD; //> g_time: jlt val, #0x4000, g_t1
12'd3001: data_q <= 20'h04000; 12'd3002: data_q <= 20'hC038C; //> mov val, #0x4000
12'd3003: data_q <= 20'h00000; 12'd3004: data_q <= 20'hC038D; //> mov val+1, #0
12'd3005: data_q <= 20'h8038C; 12'd3006: data_q <= 20'hC4000; //> g_t1: mov x.0, val
12'd3007: data_q <= 20'h8038D; 12'd3008: data_q <= 20'hC4001; //> mov x.1, val+1
12'd3009: data_q <= 20'hD0BDE;  //> call rounds
12'd3010: data_q <= 20'hC0342;  //> st t
12'd3011: data_q <= 20'h8038F; 12'd3012: data_q <= 20'h70298; 12'd3013: data_q <= 20'hC9BD2; //> jeq at, #R_TIMEOUT, g_a
12'd3014: data_q <= 20'h8038F; 12'd3015: data_q <= 20'h7029A; 12'd3016: data_q <= 20'hC9BD5; //> jeq at, #R_OPEN_TMO, g_b
12'd3017: data_q <= 20'h8038F; 12'd3018: data_q <= 20'h7029C; 12'd3019: data_q <= 20'hC9BD8; //> jeq at, #R_CLOSE_TMO, g_c
12'd3020: data_q <= 20'h8038F; 12'd3021: data_q <= 20'h7029E; 12'd3022: data_q <= 20'hC9BDB; //> jeq at, #R_BACKOFF, g_d
12'd3023: data_q <= 20'h80342; 12'd3024: data_q <= 20'hC0369; //> mov t_reack, t
12'd3025: data_q <= 20'hD8000;  //> halt
12'd3026: data_q <= 20'h80342; 12'd3027: data_q <= 20'hC0365; //> g_a: mov t_to, t
12'd3028: data_q <= 20'hD8000;  //> halt
12'd3029: data_q <= 20'h80342; 12'd3030: data_q <= 20'hC0366; //> g_b: mov t_open, t
12'd3031: data_q <= 20'hD8000;  //> halt
12'd3032: data_q <= 20'h80342; 12'd3033: data_q <= 20'hC0367; //> g_c: mov t_close, t
12'd3034: data_q <= 20'hD8000;  //> halt
12'd3035: data_q <= 20'h80342; 12'd3036: data_q <= 20'hC0368; //> g_d: mov t_back, t
12'd3037: data_q <= 20'hD8000;  //> halt
// val / 8192 and 1 more, at most 0x7FFF; 0 stays 0
12'd3038: data_q <= 20'h8038C;  //> rounds: ld val
12'd3039: data_q <= 20'hB038D;  //> or val+1
12'd3040: data_q <= 20'hC9BF0;  //> bz rnd3
12'd3041: data_q <= 20'h8038C; 12'd3042: data_q <= 20'h30FFF; 12'd3043: data_q <= 20'hCCBF1; //> jge val, #0x0FFF, rnd2
12'd3044: data_q <= 20'h8038C;  //> ld val
12'd3045: data_q <= 20'hD9000;  //> rol
12'd3046: data_q <= 20'hD9000;  //> rol
12'd3047: data_q <= 20'hD9000;  //> rol
12'd3048: data_q <= 20'hC0342;  //> st t
12'd3049: data_q <= 20'h8038D;  //> ld val+1
12'd3050: data_q <= 20'hD9000;  //> rol
12'd3051: data_q <= 20'hD9000;  //> rol
12'd3052: data_q <= 20'hD9000;  //> rol
12'd3053: data_q <= 20'h50007;  //> and #7
12'd3054: data_q <= 20'hB0342;  //> or t
12'd3055: data_q <= 20'h10001;  //> add #1
12'd3056: data_q <= 20'hD8800;  //> rnd3: ret
12'd3057: data_q <= 20'h07FFF;  //> rnd2: ld #0x7FFF
12'd3058: data_q <= 20'hD8800;  //> ret
12'd3059: data_q <= 20'h80389; 12'd3060: data_q <= 20'hC9B20; //> g_irq: jz isw, op_value
12'd3061: data_q <= 20'h8038D;  //> ld val+1
12'd3062: data_q <= 20'h7FFFF;  //> xor #0xFFFF
12'd3063: data_q <= 20'hAC001;  //> and x.1
12'd3064: data_q <= 20'hC4001;  //> st x.1
12'd3065: data_q <= 20'hD8000;  //> halt
12'd3066: data_q <= 20'h80389; 12'd3067: data_q <= 20'hC9B1A; //> g_snap: jz isw, op_zero
12'd3068: data_q <= 20'hD8000;  //> halt
12'd3069: data_q <= 20'h80389; 12'd3070: data_q <= 20'hCAB14; //> g_cycles: jnz isw, op_error
12'd3071: data_q <= 20'h80347; 12'd3072: data_q <= 20'hC02D3; //> mov R_CYC_HI+1, lap
12'd3073: data_q <= 20'h80348; 12'd3074: data_q <= 20'hC6002; //> mov m.2, lap+1
12'd3075: data_q <= 20'h00000; 12'd3076: data_q <= 20'hC6003; //> mov m.3, #0
12'd3077: data_q <= 20'hD8000;  //> halt
12'd3078: data_q <= 20'h80389; 12'd3079: data_q <= 20'hCAB14; //> g_cells: jnz isw, op_error
12'd3080: data_q <= 20'h80345;  //> ld free_n
12'd3081: data_q <= 20'hD9000;  //> rol
12'd3082: data_q <= 20'hD9000;  //> rol
12'd3083: data_q <= 20'hD9000;  //> rol
12'd3084: data_q <= 20'hD9000;  //> rol
12'd3085: data_q <= 20'hC8C11;  //> jmp g_live
12'd3086: data_q <= 20'h80389; 12'd3087: data_q <= 20'hCAB14; //> g_pkts: jnz isw, op_error
12'd3088: data_q <= 20'h80345;  //> ld free_n
12'd3089: data_q <= 20'hC6003;  //> g_live: st m.3
12'd3090: data_q <= 20'h00000; 12'd3091: data_q <= 20'hC6002; //> mov m.2, #0
12'd3092: data_q <= 20'hD8000;  //> halt

// ---- commands
12'd3093: data_q <= 20'h80389; 12'd3094: data_q <= 20'hC9B1A; //> g_close: jz isw, op_zero
12'd3095: data_q <= 20'h8038A;  //> ld mask
12'd3096: data_q <= 20'hB038B;  //> or mask+1
12'd3097: data_q <= 20'hC925F;  //> bz idle
12'd3098: data_q <= 20'h8038C;  //> ld val
12'd3099: data_q <= 20'hD9800;  //> swp
12'd3100: data_q <= 20'h500FF;  //> and #0xFF
12'd3101: data_q <= 20'hC0342;  //> st t
12'd3102: data_q <= 20'h00002; 12'd3103: data_q <= 20'h98342; 12'd3104: data_q <= 20'hCBB14; //> jlt #2, t, op_error
12'd3105: data_q <= 20'h8038C; 12'd3106: data_q <= 20'hC034B; //> mov kh, val
12'd3107: data_q <= 20'h8038D; 12'd3108: data_q <= 20'hC034C; //> mov kl, val+1
12'd3109: data_q <= 20'hD0098;  //> call lookup
12'd3110: data_q <= 20'hC9C30;  //> bz g_nolink
12'd3111: data_q <= 20'h80295; 12'd3112: data_q <= 20'h5FFF7; 12'd3113: data_q <= 20'hC0295; //> clr R_STATUS+1, #8
12'd3114: data_q <= 20'h82003; 12'd3115: data_q <= 20'hC925F; //> jz r.st, idle
12'd3116: data_q <= 20'h82002; 12'd3117: data_q <= 20'h62000; 12'd3118: data_q <= 20'hC2002; //> set r.fl, #CLOSING
12'd3119: data_q <= 20'hD8000;  //> halt
12'd3120: data_q <= 20'h80295; 12'd3121: data_q <= 20'h60008; 12'd3122: data_q <= 20'hC0295; //> g_nolink: set R_STATUS+1, #8
12'd3123: data_q <= 20'hD8000;  //> halt
// index 8 VC + link: the tool looks for a link of a VC in its third of the table
12'd3124: data_q <= 20'h80389; 12'd3125: data_q <= 20'hC9B20; //> g_index: jz isw, op_value
12'd3126: data_q <= 20'hD0B25;  //> call merge
12'd3127: data_q <= 20'h8038C; 12'd3128: data_q <= 20'hCAB14; //> jnz val, op_error
12'd3129: data_q <= 20'h8038D; 12'd3130: data_q <= 20'h30018; 12'd3131: data_q <= 20'hCCB14; //> jge val+1, #24, op_error
12'd3132: data_q <= 20'h8038D; 12'd3133: data_q <= 20'hC4001; //> mov x.1, val+1
12'd3134: data_q <= 20'hDA000;  //> tal
12'd3135: data_q <= 20'h50007;  //> and #7
12'd3136: data_q <= 20'hC0340;  //> st i
12'd3137: data_q <= 20'h002C0;  //> ld #R_REC
12'd3138: data_q <= 20'hD0022;  //> call clear8
12'd3139: data_q <= 20'h002C8;  //> ld #R_REC + 8
12'd3140: data_q <= 20'hD0022;  //> call clear8
12'd3141: data_q <= 20'h82002; 12'd3142: data_q <= 20'hCE25F; //> jnn r.fl, idle
12'd3143: data_q <= 20'h8038D;  //> ld val+1
12'd3144: data_q <= 20'h98340;  //> sub i
12'd3145: data_q <= 20'hD9000;  //> rol
12'd3146: data_q <= 20'hD9000;  //> rol
12'd3147: data_q <= 20'hD9000;  //> rol
12'd3148: data_q <= 20'hD9000;  //> rol
12'd3149: data_q <= 20'hD9000;  //> rol
12'd3150: data_q <= 20'hC0342;  //> st t
12'd3151: data_q <= 20'h82000;  //> ld r.kh
12'd3152: data_q <= 20'h5FF00;  //> and #0xFF00
12'd3153: data_q <= 20'hB8342;  //> xor t
12'd3154: data_q <= 20'hCA25F;  //> bnz idle
12'd3155: data_q <= 20'h8200F;  //> ld r.try
12'd3156: data_q <= 20'hD9000;  //> rol
12'd3157: data_q <= 20'hD9000;  //> rol
12'd3158: data_q <= 20'hD9000;  //> rol
12'd3159: data_q <= 20'hD9000;  //> rol
12'd3160: data_q <= 20'hD9800;  //> swp
12'd3161: data_q <= 20'hC0342;  //> st t
12'd3162: data_q <= 20'h5000F;  //> and #0xF
12'd3163: data_q <= 20'hC02C0;  //> st R_REC
12'd3164: data_q <= 20'h82002;  //> ld r.fl
12'd3165: data_q <= 20'h5F000;  //> and #0xF000
12'd3166: data_q <= 20'hB02C0;  //> or R_REC
12'd3167: data_q <= 20'hC02C0;  //> st R_REC
12'd3168: data_q <= 20'h80342;  //> ld t
12'd3169: data_q <= 20'h5F000;  //> and #0xF000
12'd3170: data_q <= 20'hB2003;  //> or r.st
12'd3171: data_q <= 20'hC02C1;  //> st R_REC+1
12'd3172: data_q <= 20'h82000; 12'd3173: data_q <= 20'hC02C2; //> mov R_REC+2, r.kh
12'd3174: data_q <= 20'h82001; 12'd3175: data_q <= 20'hC02C3; //> mov R_REC+3, r.kl
12'd3176: data_q <= 20'h82004; 12'd3177: data_q <= 20'hC02C4; 12'd3178: data_q <= 20'h82005; 12'd3179: data_q <= 20'hC02C5; //> mov2 R_REC+4, r.una
12'd3180: data_q <= 20'h82005; 12'd3181: data_q <= 20'h8A012; 12'd3182: data_q <= 20'hC02C7; 12'd3183: data_q <= 20'h82004; 12'd3184: data_q <= 20'h20000; 12'd3185: data_q <= 20'hC02C6; //> add2 R_REC+6, r.una, 0:r.nfl
12'd3186: data_q <= 20'h82006; 12'd3187: data_q <= 20'hC02C8; 12'd3188: data_q <= 20'h82007; 12'd3189: data_q <= 20'hC02C9; //> mov2 R_REC+8, r.last
12'd3190: data_q <= 20'h8200D; 12'd3191: data_q <= 20'hC02CA; //> mov R_REC+10, r.pl
12'd3192: data_q <= 20'h8200C; 12'd3193: data_q <= 20'hC02CB; //> mov R_REC+11, r.ol
12'd3194: data_q <= 20'h82016; 12'd3195: data_q <= 20'hC02CD; //> mov R_REC+13, r.held
12'd3196: data_q <= 20'hD8000;  //> halt

// ---- after reset
12'd3197: data_q <= 20'h00000; 12'd3198: data_q <= 20'hC0280; 12'd3199: data_q <= 20'h05031; 12'd3200: data_q <= 20'hC0281; //> reginit: mov2 MREG, #0x5031
12'd3201: data_q <= 20'h05454; 12'd3202: data_q <= 20'hC0280; //> mov MREG, #0x5454
12'd3203: data_q <= 20'h00001; 12'd3204: data_q <= 20'hC0283; //> mov MREG+3, #0x0001
12'd3205: data_q <= 20'h00008; 12'd3206: data_q <= 20'hC0285; //> mov MREG+5, #8
12'd3207: data_q <= 20'h00390; 12'd3208: data_q <= 20'hC0287; //> mov MREG+7, #912
12'd3209: data_q <= 20'h00039; 12'd3210: data_q <= 20'hC0289; //> mov MREG+9, #57
12'd3211: data_q <= 20'h00390; 12'd3212: data_q <= 20'hC028B; //> mov MREG+11, #912
12'd3213: data_q <= 20'h00001; 12'd3214: data_q <= 20'hC028C; //> mov MREG+12, #1
12'd3215: data_q <= 20'h00008; 12'd3216: data_q <= 20'hC028D; //> mov MREG+13, #8
12'd3217: data_q <= 20'hDB804;  //> in 4
12'd3218: data_q <= 20'hC0290;  //> st R_NODE
12'd3219: data_q <= 20'hDB805;  //> in 5
12'd3220: data_q <= 20'hC0291;  //> st R_NODE+1
12'd3221: data_q <= 20'h00001; 12'd3222: data_q <= 20'hC0293; //> mov R_CTRL+1, #1
12'd3223: data_q <= 20'h00001; 12'd3224: data_q <= 20'hC0295; //> mov R_STATUS+1, #1
12'd3225: data_q <= 20'h00010; 12'd3226: data_q <= 20'hC0298; //> mov R_TIMEOUT, #16
12'd3227: data_q <= 20'h00010; 12'd3228: data_q <= 20'hC029A; //> mov R_OPEN_TMO, #16
12'd3229: data_q <= 20'h00010; 12'd3230: data_q <= 20'hC029C; //> mov R_CLOSE_TMO, #16
12'd3231: data_q <= 20'h00004; 12'd3232: data_q <= 20'hC029E; //> mov R_BACKOFF, #4
12'd3233: data_q <= 20'h00040; 12'd3234: data_q <= 20'hC02A1; //> mov R_RETRY+1, #64
12'd3235: data_q <= 20'h00081; 12'd3236: data_q <= 20'hC0365; //> mov t_to, #129
12'd3237: data_q <= 20'hC0366;  //> st t_open
12'd3238: data_q <= 20'hC0367;  //> st t_close
12'd3239: data_q <= 20'h00021; 12'd3240: data_q <= 20'hC0368; //> mov t_back, #33
12'd3241: data_q <= 20'h05454; 12'd3242: data_q <= 20'hC0300; //> mov CREG, #0x5454
12'd3243: data_q <= 20'h0504E; 12'd3244: data_q <= 20'hC0301; //> mov CREG+1, #0x504E
12'd3245: data_q <= 20'h00001; 12'd3246: data_q <= 20'hC0303; //> mov CREG+3, #0x0001
12'd3247: data_q <= 20'hDB806;  //> in 6
12'd3248: data_q <= 20'hC0305;  //> st R_BOARD+1
12'd3249: data_q <= 20'h00004; 12'd3250: data_q <= 20'hC0307; //> mov R_ECHO+1, #4
12'd3251: data_q <= 20'hD8800;  //> ret
