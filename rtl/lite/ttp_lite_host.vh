// SPDX-License-Identifier: Apache-2.0
//
// Microprogram, slots 2 and 7 (HRX): a frame from the host, or the next operation of the REQ under way.

rom[2032] = 20'h80381; rom[2033] = 20'hCA9E8; //> hrx: jnz req_n, op_next
rom[2034] = 20'hDB800;         //> in 0
rom[2035] = 20'h50004;         //> and #4
rom[2036] = 20'hC91C7;         //> bz idle
rom[2037] = 20'hD01C8;         //> call seed
rom[2038] = 20'hDB802;         //> in 2
rom[2039] = 20'hC0355;         //> st give
rom[2040] = 20'hC0343;         //> st page
rom[2041] = 20'hDB000;         //> tap
rom[2042] = 20'h863FF; rom[2043] = 20'hCD81A; //> jn m.STATUS, hd_bad
rom[2044] = 20'h863FF;         //> ld m.STATUS
rom[2045] = 20'h507FF;         //> and #0x7FF
rom[2046] = 20'h30012;         //> sub #18
rom[2047] = 20'hCB81D;         //> bc hd_malformed
rom[2048] = 20'hC037D;         //> st hbytes
rom[2049] = 20'h86015;         //> ld m.21
rom[2050] = 20'hD9800;         //> swp
rom[2051] = 20'h500F0;         //> and #0xF0
rom[2052] = 20'h70010;         //> xor #0x10
rom[2053] = 20'hCA81D;         //> bnz hd_malformed
rom[2054] = 20'h86015;         //> ld m.21
rom[2055] = 20'hD9800;         //> swp
rom[2056] = 20'h5000F;         //> and #0xF
rom[2057] = 20'hC0378;         //> st hkind
rom[2058] = 20'h86018; rom[2059] = 20'hC0379; //> mov hlen, m.24
rom[2060] = 20'h8037D; rom[2061] = 20'h98379; rom[2062] = 20'hCB81D; //> jlt hbytes, hlen, hd_malformed
rom[2063] = 20'h80378; rom[2064] = 20'h30006; rom[2065] = 20'hCC81D; //> jge hkind, #6, hd_malformed
rom[2066] = 20'h80378;         //> ld hkind
rom[2067] = 20'hCF814;         //> jpa h_kind
rom[2068] = 20'hC881D;         //> h_kind: jmp hd_malformed
rom[2069] = 20'hC882C;         //> jmp h_hello
rom[2070] = 20'hC8865;         //> jmp h_data
rom[2071] = 20'hC88DC;         //> jmp h_req
rom[2072] = 20'hC8851;         //> jmp h_credit
rom[2073] = 20'hC8844;         //> jmp h_bye

// ---- ends
rom[2074] = 20'h00198; rom[2075] = 20'hD0042; //> hd_bad: cnt H_UART_BAD
rom[2076] = 20'hC8822;         //> jmp hrx_bad
rom[2077] = 20'h0018C; rom[2078] = 20'hD0042; //> hd_malformed: cnt H_MALFORMED
rom[2079] = 20'hC8822;         //> jmp hrx_bad
rom[2080] = 20'h0018E; rom[2081] = 20'hD0042; //> hd_session: cnt H_NO_SESSION
rom[2082] = 20'h80392; rom[2083] = 20'h60008; rom[2084] = 20'hC0392; //> hrx_bad: set stats, #8
rom[2085] = 20'h80392; rom[2086] = 20'h60004; rom[2087] = 20'hC0392; //> hrx_end: set stats, #4
rom[2088] = 20'h80355;         //> ld give
rom[2089] = 20'hDC000;         //> page
rom[2090] = 20'hDC804;         //> go 4
rom[2091] = 20'hD8000;         //> halt

// ---- session
rom[2092] = 20'h80379; rom[2093] = 20'hCA81D; //> h_hello: jnz hlen, hd_malformed
rom[2094] = 20'h00180; rom[2095] = 20'hD0042; //> cnt H_HELLO
rom[2096] = 20'h00001; rom[2097] = 20'hC036E; //> mov sess, #1
rom[2098] = 20'h80308; rom[2099] = 20'h61000; rom[2100] = 20'hC0308; //> set R_LSTATE, #0x1000
rom[2101] = 20'h00000; rom[2102] = 20'hC036F; //> mov rx_next, #0
rom[2103] = 20'h00000; rom[2104] = 20'hC0371; //> mov tx_next, #0
rom[2105] = 20'h00000; rom[2106] = 20'hC0370; //> mov limit, #0
rom[2107] = 20'h8601A; rom[2108] = 20'hC0372; //> mov peer, m.26
rom[2109] = 20'h8601C; rom[2110] = 20'hC0376; rom[2111] = 20'h8601D; rom[2112] = 20'hC0377; //> mov2 wtag, m.28
rom[2113] = 20'h00001; rom[2114] = 20'hC0375; //> mov due, #1
rom[2115] = 20'hC8825;         //> jmp hrx_end

rom[2116] = 20'h80379; rom[2117] = 20'hCA81D; //> h_bye: jnz hlen, hd_malformed
rom[2118] = 20'h8036E; rom[2119] = 20'hC9820; //> jz sess, hd_session
rom[2120] = 20'h00188; rom[2121] = 20'hD0042; //> cnt H_BYE
rom[2122] = 20'h00000; rom[2123] = 20'hC036E; //> mov sess, #0
rom[2124] = 20'h00000; rom[2125] = 20'hC0375; //> mov due, #0
rom[2126] = 20'h00000; rom[2127] = 20'hC0308; //> mov R_LSTATE, #0
rom[2128] = 20'hC8825;         //> jmp hrx_end

rom[2129] = 20'h80379; rom[2130] = 20'hCA81D; //> h_credit: jnz hlen, hd_malformed
rom[2131] = 20'h8036E; rom[2132] = 20'hC9820; //> jz sess, hd_session
rom[2133] = 20'h00186; rom[2134] = 20'hD0042; //> cnt H_CREDIT
rom[2135] = 20'hD085F;         //> call credit
rom[2136] = 20'h86016; rom[2137] = 20'h50100; rom[2138] = 20'hC9825; //> jf m.22, #0x100, hrx_end
rom[2139] = 20'h80375; rom[2140] = 20'h60002; rom[2141] = 20'hC0375; //> set due, #2
rom[2142] = 20'hC8825;         //> jmp hrx_end

// the host's limit does not move back
rom[2143] = 20'h8601A;         //> credit: ld m.26
rom[2144] = 20'h98372;         //> sub peer
rom[2145] = 20'hCD864;         //> bn credit1
rom[2146] = 20'h8601A; rom[2147] = 20'hC0372; //> mov peer, m.26
rom[2148] = 20'hD8800;         //> credit1: ret

// ---- a payload
rom[2149] = 20'h80379; rom[2150] = 20'hC981D; //> h_data: jz hlen, hd_malformed
rom[2151] = 20'h00400; rom[2152] = 20'h98379; rom[2153] = 20'hCB81D; //> jlt #1024, hlen, hd_malformed
rom[2154] = 20'h8036E; rom[2155] = 20'hC9820; //> jz sess, hd_session
rom[2156] = 20'hD085F;         //> call credit
rom[2157] = 20'h86019;         //> ld m.25
rom[2158] = 20'h9836F;         //> sub rx_next
rom[2159] = 20'hCD8A7;         //> bn hd_old
rom[2160] = 20'hCA8AD;         //> bnz hd_order
rom[2161] = 20'h86019;         //> ld m.25
rom[2162] = 20'h98370;         //> sub limit
rom[2163] = 20'hCE8B3;         //> bnn hd_overrun
rom[2164] = 20'h00004; rom[2165] = 20'h98345; rom[2166] = 20'hCC8B9; //> jge #LEAST, free_n, hd_stalled
rom[2167] = 20'h86016;         //> ld m.22
rom[2168] = 20'h500FF;         //> and #0xFF
rom[2169] = 20'hC034B;         //> st kh
rom[2170] = 20'h86017; rom[2171] = 20'hC034C; //> mov kl, m.23
rom[2172] = 20'h80379; rom[2173] = 20'hC0352; //> mov plen, hlen
rom[2174] = 20'h86015;         //> ld m.21
rom[2175] = 20'h500FF;         //> and #0xFF
rom[2176] = 20'hC0342;         //> st t
rom[2177] = 20'h00002; rom[2178] = 20'h98342; rom[2179] = 20'hCB8BF; //> jlt #2, t, hr_vc
rom[2180] = 20'h8034B; rom[2181] = 20'hB8290; rom[2182] = 20'hCA88B; rom[2183] = 20'h8034C; rom[2184] = 20'hB8291; rom[2185] = 20'hCA88B; //> jne2 kh, R_NODE, h_node
rom[2186] = 20'hC88C5;         //> jmp hr_node
rom[2187] = 20'h8034B;         //> h_node: ld kh
rom[2188] = 20'hD9800;         //> swp
rom[2189] = 20'h600FF;         //> or #0xFF
rom[2190] = 20'hA834C;         //> and kl
rom[2191] = 20'h7FFFF;         //> xor #0xFFFF
rom[2192] = 20'hC98C5;         //> bz hr_node
rom[2193] = 20'h80342;         //> ld t
rom[2194] = 20'hD9800;         //> swp
rom[2195] = 20'hB034B;         //> or kh
rom[2196] = 20'hC034B;         //> st kh
rom[2197] = 20'hD009A;         //> call lookup
rom[2198] = 20'hCA899;         //> bnz h_link
rom[2199] = 20'hD00AF;         //> call alloc
rom[2200] = 20'hC98CB;         //> bz hr_full
rom[2201] = 20'h80343;         //> h_link: ld page
rom[2202] = 20'hDB000;         //> tap
rom[2203] = 20'h80352; rom[2204] = 20'hC63FD; //> mov m.PLEN, plen
rom[2205] = 20'hD048D;         //> call enqueue
rom[2206] = 20'hD002F;         //> call getpage
rom[2207] = 20'h80356; rom[2208] = 20'hC0355; //> mov give, new
rom[2209] = 20'h8036F; rom[2210] = 20'h10001; rom[2211] = 20'hC036F; //> h_taken: inc rx_next
rom[2212] = 20'h00182; rom[2213] = 20'hD0042; //> cnt H_DATA
rom[2214] = 20'hC8825;         //> jmp hrx_end

rom[2215] = 20'h80375; rom[2216] = 20'h60002; rom[2217] = 20'hC0375; //> hd_old: set due, #2
rom[2218] = 20'h00190; rom[2219] = 20'hD0042; //> cnt H_ORDER
rom[2220] = 20'hC8822;         //> jmp hrx_bad
rom[2221] = 20'h80375; rom[2222] = 20'h60004; rom[2223] = 20'hC0375; //> hd_order: set due, #4
rom[2224] = 20'h00190; rom[2225] = 20'hD0042; //> cnt H_ORDER
rom[2226] = 20'hC8822;         //> jmp hrx_bad
rom[2227] = 20'h80375; rom[2228] = 20'h60004; rom[2229] = 20'hC0375; //> hd_overrun: set due, #4
rom[2230] = 20'h00192; rom[2231] = 20'hD0042; //> cnt H_OVERRUN
rom[2232] = 20'hC8822;         //> jmp hrx_bad
rom[2233] = 20'h80375; rom[2234] = 20'h60004; rom[2235] = 20'hC0375; //> hd_stalled: set due, #4
rom[2236] = 20'h00194; rom[2237] = 20'hD0042; //> cnt H_STALLED
rom[2238] = 20'hC8822;         //> jmp hrx_bad

// refused: taken, thrown away, and a completion says why
rom[2239] = 20'h80342;         //> hr_vc: ld t
rom[2240] = 20'hD9800;         //> swp
rom[2241] = 20'hB034B;         //> or kh
rom[2242] = 20'hC034B;         //> st kh
rom[2243] = 20'h00301;         //> ld #0x301
rom[2244] = 20'hC88CC;         //> jmp hr_say
rom[2245] = 20'h80342;         //> hr_node: ld t
rom[2246] = 20'hD9800;         //> swp
rom[2247] = 20'hB034B;         //> or kh
rom[2248] = 20'hC034B;         //> st kh
rom[2249] = 20'h00302;         //> ld #0x302
rom[2250] = 20'hC88CC;         //> jmp hr_say
rom[2251] = 20'h00304;         //> hr_full: ld #0x304
rom[2252] = 20'hC035E;         //> hr_say: st ckind
rom[2253] = 20'h00000; rom[2254] = 20'hC035F; rom[2255] = 20'h00000; rom[2256] = 20'hC0360; //> mov2 cid, #0
rom[2257] = 20'h00001; rom[2258] = 20'hC0361; //> mov ccnt, #1
rom[2259] = 20'h80352; rom[2260] = 20'hC0362; //> mov cbytes, plen
rom[2261] = 20'hD0073;         //> call complete
rom[2262] = 20'h00174; rom[2263] = 20'hD0042; //> cnt C_REFUSED
rom[2264] = 20'h802B9; rom[2265] = 20'h60020; rom[2266] = 20'hC02B9; //> set R_IRQ+1, #32
rom[2267] = 20'hC88A1;         //> jmp h_taken

// ---- a request: its page becomes that of the answer, word by word. While the answer to the last one has not left, it waits
rom[2268] = 20'h80379; rom[2269] = 20'hC981D; //> h_req: jz hlen, hd_malformed
rom[2270] = 20'h00100; rom[2271] = 20'h98379; rom[2272] = 20'hCB81D; //> jlt #256, hlen, hd_malformed
rom[2273] = 20'h80379; rom[2274] = 20'h50007; rom[2275] = 20'hCA81D; //> jt hlen, #7, hd_malformed
rom[2276] = 20'h80382; rom[2277] = 20'hCA1C7; //> jnz rsp_busy, idle
rom[2278] = 20'h00184; rom[2279] = 20'hD0042; //> cnt H_REQ
rom[2280] = 20'h00001; rom[2281] = 20'hC0382; //> mov rsp_busy, #1
rom[2282] = 20'h8037F; rom[2283] = 20'hC0355; //> mov give, req_p
rom[2284] = 20'h80343; rom[2285] = 20'hC037F; //> mov req_p, page
rom[2286] = 20'h1001E;         //> add #30
rom[2287] = 20'hC0380;         //> st req_i
rom[2288] = 20'h80379;         //> ld hlen
rom[2289] = 20'hD9800;         //> swp
rom[2290] = 20'hD9000;         //> rol
rom[2291] = 20'hD9000;         //> rol
rom[2292] = 20'hD9000;         //> rol
rom[2293] = 20'hD9000;         //> rol
rom[2294] = 20'hD9000;         //> rol
rom[2295] = 20'h500FF;         //> and #0xFF
rom[2296] = 20'hC0381;         //> st req_n
rom[2297] = 20'hC8825;         //> jmp hrx_end
