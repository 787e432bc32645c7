// SPDX-License-Identifier: Apache-2.0
//
// Microprogram, received frames and the state of their link, as in the table of docs/lite.md. L is the link; kh, kl, tx,
// rx, ep, plen are of the frame; rtx is 0 and rrx the frame's TxID, which most answers name.

// ---- OPEN
// A peer without a life number is refused: docs/lite.md.
12'd619: data_q <= 20'h80351; 12'd620: data_q <= 20'hC922F; //> n_open: jz ep, a_open_nack
12'd621: data_q <= 20'hD00EC;   //> call alloc
12'd622: data_q <= 20'hC922F;   //> bz a_open_nack
12'd623: data_q <= 20'h80351; 12'd624: data_q <= 20'hC922F; //> e_open: jz ep, a_open_nack
12'd625: data_q <= 20'h82003;   //> ld r.st
12'd626: data_q <= 20'hCF273;   //> jpa open_in
12'd627: data_q <= 20'hC8279;   //> open_in: jmp op_closed
12'd628: data_q <= 20'hC828F;   //> jmp op_sent
12'd629: data_q <= 20'hC829A;   //> jmp op_recd
12'd630: data_q <= 20'hC829E;   //> jmp op_live
12'd631: data_q <= 20'hC829E;   //> jmp op_live
12'd632: data_q <= 20'hC829E;   //> jmp op_live
12'd633: data_q <= 20'hD02C0;   //> op_closed: call same
12'd634: data_q <= 20'hC9280;   //> bz opc1
12'd635: data_q <= 20'h82002; 12'd636: data_q <= 20'h54000; 12'd637: data_q <= 20'hC92AF; //> jf r.fl, #DEAD, op_ack
12'd638: data_q <= 20'hD02D7;   //> call leave
12'd639: data_q <= 20'hC8286;   //> jmp opc2
12'd640: data_q <= 20'hD02D7;   //> opc1: call leave
12'd641: data_q <= 20'h8034D; 12'd642: data_q <= 20'hC0353; 12'd643: data_q <= 20'h8034E; 12'd644: data_q <= 20'hC0354; //> mov2 dd, tx
12'd645: data_q <= 20'hD02CA;   //> call learn
12'd646: data_q <= 20'h00002; 12'd647: data_q <= 20'hC2003; //> opc2: mov r.st, #OPEN_RECD
12'd648: data_q <= 20'h8034D; 12'd649: data_q <= 20'hC2008; 12'd650: data_q <= 20'h8034E; 12'd651: data_q <= 20'hC2009; //> mov2 r.clid, tx
12'd652: data_q <= 20'h80366;   //> ld t_open
12'd653: data_q <= 20'hD0324;   //> call arm
12'd654: data_q <= 20'hC82AF;   //> jmp op_ack
12'd655: data_q <= 20'h82002; 12'd656: data_q <= 20'h51000; 12'd657: data_q <= 20'hCA29E; //> op_sent: jt r.fl, #REOPEN, op_live
12'd658: data_q <= 20'hD02C0;   //> call same
12'd659: data_q <= 20'hCA2AF;   //> bnz op_ack
12'd660: data_q <= 20'h8034D; 12'd661: data_q <= 20'hC0353; 12'd662: data_q <= 20'h8034E; 12'd663: data_q <= 20'hC0354; //> mov2 dd, tx
12'd664: data_q <= 20'hD02CA;   //> call learn
12'd665: data_q <= 20'hC82AF;   //> jmp op_ack
12'd666: data_q <= 20'h8034D; 12'd667: data_q <= 20'hC2008; 12'd668: data_q <= 20'h8034E; 12'd669: data_q <= 20'hC2009; //> op_recd: mov2 r.clid, tx
12'd670: data_q <= 20'hD02C0;   //> op_live: call same
12'd671: data_q <= 20'hCA2AF;   //> bnz op_ack
12'd672: data_q <= 20'h82002; 12'd673: data_q <= 20'h60020; 12'd674: data_q <= 20'hC2002; //> set r.fl, #XV
12'd675: data_q <= 20'h8034D; 12'd676: data_q <= 20'hC200A; 12'd677: data_q <= 20'h8034E; 12'd678: data_q <= 20'hC200B; //> mov2 r.xid, tx
12'd679: data_q <= 20'h80351; 12'd680: data_q <= 20'hC200E; //> mov r.xl, ep
12'd681: data_q <= 20'h82003; 12'd682: data_q <= 20'h70004; 12'd683: data_q <= 20'hCA2AF; //> jne r.st, #CLOSE_SENT, op_ack
12'd684: data_q <= 20'h82002; 12'd685: data_q <= 20'h61000; 12'd686: data_q <= 20'hC2002; //> set r.fl, #REOPEN      ; here: its OPEN_ACK names the ID behind our CLOSE
12'd687: data_q <= 20'h82004; 12'd688: data_q <= 20'hC0358; 12'd689: data_q <= 20'h82005; 12'd690: data_q <= 20'hC0359; //> op_ack: mov2 rtx, r.una
12'd691: data_q <= 20'h82003; 12'd692: data_q <= 20'h70004; 12'd693: data_q <= 20'hCA2BC; //> jne r.st, #CLOSE_SENT, opa1
12'd694: data_q <= 20'h80359; 12'd695: data_q <= 20'h10001; 12'd696: data_q <= 20'hC0359; 12'd697: data_q <= 20'h80358; 12'd698: data_q <= 20'h20000; 12'd699: data_q <= 20'hC0358; //> add2 rtx, rtx, #1
12'd700: data_q <= 20'h00001; 12'd701: data_q <= 20'hC0357; //> opa1: mov rop, #O_OPEN_ACK
12'd702: data_q <= 20'hD0050;   //> call respond
12'd703: data_q <= 20'hC825C;   //> jmp wrx_end

// A = 1: the frame is of the life on record
12'd704: data_q <= 20'h82002; 12'd705: data_q <= 20'h50800; 12'd706: data_q <= 20'hC92C8; //> same: jf r.fl, #PREC, same0
12'd707: data_q <= 20'h80351; 12'd708: data_q <= 20'hBA00D; 12'd709: data_q <= 20'hCA2C8; //> jne ep, r.pl, same0
12'd710: data_q <= 20'h00001;   //> ld #1
12'd711: data_q <= 20'hD8800;   //> ret
12'd712: data_q <= 20'h00000;   //> same0: ld #0
12'd713: data_q <= 20'hD8800;   //> ret

// last = dd, the peer's life is the frame's
12'd714: data_q <= 20'h80353; 12'd715: data_q <= 20'hC2006; 12'd716: data_q <= 20'h80354; 12'd717: data_q <= 20'hC2007; //> learn: mov2 r.last, dd
12'd718: data_q <= 20'h80351; 12'd719: data_q <= 20'hC200D; //> mov r.pl, ep
12'd720: data_q <= 20'h82002; 12'd721: data_q <= 20'h5FF1F; 12'd722: data_q <= 20'hC2002; //> clr r.fl, #GAPV + FULL + XV
12'd723: data_q <= 20'h82002; 12'd724: data_q <= 20'h60800; 12'd725: data_q <= 20'hC2002; //> set r.fl, #PREC
12'd726: data_q <= 20'hD8800;   //> ret

// out of CLOSED: a life of our own
12'd727: data_q <= 20'h80297; 12'd728: data_q <= 20'hC200C; //> leave: mov r.ol, R_EPOCH+1
12'd729: data_q <= 20'h10001;   //> add #1
12'd730: data_q <= 20'hCA2DC;   //> bnz leave1
12'd731: data_q <= 20'h00001;   //> ld #1
12'd732: data_q <= 20'hC0297;   //> leave1: st R_EPOCH+1
12'd733: data_q <= 20'h82002; 12'd734: data_q <= 20'h5A817; 12'd735: data_q <= 20'hC2002; //> clr r.fl, #DEAD + NKV + HOLD + CHOLD + GAPV + FULL + REOPEN + XV + ARM2
12'd736: data_q <= 20'h00000; 12'd737: data_q <= 20'hC200F; //> mov r.try, #0
12'd738: data_q <= 20'hD8800;   //> ret

// ---- OPEN_ACK, OPEN_NACK
12'd739: data_q <= 20'h80351; 12'd740: data_q <= 20'hC925C; //> e_open_ack: jz ep, wrx_end
12'd741: data_q <= 20'h82003; 12'd742: data_q <= 20'h70001; 12'd743: data_q <= 20'hCA25C; //> jne r.st, #OPEN_SENT, wrx_end
12'd744: data_q <= 20'h8034F; 12'd745: data_q <= 20'hBA008; 12'd746: data_q <= 20'hCA25C; 12'd747: data_q <= 20'h80350; 12'd748: data_q <= 20'hBA009; 12'd749: data_q <= 20'hCA25C; //> jne2 rx, r.clid, wrx_end
12'd750: data_q <= 20'hD02C0;   //> call same
12'd751: data_q <= 20'hCA2F7;   //> bnz oa1
12'd752: data_q <= 20'h8034E; 12'd753: data_q <= 20'h30001; 12'd754: data_q <= 20'hC0354; 12'd755: data_q <= 20'h8034D; 12'd756: data_q <= 20'h40000; 12'd757: data_q <= 20'hC0353; //> sub2 dd, tx, #1
12'd758: data_q <= 20'hD02CA;   //> call learn
12'd759: data_q <= 20'h82002; 12'd760: data_q <= 20'h51000; 12'd761: data_q <= 20'hC92FC; //> oa1: jf r.fl, #REOPEN, oa2
12'd762: data_q <= 20'hD0336;   //> call retry
12'd763: data_q <= 20'hC82FE;   //> jmp oa3
12'd764: data_q <= 20'h00000; 12'd765: data_q <= 20'hC200F; //> oa2: mov r.try, #0
12'd766: data_q <= 20'h82002; 12'd767: data_q <= 20'h5EFFF; 12'd768: data_q <= 20'hC2002; //> oa3: clr r.fl, #REOPEN
12'd769: data_q <= 20'hD033D;   //> call rewind
12'd770: data_q <= 20'hD0304;   //> call enter
12'd771: data_q <= 20'hC825C;   //> jmp wrx_end

// into OPEN
12'd772: data_q <= 20'h00003; 12'd773: data_q <= 20'hC2003; //> enter: mov r.st, #OPEN
12'd774: data_q <= 20'h82002; 12'd775: data_q <= 20'h5FFEF; 12'd776: data_q <= 20'hC2002; //> clr r.fl, #ARM
12'd777: data_q <= 20'h82002; 12'd778: data_q <= 20'h50008; 12'd779: data_q <= 20'hCA30D; //> jt r.fl, #ARM2, enter1
12'd780: data_q <= 20'hD0330;   //> call service
12'd781: data_q <= 20'h0017C; 12'd782: data_q <= 20'hD0040; //> enter1: cnt C_OPENED
12'd783: data_q <= 20'hD8800;   //> ret

12'd784: data_q <= 20'h82003; 12'd785: data_q <= 20'h70001; 12'd786: data_q <= 20'hCA25C; //> e_open_nack: jne r.st, #OPEN_SENT, wrx_end
12'd787: data_q <= 20'h8034F; 12'd788: data_q <= 20'hBA008; 12'd789: data_q <= 20'hCA25C; 12'd790: data_q <= 20'h80350; 12'd791: data_q <= 20'hBA009; 12'd792: data_q <= 20'hCA25C; //> jne2 rx, r.clid, wrx_end
12'd793: data_q <= 20'h00000; 12'd794: data_q <= 20'hC2003; //> mov r.st, #CLOSED
12'd795: data_q <= 20'h00000; 12'd796: data_q <= 20'hC2012; //> mov r.nfl, #0
12'd797: data_q <= 20'h82002; 12'd798: data_q <= 20'h5FEFF; 12'd799: data_q <= 20'hC2002; //> clr r.fl, #NKV
12'd800: data_q <= 20'hD033D;   //> call rewind
12'd801: data_q <= 20'h80368;   //> ld t_back
12'd802: data_q <= 20'hD0324;   //> call arm
12'd803: data_q <= 20'hC825C;   //> jmp wrx_end

// ---- timers, replay
12'd804: data_q <= 20'h88346;   //> arm: add now
12'd805: data_q <= 20'hC2010;   //> st r.dl
12'd806: data_q <= 20'h82002; 12'd807: data_q <= 20'h60010; 12'd808: data_q <= 20'hC2002; //> set r.fl, #ARM
12'd809: data_q <= 20'hD8800;   //> ret
12'd810: data_q <= 20'h88346;   //> arm2: add now
12'd811: data_q <= 20'hC2011;   //> st r.dl2
12'd812: data_q <= 20'h82002; 12'd813: data_q <= 20'h60008; 12'd814: data_q <= 20'hC2002; //> set r.fl, #ARM2
12'd815: data_q <= 20'hD8800;   //> ret
// the second timer back to its long interval
12'd816: data_q <= 20'h82002; 12'd817: data_q <= 20'h5FFF7; 12'd818: data_q <= 20'hC2002; //> service: clr r.fl, #ARM2
12'd819: data_q <= 20'h80369;   //> ld t_reack
12'd820: data_q <= 20'hCA32A;   //> bnz arm2
12'd821: data_q <= 20'hD8800;   //> ret
12'd822: data_q <= 20'h8200F;   //> retry: ld r.try
12'd823: data_q <= 20'h700FF;   //> xor #255
12'd824: data_q <= 20'hC933C;   //> bz retry1
12'd825: data_q <= 20'h8200F; 12'd826: data_q <= 20'h10001; 12'd827: data_q <= 20'hC200F; //> inc r.try
12'd828: data_q <= 20'hD8800;   //> retry1: ret
12'd829: data_q <= 20'h00000; 12'd830: data_q <= 20'hC2013; //> rewind: mov r.cof, #0
12'd831: data_q <= 20'h82014; 12'd832: data_q <= 20'hC2017; //> mov r.cur, r.head
12'd833: data_q <= 20'hD8800;   //> ret

// ---- CLOSE, CLOSE_ACK, CLOSE_NACK
12'd834: data_q <= 20'h82003;   //> e_close: ld r.st
12'd835: data_q <= 20'hCF344;   //> jpa close_in
12'd836: data_q <= 20'hC8227;   //> close_in: jmp a_close_ack
12'd837: data_q <= 20'hC834A;   //> jmp cl_sent
12'd838: data_q <= 20'hC8227;   //> jmp a_close_ack
12'd839: data_q <= 20'hC8356;   //> jmp cl_live
12'd840: data_q <= 20'hC8356;   //> jmp cl_live
12'd841: data_q <= 20'hC8356;   //> jmp cl_live
12'd842: data_q <= 20'h82002; 12'd843: data_q <= 20'h51000; 12'd844: data_q <= 20'hCA356; //> cl_sent: jt r.fl, #REOPEN, cl_live
12'd845: data_q <= 20'h00000; 12'd846: data_q <= 20'hC2003; //> mov r.st, #CLOSED
12'd847: data_q <= 20'h00000; 12'd848: data_q <= 20'hC2012; //> mov r.nfl, #0
12'd849: data_q <= 20'h82002; 12'd850: data_q <= 20'h5FEEF; 12'd851: data_q <= 20'hC2002; //> clr r.fl, #NKV + ARM
12'd852: data_q <= 20'hD033D;   //> call rewind
12'd853: data_q <= 20'hC8227;   //> jmp a_close_ack
12'd854: data_q <= 20'h8034E; 12'd855: data_q <= 20'h9A007; 12'd856: data_q <= 20'hC0354; 12'd857: data_q <= 20'h8034D; 12'd858: data_q <= 20'hA2006; 12'd859: data_q <= 20'hC0353; //> cl_live: sub2 dd, tx, r.last
12'd860: data_q <= 20'h80353; 12'd861: data_q <= 20'hCD227; //> jn dd, a_close_ack
12'd862: data_q <= 20'hB0354;   //> or dd+1
12'd863: data_q <= 20'hC9227;   //> bz a_close_ack
12'd864: data_q <= 20'h8034D; 12'd865: data_q <= 20'hC2008; 12'd866: data_q <= 20'h8034E; 12'd867: data_q <= 20'hC2009; //> mov2 r.clid, tx
12'd868: data_q <= 20'h82012; 12'd869: data_q <= 20'hCA36F; //> jnz r.nfl, cl_wait
12'd870: data_q <= 20'h80353; 12'd871: data_q <= 20'h70000; 12'd872: data_q <= 20'hCA36F; 12'd873: data_q <= 20'h80354; 12'd874: data_q <= 20'h70001; 12'd875: data_q <= 20'hCA36F; //> jne2 dd, #1, cl_wait
12'd876: data_q <= 20'h00001;   //> ld #1
12'd877: data_q <= 20'hD0391;   //> call closed
12'd878: data_q <= 20'hC8227;   //> jmp a_close_ack
12'd879: data_q <= 20'h82005; 12'd880: data_q <= 20'h8A012; 12'd881: data_q <= 20'hC0359; 12'd882: data_q <= 20'h82004; 12'd883: data_q <= 20'h20000; 12'd884: data_q <= 20'hC0358; //> cl_wait: add2 rtx, r.una, 0:r.nfl
12'd885: data_q <= 20'h80359; 12'd886: data_q <= 20'h30001; 12'd887: data_q <= 20'hC0359; 12'd888: data_q <= 20'h80358; 12'd889: data_q <= 20'h40000; 12'd890: data_q <= 20'hC0358; //> sub2 rtx, rtx, #1
12'd891: data_q <= 20'h00005; 12'd892: data_q <= 20'hC0357; //> mov rop, #O_CLOSE_NACK
12'd893: data_q <= 20'hD0050;   //> call respond
12'd894: data_q <= 20'h82003; 12'd895: data_q <= 20'h70003; 12'd896: data_q <= 20'hC9384; //> jeq r.st, #OPEN, cl_recd
12'd897: data_q <= 20'h82003; 12'd898: data_q <= 20'h70001; 12'd899: data_q <= 20'hCA25C; //> jne r.st, #OPEN_SENT, wrx_end
12'd900: data_q <= 20'h82002; 12'd901: data_q <= 20'h5EFFF; 12'd902: data_q <= 20'hC2002; //> cl_recd: clr r.fl, #REOPEN
12'd903: data_q <= 20'h00005; 12'd904: data_q <= 20'hC2003; //> mov r.st, #CLOSE_RECD
12'd905: data_q <= 20'h00000; 12'd906: data_q <= 20'hC200F; //> mov r.try, #0
12'd907: data_q <= 20'h82002; 12'd908: data_q <= 20'h50010; 12'd909: data_q <= 20'hCA25C; //> jt r.fl, #ARM, wrx_end
12'd910: data_q <= 20'h80367;   //> ld t_close
12'd911: data_q <= 20'hD0324;   //> call arm
12'd912: data_q <= 20'hC825C;   //> jmp wrx_end

// into CLOSED in the orderly way; A = 1: the peer's CLOSE has used an ID of it
12'd913: data_q <= 20'hC9398;   //> closed: bz clo1
12'd914: data_q <= 20'h82007; 12'd915: data_q <= 20'h10001; 12'd916: data_q <= 20'hC2007; 12'd917: data_q <= 20'h82006; 12'd918: data_q <= 20'h20000; 12'd919: data_q <= 20'hC2006; //> add2 r.last, r.last, #1
12'd920: data_q <= 20'h82003; 12'd921: data_q <= 20'h70004; 12'd922: data_q <= 20'hCA3A1; //> clo1: jne r.st, #CLOSE_SENT, clo2
12'd923: data_q <= 20'h82005; 12'd924: data_q <= 20'h10001; 12'd925: data_q <= 20'hC2005; 12'd926: data_q <= 20'h82004; 12'd927: data_q <= 20'h20000; 12'd928: data_q <= 20'hC2004; //> add2 r.una, r.una, #1
12'd929: data_q <= 20'h00000; 12'd930: data_q <= 20'hC2003; //> clo2: mov r.st, #CLOSED
12'd931: data_q <= 20'h00000; 12'd932: data_q <= 20'hC2012; //> mov r.nfl, #0
12'd933: data_q <= 20'hD033D;   //> call rewind
12'd934: data_q <= 20'h82002; 12'd935: data_q <= 20'h5C8C7; 12'd936: data_q <= 20'hC2002; //> clr r.fl, #CLOSING + CHOLD + HOLD + REOPEN + NKV + XV + ARM + ARM2
12'd937: data_q <= 20'h00600; 12'd938: data_q <= 20'hC035E; //> mov ckind, #0x600
12'd939: data_q <= 20'h00000; 12'd940: data_q <= 20'hC035F; 12'd941: data_q <= 20'h00000; 12'd942: data_q <= 20'hC0360; //> mov2 cid, #0
12'd943: data_q <= 20'h00000; 12'd944: data_q <= 20'hC0361; //> mov ccnt, #0
12'd945: data_q <= 20'h00000; 12'd946: data_q <= 20'hC0362; //> mov cbytes, #0
12'd947: data_q <= 20'h802B9; 12'd948: data_q <= 20'h60010; 12'd949: data_q <= 20'hC02B9; //> set R_IRQ+1, #16
12'd950: data_q <= 20'hC8071;   //> jmp complete

12'd951: data_q <= 20'h82003; 12'd952: data_q <= 20'h70005; 12'd953: data_q <= 20'hC93C6; //> e_close_ack: jeq r.st, #CLOSE_RECD, ca1
12'd954: data_q <= 20'h82003; 12'd955: data_q <= 20'h70004; 12'd956: data_q <= 20'hCA25C; //> jne r.st, #CLOSE_SENT, wrx_end
12'd957: data_q <= 20'h8034F; 12'd958: data_q <= 20'hBA004; 12'd959: data_q <= 20'hCA25C; 12'd960: data_q <= 20'h80350; 12'd961: data_q <= 20'hBA005; 12'd962: data_q <= 20'hCA25C; //> jne2 rx, r.una, wrx_end
12'd963: data_q <= 20'h00000;   //> ld #0
12'd964: data_q <= 20'hD0391;   //> call closed
12'd965: data_q <= 20'hC825C;   //> jmp wrx_end
12'd966: data_q <= 20'h82012; 12'd967: data_q <= 20'hCA25C; //> ca1: jnz r.nfl, wrx_end
12'd968: data_q <= 20'hD03CD;   //> call allhere
12'd969: data_q <= 20'hC925C;   //> bz wrx_end
12'd970: data_q <= 20'h00001;   //> ld #1
12'd971: data_q <= 20'hD0391;   //> call closed
12'd972: data_q <= 20'hC825C;   //> jmp wrx_end

// A = 1: nothing is missing below clid
12'd973: data_q <= 20'h82007; 12'd974: data_q <= 20'h10001; 12'd975: data_q <= 20'hC0354; 12'd976: data_q <= 20'h82006; 12'd977: data_q <= 20'h20000; 12'd978: data_q <= 20'hC0353; //> allhere: add2 dd, r.last, #1
12'd979: data_q <= 20'h80353; 12'd980: data_q <= 20'hBA008; 12'd981: data_q <= 20'hCA3DB; 12'd982: data_q <= 20'h80354; 12'd983: data_q <= 20'hBA009; 12'd984: data_q <= 20'hCA3DB; //> jne2 dd, r.clid, allh0
12'd985: data_q <= 20'h00001;   //> ld #1
12'd986: data_q <= 20'hD8800;   //> ret
12'd987: data_q <= 20'h00000;   //> allh0: ld #0
12'd988: data_q <= 20'hD8800;   //> ret

12'd989: data_q <= 20'h82003; 12'd990: data_q <= 20'h70005; 12'd991: data_q <= 20'hC925C; //> e_close_nack: jeq r.st, #CLOSE_RECD, wrx_end
12'd992: data_q <= 20'h82003; 12'd993: data_q <= 20'h70004; 12'd994: data_q <= 20'hCA233; //> jne r.st, #CLOSE_SENT, a_illegal
12'd995: data_q <= 20'h8034E; 12'd996: data_q <= 20'h9A007; 12'd997: data_q <= 20'hC0354; 12'd998: data_q <= 20'h8034D; 12'd999: data_q <= 20'hA2006; 12'd1000: data_q <= 20'hC0353; //> sub2 dd, tx, r.last
12'd1001: data_q <= 20'hCA25C;  //> bnz wrx_end
12'd1002: data_q <= 20'h80354; 12'd1003: data_q <= 20'hC925C; //> jz dd+1, wrx_end
12'd1004: data_q <= 20'h82002; 12'd1005: data_q <= 20'h60400; 12'd1006: data_q <= 20'hC2002; //> set r.fl, #CHOLD
12'd1007: data_q <= 20'h8034E; 12'd1008: data_q <= 20'h10001; 12'd1009: data_q <= 20'hC2009; 12'd1010: data_q <= 20'h8034D; 12'd1011: data_q <= 20'h20000; 12'd1012: data_q <= 20'hC2008; //> add2 r.clid, tx, #1
12'd1013: data_q <= 20'h00000; 12'd1014: data_q <= 20'hC200F; //> mov r.try, #0
12'd1015: data_q <= 20'hC825C;  //> jmp wrx_end

// ---- PAYLOAD
12'd1016: data_q <= 20'hD049A;  //> e_payload: call moving
12'd1017: data_q <= 20'hC922B;  //> bz a_nolink
12'd1018: data_q <= 20'h82002; 12'd1019: data_q <= 20'h50020; 12'd1020: data_q <= 20'hC941A; //> jf r.fl, #XV, pl_known
12'd1021: data_q <= 20'h8200B; 12'd1022: data_q <= 20'h10001; 12'd1023: data_q <= 20'hC0354; 12'd1024: data_q <= 20'h8200A; 12'd1025: data_q <= 20'h20000; 12'd1026: data_q <= 20'hC0353; //> add2 dd, r.xid, #1
12'd1027: data_q <= 20'h80353; 12'd1028: data_q <= 20'hB834D; 12'd1029: data_q <= 20'hCA40B; 12'd1030: data_q <= 20'h80354; 12'd1031: data_q <= 20'hB834E; 12'd1032: data_q <= 20'hCA40B; //> jne2 dd, tx, pl_old
12'd1033: data_q <= 20'hD04B1;  //> call restart
12'd1034: data_q <= 20'hC841A;  //> jmp pl_known
12'd1035: data_q <= 20'h82007; 12'd1036: data_q <= 20'h10001; 12'd1037: data_q <= 20'hC0354; 12'd1038: data_q <= 20'h82006; 12'd1039: data_q <= 20'h20000; 12'd1040: data_q <= 20'hC0353; //> pl_old: add2 dd, r.last, #1
12'd1041: data_q <= 20'h80353; 12'd1042: data_q <= 20'hB834D; 12'd1043: data_q <= 20'hCA41A; 12'd1044: data_q <= 20'h80354; 12'd1045: data_q <= 20'hB834E; 12'd1046: data_q <= 20'hCA41A; //> jne2 dd, tx, pl_known
12'd1047: data_q <= 20'h82002; 12'd1048: data_q <= 20'h5FFDF; 12'd1049: data_q <= 20'hC2002; //> clr r.fl, #XV
12'd1050: data_q <= 20'hD04A7;  //> pl_known: call endknown
12'd1051: data_q <= 20'hC9423;  //> bz pl_in
12'd1052: data_q <= 20'h8034E; 12'd1053: data_q <= 20'h9A009; 12'd1054: data_q <= 20'hC0354; 12'd1055: data_q <= 20'h8034D; 12'd1056: data_q <= 20'hA2008; 12'd1057: data_q <= 20'hC0353; //> sub2 dd, tx, r.clid
12'd1058: data_q <= 20'hCE22B;  //> bnn a_nolink
12'd1059: data_q <= 20'h8034E; 12'd1060: data_q <= 20'h9A007; 12'd1061: data_q <= 20'hC0354; 12'd1062: data_q <= 20'h8034D; 12'd1063: data_q <= 20'hA2006; 12'd1064: data_q <= 20'hC0353; //> pl_in: sub2 dd, tx, r.last
12'd1065: data_q <= 20'hCD464;  //> bn pl_repeat
12'd1066: data_q <= 20'hCA47B;  //> bnz pl_far
12'd1067: data_q <= 20'h80354; 12'd1068: data_q <= 20'hC9464; //> jz dd+1, pl_repeat
12'd1069: data_q <= 20'h70001;  //> xor #1
12'd1070: data_q <= 20'hCA47E;  //> bnz pl_gap
12'd1071: data_q <= 20'h80345; 12'd1072: data_q <= 20'hC946E; //> jz free_n, pl_full
// taken
12'd1073: data_q <= 20'h8034D; 12'd1074: data_q <= 20'hC2006; 12'd1075: data_q <= 20'h8034E; 12'd1076: data_q <= 20'hC2007; //> mov2 r.last, tx
12'd1077: data_q <= 20'h82002; 12'd1078: data_q <= 20'h5FF3F; 12'd1079: data_q <= 20'hC2002; //> clr r.fl, #GAPV + FULL
12'd1080: data_q <= 20'hD0330;  //> call service
12'd1081: data_q <= 20'h8034D; 12'd1082: data_q <= 20'hC035A; 12'd1083: data_q <= 20'h8034E; 12'd1084: data_q <= 20'hC035B; //> mov2 rrx, tx
12'd1085: data_q <= 20'h00007; 12'd1086: data_q <= 20'hC0357; //> mov rop, #O_ACK
12'd1087: data_q <= 20'hD0050;  //> call respond
12'd1088: data_q <= 20'h82002; 12'd1089: data_q <= 20'h50400; 12'd1090: data_q <= 20'hCA446; //> jt r.fl, #CHOLD, pl_try
12'd1091: data_q <= 20'h82003; 12'd1092: data_q <= 20'h70005; 12'd1093: data_q <= 20'hCA448; //> jne r.st, #CLOSE_RECD, pl_keep
12'd1094: data_q <= 20'h00000; 12'd1095: data_q <= 20'hC200F; //> pl_try: mov r.try, #0
12'd1096: data_q <= 20'hD04A7;  //> pl_keep: call endknown
12'd1097: data_q <= 20'hC9459;  //> bz pl_take
12'd1098: data_q <= 20'hD03CD;  //> call allhere
12'd1099: data_q <= 20'hC9459;  //> bz pl_take
12'd1100: data_q <= 20'h82002; 12'd1101: data_q <= 20'h5FBFF; 12'd1102: data_q <= 20'hC2002; //> clr r.fl, #CHOLD
12'd1103: data_q <= 20'h82003; 12'd1104: data_q <= 20'h70004; 12'd1105: data_q <= 20'hCA455; //> jne r.st, #CLOSE_SENT, pl_end
12'd1106: data_q <= 20'h82002; 12'd1107: data_q <= 20'h60200; 12'd1108: data_q <= 20'hC2002; //> set r.fl, #HOLD
12'd1109: data_q <= 20'h82012; 12'd1110: data_q <= 20'hCA459; //> pl_end: jnz r.nfl, pl_take
12'd1111: data_q <= 20'h00000;  //> ld #0
12'd1112: data_q <= 20'hD0324;  //> call arm
12'd1113: data_q <= 20'h00168; 12'd1114: data_q <= 20'hD0040; //> pl_take: cnt C_DLV
12'd1115: data_q <= 20'h80352; 12'd1116: data_q <= 20'hC0341; //> mov k, plen
12'd1117: data_q <= 20'h0016A;  //> ld #C_DLV + 2
12'd1118: data_q <= 20'hD0048;  //> call countk
12'd1119: data_q <= 20'h80343;  //> ld page
12'd1120: data_q <= 20'hDB000;  //> tap
12'd1121: data_q <= 20'h80352; 12'd1122: data_q <= 20'hC63FD; //> mov m.PLEN, plen
12'd1123: data_q <= 20'hC84E4;  //> jmp deliver

12'd1124: data_q <= 20'h00164; 12'd1125: data_q <= 20'hD0040; //> pl_repeat: cnt C_REPEAT
12'd1126: data_q <= 20'h82006; 12'd1127: data_q <= 20'hC035A; 12'd1128: data_q <= 20'h82007; 12'd1129: data_q <= 20'hC035B; //> mov2 rrx, r.last
12'd1130: data_q <= 20'h00007; 12'd1131: data_q <= 20'hC0357; //> mov rop, #O_ACK
12'd1132: data_q <= 20'hD0050;  //> call respond
12'd1133: data_q <= 20'hC825C;  //> jmp wrx_end
12'd1134: data_q <= 20'h82002; 12'd1135: data_q <= 20'h60040; 12'd1136: data_q <= 20'hC2002; //> pl_full: set r.fl, #FULL
12'd1137: data_q <= 20'h0015A; 12'd1138: data_q <= 20'hD0040; //> cnt D_SPACE
12'd1139: data_q <= 20'h82006; 12'd1140: data_q <= 20'hC035A; 12'd1141: data_q <= 20'h82007; 12'd1142: data_q <= 20'hC035B; //> mov2 rrx, r.last
12'd1143: data_q <= 20'h00009; 12'd1144: data_q <= 20'hC0357; //> mov rop, #O_NACK_FULL
12'd1145: data_q <= 20'hD0050;  //> call respond
12'd1146: data_q <= 20'hC825C;  //> jmp wrx_end
12'd1147: data_q <= 20'h0015C; 12'd1148: data_q <= 20'hD0040; //> pl_far: cnt D_FAR
12'd1149: data_q <= 20'hC8259;  //> jmp wrx_bad
12'd1150: data_q <= 20'h00166; 12'd1151: data_q <= 20'hD0040; //> pl_gap: cnt C_GAP
12'd1152: data_q <= 20'h82002; 12'd1153: data_q <= 20'h50040; 12'd1154: data_q <= 20'hCA25C; //> jt r.fl, #FULL, wrx_end
12'd1155: data_q <= 20'h82002; 12'd1156: data_q <= 20'h50080; 12'd1157: data_q <= 20'hC9489; //> jf r.fl, #GAPV, pl_nack
12'd1158: data_q <= 20'h82018; 12'd1159: data_q <= 20'h98354; 12'd1160: data_q <= 20'hCB497; //> jlt r.gapn, dd+1, pl_gapn
12'd1161: data_q <= 20'h82007; 12'd1162: data_q <= 20'h10001; 12'd1163: data_q <= 20'hC035B; 12'd1164: data_q <= 20'h82006; 12'd1165: data_q <= 20'h20000; 12'd1166: data_q <= 20'hC035A; //> pl_nack: add2 rrx, r.last, #1
12'd1167: data_q <= 20'h00008; 12'd1168: data_q <= 20'hC0357; //> mov rop, #O_NACK
12'd1169: data_q <= 20'hD0050;  //> call respond
12'd1170: data_q <= 20'h82002; 12'd1171: data_q <= 20'h60080; 12'd1172: data_q <= 20'hC2002; //> set r.fl, #GAPV
12'd1173: data_q <= 20'h80365;  //> ld t_to
12'd1174: data_q <= 20'hD032A;  //> call arm2
12'd1175: data_q <= 20'h80354; 12'd1176: data_q <= 20'hC2018; //> pl_gapn: mov r.gapn, dd+1
12'd1177: data_q <= 20'hC825C;  //> jmp wrx_end

// A = 1: what the peer sends is received, what it acknowledges retires
12'd1178: data_q <= 20'h82003; 12'd1179: data_q <= 20'h30003; 12'd1180: data_q <= 20'hCC4A5; //> moving: jge r.st, #OPEN, mov1
12'd1181: data_q <= 20'h82003; 12'd1182: data_q <= 20'h70001; 12'd1183: data_q <= 20'hCA4A3; //> jne r.st, #OPEN_SENT, mov0
12'd1184: data_q <= 20'h82002; 12'd1185: data_q <= 20'h51000; 12'd1186: data_q <= 20'hCA4A5; //> jt r.fl, #REOPEN, mov1
12'd1187: data_q <= 20'h00000;  //> mov0: ld #0
12'd1188: data_q <= 20'hD8800;  //> ret
12'd1189: data_q <= 20'h00001;  //> mov1: ld #1
12'd1190: data_q <= 20'hD8800;  //> ret

// A = 1: clid says where the peer's payloads end
12'd1191: data_q <= 20'h82003; 12'd1192: data_q <= 20'h70005; 12'd1193: data_q <= 20'hC94A5; //> endknown: jeq r.st, #CLOSE_RECD, mov1
12'd1194: data_q <= 20'h82003; 12'd1195: data_q <= 20'h70004; 12'd1196: data_q <= 20'hCA4A3; //> jne r.st, #CLOSE_SENT, mov0
12'd1197: data_q <= 20'h82002; 12'd1198: data_q <= 20'h50400; 12'd1199: data_q <= 20'hCA4A5; //> jt r.fl, #CHOLD, mov1
12'd1200: data_q <= 20'hC84A3;  //> jmp mov0

// the OPEN set aside was the start of a new life
12'd1201: data_q <= 20'h82003; 12'd1202: data_q <= 20'h70001; 12'd1203: data_q <= 20'hCA4B5; //> restart: jne r.st, #OPEN_SENT, rs1
12'd1204: data_q <= 20'hD0304;  //> call enter
12'd1205: data_q <= 20'h82003; 12'd1206: data_q <= 20'h70004; 12'd1207: data_q <= 20'hCA4C4; //> rs1: jne r.st, #CLOSE_SENT, rs2
12'd1208: data_q <= 20'h82002; 12'd1209: data_q <= 20'h51000; 12'd1210: data_q <= 20'hC94C1; //> jf r.fl, #REOPEN, rs1a
12'd1211: data_q <= 20'h82005; 12'd1212: data_q <= 20'h10001; 12'd1213: data_q <= 20'hC2005; 12'd1214: data_q <= 20'h82004; 12'd1215: data_q <= 20'h20000; 12'd1216: data_q <= 20'hC2004; //> add2 r.una, r.una, #1
12'd1217: data_q <= 20'h82002; 12'd1218: data_q <= 20'h5DFFF; 12'd1219: data_q <= 20'hC2002; //> rs1a: clr r.fl, #CLOSING
12'd1220: data_q <= 20'h00003; 12'd1221: data_q <= 20'hC2003; //> rs2: mov r.st, #OPEN
12'd1222: data_q <= 20'h8200A; 12'd1223: data_q <= 20'hC2006; 12'd1224: data_q <= 20'h8200B; 12'd1225: data_q <= 20'hC2007; //> mov2 r.last, r.xid
12'd1226: data_q <= 20'h8200E; 12'd1227: data_q <= 20'hC200D; //> mov r.pl, r.xl
12'd1228: data_q <= 20'h82002; 12'd1229: data_q <= 20'h5E80F; 12'd1230: data_q <= 20'hC2002; //> clr r.fl, #XV + GAPV + FULL + CHOLD + HOLD + NKV + REOPEN + ARM
12'd1231: data_q <= 20'h00000; 12'd1232: data_q <= 20'hC200F; //> mov r.try, #0
12'd1233: data_q <= 20'hD033D;  //> call rewind
12'd1234: data_q <= 20'h82012; 12'd1235: data_q <= 20'hC94D6; //> jz r.nfl, rs3
12'd1236: data_q <= 20'h80365;  //> ld t_to
12'd1237: data_q <= 20'hD0324;  //> call arm
12'd1238: data_q <= 20'h00500; 12'd1239: data_q <= 20'hC035E; //> rs3: mov ckind, #0x500
12'd1240: data_q <= 20'h00000; 12'd1241: data_q <= 20'hC035F; 12'd1242: data_q <= 20'h00000; 12'd1243: data_q <= 20'hC0360; //> mov2 cid, #0
12'd1244: data_q <= 20'h00000; 12'd1245: data_q <= 20'hC0361; //> mov ccnt, #0
12'd1246: data_q <= 20'h00000; 12'd1247: data_q <= 20'hC0362; //> mov cbytes, #0
12'd1248: data_q <= 20'h802B9; 12'd1249: data_q <= 20'h60040; 12'd1250: data_q <= 20'hC02B9; //> set R_IRQ+1, #64
12'd1251: data_q <= 20'hC8071;  //> jmp complete

// ---- a payload taken: back to where it came from, or to the host. P is its page
12'd1252: data_q <= 20'h8601E; 12'd1253: data_q <= 20'h58000; 12'd1254: data_q <= 20'hC94FF; //> deliver: jf m.30, #0x8000, dl_echo
12'd1255: data_q <= 20'h80343;  //> dl_host: ld page
12'd1256: data_q <= 20'hDB000;  //> tap
12'd1257: data_q <= 20'h8034B; 12'd1258: data_q <= 20'hC6015; //> mov m.21, kh
12'd1259: data_q <= 20'h8034C; 12'd1260: data_q <= 20'hC6016; //> mov m.22, kl
12'd1261: data_q <= 20'h80388; 12'd1262: data_q <= 20'hC94F4; //> jz q_n, dl_first
12'd1263: data_q <= 20'h80387;  //> ld q_tail
12'd1264: data_q <= 20'hDB000;  //> tap
12'd1265: data_q <= 20'h80343; 12'd1266: data_q <= 20'hC63FE; //> mov m.NEXT, page
12'd1267: data_q <= 20'hC84F6;  //> jmp dl_last
12'd1268: data_q <= 20'h80343; 12'd1269: data_q <= 20'hC0386; //> dl_first: mov q_head, page
12'd1270: data_q <= 20'h80343; 12'd1271: data_q <= 20'hC0387; //> dl_last: mov q_tail, page
12'd1272: data_q <= 20'h80388; 12'd1273: data_q <= 20'h10001; 12'd1274: data_q <= 20'hC0388; //> inc q_n
12'd1275: data_q <= 20'hD002D;  //> dl_swap: call getpage
12'd1276: data_q <= 20'h80356; 12'd1277: data_q <= 20'hC0355; //> mov give, new
12'd1278: data_q <= 20'hC825C;  //> jmp wrx_end
12'd1279: data_q <= 20'h8034B;  //> dl_echo: ld kh
12'd1280: data_q <= 20'hD9800;  //> swp
12'd1281: data_q <= 20'h50003;  //> and #3
12'd1282: data_q <= 20'h10001;  //> add #1
12'd1283: data_q <= 20'hC0340;  //> st i
12'd1284: data_q <= 20'h80307; 12'd1285: data_q <= 20'hC0342; //> mov t, R_ECHO+1
12'd1286: data_q <= 20'h80340; 12'd1287: data_q <= 20'h30001; 12'd1288: data_q <= 20'hC0340; //> dl_bit: dec i
12'd1289: data_q <= 20'hC9515;  //> bz dl_test
12'd1290: data_q <= 20'h80342;  //> ld t
12'd1291: data_q <= 20'hD9800;  //> swp
12'd1292: data_q <= 20'hD9000;  //> rol
12'd1293: data_q <= 20'hD9000;  //> rol
12'd1294: data_q <= 20'hD9000;  //> rol
12'd1295: data_q <= 20'hD9000;  //> rol
12'd1296: data_q <= 20'hD9000;  //> rol
12'd1297: data_q <= 20'hD9000;  //> rol
12'd1298: data_q <= 20'hD9000;  //> rol
12'd1299: data_q <= 20'hC0342;  //> st t
12'd1300: data_q <= 20'hC8506;  //> jmp dl_bit
12'd1301: data_q <= 20'h80342; 12'd1302: data_q <= 20'h50001; 12'd1303: data_q <= 20'hC94E7; //> dl_test: jf t, #1, dl_host
12'd1304: data_q <= 20'h00008; 12'd1305: data_q <= 20'h98345; 12'd1306: data_q <= 20'hCB51E; //> jlt #ECHO, free_n, dl_back
12'd1307: data_q <= 20'h001AA; 12'd1308: data_q <= 20'hD0040; //> cnt H_ECHO_LOST
12'd1309: data_q <= 20'hC825C;  //> jmp wrx_end
12'd1310: data_q <= 20'h8601E; 12'd1311: data_q <= 20'h68000; 12'd1312: data_q <= 20'hC601E; //> dl_back: set m.30, #0x8000
12'd1313: data_q <= 20'h00322; 12'd1314: data_q <= 20'hD0040; //> cnt R_ECHOED
12'd1315: data_q <= 20'hD0525;  //> call enqueue
12'd1316: data_q <= 20'hC84FB;  //> jmp dl_swap

// page, of plen bytes, behind the others that link L has to send
12'd1317: data_q <= 20'h0016C; 12'd1318: data_q <= 20'hD0040; //> enqueue: cnt C_ACC
12'd1319: data_q <= 20'h80352; 12'd1320: data_q <= 20'hC0341; //> mov k, plen
12'd1321: data_q <= 20'h0016E;  //> ld #C_ACC + 2
12'd1322: data_q <= 20'hD0048;  //> call countk
12'd1323: data_q <= 20'h82016; 12'd1324: data_q <= 20'hC9532; //> jz r.held, enq_first
12'd1325: data_q <= 20'h82015;  //> ld r.tail
12'd1326: data_q <= 20'hDB000;  //> tap
12'd1327: data_q <= 20'h80343; 12'd1328: data_q <= 20'hC63FE; //> mov m.NEXT, page
12'd1329: data_q <= 20'hC8534;  //> jmp enq1
12'd1330: data_q <= 20'h80343; 12'd1331: data_q <= 20'hC2014; //> enq_first: mov r.head, page
12'd1332: data_q <= 20'h80343; 12'd1333: data_q <= 20'hC2015; //> enq1: mov r.tail, page
12'd1334: data_q <= 20'h82013; 12'd1335: data_q <= 20'hBA016; 12'd1336: data_q <= 20'hCA53B; //> jne r.cof, r.held, enq2
12'd1337: data_q <= 20'h80343; 12'd1338: data_q <= 20'hC2017; //> mov r.cur, page
12'd1339: data_q <= 20'h82016; 12'd1340: data_q <= 20'h10001; 12'd1341: data_q <= 20'hC2016; //> enq2: inc r.held
12'd1342: data_q <= 20'hD8800;  //> ret

// ---- ACK, NACK, NACK_FULL
12'd1343: data_q <= 20'hD049A;  //> e_ack: call moving
12'd1344: data_q <= 20'hC925C;  //> bz wrx_end
12'd1345: data_q <= 20'h80350; 12'd1346: data_q <= 20'h9A005; 12'd1347: data_q <= 20'hC0354; 12'd1348: data_q <= 20'h8034F; 12'd1349: data_q <= 20'hA2004; 12'd1350: data_q <= 20'hC0353; //> sub2 dd, rx, r.una
12'd1351: data_q <= 20'hCD551;  //> bn late
12'd1352: data_q <= 20'hCA233;  //> bnz a_illegal
12'd1353: data_q <= 20'h80354; 12'd1354: data_q <= 20'h9A012; 12'd1355: data_q <= 20'hCC233; //> jge dd+1, r.nfl, a_illegal
12'd1356: data_q <= 20'h80354; 12'd1357: data_q <= 20'h10001; 12'd1358: data_q <= 20'hC0354; //> inc dd+1
12'd1359: data_q <= 20'hD059C;  //> call retire
12'd1360: data_q <= 20'hC825C;  //> jmp wrx_end
12'd1361: data_q <= 20'h00178; 12'd1362: data_q <= 20'hD0040; //> late: cnt C_LATE
12'd1363: data_q <= 20'hC825C;  //> jmp wrx_end

12'd1364: data_q <= 20'hD049A;  //> e_nack: call moving
12'd1365: data_q <= 20'hC925C;  //> bz wrx_end
12'd1366: data_q <= 20'h80350; 12'd1367: data_q <= 20'h9A005; 12'd1368: data_q <= 20'hC0354; 12'd1369: data_q <= 20'h8034F; 12'd1370: data_q <= 20'hA2004; 12'd1371: data_q <= 20'hC0353; //> sub2 dd, rx, r.una
12'd1372: data_q <= 20'hCD564;  //> bn nk_below
12'd1373: data_q <= 20'hCA233;  //> bnz a_illegal
12'd1374: data_q <= 20'h82012; 12'd1375: data_q <= 20'h98354; 12'd1376: data_q <= 20'hCB233; //> jlt r.nfl, dd+1, a_illegal
12'd1377: data_q <= 20'h80354; 12'd1378: data_q <= 20'hCA57E; //> jnz dd+1, nk_some
12'd1379: data_q <= 20'hC8567;  //> jmp nk_none
12'd1380: data_q <= 20'hA8354;  //> nk_below: and dd+1
12'd1381: data_q <= 20'h7FFFF;  //> xor #0xFFFF
12'd1382: data_q <= 20'hCA551;  //> bnz late
12'd1383: data_q <= 20'h82002; 12'd1384: data_q <= 20'h50100; 12'd1385: data_q <= 20'hCA25C; //> nk_none: jt r.fl, #NKV, wrx_end
12'd1386: data_q <= 20'h82012; 12'd1387: data_q <= 20'hC925C; //> jz r.nfl, wrx_end
12'd1388: data_q <= 20'hD033D;  //> call rewind
12'd1389: data_q <= 20'h82002; 12'd1390: data_q <= 20'h60100; 12'd1391: data_q <= 20'hC2002; //> set r.fl, #NKV
12'd1392: data_q <= 20'hD0336;  //> call retry
12'd1393: data_q <= 20'h8200F; 12'd1394: data_q <= 20'h982A1; 12'd1395: data_q <= 20'hCC576; //> jge r.try, R_RETRY+1, nk_last
12'd1396: data_q <= 20'h80365;  //> ld t_to
12'd1397: data_q <= 20'hC8577;  //> jmp nk_arm
12'd1398: data_q <= 20'h00000;  //> nk_last: ld #0
12'd1399: data_q <= 20'hC0342;  //> nk_arm: st t
12'd1400: data_q <= 20'h82002; 12'd1401: data_q <= 20'h51000; 12'd1402: data_q <= 20'hCA25C; //> jt r.fl, #REOPEN, wrx_end
12'd1403: data_q <= 20'h80342;  //> ld t
12'd1404: data_q <= 20'hD0324;  //> call arm
12'd1405: data_q <= 20'hC825C;  //> jmp wrx_end
12'd1406: data_q <= 20'h82012; 12'd1407: data_q <= 20'hC925C; //> nk_some: jz r.nfl, wrx_end
12'd1408: data_q <= 20'hD059C;  //> call retire
12'd1409: data_q <= 20'h82012; 12'd1410: data_q <= 20'hC925C; //> jz r.nfl, wrx_end
12'd1411: data_q <= 20'hD033D;  //> call rewind
12'd1412: data_q <= 20'h82002; 12'd1413: data_q <= 20'h60100; 12'd1414: data_q <= 20'hC2002; //> set r.fl, #NKV
12'd1415: data_q <= 20'h80365;  //> ld t_to
12'd1416: data_q <= 20'hC8577;  //> jmp nk_arm

12'd1417: data_q <= 20'hD049A;  //> e_nack_full: call moving
12'd1418: data_q <= 20'hC925C;  //> bz wrx_end
12'd1419: data_q <= 20'h82012; 12'd1420: data_q <= 20'hC925C; //> jz r.nfl, wrx_end
12'd1421: data_q <= 20'hD033D;  //> call rewind
12'd1422: data_q <= 20'h00000; 12'd1423: data_q <= 20'hC200F; //> mov r.try, #0
12'd1424: data_q <= 20'h82002; 12'd1425: data_q <= 20'h5FCFF; 12'd1426: data_q <= 20'hC2002; //> clr r.fl, #NKV + HOLD
12'd1427: data_q <= 20'h82002; 12'd1428: data_q <= 20'h51000; 12'd1429: data_q <= 20'hCA25C; //> jt r.fl, #REOPEN, wrx_end
12'd1430: data_q <= 20'h82002; 12'd1431: data_q <= 20'h60200; 12'd1432: data_q <= 20'hC2002; //> set r.fl, #HOLD
12'd1433: data_q <= 20'h80368;  //> ld t_back
12'd1434: data_q <= 20'hD0324;  //> call arm
12'd1435: data_q <= 20'hC825C;  //> jmp wrx_end

// the dd+1 oldest payloads are acknowledged; 1..WIN of them. One that is on the wire is freed when it has left
12'd1436: data_q <= 20'h80354; 12'd1437: data_q <= 20'hC0341; //> retire: mov k, dd+1
12'd1438: data_q <= 20'h00170;  //> ld #C_RETIRED
12'd1439: data_q <= 20'hD0048;  //> call countk
12'd1440: data_q <= 20'h82005; 12'd1441: data_q <= 20'h88341; 12'd1442: data_q <= 20'hC2005; 12'd1443: data_q <= 20'h82004; 12'd1444: data_q <= 20'h20000; 12'd1445: data_q <= 20'hC2004; //> add2 r.una, r.una, 0:k
12'd1446: data_q <= 20'h82012;  //> ld r.nfl
12'd1447: data_q <= 20'h98341;  //> sub k
12'd1448: data_q <= 20'hC2012;  //> st r.nfl
12'd1449: data_q <= 20'h00000; 12'd1450: data_q <= 20'hC0342; //> mov t, #0
12'd1451: data_q <= 20'h82013;  //> ld r.cof
12'd1452: data_q <= 20'h98341;  //> sub k
12'd1453: data_q <= 20'hCB5AF;  //> bc rt1
12'd1454: data_q <= 20'hC0342;  //> st t
12'd1455: data_q <= 20'h80342; 12'd1456: data_q <= 20'hC2013; //> rt1: mov r.cof, t
12'd1457: data_q <= 20'h82014;  //> rt_free: ld r.head
12'd1458: data_q <= 20'hDB000;  //> tap
12'd1459: data_q <= 20'hB836A;  //> xor wtx_pg
12'd1460: data_q <= 20'hC95BF;  //> bz rt_busy
12'd1461: data_q <= 20'h863FE;  //> ld m.NEXT
12'd1462: data_q <= 20'hC0342;  //> st t
12'd1463: data_q <= 20'h80344; 12'd1464: data_q <= 20'hC63FE; //> mov m.NEXT, free_h
12'd1465: data_q <= 20'h82014; 12'd1466: data_q <= 20'hC0344; //> mov free_h, r.head
12'd1467: data_q <= 20'h80345; 12'd1468: data_q <= 20'h10001; 12'd1469: data_q <= 20'hC0345; //> inc free_n
12'd1470: data_q <= 20'hC85C3;  //> jmp rt_next
12'd1471: data_q <= 20'h00001; 12'd1472: data_q <= 20'hC036C; //> rt_busy: mov orphan, #1
12'd1473: data_q <= 20'h863FE; 12'd1474: data_q <= 20'hC0342; //> mov t, m.NEXT
12'd1475: data_q <= 20'h80342; 12'd1476: data_q <= 20'hC2014; //> rt_next: mov r.head, t
12'd1477: data_q <= 20'h82016; 12'd1478: data_q <= 20'h30001; 12'd1479: data_q <= 20'hC2016; //> dec r.held
12'd1480: data_q <= 20'h80341; 12'd1481: data_q <= 20'h30001; 12'd1482: data_q <= 20'hC0341; //> dec k
12'd1483: data_q <= 20'hCA5B1;  //> bnz rt_free
12'd1484: data_q <= 20'h82013; 12'd1485: data_q <= 20'hCA5D0; //> jnz r.cof, rt2
12'd1486: data_q <= 20'h82014; 12'd1487: data_q <= 20'hC2017; //> mov r.cur, r.head
12'd1488: data_q <= 20'h00000; 12'd1489: data_q <= 20'hC200F; //> rt2: mov r.try, #0
12'd1490: data_q <= 20'h82002; 12'd1491: data_q <= 20'h5FCFF; 12'd1492: data_q <= 20'hC2002; //> clr r.fl, #NKV + HOLD
12'd1493: data_q <= 20'h82002; 12'd1494: data_q <= 20'h51000; 12'd1495: data_q <= 20'hCA5E2; //> jt r.fl, #REOPEN, rt4
12'd1496: data_q <= 20'h82012; 12'd1497: data_q <= 20'hC95DC; //> jz r.nfl, rt3
12'd1498: data_q <= 20'h80365;  //> ld t_to
12'd1499: data_q <= 20'hC8324;  //> jmp arm
12'd1500: data_q <= 20'h82003; 12'd1501: data_q <= 20'h70005; 12'd1502: data_q <= 20'hC95E3; //> rt3: jeq r.st, #CLOSE_RECD, rt_recd
12'd1503: data_q <= 20'h82002; 12'd1504: data_q <= 20'h5FFEF; 12'd1505: data_q <= 20'hC2002; //> clr r.fl, #ARM
12'd1506: data_q <= 20'hD8800;  //> rt4: ret
12'd1507: data_q <= 20'hD03CD;  //> rt_recd: call allhere
12'd1508: data_q <= 20'hCA5E7;  //> bnz rt5
12'd1509: data_q <= 20'h80367;  //> ld t_close
12'd1510: data_q <= 20'hC8324;  //> jmp arm
12'd1511: data_q <= 20'h00000;  //> rt5: ld #0
12'd1512: data_q <= 20'hC8324;  //> jmp arm

// ---- NACK_NOLINK: the peer has lost the link
12'd1513: data_q <= 20'h82003; 12'd1514: data_q <= 20'h30003; 12'd1515: data_q <= 20'hCB25C; //> e_nack_nolink: jlt r.st, #OPEN, wrx_end
12'd1516: data_q <= 20'h80350; 12'd1517: data_q <= 20'h9A005; 12'd1518: data_q <= 20'hC0354; 12'd1519: data_q <= 20'h8034F; 12'd1520: data_q <= 20'hA2004; 12'd1521: data_q <= 20'hC0353; //> sub2 dd, rx, r.una
12'd1522: data_q <= 20'hCD25C;  //> bn wrx_end
12'd1523: data_q <= 20'h82003; 12'd1524: data_q <= 20'h70004; 12'd1525: data_q <= 20'hC960F; //> jeq r.st, #CLOSE_SENT, nn_now
12'd1526: data_q <= 20'h80353; 12'd1527: data_q <= 20'hCA25C; //> jnz dd, wrx_end
12'd1528: data_q <= 20'h80354; 12'd1529: data_q <= 20'h9A012; 12'd1530: data_q <= 20'hCC25C; //> jge dd+1, r.nfl, wrx_end
12'd1531: data_q <= 20'h802B9; 12'd1532: data_q <= 20'h60008; 12'd1533: data_q <= 20'hC02B9; //> set R_IRQ+1, #8
12'd1534: data_q <= 20'h8200F; 12'd1535: data_q <= 20'h982A1; 12'd1536: data_q <= 20'hCC60C; //> jge r.try, R_RETRY+1, nn_dead
12'd1537: data_q <= 20'h82002; 12'd1538: data_q <= 20'h61000; 12'd1539: data_q <= 20'hC2002; //> set r.fl, #REOPEN
12'd1540: data_q <= 20'h82002; 12'd1541: data_q <= 20'h5FCFF; 12'd1542: data_q <= 20'hC2002; //> clr r.fl, #HOLD + NKV
12'd1543: data_q <= 20'h00001; 12'd1544: data_q <= 20'hC2003; //> mov r.st, #OPEN_SENT
12'd1545: data_q <= 20'hD033D;  //> call rewind
12'd1546: data_q <= 20'hD0612;  //> call sendopen
12'd1547: data_q <= 20'hC825C;  //> jmp wrx_end
12'd1548: data_q <= 20'h82002; 12'd1549: data_q <= 20'h5FDFF; 12'd1550: data_q <= 20'hC2002; //> nn_dead: clr r.fl, #HOLD
12'd1551: data_q <= 20'h00000;  //> nn_now: ld #0
12'd1552: data_q <= 20'hD0324;  //> call arm
12'd1553: data_q <= 20'hC825C;  //> jmp wrx_end

// OPEN(una - 1)
12'd1554: data_q <= 20'h82005; 12'd1555: data_q <= 20'h30001; 12'd1556: data_q <= 20'hC2009; 12'd1557: data_q <= 20'h82004; 12'd1558: data_q <= 20'h40000; 12'd1559: data_q <= 20'hC2008; //> sendopen: sub2 r.clid, r.una, #1
12'd1560: data_q <= 20'h82008; 12'd1561: data_q <= 20'hC0358; 12'd1562: data_q <= 20'h82009; 12'd1563: data_q <= 20'hC0359; //> mov2 rtx, r.clid
12'd1564: data_q <= 20'h00000; 12'd1565: data_q <= 20'hC035A; 12'd1566: data_q <= 20'h00000; 12'd1567: data_q <= 20'hC035B; //> mov2 rrx, #0
12'd1568: data_q <= 20'h00000; 12'd1569: data_q <= 20'hC0357; //> mov rop, #O_OPEN
12'd1570: data_q <= 20'hD0050;  //> call respond
12'd1571: data_q <= 20'h80366;  //> ld t_open
12'd1572: data_q <= 20'hC8324;  //> jmp arm
