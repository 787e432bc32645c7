// SPDX-License-Identifier: Apache-2.0
//
// Microprogram, slots 2 and 7 (HRX): a frame from the host, or the next operation of the REQ under way.

rom[2033] = 20'h80381; rom[2034] = 20'hCA9E9; //> hrx: jnz req_n, op_next
rom[2035] = 20'hDB800;         //> in 0
rom[2036] = 20'h50004;         //> and #4
rom[2037] = 20'hC91C7;         //> bz idle
rom[2038] = 20'hD01C8;         //> call seed
rom[2039] = 20'hDB802;         //> in 2
rom[2040] = 20'hC0355;         //> st give
rom[2041] = 20'hC0343;         //> st page
rom[2042] = 20'hDB000;         //> tap
rom[2043] = 20'h863FF; rom[2044] = 20'hCD81B; //> jn m.STATUS, hd_bad
rom[2045] = 20'h863FF;         //> ld m.STATUS
rom[2046] = 20'h507FF;         //> and #0x7FF
rom[2047] = 20'h30012;         //> sub #18
rom[2048] = 20'hCB81E;         //> bc hd_malformed
rom[2049] = 20'hC037D;         //> st hbytes
rom[2050] = 20'h86015;         //> ld m.21
rom[2051] = 20'hD9800;         //> swp
rom[2052] = 20'h500F0;         //> and #0xF0
rom[2053] = 20'h70010;         //> xor #0x10
rom[2054] = 20'hCA81E;         //> bnz hd_malformed
rom[2055] = 20'h86015;         //> ld m.21
rom[2056] = 20'hD9800;         //> swp
rom[2057] = 20'h5000F;         //> and #0xF
rom[2058] = 20'hC0378;         //> st hkind
rom[2059] = 20'h86018; rom[2060] = 20'hC0379; //> mov hlen, m.24
rom[2061] = 20'h8037D; rom[2062] = 20'h98379; rom[2063] = 20'hCB81E; //> jlt hbytes, hlen, hd_malformed
rom[2064] = 20'h80378; rom[2065] = 20'h30006; rom[2066] = 20'hCC81E; //> jge hkind, #6, hd_malformed
rom[2067] = 20'h80378;         //> ld hkind
rom[2068] = 20'hCF815;         //> jpa h_kind
rom[2069] = 20'hC881E;         //> h_kind: jmp hd_malformed
rom[2070] = 20'hC882D;         //> jmp h_hello
rom[2071] = 20'hC8866;         //> jmp h_data
rom[2072] = 20'hC88DD;         //> jmp h_req
rom[2073] = 20'hC8852;         //> jmp h_credit
rom[2074] = 20'hC8845;         //> jmp h_bye

// ---- ends
rom[2075] = 20'h00198; rom[2076] = 20'hD0042; //> hd_bad: cnt H_UART_BAD
rom[2077] = 20'hC8823;         //> jmp hrx_bad
rom[2078] = 20'h0018C; rom[2079] = 20'hD0042; //> hd_malformed: cnt H_MALFORMED
rom[2080] = 20'hC8823;         //> jmp hrx_bad
rom[2081] = 20'h0018E; rom[2082] = 20'hD0042; //> hd_session: cnt H_NO_SESSION
rom[2083] = 20'h80392; rom[2084] = 20'h60008; rom[2085] = 20'hC0392; //> hrx_bad: set stats, #8
rom[2086] = 20'h80392; rom[2087] = 20'h60004; rom[2088] = 20'hC0392; //> hrx_end: set stats, #4
rom[2089] = 20'h80355;         //> ld give
rom[2090] = 20'hDC000;         //> page
rom[2091] = 20'hDC804;         //> go 4
rom[2092] = 20'hD8000;         //> halt

// ---- session
rom[2093] = 20'h80379; rom[2094] = 20'hCA81E; //> h_hello: jnz hlen, hd_malformed
rom[2095] = 20'h00180; rom[2096] = 20'hD0042; //> cnt H_HELLO
rom[2097] = 20'h00001; rom[2098] = 20'hC036E; //> mov sess, #1
rom[2099] = 20'h80308; rom[2100] = 20'h61000; rom[2101] = 20'hC0308; //> set R_LSTATE, #0x1000
rom[2102] = 20'h00000; rom[2103] = 20'hC036F; //> mov rx_next, #0
rom[2104] = 20'h00000; rom[2105] = 20'hC0371; //> mov tx_next, #0
rom[2106] = 20'h00000; rom[2107] = 20'hC0370; //> mov limit, #0
rom[2108] = 20'h8601A; rom[2109] = 20'hC0372; //> mov peer, m.26
rom[2110] = 20'h8601C; rom[2111] = 20'hC0376; rom[2112] = 20'h8601D; rom[2113] = 20'hC0377; //> mov2 wtag, m.28
rom[2114] = 20'h00001; rom[2115] = 20'hC0375; //> mov due, #1
rom[2116] = 20'hC8826;         //> jmp hrx_end

rom[2117] = 20'h80379; rom[2118] = 20'hCA81E; //> h_bye: jnz hlen, hd_malformed
rom[2119] = 20'h8036E; rom[2120] = 20'hC9821; //> jz sess, hd_session
rom[2121] = 20'h00188; rom[2122] = 20'hD0042; //> cnt H_BYE
rom[2123] = 20'h00000; rom[2124] = 20'hC036E; //> mov sess, #0
rom[2125] = 20'h00000; rom[2126] = 20'hC0375; //> mov due, #0
rom[2127] = 20'h00000; rom[2128] = 20'hC0308; //> mov R_LSTATE, #0
rom[2129] = 20'hC8826;         //> jmp hrx_end

rom[2130] = 20'h80379; rom[2131] = 20'hCA81E; //> h_credit: jnz hlen, hd_malformed
rom[2132] = 20'h8036E; rom[2133] = 20'hC9821; //> jz sess, hd_session
rom[2134] = 20'h00186; rom[2135] = 20'hD0042; //> cnt H_CREDIT
rom[2136] = 20'hD0860;         //> call credit
rom[2137] = 20'h86016; rom[2138] = 20'h50100; rom[2139] = 20'hC9826; //> jf m.22, #0x100, hrx_end
rom[2140] = 20'h80375; rom[2141] = 20'h60002; rom[2142] = 20'hC0375; //> set due, #2
rom[2143] = 20'hC8826;         //> jmp hrx_end

// the host's limit does not move back
rom[2144] = 20'h8601A;         //> credit: ld m.26
rom[2145] = 20'h98372;         //> sub peer
rom[2146] = 20'hCD865;         //> bn credit1
rom[2147] = 20'h8601A; rom[2148] = 20'hC0372; //> mov peer, m.26
rom[2149] = 20'hD8800;         //> credit1: ret

// ---- a payload
rom[2150] = 20'h80379; rom[2151] = 20'hC981E; //> h_data: jz hlen, hd_malformed
rom[2152] = 20'h00400; rom[2153] = 20'h98379; rom[2154] = 20'hCB81E; //> jlt #1024, hlen, hd_malformed
rom[2155] = 20'h8036E; rom[2156] = 20'hC9821; //> jz sess, hd_session
rom[2157] = 20'hD0860;         //> call credit
rom[2158] = 20'h86019;         //> ld m.25
rom[2159] = 20'h9836F;         //> sub rx_next
rom[2160] = 20'hCD8A8;         //> bn hd_old
rom[2161] = 20'hCA8AE;         //> bnz hd_order
rom[2162] = 20'h86019;         //> ld m.25
rom[2163] = 20'h98370;         //> sub limit
rom[2164] = 20'hCE8B4;         //> bnn hd_overrun
rom[2165] = 20'h00004; rom[2166] = 20'h98345; rom[2167] = 20'hCC8BA; //> jge #LEAST, free_n, hd_stalled
rom[2168] = 20'h86016;         //> ld m.22
rom[2169] = 20'h500FF;         //> and #0xFF
rom[2170] = 20'hC034B;         //> st kh
rom[2171] = 20'h86017; rom[2172] = 20'hC034C; //> mov kl, m.23
rom[2173] = 20'h80379; rom[2174] = 20'hC0352; //> mov plen, hlen
rom[2175] = 20'h86015;         //> ld m.21
rom[2176] = 20'h500FF;         //> and #0xFF
rom[2177] = 20'hC0342;         //> st t
rom[2178] = 20'h00002; rom[2179] = 20'h98342; rom[2180] = 20'hCB8C0; //> jlt #2, t, hr_vc
rom[2181] = 20'h8034B; rom[2182] = 20'hB8290; rom[2183] = 20'hCA88C; rom[2184] = 20'h8034C; rom[2185] = 20'hB8291; rom[2186] = 20'hCA88C; //> jne2 kh, R_NODE, h_node
rom[2187] = 20'hC88C6;         //> jmp hr_node
rom[2188] = 20'h8034B;         //> h_node: ld kh
rom[2189] = 20'hD9800;         //> swp
rom[2190] = 20'h600FF;         //> or #0xFF
rom[2191] = 20'hA834C;         //> and kl
rom[2192] = 20'h7FFFF;         //> xor #0xFFFF
rom[2193] = 20'hC98C6;         //> bz hr_node
rom[2194] = 20'h80342;         //> ld t
rom[2195] = 20'hD9800;         //> swp
rom[2196] = 20'hB034B;         //> or kh
rom[2197] = 20'hC034B;         //> st kh
rom[2198] = 20'hD009A;         //> call lookup
rom[2199] = 20'hCA89A;         //> bnz h_link
rom[2200] = 20'hD00AF;         //> call alloc
rom[2201] = 20'hC98CC;         //> bz hr_full
rom[2202] = 20'h80343;         //> h_link: ld page
rom[2203] = 20'hDB000;         //> tap
rom[2204] = 20'h80352; rom[2205] = 20'hC63FD; //> mov m.PLEN, plen
rom[2206] = 20'hD048E;         //> call enqueue
rom[2207] = 20'hD002F;         //> call getpage
rom[2208] = 20'h80356; rom[2209] = 20'hC0355; //> mov give, new
rom[2210] = 20'h8036F; rom[2211] = 20'h10001; rom[2212] = 20'hC036F; //> h_taken: inc rx_next
rom[2213] = 20'h00182; rom[2214] = 20'hD0042; //> cnt H_DATA
rom[2215] = 20'hC8826;         //> jmp hrx_end

rom[2216] = 20'h80375; rom[2217] = 20'h60002; rom[2218] = 20'hC0375; //> hd_old: set due, #2
rom[2219] = 20'h00190; rom[2220] = 20'hD0042; //> cnt H_ORDER
rom[2221] = 20'hC8823;         //> jmp hrx_bad
rom[2222] = 20'h80375; rom[2223] = 20'h60004; rom[2224] = 20'hC0375; //> hd_order: set due, #4
rom[2225] = 20'h00190; rom[2226] = 20'hD0042; //> cnt H_ORDER
rom[2227] = 20'hC8823;         //> jmp hrx_bad
rom[2228] = 20'h80375; rom[2229] = 20'h60004; rom[2230] = 20'hC0375; //> hd_overrun: set due, #4
rom[2231] = 20'h00192; rom[2232] = 20'hD0042; //> cnt H_OVERRUN
rom[2233] = 20'hC8823;         //> jmp hrx_bad
rom[2234] = 20'h80375; rom[2235] = 20'h60004; rom[2236] = 20'hC0375; //> hd_stalled: set due, #4
rom[2237] = 20'h00194; rom[2238] = 20'hD0042; //> cnt H_STALLED
rom[2239] = 20'hC8823;         //> jmp hrx_bad

// refused: taken, thrown away, and a completion says why
rom[2240] = 20'h80342;         //> hr_vc: ld t
rom[2241] = 20'hD9800;         //> swp
rom[2242] = 20'hB034B;         //> or kh
rom[2243] = 20'hC034B;         //> st kh
rom[2244] = 20'h00301;         //> ld #0x301
rom[2245] = 20'hC88CD;         //> jmp hr_say
rom[2246] = 20'h80342;         //> hr_node: ld t
rom[2247] = 20'hD9800;         //> swp
rom[2248] = 20'hB034B;         //> or kh
rom[2249] = 20'hC034B;         //> st kh
rom[2250] = 20'h00302;         //> ld #0x302
rom[2251] = 20'hC88CD;         //> jmp hr_say
rom[2252] = 20'h00304;         //> hr_full: ld #0x304
rom[2253] = 20'hC035E;         //> hr_say: st ckind
rom[2254] = 20'h00000; rom[2255] = 20'hC035F; rom[2256] = 20'h00000; rom[2257] = 20'hC0360; //> mov2 cid, #0
rom[2258] = 20'h00001; rom[2259] = 20'hC0361; //> mov ccnt, #1
rom[2260] = 20'h80352; rom[2261] = 20'hC0362; //> mov cbytes, plen
rom[2262] = 20'hD0073;         //> call complete
rom[2263] = 20'h00174; rom[2264] = 20'hD0042; //> cnt C_REFUSED
rom[2265] = 20'h802B9; rom[2266] = 20'h60020; rom[2267] = 20'hC02B9; //> set R_IRQ+1, #32
rom[2268] = 20'hC88A2;         //> jmp h_taken

// ---- a request: its page becomes that of the answer, word by word. While the answer to the last one has not left, it waits
rom[2269] = 20'h80379; rom[2270] = 20'hC981E; //> h_req: jz hlen, hd_malformed
rom[2271] = 20'h00100; rom[2272] = 20'h98379; rom[2273] = 20'hCB81E; //> jlt #256, hlen, hd_malformed
rom[2274] = 20'h80379; rom[2275] = 20'h50007; rom[2276] = 20'hCA81E; //> jt hlen, #7, hd_malformed
rom[2277] = 20'h80382; rom[2278] = 20'hCA1C7; //> jnz rsp_busy, idle
rom[2279] = 20'h00184; rom[2280] = 20'hD0042; //> cnt H_REQ
rom[2281] = 20'h00001; rom[2282] = 20'hC0382; //> mov rsp_busy, #1
rom[2283] = 20'h8037F; rom[2284] = 20'hC0355; //> mov give, req_p
rom[2285] = 20'h80343; rom[2286] = 20'hC037F; //> mov req_p, page
rom[2287] = 20'h1001E;         //> add #30
rom[2288] = 20'hC0380;         //> st req_i
rom[2289] = 20'h80379;         //> ld hlen
rom[2290] = 20'hD9800;         //> swp
rom[2291] = 20'hD9000;         //> rol
rom[2292] = 20'hD9000;         //> rol
rom[2293] = 20'hD9000;         //> rol
rom[2294] = 20'hD9000;         //> rol
rom[2295] = 20'hD9000;         //> rol
rom[2296] = 20'h500FF;         //> and #0xFF
rom[2297] = 20'hC0381;         //> st req_n
rom[2298] = 20'hC8826;         //> jmp hrx_end
