// SPDX-License-Identifier: Apache-2.0
//
// Microprogram, slots 2 and 7 (HRX): a frame from the host, or the next operation of the REQ under way.

12'd2184: data_q <= 20'h80381; 12'd2185: data_q <= 20'hCAA80; //> hrx: jnz req_n, op_next
12'd2186: data_q <= 20'hDB800;  //> in 0
12'd2187: data_q <= 20'h50004;  //> and #4
12'd2188: data_q <= 20'hC925F;  //> bz idle
12'd2189: data_q <= 20'hD0260;  //> call seed
12'd2190: data_q <= 20'hDB802;  //> in 2
12'd2191: data_q <= 20'hC0355;  //> st give
12'd2192: data_q <= 20'hC0343;  //> st page
12'd2193: data_q <= 20'hDB000;  //> tap
12'd2194: data_q <= 20'h863FF; 12'd2195: data_q <= 20'hCD8B2; //> jn m.STATUS, hd_bad
12'd2196: data_q <= 20'h863FF;  //> ld m.STATUS
12'd2197: data_q <= 20'h507FF;  //> and #0x7FF
12'd2198: data_q <= 20'h30012;  //> sub #18
12'd2199: data_q <= 20'hCB8B5;  //> bc hd_malformed
12'd2200: data_q <= 20'hC037D;  //> st hbytes
12'd2201: data_q <= 20'h86015;  //> ld m.21
12'd2202: data_q <= 20'hD9800;  //> swp
12'd2203: data_q <= 20'h500F0;  //> and #0xF0
12'd2204: data_q <= 20'h70010;  //> xor #0x10
12'd2205: data_q <= 20'hCA8B5;  //> bnz hd_malformed
12'd2206: data_q <= 20'h86015;  //> ld m.21
12'd2207: data_q <= 20'hD9800;  //> swp
12'd2208: data_q <= 20'h5000F;  //> and #0xF
12'd2209: data_q <= 20'hC0378;  //> st hkind
12'd2210: data_q <= 20'h86018; 12'd2211: data_q <= 20'hC0379; //> mov hlen, m.24
12'd2212: data_q <= 20'h8037D; 12'd2213: data_q <= 20'h98379; 12'd2214: data_q <= 20'hCB8B5; //> jlt hbytes, hlen, hd_malformed
12'd2215: data_q <= 20'h80378; 12'd2216: data_q <= 20'h30006; 12'd2217: data_q <= 20'hCC8B5; //> jge hkind, #6, hd_malformed
12'd2218: data_q <= 20'h80378;  //> ld hkind
12'd2219: data_q <= 20'hCF8AC;  //> jpa h_kind
12'd2220: data_q <= 20'hC88B5;  //> h_kind: jmp hd_malformed
12'd2221: data_q <= 20'hC88C4;  //> jmp h_hello
12'd2222: data_q <= 20'hC88FD;  //> jmp h_data
12'd2223: data_q <= 20'hC8974;  //> jmp h_req
12'd2224: data_q <= 20'hC88E9;  //> jmp h_credit
12'd2225: data_q <= 20'hC88DC;  //> jmp h_bye

// ---- ends
12'd2226: data_q <= 20'h00198; 12'd2227: data_q <= 20'hD0040; //> hd_bad: cnt H_UART_BAD
12'd2228: data_q <= 20'hC88BA;  //> jmp hrx_bad
12'd2229: data_q <= 20'h0018C; 12'd2230: data_q <= 20'hD0040; //> hd_malformed: cnt H_MALFORMED
12'd2231: data_q <= 20'hC88BA;  //> jmp hrx_bad
12'd2232: data_q <= 20'h0018E; 12'd2233: data_q <= 20'hD0040; //> hd_session: cnt H_NO_SESSION
12'd2234: data_q <= 20'h80392; 12'd2235: data_q <= 20'h60008; 12'd2236: data_q <= 20'hC0392; //> hrx_bad: set stats, #8
12'd2237: data_q <= 20'h80392; 12'd2238: data_q <= 20'h60004; 12'd2239: data_q <= 20'hC0392; //> hrx_end: set stats, #4
12'd2240: data_q <= 20'h80355;  //> ld give
12'd2241: data_q <= 20'hDC000;  //> page
12'd2242: data_q <= 20'hDC804;  //> go 4
12'd2243: data_q <= 20'hD8000;  //> halt

// ---- session
12'd2244: data_q <= 20'h80379; 12'd2245: data_q <= 20'hCA8B5; //> h_hello: jnz hlen, hd_malformed
12'd2246: data_q <= 20'h00180; 12'd2247: data_q <= 20'hD0040; //> cnt H_HELLO
12'd2248: data_q <= 20'h00001; 12'd2249: data_q <= 20'hC036E; //> mov sess, #1
12'd2250: data_q <= 20'h80308; 12'd2251: data_q <= 20'h61000; 12'd2252: data_q <= 20'hC0308; //> set R_LSTATE, #0x1000
12'd2253: data_q <= 20'h00000; 12'd2254: data_q <= 20'hC036F; //> mov rx_next, #0
12'd2255: data_q <= 20'h00000; 12'd2256: data_q <= 20'hC0371; //> mov tx_next, #0
12'd2257: data_q <= 20'h00000; 12'd2258: data_q <= 20'hC0370; //> mov limit, #0
12'd2259: data_q <= 20'h8601A; 12'd2260: data_q <= 20'hC0372; //> mov peer, m.26
12'd2261: data_q <= 20'h8601C; 12'd2262: data_q <= 20'hC0376; 12'd2263: data_q <= 20'h8601D; 12'd2264: data_q <= 20'hC0377; //> mov2 wtag, m.28
12'd2265: data_q <= 20'h00001; 12'd2266: data_q <= 20'hC0375; //> mov due, #1
12'd2267: data_q <= 20'hC88BD;  //> jmp hrx_end

12'd2268: data_q <= 20'h80379; 12'd2269: data_q <= 20'hCA8B5; //> h_bye: jnz hlen, hd_malformed
12'd2270: data_q <= 20'h8036E; 12'd2271: data_q <= 20'hC98B8; //> jz sess, hd_session
12'd2272: data_q <= 20'h00188; 12'd2273: data_q <= 20'hD0040; //> cnt H_BYE
12'd2274: data_q <= 20'h00000; 12'd2275: data_q <= 20'hC036E; //> mov sess, #0
12'd2276: data_q <= 20'h00000; 12'd2277: data_q <= 20'hC0375; //> mov due, #0
12'd2278: data_q <= 20'h00000; 12'd2279: data_q <= 20'hC0308; //> mov R_LSTATE, #0
12'd2280: data_q <= 20'hC88BD;  //> jmp hrx_end

12'd2281: data_q <= 20'h80379; 12'd2282: data_q <= 20'hCA8B5; //> h_credit: jnz hlen, hd_malformed
12'd2283: data_q <= 20'h8036E; 12'd2284: data_q <= 20'hC98B8; //> jz sess, hd_session
12'd2285: data_q <= 20'h00186; 12'd2286: data_q <= 20'hD0040; //> cnt H_CREDIT
12'd2287: data_q <= 20'hD08F7;  //> call credit
12'd2288: data_q <= 20'h86016; 12'd2289: data_q <= 20'h50100; 12'd2290: data_q <= 20'hC98BD; //> jf m.22, #0x100, hrx_end
12'd2291: data_q <= 20'h80375; 12'd2292: data_q <= 20'h60002; 12'd2293: data_q <= 20'hC0375; //> set due, #2
12'd2294: data_q <= 20'hC88BD;  //> jmp hrx_end

// the host's limit does not move back
12'd2295: data_q <= 20'h8601A;  //> credit: ld m.26
12'd2296: data_q <= 20'h98372;  //> sub peer
12'd2297: data_q <= 20'hCD8FC;  //> bn credit1
12'd2298: data_q <= 20'h8601A; 12'd2299: data_q <= 20'hC0372; //> mov peer, m.26
12'd2300: data_q <= 20'hD8800;  //> credit1: ret

// ---- a payload
12'd2301: data_q <= 20'h80379; 12'd2302: data_q <= 20'hC98B5; //> h_data: jz hlen, hd_malformed
12'd2303: data_q <= 20'h00400; 12'd2304: data_q <= 20'h98379; 12'd2305: data_q <= 20'hCB8B5; //> jlt #1024, hlen, hd_malformed
12'd2306: data_q <= 20'h8036E; 12'd2307: data_q <= 20'hC98B8; //> jz sess, hd_session
12'd2308: data_q <= 20'hD08F7;  //> call credit
12'd2309: data_q <= 20'h86019;  //> ld m.25
12'd2310: data_q <= 20'h9836F;  //> sub rx_next
12'd2311: data_q <= 20'hCD93F;  //> bn hd_old
12'd2312: data_q <= 20'hCA945;  //> bnz hd_order
12'd2313: data_q <= 20'h86019;  //> ld m.25
12'd2314: data_q <= 20'h98370;  //> sub limit
12'd2315: data_q <= 20'hCE94B;  //> bnn hd_overrun
12'd2316: data_q <= 20'h00004; 12'd2317: data_q <= 20'h98345; 12'd2318: data_q <= 20'hCC951; //> jge #LEAST, free_n, hd_stalled
12'd2319: data_q <= 20'h86016;  //> ld m.22
12'd2320: data_q <= 20'h500FF;  //> and #0xFF
12'd2321: data_q <= 20'hC034B;  //> st kh
12'd2322: data_q <= 20'h86017; 12'd2323: data_q <= 20'hC034C; //> mov kl, m.23
12'd2324: data_q <= 20'h80379; 12'd2325: data_q <= 20'hC0352; //> mov plen, hlen
12'd2326: data_q <= 20'h86015;  //> ld m.21
12'd2327: data_q <= 20'h500FF;  //> and #0xFF
12'd2328: data_q <= 20'hC0342;  //> st t
12'd2329: data_q <= 20'h00002; 12'd2330: data_q <= 20'h98342; 12'd2331: data_q <= 20'hCB957; //> jlt #2, t, hr_vc
12'd2332: data_q <= 20'h8034B; 12'd2333: data_q <= 20'hB8290; 12'd2334: data_q <= 20'hCA923; 12'd2335: data_q <= 20'h8034C; 12'd2336: data_q <= 20'hB8291; 12'd2337: data_q <= 20'hCA923; //> jne2 kh, R_NODE, h_node
12'd2338: data_q <= 20'hC895D;  //> jmp hr_node
12'd2339: data_q <= 20'h8034B;  //> h_node: ld kh
12'd2340: data_q <= 20'hD9800;  //> swp
12'd2341: data_q <= 20'h600FF;  //> or #0xFF
12'd2342: data_q <= 20'hA834C;  //> and kl
12'd2343: data_q <= 20'h7FFFF;  //> xor #0xFFFF
12'd2344: data_q <= 20'hC995D;  //> bz hr_node
12'd2345: data_q <= 20'h80342;  //> ld t
12'd2346: data_q <= 20'hD9800;  //> swp
12'd2347: data_q <= 20'hB034B;  //> or kh
12'd2348: data_q <= 20'hC034B;  //> st kh
12'd2349: data_q <= 20'hD0098;  //> call lookup
12'd2350: data_q <= 20'hCA931;  //> bnz h_link
12'd2351: data_q <= 20'hD00EC;  //> call alloc
12'd2352: data_q <= 20'hC9963;  //> bz hr_full
12'd2353: data_q <= 20'h80343;  //> h_link: ld page
12'd2354: data_q <= 20'hDB000;  //> tap
12'd2355: data_q <= 20'h80352; 12'd2356: data_q <= 20'hC63FD; //> mov m.PLEN, plen
12'd2357: data_q <= 20'hD0525;  //> call enqueue
12'd2358: data_q <= 20'hD002D;  //> call getpage
12'd2359: data_q <= 20'h80356; 12'd2360: data_q <= 20'hC0355; //> mov give, new
12'd2361: data_q <= 20'h8036F; 12'd2362: data_q <= 20'h10001; 12'd2363: data_q <= 20'hC036F; //> h_taken: inc rx_next
12'd2364: data_q <= 20'h00182; 12'd2365: data_q <= 20'hD0040; //> cnt H_DATA
12'd2366: data_q <= 20'hC88BD;  //> jmp hrx_end

12'd2367: data_q <= 20'h80375; 12'd2368: data_q <= 20'h60002; 12'd2369: data_q <= 20'hC0375; //> hd_old: set due, #2
12'd2370: data_q <= 20'h00190; 12'd2371: data_q <= 20'hD0040; //> cnt H_ORDER
12'd2372: data_q <= 20'hC88BA;  //> jmp hrx_bad
12'd2373: data_q <= 20'h80375; 12'd2374: data_q <= 20'h60004; 12'd2375: data_q <= 20'hC0375; //> hd_order: set due, #4
12'd2376: data_q <= 20'h00190; 12'd2377: data_q <= 20'hD0040; //> cnt H_ORDER
12'd2378: data_q <= 20'hC88BA;  //> jmp hrx_bad
12'd2379: data_q <= 20'h80375; 12'd2380: data_q <= 20'h60004; 12'd2381: data_q <= 20'hC0375; //> hd_overrun: set due, #4
12'd2382: data_q <= 20'h00192; 12'd2383: data_q <= 20'hD0040; //> cnt H_OVERRUN
12'd2384: data_q <= 20'hC88BA;  //> jmp hrx_bad
12'd2385: data_q <= 20'h80375; 12'd2386: data_q <= 20'h60004; 12'd2387: data_q <= 20'hC0375; //> hd_stalled: set due, #4
12'd2388: data_q <= 20'h00194; 12'd2389: data_q <= 20'hD0040; //> cnt H_STALLED
12'd2390: data_q <= 20'hC88BA;  //> jmp hrx_bad

// refused: taken, thrown away, and a completion says why
12'd2391: data_q <= 20'h80342;  //> hr_vc: ld t
12'd2392: data_q <= 20'hD9800;  //> swp
12'd2393: data_q <= 20'hB034B;  //> or kh
12'd2394: data_q <= 20'hC034B;  //> st kh
12'd2395: data_q <= 20'h00301;  //> ld #0x301
12'd2396: data_q <= 20'hC8964;  //> jmp hr_say
12'd2397: data_q <= 20'h80342;  //> hr_node: ld t
12'd2398: data_q <= 20'hD9800;  //> swp
12'd2399: data_q <= 20'hB034B;  //> or kh
12'd2400: data_q <= 20'hC034B;  //> st kh
12'd2401: data_q <= 20'h00302;  //> ld #0x302
12'd2402: data_q <= 20'hC8964;  //> jmp hr_say
12'd2403: data_q <= 20'h00304;  //> hr_full: ld #0x304
12'd2404: data_q <= 20'hC035E;  //> hr_say: st ckind
12'd2405: data_q <= 20'h00000; 12'd2406: data_q <= 20'hC035F; 12'd2407: data_q <= 20'h00000; 12'd2408: data_q <= 20'hC0360; //> mov2 cid, #0
12'd2409: data_q <= 20'h00001; 12'd2410: data_q <= 20'hC0361; //> mov ccnt, #1
12'd2411: data_q <= 20'h80352; 12'd2412: data_q <= 20'hC0362; //> mov cbytes, plen
12'd2413: data_q <= 20'hD0071;  //> call complete
12'd2414: data_q <= 20'h00174; 12'd2415: data_q <= 20'hD0040; //> cnt C_REFUSED
12'd2416: data_q <= 20'h802B9; 12'd2417: data_q <= 20'h60020; 12'd2418: data_q <= 20'hC02B9; //> set R_IRQ+1, #32
12'd2419: data_q <= 20'hC8939;  //> jmp h_taken

// ---- a request: its page becomes that of the answer, word by word. While the answer to the last one has not left, it waits
12'd2420: data_q <= 20'h80379; 12'd2421: data_q <= 20'hC98B5; //> h_req: jz hlen, hd_malformed
12'd2422: data_q <= 20'h00100; 12'd2423: data_q <= 20'h98379; 12'd2424: data_q <= 20'hCB8B5; //> jlt #256, hlen, hd_malformed
12'd2425: data_q <= 20'h80379; 12'd2426: data_q <= 20'h50007; 12'd2427: data_q <= 20'hCA8B5; //> jt hlen, #7, hd_malformed
12'd2428: data_q <= 20'h80382; 12'd2429: data_q <= 20'hCA25F; //> jnz rsp_busy, idle
12'd2430: data_q <= 20'h00184; 12'd2431: data_q <= 20'hD0040; //> cnt H_REQ
12'd2432: data_q <= 20'h00001; 12'd2433: data_q <= 20'hC0382; //> mov rsp_busy, #1
12'd2434: data_q <= 20'h8037F; 12'd2435: data_q <= 20'hC0355; //> mov give, req_p
12'd2436: data_q <= 20'h80343; 12'd2437: data_q <= 20'hC037F; //> mov req_p, page
12'd2438: data_q <= 20'h1001E;  //> add #30
12'd2439: data_q <= 20'hC0380;  //> st req_i
12'd2440: data_q <= 20'h80379;  //> ld hlen
12'd2441: data_q <= 20'hD9800;  //> swp
12'd2442: data_q <= 20'hD9000;  //> rol
12'd2443: data_q <= 20'hD9000;  //> rol
12'd2444: data_q <= 20'hD9000;  //> rol
12'd2445: data_q <= 20'hD9000;  //> rol
12'd2446: data_q <= 20'hD9000;  //> rol
12'd2447: data_q <= 20'h500FF;  //> and #0xFF
12'd2448: data_q <= 20'hC0381;  //> st req_n
12'd2449: data_q <= 20'hC88BD;  //> jmp hrx_end
