// SPDX-License-Identifier: Apache-2.0
//
// Microprogram, slot 6 (TIMER): one link in each round, in turn: deadlines, and what the host's payloads and close
// requests make of a link that is idle. A round is the unit of all times.

rom[1421] = 20'h80346; rom[1422] = 20'h10001; rom[1423] = 20'hC0346; //> timer: inc now
rom[1424] = 20'h50007;         //> and #7
rom[1425] = 20'hC0340;         //> st i
rom[1426] = 20'hDA000;         //> tal
rom[1427] = 20'h80340; rom[1428] = 20'hCA5A8; //> jnz i, tm_link
// once in eight rounds: time of the registers, state of the LEDs
rom[1429] = 20'h80348; rom[1430] = 20'h10001; rom[1431] = 20'hC0348; rom[1432] = 20'h80347; rom[1433] = 20'h20000; rom[1434] = 20'hC0347; //> add2 lap, lap, #1
rom[1435] = 20'h8036E;         //> ld sess
rom[1436] = 20'hD9000;         //> rol
rom[1437] = 20'hB0392;         //> or stats
rom[1438] = 20'hB0391;         //> or acc
rom[1439] = 20'hDD000;         //> stat
rom[1440] = 20'h00000; rom[1441] = 20'hC0392; //> mov stats, #0
rom[1442] = 20'h00000; rom[1443] = 20'hC0391; //> mov acc, #0
rom[1444] = 20'h80346;         //> ld now
rom[1445] = 20'h50007;         //> and #7
rom[1446] = 20'hC0340;         //> st i
rom[1447] = 20'hDA000;         //> tal
rom[1448] = 20'h80293; rom[1449] = 20'h50001; rom[1450] = 20'hC91C7; //> tm_link: jf R_CTRL+1, #1, idle
rom[1451] = 20'h82002; rom[1452] = 20'hCE1C7; //> jnn r.fl, idle
rom[1453] = 20'h82003; rom[1454] = 20'h30003; rom[1455] = 20'hCB5B3; //> jlt r.st, #OPEN, tm_shut
rom[1456] = 20'h80391; rom[1457] = 20'h60001; rom[1458] = 20'hC0391; //> set acc, #1
rom[1459] = 20'h0000E; rom[1460] = 20'h9835D; rom[1461] = 20'hCB1C7; //> tm_shut: jlt #RSP_ROOM, rq_n, idle
// a link whose payload is on the wire this moment: later
rom[1462] = 20'h8036A; rom[1463] = 20'hC95BB; //> jz wtx_pg, tm_key
rom[1464] = 20'h8036B;         //> ld wtx_l
rom[1465] = 20'hB8340;         //> xor i
rom[1466] = 20'hC91C7;         //> bz idle
rom[1467] = 20'h82000; rom[1468] = 20'hC034B; //> tm_key: mov kh, r.kh
rom[1469] = 20'h82001; rom[1470] = 20'hC034C; //> mov kl, r.kl
rom[1471] = 20'h00000; rom[1472] = 20'hC0358; rom[1473] = 20'h00000; rom[1474] = 20'hC0359; //> mov2 rtx, #0
rom[1475] = 20'h00000; rom[1476] = 20'hC035A; rom[1477] = 20'h00000; rom[1478] = 20'hC035B; //> mov2 rrx, #0
rom[1479] = 20'h82002; rom[1480] = 20'h50010; rom[1481] = 20'hC95D5; //> jf r.fl, #ARM, tm_calm
rom[1482] = 20'h80346;         //> ld now
rom[1483] = 20'h9A010;         //> sub r.dl
rom[1484] = 20'hCD5DC;         //> bn tm_second
rom[1485] = 20'h82003;         //> ld r.st
rom[1486] = 20'hCF5CF;         //> jpa tm_in
rom[1487] = 20'hC8600;         //> tm_in: jmp tm_closed
rom[1488] = 20'hC860A;         //> jmp tm_open_sent
rom[1489] = 20'hC860F;         //> jmp tm_open_recd
rom[1490] = 20'hC861D;         //> jmp tm_open
rom[1491] = 20'hC8652;         //> jmp tm_close_sent
rom[1492] = 20'hC8668;         //> jmp tm_close_recd

// no deadline
rom[1493] = 20'h82003; rom[1494] = 20'hC9600; //> tm_calm: jz r.st, tm_closed
rom[1495] = 20'h82003; rom[1496] = 20'h70003; rom[1497] = 20'hCA5DC; //> jne r.st, #OPEN, tm_second
rom[1498] = 20'hD05FA;         //> call mayclose
rom[1499] = 20'hCA63D;         //> bnz tm_close
rom[1500] = 20'h82002; rom[1501] = 20'h50008; rom[1502] = 20'hC91C7; //> tm_second: jf r.fl, #ARM2, idle
rom[1503] = 20'h80346;         //> ld now
rom[1504] = 20'h9A011;         //> sub r.dl2
rom[1505] = 20'hCD1C7;         //> bn idle
rom[1506] = 20'hD0402;         //> call moving
rom[1507] = 20'hCA5E8;         //> bnz tm_again
rom[1508] = 20'h82002; rom[1509] = 20'h5FFF7; rom[1510] = 20'hC2002; //> clr r.fl, #ARM2
rom[1511] = 20'hD8000;         //> halt
rom[1512] = 20'h82002; rom[1513] = 20'h50080; rom[1514] = 20'hC95EF; //> tm_again: jf r.fl, #GAPV, tm_reack
rom[1515] = 20'h82002; rom[1516] = 20'h5FF7F; rom[1517] = 20'hC2002; //> clr r.fl, #GAPV
rom[1518] = 20'hC85F8;         //> jmp tm_serve
rom[1519] = 20'h80369; rom[1520] = 20'hC95F8; //> tm_reack: jz t_reack, tm_serve
rom[1521] = 20'h82006; rom[1522] = 20'hC035A; rom[1523] = 20'h82007; rom[1524] = 20'hC035B; //> mov2 rrx, r.last
rom[1525] = 20'h00007; rom[1526] = 20'hC0357; //> mov rop, #O_ACK
rom[1527] = 20'hD0052;         //> call respond
rom[1528] = 20'hD0298;         //> tm_serve: call service
rom[1529] = 20'hD8000;         //> halt

// A = 1: the host has asked to close, and nothing is left
rom[1530] = 20'h82002; rom[1531] = 20'h52000; rom[1532] = 20'hC940B; //> mayclose: jf r.fl, #CLOSING, mov0
rom[1533] = 20'h82016; rom[1534] = 20'hC940D; //> jz r.held, mov1
rom[1535] = 20'hC840B;         //> jmp mov0

rom[1536] = 20'h82002; rom[1537] = 20'h5FFEF; rom[1538] = 20'hC2002; //> tm_closed: clr r.fl, #ARM
rom[1539] = 20'h82016; rom[1540] = 20'hC91C7; //> jz r.held, idle
rom[1541] = 20'hD023F;         //> call leave
rom[1542] = 20'h00001; rom[1543] = 20'hC2003; //> mov r.st, #OPEN_SENT
rom[1544] = 20'hD057A;         //> call sendopen
rom[1545] = 20'hD8000;         //> halt

rom[1546] = 20'h00000;         //> tm_open_sent: ld #0
rom[1547] = 20'hD0698;         //> call round
rom[1548] = 20'hC91C7;         //> bz idle
rom[1549] = 20'hD057A;         //> call sendopen
rom[1550] = 20'hD8000;         //> halt

rom[1551] = 20'h82004; rom[1552] = 20'hC0358; rom[1553] = 20'h82005; rom[1554] = 20'hC0359; //> tm_open_recd: mov2 rtx, r.una
rom[1555] = 20'h82008; rom[1556] = 20'hC035A; rom[1557] = 20'h82009; rom[1558] = 20'hC035B; //> mov2 rrx, r.clid
rom[1559] = 20'h00001; rom[1560] = 20'hC0357; //> mov rop, #O_OPEN_ACK
rom[1561] = 20'hD0052;         //> call respond
rom[1562] = 20'h80366;         //> ld t_open
rom[1563] = 20'hD028C;         //> call arm
rom[1564] = 20'hD8000;         //> halt

rom[1565] = 20'h82002; rom[1566] = 20'h50200; rom[1567] = 20'hC9624; //> tm_open: jf r.fl, #HOLD, tm_op1
rom[1568] = 20'h82002; rom[1569] = 20'h5FDEF; rom[1570] = 20'hC2002; //> clr r.fl, #HOLD + ARM
rom[1571] = 20'hD8000;         //> halt
rom[1572] = 20'h82012; rom[1573] = 20'hCA62C; //> tm_op1: jnz r.nfl, tm_replay
rom[1574] = 20'hD05FA;         //> call mayclose
rom[1575] = 20'hCA63D;         //> bnz tm_close
rom[1576] = 20'h82002; rom[1577] = 20'h5FFEF; rom[1578] = 20'hC2002; //> clr r.fl, #ARM
rom[1579] = 20'hD8000;         //> halt
rom[1580] = 20'h00000;         //> tm_replay: ld #0
rom[1581] = 20'hC0342;         //> st t
rom[1582] = 20'h8200F; rom[1583] = 20'h982A1; rom[1584] = 20'hCB633; //> jlt r.try, R_RETRY+1, tm_rp1
rom[1585] = 20'h00001; rom[1586] = 20'hC0342; //> mov t, #1
rom[1587] = 20'h80342;         //> tm_rp1: ld t
rom[1588] = 20'hD0698;         //> call round
rom[1589] = 20'hC91C7;         //> bz idle
rom[1590] = 20'h82002; rom[1591] = 20'h5FEFF; rom[1592] = 20'hC2002; //> clr r.fl, #NKV
rom[1593] = 20'hD02A5;         //> call rewind
rom[1594] = 20'h80365;         //> ld t_to
rom[1595] = 20'hD028C;         //> call arm
rom[1596] = 20'hD8000;         //> halt
rom[1597] = 20'h00004; rom[1598] = 20'hC2003; //> tm_close: mov r.st, #CLOSE_SENT
rom[1599] = 20'h00000; rom[1600] = 20'hC200F; //> mov r.try, #0
rom[1601] = 20'h82002; rom[1602] = 20'h5FDFF; rom[1603] = 20'hC2002; //> tm_say: clr r.fl, #HOLD
rom[1604] = 20'h82004; rom[1605] = 20'hC0358; rom[1606] = 20'h82005; rom[1607] = 20'hC0359; //> mov2 rtx, r.una
rom[1608] = 20'h82006; rom[1609] = 20'hC035A; rom[1610] = 20'h82007; rom[1611] = 20'hC035B; //> mov2 rrx, r.last
rom[1612] = 20'h00003; rom[1613] = 20'hC0357; //> mov rop, #O_CLOSE
rom[1614] = 20'hD0052;         //> call respond
rom[1615] = 20'h80367;         //> tm_cl9: ld t_close
rom[1616] = 20'hD028C;         //> call arm
rom[1617] = 20'hD8000;         //> halt

rom[1618] = 20'h82002; rom[1619] = 20'h50200; rom[1620] = 20'hCA641; //> tm_close_sent: jt r.fl, #HOLD, tm_say
rom[1621] = 20'h82002; rom[1622] = 20'h50400; rom[1623] = 20'hC9664; //> jf r.fl, #CHOLD, tm_cs1
rom[1624] = 20'h00162; rom[1625] = 20'hD0042; //> cnt C_TIMEOUT
rom[1626] = 20'hD029E;         //> call retry
rom[1627] = 20'h8200F; rom[1628] = 20'h982A1; rom[1629] = 20'hCB64F; //> jlt r.try, R_RETRY+1, tm_cl9
rom[1630] = 20'h82002; rom[1631] = 20'h5FBFF; rom[1632] = 20'hC2002; //> clr r.fl, #CHOLD
rom[1633] = 20'h00000; rom[1634] = 20'hC200F; //> mov r.try, #0
rom[1635] = 20'hC864F;         //> jmp tm_cl9
rom[1636] = 20'h00000;         //> tm_cs1: ld #0
rom[1637] = 20'hD0698;         //> call round
rom[1638] = 20'hCA641;         //> bnz tm_say
rom[1639] = 20'hD8000;         //> halt

rom[1640] = 20'h82012; rom[1641] = 20'hCA676; //> tm_close_recd: jnz r.nfl, tm_cr1
rom[1642] = 20'hD0335;         //> call allhere
rom[1643] = 20'hC9676;         //> bz tm_cr1
rom[1644] = 20'h00001;         //> ld #1
rom[1645] = 20'hD02F9;         //> call closed
rom[1646] = 20'h82008; rom[1647] = 20'hC035A; rom[1648] = 20'h82009; rom[1649] = 20'hC035B; //> mov2 rrx, r.clid
rom[1650] = 20'h00004; rom[1651] = 20'hC0357; //> mov rop, #O_CLOSE_ACK
rom[1652] = 20'hD0052;         //> call respond
rom[1653] = 20'hD8000;         //> halt
rom[1654] = 20'h82002; rom[1655] = 20'h50200; rom[1656] = 20'hC967D; //> tm_cr1: jf r.fl, #HOLD, tm_cr2
rom[1657] = 20'h82002; rom[1658] = 20'h5FDFF; rom[1659] = 20'hC2002; //> clr r.fl, #HOLD
rom[1660] = 20'hC864F;         //> jmp tm_cl9
rom[1661] = 20'h00000;         //> tm_cr2: ld #0
rom[1662] = 20'hD0698;         //> call round
rom[1663] = 20'hC91C7;         //> bz idle
rom[1664] = 20'h82002; rom[1665] = 20'h5FEFF; rom[1666] = 20'hC2002; //> clr r.fl, #NKV
rom[1667] = 20'hD02A5;         //> call rewind
rom[1668] = 20'h82005; rom[1669] = 20'h8A012; rom[1670] = 20'hC0359; rom[1671] = 20'h82004; rom[1672] = 20'h20000; rom[1673] = 20'hC0358; //> add2 rtx, r.una, 0:r.nfl
rom[1674] = 20'h80359; rom[1675] = 20'h30001; rom[1676] = 20'hC0359; rom[1677] = 20'h80358; rom[1678] = 20'h40000; rom[1679] = 20'hC0358; //> sub2 rtx, rtx, #1
rom[1680] = 20'h82008; rom[1681] = 20'hC035A; rom[1682] = 20'h82009; rom[1683] = 20'hC035B; //> mov2 rrx, r.clid
rom[1684] = 20'h00005; rom[1685] = 20'hC0357; //> mov rop, #O_CLOSE_NACK
rom[1686] = 20'hD0052;         //> call respond
rom[1687] = 20'hC864F;         //> jmp tm_cl9

// ---- one more fruitless round. A = 1 before: it was the last one in any case. A = 0 after: the link is dead
rom[1688] = 20'hC0342;         //> round: st t
rom[1689] = 20'h00162; rom[1690] = 20'hD0042; //> cnt C_TIMEOUT
rom[1691] = 20'hD029E;         //> call retry
rom[1692] = 20'h80342; rom[1693] = 20'hCA6A1; //> jnz t, rd_dead
rom[1694] = 20'h8200F; rom[1695] = 20'h982A1; rom[1696] = 20'hCB40D; //> jlt r.try, R_RETRY+1, mov1
rom[1697] = 20'h82003; rom[1698] = 20'h70005; rom[1699] = 20'hCA6AB; //> rd_dead: jne r.st, #CLOSE_RECD, rd1
rom[1700] = 20'h82008; rom[1701] = 20'hC035A; rom[1702] = 20'h82009; rom[1703] = 20'hC035B; //> mov2 rrx, r.clid
rom[1704] = 20'h00004; rom[1705] = 20'hC0357; //> mov rop, #O_CLOSE_ACK
rom[1706] = 20'hD0052;         //> call respond
rom[1707] = 20'h00400; rom[1708] = 20'hC035E; //> rd1: mov ckind, #0x400
rom[1709] = 20'h00000; rom[1710] = 20'hC035F; rom[1711] = 20'h00000; rom[1712] = 20'hC0360; //> mov2 cid, #0
rom[1713] = 20'h82016; rom[1714] = 20'hC0361; //> mov ccnt, r.held
rom[1715] = 20'h00000; rom[1716] = 20'hC0362; //> mov cbytes, #0
rom[1717] = 20'hD0073;         //> call complete
rom[1718] = 20'h82016; rom[1719] = 20'hC96C5; //> jz r.held, rd2
rom[1720] = 20'h82016; rom[1721] = 20'hC0341; //> mov k, r.held
rom[1722] = 20'h00172;         //> ld #C_FLUSHED
rom[1723] = 20'hD004A;         //> call countk
rom[1724] = 20'h82015;         //> ld r.tail
rom[1725] = 20'hDB000;         //> tap
rom[1726] = 20'h80344; rom[1727] = 20'hC63FE; //> mov m.NEXT, free_h
rom[1728] = 20'h82014; rom[1729] = 20'hC0344; //> mov free_h, r.head
rom[1730] = 20'h80345;         //> ld free_n
rom[1731] = 20'h8A016;         //> add r.held
rom[1732] = 20'hC0345;         //> st free_n
rom[1733] = 20'h82005; rom[1734] = 20'h8A012; rom[1735] = 20'hC2005; rom[1736] = 20'h82004; rom[1737] = 20'h20000; rom[1738] = 20'hC2004; //> rd2: add2 r.una, r.una, 0:r.nfl
rom[1739] = 20'h82003; rom[1740] = 20'h70004; rom[1741] = 20'hCA6D4; //> jne r.st, #CLOSE_SENT, rd3
rom[1742] = 20'h82005; rom[1743] = 20'h10001; rom[1744] = 20'hC2005; rom[1745] = 20'h82004; rom[1746] = 20'h20000; rom[1747] = 20'hC2004; //> add2 r.una, r.una, #1
rom[1748] = 20'h00000; rom[1749] = 20'hC2003; //> rd3: mov r.st, #CLOSED
rom[1750] = 20'h00000; rom[1751] = 20'hC2016; //> mov r.held, #0
rom[1752] = 20'h00000; rom[1753] = 20'hC2012; //> mov r.nfl, #0
rom[1754] = 20'hD02A5;         //> call rewind
rom[1755] = 20'h82002; rom[1756] = 20'h5C8C7; rom[1757] = 20'hC2002; //> clr r.fl, #CLOSING + CHOLD + HOLD + REOPEN + NKV + XV + ARM + ARM2
rom[1758] = 20'h82002; rom[1759] = 20'h64000; rom[1760] = 20'hC2002; //> set r.fl, #DEAD
rom[1761] = 20'h802B9; rom[1762] = 20'h60001; rom[1763] = 20'hC02B9; //> set R_IRQ+1, #1
rom[1764] = 20'h80392; rom[1765] = 20'h60008; rom[1766] = 20'hC0392; //> set stats, #8
rom[1767] = 20'h0017E; rom[1768] = 20'hD0042; //> cnt C_DEAD
rom[1769] = 20'h00000;         //> ld #0
rom[1770] = 20'hD8800;         //> ret
