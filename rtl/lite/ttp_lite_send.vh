// SPDX-License-Identifier: Apache-2.0
//
// Microprogram, slots 1 and 5 (WTX): the next frame for the wire, if its port is idle. A response first, then a payload:
// of the links in turn.

rom[1923] = 20'hDB800;         //> wtx: in 0
rom[1924] = 20'h50002;         //> and #2
rom[1925] = 20'hC925F;         //> bz idle
// what was sent has left
rom[1926] = 20'h8036A; rom[1927] = 20'hC9791; //> jz wtx_pg, wt1
rom[1928] = 20'h8036C; rom[1929] = 20'hC978F; //> jz orphan, wt0
rom[1930] = 20'h00000; rom[1931] = 20'hC036C; //> mov orphan, #0
rom[1932] = 20'h8036A; rom[1933] = 20'hC0343; //> mov page, wtx_pg
rom[1934] = 20'hD0036;         //> call putpage
rom[1935] = 20'h00000; rom[1936] = 20'hC036A; //> wt0: mov wtx_pg, #0
rom[1937] = 20'h80293; rom[1938] = 20'h50001; rom[1939] = 20'hC925F; //> wt1: jf R_CTRL+1, #1, idle
rom[1940] = 20'h8035D; rom[1941] = 20'hCA809; //> jnz rq_n, wt_resp
rom[1942] = 20'h00008; rom[1943] = 20'hC0341; //> mov k, #8
rom[1944] = 20'h80349; rom[1945] = 20'h10001; rom[1946] = 20'hC0349; //> wt_scan: inc rr
rom[1947] = 20'h50007;         //> and #7
rom[1948] = 20'hC0349;         //> st rr
rom[1949] = 20'hDA000;         //> tal
rom[1950] = 20'h82002; rom[1951] = 20'hCE7B3; //> jnn r.fl, wt_next
rom[1952] = 20'h82002; rom[1953] = 20'h50200; rom[1954] = 20'hCA7B3; //> jt r.fl, #HOLD, wt_next
rom[1955] = 20'h82003; rom[1956] = 20'h70003; rom[1957] = 20'hC97AD; //> jeq r.st, #OPEN, wt_open
rom[1958] = 20'h82003; rom[1959] = 20'h70005; rom[1960] = 20'hCA7B3; //> jne r.st, #CLOSE_RECD, wt_next
rom[1961] = 20'h82013; rom[1962] = 20'h9A012; rom[1963] = 20'hCB7B8; //> jlt r.cof, r.nfl, wt_send
rom[1964] = 20'hC87B3;         //> jmp wt_next
rom[1965] = 20'h82013; rom[1966] = 20'h9A016; rom[1967] = 20'hCC7B3; //> wt_open: jge r.cof, r.held, wt_next
rom[1968] = 20'h82013; rom[1969] = 20'h30008; rom[1970] = 20'hCB7B8; //> jlt r.cof, #WIN, wt_send
rom[1971] = 20'h80341; rom[1972] = 20'h30001; rom[1973] = 20'hC0341; //> wt_next: dec k
rom[1974] = 20'hCA798;         //> bnz wt_scan
rom[1975] = 20'hD8000;         //> halt

// ---- a payload
rom[1976] = 20'h80349; rom[1977] = 20'hC036B; //> wt_send: mov wtx_l, rr
rom[1978] = 20'h82017; rom[1979] = 20'hC036A; //> mov wtx_pg, r.cur
rom[1980] = 20'hDB000;         //> tap
rom[1981] = 20'h82000; rom[1982] = 20'hC034B; //> mov kh, r.kh
rom[1983] = 20'h82001; rom[1984] = 20'hC034C; //> mov kl, r.kl
rom[1985] = 20'h82005; rom[1986] = 20'h8A013; rom[1987] = 20'hC0359; rom[1988] = 20'h82004; rom[1989] = 20'h20000; rom[1990] = 20'hC0358; //> add2 rtx, r.una, 0:r.cof
rom[1991] = 20'h00000; rom[1992] = 20'hC035A; rom[1993] = 20'h00000; rom[1994] = 20'hC035B; //> mov2 rrx, #0
rom[1995] = 20'h00006; rom[1996] = 20'hC0357; //> mov rop, #O_PAYLOAD
rom[1997] = 20'h00000; rom[1998] = 20'hC036D; //> mov sep, #0
rom[1999] = 20'h863FD; rom[2000] = 20'hC0352; //> mov plen, m.PLEN
rom[2001] = 20'h82013; rom[2002] = 20'h9A012; rom[2003] = 20'hCB7D8; //> jlt r.cof, r.nfl, wt_replay
rom[2004] = 20'h82012; rom[2005] = 20'h10001; rom[2006] = 20'hC2012; //> inc r.nfl
rom[2007] = 20'hC87DA;         //> jmp wt_arm
rom[2008] = 20'h00160; rom[2009] = 20'hD0040; //> wt_replay: cnt C_REPLAY
rom[2010] = 20'h82013; rom[2011] = 20'hC97DF; //> wt_arm: jz r.cof, wt_arm1
rom[2012] = 20'h82002; rom[2013] = 20'h50010; rom[2014] = 20'hCA7E4; //> jt r.fl, #ARM, wt_cur
rom[2015] = 20'h82003; rom[2016] = 20'h70003; rom[2017] = 20'hCA7E4; //> wt_arm1: jne r.st, #OPEN, wt_cur
rom[2018] = 20'h80365;         //> ld t_to
rom[2019] = 20'hD0324;         //> call arm
rom[2020] = 20'h82013; rom[2021] = 20'h10001; rom[2022] = 20'hC2013; //> wt_cur: inc r.cof
rom[2023] = 20'h863FE; rom[2024] = 20'hC2017; //> mov r.cur, m.NEXT
// zeros behind a payload that does not fill its frame
rom[2025] = 20'h80352; rom[2026] = 20'h30004; rom[2027] = 20'hCC7FA; //> jge plen, #4, wt_go
rom[2028] = 20'h80352;         //> ld plen
rom[2029] = 20'hCF7ED;         //> jpa wt_pad-1
rom[2030] = 20'hC87F1;         //> wt_pad: jmp wt_pad1
rom[2031] = 20'hC87F4;         //> jmp wt_pad2
rom[2032] = 20'hC87F7;         //> jmp wt_pad3
rom[2033] = 20'h8601E;         //> wt_pad1: ld m.30
rom[2034] = 20'h5FF00;         //> and #0xFF00
rom[2035] = 20'hC601E;         //> st m.30
rom[2036] = 20'h00000; rom[2037] = 20'hC601F; //> wt_pad2: mov m.31, #0
rom[2038] = 20'hC87FA;         //> jmp wt_go
rom[2039] = 20'h8601F;         //> wt_pad3: ld m.31
rom[2040] = 20'h5FF00;         //> and #0xFF00
rom[2041] = 20'hC601F;         //> st m.31
rom[2042] = 20'hD0840;         //> wt_go: call header
rom[2043] = 20'h8036A;         //> ld wtx_pg
rom[2044] = 20'hDC000;         //> page
rom[2045] = 20'h80352;         //> ld plen
rom[2046] = 20'h1003C;         //> add #60
rom[2047] = 20'hC0342;         //> st t
rom[2048] = 20'h80342; rom[2049] = 20'h30040; rom[2050] = 20'hCB806; //> jlt t, #64, wt_short
rom[2051] = 20'h80342;         //> ld t
rom[2052] = 20'hDC802;         //> go 2
rom[2053] = 20'hD8000;         //> halt
rom[2054] = 20'h00040;         //> wt_short: ld #64
rom[2055] = 20'hDC802;         //> go 2
rom[2056] = 20'hD8000;         //> halt

// ---- a response
rom[2057] = 20'h8035C;         //> wt_resp: ld rq_h
rom[2058] = 20'hD9000;         //> rol
rom[2059] = 20'hD9000;         //> rol
rom[2060] = 20'hD9000;         //> rol
rom[2061] = 20'h10200;         //> add #RSPQ
rom[2062] = 20'hDA800;         //> tax
rom[2063] = 20'h84000; rom[2064] = 20'hC0357; //> mov rop, x.0
rom[2065] = 20'h84001; rom[2066] = 20'hC036D; //> mov sep, x.1
rom[2067] = 20'h84002; rom[2068] = 20'hC034B; //> mov kh, x.2
rom[2069] = 20'h84003; rom[2070] = 20'hC034C; //> mov kl, x.3
rom[2071] = 20'h84004; rom[2072] = 20'hC0358; rom[2073] = 20'h84005; rom[2074] = 20'hC0359; //> mov2 rtx, x.4
rom[2075] = 20'h84006; rom[2076] = 20'hC035A; rom[2077] = 20'h84007; rom[2078] = 20'hC035B; //> mov2 rrx, x.6
rom[2079] = 20'h8035D; rom[2080] = 20'h30001; rom[2081] = 20'hC035D; //> dec rq_n
rom[2082] = 20'h8035C; rom[2083] = 20'h10001; rom[2084] = 20'hC035C; //> inc rq_h
rom[2085] = 20'h5000F;         //> and #15
rom[2086] = 20'hC035C;         //> st rq_h
rom[2087] = 20'h00000;         //> ld #0
rom[2088] = 20'hDB000;         //> tap
rom[2089] = 20'h00000; rom[2090] = 20'hC601E; //> mov m.30, #0
rom[2091] = 20'h00000; rom[2092] = 20'hC601F; //> mov m.31, #0
rom[2093] = 20'h00000; rom[2094] = 20'hC0352; //> mov plen, #0
rom[2095] = 20'hD0840;         //> call header
rom[2096] = 20'h00000;         //> ld #0
rom[2097] = 20'hDC000;         //> page
rom[2098] = 20'h00040;         //> ld #64
rom[2099] = 20'hDC802;         //> go 2
rom[2100] = 20'h80357; rom[2101] = 20'h70001; rom[2102] = 20'hCA25F; //> jne rop, #O_OPEN_ACK, idle
// the link that it opens is open when it leaves
rom[2103] = 20'hD0098;         //> call lookup
rom[2104] = 20'hC925F;         //> bz idle
rom[2105] = 20'h82003; rom[2106] = 20'h70002; rom[2107] = 20'hCA25F; //> jne r.st, #OPEN_RECD, idle
rom[2108] = 20'h00000; rom[2109] = 20'hC200F; //> mov r.try, #0
rom[2110] = 20'hD0304;         //> call enter
rom[2111] = 20'hD8000;         //> halt

// ---- the 60 bytes before the payload, in the page at P
rom[2112] = 20'h098ED; rom[2113] = 20'hC6000; //> header: mov m.0, #0x98ED
rom[2114] = 20'hC6003;         //> st m.3
rom[2115] = 20'h8034B;         //> ld kh
rom[2116] = 20'h500FF;         //> and #0xFF
rom[2117] = 20'h65C00;         //> or #0x5C00
rom[2118] = 20'hC6001;         //> st m.1
rom[2119] = 20'h8034C; rom[2120] = 20'hC6002; //> mov m.2, kl
rom[2121] = 20'h80290;         //> ld R_NODE
rom[2122] = 20'h65C00;         //> or #0x5C00
rom[2123] = 20'hC6004;         //> st m.4
rom[2124] = 20'h80291; rom[2125] = 20'hC6005; //> mov m.5, R_NODE+1
rom[2126] = 20'h09AC6; rom[2127] = 20'hC6006; //> mov m.6, #0x9AC6
rom[2128] = 20'h00500; rom[2129] = 20'hC6007; //> mov m.7, #0x0500
rom[2130] = 20'h80352;         //> ld plen
rom[2131] = 20'h1002E;         //> add #46
rom[2132] = 20'hC6008;         //> st m.8
rom[2133] = 20'h30014;         //> sub #20
rom[2134] = 20'hC6014;         //> st m.20
rom[2135] = 20'h00000;         //> ld #0
rom[2136] = 20'hC6009;         //> st m.9
rom[2137] = 20'hC600A;         //> st m.10
rom[2138] = 20'hC600B;         //> st m.11
rom[2139] = 20'hC600C;         //> st m.12
rom[2140] = 20'hC600D;         //> st m.13
rom[2141] = 20'hC600E;         //> st m.14
rom[2142] = 20'hC600F;         //> st m.15
rom[2143] = 20'hC6010;         //> st m.16
rom[2144] = 20'hC6016;         //> st m.22
rom[2145] = 20'hC6018;         //> st m.24
rom[2146] = 20'hC6019;         //> st m.25
// the two nodes of the TSH are three bytes each
rom[2147] = 20'h80291;         //> ld R_NODE+1
rom[2148] = 20'h5FF00;         //> and #0xFF00
rom[2149] = 20'hB0290;         //> or R_NODE
rom[2150] = 20'hD9800;         //> swp
rom[2151] = 20'hC6011;         //> st m.17
rom[2152] = 20'h80291;         //> ld R_NODE+1
rom[2153] = 20'hD9800;         //> swp
rom[2154] = 20'h5FF00;         //> and #0xFF00
rom[2155] = 20'hC0342;         //> st t
rom[2156] = 20'h8034B;         //> ld kh
rom[2157] = 20'h500FF;         //> and #0xFF
rom[2158] = 20'hB0342;         //> or t
rom[2159] = 20'hC6012;         //> st m.18
rom[2160] = 20'h8034C; rom[2161] = 20'hC6013; //> mov m.19, kl
rom[2162] = 20'h8034B;         //> ld kh
rom[2163] = 20'hD9800;         //> swp
rom[2164] = 20'h500FF;         //> and #0xFF
rom[2165] = 20'hC0342;         //> st t
rom[2166] = 20'h80357;         //> ld rop
rom[2167] = 20'hD9800;         //> swp
rom[2168] = 20'hB0342;         //> or t
rom[2169] = 20'hC6015;         //> st m.21
rom[2170] = 20'h8036D; rom[2171] = 20'hC6017; //> mov m.23, sep
rom[2172] = 20'h80358; rom[2173] = 20'hC601A; rom[2174] = 20'h80359; rom[2175] = 20'hC601B; //> mov2 m.26, rtx
rom[2176] = 20'h8035A; rom[2177] = 20'hC601C; rom[2178] = 20'h8035B; rom[2179] = 20'hC601D; //> mov2 m.28, rrx
rom[2180] = 20'h80357;         //> ld rop
rom[2181] = 20'hD9000;         //> rol
rom[2182] = 20'h10100;         //> add #C_TX
rom[2183] = 20'hC8040;         //> jmp count
