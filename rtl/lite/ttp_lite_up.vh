// SPDX-License-Identifier: Apache-2.0
//
// Microprogram, slot 3 (HTX): the next frame for the host, if its port is idle. WELCOME, RSP, STATUS that is owed,
// completion, payload, STATUS that tells a moved limit: the first that there is.

12'd2450: data_q <= 20'hDB800;  //> htx: in 0
12'd2451: data_q <= 20'h50008;  //> and #8
12'd2452: data_q <= 20'hC925F;  //> bz idle
// what was sent has left
12'd2453: data_q <= 20'h80385; 12'd2454: data_q <= 20'hC999B; //> jz htx_rsp, up1
12'd2455: data_q <= 20'h00000; 12'd2456: data_q <= 20'hC0385; //> mov htx_rsp, #0
12'd2457: data_q <= 20'h00000; 12'd2458: data_q <= 20'hC0382; //> mov rsp_busy, #0
12'd2459: data_q <= 20'h80384; 12'd2460: data_q <= 20'hC99A1; //> up1: jz htx_pg, up2
12'd2461: data_q <= 20'hC0343;  //> st page
12'd2462: data_q <= 20'hD0036;  //> call putpage
12'd2463: data_q <= 20'h00000; 12'd2464: data_q <= 20'hC0384; //> mov htx_pg, #0
12'd2465: data_q <= 20'hD09B9;  //> up2: call newlimit
12'd2466: data_q <= 20'h80375; 12'd2467: data_q <= 20'h50001; 12'd2468: data_q <= 20'hCA9EB; //> jt due, #1, up_welcome
12'd2469: data_q <= 20'h80383; 12'd2470: data_q <= 20'hCAA09; //> jnz rsp_due, up_rsp
12'd2471: data_q <= 20'h8036E; 12'd2472: data_q <= 20'hC925F; //> jz sess, idle
12'd2473: data_q <= 20'h80375; 12'd2474: data_q <= 20'hCAA1C; //> jnz due, up_status
12'd2475: data_q <= 20'h80371;  //> ld tx_next
12'd2476: data_q <= 20'h98372;  //> sub peer
12'd2477: data_q <= 20'hCE9B2;  //> bnn up3
12'd2478: data_q <= 20'h80364; 12'd2479: data_q <= 20'hCAA30; //> jnz cq_n, up_cpl
12'd2480: data_q <= 20'h80388; 12'd2481: data_q <= 20'hCAA5B; //> jnz q_n, up_data
12'd2482: data_q <= 20'h80370; 12'd2483: data_q <= 20'hB8373; 12'd2484: data_q <= 20'hCAA1C; //> up3: jne limit, told_l, up_status
12'd2485: data_q <= 20'h8036F; 12'd2486: data_q <= 20'hB8374; 12'd2487: data_q <= 20'hCAA1C; //> jne rx_next, told_a, up_status
12'd2488: data_q <= 20'hD8000;  //> halt

// the limit that the host may know: what is free, but KEEP, at most 32 ahead; never back
12'd2489: data_q <= 20'h00000; 12'd2490: data_q <= 20'hC0342; //> newlimit: mov t, #0
12'd2491: data_q <= 20'h80345;  //> ld free_n
12'd2492: data_q <= 20'h30014;  //> sub #KEEP
12'd2493: data_q <= 20'hCB9C4;  //> bc nl2
12'd2494: data_q <= 20'hC0342;  //> st t
12'd2495: data_q <= 20'h80342; 12'd2496: data_q <= 20'h30020; 12'd2497: data_q <= 20'hCB9C4; //> jlt t, #32, nl2
12'd2498: data_q <= 20'h00020; 12'd2499: data_q <= 20'hC0342; //> mov t, #32
12'd2500: data_q <= 20'h80342;  //> nl2: ld t
12'd2501: data_q <= 20'h8836F;  //> add rx_next
12'd2502: data_q <= 20'hC0342;  //> st t
12'd2503: data_q <= 20'h98370;  //> sub limit
12'd2504: data_q <= 20'hCD9CB;  //> bn nl3
12'd2505: data_q <= 20'h80342; 12'd2506: data_q <= 20'hC0370; //> mov limit, t
12'd2507: data_q <= 20'hD8800;  //> nl3: ret

// the fields that all frames have; A is the first word
12'd2508: data_q <= 20'hC6015;  //> uphead: st m.21
12'd2509: data_q <= 20'h80371; 12'd2510: data_q <= 20'hC6019; //> mov m.25, tx_next
12'd2511: data_q <= 20'h80370; 12'd2512: data_q <= 20'hC601A; //> mov m.26, limit
12'd2513: data_q <= 20'hC0373;  //> st told_l
12'd2514: data_q <= 20'h8036F; 12'd2515: data_q <= 20'hC601B; //> mov m.27, rx_next
12'd2516: data_q <= 20'hC0374;  //> st told_a
12'd2517: data_q <= 20'hD8800;  //> ret
// ... and those of one in the page for them: A type, k body
12'd2518: data_q <= 20'hC0342;  //> upctl: st t
12'd2519: data_q <= 20'h00400;  //> ld #HCTL
12'd2520: data_q <= 20'hDB000;  //> tap
12'd2521: data_q <= 20'h80342;  //> ld t
12'd2522: data_q <= 20'hD09CC;  //> call uphead
12'd2523: data_q <= 20'h80290; 12'd2524: data_q <= 20'hC6016; //> mov m.22, R_NODE
12'd2525: data_q <= 20'h80291; 12'd2526: data_q <= 20'hC6017; //> mov m.23, R_NODE+1
12'd2527: data_q <= 20'h80341; 12'd2528: data_q <= 20'hC6018; //> mov m.24, k
12'd2529: data_q <= 20'h00000; 12'd2530: data_q <= 20'hC601C; //> mov m.28, #0
12'd2531: data_q <= 20'hC601D;  //> st m.29
12'd2532: data_q <= 20'hD8800;  //> ret
12'd2533: data_q <= 20'h00400;  //> upgo: ld #HCTL
12'd2534: data_q <= 20'hDC000;  //> page
12'd2535: data_q <= 20'h80341;  //> ld k
12'd2536: data_q <= 20'h10012;  //> add #18
12'd2537: data_q <= 20'hDC808;  //> go 8
12'd2538: data_q <= 20'hD8000;  //> halt

12'd2539: data_q <= 20'h80375; 12'd2540: data_q <= 20'h5FFFE; 12'd2541: data_q <= 20'hC0375; //> up_welcome: clr due, #1
12'd2542: data_q <= 20'h0019C; 12'd2543: data_q <= 20'hD0040; //> cnt H_TX_WELCOME
12'd2544: data_q <= 20'h00010; 12'd2545: data_q <= 20'hC0341; //> mov k, #16
12'd2546: data_q <= 20'h01900;  //> ld #0x1900
12'd2547: data_q <= 20'hD09D6;  //> call upctl
12'd2548: data_q <= 20'h80376; 12'd2549: data_q <= 20'hC601C; 12'd2550: data_q <= 20'h80377; 12'd2551: data_q <= 20'hC601D; //> mov2 m.28, wtag
12'd2552: data_q <= 20'h05454; 12'd2553: data_q <= 20'hC601E; //> mov m.30, #0x5454
12'd2554: data_q <= 20'h0504E; 12'd2555: data_q <= 20'hC601F; //> mov m.31, #0x504E
12'd2556: data_q <= 20'h00001; 12'd2557: data_q <= 20'hC6020; //> mov m.32, #0x0001
12'd2558: data_q <= 20'h80305; 12'd2559: data_q <= 20'hC6021; //> mov m.33, R_BOARD+1
12'd2560: data_q <= 20'h00400; 12'd2561: data_q <= 20'hC6022; //> mov m.34, #1024
12'd2562: data_q <= 20'h00020; 12'd2563: data_q <= 20'hC6023; //> mov m.35, #32
12'd2564: data_q <= 20'h80308; 12'd2565: data_q <= 20'hC6024; 12'd2566: data_q <= 20'h80309; 12'd2567: data_q <= 20'hC6025; //> mov2 m.36, R_LSTATE
12'd2568: data_q <= 20'hC89E5;  //> jmp upgo

12'd2569: data_q <= 20'h00000; 12'd2570: data_q <= 20'hC0383; //> up_rsp: mov rsp_due, #0
12'd2571: data_q <= 20'h00001; 12'd2572: data_q <= 20'hC0385; //> mov htx_rsp, #1
12'd2573: data_q <= 20'h001A0; 12'd2574: data_q <= 20'hD0040; //> cnt H_TX_RSP
12'd2575: data_q <= 20'h8037F;  //> ld req_p
12'd2576: data_q <= 20'hDB000;  //> tap
12'd2577: data_q <= 20'h01B00;  //> ld #0x1B00
12'd2578: data_q <= 20'hD09CC;  //> call uphead
12'd2579: data_q <= 20'h00000; 12'd2580: data_q <= 20'hC6016; //> mov m.22, #0
12'd2581: data_q <= 20'hC6017;  //> st m.23
12'd2582: data_q <= 20'h8037F;  //> ld req_p
12'd2583: data_q <= 20'hDC000;  //> page
12'd2584: data_q <= 20'h86018;  //> ld m.24
12'd2585: data_q <= 20'h10012;  //> add #18
12'd2586: data_q <= 20'hDC808;  //> go 8
12'd2587: data_q <= 20'hD8000;  //> halt

12'd2588: data_q <= 20'h00000; 12'd2589: data_q <= 20'hC0341; //> up_status: mov k, #0
12'd2590: data_q <= 20'h01D00;  //> ld #0x1D00
12'd2591: data_q <= 20'hD09D6;  //> call upctl
12'd2592: data_q <= 20'h80375; 12'd2593: data_q <= 20'h50004; 12'd2594: data_q <= 20'hCAA28; //> jt due, #4, up_goback
12'd2595: data_q <= 20'h00000; 12'd2596: data_q <= 20'hC0375; //> mov due, #0
12'd2597: data_q <= 20'h001A4; 12'd2598: data_q <= 20'hD0040; //> cnt H_TX_STATUS
12'd2599: data_q <= 20'hC89E5;  //> jmp upgo
12'd2600: data_q <= 20'h00000; 12'd2601: data_q <= 20'hC0375; //> up_goback: mov due, #0
12'd2602: data_q <= 20'h86016; 12'd2603: data_q <= 20'h60100; 12'd2604: data_q <= 20'hC6016; //> set m.22, #0x100
12'd2605: data_q <= 20'h001A6; 12'd2606: data_q <= 20'hD0040; //> cnt H_TX_GOBACK
12'd2607: data_q <= 20'hC89E5;  //> jmp upgo

12'd2608: data_q <= 20'h001A2; 12'd2609: data_q <= 20'hD0040; //> up_cpl: cnt H_TX_CPL
12'd2610: data_q <= 20'h00010; 12'd2611: data_q <= 20'hC0341; //> mov k, #16
12'd2612: data_q <= 20'h01C00;  //> ld #0x1C00
12'd2613: data_q <= 20'hD09D6;  //> call upctl
12'd2614: data_q <= 20'h00000; 12'd2615: data_q <= 20'hC6016; //> mov m.22, #0
12'd2616: data_q <= 20'hC6017;  //> st m.23
12'd2617: data_q <= 20'h80371; 12'd2618: data_q <= 20'h10001; 12'd2619: data_q <= 20'hC0371; //> inc tx_next
12'd2620: data_q <= 20'h80363;  //> ld cq_h
12'd2621: data_q <= 20'hD9000;  //> rol
12'd2622: data_q <= 20'hD9000;  //> rol
12'd2623: data_q <= 20'hD9000;  //> rol
12'd2624: data_q <= 20'h101C0;  //> add #CPLQ
12'd2625: data_q <= 20'hDA800;  //> tax
12'd2626: data_q <= 20'h84000; 12'd2627: data_q <= 20'hC601E; //> mov m.30, x.0
12'd2628: data_q <= 20'h84001; 12'd2629: data_q <= 20'hC601F; //> mov m.31, x.1
12'd2630: data_q <= 20'h84002; 12'd2631: data_q <= 20'hC6020; //> mov m.32, x.2
12'd2632: data_q <= 20'h84003; 12'd2633: data_q <= 20'hC6021; //> mov m.33, x.3
12'd2634: data_q <= 20'h84004; 12'd2635: data_q <= 20'hC6022; //> mov m.34, x.4
12'd2636: data_q <= 20'h84005; 12'd2637: data_q <= 20'hC6023; //> mov m.35, x.5
12'd2638: data_q <= 20'h84006; 12'd2639: data_q <= 20'hC6024; //> mov m.36, x.6
12'd2640: data_q <= 20'h84007; 12'd2641: data_q <= 20'hC6025; //> mov m.37, x.7
12'd2642: data_q <= 20'h80364; 12'd2643: data_q <= 20'h30001; 12'd2644: data_q <= 20'hC0364; //> dec cq_n
12'd2645: data_q <= 20'h80363; 12'd2646: data_q <= 20'h10001; 12'd2647: data_q <= 20'hC0363; //> inc cq_h
12'd2648: data_q <= 20'h50007;  //> and #7
12'd2649: data_q <= 20'hC0363;  //> st cq_h
12'd2650: data_q <= 20'hC89E5;  //> jmp upgo

12'd2651: data_q <= 20'h0019E; 12'd2652: data_q <= 20'hD0040; //> up_data: cnt H_TX_DATA
12'd2653: data_q <= 20'h80386; 12'd2654: data_q <= 20'hC0343; //> mov page, q_head
12'd2655: data_q <= 20'hC0384;  //> st htx_pg
12'd2656: data_q <= 20'hDB000;  //> tap
12'd2657: data_q <= 20'h863FE; 12'd2658: data_q <= 20'hC0386; //> mov q_head, m.NEXT
12'd2659: data_q <= 20'h80388; 12'd2660: data_q <= 20'h30001; 12'd2661: data_q <= 20'hC0388; //> dec q_n
12'd2662: data_q <= 20'h86015; 12'd2663: data_q <= 20'hC034B; //> mov kh, m.21
12'd2664: data_q <= 20'h86016; 12'd2665: data_q <= 20'hC6017; //> mov m.23, m.22
12'd2666: data_q <= 20'h8034B;  //> ld kh
12'd2667: data_q <= 20'h500FF;  //> and #0xFF
12'd2668: data_q <= 20'hC6016;  //> st m.22
12'd2669: data_q <= 20'h863FD; 12'd2670: data_q <= 20'hC6018; //> mov m.24, m.PLEN
12'd2671: data_q <= 20'h00000; 12'd2672: data_q <= 20'hC601C; //> mov m.28, #0
12'd2673: data_q <= 20'hC601D;  //> st m.29
12'd2674: data_q <= 20'h8034B;  //> ld kh
12'd2675: data_q <= 20'hD9800;  //> swp
12'd2676: data_q <= 20'h500FF;  //> and #0xFF
12'd2677: data_q <= 20'h61A00;  //> or #0x1A00
12'd2678: data_q <= 20'hD09CC;  //> call uphead
12'd2679: data_q <= 20'h80371; 12'd2680: data_q <= 20'h10001; 12'd2681: data_q <= 20'hC0371; //> inc tx_next
12'd2682: data_q <= 20'h80343;  //> ld page
12'd2683: data_q <= 20'hDC000;  //> page
12'd2684: data_q <= 20'h86018;  //> ld m.24
12'd2685: data_q <= 20'h10012;  //> add #18
12'd2686: data_q <= 20'hDC808;  //> go 8
12'd2687: data_q <= 20'hD8000;  //> halt
