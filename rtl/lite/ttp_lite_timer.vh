// SPDX-License-Identifier: Apache-2.0
//
// Microprogram, slot 6 (TIMER): one link in each round, in turn: deadlines, and what the host's payloads and close
// requests make of a link that is idle. A round is the unit of all times.

12'd1573: data_q <= 20'h80346; 12'd1574: data_q <= 20'h10001; 12'd1575: data_q <= 20'hC0346; //> timer: inc now
12'd1576: data_q <= 20'h50007;  //> and #7
12'd1577: data_q <= 20'hC0340;  //> st i
12'd1578: data_q <= 20'hDA000;  //> tal
12'd1579: data_q <= 20'h80340; 12'd1580: data_q <= 20'hCA640; //> jnz i, tm_link
// once in eight rounds: time of the registers, state of the LEDs
12'd1581: data_q <= 20'h80348; 12'd1582: data_q <= 20'h10001; 12'd1583: data_q <= 20'hC0348; 12'd1584: data_q <= 20'h80347; 12'd1585: data_q <= 20'h20000; 12'd1586: data_q <= 20'hC0347; //> add2 lap, lap, #1
12'd1587: data_q <= 20'h8036E;  //> ld sess
12'd1588: data_q <= 20'hD9000;  //> rol
12'd1589: data_q <= 20'hB0392;  //> or stats
12'd1590: data_q <= 20'hB0391;  //> or acc
12'd1591: data_q <= 20'hDD000;  //> stat
12'd1592: data_q <= 20'h00000; 12'd1593: data_q <= 20'hC0392; //> mov stats, #0
12'd1594: data_q <= 20'h00000; 12'd1595: data_q <= 20'hC0391; //> mov acc, #0
12'd1596: data_q <= 20'h80346;  //> ld now
12'd1597: data_q <= 20'h50007;  //> and #7
12'd1598: data_q <= 20'hC0340;  //> st i
12'd1599: data_q <= 20'hDA000;  //> tal
12'd1600: data_q <= 20'h80293; 12'd1601: data_q <= 20'h50001; 12'd1602: data_q <= 20'hC925F; //> tm_link: jf R_CTRL+1, #1, idle
12'd1603: data_q <= 20'h82002; 12'd1604: data_q <= 20'hCE25F; //> jnn r.fl, idle
12'd1605: data_q <= 20'h82003; 12'd1606: data_q <= 20'h30003; 12'd1607: data_q <= 20'hCB64B; //> jlt r.st, #OPEN, tm_shut
12'd1608: data_q <= 20'h80391; 12'd1609: data_q <= 20'h60001; 12'd1610: data_q <= 20'hC0391; //> set acc, #1
12'd1611: data_q <= 20'h0000E; 12'd1612: data_q <= 20'h9835D; 12'd1613: data_q <= 20'hCB25F; //> tm_shut: jlt #RSP_ROOM, rq_n, idle
// a link whose payload is on the wire this moment: later
12'd1614: data_q <= 20'h8036A; 12'd1615: data_q <= 20'hC9653; //> jz wtx_pg, tm_key
12'd1616: data_q <= 20'h8036B;  //> ld wtx_l
12'd1617: data_q <= 20'hB8340;  //> xor i
12'd1618: data_q <= 20'hC925F;  //> bz idle
12'd1619: data_q <= 20'h82000; 12'd1620: data_q <= 20'hC034B; //> tm_key: mov kh, r.kh
12'd1621: data_q <= 20'h82001; 12'd1622: data_q <= 20'hC034C; //> mov kl, r.kl
12'd1623: data_q <= 20'h00000; 12'd1624: data_q <= 20'hC0358; 12'd1625: data_q <= 20'h00000; 12'd1626: data_q <= 20'hC0359; //> mov2 rtx, #0
12'd1627: data_q <= 20'h00000; 12'd1628: data_q <= 20'hC035A; 12'd1629: data_q <= 20'h00000; 12'd1630: data_q <= 20'hC035B; //> mov2 rrx, #0
12'd1631: data_q <= 20'h82002; 12'd1632: data_q <= 20'h50010; 12'd1633: data_q <= 20'hC966D; //> jf r.fl, #ARM, tm_calm
12'd1634: data_q <= 20'h80346;  //> ld now
12'd1635: data_q <= 20'h9A010;  //> sub r.dl
12'd1636: data_q <= 20'hCD674;  //> bn tm_second
12'd1637: data_q <= 20'h82003;  //> ld r.st
12'd1638: data_q <= 20'hCF667;  //> jpa tm_in
12'd1639: data_q <= 20'hC8698;  //> tm_in: jmp tm_closed
12'd1640: data_q <= 20'hC86A2;  //> jmp tm_open_sent
12'd1641: data_q <= 20'hC86A7;  //> jmp tm_open_recd
12'd1642: data_q <= 20'hC86B5;  //> jmp tm_open
12'd1643: data_q <= 20'hC86EA;  //> jmp tm_close_sent
12'd1644: data_q <= 20'hC8700;  //> jmp tm_close_recd

// no deadline
12'd1645: data_q <= 20'h82003; 12'd1646: data_q <= 20'hC9698; //> tm_calm: jz r.st, tm_closed
12'd1647: data_q <= 20'h82003; 12'd1648: data_q <= 20'h70003; 12'd1649: data_q <= 20'hCA674; //> jne r.st, #OPEN, tm_second
12'd1650: data_q <= 20'hD0692;  //> call mayclose
12'd1651: data_q <= 20'hCA6D5;  //> bnz tm_close
12'd1652: data_q <= 20'h82002; 12'd1653: data_q <= 20'h50008; 12'd1654: data_q <= 20'hC925F; //> tm_second: jf r.fl, #ARM2, idle
12'd1655: data_q <= 20'h80346;  //> ld now
12'd1656: data_q <= 20'h9A011;  //> sub r.dl2
12'd1657: data_q <= 20'hCD25F;  //> bn idle
12'd1658: data_q <= 20'hD049A;  //> call moving
12'd1659: data_q <= 20'hCA680;  //> bnz tm_again
12'd1660: data_q <= 20'h82002; 12'd1661: data_q <= 20'h5FFF7; 12'd1662: data_q <= 20'hC2002; //> clr r.fl, #ARM2
12'd1663: data_q <= 20'hD8000;  //> halt
12'd1664: data_q <= 20'h82002; 12'd1665: data_q <= 20'h50080; 12'd1666: data_q <= 20'hC9687; //> tm_again: jf r.fl, #GAPV, tm_reack
12'd1667: data_q <= 20'h82002; 12'd1668: data_q <= 20'h5FF7F; 12'd1669: data_q <= 20'hC2002; //> clr r.fl, #GAPV
12'd1670: data_q <= 20'hC8690;  //> jmp tm_serve
12'd1671: data_q <= 20'h80369; 12'd1672: data_q <= 20'hC9690; //> tm_reack: jz t_reack, tm_serve
12'd1673: data_q <= 20'h82006; 12'd1674: data_q <= 20'hC035A; 12'd1675: data_q <= 20'h82007; 12'd1676: data_q <= 20'hC035B; //> mov2 rrx, r.last
12'd1677: data_q <= 20'h00007; 12'd1678: data_q <= 20'hC0357; //> mov rop, #O_ACK
12'd1679: data_q <= 20'hD0050;  //> call respond
12'd1680: data_q <= 20'hD0330;  //> tm_serve: call service
12'd1681: data_q <= 20'hD8000;  //> halt

// A = 1: the host has asked to close, and nothing is left
12'd1682: data_q <= 20'h82002; 12'd1683: data_q <= 20'h52000; 12'd1684: data_q <= 20'hC94A3; //> mayclose: jf r.fl, #CLOSING, mov0
12'd1685: data_q <= 20'h82016; 12'd1686: data_q <= 20'hC94A5; //> jz r.held, mov1
12'd1687: data_q <= 20'hC84A3;  //> jmp mov0

12'd1688: data_q <= 20'h82002; 12'd1689: data_q <= 20'h5FFEF; 12'd1690: data_q <= 20'hC2002; //> tm_closed: clr r.fl, #ARM
12'd1691: data_q <= 20'h82016; 12'd1692: data_q <= 20'hC925F; //> jz r.held, idle
12'd1693: data_q <= 20'hD02D7;  //> call leave
12'd1694: data_q <= 20'h00001; 12'd1695: data_q <= 20'hC2003; //> mov r.st, #OPEN_SENT
12'd1696: data_q <= 20'hD0612;  //> call sendopen
12'd1697: data_q <= 20'hD8000;  //> halt

12'd1698: data_q <= 20'h00000;  //> tm_open_sent: ld #0
12'd1699: data_q <= 20'hD0730;  //> call round
12'd1700: data_q <= 20'hC925F;  //> bz idle
12'd1701: data_q <= 20'hD0612;  //> call sendopen
12'd1702: data_q <= 20'hD8000;  //> halt

12'd1703: data_q <= 20'h82004; 12'd1704: data_q <= 20'hC0358; 12'd1705: data_q <= 20'h82005; 12'd1706: data_q <= 20'hC0359; //> tm_open_recd: mov2 rtx, r.una
12'd1707: data_q <= 20'h82008; 12'd1708: data_q <= 20'hC035A; 12'd1709: data_q <= 20'h82009; 12'd1710: data_q <= 20'hC035B; //> mov2 rrx, r.clid
12'd1711: data_q <= 20'h00001; 12'd1712: data_q <= 20'hC0357; //> mov rop, #O_OPEN_ACK
12'd1713: data_q <= 20'hD0050;  //> call respond
12'd1714: data_q <= 20'h80366;  //> ld t_open
12'd1715: data_q <= 20'hD0324;  //> call arm
12'd1716: data_q <= 20'hD8000;  //> halt

12'd1717: data_q <= 20'h82002; 12'd1718: data_q <= 20'h50200; 12'd1719: data_q <= 20'hC96BC; //> tm_open: jf r.fl, #HOLD, tm_op1
12'd1720: data_q <= 20'h82002; 12'd1721: data_q <= 20'h5FDEF; 12'd1722: data_q <= 20'hC2002; //> clr r.fl, #HOLD + ARM
12'd1723: data_q <= 20'hD8000;  //> halt
12'd1724: data_q <= 20'h82012; 12'd1725: data_q <= 20'hCA6C4; //> tm_op1: jnz r.nfl, tm_replay
12'd1726: data_q <= 20'hD0692;  //> call mayclose
12'd1727: data_q <= 20'hCA6D5;  //> bnz tm_close
12'd1728: data_q <= 20'h82002; 12'd1729: data_q <= 20'h5FFEF; 12'd1730: data_q <= 20'hC2002; //> clr r.fl, #ARM
12'd1731: data_q <= 20'hD8000;  //> halt
12'd1732: data_q <= 20'h00000;  //> tm_replay: ld #0
12'd1733: data_q <= 20'hC0342;  //> st t
12'd1734: data_q <= 20'h8200F; 12'd1735: data_q <= 20'h982A1; 12'd1736: data_q <= 20'hCB6CB; //> jlt r.try, R_RETRY+1, tm_rp1
12'd1737: data_q <= 20'h00001; 12'd1738: data_q <= 20'hC0342; //> mov t, #1
12'd1739: data_q <= 20'h80342;  //> tm_rp1: ld t
12'd1740: data_q <= 20'hD0730;  //> call round
12'd1741: data_q <= 20'hC925F;  //> bz idle
12'd1742: data_q <= 20'h82002; 12'd1743: data_q <= 20'h5FEFF; 12'd1744: data_q <= 20'hC2002; //> clr r.fl, #NKV
12'd1745: data_q <= 20'hD033D;  //> call rewind
12'd1746: data_q <= 20'h80365;  //> ld t_to
12'd1747: data_q <= 20'hD0324;  //> call arm
12'd1748: data_q <= 20'hD8000;  //> halt
12'd1749: data_q <= 20'h00004; 12'd1750: data_q <= 20'hC2003; //> tm_close: mov r.st, #CLOSE_SENT
12'd1751: data_q <= 20'h00000; 12'd1752: data_q <= 20'hC200F; //> mov r.try, #0
12'd1753: data_q <= 20'h82002; 12'd1754: data_q <= 20'h5FDFF; 12'd1755: data_q <= 20'hC2002; //> tm_say: clr r.fl, #HOLD
12'd1756: data_q <= 20'h82004; 12'd1757: data_q <= 20'hC0358; 12'd1758: data_q <= 20'h82005; 12'd1759: data_q <= 20'hC0359; //> mov2 rtx, r.una
12'd1760: data_q <= 20'h82006; 12'd1761: data_q <= 20'hC035A; 12'd1762: data_q <= 20'h82007; 12'd1763: data_q <= 20'hC035B; //> mov2 rrx, r.last
12'd1764: data_q <= 20'h00003; 12'd1765: data_q <= 20'hC0357; //> mov rop, #O_CLOSE
12'd1766: data_q <= 20'hD0050;  //> call respond
12'd1767: data_q <= 20'h80367;  //> tm_cl9: ld t_close
12'd1768: data_q <= 20'hD0324;  //> call arm
12'd1769: data_q <= 20'hD8000;  //> halt

12'd1770: data_q <= 20'h82002; 12'd1771: data_q <= 20'h50200; 12'd1772: data_q <= 20'hCA6D9; //> tm_close_sent: jt r.fl, #HOLD, tm_say
12'd1773: data_q <= 20'h82002; 12'd1774: data_q <= 20'h50400; 12'd1775: data_q <= 20'hC96FC; //> jf r.fl, #CHOLD, tm_cs1
12'd1776: data_q <= 20'h00162; 12'd1777: data_q <= 20'hD0040; //> cnt C_TIMEOUT
12'd1778: data_q <= 20'hD0336;  //> call retry
12'd1779: data_q <= 20'h8200F; 12'd1780: data_q <= 20'h982A1; 12'd1781: data_q <= 20'hCB6E7; //> jlt r.try, R_RETRY+1, tm_cl9
12'd1782: data_q <= 20'h82002; 12'd1783: data_q <= 20'h5FBFF; 12'd1784: data_q <= 20'hC2002; //> clr r.fl, #CHOLD
12'd1785: data_q <= 20'h00000; 12'd1786: data_q <= 20'hC200F; //> mov r.try, #0
12'd1787: data_q <= 20'hC86E7;  //> jmp tm_cl9
12'd1788: data_q <= 20'h00000;  //> tm_cs1: ld #0
12'd1789: data_q <= 20'hD0730;  //> call round
12'd1790: data_q <= 20'hCA6D9;  //> bnz tm_say
12'd1791: data_q <= 20'hD8000;  //> halt

12'd1792: data_q <= 20'h82012; 12'd1793: data_q <= 20'hCA70E; //> tm_close_recd: jnz r.nfl, tm_cr1
12'd1794: data_q <= 20'hD03CD;  //> call allhere
12'd1795: data_q <= 20'hC970E;  //> bz tm_cr1
12'd1796: data_q <= 20'h00001;  //> ld #1
12'd1797: data_q <= 20'hD0391;  //> call closed
12'd1798: data_q <= 20'h82008; 12'd1799: data_q <= 20'hC035A; 12'd1800: data_q <= 20'h82009; 12'd1801: data_q <= 20'hC035B; //> mov2 rrx, r.clid
12'd1802: data_q <= 20'h00004; 12'd1803: data_q <= 20'hC0357; //> mov rop, #O_CLOSE_ACK
12'd1804: data_q <= 20'hD0050;  //> call respond
12'd1805: data_q <= 20'hD8000;  //> halt
12'd1806: data_q <= 20'h82002; 12'd1807: data_q <= 20'h50200; 12'd1808: data_q <= 20'hC9715; //> tm_cr1: jf r.fl, #HOLD, tm_cr2
12'd1809: data_q <= 20'h82002; 12'd1810: data_q <= 20'h5FDFF; 12'd1811: data_q <= 20'hC2002; //> clr r.fl, #HOLD
12'd1812: data_q <= 20'hC86E7;  //> jmp tm_cl9
12'd1813: data_q <= 20'h00000;  //> tm_cr2: ld #0
12'd1814: data_q <= 20'hD0730;  //> call round
12'd1815: data_q <= 20'hC925F;  //> bz idle
12'd1816: data_q <= 20'h82002; 12'd1817: data_q <= 20'h5FEFF; 12'd1818: data_q <= 20'hC2002; //> clr r.fl, #NKV
12'd1819: data_q <= 20'hD033D;  //> call rewind
12'd1820: data_q <= 20'h82005; 12'd1821: data_q <= 20'h8A012; 12'd1822: data_q <= 20'hC0359; 12'd1823: data_q <= 20'h82004; 12'd1824: data_q <= 20'h20000; 12'd1825: data_q <= 20'hC0358; //> add2 rtx, r.una, 0:r.nfl
12'd1826: data_q <= 20'h80359; 12'd1827: data_q <= 20'h30001; 12'd1828: data_q <= 20'hC0359; 12'd1829: data_q <= 20'h80358; 12'd1830: data_q <= 20'h40000; 12'd1831: data_q <= 20'hC0358; //> sub2 rtx, rtx, #1
12'd1832: data_q <= 20'h82008; 12'd1833: data_q <= 20'hC035A; 12'd1834: data_q <= 20'h82009; 12'd1835: data_q <= 20'hC035B; //> mov2 rrx, r.clid
12'd1836: data_q <= 20'h00005; 12'd1837: data_q <= 20'hC0357; //> mov rop, #O_CLOSE_NACK
12'd1838: data_q <= 20'hD0050;  //> call respond
12'd1839: data_q <= 20'hC86E7;  //> jmp tm_cl9

// ---- one more fruitless round. A = 1 before: it was the last one in any case. A = 0 after: the link is dead
12'd1840: data_q <= 20'hC0342;  //> round: st t
12'd1841: data_q <= 20'h00162; 12'd1842: data_q <= 20'hD0040; //> cnt C_TIMEOUT
12'd1843: data_q <= 20'hD0336;  //> call retry
12'd1844: data_q <= 20'h80342; 12'd1845: data_q <= 20'hCA739; //> jnz t, rd_dead
12'd1846: data_q <= 20'h8200F; 12'd1847: data_q <= 20'h982A1; 12'd1848: data_q <= 20'hCB4A5; //> jlt r.try, R_RETRY+1, mov1
12'd1849: data_q <= 20'h82003; 12'd1850: data_q <= 20'h70005; 12'd1851: data_q <= 20'hCA743; //> rd_dead: jne r.st, #CLOSE_RECD, rd1
12'd1852: data_q <= 20'h82008; 12'd1853: data_q <= 20'hC035A; 12'd1854: data_q <= 20'h82009; 12'd1855: data_q <= 20'hC035B; //> mov2 rrx, r.clid
12'd1856: data_q <= 20'h00004; 12'd1857: data_q <= 20'hC0357; //> mov rop, #O_CLOSE_ACK
12'd1858: data_q <= 20'hD0050;  //> call respond
12'd1859: data_q <= 20'h00400; 12'd1860: data_q <= 20'hC035E; //> rd1: mov ckind, #0x400
12'd1861: data_q <= 20'h00000; 12'd1862: data_q <= 20'hC035F; 12'd1863: data_q <= 20'h00000; 12'd1864: data_q <= 20'hC0360; //> mov2 cid, #0
12'd1865: data_q <= 20'h82016; 12'd1866: data_q <= 20'hC0361; //> mov ccnt, r.held
12'd1867: data_q <= 20'h00000; 12'd1868: data_q <= 20'hC0362; //> mov cbytes, #0
12'd1869: data_q <= 20'hD0071;  //> call complete
12'd1870: data_q <= 20'h82016; 12'd1871: data_q <= 20'hC975D; //> jz r.held, rd2
12'd1872: data_q <= 20'h82016; 12'd1873: data_q <= 20'hC0341; //> mov k, r.held
12'd1874: data_q <= 20'h00172;  //> ld #C_FLUSHED
12'd1875: data_q <= 20'hD0048;  //> call countk
12'd1876: data_q <= 20'h82015;  //> ld r.tail
12'd1877: data_q <= 20'hDB000;  //> tap
12'd1878: data_q <= 20'h80344; 12'd1879: data_q <= 20'hC63FE; //> mov m.NEXT, free_h
12'd1880: data_q <= 20'h82014; 12'd1881: data_q <= 20'hC0344; //> mov free_h, r.head
12'd1882: data_q <= 20'h80345;  //> ld free_n
12'd1883: data_q <= 20'h8A016;  //> add r.held
12'd1884: data_q <= 20'hC0345;  //> st free_n
12'd1885: data_q <= 20'h82005; 12'd1886: data_q <= 20'h8A012; 12'd1887: data_q <= 20'hC2005; 12'd1888: data_q <= 20'h82004; 12'd1889: data_q <= 20'h20000; 12'd1890: data_q <= 20'hC2004; //> rd2: add2 r.una, r.una, 0:r.nfl
12'd1891: data_q <= 20'h82003; 12'd1892: data_q <= 20'h70004; 12'd1893: data_q <= 20'hCA76C; //> jne r.st, #CLOSE_SENT, rd3
12'd1894: data_q <= 20'h82005; 12'd1895: data_q <= 20'h10001; 12'd1896: data_q <= 20'hC2005; 12'd1897: data_q <= 20'h82004; 12'd1898: data_q <= 20'h20000; 12'd1899: data_q <= 20'hC2004; //> add2 r.una, r.una, #1
12'd1900: data_q <= 20'h00000; 12'd1901: data_q <= 20'hC2003; //> rd3: mov r.st, #CLOSED
12'd1902: data_q <= 20'h00000; 12'd1903: data_q <= 20'hC2016; //> mov r.held, #0
12'd1904: data_q <= 20'h00000; 12'd1905: data_q <= 20'hC2012; //> mov r.nfl, #0
12'd1906: data_q <= 20'hD033D;  //> call rewind
12'd1907: data_q <= 20'h82002; 12'd1908: data_q <= 20'h5C8C7; 12'd1909: data_q <= 20'hC2002; //> clr r.fl, #CLOSING + CHOLD + HOLD + REOPEN + NKV + XV + ARM + ARM2
12'd1910: data_q <= 20'h82002; 12'd1911: data_q <= 20'h64000; 12'd1912: data_q <= 20'hC2002; //> set r.fl, #DEAD
12'd1913: data_q <= 20'h802B9; 12'd1914: data_q <= 20'h60001; 12'd1915: data_q <= 20'hC02B9; //> set R_IRQ+1, #1
12'd1916: data_q <= 20'h80392; 12'd1917: data_q <= 20'h60008; 12'd1918: data_q <= 20'hC0392; //> set stats, #8
12'd1919: data_q <= 20'h0017E; 12'd1920: data_q <= 20'hD0040; //> cnt C_DEAD
12'd1921: data_q <= 20'h00000;  //> ld #0
12'd1922: data_q <= 20'hD8800;  //> ret
