// SPDX-License-Identifier: Apache-2.0
//
// Microprogram, slot 3 (HTX): the next frame for the host, if its port is idle. WELCOME, RSP, STATUS that is owed,
// completion, payload, STATUS that tells a moved limit: the first that there is.

rom[2298] = 20'hDB800;         //> htx: in 0
rom[2299] = 20'h50008;         //> and #8
rom[2300] = 20'hC91C7;         //> bz idle
// what was sent has left
rom[2301] = 20'h80385; rom[2302] = 20'hC9903; //> jz htx_rsp, up1
rom[2303] = 20'h00000; rom[2304] = 20'hC0385; //> mov htx_rsp, #0
rom[2305] = 20'h00000; rom[2306] = 20'hC0382; //> mov rsp_busy, #0
rom[2307] = 20'h80384; rom[2308] = 20'hC9909; //> up1: jz htx_pg, up2
rom[2309] = 20'hC0343;         //> st page
rom[2310] = 20'hD0038;         //> call putpage
rom[2311] = 20'h00000; rom[2312] = 20'hC0384; //> mov htx_pg, #0
rom[2313] = 20'hD0921;         //> up2: call newlimit
rom[2314] = 20'h80375; rom[2315] = 20'h50001; rom[2316] = 20'hCA953; //> jt due, #1, up_welcome
rom[2317] = 20'h80383; rom[2318] = 20'hCA971; //> jnz rsp_due, up_rsp
rom[2319] = 20'h8036E; rom[2320] = 20'hC91C7; //> jz sess, idle
rom[2321] = 20'h80375; rom[2322] = 20'hCA984; //> jnz due, up_status
rom[2323] = 20'h80371;         //> ld tx_next
rom[2324] = 20'h98372;         //> sub peer
rom[2325] = 20'hCE91A;         //> bnn up3
rom[2326] = 20'h80364; rom[2327] = 20'hCA998; //> jnz cq_n, up_cpl
rom[2328] = 20'h80388; rom[2329] = 20'hCA9C3; //> jnz q_n, up_data
rom[2330] = 20'h80370; rom[2331] = 20'hB8373; rom[2332] = 20'hCA984; //> up3: jne limit, told_l, up_status
rom[2333] = 20'h8036F; rom[2334] = 20'hB8374; rom[2335] = 20'hCA984; //> jne rx_next, told_a, up_status
rom[2336] = 20'hD8000;         //> halt

// the limit that the host may know: what is free, but KEEP, at most 32 ahead; never back
rom[2337] = 20'h00000; rom[2338] = 20'hC0342; //> newlimit: mov t, #0
rom[2339] = 20'h80345;         //> ld free_n
rom[2340] = 20'h30014;         //> sub #KEEP
rom[2341] = 20'hCB92C;         //> bc nl2
rom[2342] = 20'hC0342;         //> st t
rom[2343] = 20'h80342; rom[2344] = 20'h30020; rom[2345] = 20'hCB92C; //> jlt t, #32, nl2
rom[2346] = 20'h00020; rom[2347] = 20'hC0342; //> mov t, #32
rom[2348] = 20'h80342;         //> nl2: ld t
rom[2349] = 20'h8836F;         //> add rx_next
rom[2350] = 20'hC0342;         //> st t
rom[2351] = 20'h98370;         //> sub limit
rom[2352] = 20'hCD933;         //> bn nl3
rom[2353] = 20'h80342; rom[2354] = 20'hC0370; //> mov limit, t
rom[2355] = 20'hD8800;         //> nl3: ret

// the fields that all frames have; A is the first word
rom[2356] = 20'hC6015;         //> uphead: st m.21
rom[2357] = 20'h80371; rom[2358] = 20'hC6019; //> mov m.25, tx_next
rom[2359] = 20'h80370; rom[2360] = 20'hC601A; //> mov m.26, limit
rom[2361] = 20'hC0373;         //> st told_l
rom[2362] = 20'h8036F; rom[2363] = 20'hC601B; //> mov m.27, rx_next
rom[2364] = 20'hC0374;         //> st told_a
rom[2365] = 20'hD8800;         //> ret
// ... and those of one in the page for them: A type, k body
rom[2366] = 20'hC0342;         //> upctl: st t
rom[2367] = 20'h00400;         //> ld #HCTL
rom[2368] = 20'hDB000;         //> tap
rom[2369] = 20'h80342;         //> ld t
rom[2370] = 20'hD0934;         //> call uphead
rom[2371] = 20'h80290; rom[2372] = 20'hC6016; //> mov m.22, R_NODE
rom[2373] = 20'h80291; rom[2374] = 20'hC6017; //> mov m.23, R_NODE+1
rom[2375] = 20'h80341; rom[2376] = 20'hC6018; //> mov m.24, k
rom[2377] = 20'h00000; rom[2378] = 20'hC601C; //> mov m.28, #0
rom[2379] = 20'hC601D;         //> st m.29
rom[2380] = 20'hD8800;         //> ret
rom[2381] = 20'h00400;         //> upgo: ld #HCTL
rom[2382] = 20'hDC000;         //> page
rom[2383] = 20'h80341;         //> ld k
rom[2384] = 20'h10012;         //> add #18
rom[2385] = 20'hDC808;         //> go 8
rom[2386] = 20'hD8000;         //> halt

rom[2387] = 20'h80375; rom[2388] = 20'h5FFFE; rom[2389] = 20'hC0375; //> up_welcome: clr due, #1
rom[2390] = 20'h0019C; rom[2391] = 20'hD0042; //> cnt H_TX_WELCOME
rom[2392] = 20'h00010; rom[2393] = 20'hC0341; //> mov k, #16
rom[2394] = 20'h01900;         //> ld #0x1900
rom[2395] = 20'hD093E;         //> call upctl
rom[2396] = 20'h80376; rom[2397] = 20'hC601C; rom[2398] = 20'h80377; rom[2399] = 20'hC601D; //> mov2 m.28, wtag
rom[2400] = 20'h05454; rom[2401] = 20'hC601E; //> mov m.30, #0x5454
rom[2402] = 20'h0504E; rom[2403] = 20'hC601F; //> mov m.31, #0x504E
rom[2404] = 20'h00001; rom[2405] = 20'hC6020; //> mov m.32, #0x0001
rom[2406] = 20'h80305; rom[2407] = 20'hC6021; //> mov m.33, R_BOARD+1
rom[2408] = 20'h00400; rom[2409] = 20'hC6022; //> mov m.34, #1024
rom[2410] = 20'h00020; rom[2411] = 20'hC6023; //> mov m.35, #32
rom[2412] = 20'h80308; rom[2413] = 20'hC6024; rom[2414] = 20'h80309; rom[2415] = 20'hC6025; //> mov2 m.36, R_LSTATE
rom[2416] = 20'hC894D;         //> jmp upgo

rom[2417] = 20'h00000; rom[2418] = 20'hC0383; //> up_rsp: mov rsp_due, #0
rom[2419] = 20'h00001; rom[2420] = 20'hC0385; //> mov htx_rsp, #1
rom[2421] = 20'h001A0; rom[2422] = 20'hD0042; //> cnt H_TX_RSP
rom[2423] = 20'h8037F;         //> ld req_p
rom[2424] = 20'hDB000;         //> tap
rom[2425] = 20'h01B00;         //> ld #0x1B00
rom[2426] = 20'hD0934;         //> call uphead
rom[2427] = 20'h00000; rom[2428] = 20'hC6016; //> mov m.22, #0
rom[2429] = 20'hC6017;         //> st m.23
rom[2430] = 20'h8037F;         //> ld req_p
rom[2431] = 20'hDC000;         //> page
rom[2432] = 20'h86018;         //> ld m.24
rom[2433] = 20'h10012;         //> add #18
rom[2434] = 20'hDC808;         //> go 8
rom[2435] = 20'hD8000;         //> halt

rom[2436] = 20'h00000; rom[2437] = 20'hC0341; //> up_status: mov k, #0
rom[2438] = 20'h01D00;         //> ld #0x1D00
rom[2439] = 20'hD093E;         //> call upctl
rom[2440] = 20'h80375; rom[2441] = 20'h50004; rom[2442] = 20'hCA990; //> jt due, #4, up_goback
rom[2443] = 20'h00000; rom[2444] = 20'hC0375; //> mov due, #0
rom[2445] = 20'h001A4; rom[2446] = 20'hD0042; //> cnt H_TX_STATUS
rom[2447] = 20'hC894D;         //> jmp upgo
rom[2448] = 20'h00000; rom[2449] = 20'hC0375; //> up_goback: mov due, #0
rom[2450] = 20'h86016; rom[2451] = 20'h60100; rom[2452] = 20'hC6016; //> set m.22, #0x100
rom[2453] = 20'h001A6; rom[2454] = 20'hD0042; //> cnt H_TX_GOBACK
rom[2455] = 20'hC894D;         //> jmp upgo

rom[2456] = 20'h001A2; rom[2457] = 20'hD0042; //> up_cpl: cnt H_TX_CPL
rom[2458] = 20'h00010; rom[2459] = 20'hC0341; //> mov k, #16
rom[2460] = 20'h01C00;         //> ld #0x1C00
rom[2461] = 20'hD093E;         //> call upctl
rom[2462] = 20'h00000; rom[2463] = 20'hC6016; //> mov m.22, #0
rom[2464] = 20'hC6017;         //> st m.23
rom[2465] = 20'h80371; rom[2466] = 20'h10001; rom[2467] = 20'hC0371; //> inc tx_next
rom[2468] = 20'h80363;         //> ld cq_h
rom[2469] = 20'hD9000;         //> rol
rom[2470] = 20'hD9000;         //> rol
rom[2471] = 20'hD9000;         //> rol
rom[2472] = 20'h101C0;         //> add #CPLQ
rom[2473] = 20'hDA800;         //> tax
rom[2474] = 20'h84000; rom[2475] = 20'hC601E; //> mov m.30, x.0
rom[2476] = 20'h84001; rom[2477] = 20'hC601F; //> mov m.31, x.1
rom[2478] = 20'h84002; rom[2479] = 20'hC6020; //> mov m.32, x.2
rom[2480] = 20'h84003; rom[2481] = 20'hC6021; //> mov m.33, x.3
rom[2482] = 20'h84004; rom[2483] = 20'hC6022; //> mov m.34, x.4
rom[2484] = 20'h84005; rom[2485] = 20'hC6023; //> mov m.35, x.5
rom[2486] = 20'h84006; rom[2487] = 20'hC6024; //> mov m.36, x.6
rom[2488] = 20'h84007; rom[2489] = 20'hC6025; //> mov m.37, x.7
rom[2490] = 20'h80364; rom[2491] = 20'h30001; rom[2492] = 20'hC0364; //> dec cq_n
rom[2493] = 20'h80363; rom[2494] = 20'h10001; rom[2495] = 20'hC0363; //> inc cq_h
rom[2496] = 20'h50007;         //> and #7
rom[2497] = 20'hC0363;         //> st cq_h
rom[2498] = 20'hC894D;         //> jmp upgo

rom[2499] = 20'h0019E; rom[2500] = 20'hD0042; //> up_data: cnt H_TX_DATA
rom[2501] = 20'h80386; rom[2502] = 20'hC0343; //> mov page, q_head
rom[2503] = 20'hC0384;         //> st htx_pg
rom[2504] = 20'hDB000;         //> tap
rom[2505] = 20'h863FE; rom[2506] = 20'hC0386; //> mov q_head, m.NEXT
rom[2507] = 20'h80388; rom[2508] = 20'h30001; rom[2509] = 20'hC0388; //> dec q_n
rom[2510] = 20'h86015; rom[2511] = 20'hC034B; //> mov kh, m.21
rom[2512] = 20'h86016; rom[2513] = 20'hC6017; //> mov m.23, m.22
rom[2514] = 20'h8034B;         //> ld kh
rom[2515] = 20'h500FF;         //> and #0xFF
rom[2516] = 20'hC6016;         //> st m.22
rom[2517] = 20'h863FD; rom[2518] = 20'hC6018; //> mov m.24, m.PLEN
rom[2519] = 20'h00000; rom[2520] = 20'hC601C; //> mov m.28, #0
rom[2521] = 20'hC601D;         //> st m.29
rom[2522] = 20'h8034B;         //> ld kh
rom[2523] = 20'hD9800;         //> swp
rom[2524] = 20'h500FF;         //> and #0xFF
rom[2525] = 20'h61A00;         //> or #0x1A00
rom[2526] = 20'hD0934;         //> call uphead
rom[2527] = 20'h80371; rom[2528] = 20'h10001; rom[2529] = 20'hC0371; //> inc tx_next
rom[2530] = 20'h80343;         //> ld page
rom[2531] = 20'hDC000;         //> page
rom[2532] = 20'h86018;         //> ld m.24
rom[2533] = 20'h10012;         //> add #18
rom[2534] = 20'hDC808;         //> go 8
rom[2535] = 20'hD8000;         //> halt
