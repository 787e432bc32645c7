// SPDX-License-Identifier: Apache-2.0
//
// Microprogram, slots 2 and 7 (HRX): a frame from the host, or the next operation of the REQ under way.

rom[2184] = 20'h80381; rom[2185] = 20'hCAA80; //> hrx: jnz req_n, op_next
rom[2186] = 20'hDB800;         //> in 0
rom[2187] = 20'h50004;         //> and #4
rom[2188] = 20'hC925F;         //> bz idle
rom[2189] = 20'hD0260;         //> call seed
rom[2190] = 20'hDB802;         //> in 2
rom[2191] = 20'hC0355;         //> st give
rom[2192] = 20'hC0343;         //> st page
rom[2193] = 20'hDB000;         //> tap
rom[2194] = 20'h863FF; rom[2195] = 20'hCD8B2; //> jn m.STATUS, hd_bad
rom[2196] = 20'h863FF;         //> ld m.STATUS
rom[2197] = 20'h507FF;         //> and #0x7FF
rom[2198] = 20'h30012;         //> sub #18
rom[2199] = 20'hCB8B5;         //> bc hd_malformed
rom[2200] = 20'hC037D;         //> st hbytes
rom[2201] = 20'h86015;         //> ld m.21
rom[2202] = 20'hD9800;         //> swp
rom[2203] = 20'h500F0;         //> and #0xF0
rom[2204] = 20'h70010;         //> xor #0x10
rom[2205] = 20'hCA8B5;         //> bnz hd_malformed
rom[2206] = 20'h86015;         //> ld m.21
rom[2207] = 20'hD9800;         //> swp
rom[2208] = 20'h5000F;         //> and #0xF
rom[2209] = 20'hC0378;         //> st hkind
rom[2210] = 20'h86018; rom[2211] = 20'hC0379; //> mov hlen, m.24
rom[2212] = 20'h8037D; rom[2213] = 20'h98379; rom[2214] = 20'hCB8B5; //> jlt hbytes, hlen, hd_malformed
rom[2215] = 20'h80378; rom[2216] = 20'h30006; rom[2217] = 20'hCC8B5; //> jge hkind, #6, hd_malformed
rom[2218] = 20'h80378;         //> ld hkind
rom[2219] = 20'hCF8AC;         //> jpa h_kind
rom[2220] = 20'hC88B5;         //> h_kind: jmp hd_malformed
rom[2221] = 20'hC88C4;         //> jmp h_hello
rom[2222] = 20'hC88FD;         //> jmp h_data
rom[2223] = 20'hC8974;         //> jmp h_req
rom[2224] = 20'hC88E9;         //> jmp h_credit
rom[2225] = 20'hC88DC;         //> jmp h_bye

// ---- ends
rom[2226] = 20'h00198; rom[2227] = 20'hD0040; //> hd_bad: cnt H_UART_BAD
rom[2228] = 20'hC88BA;         //> jmp hrx_bad
rom[2229] = 20'h0018C; rom[2230] = 20'hD0040; //> hd_malformed: cnt H_MALFORMED
rom[2231] = 20'hC88BA;         //> jmp hrx_bad
rom[2232] = 20'h0018E; rom[2233] = 20'hD0040; //> hd_session: cnt H_NO_SESSION
rom[2234] = 20'h80392; rom[2235] = 20'h60008; rom[2236] = 20'hC0392; //> hrx_bad: set stats, #8
rom[2237] = 20'h80392; rom[2238] = 20'h60004; rom[2239] = 20'hC0392; //> hrx_end: set stats, #4
rom[2240] = 20'h80355;         //> ld give
rom[2241] = 20'hDC000;         //> page
rom[2242] = 20'hDC804;         //> go 4
rom[2243] = 20'hD8000;         //> halt

// ---- session
rom[2244] = 20'h80379; rom[2245] = 20'hCA8B5; //> h_hello: jnz hlen, hd_malformed
rom[2246] = 20'h00180; rom[2247] = 20'hD0040; //> cnt H_HELLO
rom[2248] = 20'h00001; rom[2249] = 20'hC036E; //> mov sess, #1
rom[2250] = 20'h80308; rom[2251] = 20'h61000; rom[2252] = 20'hC0308; //> set R_LSTATE, #0x1000
rom[2253] = 20'h00000; rom[2254] = 20'hC036F; //> mov rx_next, #0
rom[2255] = 20'h00000; rom[2256] = 20'hC0371; //> mov tx_next, #0
rom[2257] = 20'h00000; rom[2258] = 20'hC0370; //> mov limit, #0
rom[2259] = 20'h8601A; rom[2260] = 20'hC0372; //> mov peer, m.26
rom[2261] = 20'h8601C; rom[2262] = 20'hC0376; rom[2263] = 20'h8601D; rom[2264] = 20'hC0377; //> mov2 wtag, m.28
rom[2265] = 20'h00001; rom[2266] = 20'hC0375; //> mov due, #1
rom[2267] = 20'hC88BD;         //> jmp hrx_end

rom[2268] = 20'h80379; rom[2269] = 20'hCA8B5; //> h_bye: jnz hlen, hd_malformed
rom[2270] = 20'h8036E; rom[2271] = 20'hC98B8; //> jz sess, hd_session
rom[2272] = 20'h00188; rom[2273] = 20'hD0040; //> cnt H_BYE
rom[2274] = 20'h00000; rom[2275] = 20'hC036E; //> mov sess, #0
rom[2276] = 20'h00000; rom[2277] = 20'hC0375; //> mov due, #0
rom[2278] = 20'h00000; rom[2279] = 20'hC0308; //> mov R_LSTATE, #0
rom[2280] = 20'hC88BD;         //> jmp hrx_end

rom[2281] = 20'h80379; rom[2282] = 20'hCA8B5; //> h_credit: jnz hlen, hd_malformed
rom[2283] = 20'h8036E; rom[2284] = 20'hC98B8; //> jz sess, hd_session
rom[2285] = 20'h00186; rom[2286] = 20'hD0040; //> cnt H_CREDIT
rom[2287] = 20'hD08F7;         //> call credit
rom[2288] = 20'h86016; rom[2289] = 20'h50100; rom[2290] = 20'hC98BD; //> jf m.22, #0x100, hrx_end
rom[2291] = 20'h80375; rom[2292] = 20'h60002; rom[2293] = 20'hC0375; //> set due, #2
rom[2294] = 20'hC88BD;         //> jmp hrx_end

// the host's limit does not move back
rom[2295] = 20'h8601A;         //> credit: ld m.26
rom[2296] = 20'h98372;         //> sub peer
rom[2297] = 20'hCD8FC;         //> bn credit1
rom[2298] = 20'h8601A; rom[2299] = 20'hC0372; //> mov peer, m.26
rom[2300] = 20'hD8800;         //> credit1: ret

// ---- a payload
rom[2301] = 20'h80379; rom[2302] = 20'hC98B5; //> h_data: jz hlen, hd_malformed
rom[2303] = 20'h00400; rom[2304] = 20'h98379; rom[2305] = 20'hCB8B5; //> jlt #1024, hlen, hd_malformed
rom[2306] = 20'h8036E; rom[2307] = 20'hC98B8; //> jz sess, hd_session
rom[2308] = 20'hD08F7;         //> call credit
rom[2309] = 20'h86019;         //> ld m.25
rom[2310] = 20'h9836F;         //> sub rx_next
rom[2311] = 20'hCD93F;         //> bn hd_old
rom[2312] = 20'hCA945;         //> bnz hd_order
rom[2313] = 20'h86019;         //> ld m.25
rom[2314] = 20'h98370;         //> sub limit
rom[2315] = 20'hCE94B;         //> bnn hd_overrun
rom[2316] = 20'h00004; rom[2317] = 20'h98345; rom[2318] = 20'hCC951; //> jge #LEAST, free_n, hd_stalled
rom[2319] = 20'h86016;         //> ld m.22
rom[2320] = 20'h500FF;         //> and #0xFF
rom[2321] = 20'hC034B;         //> st kh
rom[2322] = 20'h86017; rom[2323] = 20'hC034C; //> mov kl, m.23
rom[2324] = 20'h80379; rom[2325] = 20'hC0352; //> mov plen, hlen
rom[2326] = 20'h86015;         //> ld m.21
rom[2327] = 20'h500FF;         //> and #0xFF
rom[2328] = 20'hC0342;         //> st t
rom[2329] = 20'h00002; rom[2330] = 20'h98342; rom[2331] = 20'hCB957; //> jlt #2, t, hr_vc
rom[2332] = 20'h8034B; rom[2333] = 20'hB8290; rom[2334] = 20'hCA923; rom[2335] = 20'h8034C; rom[2336] = 20'hB8291; rom[2337] = 20'hCA923; //> jne2 kh, R_NODE, h_node
rom[2338] = 20'hC895D;         //> jmp hr_node
rom[2339] = 20'h8034B;         //> h_node: ld kh
rom[2340] = 20'hD9800;         //> swp
rom[2341] = 20'h600FF;         //> or #0xFF
rom[2342] = 20'hA834C;         //> and kl
rom[2343] = 20'h7FFFF;         //> xor #0xFFFF
rom[2344] = 20'hC995D;         //> bz hr_node
rom[2345] = 20'h80342;         //> ld t
rom[2346] = 20'hD9800;         //> swp
rom[2347] = 20'hB034B;         //> or kh
rom[2348] = 20'hC034B;         //> st kh
rom[2349] = 20'hD0098;         //> call lookup
rom[2350] = 20'hCA931;         //> bnz h_link
rom[2351] = 20'hD00EC;         //> call alloc
rom[2352] = 20'hC9963;         //> bz hr_full
rom[2353] = 20'h80343;         //> h_link: ld page
rom[2354] = 20'hDB000;         //> tap
rom[2355] = 20'h80352; rom[2356] = 20'hC63FD; //> mov m.PLEN, plen
rom[2357] = 20'hD0525;         //> call enqueue
rom[2358] = 20'hD002D;         //> call getpage
rom[2359] = 20'h80356; rom[2360] = 20'hC0355; //> mov give, new
rom[2361] = 20'h8036F; rom[2362] = 20'h10001; rom[2363] = 20'hC036F; //> h_taken: inc rx_next
rom[2364] = 20'h00182; rom[2365] = 20'hD0040; //> cnt H_DATA
rom[2366] = 20'hC88BD;         //> jmp hrx_end

rom[2367] = 20'h80375; rom[2368] = 20'h60002; rom[2369] = 20'hC0375; //> hd_old: set due, #2
rom[2370] = 20'h00190; rom[2371] = 20'hD0040; //> cnt H_ORDER
rom[2372] = 20'hC88BA;         //> jmp hrx_bad
rom[2373] = 20'h80375; rom[2374] = 20'h60004; rom[2375] = 20'hC0375; //> hd_order: set due, #4
rom[2376] = 20'h00190; rom[2377] = 20'hD0040; //> cnt H_ORDER
rom[2378] = 20'hC88BA;         //> jmp hrx_bad
rom[2379] = 20'h80375; rom[2380] = 20'h60004; rom[2381] = 20'hC0375; //> hd_overrun: set due, #4
rom[2382] = 20'h00192; rom[2383] = 20'hD0040; //> cnt H_OVERRUN
rom[2384] = 20'hC88BA;         //> jmp hrx_bad
rom[2385] = 20'h80375; rom[2386] = 20'h60004; rom[2387] = 20'hC0375; //> hd_stalled: set due, #4
rom[2388] = 20'h00194; rom[2389] = 20'hD0040; //> cnt H_STALLED
rom[2390] = 20'hC88BA;         //> jmp hrx_bad

// refused: taken, thrown away, and a completion says why
rom[2391] = 20'h80342;         //> hr_vc: ld t
rom[2392] = 20'hD9800;         //> swp
rom[2393] = 20'hB034B;         //> or kh
rom[2394] = 20'hC034B;         //> st kh
rom[2395] = 20'h00301;         //> ld #0x301
rom[2396] = 20'hC8964;         //> jmp hr_say
rom[2397] = 20'h80342;         //> hr_node: ld t
rom[2398] = 20'hD9800;         //> swp
rom[2399] = 20'hB034B;         //> or kh
rom[2400] = 20'hC034B;         //> st kh
rom[2401] = 20'h00302;         //> ld #0x302
rom[2402] = 20'hC8964;         //> jmp hr_say
rom[2403] = 20'h00304;         //> hr_full: ld #0x304
rom[2404] = 20'hC035E;         //> hr_say: st ckind
rom[2405] = 20'h00000; rom[2406] = 20'hC035F; rom[2407] = 20'h00000; rom[2408] = 20'hC0360; //> mov2 cid, #0
rom[2409] = 20'h00001; rom[2410] = 20'hC0361; //> mov ccnt, #1
rom[2411] = 20'h80352; rom[2412] = 20'hC0362; //> mov cbytes, plen
rom[2413] = 20'hD0071;         //> call complete
rom[2414] = 20'h00174; rom[2415] = 20'hD0040; //> cnt C_REFUSED
rom[2416] = 20'h802B9; rom[2417] = 20'h60020; rom[2418] = 20'hC02B9; //> set R_IRQ+1, #32
rom[2419] = 20'hC8939;         //> jmp h_taken

// ---- a request: its page becomes that of the answer, word by word. While the answer to the last one has not left, it waits
rom[2420] = 20'h80379; rom[2421] = 20'hC98B5; //> h_req: jz hlen, hd_malformed
rom[2422] = 20'h00100; rom[2423] = 20'h98379; rom[2424] = 20'hCB8B5; //> jlt #256, hlen, hd_malformed
rom[2425] = 20'h80379; rom[2426] = 20'h50007; rom[2427] = 20'hCA8B5; //> jt hlen, #7, hd_malformed
rom[2428] = 20'h80382; rom[2429] = 20'hCA25F; //> jnz rsp_busy, idle
rom[2430] = 20'h00184; rom[2431] = 20'hD0040; //> cnt H_REQ
rom[2432] = 20'h00001; rom[2433] = 20'hC0382; //> mov rsp_busy, #1
rom[2434] = 20'h8037F; rom[2435] = 20'hC0355; //> mov give, req_p
rom[2436] = 20'h80343; rom[2437] = 20'hC037F; //> mov req_p, page
rom[2438] = 20'h1001E;         //> add #30
rom[2439] = 20'hC0380;         //> st req_i
rom[2440] = 20'h80379;         //> ld hlen
rom[2441] = 20'hD9800;         //> swp
rom[2442] = 20'hD9000;         //> rol
rom[2443] = 20'hD9000;         //> rol
rom[2444] = 20'hD9000;         //> rol
rom[2445] = 20'hD9000;         //> rol
rom[2446] = 20'hD9000;         //> rol
rom[2447] = 20'h500FF;         //> and #0xFF
rom[2448] = 20'hC0381;         //> st req_n
rom[2449] = 20'hC88BD;         //> jmp hrx_end
