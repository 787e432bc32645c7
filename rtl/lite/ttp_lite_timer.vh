// SPDX-License-Identifier: Apache-2.0
//
// Microprogram, slot 6 (TIMER): one link in each round, in turn: deadlines, and what the host's payloads and close
// requests make of a link that is idle. A round is the unit of all times.

rom[1573] = 20'h80346; rom[1574] = 20'h10001; rom[1575] = 20'hC0346; //> timer: inc now
rom[1576] = 20'h50007;         //> and #7
rom[1577] = 20'hC0340;         //> st i
rom[1578] = 20'hDA000;         //> tal
rom[1579] = 20'h80340; rom[1580] = 20'hCA640; //> jnz i, tm_link
// once in eight rounds: time of the registers, state of the LEDs
rom[1581] = 20'h80348; rom[1582] = 20'h10001; rom[1583] = 20'hC0348; rom[1584] = 20'h80347; rom[1585] = 20'h20000; rom[1586] = 20'hC0347; //> add2 lap, lap, #1
rom[1587] = 20'h8036E;         //> ld sess
rom[1588] = 20'hD9000;         //> rol
rom[1589] = 20'hB0392;         //> or stats
rom[1590] = 20'hB0391;         //> or acc
rom[1591] = 20'hDD000;         //> stat
rom[1592] = 20'h00000; rom[1593] = 20'hC0392; //> mov stats, #0
rom[1594] = 20'h00000; rom[1595] = 20'hC0391; //> mov acc, #0
rom[1596] = 20'h80346;         //> ld now
rom[1597] = 20'h50007;         //> and #7
rom[1598] = 20'hC0340;         //> st i
rom[1599] = 20'hDA000;         //> tal
rom[1600] = 20'h80293; rom[1601] = 20'h50001; rom[1602] = 20'hC925F; //> tm_link: jf R_CTRL+1, #1, idle
rom[1603] = 20'h82002; rom[1604] = 20'hCE25F; //> jnn r.fl, idle
rom[1605] = 20'h82003; rom[1606] = 20'h30003; rom[1607] = 20'hCB64B; //> jlt r.st, #OPEN, tm_shut
rom[1608] = 20'h80391; rom[1609] = 20'h60001; rom[1610] = 20'hC0391; //> set acc, #1
rom[1611] = 20'h0000E; rom[1612] = 20'h9835D; rom[1613] = 20'hCB25F; //> tm_shut: jlt #RSP_ROOM, rq_n, idle
// a link whose payload is on the wire this moment: later
rom[1614] = 20'h8036A; rom[1615] = 20'hC9653; //> jz wtx_pg, tm_key
rom[1616] = 20'h8036B;         //> ld wtx_l
rom[1617] = 20'hB8340;         //> xor i
rom[1618] = 20'hC925F;         //> bz idle
rom[1619] = 20'h82000; rom[1620] = 20'hC034B; //> tm_key: mov kh, r.kh
rom[1621] = 20'h82001; rom[1622] = 20'hC034C; //> mov kl, r.kl
rom[1623] = 20'h00000; rom[1624] = 20'hC0358; rom[1625] = 20'h00000; rom[1626] = 20'hC0359; //> mov2 rtx, #0
rom[1627] = 20'h00000; rom[1628] = 20'hC035A; rom[1629] = 20'h00000; rom[1630] = 20'hC035B; //> mov2 rrx, #0
rom[1631] = 20'h82002; rom[1632] = 20'h50010; rom[1633] = 20'hC966D; //> jf r.fl, #ARM, tm_calm
rom[1634] = 20'h80346;         //> ld now
rom[1635] = 20'h9A010;         //> sub r.dl
rom[1636] = 20'hCD674;         //> bn tm_second
rom[1637] = 20'h82003;         //> ld r.st
rom[1638] = 20'hCF667;         //> jpa tm_in
rom[1639] = 20'hC8698;         //> tm_in: jmp tm_closed
rom[1640] = 20'hC86A2;         //> jmp tm_open_sent
rom[1641] = 20'hC86A7;         //> jmp tm_open_recd
rom[1642] = 20'hC86B5;         //> jmp tm_open
rom[1643] = 20'hC86EA;         //> jmp tm_close_sent
rom[1644] = 20'hC8700;         //> jmp tm_close_recd

// no deadline
rom[1645] = 20'h82003; rom[1646] = 20'hC9698; //> tm_calm: jz r.st, tm_closed
rom[1647] = 20'h82003; rom[1648] = 20'h70003; rom[1649] = 20'hCA674; //> jne r.st, #OPEN, tm_second
rom[1650] = 20'hD0692;         //> call mayclose
rom[1651] = 20'hCA6D5;         //> bnz tm_close
rom[1652] = 20'h82002; rom[1653] = 20'h50008; rom[1654] = 20'hC925F; //> tm_second: jf r.fl, #ARM2, idle
rom[1655] = 20'h80346;         //> ld now
rom[1656] = 20'h9A011;         //> sub r.dl2
rom[1657] = 20'hCD25F;         //> bn idle
rom[1658] = 20'hD049A;         //> call moving
rom[1659] = 20'hCA680;         //> bnz tm_again
rom[1660] = 20'h82002; rom[1661] = 20'h5FFF7; rom[1662] = 20'hC2002; //> clr r.fl, #ARM2
rom[1663] = 20'hD8000;         //> halt
rom[1664] = 20'h82002; rom[1665] = 20'h50080; rom[1666] = 20'hC9687; //> tm_again: jf r.fl, #GAPV, tm_reack
rom[1667] = 20'h82002; rom[1668] = 20'h5FF7F; rom[1669] = 20'hC2002; //> clr r.fl, #GAPV
rom[1670] = 20'hC8690;         //> jmp tm_serve
rom[1671] = 20'h80369; rom[1672] = 20'hC9690; //> tm_reack: jz t_reack, tm_serve
rom[1673] = 20'h82006; rom[1674] = 20'hC035A; rom[1675] = 20'h82007; rom[1676] = 20'hC035B; //> mov2 rrx, r.last
rom[1677] = 20'h00007; rom[1678] = 20'hC0357; //> mov rop, #O_ACK
rom[1679] = 20'hD0050;         //> call respond
rom[1680] = 20'hD0330;         //> tm_serve: call service
rom[1681] = 20'hD8000;         //> halt

// A = 1: the host has asked to close, and nothing is left
rom[1682] = 20'h82002; rom[1683] = 20'h52000; rom[1684] = 20'hC94A3; //> mayclose: jf r.fl, #CLOSING, mov0
rom[1685] = 20'h82016; rom[1686] = 20'hC94A5; //> jz r.held, mov1
rom[1687] = 20'hC84A3;         //> jmp mov0

rom[1688] = 20'h82002; rom[1689] = 20'h5FFEF; rom[1690] = 20'hC2002; //> tm_closed: clr r.fl, #ARM
rom[1691] = 20'h82016; rom[1692] = 20'hC925F; //> jz r.held, idle
rom[1693] = 20'hD02D7;         //> call leave
rom[1694] = 20'h00001; rom[1695] = 20'hC2003; //> mov r.st, #OPEN_SENT
rom[1696] = 20'hD0612;         //> call sendopen
rom[1697] = 20'hD8000;         //> halt

rom[1698] = 20'h00000;         //> tm_open_sent: ld #0
rom[1699] = 20'hD0730;         //> call round
rom[1700] = 20'hC925F;         //> bz idle
rom[1701] = 20'hD0612;         //> call sendopen
rom[1702] = 20'hD8000;         //> halt

rom[1703] = 20'h82004; rom[1704] = 20'hC0358; rom[1705] = 20'h82005; rom[1706] = 20'hC0359; //> tm_open_recd: mov2 rtx, r.una
rom[1707] = 20'h82008; rom[1708] = 20'hC035A; rom[1709] = 20'h82009; rom[1710] = 20'hC035B; //> mov2 rrx, r.clid
rom[1711] = 20'h00001; rom[1712] = 20'hC0357; //> mov rop, #O_OPEN_ACK
rom[1713] = 20'hD0050;         //> call respond
rom[1714] = 20'h80366;         //> ld t_open
rom[1715] = 20'hD0324;         //> call arm
rom[1716] = 20'hD8000;         //> halt

rom[1717] = 20'h82002; rom[1718] = 20'h50200; rom[1719] = 20'hC96BC; //> tm_open: jf r.fl, #HOLD, tm_op1
rom[1720] = 20'h82002; rom[1721] = 20'h5FDEF; rom[1722] = 20'hC2002; //> clr r.fl, #HOLD + ARM
rom[1723] = 20'hD8000;         //> halt
rom[1724] = 20'h82012; rom[1725] = 20'hCA6C4; //> tm_op1: jnz r.nfl, tm_replay
rom[1726] = 20'hD0692;         //> call mayclose
rom[1727] = 20'hCA6D5;         //> bnz tm_close
rom[1728] = 20'h82002; rom[1729] = 20'h5FFEF; rom[1730] = 20'hC2002; //> clr r.fl, #ARM
rom[1731] = 20'hD8000;         //> halt
rom[1732] = 20'h00000;         //> tm_replay: ld #0
rom[1733] = 20'hC0342;         //> st t
rom[1734] = 20'h8200F; rom[1735] = 20'h982A1; rom[1736] = 20'hCB6CB; //> jlt r.try, R_RETRY+1, tm_rp1
rom[1737] = 20'h00001; rom[1738] = 20'hC0342; //> mov t, #1
rom[1739] = 20'h80342;         //> tm_rp1: ld t
rom[1740] = 20'hD0730;         //> call round
rom[1741] = 20'hC925F;         //> bz idle
rom[1742] = 20'h82002; rom[1743] = 20'h5FEFF; rom[1744] = 20'hC2002; //> clr r.fl, #NKV
rom[1745] = 20'hD033D;         //> call rewind
rom[1746] = 20'h80365;         //> ld t_to
rom[1747] = 20'hD0324;         //> call arm
rom[1748] = 20'hD8000;         //> halt
rom[1749] = 20'h00004; rom[1750] = 20'hC2003; //> tm_close: mov r.st, #CLOSE_SENT
rom[1751] = 20'h00000; rom[1752] = 20'hC200F; //> mov r.try, #0
rom[1753] = 20'h82002; rom[1754] = 20'h5FDFF; rom[1755] = 20'hC2002; //> tm_say: clr r.fl, #HOLD
rom[1756] = 20'h82004; rom[1757] = 20'hC0358; rom[1758] = 20'h82005; rom[1759] = 20'hC0359; //> mov2 rtx, r.una
rom[1760] = 20'h82006; rom[1761] = 20'hC035A; rom[1762] = 20'h82007; rom[1763] = 20'hC035B; //> mov2 rrx, r.last
rom[1764] = 20'h00003; rom[1765] = 20'hC0357; //> mov rop, #O_CLOSE
rom[1766] = 20'hD0050;         //> call respond
rom[1767] = 20'h80367;         //> tm_cl9: ld t_close
rom[1768] = 20'hD0324;         //> call arm
rom[1769] = 20'hD8000;         //> halt

rom[1770] = 20'h82002; rom[1771] = 20'h50200; rom[1772] = 20'hCA6D9; //> tm_close_sent: jt r.fl, #HOLD, tm_say
rom[1773] = 20'h82002; rom[1774] = 20'h50400; rom[1775] = 20'hC96FC; //> jf r.fl, #CHOLD, tm_cs1
rom[1776] = 20'h00162; rom[1777] = 20'hD0040; //> cnt C_TIMEOUT
rom[1778] = 20'hD0336;         //> call retry
rom[1779] = 20'h8200F; rom[1780] = 20'h982A1; rom[1781] = 20'hCB6E7; //> jlt r.try, R_RETRY+1, tm_cl9
rom[1782] = 20'h82002; rom[1783] = 20'h5FBFF; rom[1784] = 20'hC2002; //> clr r.fl, #CHOLD
rom[1785] = 20'h00000; rom[1786] = 20'hC200F; //> mov r.try, #0
rom[1787] = 20'hC86E7;         //> jmp tm_cl9
rom[1788] = 20'h00000;         //> tm_cs1: ld #0
rom[1789] = 20'hD0730;         //> call round
rom[1790] = 20'hCA6D9;         //> bnz tm_say
rom[1791] = 20'hD8000;         //> halt

rom[1792] = 20'h82012; rom[1793] = 20'hCA70E; //> tm_close_recd: jnz r.nfl, tm_cr1
rom[1794] = 20'hD03CD;         //> call allhere
rom[1795] = 20'hC970E;         //> bz tm_cr1
rom[1796] = 20'h00001;         //> ld #1
rom[1797] = 20'hD0391;         //> call closed
rom[1798] = 20'h82008; rom[1799] = 20'hC035A; rom[1800] = 20'h82009; rom[1801] = 20'hC035B; //> mov2 rrx, r.clid
rom[1802] = 20'h00004; rom[1803] = 20'hC0357; //> mov rop, #O_CLOSE_ACK
rom[1804] = 20'hD0050;         //> call respond
rom[1805] = 20'hD8000;         //> halt
rom[1806] = 20'h82002; rom[1807] = 20'h50200; rom[1808] = 20'hC9715; //> tm_cr1: jf r.fl, #HOLD, tm_cr2
rom[1809] = 20'h82002; rom[1810] = 20'h5FDFF; rom[1811] = 20'hC2002; //> clr r.fl, #HOLD
rom[1812] = 20'hC86E7;         //> jmp tm_cl9
rom[1813] = 20'h00000;         //> tm_cr2: ld #0
rom[1814] = 20'hD0730;         //> call round
rom[1815] = 20'hC925F;         //> bz idle
rom[1816] = 20'h82002; rom[1817] = 20'h5FEFF; rom[1818] = 20'hC2002; //> clr r.fl, #NKV
rom[1819] = 20'hD033D;         //> call rewind
rom[1820] = 20'h82005; rom[1821] = 20'h8A012; rom[1822] = 20'hC0359; rom[1823] = 20'h82004; rom[1824] = 20'h20000; rom[1825] = 20'hC0358; //> add2 rtx, r.una, 0:r.nfl
rom[1826] = 20'h80359; rom[1827] = 20'h30001; rom[1828] = 20'hC0359; rom[1829] = 20'h80358; rom[1830] = 20'h40000; rom[1831] = 20'hC0358; //> sub2 rtx, rtx, #1
rom[1832] = 20'h82008; rom[1833] = 20'hC035A; rom[1834] = 20'h82009; rom[1835] = 20'hC035B; //> mov2 rrx, r.clid
rom[1836] = 20'h00005; rom[1837] = 20'hC0357; //> mov rop, #O_CLOSE_NACK
rom[1838] = 20'hD0050;         //> call respond
rom[1839] = 20'hC86E7;         //> jmp tm_cl9

// ---- one more fruitless round. A = 1 before: it was the last one in any case. A = 0 after: the link is dead
rom[1840] = 20'hC0342;         //> round: st t
rom[1841] = 20'h00162; rom[1842] = 20'hD0040; //> cnt C_TIMEOUT
rom[1843] = 20'hD0336;         //> call retry
rom[1844] = 20'h80342; rom[1845] = 20'hCA739; //> jnz t, rd_dead
rom[1846] = 20'h8200F; rom[1847] = 20'h982A1; rom[1848] = 20'hCB4A5; //> jlt r.try, R_RETRY+1, mov1
rom[1849] = 20'h82003; rom[1850] = 20'h70005; rom[1851] = 20'hCA743; //> rd_dead: jne r.st, #CLOSE_RECD, rd1
rom[1852] = 20'h82008; rom[1853] = 20'hC035A; rom[1854] = 20'h82009; rom[1855] = 20'hC035B; //> mov2 rrx, r.clid
rom[1856] = 20'h00004; rom[1857] = 20'hC0357; //> mov rop, #O_CLOSE_ACK
rom[1858] = 20'hD0050;         //> call respond
rom[1859] = 20'h00400; rom[1860] = 20'hC035E; //> rd1: mov ckind, #0x400
rom[1861] = 20'h00000; rom[1862] = 20'hC035F; rom[1863] = 20'h00000; rom[1864] = 20'hC0360; //> mov2 cid, #0
rom[1865] = 20'h82016; rom[1866] = 20'hC0361; //> mov ccnt, r.held
rom[1867] = 20'h00000; rom[1868] = 20'hC0362; //> mov cbytes, #0
rom[1869] = 20'hD0071;         //> call complete
rom[1870] = 20'h82016; rom[1871] = 20'hC975D; //> jz r.held, rd2
rom[1872] = 20'h82016; rom[1873] = 20'hC0341; //> mov k, r.held
rom[1874] = 20'h00172;         //> ld #C_FLUSHED
rom[1875] = 20'hD0048;         //> call countk
rom[1876] = 20'h82015;         //> ld r.tail
rom[1877] = 20'hDB000;         //> tap
rom[1878] = 20'h80344; rom[1879] = 20'hC63FE; //> mov m.NEXT, free_h
rom[1880] = 20'h82014; rom[1881] = 20'hC0344; //> mov free_h, r.head
rom[1882] = 20'h80345;         //> ld free_n
rom[1883] = 20'h8A016;         //> add r.held
rom[1884] = 20'hC0345;         //> st free_n
rom[1885] = 20'h82005; rom[1886] = 20'h8A012; rom[1887] = 20'hC2005; rom[1888] = 20'h82004; rom[1889] = 20'h20000; rom[1890] = 20'hC2004; //> rd2: add2 r.una, r.una, 0:r.nfl
rom[1891] = 20'h82003; rom[1892] = 20'h70004; rom[1893] = 20'hCA76C; //> jne r.st, #CLOSE_SENT, rd3
rom[1894] = 20'h82005; rom[1895] = 20'h10001; rom[1896] = 20'hC2005; rom[1897] = 20'h82004; rom[1898] = 20'h20000; rom[1899] = 20'hC2004; //> add2 r.una, r.una, #1
rom[1900] = 20'h00000; rom[1901] = 20'hC2003; //> rd3: mov r.st, #CLOSED
rom[1902] = 20'h00000; rom[1903] = 20'hC2016; //> mov r.held, #0
rom[1904] = 20'h00000; rom[1905] = 20'hC2012; //> mov r.nfl, #0
rom[1906] = 20'hD033D;         //> call rewind
rom[1907] = 20'h82002; rom[1908] = 20'h5C8C7; rom[1909] = 20'hC2002; //> clr r.fl, #CLOSING + CHOLD + HOLD + REOPEN + NKV + XV + ARM + ARM2
rom[1910] = 20'h82002; rom[1911] = 20'h64000; rom[1912] = 20'hC2002; //> set r.fl, #DEAD
rom[1913] = 20'h802B9; rom[1914] = 20'h60001; rom[1915] = 20'hC02B9; //> set R_IRQ+1, #1
rom[1916] = 20'h80392; rom[1917] = 20'h60008; rom[1918] = 20'hC0392; //> set stats, #8
rom[1919] = 20'h0017E; rom[1920] = 20'hD0040; //> cnt C_DEAD
rom[1921] = 20'h00000;         //> ld #0
rom[1922] = 20'hD8800;         //> ret
