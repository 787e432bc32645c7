// SPDX-License-Identifier: Apache-2.0
//
// Microprogram, slots 1 and 5 (WTX): the next frame for the wire, if its port is idle. A response first, then a payload:
// of the links in turn.

rom[1771] = 20'hDB800;         //> wtx: in 0
rom[1772] = 20'h50002;         //> and #2
rom[1773] = 20'hC91C7;         //> bz idle
// what was sent has left
rom[1774] = 20'h8036A; rom[1775] = 20'hC96F9; //> jz wtx_pg, wt1
rom[1776] = 20'h8036C; rom[1777] = 20'hC96F7; //> jz orphan, wt0
rom[1778] = 20'h00000; rom[1779] = 20'hC036C; //> mov orphan, #0
rom[1780] = 20'h8036A; rom[1781] = 20'hC0343; //> mov page, wtx_pg
rom[1782] = 20'hD0038;         //> call putpage
rom[1783] = 20'h00000; rom[1784] = 20'hC036A; //> wt0: mov wtx_pg, #0
rom[1785] = 20'h80293; rom[1786] = 20'h50001; rom[1787] = 20'hC91C7; //> wt1: jf R_CTRL+1, #1, idle
rom[1788] = 20'h8035D; rom[1789] = 20'hCA771; //> jnz rq_n, wt_resp
rom[1790] = 20'h00008; rom[1791] = 20'hC0341; //> mov k, #8
rom[1792] = 20'h80349; rom[1793] = 20'h10001; rom[1794] = 20'hC0349; //> wt_scan: inc rr
rom[1795] = 20'h50007;         //> and #7
rom[1796] = 20'hC0349;         //> st rr
rom[1797] = 20'hDA000;         //> tal
rom[1798] = 20'h82002; rom[1799] = 20'hCE71B; //> jnn r.fl, wt_next
rom[1800] = 20'h82002; rom[1801] = 20'h50200; rom[1802] = 20'hCA71B; //> jt r.fl, #HOLD, wt_next
rom[1803] = 20'h82003; rom[1804] = 20'h70003; rom[1805] = 20'hC9715; //> jeq r.st, #OPEN, wt_open
rom[1806] = 20'h82003; rom[1807] = 20'h70005; rom[1808] = 20'hCA71B; //> jne r.st, #CLOSE_RECD, wt_next
rom[1809] = 20'h82013; rom[1810] = 20'h9A012; rom[1811] = 20'hCB720; //> jlt r.cof, r.nfl, wt_send
rom[1812] = 20'hC871B;         //> jmp wt_next
rom[1813] = 20'h82013; rom[1814] = 20'h9A016; rom[1815] = 20'hCC71B; //> wt_open: jge r.cof, r.held, wt_next
rom[1816] = 20'h82013; rom[1817] = 20'h30008; rom[1818] = 20'hCB720; //> jlt r.cof, #WIN, wt_send
rom[1819] = 20'h80341; rom[1820] = 20'h30001; rom[1821] = 20'hC0341; //> wt_next: dec k
rom[1822] = 20'hCA700;         //> bnz wt_scan
rom[1823] = 20'hD8000;         //> halt

// ---- a payload
rom[1824] = 20'h80349; rom[1825] = 20'hC036B; //> wt_send: mov wtx_l, rr
rom[1826] = 20'h82017; rom[1827] = 20'hC036A; //> mov wtx_pg, r.cur
rom[1828] = 20'hDB000;         //> tap
rom[1829] = 20'h82000; rom[1830] = 20'hC034B; //> mov kh, r.kh
rom[1831] = 20'h82001; rom[1832] = 20'hC034C; //> mov kl, r.kl
rom[1833] = 20'h82005; rom[1834] = 20'h8A013; rom[1835] = 20'hC0359; rom[1836] = 20'h82004; rom[1837] = 20'h20000; rom[1838] = 20'hC0358; //> add2 rtx, r.una, 0:r.cof
rom[1839] = 20'h00000; rom[1840] = 20'hC035A; rom[1841] = 20'h00000; rom[1842] = 20'hC035B; //> mov2 rrx, #0
rom[1843] = 20'h00006; rom[1844] = 20'hC0357; //> mov rop, #O_PAYLOAD
rom[1845] = 20'h00000; rom[1846] = 20'hC036D; //> mov sep, #0
rom[1847] = 20'h863FD; rom[1848] = 20'hC0352; //> mov plen, m.PLEN
rom[1849] = 20'h82013; rom[1850] = 20'h9A012; rom[1851] = 20'hCB740; //> jlt r.cof, r.nfl, wt_replay
rom[1852] = 20'h82012; rom[1853] = 20'h10001; rom[1854] = 20'hC2012; //> inc r.nfl
rom[1855] = 20'hC8742;         //> jmp wt_arm
rom[1856] = 20'h00160; rom[1857] = 20'hD0042; //> wt_replay: cnt C_REPLAY
rom[1858] = 20'h82013; rom[1859] = 20'hC9747; //> wt_arm: jz r.cof, wt_arm1
rom[1860] = 20'h82002; rom[1861] = 20'h50010; rom[1862] = 20'hCA74C; //> jt r.fl, #ARM, wt_cur
rom[1863] = 20'h82003; rom[1864] = 20'h70003; rom[1865] = 20'hCA74C; //> wt_arm1: jne r.st, #OPEN, wt_cur
rom[1866] = 20'h80365;         //> ld t_to
rom[1867] = 20'hD028C;         //> call arm
rom[1868] = 20'h82013; rom[1869] = 20'h10001; rom[1870] = 20'hC2013; //> wt_cur: inc r.cof
rom[1871] = 20'h863FE; rom[1872] = 20'hC2017; //> mov r.cur, m.NEXT
// zeros behind a payload that does not fill its frame
rom[1873] = 20'h80352; rom[1874] = 20'h30004; rom[1875] = 20'hCC762; //> jge plen, #4, wt_go
rom[1876] = 20'h80352;         //> ld plen
rom[1877] = 20'hCF755;         //> jpa wt_pad-1
rom[1878] = 20'hC8759;         //> wt_pad: jmp wt_pad1
rom[1879] = 20'hC875C;         //> jmp wt_pad2
rom[1880] = 20'hC875F;         //> jmp wt_pad3
rom[1881] = 20'h8601E;         //> wt_pad1: ld m.30
rom[1882] = 20'h5FF00;         //> and #0xFF00
rom[1883] = 20'hC601E;         //> st m.30
rom[1884] = 20'h00000; rom[1885] = 20'hC601F; //> wt_pad2: mov m.31, #0
rom[1886] = 20'hC8762;         //> jmp wt_go
rom[1887] = 20'h8601F;         //> wt_pad3: ld m.31
rom[1888] = 20'h5FF00;         //> and #0xFF00
rom[1889] = 20'hC601F;         //> st m.31
rom[1890] = 20'hD07A8;         //> wt_go: call header
rom[1891] = 20'h8036A;         //> ld wtx_pg
rom[1892] = 20'hDC000;         //> page
rom[1893] = 20'h80352;         //> ld plen
rom[1894] = 20'h1003C;         //> add #60
rom[1895] = 20'hC0342;         //> st t
rom[1896] = 20'h80342; rom[1897] = 20'h30040; rom[1898] = 20'hCB76E; //> jlt t, #64, wt_short
rom[1899] = 20'h80342;         //> ld t
rom[1900] = 20'hDC802;         //> go 2
rom[1901] = 20'hD8000;         //> halt
rom[1902] = 20'h00040;         //> wt_short: ld #64
rom[1903] = 20'hDC802;         //> go 2
rom[1904] = 20'hD8000;         //> halt

// ---- a response
rom[1905] = 20'h8035C;         //> wt_resp: ld rq_h
rom[1906] = 20'hD9000;         //> rol
rom[1907] = 20'hD9000;         //> rol
rom[1908] = 20'hD9000;         //> rol
rom[1909] = 20'h10200;         //> add #RSPQ
rom[1910] = 20'hDA800;         //> tax
rom[1911] = 20'h84000; rom[1912] = 20'hC0357; //> mov rop, x.0
rom[1913] = 20'h84001; rom[1914] = 20'hC036D; //> mov sep, x.1
rom[1915] = 20'h84002; rom[1916] = 20'hC034B; //> mov kh, x.2
rom[1917] = 20'h84003; rom[1918] = 20'hC034C; //> mov kl, x.3
rom[1919] = 20'h84004; rom[1920] = 20'hC0358; rom[1921] = 20'h84005; rom[1922] = 20'hC0359; //> mov2 rtx, x.4
rom[1923] = 20'h84006; rom[1924] = 20'hC035A; rom[1925] = 20'h84007; rom[1926] = 20'hC035B; //> mov2 rrx, x.6
rom[1927] = 20'h8035D; rom[1928] = 20'h30001; rom[1929] = 20'hC035D; //> dec rq_n
rom[1930] = 20'h8035C; rom[1931] = 20'h10001; rom[1932] = 20'hC035C; //> inc rq_h
rom[1933] = 20'h5000F;         //> and #15
rom[1934] = 20'hC035C;         //> st rq_h
rom[1935] = 20'h00000;         //> ld #0
rom[1936] = 20'hDB000;         //> tap
rom[1937] = 20'h00000; rom[1938] = 20'hC601E; //> mov m.30, #0
rom[1939] = 20'h00000; rom[1940] = 20'hC601F; //> mov m.31, #0
rom[1941] = 20'h00000; rom[1942] = 20'hC0352; //> mov plen, #0
rom[1943] = 20'hD07A8;         //> call header
rom[1944] = 20'h00000;         //> ld #0
rom[1945] = 20'hDC000;         //> page
rom[1946] = 20'h00040;         //> ld #64
rom[1947] = 20'hDC802;         //> go 2
rom[1948] = 20'h80357; rom[1949] = 20'h70001; rom[1950] = 20'hCA1C7; //> jne rop, #O_OPEN_ACK, idle
// the link that it opens is open when it leaves
rom[1951] = 20'hD009A;         //> call lookup
rom[1952] = 20'hC91C7;         //> bz idle
rom[1953] = 20'h82003; rom[1954] = 20'h70002; rom[1955] = 20'hCA1C7; //> jne r.st, #OPEN_RECD, idle
rom[1956] = 20'h00000; rom[1957] = 20'hC200F; //> mov r.try, #0
rom[1958] = 20'hD026C;         //> call enter
rom[1959] = 20'hD8000;         //> halt

// ---- the 60 bytes before the payload, in the page at P
rom[1960] = 20'h098ED; rom[1961] = 20'hC6000; //> header: mov m.0, #0x98ED
rom[1962] = 20'hC6003;         //> st m.3
rom[1963] = 20'h8034B;         //> ld kh
rom[1964] = 20'h500FF;         //> and #0xFF
rom[1965] = 20'h65C00;         //> or #0x5C00
rom[1966] = 20'hC6001;         //> st m.1
rom[1967] = 20'h8034C; rom[1968] = 20'hC6002; //> mov m.2, kl
rom[1969] = 20'h80290;         //> ld R_NODE
rom[1970] = 20'h65C00;         //> or #0x5C00
rom[1971] = 20'hC6004;         //> st m.4
rom[1972] = 20'h80291; rom[1973] = 20'hC6005; //> mov m.5, R_NODE+1
rom[1974] = 20'h09AC6; rom[1975] = 20'hC6006; //> mov m.6, #0x9AC6
rom[1976] = 20'h00500; rom[1977] = 20'hC6007; //> mov m.7, #0x0500
rom[1978] = 20'h80352;         //> ld plen
rom[1979] = 20'h1002E;         //> add #46
rom[1980] = 20'hC6008;         //> st m.8
rom[1981] = 20'h30014;         //> sub #20
rom[1982] = 20'hC6014;         //> st m.20
rom[1983] = 20'h00000;         //> ld #0
rom[1984] = 20'hC6009;         //> st m.9
rom[1985] = 20'hC600A;         //> st m.10
rom[1986] = 20'hC600B;         //> st m.11
rom[1987] = 20'hC600C;         //> st m.12
rom[1988] = 20'hC600D;         //> st m.13
rom[1989] = 20'hC600E;         //> st m.14
rom[1990] = 20'hC600F;         //> st m.15
rom[1991] = 20'hC6010;         //> st m.16
rom[1992] = 20'hC6016;         //> st m.22
rom[1993] = 20'hC6018;         //> st m.24
rom[1994] = 20'hC6019;         //> st m.25
// the two nodes of the TSH are three bytes each
rom[1995] = 20'h80291;         //> ld R_NODE+1
rom[1996] = 20'h5FF00;         //> and #0xFF00
rom[1997] = 20'hB0290;         //> or R_NODE
rom[1998] = 20'hD9800;         //> swp
rom[1999] = 20'hC6011;         //> st m.17
rom[2000] = 20'h80291;         //> ld R_NODE+1
rom[2001] = 20'hD9800;         //> swp
rom[2002] = 20'h5FF00;         //> and #0xFF00
rom[2003] = 20'hC0342;         //> st t
rom[2004] = 20'h8034B;         //> ld kh
rom[2005] = 20'h500FF;         //> and #0xFF
rom[2006] = 20'hB0342;         //> or t
rom[2007] = 20'hC6012;         //> st m.18
rom[2008] = 20'h8034C; rom[2009] = 20'hC6013; //> mov m.19, kl
rom[2010] = 20'h8034B;         //> ld kh
rom[2011] = 20'hD9800;         //> swp
rom[2012] = 20'h500FF;         //> and #0xFF
rom[2013] = 20'hC0342;         //> st t
rom[2014] = 20'h80357;         //> ld rop
rom[2015] = 20'hD9800;         //> swp
rom[2016] = 20'hB0342;         //> or t
rom[2017] = 20'hC6015;         //> st m.21
rom[2018] = 20'h8036D; rom[2019] = 20'hC6017; //> mov m.23, sep
rom[2020] = 20'h80358; rom[2021] = 20'hC601A; rom[2022] = 20'h80359; rom[2023] = 20'hC601B; //> mov2 m.26, rtx
rom[2024] = 20'h8035A; rom[2025] = 20'hC601C; rom[2026] = 20'h8035B; rom[2027] = 20'hC601D; //> mov2 m.28, rrx
rom[2028] = 20'h80357;         //> ld rop
rom[2029] = 20'hD9000;         //> rol
rom[2030] = 20'h10100;         //> add #C_TX
rom[2031] = 20'hC8042;         //> jmp count
