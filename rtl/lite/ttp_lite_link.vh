// SPDX-License-Identifier: Apache-2.0
//
// Microprogram, received frames and the state of their link, as in the table of docs/lite.md. L is the link; kh, kl, tx,
// rx, ep, plen are of the frame; rtx is 0 and rrx the frame's TxID, which most answers name.

// ---- OPEN
// A peer without a life number is refused: docs/lite.md.
rom[467] = 20'h80351; rom[468] = 20'hC9197; //> n_open: jz ep, a_open_nack
rom[469] = 20'hD00AF;          //> call alloc
rom[470] = 20'hC9197;          //> bz a_open_nack
rom[471] = 20'h80351; rom[472] = 20'hC9197; //> e_open: jz ep, a_open_nack
rom[473] = 20'h82003;          //> ld r.st
rom[474] = 20'hCF1DB;          //> jpa open_in
rom[475] = 20'hC81E1;          //> open_in: jmp op_closed
rom[476] = 20'hC81F7;          //> jmp op_sent
rom[477] = 20'hC8202;          //> jmp op_recd
rom[478] = 20'hC8206;          //> jmp op_live
rom[479] = 20'hC8206;          //> jmp op_live
rom[480] = 20'hC8206;          //> jmp op_live
rom[481] = 20'hD0228;          //> op_closed: call same
rom[482] = 20'hC91E8;          //> bz opc1
rom[483] = 20'h82002; rom[484] = 20'h54000; rom[485] = 20'hC9217; //> jf r.fl, #DEAD, op_ack
rom[486] = 20'hD023F;          //> call leave
rom[487] = 20'hC81EE;          //> jmp opc2
rom[488] = 20'hD023F;          //> opc1: call leave
rom[489] = 20'h8034D; rom[490] = 20'hC0353; rom[491] = 20'h8034E; rom[492] = 20'hC0354; //> mov2 dd, tx
rom[493] = 20'hD0232;          //> call learn
rom[494] = 20'h00002; rom[495] = 20'hC2003; //> opc2: mov r.st, #OPEN_RECD
rom[496] = 20'h8034D; rom[497] = 20'hC2008; rom[498] = 20'h8034E; rom[499] = 20'hC2009; //> mov2 r.clid, tx
rom[500] = 20'h80366;          //> ld t_open
rom[501] = 20'hD028C;          //> call arm
rom[502] = 20'hC8217;          //> jmp op_ack
rom[503] = 20'h82002; rom[504] = 20'h51000; rom[505] = 20'hCA206; //> op_sent: jt r.fl, #REOPEN, op_live
rom[506] = 20'hD0228;          //> call same
rom[507] = 20'hCA217;          //> bnz op_ack
rom[508] = 20'h8034D; rom[509] = 20'hC0353; rom[510] = 20'h8034E; rom[511] = 20'hC0354; //> mov2 dd, tx
rom[512] = 20'hD0232;          //> call learn
rom[513] = 20'hC8217;          //> jmp op_ack
rom[514] = 20'h8034D; rom[515] = 20'hC2008; rom[516] = 20'h8034E; rom[517] = 20'hC2009; //> op_recd: mov2 r.clid, tx
rom[518] = 20'hD0228;          //> op_live: call same
rom[519] = 20'hCA217;          //> bnz op_ack
rom[520] = 20'h82002; rom[521] = 20'h60020; rom[522] = 20'hC2002; //> set r.fl, #XV
rom[523] = 20'h8034D; rom[524] = 20'hC200A; rom[525] = 20'h8034E; rom[526] = 20'hC200B; //> mov2 r.xid, tx
rom[527] = 20'h80351; rom[528] = 20'hC200E; //> mov r.xl, ep
rom[529] = 20'h82003; rom[530] = 20'h70004; rom[531] = 20'hCA217; //> jne r.st, #CLOSE_SENT, op_ack
rom[532] = 20'h82002; rom[533] = 20'h61000; rom[534] = 20'hC2002; //> set r.fl, #REOPEN      ; here: its OPEN_ACK names the ID behind our CLOSE
rom[535] = 20'h82004; rom[536] = 20'hC0358; rom[537] = 20'h82005; rom[538] = 20'hC0359; //> op_ack: mov2 rtx, r.una
rom[539] = 20'h82003; rom[540] = 20'h70004; rom[541] = 20'hCA224; //> jne r.st, #CLOSE_SENT, opa1
rom[542] = 20'h80359; rom[543] = 20'h10001; rom[544] = 20'hC0359; rom[545] = 20'h80358; rom[546] = 20'h20000; rom[547] = 20'hC0358; //> add2 rtx, rtx, #1
rom[548] = 20'h00001; rom[549] = 20'hC0357; //> opa1: mov rop, #O_OPEN_ACK
rom[550] = 20'hD0052;          //> call respond
rom[551] = 20'hC81C4;          //> jmp wrx_end

// A = 1: the frame is of the life on record
rom[552] = 20'h82002; rom[553] = 20'h50800; rom[554] = 20'hC9230; //> same: jf r.fl, #PREC, same0
rom[555] = 20'h80351; rom[556] = 20'hBA00D; rom[557] = 20'hCA230; //> jne ep, r.pl, same0
rom[558] = 20'h00001;          //> ld #1
rom[559] = 20'hD8800;          //> ret
rom[560] = 20'h00000;          //> same0: ld #0
rom[561] = 20'hD8800;          //> ret

// last = dd, the peer's life is the frame's
rom[562] = 20'h80353; rom[563] = 20'hC2006; rom[564] = 20'h80354; rom[565] = 20'hC2007; //> learn: mov2 r.last, dd
rom[566] = 20'h80351; rom[567] = 20'hC200D; //> mov r.pl, ep
rom[568] = 20'h82002; rom[569] = 20'h5FF1F; rom[570] = 20'hC2002; //> clr r.fl, #GAPV + FULL + XV
rom[571] = 20'h82002; rom[572] = 20'h60800; rom[573] = 20'hC2002; //> set r.fl, #PREC
rom[574] = 20'hD8800;          //> ret

// out of CLOSED: a life of our own
rom[575] = 20'h80297; rom[576] = 20'hC200C; //> leave: mov r.ol, R_EPOCH+1
rom[577] = 20'h10001;          //> add #1
rom[578] = 20'hCA244;          //> bnz leave1
rom[579] = 20'h00001;          //> ld #1
rom[580] = 20'hC0297;          //> leave1: st R_EPOCH+1
rom[581] = 20'h82002; rom[582] = 20'h5A817; rom[583] = 20'hC2002; //> clr r.fl, #DEAD + NKV + HOLD + CHOLD + GAPV + FULL + REOPEN + XV + ARM2
rom[584] = 20'h00000; rom[585] = 20'hC200F; //> mov r.try, #0
rom[586] = 20'hD8800;          //> ret

// ---- OPEN_ACK, OPEN_NACK
rom[587] = 20'h80351; rom[588] = 20'hC91C4; //> e_open_ack: jz ep, wrx_end
rom[589] = 20'h82003; rom[590] = 20'h70001; rom[591] = 20'hCA1C4; //> jne r.st, #OPEN_SENT, wrx_end
rom[592] = 20'h8034F; rom[593] = 20'hBA008; rom[594] = 20'hCA1C4; rom[595] = 20'h80350; rom[596] = 20'hBA009; rom[597] = 20'hCA1C4; //> jne2 rx, r.clid, wrx_end
rom[598] = 20'hD0228;          //> call same
rom[599] = 20'hCA25F;          //> bnz oa1
rom[600] = 20'h8034E; rom[601] = 20'h30001; rom[602] = 20'hC0354; rom[603] = 20'h8034D; rom[604] = 20'h40000; rom[605] = 20'hC0353; //> sub2 dd, tx, #1
rom[606] = 20'hD0232;          //> call learn
rom[607] = 20'h82002; rom[608] = 20'h51000; rom[609] = 20'hC9264; //> oa1: jf r.fl, #REOPEN, oa2
rom[610] = 20'hD029E;          //> call retry
rom[611] = 20'hC8266;          //> jmp oa3
rom[612] = 20'h00000; rom[613] = 20'hC200F; //> oa2: mov r.try, #0
rom[614] = 20'h82002; rom[615] = 20'h5EFFF; rom[616] = 20'hC2002; //> oa3: clr r.fl, #REOPEN
rom[617] = 20'hD02A5;          //> call rewind
rom[618] = 20'hD026C;          //> call enter
rom[619] = 20'hC81C4;          //> jmp wrx_end

// into OPEN
rom[620] = 20'h00003; rom[621] = 20'hC2003; //> enter: mov r.st, #OPEN
rom[622] = 20'h82002; rom[623] = 20'h5FFEF; rom[624] = 20'hC2002; //> clr r.fl, #ARM
rom[625] = 20'h82002; rom[626] = 20'h50008; rom[627] = 20'hCA275; //> jt r.fl, #ARM2, enter1
rom[628] = 20'hD0298;          //> call service
rom[629] = 20'h0017C; rom[630] = 20'hD0042; //> enter1: cnt C_OPENED
rom[631] = 20'hD8800;          //> ret

rom[632] = 20'h82003; rom[633] = 20'h70001; rom[634] = 20'hCA1C4; //> e_open_nack: jne r.st, #OPEN_SENT, wrx_end
rom[635] = 20'h8034F; rom[636] = 20'hBA008; rom[637] = 20'hCA1C4; rom[638] = 20'h80350; rom[639] = 20'hBA009; rom[640] = 20'hCA1C4; //> jne2 rx, r.clid, wrx_end
rom[641] = 20'h00000; rom[642] = 20'hC2003; //> mov r.st, #CLOSED
rom[643] = 20'h00000; rom[644] = 20'hC2012; //> mov r.nfl, #0
rom[645] = 20'h82002; rom[646] = 20'h5FEFF; rom[647] = 20'hC2002; //> clr r.fl, #NKV
rom[648] = 20'hD02A5;          //> call rewind
rom[649] = 20'h80368;          //> ld t_back
rom[650] = 20'hD028C;          //> call arm
rom[651] = 20'hC81C4;          //> jmp wrx_end

// ---- timers, replay
rom[652] = 20'h88346;          //> arm: add now
rom[653] = 20'hC2010;          //> st r.dl
rom[654] = 20'h82002; rom[655] = 20'h60010; rom[656] = 20'hC2002; //> set r.fl, #ARM
rom[657] = 20'hD8800;          //> ret
rom[658] = 20'h88346;          //> arm2: add now
rom[659] = 20'hC2011;          //> st r.dl2
rom[660] = 20'h82002; rom[661] = 20'h60008; rom[662] = 20'hC2002; //> set r.fl, #ARM2
rom[663] = 20'hD8800;          //> ret
// the second timer back to its long interval
rom[664] = 20'h82002; rom[665] = 20'h5FFF7; rom[666] = 20'hC2002; //> service: clr r.fl, #ARM2
rom[667] = 20'h80369;          //> ld t_reack
rom[668] = 20'hCA292;          //> bnz arm2
rom[669] = 20'hD8800;          //> ret
rom[670] = 20'h8200F;          //> retry: ld r.try
rom[671] = 20'h700FF;          //> xor #255
rom[672] = 20'hC92A4;          //> bz retry1
rom[673] = 20'h8200F; rom[674] = 20'h10001; rom[675] = 20'hC200F; //> inc r.try
rom[676] = 20'hD8800;          //> retry1: ret
rom[677] = 20'h00000; rom[678] = 20'hC2013; //> rewind: mov r.cof, #0
rom[679] = 20'h82014; rom[680] = 20'hC2017; //> mov r.cur, r.head
rom[681] = 20'hD8800;          //> ret

// ---- CLOSE, CLOSE_ACK, CLOSE_NACK
rom[682] = 20'h82003;          //> e_close: ld r.st
rom[683] = 20'hCF2AC;          //> jpa close_in
rom[684] = 20'hC818F;          //> close_in: jmp a_close_ack
rom[685] = 20'hC82B2;          //> jmp cl_sent
rom[686] = 20'hC818F;          //> jmp a_close_ack
rom[687] = 20'hC82BE;          //> jmp cl_live
rom[688] = 20'hC82BE;          //> jmp cl_live
rom[689] = 20'hC82BE;          //> jmp cl_live
rom[690] = 20'h82002; rom[691] = 20'h51000; rom[692] = 20'hCA2BE; //> cl_sent: jt r.fl, #REOPEN, cl_live
rom[693] = 20'h00000; rom[694] = 20'hC2003; //> mov r.st, #CLOSED
rom[695] = 20'h00000; rom[696] = 20'hC2012; //> mov r.nfl, #0
rom[697] = 20'h82002; rom[698] = 20'h5FEEF; rom[699] = 20'hC2002; //> clr r.fl, #NKV + ARM
rom[700] = 20'hD02A5;          //> call rewind
rom[701] = 20'hC818F;          //> jmp a_close_ack
rom[702] = 20'h8034E; rom[703] = 20'h9A007; rom[704] = 20'hC0354; rom[705] = 20'h8034D; rom[706] = 20'hA2006; rom[707] = 20'hC0353; //> cl_live: sub2 dd, tx, r.last
rom[708] = 20'h80353; rom[709] = 20'hCD18F; //> jn dd, a_close_ack
rom[710] = 20'hB0354;          //> or dd+1
rom[711] = 20'hC918F;          //> bz a_close_ack
rom[712] = 20'h8034D; rom[713] = 20'hC2008; rom[714] = 20'h8034E; rom[715] = 20'hC2009; //> mov2 r.clid, tx
rom[716] = 20'h82012; rom[717] = 20'hCA2D7; //> jnz r.nfl, cl_wait
rom[718] = 20'h80353; rom[719] = 20'h70000; rom[720] = 20'hCA2D7; rom[721] = 20'h80354; rom[722] = 20'h70001; rom[723] = 20'hCA2D7; //> jne2 dd, #1, cl_wait
rom[724] = 20'h00001;          //> ld #1
rom[725] = 20'hD02F9;          //> call closed
rom[726] = 20'hC818F;          //> jmp a_close_ack
rom[727] = 20'h82005; rom[728] = 20'h8A012; rom[729] = 20'hC0359; rom[730] = 20'h82004; rom[731] = 20'h20000; rom[732] = 20'hC0358; //> cl_wait: add2 rtx, r.una, 0:r.nfl
rom[733] = 20'h80359; rom[734] = 20'h30001; rom[735] = 20'hC0359; rom[736] = 20'h80358; rom[737] = 20'h40000; rom[738] = 20'hC0358; //> sub2 rtx, rtx, #1
rom[739] = 20'h00005; rom[740] = 20'hC0357; //> mov rop, #O_CLOSE_NACK
rom[741] = 20'hD0052;          //> call respond
rom[742] = 20'h82003; rom[743] = 20'h70003; rom[744] = 20'hC92EC; //> jeq r.st, #OPEN, cl_recd
rom[745] = 20'h82003; rom[746] = 20'h70001; rom[747] = 20'hCA1C4; //> jne r.st, #OPEN_SENT, wrx_end
rom[748] = 20'h82002; rom[749] = 20'h5EFFF; rom[750] = 20'hC2002; //> cl_recd: clr r.fl, #REOPEN
rom[751] = 20'h00005; rom[752] = 20'hC2003; //> mov r.st, #CLOSE_RECD
rom[753] = 20'h00000; rom[754] = 20'hC200F; //> mov r.try, #0
rom[755] = 20'h82002; rom[756] = 20'h50010; rom[757] = 20'hCA1C4; //> jt r.fl, #ARM, wrx_end
rom[758] = 20'h80367;          //> ld t_close
rom[759] = 20'hD028C;          //> call arm
rom[760] = 20'hC81C4;          //> jmp wrx_end

// into CLOSED in the orderly way; A = 1: the peer's CLOSE has used an ID of it
rom[761] = 20'hC9300;          //> closed: bz clo1
rom[762] = 20'h82007; rom[763] = 20'h10001; rom[764] = 20'hC2007; rom[765] = 20'h82006; rom[766] = 20'h20000; rom[767] = 20'hC2006; //> add2 r.last, r.last, #1
rom[768] = 20'h82003; rom[769] = 20'h70004; rom[770] = 20'hCA309; //> clo1: jne r.st, #CLOSE_SENT, clo2
rom[771] = 20'h82005; rom[772] = 20'h10001; rom[773] = 20'hC2005; rom[774] = 20'h82004; rom[775] = 20'h20000; rom[776] = 20'hC2004; //> add2 r.una, r.una, #1
rom[777] = 20'h00000; rom[778] = 20'hC2003; //> clo2: mov r.st, #CLOSED
rom[779] = 20'h00000; rom[780] = 20'hC2012; //> mov r.nfl, #0
rom[781] = 20'hD02A5;          //> call rewind
rom[782] = 20'h82002; rom[783] = 20'h5C8C7; rom[784] = 20'hC2002; //> clr r.fl, #CLOSING + CHOLD + HOLD + REOPEN + NKV + XV + ARM + ARM2
rom[785] = 20'h00600; rom[786] = 20'hC035E; //> mov ckind, #0x600
rom[787] = 20'h00000; rom[788] = 20'hC035F; rom[789] = 20'h00000; rom[790] = 20'hC0360; //> mov2 cid, #0
rom[791] = 20'h00000; rom[792] = 20'hC0361; //> mov ccnt, #0
rom[793] = 20'h00000; rom[794] = 20'hC0362; //> mov cbytes, #0
rom[795] = 20'h802B9; rom[796] = 20'h60010; rom[797] = 20'hC02B9; //> set R_IRQ+1, #16
rom[798] = 20'hC8073;          //> jmp complete

rom[799] = 20'h82003; rom[800] = 20'h70005; rom[801] = 20'hC932E; //> e_close_ack: jeq r.st, #CLOSE_RECD, ca1
rom[802] = 20'h82003; rom[803] = 20'h70004; rom[804] = 20'hCA1C4; //> jne r.st, #CLOSE_SENT, wrx_end
rom[805] = 20'h8034F; rom[806] = 20'hBA004; rom[807] = 20'hCA1C4; rom[808] = 20'h80350; rom[809] = 20'hBA005; rom[810] = 20'hCA1C4; //> jne2 rx, r.una, wrx_end
rom[811] = 20'h00000;          //> ld #0
rom[812] = 20'hD02F9;          //> call closed
rom[813] = 20'hC81C4;          //> jmp wrx_end
rom[814] = 20'h82012; rom[815] = 20'hCA1C4; //> ca1: jnz r.nfl, wrx_end
rom[816] = 20'hD0335;          //> call allhere
rom[817] = 20'hC91C4;          //> bz wrx_end
rom[818] = 20'h00001;          //> ld #1
rom[819] = 20'hD02F9;          //> call closed
rom[820] = 20'hC81C4;          //> jmp wrx_end

// A = 1: nothing is missing below clid
rom[821] = 20'h82007; rom[822] = 20'h10001; rom[823] = 20'hC0354; rom[824] = 20'h82006; rom[825] = 20'h20000; rom[826] = 20'hC0353; //> allhere: add2 dd, r.last, #1
rom[827] = 20'h80353; rom[828] = 20'hBA008; rom[829] = 20'hCA343; rom[830] = 20'h80354; rom[831] = 20'hBA009; rom[832] = 20'hCA343; //> jne2 dd, r.clid, allh0
rom[833] = 20'h00001;          //> ld #1
rom[834] = 20'hD8800;          //> ret
rom[835] = 20'h00000;          //> allh0: ld #0
rom[836] = 20'hD8800;          //> ret

rom[837] = 20'h82003; rom[838] = 20'h70005; rom[839] = 20'hC91C4; //> e_close_nack: jeq r.st, #CLOSE_RECD, wrx_end
rom[840] = 20'h82003; rom[841] = 20'h70004; rom[842] = 20'hCA19B; //> jne r.st, #CLOSE_SENT, a_illegal
rom[843] = 20'h8034E; rom[844] = 20'h9A007; rom[845] = 20'hC0354; rom[846] = 20'h8034D; rom[847] = 20'hA2006; rom[848] = 20'hC0353; //> sub2 dd, tx, r.last
rom[849] = 20'hCA1C4;          //> bnz wrx_end
rom[850] = 20'h80354; rom[851] = 20'hC91C4; //> jz dd+1, wrx_end
rom[852] = 20'h82002; rom[853] = 20'h60400; rom[854] = 20'hC2002; //> set r.fl, #CHOLD
rom[855] = 20'h8034E; rom[856] = 20'h10001; rom[857] = 20'hC2009; rom[858] = 20'h8034D; rom[859] = 20'h20000; rom[860] = 20'hC2008; //> add2 r.clid, tx, #1
rom[861] = 20'h00000; rom[862] = 20'hC200F; //> mov r.try, #0
rom[863] = 20'hC81C4;          //> jmp wrx_end

// ---- PAYLOAD
rom[864] = 20'hD0402;          //> e_payload: call moving
rom[865] = 20'hC9193;          //> bz a_nolink
rom[866] = 20'h82002; rom[867] = 20'h50020; rom[868] = 20'hC9382; //> jf r.fl, #XV, pl_known
rom[869] = 20'h8200B; rom[870] = 20'h10001; rom[871] = 20'hC0354; rom[872] = 20'h8200A; rom[873] = 20'h20000; rom[874] = 20'hC0353; //> add2 dd, r.xid, #1
rom[875] = 20'h80353; rom[876] = 20'hB834D; rom[877] = 20'hCA373; rom[878] = 20'h80354; rom[879] = 20'hB834E; rom[880] = 20'hCA373; //> jne2 dd, tx, pl_old
rom[881] = 20'hD0419;          //> call restart
rom[882] = 20'hC8382;          //> jmp pl_known
rom[883] = 20'h82007; rom[884] = 20'h10001; rom[885] = 20'hC0354; rom[886] = 20'h82006; rom[887] = 20'h20000; rom[888] = 20'hC0353; //> pl_old: add2 dd, r.last, #1
rom[889] = 20'h80353; rom[890] = 20'hB834D; rom[891] = 20'hCA382; rom[892] = 20'h80354; rom[893] = 20'hB834E; rom[894] = 20'hCA382; //> jne2 dd, tx, pl_known
rom[895] = 20'h82002; rom[896] = 20'h5FFDF; rom[897] = 20'hC2002; //> clr r.fl, #XV
rom[898] = 20'hD040F;          //> pl_known: call endknown
rom[899] = 20'hC938B;          //> bz pl_in
rom[900] = 20'h8034E; rom[901] = 20'h9A009; rom[902] = 20'hC0354; rom[903] = 20'h8034D; rom[904] = 20'hA2008; rom[905] = 20'hC0353; //> sub2 dd, tx, r.clid
rom[906] = 20'hCE193;          //> bnn a_nolink
rom[907] = 20'h8034E; rom[908] = 20'h9A007; rom[909] = 20'hC0354; rom[910] = 20'h8034D; rom[911] = 20'hA2006; rom[912] = 20'hC0353; //> pl_in: sub2 dd, tx, r.last
rom[913] = 20'hCD3CC;          //> bn pl_repeat
rom[914] = 20'hCA3E3;          //> bnz pl_far
rom[915] = 20'h80354; rom[916] = 20'hC93CC; //> jz dd+1, pl_repeat
rom[917] = 20'h70001;          //> xor #1
rom[918] = 20'hCA3E6;          //> bnz pl_gap
rom[919] = 20'h80345; rom[920] = 20'hC93D6; //> jz free_n, pl_full
// taken
rom[921] = 20'h8034D; rom[922] = 20'hC2006; rom[923] = 20'h8034E; rom[924] = 20'hC2007; //> mov2 r.last, tx
rom[925] = 20'h82002; rom[926] = 20'h5FF3F; rom[927] = 20'hC2002; //> clr r.fl, #GAPV + FULL
rom[928] = 20'hD0298;          //> call service
rom[929] = 20'h8034D; rom[930] = 20'hC035A; rom[931] = 20'h8034E; rom[932] = 20'hC035B; //> mov2 rrx, tx
rom[933] = 20'h00007; rom[934] = 20'hC0357; //> mov rop, #O_ACK
rom[935] = 20'hD0052;          //> call respond
rom[936] = 20'h82002; rom[937] = 20'h50400; rom[938] = 20'hCA3AE; //> jt r.fl, #CHOLD, pl_try
rom[939] = 20'h82003; rom[940] = 20'h70005; rom[941] = 20'hCA3B0; //> jne r.st, #CLOSE_RECD, pl_keep
rom[942] = 20'h00000; rom[943] = 20'hC200F; //> pl_try: mov r.try, #0
rom[944] = 20'hD040F;          //> pl_keep: call endknown
rom[945] = 20'hC93C1;          //> bz pl_take
rom[946] = 20'hD0335;          //> call allhere
rom[947] = 20'hC93C1;          //> bz pl_take
rom[948] = 20'h82002; rom[949] = 20'h5FBFF; rom[950] = 20'hC2002; //> clr r.fl, #CHOLD
rom[951] = 20'h82003; rom[952] = 20'h70004; rom[953] = 20'hCA3BD; //> jne r.st, #CLOSE_SENT, pl_end
rom[954] = 20'h82002; rom[955] = 20'h60200; rom[956] = 20'hC2002; //> set r.fl, #HOLD
rom[957] = 20'h82012; rom[958] = 20'hCA3C1; //> pl_end: jnz r.nfl, pl_take
rom[959] = 20'h00000;          //> ld #0
rom[960] = 20'hD028C;          //> call arm
rom[961] = 20'h00168; rom[962] = 20'hD0042; //> pl_take: cnt C_DLV
rom[963] = 20'h80352; rom[964] = 20'hC0341; //> mov k, plen
rom[965] = 20'h0016A;          //> ld #C_DLV + 2
rom[966] = 20'hD004A;          //> call countk
rom[967] = 20'h80343;          //> ld page
rom[968] = 20'hDB000;          //> tap
rom[969] = 20'h80352; rom[970] = 20'hC63FD; //> mov m.PLEN, plen
rom[971] = 20'hC844C;          //> jmp deliver

rom[972] = 20'h00164; rom[973] = 20'hD0042; //> pl_repeat: cnt C_REPEAT
rom[974] = 20'h82006; rom[975] = 20'hC035A; rom[976] = 20'h82007; rom[977] = 20'hC035B; //> mov2 rrx, r.last
rom[978] = 20'h00007; rom[979] = 20'hC0357; //> mov rop, #O_ACK
rom[980] = 20'hD0052;          //> call respond
rom[981] = 20'hC81C4;          //> jmp wrx_end
rom[982] = 20'h82002; rom[983] = 20'h60040; rom[984] = 20'hC2002; //> pl_full: set r.fl, #FULL
rom[985] = 20'h0015A; rom[986] = 20'hD0042; //> cnt D_SPACE
rom[987] = 20'h82006; rom[988] = 20'hC035A; rom[989] = 20'h82007; rom[990] = 20'hC035B; //> mov2 rrx, r.last
rom[991] = 20'h00009; rom[992] = 20'hC0357; //> mov rop, #O_NACK_FULL
rom[993] = 20'hD0052;          //> call respond
rom[994] = 20'hC81C4;          //> jmp wrx_end
rom[995] = 20'h0015C; rom[996] = 20'hD0042; //> pl_far: cnt D_FAR
rom[997] = 20'hC81C1;          //> jmp wrx_bad
rom[998] = 20'h00166; rom[999] = 20'hD0042; //> pl_gap: cnt C_GAP
rom[1000] = 20'h82002; rom[1001] = 20'h50040; rom[1002] = 20'hCA1C4; //> jt r.fl, #FULL, wrx_end
rom[1003] = 20'h82002; rom[1004] = 20'h50080; rom[1005] = 20'hC93F1; //> jf r.fl, #GAPV, pl_nack
rom[1006] = 20'h82018; rom[1007] = 20'h98354; rom[1008] = 20'hCB3FF; //> jlt r.gapn, dd+1, pl_gapn
rom[1009] = 20'h82007; rom[1010] = 20'h10001; rom[1011] = 20'hC035B; rom[1012] = 20'h82006; rom[1013] = 20'h20000; rom[1014] = 20'hC035A; //> pl_nack: add2 rrx, r.last, #1
rom[1015] = 20'h00008; rom[1016] = 20'hC0357; //> mov rop, #O_NACK
rom[1017] = 20'hD0052;         //> call respond
rom[1018] = 20'h82002; rom[1019] = 20'h60080; rom[1020] = 20'hC2002; //> set r.fl, #GAPV
rom[1021] = 20'h80365;         //> ld t_to
rom[1022] = 20'hD0292;         //> call arm2
rom[1023] = 20'h80354; rom[1024] = 20'hC2018; //> pl_gapn: mov r.gapn, dd+1
rom[1025] = 20'hC81C4;         //> jmp wrx_end

// A = 1: what the peer sends is received, what it acknowledges retires
rom[1026] = 20'h82003; rom[1027] = 20'h30003; rom[1028] = 20'hCC40D; //> moving: jge r.st, #OPEN, mov1
rom[1029] = 20'h82003; rom[1030] = 20'h70001; rom[1031] = 20'hCA40B; //> jne r.st, #OPEN_SENT, mov0
rom[1032] = 20'h82002; rom[1033] = 20'h51000; rom[1034] = 20'hCA40D; //> jt r.fl, #REOPEN, mov1
rom[1035] = 20'h00000;         //> mov0: ld #0
rom[1036] = 20'hD8800;         //> ret
rom[1037] = 20'h00001;         //> mov1: ld #1
rom[1038] = 20'hD8800;         //> ret

// A = 1: clid says where the peer's payloads end
rom[1039] = 20'h82003; rom[1040] = 20'h70005; rom[1041] = 20'hC940D; //> endknown: jeq r.st, #CLOSE_RECD, mov1
rom[1042] = 20'h82003; rom[1043] = 20'h70004; rom[1044] = 20'hCA40B; //> jne r.st, #CLOSE_SENT, mov0
rom[1045] = 20'h82002; rom[1046] = 20'h50400; rom[1047] = 20'hCA40D; //> jt r.fl, #CHOLD, mov1
rom[1048] = 20'hC840B;         //> jmp mov0

// the OPEN set aside was the start of a new life
rom[1049] = 20'h82003; rom[1050] = 20'h70001; rom[1051] = 20'hCA41D; //> restart: jne r.st, #OPEN_SENT, rs1
rom[1052] = 20'hD026C;         //> call enter
rom[1053] = 20'h82003; rom[1054] = 20'h70004; rom[1055] = 20'hCA42C; //> rs1: jne r.st, #CLOSE_SENT, rs2
rom[1056] = 20'h82002; rom[1057] = 20'h51000; rom[1058] = 20'hC9429; //> jf r.fl, #REOPEN, rs1a
rom[1059] = 20'h82005; rom[1060] = 20'h10001; rom[1061] = 20'hC2005; rom[1062] = 20'h82004; rom[1063] = 20'h20000; rom[1064] = 20'hC2004; //> add2 r.una, r.una, #1
rom[1065] = 20'h82002; rom[1066] = 20'h5DFFF; rom[1067] = 20'hC2002; //> rs1a: clr r.fl, #CLOSING
rom[1068] = 20'h00003; rom[1069] = 20'hC2003; //> rs2: mov r.st, #OPEN
rom[1070] = 20'h8200A; rom[1071] = 20'hC2006; rom[1072] = 20'h8200B; rom[1073] = 20'hC2007; //> mov2 r.last, r.xid
rom[1074] = 20'h8200E; rom[1075] = 20'hC200D; //> mov r.pl, r.xl
rom[1076] = 20'h82002; rom[1077] = 20'h5E80F; rom[1078] = 20'hC2002; //> clr r.fl, #XV + GAPV + FULL + CHOLD + HOLD + NKV + REOPEN + ARM
rom[1079] = 20'h00000; rom[1080] = 20'hC200F; //> mov r.try, #0
rom[1081] = 20'hD02A5;         //> call rewind
rom[1082] = 20'h82012; rom[1083] = 20'hC943E; //> jz r.nfl, rs3
rom[1084] = 20'h80365;         //> ld t_to
rom[1085] = 20'hD028C;         //> call arm
rom[1086] = 20'h00500; rom[1087] = 20'hC035E; //> rs3: mov ckind, #0x500
rom[1088] = 20'h00000; rom[1089] = 20'hC035F; rom[1090] = 20'h00000; rom[1091] = 20'hC0360; //> mov2 cid, #0
rom[1092] = 20'h00000; rom[1093] = 20'hC0361; //> mov ccnt, #0
rom[1094] = 20'h00000; rom[1095] = 20'hC0362; //> mov cbytes, #0
rom[1096] = 20'h802B9; rom[1097] = 20'h60040; rom[1098] = 20'hC02B9; //> set R_IRQ+1, #64
rom[1099] = 20'hC8073;         //> jmp complete

// ---- a payload taken: back to where it came from, or to the host. P is its page
rom[1100] = 20'h8601E; rom[1101] = 20'h58000; rom[1102] = 20'hC9467; //> deliver: jf m.30, #0x8000, dl_echo
rom[1103] = 20'h80343;         //> dl_host: ld page
rom[1104] = 20'hDB000;         //> tap
rom[1105] = 20'h8034B; rom[1106] = 20'hC6015; //> mov m.21, kh
rom[1107] = 20'h8034C; rom[1108] = 20'hC6016; //> mov m.22, kl
rom[1109] = 20'h80388; rom[1110] = 20'hC945C; //> jz q_n, dl_first
rom[1111] = 20'h80387;         //> ld q_tail
rom[1112] = 20'hDB000;         //> tap
rom[1113] = 20'h80343; rom[1114] = 20'hC63FE; //> mov m.NEXT, page
rom[1115] = 20'hC845E;         //> jmp dl_last
rom[1116] = 20'h80343; rom[1117] = 20'hC0386; //> dl_first: mov q_head, page
rom[1118] = 20'h80343; rom[1119] = 20'hC0387; //> dl_last: mov q_tail, page
rom[1120] = 20'h80388; rom[1121] = 20'h10001; rom[1122] = 20'hC0388; //> inc q_n
rom[1123] = 20'hD002F;         //> dl_swap: call getpage
rom[1124] = 20'h80356; rom[1125] = 20'hC0355; //> mov give, new
rom[1126] = 20'hC81C4;         //> jmp wrx_end
rom[1127] = 20'h8034B;         //> dl_echo: ld kh
rom[1128] = 20'hD9800;         //> swp
rom[1129] = 20'h50003;         //> and #3
rom[1130] = 20'h10001;         //> add #1
rom[1131] = 20'hC0340;         //> st i
rom[1132] = 20'h80307; rom[1133] = 20'hC0342; //> mov t, R_ECHO+1
rom[1134] = 20'h80340; rom[1135] = 20'h30001; rom[1136] = 20'hC0340; //> dl_bit: dec i
rom[1137] = 20'hC947D;         //> bz dl_test
rom[1138] = 20'h80342;         //> ld t
rom[1139] = 20'hD9800;         //> swp
rom[1140] = 20'hD9000;         //> rol
rom[1141] = 20'hD9000;         //> rol
rom[1142] = 20'hD9000;         //> rol
rom[1143] = 20'hD9000;         //> rol
rom[1144] = 20'hD9000;         //> rol
rom[1145] = 20'hD9000;         //> rol
rom[1146] = 20'hD9000;         //> rol
rom[1147] = 20'hC0342;         //> st t
rom[1148] = 20'hC846E;         //> jmp dl_bit
rom[1149] = 20'h80342; rom[1150] = 20'h50001; rom[1151] = 20'hC944F; //> dl_test: jf t, #1, dl_host
rom[1152] = 20'h00014; rom[1153] = 20'h98345; rom[1154] = 20'hCB486; //> jlt #KEEP, free_n, dl_back
rom[1155] = 20'h001AA; rom[1156] = 20'hD0042; //> cnt H_ECHO_LOST
rom[1157] = 20'hC81C4;         //> jmp wrx_end
rom[1158] = 20'h8601E; rom[1159] = 20'h68000; rom[1160] = 20'hC601E; //> dl_back: set m.30, #0x8000
rom[1161] = 20'h00322; rom[1162] = 20'hD0042; //> cnt R_ECHOED
rom[1163] = 20'hD048D;         //> call enqueue
rom[1164] = 20'hC8463;         //> jmp dl_swap

// page, of plen bytes, behind the others that link L has to send
rom[1165] = 20'h0016C; rom[1166] = 20'hD0042; //> enqueue: cnt C_ACC
rom[1167] = 20'h80352; rom[1168] = 20'hC0341; //> mov k, plen
rom[1169] = 20'h0016E;         //> ld #C_ACC + 2
rom[1170] = 20'hD004A;         //> call countk
rom[1171] = 20'h82016; rom[1172] = 20'hC949A; //> jz r.held, enq_first
rom[1173] = 20'h82015;         //> ld r.tail
rom[1174] = 20'hDB000;         //> tap
rom[1175] = 20'h80343; rom[1176] = 20'hC63FE; //> mov m.NEXT, page
rom[1177] = 20'hC849C;         //> jmp enq1
rom[1178] = 20'h80343; rom[1179] = 20'hC2014; //> enq_first: mov r.head, page
rom[1180] = 20'h80343; rom[1181] = 20'hC2015; //> enq1: mov r.tail, page
rom[1182] = 20'h82013; rom[1183] = 20'hBA016; rom[1184] = 20'hCA4A3; //> jne r.cof, r.held, enq2
rom[1185] = 20'h80343; rom[1186] = 20'hC2017; //> mov r.cur, page
rom[1187] = 20'h82016; rom[1188] = 20'h10001; rom[1189] = 20'hC2016; //> enq2: inc r.held
rom[1190] = 20'hD8800;         //> ret

// ---- ACK, NACK, NACK_FULL
rom[1191] = 20'hD0402;         //> e_ack: call moving
rom[1192] = 20'hC91C4;         //> bz wrx_end
rom[1193] = 20'h80350; rom[1194] = 20'h9A005; rom[1195] = 20'hC0354; rom[1196] = 20'h8034F; rom[1197] = 20'hA2004; rom[1198] = 20'hC0353; //> sub2 dd, rx, r.una
rom[1199] = 20'hCD4B9;         //> bn late
rom[1200] = 20'hCA19B;         //> bnz a_illegal
rom[1201] = 20'h80354; rom[1202] = 20'h9A012; rom[1203] = 20'hCC19B; //> jge dd+1, r.nfl, a_illegal
rom[1204] = 20'h80354; rom[1205] = 20'h10001; rom[1206] = 20'hC0354; //> inc dd+1
rom[1207] = 20'hD0504;         //> call retire
rom[1208] = 20'hC81C4;         //> jmp wrx_end
rom[1209] = 20'h00178; rom[1210] = 20'hD0042; //> late: cnt C_LATE
rom[1211] = 20'hC81C4;         //> jmp wrx_end

rom[1212] = 20'hD0402;         //> e_nack: call moving
rom[1213] = 20'hC91C4;         //> bz wrx_end
rom[1214] = 20'h80350; rom[1215] = 20'h9A005; rom[1216] = 20'hC0354; rom[1217] = 20'h8034F; rom[1218] = 20'hA2004; rom[1219] = 20'hC0353; //> sub2 dd, rx, r.una
rom[1220] = 20'hCD4CC;         //> bn nk_below
rom[1221] = 20'hCA19B;         //> bnz a_illegal
rom[1222] = 20'h82012; rom[1223] = 20'h98354; rom[1224] = 20'hCB19B; //> jlt r.nfl, dd+1, a_illegal
rom[1225] = 20'h80354; rom[1226] = 20'hCA4E6; //> jnz dd+1, nk_some
rom[1227] = 20'hC84CF;         //> jmp nk_none
rom[1228] = 20'hA8354;         //> nk_below: and dd+1
rom[1229] = 20'h7FFFF;         //> xor #0xFFFF
rom[1230] = 20'hCA4B9;         //> bnz late
rom[1231] = 20'h82002; rom[1232] = 20'h50100; rom[1233] = 20'hCA1C4; //> nk_none: jt r.fl, #NKV, wrx_end
rom[1234] = 20'h82012; rom[1235] = 20'hC91C4; //> jz r.nfl, wrx_end
rom[1236] = 20'hD02A5;         //> call rewind
rom[1237] = 20'h82002; rom[1238] = 20'h60100; rom[1239] = 20'hC2002; //> set r.fl, #NKV
rom[1240] = 20'hD029E;         //> call retry
rom[1241] = 20'h8200F; rom[1242] = 20'h982A1; rom[1243] = 20'hCC4DE; //> jge r.try, R_RETRY+1, nk_last
rom[1244] = 20'h80365;         //> ld t_to
rom[1245] = 20'hC84DF;         //> jmp nk_arm
rom[1246] = 20'h00000;         //> nk_last: ld #0
rom[1247] = 20'hC0342;         //> nk_arm: st t
rom[1248] = 20'h82002; rom[1249] = 20'h51000; rom[1250] = 20'hCA1C4; //> jt r.fl, #REOPEN, wrx_end
rom[1251] = 20'h80342;         //> ld t
rom[1252] = 20'hD028C;         //> call arm
rom[1253] = 20'hC81C4;         //> jmp wrx_end
rom[1254] = 20'h82012; rom[1255] = 20'hC91C4; //> nk_some: jz r.nfl, wrx_end
rom[1256] = 20'hD0504;         //> call retire
rom[1257] = 20'h82012; rom[1258] = 20'hC91C4; //> jz r.nfl, wrx_end
rom[1259] = 20'hD02A5;         //> call rewind
rom[1260] = 20'h82002; rom[1261] = 20'h60100; rom[1262] = 20'hC2002; //> set r.fl, #NKV
rom[1263] = 20'h80365;         //> ld t_to
rom[1264] = 20'hC84DF;         //> jmp nk_arm

rom[1265] = 20'hD0402;         //> e_nack_full: call moving
rom[1266] = 20'hC91C4;         //> bz wrx_end
rom[1267] = 20'h82012; rom[1268] = 20'hC91C4; //> jz r.nfl, wrx_end
rom[1269] = 20'hD02A5;         //> call rewind
rom[1270] = 20'h00000; rom[1271] = 20'hC200F; //> mov r.try, #0
rom[1272] = 20'h82002; rom[1273] = 20'h5FCFF; rom[1274] = 20'hC2002; //> clr r.fl, #NKV + HOLD
rom[1275] = 20'h82002; rom[1276] = 20'h51000; rom[1277] = 20'hCA1C4; //> jt r.fl, #REOPEN, wrx_end
rom[1278] = 20'h82002; rom[1279] = 20'h60200; rom[1280] = 20'hC2002; //> set r.fl, #HOLD
rom[1281] = 20'h80368;         //> ld t_back
rom[1282] = 20'hD028C;         //> call arm
rom[1283] = 20'hC81C4;         //> jmp wrx_end

// the dd+1 oldest payloads are acknowledged; 1..WIN of them. One that is on the wire is freed when it has left
rom[1284] = 20'h80354; rom[1285] = 20'hC0341; //> retire: mov k, dd+1
rom[1286] = 20'h00170;         //> ld #C_RETIRED
rom[1287] = 20'hD004A;         //> call countk
rom[1288] = 20'h82005; rom[1289] = 20'h88341; rom[1290] = 20'hC2005; rom[1291] = 20'h82004; rom[1292] = 20'h20000; rom[1293] = 20'hC2004; //> add2 r.una, r.una, 0:k
rom[1294] = 20'h82012;         //> ld r.nfl
rom[1295] = 20'h98341;         //> sub k
rom[1296] = 20'hC2012;         //> st r.nfl
rom[1297] = 20'h00000; rom[1298] = 20'hC0342; //> mov t, #0
rom[1299] = 20'h82013;         //> ld r.cof
rom[1300] = 20'h98341;         //> sub k
rom[1301] = 20'hCB517;         //> bc rt1
rom[1302] = 20'hC0342;         //> st t
rom[1303] = 20'h80342; rom[1304] = 20'hC2013; //> rt1: mov r.cof, t
rom[1305] = 20'h82014;         //> rt_free: ld r.head
rom[1306] = 20'hDB000;         //> tap
rom[1307] = 20'hB836A;         //> xor wtx_pg
rom[1308] = 20'hC9527;         //> bz rt_busy
rom[1309] = 20'h863FE;         //> ld m.NEXT
rom[1310] = 20'hC0342;         //> st t
rom[1311] = 20'h80344; rom[1312] = 20'hC63FE; //> mov m.NEXT, free_h
rom[1313] = 20'h82014; rom[1314] = 20'hC0344; //> mov free_h, r.head
rom[1315] = 20'h80345; rom[1316] = 20'h10001; rom[1317] = 20'hC0345; //> inc free_n
rom[1318] = 20'hC852B;         //> jmp rt_next
rom[1319] = 20'h00001; rom[1320] = 20'hC036C; //> rt_busy: mov orphan, #1
rom[1321] = 20'h863FE; rom[1322] = 20'hC0342; //> mov t, m.NEXT
rom[1323] = 20'h80342; rom[1324] = 20'hC2014; //> rt_next: mov r.head, t
rom[1325] = 20'h82016; rom[1326] = 20'h30001; rom[1327] = 20'hC2016; //> dec r.held
rom[1328] = 20'h80341; rom[1329] = 20'h30001; rom[1330] = 20'hC0341; //> dec k
rom[1331] = 20'hCA519;         //> bnz rt_free
rom[1332] = 20'h82013; rom[1333] = 20'hCA538; //> jnz r.cof, rt2
rom[1334] = 20'h82014; rom[1335] = 20'hC2017; //> mov r.cur, r.head
rom[1336] = 20'h00000; rom[1337] = 20'hC200F; //> rt2: mov r.try, #0
rom[1338] = 20'h82002; rom[1339] = 20'h5FCFF; rom[1340] = 20'hC2002; //> clr r.fl, #NKV + HOLD
rom[1341] = 20'h82002; rom[1342] = 20'h51000; rom[1343] = 20'hCA54A; //> jt r.fl, #REOPEN, rt4
rom[1344] = 20'h82012; rom[1345] = 20'hC9544; //> jz r.nfl, rt3
rom[1346] = 20'h80365;         //> ld t_to
rom[1347] = 20'hC828C;         //> jmp arm
rom[1348] = 20'h82003; rom[1349] = 20'h70005; rom[1350] = 20'hC954B; //> rt3: jeq r.st, #CLOSE_RECD, rt_recd
rom[1351] = 20'h82002; rom[1352] = 20'h5FFEF; rom[1353] = 20'hC2002; //> clr r.fl, #ARM
rom[1354] = 20'hD8800;         //> rt4: ret
rom[1355] = 20'hD0335;         //> rt_recd: call allhere
rom[1356] = 20'hCA54F;         //> bnz rt5
rom[1357] = 20'h80367;         //> ld t_close
rom[1358] = 20'hC828C;         //> jmp arm
rom[1359] = 20'h00000;         //> rt5: ld #0
rom[1360] = 20'hC828C;         //> jmp arm

// ---- NACK_NOLINK: the peer has lost the link
rom[1361] = 20'h82003; rom[1362] = 20'h30003; rom[1363] = 20'hCB1C4; //> e_nack_nolink: jlt r.st, #OPEN, wrx_end
rom[1364] = 20'h80350; rom[1365] = 20'h9A005; rom[1366] = 20'hC0354; rom[1367] = 20'h8034F; rom[1368] = 20'hA2004; rom[1369] = 20'hC0353; //> sub2 dd, rx, r.una
rom[1370] = 20'hCD1C4;         //> bn wrx_end
rom[1371] = 20'h82003; rom[1372] = 20'h70004; rom[1373] = 20'hC9577; //> jeq r.st, #CLOSE_SENT, nn_now
rom[1374] = 20'h80353; rom[1375] = 20'hCA1C4; //> jnz dd, wrx_end
rom[1376] = 20'h80354; rom[1377] = 20'h9A012; rom[1378] = 20'hCC1C4; //> jge dd+1, r.nfl, wrx_end
rom[1379] = 20'h802B9; rom[1380] = 20'h60008; rom[1381] = 20'hC02B9; //> set R_IRQ+1, #8
rom[1382] = 20'h8200F; rom[1383] = 20'h982A1; rom[1384] = 20'hCC574; //> jge r.try, R_RETRY+1, nn_dead
rom[1385] = 20'h82002; rom[1386] = 20'h61000; rom[1387] = 20'hC2002; //> set r.fl, #REOPEN
rom[1388] = 20'h82002; rom[1389] = 20'h5FCFF; rom[1390] = 20'hC2002; //> clr r.fl, #HOLD + NKV
rom[1391] = 20'h00001; rom[1392] = 20'hC2003; //> mov r.st, #OPEN_SENT
rom[1393] = 20'hD02A5;         //> call rewind
rom[1394] = 20'hD057A;         //> call sendopen
rom[1395] = 20'hC81C4;         //> jmp wrx_end
rom[1396] = 20'h82002; rom[1397] = 20'h5FDFF; rom[1398] = 20'hC2002; //> nn_dead: clr r.fl, #HOLD
rom[1399] = 20'h00000;         //> nn_now: ld #0
rom[1400] = 20'hD028C;         //> call arm
rom[1401] = 20'hC81C4;         //> jmp wrx_end

// OPEN(una - 1)
rom[1402] = 20'h82005; rom[1403] = 20'h30001; rom[1404] = 20'hC2009; rom[1405] = 20'h82004; rom[1406] = 20'h40000; rom[1407] = 20'hC2008; //> sendopen: sub2 r.clid, r.una, #1
rom[1408] = 20'h82008; rom[1409] = 20'hC0358; rom[1410] = 20'h82009; rom[1411] = 20'hC0359; //> mov2 rtx, r.clid
rom[1412] = 20'h00000; rom[1413] = 20'hC035A; rom[1414] = 20'h00000; rom[1415] = 20'hC035B; //> mov2 rrx, #0
rom[1416] = 20'h00000; rom[1417] = 20'hC0357; //> mov rop, #O_OPEN
rom[1418] = 20'hD0052;         //> call respond
rom[1419] = 20'h80366;         //> ld t_open
rom[1420] = 20'hC828C;         //> jmp arm
