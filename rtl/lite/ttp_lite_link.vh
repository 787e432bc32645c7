// SPDX-License-Identifier: Apache-2.0
//
// Microprogram, received frames and the state of their link, as in the table of docs/lite.md. L is the link; kh, kl, tx,
// rx, ep, plen are of the frame; rtx is 0 and rrx the frame's TxID, which most answers name.

// ---- OPEN
// A peer without a life number is refused: docs/lite.md.
rom[619] = 20'h80351; rom[620] = 20'hC922F; //> n_open: jz ep, a_open_nack
rom[621] = 20'hD00EC;          //> call alloc
rom[622] = 20'hC922F;          //> bz a_open_nack
rom[623] = 20'h80351; rom[624] = 20'hC922F; //> e_open: jz ep, a_open_nack
rom[625] = 20'h82003;          //> ld r.st
rom[626] = 20'hCF273;          //> jpa open_in
rom[627] = 20'hC8279;          //> open_in: jmp op_closed
rom[628] = 20'hC828F;          //> jmp op_sent
rom[629] = 20'hC829A;          //> jmp op_recd
rom[630] = 20'hC829E;          //> jmp op_live
rom[631] = 20'hC829E;          //> jmp op_live
rom[632] = 20'hC829E;          //> jmp op_live
rom[633] = 20'hD02C0;          //> op_closed: call same
rom[634] = 20'hC9280;          //> bz opc1
rom[635] = 20'h82002; rom[636] = 20'h54000; rom[637] = 20'hC92AF; //> jf r.fl, #DEAD, op_ack
rom[638] = 20'hD02D7;          //> call leave
rom[639] = 20'hC8286;          //> jmp opc2
rom[640] = 20'hD02D7;          //> opc1: call leave
rom[641] = 20'h8034D; rom[642] = 20'hC0353; rom[643] = 20'h8034E; rom[644] = 20'hC0354; //> mov2 dd, tx
rom[645] = 20'hD02CA;          //> call learn
rom[646] = 20'h00002; rom[647] = 20'hC2003; //> opc2: mov r.st, #OPEN_RECD
rom[648] = 20'h8034D; rom[649] = 20'hC2008; rom[650] = 20'h8034E; rom[651] = 20'hC2009; //> mov2 r.clid, tx
rom[652] = 20'h80366;          //> ld t_open
rom[653] = 20'hD0324;          //> call arm
rom[654] = 20'hC82AF;          //> jmp op_ack
rom[655] = 20'h82002; rom[656] = 20'h51000; rom[657] = 20'hCA29E; //> op_sent: jt r.fl, #REOPEN, op_live
rom[658] = 20'hD02C0;          //> call same
rom[659] = 20'hCA2AF;          //> bnz op_ack
rom[660] = 20'h8034D; rom[661] = 20'hC0353; rom[662] = 20'h8034E; rom[663] = 20'hC0354; //> mov2 dd, tx
rom[664] = 20'hD02CA;          //> call learn
rom[665] = 20'hC82AF;          //> jmp op_ack
rom[666] = 20'h8034D; rom[667] = 20'hC2008; rom[668] = 20'h8034E; rom[669] = 20'hC2009; //> op_recd: mov2 r.clid, tx
rom[670] = 20'hD02C0;          //> op_live: call same
rom[671] = 20'hCA2AF;          //> bnz op_ack
rom[672] = 20'h82002; rom[673] = 20'h60020; rom[674] = 20'hC2002; //> set r.fl, #XV
rom[675] = 20'h8034D; rom[676] = 20'hC200A; rom[677] = 20'h8034E; rom[678] = 20'hC200B; //> mov2 r.xid, tx
rom[679] = 20'h80351; rom[680] = 20'hC200E; //> mov r.xl, ep
rom[681] = 20'h82003; rom[682] = 20'h70004; rom[683] = 20'hCA2AF; //> jne r.st, #CLOSE_SENT, op_ack
rom[684] = 20'h82002; rom[685] = 20'h61000; rom[686] = 20'hC2002; //> set r.fl, #REOPEN      ; here: its OPEN_ACK names the ID behind our CLOSE
rom[687] = 20'h82004; rom[688] = 20'hC0358; rom[689] = 20'h82005; rom[690] = 20'hC0359; //> op_ack: mov2 rtx, r.una
rom[691] = 20'h82003; rom[692] = 20'h70004; rom[693] = 20'hCA2BC; //> jne r.st, #CLOSE_SENT, opa1
rom[694] = 20'h80359; rom[695] = 20'h10001; rom[696] = 20'hC0359; rom[697] = 20'h80358; rom[698] = 20'h20000; rom[699] = 20'hC0358; //> add2 rtx, rtx, #1
rom[700] = 20'h00001; rom[701] = 20'hC0357; //> opa1: mov rop, #O_OPEN_ACK
rom[702] = 20'hD0050;          //> call respond
rom[703] = 20'hC825C;          //> jmp wrx_end

// A = 1: the frame is of the life on record
rom[704] = 20'h82002; rom[705] = 20'h50800; rom[706] = 20'hC92C8; //> same: jf r.fl, #PREC, same0
rom[707] = 20'h80351; rom[708] = 20'hBA00D; rom[709] = 20'hCA2C8; //> jne ep, r.pl, same0
rom[710] = 20'h00001;          //> ld #1
rom[711] = 20'hD8800;          //> ret
rom[712] = 20'h00000;          //> same0: ld #0
rom[713] = 20'hD8800;          //> ret

// last = dd, the peer's life is the frame's
rom[714] = 20'h80353; rom[715] = 20'hC2006; rom[716] = 20'h80354; rom[717] = 20'hC2007; //> learn: mov2 r.last, dd
rom[718] = 20'h80351; rom[719] = 20'hC200D; //> mov r.pl, ep
rom[720] = 20'h82002; rom[721] = 20'h5FF1F; rom[722] = 20'hC2002; //> clr r.fl, #GAPV + FULL + XV
rom[723] = 20'h82002; rom[724] = 20'h60800; rom[725] = 20'hC2002; //> set r.fl, #PREC
rom[726] = 20'hD8800;          //> ret

// out of CLOSED: a life of our own
rom[727] = 20'h80297; rom[728] = 20'hC200C; //> leave: mov r.ol, R_EPOCH+1
rom[729] = 20'h10001;          //> add #1
rom[730] = 20'hCA2DC;          //> bnz leave1
rom[731] = 20'h00001;          //> ld #1
rom[732] = 20'hC0297;          //> leave1: st R_EPOCH+1
rom[733] = 20'h82002; rom[734] = 20'h5A817; rom[735] = 20'hC2002; //> clr r.fl, #DEAD + NKV + HOLD + CHOLD + GAPV + FULL + REOPEN + XV + ARM2
rom[736] = 20'h00000; rom[737] = 20'hC200F; //> mov r.try, #0
rom[738] = 20'hD8800;          //> ret

// ---- OPEN_ACK, OPEN_NACK
rom[739] = 20'h80351; rom[740] = 20'hC925C; //> e_open_ack: jz ep, wrx_end
rom[741] = 20'h82003; rom[742] = 20'h70001; rom[743] = 20'hCA25C; //> jne r.st, #OPEN_SENT, wrx_end
rom[744] = 20'h8034F; rom[745] = 20'hBA008; rom[746] = 20'hCA25C; rom[747] = 20'h80350; rom[748] = 20'hBA009; rom[749] = 20'hCA25C; //> jne2 rx, r.clid, wrx_end
rom[750] = 20'hD02C0;          //> call same
rom[751] = 20'hCA2F7;          //> bnz oa1
rom[752] = 20'h8034E; rom[753] = 20'h30001; rom[754] = 20'hC0354; rom[755] = 20'h8034D; rom[756] = 20'h40000; rom[757] = 20'hC0353; //> sub2 dd, tx, #1
rom[758] = 20'hD02CA;          //> call learn
rom[759] = 20'h82002; rom[760] = 20'h51000; rom[761] = 20'hC92FC; //> oa1: jf r.fl, #REOPEN, oa2
rom[762] = 20'hD0336;          //> call retry
rom[763] = 20'hC82FE;          //> jmp oa3
rom[764] = 20'h00000; rom[765] = 20'hC200F; //> oa2: mov r.try, #0
rom[766] = 20'h82002; rom[767] = 20'h5EFFF; rom[768] = 20'hC2002; //> oa3: clr r.fl, #REOPEN
rom[769] = 20'hD033D;          //> call rewind
rom[770] = 20'hD0304;          //> call enter
rom[771] = 20'hC825C;          //> jmp wrx_end

// into OPEN
rom[772] = 20'h00003; rom[773] = 20'hC2003; //> enter: mov r.st, #OPEN
rom[774] = 20'h82002; rom[775] = 20'h5FFEF; rom[776] = 20'hC2002; //> clr r.fl, #ARM
rom[777] = 20'h82002; rom[778] = 20'h50008; rom[779] = 20'hCA30D; //> jt r.fl, #ARM2, enter1
rom[780] = 20'hD0330;          //> call service
rom[781] = 20'h0017C; rom[782] = 20'hD0040; //> enter1: cnt C_OPENED
rom[783] = 20'hD8800;          //> ret

rom[784] = 20'h82003; rom[785] = 20'h70001; rom[786] = 20'hCA25C; //> e_open_nack: jne r.st, #OPEN_SENT, wrx_end
rom[787] = 20'h8034F; rom[788] = 20'hBA008; rom[789] = 20'hCA25C; rom[790] = 20'h80350; rom[791] = 20'hBA009; rom[792] = 20'hCA25C; //> jne2 rx, r.clid, wrx_end
rom[793] = 20'h00000; rom[794] = 20'hC2003; //> mov r.st, #CLOSED
rom[795] = 20'h00000; rom[796] = 20'hC2012; //> mov r.nfl, #0
rom[797] = 20'h82002; rom[798] = 20'h5FEFF; rom[799] = 20'hC2002; //> clr r.fl, #NKV
rom[800] = 20'hD033D;          //> call rewind
rom[801] = 20'h80368;          //> ld t_back
rom[802] = 20'hD0324;          //> call arm
rom[803] = 20'hC825C;          //> jmp wrx_end

// ---- timers, replay
rom[804] = 20'h88346;          //> arm: add now
rom[805] = 20'hC2010;          //> st r.dl
rom[806] = 20'h82002; rom[807] = 20'h60010; rom[808] = 20'hC2002; //> set r.fl, #ARM
rom[809] = 20'hD8800;          //> ret
rom[810] = 20'h88346;          //> arm2: add now
rom[811] = 20'hC2011;          //> st r.dl2
rom[812] = 20'h82002; rom[813] = 20'h60008; rom[814] = 20'hC2002; //> set r.fl, #ARM2
rom[815] = 20'hD8800;          //> ret
// the second timer back to its long interval
rom[816] = 20'h82002; rom[817] = 20'h5FFF7; rom[818] = 20'hC2002; //> service: clr r.fl, #ARM2
rom[819] = 20'h80369;          //> ld t_reack
rom[820] = 20'hCA32A;          //> bnz arm2
rom[821] = 20'hD8800;          //> ret
rom[822] = 20'h8200F;          //> retry: ld r.try
rom[823] = 20'h700FF;          //> xor #255
rom[824] = 20'hC933C;          //> bz retry1
rom[825] = 20'h8200F; rom[826] = 20'h10001; rom[827] = 20'hC200F; //> inc r.try
rom[828] = 20'hD8800;          //> retry1: ret
rom[829] = 20'h00000; rom[830] = 20'hC2013; //> rewind: mov r.cof, #0
rom[831] = 20'h82014; rom[832] = 20'hC2017; //> mov r.cur, r.head
rom[833] = 20'hD8800;          //> ret

// ---- CLOSE, CLOSE_ACK, CLOSE_NACK
rom[834] = 20'h82003;          //> e_close: ld r.st
rom[835] = 20'hCF344;          //> jpa close_in
rom[836] = 20'hC8227;          //> close_in: jmp a_close_ack
rom[837] = 20'hC834A;          //> jmp cl_sent
rom[838] = 20'hC8227;          //> jmp a_close_ack
rom[839] = 20'hC8356;          //> jmp cl_live
rom[840] = 20'hC8356;          //> jmp cl_live
rom[841] = 20'hC8356;          //> jmp cl_live
rom[842] = 20'h82002; rom[843] = 20'h51000; rom[844] = 20'hCA356; //> cl_sent: jt r.fl, #REOPEN, cl_live
rom[845] = 20'h00000; rom[846] = 20'hC2003; //> mov r.st, #CLOSED
rom[847] = 20'h00000; rom[848] = 20'hC2012; //> mov r.nfl, #0
rom[849] = 20'h82002; rom[850] = 20'h5FEEF; rom[851] = 20'hC2002; //> clr r.fl, #NKV + ARM
rom[852] = 20'hD033D;          //> call rewind
rom[853] = 20'hC8227;          //> jmp a_close_ack
rom[854] = 20'h8034E; rom[855] = 20'h9A007; rom[856] = 20'hC0354; rom[857] = 20'h8034D; rom[858] = 20'hA2006; rom[859] = 20'hC0353; //> cl_live: sub2 dd, tx, r.last
rom[860] = 20'h80353; rom[861] = 20'hCD227; //> jn dd, a_close_ack
rom[862] = 20'hB0354;          //> or dd+1
rom[863] = 20'hC9227;          //> bz a_close_ack
rom[864] = 20'h8034D; rom[865] = 20'hC2008; rom[866] = 20'h8034E; rom[867] = 20'hC2009; //> mov2 r.clid, tx
rom[868] = 20'h82012; rom[869] = 20'hCA36F; //> jnz r.nfl, cl_wait
rom[870] = 20'h80353; rom[871] = 20'h70000; rom[872] = 20'hCA36F; rom[873] = 20'h80354; rom[874] = 20'h70001; rom[875] = 20'hCA36F; //> jne2 dd, #1, cl_wait
rom[876] = 20'h00001;          //> ld #1
rom[877] = 20'hD0391;          //> call closed
rom[878] = 20'hC8227;          //> jmp a_close_ack
rom[879] = 20'h82005; rom[880] = 20'h8A012; rom[881] = 20'hC0359; rom[882] = 20'h82004; rom[883] = 20'h20000; rom[884] = 20'hC0358; //> cl_wait: add2 rtx, r.una, 0:r.nfl
rom[885] = 20'h80359; rom[886] = 20'h30001; rom[887] = 20'hC0359; rom[888] = 20'h80358; rom[889] = 20'h40000; rom[890] = 20'hC0358; //> sub2 rtx, rtx, #1
rom[891] = 20'h00005; rom[892] = 20'hC0357; //> mov rop, #O_CLOSE_NACK
rom[893] = 20'hD0050;          //> call respond
rom[894] = 20'h82003; rom[895] = 20'h70003; rom[896] = 20'hC9384; //> jeq r.st, #OPEN, cl_recd
rom[897] = 20'h82003; rom[898] = 20'h70001; rom[899] = 20'hCA25C; //> jne r.st, #OPEN_SENT, wrx_end
rom[900] = 20'h82002; rom[901] = 20'h5EFFF; rom[902] = 20'hC2002; //> cl_recd: clr r.fl, #REOPEN
rom[903] = 20'h00005; rom[904] = 20'hC2003; //> mov r.st, #CLOSE_RECD
rom[905] = 20'h00000; rom[906] = 20'hC200F; //> mov r.try, #0
rom[907] = 20'h82002; rom[908] = 20'h50010; rom[909] = 20'hCA25C; //> jt r.fl, #ARM, wrx_end
rom[910] = 20'h80367;          //> ld t_close
rom[911] = 20'hD0324;          //> call arm
rom[912] = 20'hC825C;          //> jmp wrx_end

// into CLOSED in the orderly way; A = 1: the peer's CLOSE has used an ID of it
rom[913] = 20'hC9398;          //> closed: bz clo1
rom[914] = 20'h82007; rom[915] = 20'h10001; rom[916] = 20'hC2007; rom[917] = 20'h82006; rom[918] = 20'h20000; rom[919] = 20'hC2006; //> add2 r.last, r.last, #1
rom[920] = 20'h82003; rom[921] = 20'h70004; rom[922] = 20'hCA3A1; //> clo1: jne r.st, #CLOSE_SENT, clo2
rom[923] = 20'h82005; rom[924] = 20'h10001; rom[925] = 20'hC2005; rom[926] = 20'h82004; rom[927] = 20'h20000; rom[928] = 20'hC2004; //> add2 r.una, r.una, #1
rom[929] = 20'h00000; rom[930] = 20'hC2003; //> clo2: mov r.st, #CLOSED
rom[931] = 20'h00000; rom[932] = 20'hC2012; //> mov r.nfl, #0
rom[933] = 20'hD033D;          //> call rewind
rom[934] = 20'h82002; rom[935] = 20'h5C8C7; rom[936] = 20'hC2002; //> clr r.fl, #CLOSING + CHOLD + HOLD + REOPEN + NKV + XV + ARM + ARM2
rom[937] = 20'h00600; rom[938] = 20'hC035E; //> mov ckind, #0x600
rom[939] = 20'h00000; rom[940] = 20'hC035F; rom[941] = 20'h00000; rom[942] = 20'hC0360; //> mov2 cid, #0
rom[943] = 20'h00000; rom[944] = 20'hC0361; //> mov ccnt, #0
rom[945] = 20'h00000; rom[946] = 20'hC0362; //> mov cbytes, #0
rom[947] = 20'h802B9; rom[948] = 20'h60010; rom[949] = 20'hC02B9; //> set R_IRQ+1, #16
rom[950] = 20'hC8071;          //> jmp complete

rom[951] = 20'h82003; rom[952] = 20'h70005; rom[953] = 20'hC93C6; //> e_close_ack: jeq r.st, #CLOSE_RECD, ca1
rom[954] = 20'h82003; rom[955] = 20'h70004; rom[956] = 20'hCA25C; //> jne r.st, #CLOSE_SENT, wrx_end
rom[957] = 20'h8034F; rom[958] = 20'hBA004; rom[959] = 20'hCA25C; rom[960] = 20'h80350; rom[961] = 20'hBA005; rom[962] = 20'hCA25C; //> jne2 rx, r.una, wrx_end
rom[963] = 20'h00000;          //> ld #0
rom[964] = 20'hD0391;          //> call closed
rom[965] = 20'hC825C;          //> jmp wrx_end
rom[966] = 20'h82012; rom[967] = 20'hCA25C; //> ca1: jnz r.nfl, wrx_end
rom[968] = 20'hD03CD;          //> call allhere
rom[969] = 20'hC925C;          //> bz wrx_end
rom[970] = 20'h00001;          //> ld #1
rom[971] = 20'hD0391;          //> call closed
rom[972] = 20'hC825C;          //> jmp wrx_end

// A = 1: nothing is missing below clid
rom[973] = 20'h82007; rom[974] = 20'h10001; rom[975] = 20'hC0354; rom[976] = 20'h82006; rom[977] = 20'h20000; rom[978] = 20'hC0353; //> allhere: add2 dd, r.last, #1
rom[979] = 20'h80353; rom[980] = 20'hBA008; rom[981] = 20'hCA3DB; rom[982] = 20'h80354; rom[983] = 20'hBA009; rom[984] = 20'hCA3DB; //> jne2 dd, r.clid, allh0
rom[985] = 20'h00001;          //> ld #1
rom[986] = 20'hD8800;          //> ret
rom[987] = 20'h00000;          //> allh0: ld #0
rom[988] = 20'hD8800;          //> ret

rom[989] = 20'h82003; rom[990] = 20'h70005; rom[991] = 20'hC925C; //> e_close_nack: jeq r.st, #CLOSE_RECD, wrx_end
rom[992] = 20'h82003; rom[993] = 20'h70004; rom[994] = 20'hCA233; //> jne r.st, #CLOSE_SENT, a_illegal
rom[995] = 20'h8034E; rom[996] = 20'h9A007; rom[997] = 20'hC0354; rom[998] = 20'h8034D; rom[999] = 20'hA2006; rom[1000] = 20'hC0353; //> sub2 dd, tx, r.last
rom[1001] = 20'hCA25C;         //> bnz wrx_end
rom[1002] = 20'h80354; rom[1003] = 20'hC925C; //> jz dd+1, wrx_end
rom[1004] = 20'h82002; rom[1005] = 20'h60400; rom[1006] = 20'hC2002; //> set r.fl, #CHOLD
rom[1007] = 20'h8034E; rom[1008] = 20'h10001; rom[1009] = 20'hC2009; rom[1010] = 20'h8034D; rom[1011] = 20'h20000; rom[1012] = 20'hC2008; //> add2 r.clid, tx, #1
rom[1013] = 20'h00000; rom[1014] = 20'hC200F; //> mov r.try, #0
rom[1015] = 20'hC825C;         //> jmp wrx_end

// ---- PAYLOAD
rom[1016] = 20'hD049A;         //> e_payload: call moving
rom[1017] = 20'hC922B;         //> bz a_nolink
rom[1018] = 20'h82002; rom[1019] = 20'h50020; rom[1020] = 20'hC941A; //> jf r.fl, #XV, pl_known
rom[1021] = 20'h8200B; rom[1022] = 20'h10001; rom[1023] = 20'hC0354; rom[1024] = 20'h8200A; rom[1025] = 20'h20000; rom[1026] = 20'hC0353; //> add2 dd, r.xid, #1
rom[1027] = 20'h80353; rom[1028] = 20'hB834D; rom[1029] = 20'hCA40B; rom[1030] = 20'h80354; rom[1031] = 20'hB834E; rom[1032] = 20'hCA40B; //> jne2 dd, tx, pl_old
rom[1033] = 20'hD04B1;         //> call restart
rom[1034] = 20'hC841A;         //> jmp pl_known
rom[1035] = 20'h82007; rom[1036] = 20'h10001; rom[1037] = 20'hC0354; rom[1038] = 20'h82006; rom[1039] = 20'h20000; rom[1040] = 20'hC0353; //> pl_old: add2 dd, r.last, #1
rom[1041] = 20'h80353; rom[1042] = 20'hB834D; rom[1043] = 20'hCA41A; rom[1044] = 20'h80354; rom[1045] = 20'hB834E; rom[1046] = 20'hCA41A; //> jne2 dd, tx, pl_known
rom[1047] = 20'h82002; rom[1048] = 20'h5FFDF; rom[1049] = 20'hC2002; //> clr r.fl, #XV
rom[1050] = 20'hD04A7;         //> pl_known: call endknown
rom[1051] = 20'hC9423;         //> bz pl_in
rom[1052] = 20'h8034E; rom[1053] = 20'h9A009; rom[1054] = 20'hC0354; rom[1055] = 20'h8034D; rom[1056] = 20'hA2008; rom[1057] = 20'hC0353; //> sub2 dd, tx, r.clid
rom[1058] = 20'hCE22B;         //> bnn a_nolink
rom[1059] = 20'h8034E; rom[1060] = 20'h9A007; rom[1061] = 20'hC0354; rom[1062] = 20'h8034D; rom[1063] = 20'hA2006; rom[1064] = 20'hC0353; //> pl_in: sub2 dd, tx, r.last
rom[1065] = 20'hCD464;         //> bn pl_repeat
rom[1066] = 20'hCA47B;         //> bnz pl_far
rom[1067] = 20'h80354; rom[1068] = 20'hC9464; //> jz dd+1, pl_repeat
rom[1069] = 20'h70001;         //> xor #1
rom[1070] = 20'hCA47E;         //> bnz pl_gap
rom[1071] = 20'h80345; rom[1072] = 20'hC946E; //> jz free_n, pl_full
// taken
rom[1073] = 20'h8034D; rom[1074] = 20'hC2006; rom[1075] = 20'h8034E; rom[1076] = 20'hC2007; //> mov2 r.last, tx
rom[1077] = 20'h82002; rom[1078] = 20'h5FF3F; rom[1079] = 20'hC2002; //> clr r.fl, #GAPV + FULL
rom[1080] = 20'hD0330;         //> call service
rom[1081] = 20'h8034D; rom[1082] = 20'hC035A; rom[1083] = 20'h8034E; rom[1084] = 20'hC035B; //> mov2 rrx, tx
rom[1085] = 20'h00007; rom[1086] = 20'hC0357; //> mov rop, #O_ACK
rom[1087] = 20'hD0050;         //> call respond
rom[1088] = 20'h82002; rom[1089] = 20'h50400; rom[1090] = 20'hCA446; //> jt r.fl, #CHOLD, pl_try
rom[1091] = 20'h82003; rom[1092] = 20'h70005; rom[1093] = 20'hCA448; //> jne r.st, #CLOSE_RECD, pl_keep
rom[1094] = 20'h00000; rom[1095] = 20'hC200F; //> pl_try: mov r.try, #0
rom[1096] = 20'hD04A7;         //> pl_keep: call endknown
rom[1097] = 20'hC9459;         //> bz pl_take
rom[1098] = 20'hD03CD;         //> call allhere
rom[1099] = 20'hC9459;         //> bz pl_take
rom[1100] = 20'h82002; rom[1101] = 20'h5FBFF; rom[1102] = 20'hC2002; //> clr r.fl, #CHOLD
rom[1103] = 20'h82003; rom[1104] = 20'h70004; rom[1105] = 20'hCA455; //> jne r.st, #CLOSE_SENT, pl_end
rom[1106] = 20'h82002; rom[1107] = 20'h60200; rom[1108] = 20'hC2002; //> set r.fl, #HOLD
rom[1109] = 20'h82012; rom[1110] = 20'hCA459; //> pl_end: jnz r.nfl, pl_take
rom[1111] = 20'h00000;         //> ld #0
rom[1112] = 20'hD0324;         //> call arm
rom[1113] = 20'h00168; rom[1114] = 20'hD0040; //> pl_take: cnt C_DLV
rom[1115] = 20'h80352; rom[1116] = 20'hC0341; //> mov k, plen
rom[1117] = 20'h0016A;         //> ld #C_DLV + 2
rom[1118] = 20'hD0048;         //> call countk
rom[1119] = 20'h80343;         //> ld page
rom[1120] = 20'hDB000;         //> tap
rom[1121] = 20'h80352; rom[1122] = 20'hC63FD; //> mov m.PLEN, plen
rom[1123] = 20'hC84E4;         //> jmp deliver

rom[1124] = 20'h00164; rom[1125] = 20'hD0040; //> pl_repeat: cnt C_REPEAT
rom[1126] = 20'h82006; rom[1127] = 20'hC035A; rom[1128] = 20'h82007; rom[1129] = 20'hC035B; //> mov2 rrx, r.last
rom[1130] = 20'h00007; rom[1131] = 20'hC0357; //> mov rop, #O_ACK
rom[1132] = 20'hD0050;         //> call respond
rom[1133] = 20'hC825C;         //> jmp wrx_end
rom[1134] = 20'h82002; rom[1135] = 20'h60040; rom[1136] = 20'hC2002; //> pl_full: set r.fl, #FULL
rom[1137] = 20'h0015A; rom[1138] = 20'hD0040; //> cnt D_SPACE
rom[1139] = 20'h82006; rom[1140] = 20'hC035A; rom[1141] = 20'h82007; rom[1142] = 20'hC035B; //> mov2 rrx, r.last
rom[1143] = 20'h00009; rom[1144] = 20'hC0357; //> mov rop, #O_NACK_FULL
rom[1145] = 20'hD0050;         //> call respond
rom[1146] = 20'hC825C;         //> jmp wrx_end
rom[1147] = 20'h0015C; rom[1148] = 20'hD0040; //> pl_far: cnt D_FAR
rom[1149] = 20'hC8259;         //> jmp wrx_bad
rom[1150] = 20'h00166; rom[1151] = 20'hD0040; //> pl_gap: cnt C_GAP
rom[1152] = 20'h82002; rom[1153] = 20'h50040; rom[1154] = 20'hCA25C; //> jt r.fl, #FULL, wrx_end
rom[1155] = 20'h82002; rom[1156] = 20'h50080; rom[1157] = 20'hC9489; //> jf r.fl, #GAPV, pl_nack
rom[1158] = 20'h82018; rom[1159] = 20'h98354; rom[1160] = 20'hCB497; //> jlt r.gapn, dd+1, pl_gapn
rom[1161] = 20'h82007; rom[1162] = 20'h10001; rom[1163] = 20'hC035B; rom[1164] = 20'h82006; rom[1165] = 20'h20000; rom[1166] = 20'hC035A; //> pl_nack: add2 rrx, r.last, #1
rom[1167] = 20'h00008; rom[1168] = 20'hC0357; //> mov rop, #O_NACK
rom[1169] = 20'hD0050;         //> call respond
rom[1170] = 20'h82002; rom[1171] = 20'h60080; rom[1172] = 20'hC2002; //> set r.fl, #GAPV
rom[1173] = 20'h80365;         //> ld t_to
rom[1174] = 20'hD032A;         //> call arm2
rom[1175] = 20'h80354; rom[1176] = 20'hC2018; //> pl_gapn: mov r.gapn, dd+1
rom[1177] = 20'hC825C;         //> jmp wrx_end

// A = 1: what the peer sends is received, what it acknowledges retires
rom[1178] = 20'h82003; rom[1179] = 20'h30003; rom[1180] = 20'hCC4A5; //> moving: jge r.st, #OPEN, mov1
rom[1181] = 20'h82003; rom[1182] = 20'h70001; rom[1183] = 20'hCA4A3; //> jne r.st, #OPEN_SENT, mov0
rom[1184] = 20'h82002; rom[1185] = 20'h51000; rom[1186] = 20'hCA4A5; //> jt r.fl, #REOPEN, mov1
rom[1187] = 20'h00000;         //> mov0: ld #0
rom[1188] = 20'hD8800;         //> ret
rom[1189] = 20'h00001;         //> mov1: ld #1
rom[1190] = 20'hD8800;         //> ret

// A = 1: clid says where the peer's payloads end
rom[1191] = 20'h82003; rom[1192] = 20'h70005; rom[1193] = 20'hC94A5; //> endknown: jeq r.st, #CLOSE_RECD, mov1
rom[1194] = 20'h82003; rom[1195] = 20'h70004; rom[1196] = 20'hCA4A3; //> jne r.st, #CLOSE_SENT, mov0
rom[1197] = 20'h82002; rom[1198] = 20'h50400; rom[1199] = 20'hCA4A5; //> jt r.fl, #CHOLD, mov1
rom[1200] = 20'hC84A3;         //> jmp mov0

// the OPEN set aside was the start of a new life
rom[1201] = 20'h82003; rom[1202] = 20'h70001; rom[1203] = 20'hCA4B5; //> restart: jne r.st, #OPEN_SENT, rs1
rom[1204] = 20'hD0304;         //> call enter
rom[1205] = 20'h82003; rom[1206] = 20'h70004; rom[1207] = 20'hCA4C4; //> rs1: jne r.st, #CLOSE_SENT, rs2
rom[1208] = 20'h82002; rom[1209] = 20'h51000; rom[1210] = 20'hC94C1; //> jf r.fl, #REOPEN, rs1a
rom[1211] = 20'h82005; rom[1212] = 20'h10001; rom[1213] = 20'hC2005; rom[1214] = 20'h82004; rom[1215] = 20'h20000; rom[1216] = 20'hC2004; //> add2 r.una, r.una, #1
rom[1217] = 20'h82002; rom[1218] = 20'h5DFFF; rom[1219] = 20'hC2002; //> rs1a: clr r.fl, #CLOSING
rom[1220] = 20'h00003; rom[1221] = 20'hC2003; //> rs2: mov r.st, #OPEN
rom[1222] = 20'h8200A; rom[1223] = 20'hC2006; rom[1224] = 20'h8200B; rom[1225] = 20'hC2007; //> mov2 r.last, r.xid
rom[1226] = 20'h8200E; rom[1227] = 20'hC200D; //> mov r.pl, r.xl
rom[1228] = 20'h82002; rom[1229] = 20'h5E80F; rom[1230] = 20'hC2002; //> clr r.fl, #XV + GAPV + FULL + CHOLD + HOLD + NKV + REOPEN + ARM
rom[1231] = 20'h00000; rom[1232] = 20'hC200F; //> mov r.try, #0
rom[1233] = 20'hD033D;         //> call rewind
rom[1234] = 20'h82012; rom[1235] = 20'hC94D6; //> jz r.nfl, rs3
rom[1236] = 20'h80365;         //> ld t_to
rom[1237] = 20'hD0324;         //> call arm
rom[1238] = 20'h00500; rom[1239] = 20'hC035E; //> rs3: mov ckind, #0x500
rom[1240] = 20'h00000; rom[1241] = 20'hC035F; rom[1242] = 20'h00000; rom[1243] = 20'hC0360; //> mov2 cid, #0
rom[1244] = 20'h00000; rom[1245] = 20'hC0361; //> mov ccnt, #0
rom[1246] = 20'h00000; rom[1247] = 20'hC0362; //> mov cbytes, #0
rom[1248] = 20'h802B9; rom[1249] = 20'h60040; rom[1250] = 20'hC02B9; //> set R_IRQ+1, #64
rom[1251] = 20'hC8071;         //> jmp complete

// ---- a payload taken: back to where it came from, or to the host. P is its page
rom[1252] = 20'h8601E; rom[1253] = 20'h58000; rom[1254] = 20'hC94FF; //> deliver: jf m.30, #0x8000, dl_echo
rom[1255] = 20'h80343;         //> dl_host: ld page
rom[1256] = 20'hDB000;         //> tap
rom[1257] = 20'h8034B; rom[1258] = 20'hC6015; //> mov m.21, kh
rom[1259] = 20'h8034C; rom[1260] = 20'hC6016; //> mov m.22, kl
rom[1261] = 20'h80388; rom[1262] = 20'hC94F4; //> jz q_n, dl_first
rom[1263] = 20'h80387;         //> ld q_tail
rom[1264] = 20'hDB000;         //> tap
rom[1265] = 20'h80343; rom[1266] = 20'hC63FE; //> mov m.NEXT, page
rom[1267] = 20'hC84F6;         //> jmp dl_last
rom[1268] = 20'h80343; rom[1269] = 20'hC0386; //> dl_first: mov q_head, page
rom[1270] = 20'h80343; rom[1271] = 20'hC0387; //> dl_last: mov q_tail, page
rom[1272] = 20'h80388; rom[1273] = 20'h10001; rom[1274] = 20'hC0388; //> inc q_n
rom[1275] = 20'hD002D;         //> dl_swap: call getpage
rom[1276] = 20'h80356; rom[1277] = 20'hC0355; //> mov give, new
rom[1278] = 20'hC825C;         //> jmp wrx_end
rom[1279] = 20'h8034B;         //> dl_echo: ld kh
rom[1280] = 20'hD9800;         //> swp
rom[1281] = 20'h50003;         //> and #3
rom[1282] = 20'h10001;         //> add #1
rom[1283] = 20'hC0340;         //> st i
rom[1284] = 20'h80307; rom[1285] = 20'hC0342; //> mov t, R_ECHO+1
rom[1286] = 20'h80340; rom[1287] = 20'h30001; rom[1288] = 20'hC0340; //> dl_bit: dec i
rom[1289] = 20'hC9515;         //> bz dl_test
rom[1290] = 20'h80342;         //> ld t
rom[1291] = 20'hD9800;         //> swp
rom[1292] = 20'hD9000;         //> rol
rom[1293] = 20'hD9000;         //> rol
rom[1294] = 20'hD9000;         //> rol
rom[1295] = 20'hD9000;         //> rol
rom[1296] = 20'hD9000;         //> rol
rom[1297] = 20'hD9000;         //> rol
rom[1298] = 20'hD9000;         //> rol
rom[1299] = 20'hC0342;         //> st t
rom[1300] = 20'hC8506;         //> jmp dl_bit
rom[1301] = 20'h80342; rom[1302] = 20'h50001; rom[1303] = 20'hC94E7; //> dl_test: jf t, #1, dl_host
rom[1304] = 20'h00014; rom[1305] = 20'h98345; rom[1306] = 20'hCB51E; //> jlt #KEEP, free_n, dl_back
rom[1307] = 20'h001AA; rom[1308] = 20'hD0040; //> cnt H_ECHO_LOST
rom[1309] = 20'hC825C;         //> jmp wrx_end
rom[1310] = 20'h8601E; rom[1311] = 20'h68000; rom[1312] = 20'hC601E; //> dl_back: set m.30, #0x8000
rom[1313] = 20'h00322; rom[1314] = 20'hD0040; //> cnt R_ECHOED
rom[1315] = 20'hD0525;         //> call enqueue
rom[1316] = 20'hC84FB;         //> jmp dl_swap

// page, of plen bytes, behind the others that link L has to send
rom[1317] = 20'h0016C; rom[1318] = 20'hD0040; //> enqueue: cnt C_ACC
rom[1319] = 20'h80352; rom[1320] = 20'hC0341; //> mov k, plen
rom[1321] = 20'h0016E;         //> ld #C_ACC + 2
rom[1322] = 20'hD0048;         //> call countk
rom[1323] = 20'h82016; rom[1324] = 20'hC9532; //> jz r.held, enq_first
rom[1325] = 20'h82015;         //> ld r.tail
rom[1326] = 20'hDB000;         //> tap
rom[1327] = 20'h80343; rom[1328] = 20'hC63FE; //> mov m.NEXT, page
rom[1329] = 20'hC8534;         //> jmp enq1
rom[1330] = 20'h80343; rom[1331] = 20'hC2014; //> enq_first: mov r.head, page
rom[1332] = 20'h80343; rom[1333] = 20'hC2015; //> enq1: mov r.tail, page
rom[1334] = 20'h82013; rom[1335] = 20'hBA016; rom[1336] = 20'hCA53B; //> jne r.cof, r.held, enq2
rom[1337] = 20'h80343; rom[1338] = 20'hC2017; //> mov r.cur, page
rom[1339] = 20'h82016; rom[1340] = 20'h10001; rom[1341] = 20'hC2016; //> enq2: inc r.held
rom[1342] = 20'hD8800;         //> ret

// ---- ACK, NACK, NACK_FULL
rom[1343] = 20'hD049A;         //> e_ack: call moving
rom[1344] = 20'hC925C;         //> bz wrx_end
rom[1345] = 20'h80350; rom[1346] = 20'h9A005; rom[1347] = 20'hC0354; rom[1348] = 20'h8034F; rom[1349] = 20'hA2004; rom[1350] = 20'hC0353; //> sub2 dd, rx, r.una
rom[1351] = 20'hCD551;         //> bn late
rom[1352] = 20'hCA233;         //> bnz a_illegal
rom[1353] = 20'h80354; rom[1354] = 20'h9A012; rom[1355] = 20'hCC233; //> jge dd+1, r.nfl, a_illegal
rom[1356] = 20'h80354; rom[1357] = 20'h10001; rom[1358] = 20'hC0354; //> inc dd+1
rom[1359] = 20'hD059C;         //> call retire
rom[1360] = 20'hC825C;         //> jmp wrx_end
rom[1361] = 20'h00178; rom[1362] = 20'hD0040; //> late: cnt C_LATE
rom[1363] = 20'hC825C;         //> jmp wrx_end

rom[1364] = 20'hD049A;         //> e_nack: call moving
rom[1365] = 20'hC925C;         //> bz wrx_end
rom[1366] = 20'h80350; rom[1367] = 20'h9A005; rom[1368] = 20'hC0354; rom[1369] = 20'h8034F; rom[1370] = 20'hA2004; rom[1371] = 20'hC0353; //> sub2 dd, rx, r.una
rom[1372] = 20'hCD564;         //> bn nk_below
rom[1373] = 20'hCA233;         //> bnz a_illegal
rom[1374] = 20'h82012; rom[1375] = 20'h98354; rom[1376] = 20'hCB233; //> jlt r.nfl, dd+1, a_illegal
rom[1377] = 20'h80354; rom[1378] = 20'hCA57E; //> jnz dd+1, nk_some
rom[1379] = 20'hC8567;         //> jmp nk_none
rom[1380] = 20'hA8354;         //> nk_below: and dd+1
rom[1381] = 20'h7FFFF;         //> xor #0xFFFF
rom[1382] = 20'hCA551;         //> bnz late
rom[1383] = 20'h82002; rom[1384] = 20'h50100; rom[1385] = 20'hCA25C; //> nk_none: jt r.fl, #NKV, wrx_end
rom[1386] = 20'h82012; rom[1387] = 20'hC925C; //> jz r.nfl, wrx_end
rom[1388] = 20'hD033D;         //> call rewind
rom[1389] = 20'h82002; rom[1390] = 20'h60100; rom[1391] = 20'hC2002; //> set r.fl, #NKV
rom[1392] = 20'hD0336;         //> call retry
rom[1393] = 20'h8200F; rom[1394] = 20'h982A1; rom[1395] = 20'hCC576; //> jge r.try, R_RETRY+1, nk_last
rom[1396] = 20'h80365;         //> ld t_to
rom[1397] = 20'hC8577;         //> jmp nk_arm
rom[1398] = 20'h00000;         //> nk_last: ld #0
rom[1399] = 20'hC0342;         //> nk_arm: st t
rom[1400] = 20'h82002; rom[1401] = 20'h51000; rom[1402] = 20'hCA25C; //> jt r.fl, #REOPEN, wrx_end
rom[1403] = 20'h80342;         //> ld t
rom[1404] = 20'hD0324;         //> call arm
rom[1405] = 20'hC825C;         //> jmp wrx_end
rom[1406] = 20'h82012; rom[1407] = 20'hC925C; //> nk_some: jz r.nfl, wrx_end
rom[1408] = 20'hD059C;         //> call retire
rom[1409] = 20'h82012; rom[1410] = 20'hC925C; //> jz r.nfl, wrx_end
rom[1411] = 20'hD033D;         //> call rewind
rom[1412] = 20'h82002; rom[1413] = 20'h60100; rom[1414] = 20'hC2002; //> set r.fl, #NKV
rom[1415] = 20'h80365;         //> ld t_to
rom[1416] = 20'hC8577;         //> jmp nk_arm

rom[1417] = 20'hD049A;         //> e_nack_full: call moving
rom[1418] = 20'hC925C;         //> bz wrx_end
rom[1419] = 20'h82012; rom[1420] = 20'hC925C; //> jz r.nfl, wrx_end
rom[1421] = 20'hD033D;         //> call rewind
rom[1422] = 20'h00000; rom[1423] = 20'hC200F; //> mov r.try, #0
rom[1424] = 20'h82002; rom[1425] = 20'h5FCFF; rom[1426] = 20'hC2002; //> clr r.fl, #NKV + HOLD
rom[1427] = 20'h82002; rom[1428] = 20'h51000; rom[1429] = 20'hCA25C; //> jt r.fl, #REOPEN, wrx_end
rom[1430] = 20'h82002; rom[1431] = 20'h60200; rom[1432] = 20'hC2002; //> set r.fl, #HOLD
rom[1433] = 20'h80368;         //> ld t_back
rom[1434] = 20'hD0324;         //> call arm
rom[1435] = 20'hC825C;         //> jmp wrx_end

// the dd+1 oldest payloads are acknowledged; 1..WIN of them. One that is on the wire is freed when it has left
rom[1436] = 20'h80354; rom[1437] = 20'hC0341; //> retire: mov k, dd+1
rom[1438] = 20'h00170;         //> ld #C_RETIRED
rom[1439] = 20'hD0048;         //> call countk
rom[1440] = 20'h82005; rom[1441] = 20'h88341; rom[1442] = 20'hC2005; rom[1443] = 20'h82004; rom[1444] = 20'h20000; rom[1445] = 20'hC2004; //> add2 r.una, r.una, 0:k
rom[1446] = 20'h82012;         //> ld r.nfl
rom[1447] = 20'h98341;         //> sub k
rom[1448] = 20'hC2012;         //> st r.nfl
rom[1449] = 20'h00000; rom[1450] = 20'hC0342; //> mov t, #0
rom[1451] = 20'h82013;         //> ld r.cof
rom[1452] = 20'h98341;         //> sub k
rom[1453] = 20'hCB5AF;         //> bc rt1
rom[1454] = 20'hC0342;         //> st t
rom[1455] = 20'h80342; rom[1456] = 20'hC2013; //> rt1: mov r.cof, t
rom[1457] = 20'h82014;         //> rt_free: ld r.head
rom[1458] = 20'hDB000;         //> tap
rom[1459] = 20'hB836A;         //> xor wtx_pg
rom[1460] = 20'hC95BF;         //> bz rt_busy
rom[1461] = 20'h863FE;         //> ld m.NEXT
rom[1462] = 20'hC0342;         //> st t
rom[1463] = 20'h80344; rom[1464] = 20'hC63FE; //> mov m.NEXT, free_h
rom[1465] = 20'h82014; rom[1466] = 20'hC0344; //> mov free_h, r.head
rom[1467] = 20'h80345; rom[1468] = 20'h10001; rom[1469] = 20'hC0345; //> inc free_n
rom[1470] = 20'hC85C3;         //> jmp rt_next
rom[1471] = 20'h00001; rom[1472] = 20'hC036C; //> rt_busy: mov orphan, #1
rom[1473] = 20'h863FE; rom[1474] = 20'hC0342; //> mov t, m.NEXT
rom[1475] = 20'h80342; rom[1476] = 20'hC2014; //> rt_next: mov r.head, t
rom[1477] = 20'h82016; rom[1478] = 20'h30001; rom[1479] = 20'hC2016; //> dec r.held
rom[1480] = 20'h80341; rom[1481] = 20'h30001; rom[1482] = 20'hC0341; //> dec k
rom[1483] = 20'hCA5B1;         //> bnz rt_free
rom[1484] = 20'h82013; rom[1485] = 20'hCA5D0; //> jnz r.cof, rt2
rom[1486] = 20'h82014; rom[1487] = 20'hC2017; //> mov r.cur, r.head
rom[1488] = 20'h00000; rom[1489] = 20'hC200F; //> rt2: mov r.try, #0
rom[1490] = 20'h82002; rom[1491] = 20'h5FCFF; rom[1492] = 20'hC2002; //> clr r.fl, #NKV + HOLD
rom[1493] = 20'h82002; rom[1494] = 20'h51000; rom[1495] = 20'hCA5E2; //> jt r.fl, #REOPEN, rt4
rom[1496] = 20'h82012; rom[1497] = 20'hC95DC; //> jz r.nfl, rt3
rom[1498] = 20'h80365;         //> ld t_to
rom[1499] = 20'hC8324;         //> jmp arm
rom[1500] = 20'h82003; rom[1501] = 20'h70005; rom[1502] = 20'hC95E3; //> rt3: jeq r.st, #CLOSE_RECD, rt_recd
rom[1503] = 20'h82002; rom[1504] = 20'h5FFEF; rom[1505] = 20'hC2002; //> clr r.fl, #ARM
rom[1506] = 20'hD8800;         //> rt4: ret
rom[1507] = 20'hD03CD;         //> rt_recd: call allhere
rom[1508] = 20'hCA5E7;         //> bnz rt5
rom[1509] = 20'h80367;         //> ld t_close
rom[1510] = 20'hC8324;         //> jmp arm
rom[1511] = 20'h00000;         //> rt5: ld #0
rom[1512] = 20'hC8324;         //> jmp arm

// ---- NACK_NOLINK: the peer has lost the link
rom[1513] = 20'h82003; rom[1514] = 20'h30003; rom[1515] = 20'hCB25C; //> e_nack_nolink: jlt r.st, #OPEN, wrx_end
rom[1516] = 20'h80350; rom[1517] = 20'h9A005; rom[1518] = 20'hC0354; rom[1519] = 20'h8034F; rom[1520] = 20'hA2004; rom[1521] = 20'hC0353; //> sub2 dd, rx, r.una
rom[1522] = 20'hCD25C;         //> bn wrx_end
rom[1523] = 20'h82003; rom[1524] = 20'h70004; rom[1525] = 20'hC960F; //> jeq r.st, #CLOSE_SENT, nn_now
rom[1526] = 20'h80353; rom[1527] = 20'hCA25C; //> jnz dd, wrx_end
rom[1528] = 20'h80354; rom[1529] = 20'h9A012; rom[1530] = 20'hCC25C; //> jge dd+1, r.nfl, wrx_end
rom[1531] = 20'h802B9; rom[1532] = 20'h60008; rom[1533] = 20'hC02B9; //> set R_IRQ+1, #8
rom[1534] = 20'h8200F; rom[1535] = 20'h982A1; rom[1536] = 20'hCC60C; //> jge r.try, R_RETRY+1, nn_dead
rom[1537] = 20'h82002; rom[1538] = 20'h61000; rom[1539] = 20'hC2002; //> set r.fl, #REOPEN
rom[1540] = 20'h82002; rom[1541] = 20'h5FCFF; rom[1542] = 20'hC2002; //> clr r.fl, #HOLD + NKV
rom[1543] = 20'h00001; rom[1544] = 20'hC2003; //> mov r.st, #OPEN_SENT
rom[1545] = 20'hD033D;         //> call rewind
rom[1546] = 20'hD0612;         //> call sendopen
rom[1547] = 20'hC825C;         //> jmp wrx_end
rom[1548] = 20'h82002; rom[1549] = 20'h5FDFF; rom[1550] = 20'hC2002; //> nn_dead: clr r.fl, #HOLD
rom[1551] = 20'h00000;         //> nn_now: ld #0
rom[1552] = 20'hD0324;         //> call arm
rom[1553] = 20'hC825C;         //> jmp wrx_end

// OPEN(una - 1)
rom[1554] = 20'h82005; rom[1555] = 20'h30001; rom[1556] = 20'hC2009; rom[1557] = 20'h82004; rom[1558] = 20'h40000; rom[1559] = 20'hC2008; //> sendopen: sub2 r.clid, r.una, #1
rom[1560] = 20'h82008; rom[1561] = 20'hC0358; rom[1562] = 20'h82009; rom[1563] = 20'hC0359; //> mov2 rtx, r.clid
rom[1564] = 20'h00000; rom[1565] = 20'hC035A; rom[1566] = 20'h00000; rom[1567] = 20'hC035B; //> mov2 rrx, #0
rom[1568] = 20'h00000; rom[1569] = 20'hC0357; //> mov rop, #O_OPEN
rom[1570] = 20'hD0050;         //> call respond
rom[1571] = 20'h80366;         //> ld t_open
rom[1572] = 20'hC8324;         //> jmp arm
