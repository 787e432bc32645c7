// SPDX-License-Identifier: Apache-2.0
//
// Microprogram, slot 3 (HTX): the next frame for the host, if its port is idle. WELCOME, RSP, STATUS that is owed,
// completion, payload, STATUS that tells a moved limit: the first that there is.

rom[2450] = 20'hDB800;         //> htx: in 0
rom[2451] = 20'h50008;         //> and #8
rom[2452] = 20'hC925F;         //> bz idle
// what was sent has left
rom[2453] = 20'h80385; rom[2454] = 20'hC999B; //> jz htx_rsp, up1
rom[2455] = 20'h00000; rom[2456] = 20'hC0385; //> mov htx_rsp, #0
rom[2457] = 20'h00000; rom[2458] = 20'hC0382; //> mov rsp_busy, #0
rom[2459] = 20'h80384; rom[2460] = 20'hC99A1; //> up1: jz htx_pg, up2
rom[2461] = 20'hC0343;         //> st page
rom[2462] = 20'hD0036;         //> call putpage
rom[2463] = 20'h00000; rom[2464] = 20'hC0384; //> mov htx_pg, #0
rom[2465] = 20'hD09B9;         //> up2: call newlimit
rom[2466] = 20'h80375; rom[2467] = 20'h50001; rom[2468] = 20'hCA9EB; //> jt due, #1, up_welcome
rom[2469] = 20'h80383; rom[2470] = 20'hCAA09; //> jnz rsp_due, up_rsp
rom[2471] = 20'h8036E; rom[2472] = 20'hC925F; //> jz sess, idle
rom[2473] = 20'h80375; rom[2474] = 20'hCAA1C; //> jnz due, up_status
rom[2475] = 20'h80371;         //> ld tx_next
rom[2476] = 20'h98372;         //> sub peer
rom[2477] = 20'hCE9B2;         //> bnn up3
rom[2478] = 20'h80364; rom[2479] = 20'hCAA30; //> jnz cq_n, up_cpl
rom[2480] = 20'h80388; rom[2481] = 20'hCAA5B; //> jnz q_n, up_data
rom[2482] = 20'h80370; rom[2483] = 20'hB8373; rom[2484] = 20'hCAA1C; //> up3: jne limit, told_l, up_status
rom[2485] = 20'h8036F; rom[2486] = 20'hB8374; rom[2487] = 20'hCAA1C; //> jne rx_next, told_a, up_status
rom[2488] = 20'hD8000;         //> halt

// the limit that the host may know: what is free, but KEEP, at most 32 ahead; never back
rom[2489] = 20'h00000; rom[2490] = 20'hC0342; //> newlimit: mov t, #0
rom[2491] = 20'h80345;         //> ld free_n
rom[2492] = 20'h30014;         //> sub #KEEP
rom[2493] = 20'hCB9C4;         //> bc nl2
rom[2494] = 20'hC0342;         //> st t
rom[2495] = 20'h80342; rom[2496] = 20'h30020; rom[2497] = 20'hCB9C4; //> jlt t, #32, nl2
rom[2498] = 20'h00020; rom[2499] = 20'hC0342; //> mov t, #32
rom[2500] = 20'h80342;         //> nl2: ld t
rom[2501] = 20'h8836F;         //> add rx_next
rom[2502] = 20'hC0342;         //> st t
rom[2503] = 20'h98370;         //> sub limit
rom[2504] = 20'hCD9CB;         //> bn nl3
rom[2505] = 20'h80342; rom[2506] = 20'hC0370; //> mov limit, t
rom[2507] = 20'hD8800;         //> nl3: ret

// the fields that all frames have; A is the first word
rom[2508] = 20'hC6015;         //> uphead: st m.21
rom[2509] = 20'h80371; rom[2510] = 20'hC6019; //> mov m.25, tx_next
rom[2511] = 20'h80370; rom[2512] = 20'hC601A; //> mov m.26, limit
rom[2513] = 20'hC0373;         //> st told_l
rom[2514] = 20'h8036F; rom[2515] = 20'hC601B; //> mov m.27, rx_next
rom[2516] = 20'hC0374;         //> st told_a
rom[2517] = 20'hD8800;         //> ret
// ... and those of one in the page for them: A type, k body
rom[2518] = 20'hC0342;         //> upctl: st t
rom[2519] = 20'h00400;         //> ld #HCTL
rom[2520] = 20'hDB000;         //> tap
rom[2521] = 20'h80342;         //> ld t
rom[2522] = 20'hD09CC;         //> call uphead
rom[2523] = 20'h80290; rom[2524] = 20'hC6016; //> mov m.22, R_NODE
rom[2525] = 20'h80291; rom[2526] = 20'hC6017; //> mov m.23, R_NODE+1
rom[2527] = 20'h80341; rom[2528] = 20'hC6018; //> mov m.24, k
rom[2529] = 20'h00000; rom[2530] = 20'hC601C; //> mov m.28, #0
rom[2531] = 20'hC601D;         //> st m.29
rom[2532] = 20'hD8800;         //> ret
rom[2533] = 20'h00400;         //> upgo: ld #HCTL
rom[2534] = 20'hDC000;         //> page
rom[2535] = 20'h80341;         //> ld k
rom[2536] = 20'h10012;         //> add #18
rom[2537] = 20'hDC808;         //> go 8
rom[2538] = 20'hD8000;         //> halt

rom[2539] = 20'h80375; rom[2540] = 20'h5FFFE; rom[2541] = 20'hC0375; //> up_welcome: clr due, #1
rom[2542] = 20'h0019C; rom[2543] = 20'hD0040; //> cnt H_TX_WELCOME
rom[2544] = 20'h00010; rom[2545] = 20'hC0341; //> mov k, #16
rom[2546] = 20'h01900;         //> ld #0x1900
rom[2547] = 20'hD09D6;         //> call upctl
rom[2548] = 20'h80376; rom[2549] = 20'hC601C; rom[2550] = 20'h80377; rom[2551] = 20'hC601D; //> mov2 m.28, wtag
rom[2552] = 20'h05454; rom[2553] = 20'hC601E; //> mov m.30, #0x5454
rom[2554] = 20'h0504E; rom[2555] = 20'hC601F; //> mov m.31, #0x504E
rom[2556] = 20'h00001; rom[2557] = 20'hC6020; //> mov m.32, #0x0001
rom[2558] = 20'h80305; rom[2559] = 20'hC6021; //> mov m.33, R_BOARD+1
rom[2560] = 20'h00400; rom[2561] = 20'hC6022; //> mov m.34, #1024
rom[2562] = 20'h00020; rom[2563] = 20'hC6023; //> mov m.35, #32
rom[2564] = 20'h80308; rom[2565] = 20'hC6024; rom[2566] = 20'h80309; rom[2567] = 20'hC6025; //> mov2 m.36, R_LSTATE
rom[2568] = 20'hC89E5;         //> jmp upgo

rom[2569] = 20'h00000; rom[2570] = 20'hC0383; //> up_rsp: mov rsp_due, #0
rom[2571] = 20'h00001; rom[2572] = 20'hC0385; //> mov htx_rsp, #1
rom[2573] = 20'h001A0; rom[2574] = 20'hD0040; //> cnt H_TX_RSP
rom[2575] = 20'h8037F;         //> ld req_p
rom[2576] = 20'hDB000;         //> tap
rom[2577] = 20'h01B00;         //> ld #0x1B00
rom[2578] = 20'hD09CC;         //> call uphead
rom[2579] = 20'h00000; rom[2580] = 20'hC6016; //> mov m.22, #0
rom[2581] = 20'hC6017;         //> st m.23
rom[2582] = 20'h8037F;         //> ld req_p
rom[2583] = 20'hDC000;         //> page
rom[2584] = 20'h86018;         //> ld m.24
rom[2585] = 20'h10012;         //> add #18
rom[2586] = 20'hDC808;         //> go 8
rom[2587] = 20'hD8000;         //> halt

rom[2588] = 20'h00000; rom[2589] = 20'hC0341; //> up_status: mov k, #0
rom[2590] = 20'h01D00;         //> ld #0x1D00
rom[2591] = 20'hD09D6;         //> call upctl
rom[2592] = 20'h80375; rom[2593] = 20'h50004; rom[2594] = 20'hCAA28; //> jt due, #4, up_goback
rom[2595] = 20'h00000; rom[2596] = 20'hC0375; //> mov due, #0
rom[2597] = 20'h001A4; rom[2598] = 20'hD0040; //> cnt H_TX_STATUS
rom[2599] = 20'hC89E5;         //> jmp upgo
rom[2600] = 20'h00000; rom[2601] = 20'hC0375; //> up_goback: mov due, #0
rom[2602] = 20'h86016; rom[2603] = 20'h60100; rom[2604] = 20'hC6016; //> set m.22, #0x100
rom[2605] = 20'h001A6; rom[2606] = 20'hD0040; //> cnt H_TX_GOBACK
rom[2607] = 20'hC89E5;         //> jmp upgo

rom[2608] = 20'h001A2; rom[2609] = 20'hD0040; //> up_cpl: cnt H_TX_CPL
rom[2610] = 20'h00010; rom[2611] = 20'hC0341; //> mov k, #16
rom[2612] = 20'h01C00;         //> ld #0x1C00
rom[2613] = 20'hD09D6;         //> call upctl
rom[2614] = 20'h00000; rom[2615] = 20'hC6016; //> mov m.22, #0
rom[2616] = 20'hC6017;         //> st m.23
rom[2617] = 20'h80371; rom[2618] = 20'h10001; rom[2619] = 20'hC0371; //> inc tx_next
rom[2620] = 20'h80363;         //> ld cq_h
rom[2621] = 20'hD9000;         //> rol
rom[2622] = 20'hD9000;         //> rol
rom[2623] = 20'hD9000;         //> rol
rom[2624] = 20'h101C0;         //> add #CPLQ
rom[2625] = 20'hDA800;         //> tax
rom[2626] = 20'h84000; rom[2627] = 20'hC601E; //> mov m.30, x.0
rom[2628] = 20'h84001; rom[2629] = 20'hC601F; //> mov m.31, x.1
rom[2630] = 20'h84002; rom[2631] = 20'hC6020; //> mov m.32, x.2
rom[2632] = 20'h84003; rom[2633] = 20'hC6021; //> mov m.33, x.3
rom[2634] = 20'h84004; rom[2635] = 20'hC6022; //> mov m.34, x.4
rom[2636] = 20'h84005; rom[2637] = 20'hC6023; //> mov m.35, x.5
rom[2638] = 20'h84006; rom[2639] = 20'hC6024; //> mov m.36, x.6
rom[2640] = 20'h84007; rom[2641] = 20'hC6025; //> mov m.37, x.7
rom[2642] = 20'h80364; rom[2643] = 20'h30001; rom[2644] = 20'hC0364; //> dec cq_n
rom[2645] = 20'h80363; rom[2646] = 20'h10001; rom[2647] = 20'hC0363; //> inc cq_h
rom[2648] = 20'h50007;         //> and #7
rom[2649] = 20'hC0363;         //> st cq_h
rom[2650] = 20'hC89E5;         //> jmp upgo

rom[2651] = 20'h0019E; rom[2652] = 20'hD0040; //> up_data: cnt H_TX_DATA
rom[2653] = 20'h80386; rom[2654] = 20'hC0343; //> mov page, q_head
rom[2655] = 20'hC0384;         //> st htx_pg
rom[2656] = 20'hDB000;         //> tap
rom[2657] = 20'h863FE; rom[2658] = 20'hC0386; //> mov q_head, m.NEXT
rom[2659] = 20'h80388; rom[2660] = 20'h30001; rom[2661] = 20'hC0388; //> dec q_n
rom[2662] = 20'h86015; rom[2663] = 20'hC034B; //> mov kh, m.21
rom[2664] = 20'h86016; rom[2665] = 20'hC6017; //> mov m.23, m.22
rom[2666] = 20'h8034B;         //> ld kh
rom[2667] = 20'h500FF;         //> and #0xFF
rom[2668] = 20'hC6016;         //> st m.22
rom[2669] = 20'h863FD; rom[2670] = 20'hC6018; //> mov m.24, m.PLEN
rom[2671] = 20'h00000; rom[2672] = 20'hC601C; //> mov m.28, #0
rom[2673] = 20'hC601D;         //> st m.29
rom[2674] = 20'h8034B;         //> ld kh
rom[2675] = 20'hD9800;         //> swp
rom[2676] = 20'h500FF;         //> and #0xFF
rom[2677] = 20'h61A00;         //> or #0x1A00
rom[2678] = 20'hD09CC;         //> call uphead
rom[2679] = 20'h80371; rom[2680] = 20'h10001; rom[2681] = 20'hC0371; //> inc tx_next
rom[2682] = 20'h80343;         //> ld page
rom[2683] = 20'hDC000;         //> page
rom[2684] = 20'h86018;         //> ld m.24
rom[2685] = 20'h10012;         //> add #18
rom[2686] = 20'hDC808;         //> go 8
rom[2687] = 20'hD8000;         //> halt
