// SPDX-License-Identifier: Apache-2.0
//
// Microprogram, slots 1 and 5 (WTX): the next frame for the wire, if its port is idle. A response first, then a payload:
// of the links in turn.

12'd1923: data_q <= 20'hDB800;  //> wtx: in 0
12'd1924: data_q <= 20'h50002;  //> and #2
12'd1925: data_q <= 20'hC925F;  //> bz idle
// what was sent has left
12'd1926: data_q <= 20'h8036A; 12'd1927: data_q <= 20'hC9791; //> jz wtx_pg, wt1
12'd1928: data_q <= 20'h8036C; 12'd1929: data_q <= 20'hC978F; //> jz orphan, wt0
12'd1930: data_q <= 20'h00000; 12'd1931: data_q <= 20'hC036C; //> mov orphan, #0
12'd1932: data_q <= 20'h8036A; 12'd1933: data_q <= 20'hC0343; //> mov page, wtx_pg
12'd1934: data_q <= 20'hD0036;  //> call putpage
12'd1935: data_q <= 20'h00000; 12'd1936: data_q <= 20'hC036A; //> wt0: mov wtx_pg, #0
12'd1937: data_q <= 20'h80293; 12'd1938: data_q <= 20'h50001; 12'd1939: data_q <= 20'hC925F; //> wt1: jf R_CTRL+1, #1, idle
12'd1940: data_q <= 20'h8035D; 12'd1941: data_q <= 20'hCA809; //> jnz rq_n, wt_resp
12'd1942: data_q <= 20'h00008; 12'd1943: data_q <= 20'hC0341; //> mov k, #8
12'd1944: data_q <= 20'h80349; 12'd1945: data_q <= 20'h10001; 12'd1946: data_q <= 20'hC0349; //> wt_scan: inc rr
12'd1947: data_q <= 20'h50007;  //> and #7
12'd1948: data_q <= 20'hC0349;  //> st rr
12'd1949: data_q <= 20'hDA000;  //> tal
12'd1950: data_q <= 20'h82002; 12'd1951: data_q <= 20'hCE7B3; //> jnn r.fl, wt_next
12'd1952: data_q <= 20'h82002; 12'd1953: data_q <= 20'h50200; 12'd1954: data_q <= 20'hCA7B3; //> jt r.fl, #HOLD, wt_next
12'd1955: data_q <= 20'h82003; 12'd1956: data_q <= 20'h70003; 12'd1957: data_q <= 20'hC97AD; //> jeq r.st, #OPEN, wt_open
12'd1958: data_q <= 20'h82003; 12'd1959: data_q <= 20'h70005; 12'd1960: data_q <= 20'hCA7B3; //> jne r.st, #CLOSE_RECD, wt_next
12'd1961: data_q <= 20'h82013; 12'd1962: data_q <= 20'h9A012; 12'd1963: data_q <= 20'hCB7B8; //> jlt r.cof, r.nfl, wt_send
12'd1964: data_q <= 20'hC87B3;  //> jmp wt_next
12'd1965: data_q <= 20'h82013; 12'd1966: data_q <= 20'h9A016; 12'd1967: data_q <= 20'hCC7B3; //> wt_open: jge r.cof, r.held, wt_next
12'd1968: data_q <= 20'h82013; 12'd1969: data_q <= 20'h30008; 12'd1970: data_q <= 20'hCB7B8; //> jlt r.cof, #WIN, wt_send
12'd1971: data_q <= 20'h80341; 12'd1972: data_q <= 20'h30001; 12'd1973: data_q <= 20'hC0341; //> wt_next: dec k
12'd1974: data_q <= 20'hCA798;  //> bnz wt_scan
12'd1975: data_q <= 20'hD8000;  //> halt

// ---- a payload
12'd1976: data_q <= 20'h80349; 12'd1977: data_q <= 20'hC036B; //> wt_send: mov wtx_l, rr
12'd1978: data_q <= 20'h82017; 12'd1979: data_q <= 20'hC036A; //> mov wtx_pg, r.cur
12'd1980: data_q <= 20'hDB000;  //> tap
12'd1981: data_q <= 20'h82000; 12'd1982: data_q <= 20'hC034B; //> mov kh, r.kh
12'd1983: data_q <= 20'h82001; 12'd1984: data_q <= 20'hC034C; //> mov kl, r.kl
12'd1985: data_q <= 20'h82005; 12'd1986: data_q <= 20'h8A013; 12'd1987: data_q <= 20'hC0359; 12'd1988: data_q <= 20'h82004; 12'd1989: data_q <= 20'h20000; 12'd1990: data_q <= 20'hC0358; //> add2 rtx, r.una, 0:r.cof
12'd1991: data_q <= 20'h00000; 12'd1992: data_q <= 20'hC035A; 12'd1993: data_q <= 20'h00000; 12'd1994: data_q <= 20'hC035B; //> mov2 rrx, #0
12'd1995: data_q <= 20'h00006; 12'd1996: data_q <= 20'hC0357; //> mov rop, #O_PAYLOAD
12'd1997: data_q <= 20'h00000; 12'd1998: data_q <= 20'hC036D; //> mov sep, #0
12'd1999: data_q <= 20'h863FD; 12'd2000: data_q <= 20'hC0352; //> mov plen, m.PLEN
12'd2001: data_q <= 20'h82013; 12'd2002: data_q <= 20'h9A012; 12'd2003: data_q <= 20'hCB7D8; //> jlt r.cof, r.nfl, wt_replay
12'd2004: data_q <= 20'h82012; 12'd2005: data_q <= 20'h10001; 12'd2006: data_q <= 20'hC2012; //> inc r.nfl
12'd2007: data_q <= 20'hC87DA;  //> jmp wt_arm
12'd2008: data_q <= 20'h00160; 12'd2009: data_q <= 20'hD0040; //> wt_replay: cnt C_REPLAY
12'd2010: data_q <= 20'h82013; 12'd2011: data_q <= 20'hC97DF; //> wt_arm: jz r.cof, wt_arm1
12'd2012: data_q <= 20'h82002; 12'd2013: data_q <= 20'h50010; 12'd2014: data_q <= 20'hCA7E4; //> jt r.fl, #ARM, wt_cur
12'd2015: data_q <= 20'h82003; 12'd2016: data_q <= 20'h70003; 12'd2017: data_q <= 20'hCA7E4; //> wt_arm1: jne r.st, #OPEN, wt_cur
12'd2018: data_q <= 20'h80365;  //> ld t_to
12'd2019: data_q <= 20'hD0324;  //> call arm
12'd2020: data_q <= 20'h82013; 12'd2021: data_q <= 20'h10001; 12'd2022: data_q <= 20'hC2013; //> wt_cur: inc r.cof
12'd2023: data_q <= 20'h863FE; 12'd2024: data_q <= 20'hC2017; //> mov r.cur, m.NEXT
// zeros behind a payload that does not fill its frame
12'd2025: data_q <= 20'h80352; 12'd2026: data_q <= 20'h30004; 12'd2027: data_q <= 20'hCC7FA; //> jge plen, #4, wt_go
12'd2028: data_q <= 20'h80352;  //> ld plen
12'd2029: data_q <= 20'hCF7ED;  //> jpa wt_pad-1
12'd2030: data_q <= 20'hC87F1;  //> wt_pad: jmp wt_pad1
12'd2031: data_q <= 20'hC87F4;  //> jmp wt_pad2
12'd2032: data_q <= 20'hC87F7;  //> jmp wt_pad3
12'd2033: data_q <= 20'h8601E;  //> wt_pad1: ld m.30
12'd2034: data_q <= 20'h5FF00;  //> and #0xFF00
12'd2035: data_q <= 20'hC601E;  //> st m.30
12'd2036: data_q <= 20'h00000; 12'd2037: data_q <= 20'hC601F; //> wt_pad2: mov m.31, #0
12'd2038: data_q <= 20'hC87FA;  //> jmp wt_go
12'd2039: data_q <= 20'h8601F;  //> wt_pad3: ld m.31
12'd2040: data_q <= 20'h5FF00;  //> and #0xFF00
12'd2041: data_q <= 20'hC601F;  //> st m.31
12'd2042: data_q <= 20'hD0840;  //> wt_go: call header
12'd2043: data_q <= 20'h8036A;  //> ld wtx_pg
12'd2044: data_q <= 20'hDC000;  //> page
12'd2045: data_q <= 20'h80352;  //> ld plen
12'd2046: data_q <= 20'h1003C;  //> add #60
12'd2047: data_q <= 20'hC0342;  //> st t
12'd2048: data_q <= 20'h80342; 12'd2049: data_q <= 20'h30040; 12'd2050: data_q <= 20'hCB806; //> jlt t, #64, wt_short
12'd2051: data_q <= 20'h80342;  //> ld t
12'd2052: data_q <= 20'hDC802;  //> go 2
12'd2053: data_q <= 20'hD8000;  //> halt
12'd2054: data_q <= 20'h00040;  //> wt_short: ld #64
12'd2055: data_q <= 20'hDC802;  //> go 2
12'd2056: data_q <= 20'hD8000;  //> halt

// ---- a response
12'd2057: data_q <= 20'h8035C;  //> wt_resp: ld rq_h
12'd2058: data_q <= 20'hD9000;  //> rol
12'd2059: data_q <= 20'hD9000;  //> rol
12'd2060: data_q <= 20'hD9000;  //> rol
12'd2061: data_q <= 20'h10200;  //> add #RSPQ
12'd2062: data_q <= 20'hDA800;  //> tax
12'd2063: data_q <= 20'h84000; 12'd2064: data_q <= 20'hC0357; //> mov rop, x.0
12'd2065: data_q <= 20'h84001; 12'd2066: data_q <= 20'hC036D; //> mov sep, x.1
12'd2067: data_q <= 20'h84002; 12'd2068: data_q <= 20'hC034B; //> mov kh, x.2
12'd2069: data_q <= 20'h84003; 12'd2070: data_q <= 20'hC034C; //> mov kl, x.3
12'd2071: data_q <= 20'h84004; 12'd2072: data_q <= 20'hC0358; 12'd2073: data_q <= 20'h84005; 12'd2074: data_q <= 20'hC0359; //> mov2 rtx, x.4
12'd2075: data_q <= 20'h84006; 12'd2076: data_q <= 20'hC035A; 12'd2077: data_q <= 20'h84007; 12'd2078: data_q <= 20'hC035B; //> mov2 rrx, x.6
12'd2079: data_q <= 20'h8035D; 12'd2080: data_q <= 20'h30001; 12'd2081: data_q <= 20'hC035D; //> dec rq_n
12'd2082: data_q <= 20'h8035C; 12'd2083: data_q <= 20'h10001; 12'd2084: data_q <= 20'hC035C; //> inc rq_h
12'd2085: data_q <= 20'h5000F;  //> and #15
12'd2086: data_q <= 20'hC035C;  //> st rq_h
12'd2087: data_q <= 20'h00000;  //> ld #0
12'd2088: data_q <= 20'hDB000;  //> tap
12'd2089: data_q <= 20'h00000; 12'd2090: data_q <= 20'hC601E; //> mov m.30, #0
12'd2091: data_q <= 20'h00000; 12'd2092: data_q <= 20'hC601F; //> mov m.31, #0
12'd2093: data_q <= 20'h00000; 12'd2094: data_q <= 20'hC0352; //> mov plen, #0
12'd2095: data_q <= 20'hD0840;  //> call header
12'd2096: data_q <= 20'h00000;  //> ld #0
12'd2097: data_q <= 20'hDC000;  //> page
12'd2098: data_q <= 20'h00040;  //> ld #64
12'd2099: data_q <= 20'hDC802;  //> go 2
12'd2100: data_q <= 20'h80357; 12'd2101: data_q <= 20'h70001; 12'd2102: data_q <= 20'hCA25F; //> jne rop, #O_OPEN_ACK, idle
// the link that it opens is open when it leaves
12'd2103: data_q <= 20'hD0098;  //> call lookup
12'd2104: data_q <= 20'hC925F;  //> bz idle
12'd2105: data_q <= 20'h82003; 12'd2106: data_q <= 20'h70002; 12'd2107: data_q <= 20'hCA25F; //> jne r.st, #OPEN_RECD, idle
12'd2108: data_q <= 20'h00000; 12'd2109: data_q <= 20'hC200F; //> mov r.try, #0
12'd2110: data_q <= 20'hD0304;  //> call enter
12'd2111: data_q <= 20'hD8000;  //> halt

// ---- the 60 bytes before the payload, in the page at P
12'd2112: data_q <= 20'h098ED; 12'd2113: data_q <= 20'hC6000; //> header: mov m.0, #0x98ED
12'd2114: data_q <= 20'hC6003;  //> st m.3
12'd2115: data_q <= 20'h8034B;  //> ld kh
12'd2116: data_q <= 20'h500FF;  //> and #0xFF
12'd2117: data_q <= 20'h65C00;  //> or #0x5C00
12'd2118: data_q <= 20'hC6001;  //> st m.1
12'd2119: data_q <= 20'h8034C; 12'd2120: data_q <= 20'hC6002; //> mov m.2, kl
12'd2121: data_q <= 20'h80290;  //> ld R_NODE
12'd2122: data_q <= 20'h65C00;  //> or #0x5C00
12'd2123: data_q <= 20'hC6004;  //> st m.4
12'd2124: data_q <= 20'h80291; 12'd2125: data_q <= 20'hC6005; //> mov m.5, R_NODE+1
12'd2126: data_q <= 20'h09AC6; 12'd2127: data_q <= 20'hC6006; //> mov m.6, #0x9AC6
12'd2128: data_q <= 20'h00500; 12'd2129: data_q <= 20'hC6007; //> mov m.7, #0x0500
12'd2130: data_q <= 20'h80352;  //> ld plen
12'd2131: data_q <= 20'h1002E;  //> add #46
12'd2132: data_q <= 20'hC6008;  //> st m.8
12'd2133: data_q <= 20'h30014;  //> sub #20
12'd2134: data_q <= 20'hC6014;  //> st m.20
12'd2135: data_q <= 20'h00000;  //> ld #0
12'd2136: data_q <= 20'hC6009;  //> st m.9
12'd2137: data_q <= 20'hC600A;  //> st m.10
12'd2138: data_q <= 20'hC600B;  //> st m.11
12'd2139: data_q <= 20'hC600C;  //> st m.12
12'd2140: data_q <= 20'hC600D;  //> st m.13
12'd2141: data_q <= 20'hC600E;  //> st m.14
12'd2142: data_q <= 20'hC600F;  //> st m.15
12'd2143: data_q <= 20'hC6010;  //> st m.16
12'd2144: data_q <= 20'hC6016;  //> st m.22
12'd2145: data_q <= 20'hC6018;  //> st m.24
12'd2146: data_q <= 20'hC6019;  //> st m.25
// the two nodes of the TSH are three bytes each
12'd2147: data_q <= 20'h80291;  //> ld R_NODE+1
12'd2148: data_q <= 20'h5FF00;  //> and #0xFF00
12'd2149: data_q <= 20'hB0290;  //> or R_NODE
12'd2150: data_q <= 20'hD9800;  //> swp
12'd2151: data_q <= 20'hC6011;  //> st m.17
12'd2152: data_q <= 20'h80291;  //> ld R_NODE+1
12'd2153: data_q <= 20'hD9800;  //> swp
12'd2154: data_q <= 20'h5FF00;  //> and #0xFF00
12'd2155: data_q <= 20'hC0342;  //> st t
12'd2156: data_q <= 20'h8034B;  //> ld kh
12'd2157: data_q <= 20'h500FF;  //> and #0xFF
12'd2158: data_q <= 20'hB0342;  //> or t
12'd2159: data_q <= 20'hC6012;  //> st m.18
12'd2160: data_q <= 20'h8034C; 12'd2161: data_q <= 20'hC6013; //> mov m.19, kl
12'd2162: data_q <= 20'h8034B;  //> ld kh
12'd2163: data_q <= 20'hD9800;  //> swp
12'd2164: data_q <= 20'h500FF;  //> and #0xFF
12'd2165: data_q <= 20'hC0342;  //> st t
12'd2166: data_q <= 20'h80357;  //> ld rop
12'd2167: data_q <= 20'hD9800;  //> swp
12'd2168: data_q <= 20'hB0342;  //> or t
12'd2169: data_q <= 20'hC6015;  //> st m.21
12'd2170: data_q <= 20'h8036D; 12'd2171: data_q <= 20'hC6017; //> mov m.23, sep
12'd2172: data_q <= 20'h80358; 12'd2173: data_q <= 20'hC601A; 12'd2174: data_q <= 20'h80359; 12'd2175: data_q <= 20'hC601B; //> mov2 m.26, rtx
12'd2176: data_q <= 20'h8035A; 12'd2177: data_q <= 20'hC601C; 12'd2178: data_q <= 20'h8035B; 12'd2179: data_q <= 20'hC601D; //> mov2 m.28, rrx
12'd2180: data_q <= 20'h80357;  //> ld rop
12'd2181: data_q <= 20'hD9000;  //> rol
12'd2182: data_q <= 20'h10100;  //> add #C_TX
12'd2183: data_q <= 20'hC8040;  //> jmp count
