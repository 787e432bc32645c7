// SPDX-License-Identifier: Apache-2.0
//
// Microprogram of ttp_lite_seq, first part: entries, names, init, pages, queues. scripts/lite_asm writes the words; the
// instructions are explained in docs/lite.md.

// ---- entries, in the order of the slots
rom[0] = 20'hC818B;            //> jmp wrx
rom[1] = 20'hC8783;            //> jmp wtx
rom[2] = 20'hC8888;            //> jmp hrx
rom[3] = 20'hC8992;            //> jmp htx
rom[4] = 20'hC818B;            //> jmp wrx
rom[5] = 20'hC8783;            //> jmp wtx
rom[6] = 20'hC8625;            //> jmp timer
rom[7] = 20'hC8888;            //> jmp hrx
rom[8] = 20'hC8009;            //> jmp init

// ---- record of a link, 32 words of which 26 are used
//> .link kh, kl, fl, st, una:2, last:2, clid:2, xid:2, ol, pl, xl, try, dl, dl2, nfl, cof, head, tail, held, cur, gapn
// Flags: the upper four as in LINK_REC0
//> .const VALID, 0x8000
//> .const DEAD, 0x4000
//> .const CLOSING, 0x2000
//> .const REOPEN, 0x1000
//> .const PREC, 0x0800    ; pl and last are known
//> .const CHOLD, 0x0400   ; our CLOSE waits until clid was received
//> .const HOLD, 0x0200    ; back-off after NACK_FULL; in CLOSE_SENT: CLOSE at once
//> .const NKV, 0x0100     ; a NACK was obeyed since the timer
//> .const GAPV, 0x0080    ; a gap was reported, gapn ahead
//> .const FULL, 0x0040    ; NACK_FULL was the last word
//> .const XV, 0x0020      ; an OPEN is set aside: xid, xl
//> .const ARM, 0x0010     ; dl counts
//> .const ARM2, 0x0008    ; dl2 counts
//> .const CLOSED, 0
//> .const OPEN_SENT, 1
//> .const OPEN_RECD, 2
//> .const OPEN, 3
//> .const CLOSE_SENT, 4
//> .const CLOSE_RECD, 5
//> .const O_OPEN, 0
//> .const O_OPEN_ACK, 1
//> .const O_OPEN_NACK, 2
//> .const O_CLOSE, 3
//> .const O_CLOSE_ACK, 4
//> .const O_CLOSE_NACK, 5
//> .const O_PAYLOAD, 6
//> .const O_ACK, 7
//> .const O_NACK, 8
//> .const O_NACK_FULL, 9
//> .const O_NACK_NOLINK, 10

// ---- RAM: links 0..255, counters, host link counters, completions, responses, registers, then what has a name here
//> .const CNT, 256
//> .const C_TX, 256
//> .const C_RX, 288
//> .const D_FCS, 320
//> .const D_SHORT, 322
//> .const D_LONG, 324
//> .const D_TYPE, 326
//> .const D_DST, 328
//> .const D_SRC, 330
//> .const D_TTH, 332
//> .const D_GATEWAY, 334
//> .const D_LENGTH, 336
//> .const D_OPCODE, 338
//> .const D_VC, 340
//> .const D_RESP, 344
//> .const D_SPACE, 346
//> .const D_FAR, 348
//> .const D_OFF, 350
//> .const C_REPLAY, 352
//> .const C_TIMEOUT, 354
//> .const C_REPEAT, 356
//> .const C_GAP, 358
//> .const C_DLV, 360
//> .const C_ACC, 364
//> .const C_RETIRED, 368
//> .const C_FLUSHED, 370
//> .const C_REFUSED, 372
//> .const C_LATE, 376
//> .const C_ILLEGAL, 378
//> .const C_OPENED, 380
//> .const C_DEAD, 382
//> .const HLC, 384
//> .const H_HELLO, 384
//> .const H_DATA, 386
//> .const H_REQ, 388
//> .const H_CREDIT, 390
//> .const H_BYE, 392
//> .const H_MALFORMED, 396
//> .const H_NO_SESSION, 398
//> .const H_ORDER, 400
//> .const H_OVERRUN, 402
//> .const H_STALLED, 404
//> .const H_UART_BAD, 408
//> .const H_TX_WELCOME, 412
//> .const H_TX_DATA, 414
//> .const H_TX_RSP, 416
//> .const H_TX_CPL, 418
//> .const H_TX_STATUS, 420
//> .const H_TX_GOBACK, 422
//> .const H_CPL_LOST, 424
//> .const H_ECHO_LOST, 426
//> .const CPLQ, 448
//> .const RSPQ, 512
//> .const MREG, 640
//> .const R_NODE, 656
//> .const R_CTRL, 658
//> .const R_STATUS, 660
//> .const R_EPOCH, 662
//> .const R_TIMEOUT, 664
//> .const R_OPEN_TMO, 666
//> .const R_CLOSE_TMO, 668
//> .const R_BACKOFF, 670
//> .const R_RETRY, 672
//> .const R_START, 680
//> .const R_IRQ, 696
//> .const R_REC, 704
//> .const R_CYC_HI, 722
//> .const R_CELLS, 724
//> .const R_PKTS, 728
//> .const CREG, 768
//> .const R_BOARD, 772
//> .const R_ECHO, 774
//> .const R_LSTATE, 776
//> .const R_ECHOED, 802
//> .at 832
//> .var i, k, t, page, free_h, free_n, now, lap:2, rr
//> .var op, kh, kl, tx:2, rx:2, ep, plen, dd:2, give, new
//> .var rop, rtx:2, rrx:2, rq_h, rq_n
//> .var ckind, cid:2, ccnt, cbytes, cq_h, cq_n
//> .var t_to, t_open, t_close, t_back, t_reack
//> .var wtx_pg, wtx_l, orphan, sep
//> .var sess, rx_next, limit, tx_next, peer, told_l, told_a, due, wtag:2
//> .var hkind, hlen, hseq, htag:2, hbytes, hflag
//> .var req_p, req_i, req_n, rsp_busy, rsp_due, htx_pg, htx_rsp
//> .var q_head, q_tail, q_n
//> .var isw, mask:2, val:2, adr, at, ok
//> .var acc, stats, seeded

// ---- pages: 0 wire control, 1 host control, 2..5 receive, 6 answers to REQ, 7..63 in the free list
//> .const STATUS, 1023
//> .const NEXT, 1022
//> .const PLEN, 1021
//> .const HCTL, 0x400
//> .const KEEP, 20        ; pages that the host and the echo leave to the receiver
//> .const LEAST, 4        ; ... and that even a payload within its credit leaves
//> .const WIN, 8          ; payloads of a link in flight
//> .const RSP_ROOM, 14    ; an event makes two responses at most

// ---- init
// the word that counts lies in the first block, which is cleared before
//> .at 1016
//> .var boot
rom[9] = 20'h003F8;            //> init: ld #1016
rom[10] = 20'hD0022;           //> call clear8
rom[11] = 20'h003F0; rom[12] = 20'hC03F8; //> mov boot, #1008
rom[13] = 20'hD0022;           //> init1: call clear8
rom[14] = 20'h803F8;           //> ld boot
rom[15] = 20'h30008;           //> sub #8
rom[16] = 20'hC03F8;           //> st boot
rom[17] = 20'hCE00D;           //> bnn init1
rom[18] = 20'h01C00; rom[19] = 20'hC0340; //> mov i, #0x1C00
rom[20] = 20'h80340; rom[21] = 20'hC0344; //> mov free_h, i
rom[22] = 20'h80340;           //> init2: ld i
rom[23] = 20'hDB000;           //> tap
rom[24] = 20'h10400;           //> add #0x400
rom[25] = 20'hC63FE;           //> st m.NEXT
rom[26] = 20'hC0340;           //> st i
rom[27] = 20'hCA016;           //> bnz init2
rom[28] = 20'h00039; rom[29] = 20'hC0345; //> mov free_n, #57
rom[30] = 20'h01800; rom[31] = 20'hC037F; //> mov req_p, #0x1800
rom[32] = 20'hD0C7D;           //> call reginit
rom[33] = 20'hD8000;           //> halt

// eight words at A; A goes into i when it is done
rom[34] = 20'hDA800;           //> clear8: tax
rom[35] = 20'h00000;           //> ld #0
rom[36] = 20'hC4000;           //> st x.0
rom[37] = 20'hC4001;           //> st x.1
rom[38] = 20'hC4002;           //> st x.2
rom[39] = 20'hC4003;           //> st x.3
rom[40] = 20'hC4004;           //> st x.4
rom[41] = 20'hC4005;           //> st x.5
rom[42] = 20'hC4006;           //> st x.6
rom[43] = 20'hC4007;           //> st x.7
rom[44] = 20'hD8800;           //> ret

// ---- pages
// a free one into new; the caller knows that there is one
rom[45] = 20'h80344; rom[46] = 20'hC0356; //> getpage: mov new, free_h
rom[47] = 20'hDB000;           //> tap
rom[48] = 20'h863FE; rom[49] = 20'hC0344; //> mov free_h, m.NEXT
rom[50] = 20'h80345; rom[51] = 20'h30001; rom[52] = 20'hC0345; //> dec free_n
rom[53] = 20'hD8800;           //> ret

// the one in page becomes free
rom[54] = 20'h80343;           //> putpage: ld page
rom[55] = 20'hDB000;           //> tap
rom[56] = 20'h80344; rom[57] = 20'hC63FE; //> mov m.NEXT, free_h
rom[58] = 20'h80343; rom[59] = 20'hC0344; //> mov free_h, page
rom[60] = 20'h80345; rom[61] = 20'h10001; rom[62] = 20'hC0345; //> inc free_n
rom[63] = 20'hD8800;           //> ret

// ---- counters
// the one at A goes up by 1; by k
rom[64] = 20'hDA800;           //> count: tax
rom[65] = 20'h84001;           //> ld x.1
rom[66] = 20'h10001;           //> add #1
rom[67] = 20'hC4001;           //> st x.1
rom[68] = 20'h84000;           //> ld x.0
rom[69] = 20'h20000;           //> adc #0
rom[70] = 20'hC4000;           //> st x.0
rom[71] = 20'hD8800;           //> ret
rom[72] = 20'hDA800;           //> countk: tax
rom[73] = 20'h84001;           //> ld x.1
rom[74] = 20'h88341;           //> add k
rom[75] = 20'hC4001;           //> st x.1
rom[76] = 20'h84000;           //> ld x.0
rom[77] = 20'h20000;           //> adc #0
rom[78] = 20'hC4000;           //> st x.0
rom[79] = 20'hD8800;           //> ret

// ---- a response {rop, epoch, kh, kl, rtx, rrx}
rom[80] = 20'h8035C;           //> respond: ld rq_h
rom[81] = 20'h8835D;           //> add rq_n
rom[82] = 20'h5000F;           //> and #15
rom[83] = 20'hD9000;           //> rol
rom[84] = 20'hD9000;           //> rol
rom[85] = 20'hD9000;           //> rol
rom[86] = 20'h10200;           //> add #RSPQ
rom[87] = 20'hDA800;           //> tax
rom[88] = 20'h8035D; rom[89] = 20'h10001; rom[90] = 20'hC035D; //> inc rq_n
rom[91] = 20'h80357; rom[92] = 20'hC4000; //> mov x.0, rop
rom[93] = 20'h00000; rom[94] = 20'hC4001; //> mov x.1, #0
rom[95] = 20'h8034B; rom[96] = 20'hC4002; //> mov x.2, kh
rom[97] = 20'h8034C; rom[98] = 20'hC4003; //> mov x.3, kl
rom[99] = 20'h80358; rom[100] = 20'hC4004; rom[101] = 20'h80359; rom[102] = 20'hC4005; //> mov2 x.4, rtx
rom[103] = 20'h8035A; rom[104] = 20'hC4006; rom[105] = 20'h8035B; rom[106] = 20'hC4007; //> mov2 x.6, rrx
rom[107] = 20'h00001; rom[108] = 20'h98357; rom[109] = 20'hCB070; //> jlt #O_OPEN_ACK, rop, resp1
rom[110] = 20'h8200C; rom[111] = 20'hC4001; //> mov x.1, r.ol
rom[112] = 20'hD8800;          //> resp1: ret

// ---- a completion {ckind, kh, kl, cid, ccnt, cbytes}
rom[113] = 20'h8036E; rom[114] = 20'hC9095; //> complete: jz sess, cpl_lost
rom[115] = 20'h80364; rom[116] = 20'h70008; rom[117] = 20'hC9092; //> jeq cq_n, #8, cpl_full
rom[118] = 20'h80363;          //> ld cq_h
rom[119] = 20'h88364;          //> add cq_n
rom[120] = 20'h50007;          //> and #7
rom[121] = 20'hD9000;          //> rol
rom[122] = 20'hD9000;          //> rol
rom[123] = 20'hD9000;          //> rol
rom[124] = 20'h101C0;          //> add #CPLQ
rom[125] = 20'hDA800;          //> tax
rom[126] = 20'h80364; rom[127] = 20'h10001; rom[128] = 20'hC0364; //> inc cq_n
rom[129] = 20'h8035E; rom[130] = 20'hC4000; //> mov x.0, ckind
rom[131] = 20'h8034B; rom[132] = 20'hC4001; //> mov x.1, kh
rom[133] = 20'h8034C; rom[134] = 20'hC4002; //> mov x.2, kl
rom[135] = 20'h8035F; rom[136] = 20'hC4003; rom[137] = 20'h80360; rom[138] = 20'hC4004; //> mov2 x.3, cid
rom[139] = 20'h80361; rom[140] = 20'hC4005; //> mov x.5, ccnt
rom[141] = 20'h00000; rom[142] = 20'hC4006; //> mov x.6, #0
rom[143] = 20'h80362; rom[144] = 20'hC4007; //> mov x.7, cbytes
rom[145] = 20'hD8800;          //> ret
rom[146] = 20'h802B9; rom[147] = 20'h60004; rom[148] = 20'hC02B9; //> cpl_full: set R_IRQ+1, #4
rom[149] = 20'h001A8; rom[150] = 20'hD0040; //> cpl_lost: cnt H_CPL_LOST
rom[151] = 20'hD8800;          //> ret

// ---- the link of kh, kl: L, and A = 1; or A = 0. Unrolled, as is the next: a loop would not fit the slot
rom[152] = 20'h00000; rom[153] = 20'hDA000; rom[154] = 20'h82002; rom[155] = 20'hCE0A2; rom[156] = 20'h82001; rom[157] = 20'hB834C; rom[158] = 20'hCA0A2; rom[159] = 20'h82000; rom[160] = 20'hB834B; rom[161] = 20'hC90EA; //> lookup: look 0
rom[162] = 20'h00001; rom[163] = 20'hDA000; rom[164] = 20'h82002; rom[165] = 20'hCE0AC; rom[166] = 20'h82001; rom[167] = 20'hB834C; rom[168] = 20'hCA0AC; rom[169] = 20'h82000; rom[170] = 20'hB834B; rom[171] = 20'hC90EA; //> look 1
rom[172] = 20'h00002; rom[173] = 20'hDA000; rom[174] = 20'h82002; rom[175] = 20'hCE0B6; rom[176] = 20'h82001; rom[177] = 20'hB834C; rom[178] = 20'hCA0B6; rom[179] = 20'h82000; rom[180] = 20'hB834B; rom[181] = 20'hC90EA; //> look 2
rom[182] = 20'h00003; rom[183] = 20'hDA000; rom[184] = 20'h82002; rom[185] = 20'hCE0C0; rom[186] = 20'h82001; rom[187] = 20'hB834C; rom[188] = 20'hCA0C0; rom[189] = 20'h82000; rom[190] = 20'hB834B; rom[191] = 20'hC90EA; //> look 3
rom[192] = 20'h00004; rom[193] = 20'hDA000; rom[194] = 20'h82002; rom[195] = 20'hCE0CA; rom[196] = 20'h82001; rom[197] = 20'hB834C; rom[198] = 20'hCA0CA; rom[199] = 20'h82000; rom[200] = 20'hB834B; rom[201] = 20'hC90EA; //> look 4
rom[202] = 20'h00005; rom[203] = 20'hDA000; rom[204] = 20'h82002; rom[205] = 20'hCE0D4; rom[206] = 20'h82001; rom[207] = 20'hB834C; rom[208] = 20'hCA0D4; rom[209] = 20'h82000; rom[210] = 20'hB834B; rom[211] = 20'hC90EA; //> look 5
rom[212] = 20'h00006; rom[213] = 20'hDA000; rom[214] = 20'h82002; rom[215] = 20'hCE0DE; rom[216] = 20'h82001; rom[217] = 20'hB834C; rom[218] = 20'hCA0DE; rom[219] = 20'h82000; rom[220] = 20'hB834B; rom[221] = 20'hC90EA; //> look 6
rom[222] = 20'h00007; rom[223] = 20'hDA000; rom[224] = 20'h82002; rom[225] = 20'hCE0E8; rom[226] = 20'h82001; rom[227] = 20'hB834C; rom[228] = 20'hCA0E8; rom[229] = 20'h82000; rom[230] = 20'hB834B; rom[231] = 20'hC90EA; //> look 7
rom[232] = 20'h00000;          //> ld #0
rom[233] = 20'hD8800;          //> ret
rom[234] = 20'h00001;          //> found: ld #1
rom[235] = 20'hD8800;          //> ret

// ---- an entry for it: A = 1, a new one in L; A = 0: none
rom[236] = 20'h00000; rom[237] = 20'hDA000; rom[238] = 20'h82002; rom[239] = 20'hCE16E; //> alloc: vacant 0
rom[240] = 20'h00001; rom[241] = 20'hDA000; rom[242] = 20'h82002; rom[243] = 20'hCE16E; //> vacant 1
rom[244] = 20'h00002; rom[245] = 20'hDA000; rom[246] = 20'h82002; rom[247] = 20'hCE16E; //> vacant 2
rom[248] = 20'h00003; rom[249] = 20'hDA000; rom[250] = 20'h82002; rom[251] = 20'hCE16E; //> vacant 3
rom[252] = 20'h00004; rom[253] = 20'hDA000; rom[254] = 20'h82002; rom[255] = 20'hCE16E; //> vacant 4
rom[256] = 20'h00005; rom[257] = 20'hDA000; rom[258] = 20'h82002; rom[259] = 20'hCE16E; //> vacant 5
rom[260] = 20'h00006; rom[261] = 20'hDA000; rom[262] = 20'h82002; rom[263] = 20'hCE16E; //> vacant 6
rom[264] = 20'h00007; rom[265] = 20'hDA000; rom[266] = 20'h82002; rom[267] = 20'hCE16E; //> vacant 7
rom[268] = 20'h00000; rom[269] = 20'hDA000; rom[270] = 20'h82003; rom[271] = 20'hCA118; rom[272] = 20'h82016; rom[273] = 20'hCA118; rom[274] = 20'h82002; rom[275] = 20'h54000; rom[276] = 20'hC916E; rom[277] = 20'h802B9; rom[278] = 20'h50001; rom[279] = 20'hC916E; //> spare 0
rom[280] = 20'h00001; rom[281] = 20'hDA000; rom[282] = 20'h82003; rom[283] = 20'hCA124; rom[284] = 20'h82016; rom[285] = 20'hCA124; rom[286] = 20'h82002; rom[287] = 20'h54000; rom[288] = 20'hC916E; rom[289] = 20'h802B9; rom[290] = 20'h50001; rom[291] = 20'hC916E; //> spare 1
rom[292] = 20'h00002; rom[293] = 20'hDA000; rom[294] = 20'h82003; rom[295] = 20'hCA130; rom[296] = 20'h82016; rom[297] = 20'hCA130; rom[298] = 20'h82002; rom[299] = 20'h54000; rom[300] = 20'hC916E; rom[301] = 20'h802B9; rom[302] = 20'h50001; rom[303] = 20'hC916E; //> spare 2
rom[304] = 20'h00003; rom[305] = 20'hDA000; rom[306] = 20'h82003; rom[307] = 20'hCA13C; rom[308] = 20'h82016; rom[309] = 20'hCA13C; rom[310] = 20'h82002; rom[311] = 20'h54000; rom[312] = 20'hC916E; rom[313] = 20'h802B9; rom[314] = 20'h50001; rom[315] = 20'hC916E; //> spare 3
rom[316] = 20'h00004; rom[317] = 20'hDA000; rom[318] = 20'h82003; rom[319] = 20'hCA148; rom[320] = 20'h82016; rom[321] = 20'hCA148; rom[322] = 20'h82002; rom[323] = 20'h54000; rom[324] = 20'hC916E; rom[325] = 20'h802B9; rom[326] = 20'h50001; rom[327] = 20'hC916E; //> spare 4
rom[328] = 20'h00005; rom[329] = 20'hDA000; rom[330] = 20'h82003; rom[331] = 20'hCA154; rom[332] = 20'h82016; rom[333] = 20'hCA154; rom[334] = 20'h82002; rom[335] = 20'h54000; rom[336] = 20'hC916E; rom[337] = 20'h802B9; rom[338] = 20'h50001; rom[339] = 20'hC916E; //> spare 5
rom[340] = 20'h00006; rom[341] = 20'hDA000; rom[342] = 20'h82003; rom[343] = 20'hCA160; rom[344] = 20'h82016; rom[345] = 20'hCA160; rom[346] = 20'h82002; rom[347] = 20'h54000; rom[348] = 20'hC916E; rom[349] = 20'h802B9; rom[350] = 20'h50001; rom[351] = 20'hC916E; //> spare 6
rom[352] = 20'h00007; rom[353] = 20'hDA000; rom[354] = 20'h82003; rom[355] = 20'hCA16C; rom[356] = 20'h82016; rom[357] = 20'hCA16C; rom[358] = 20'h82002; rom[359] = 20'h54000; rom[360] = 20'hC916E; rom[361] = 20'h802B9; rom[362] = 20'h50001; rom[363] = 20'hC916E; //> spare 7
rom[364] = 20'h00000;          //> ld #0
rom[365] = 20'hD8800;          //> ret
rom[366] = 20'h8034B; rom[367] = 20'hC2000; //> al_new: mov r.kh, kh
rom[368] = 20'h8034C; rom[369] = 20'hC2001; //> mov r.kl, kl
rom[370] = 20'h08000; rom[371] = 20'hC2002; //> mov r.fl, #VALID
rom[372] = 20'h802A9; rom[373] = 20'h10001; rom[374] = 20'hC2005; rom[375] = 20'h802A8; rom[376] = 20'h20000; rom[377] = 20'hC2004; //> add2 r.una, R_START, #1
rom[378] = 20'h802A8;          //> ld R_START
rom[379] = 20'h10010;          //> add #0x10
rom[380] = 20'hC02A8;          //> st R_START
rom[381] = 20'h00000; rom[382] = 20'hC2003; //> mov r.st, #0
rom[383] = 20'hC2006;          //> st r.last
rom[384] = 20'hC2007;          //> st r.last+1
rom[385] = 20'hC2008;          //> st r.clid
rom[386] = 20'hC2009;          //> st r.clid+1
rom[387] = 20'hC200C;          //> st r.ol
rom[388] = 20'hC200D;          //> st r.pl
rom[389] = 20'hC200F;          //> st r.try
rom[390] = 20'hC2012;          //> st r.nfl
rom[391] = 20'hC2013;          //> st r.cof
rom[392] = 20'hC2016;          //> st r.held
rom[393] = 20'h00001;          //> ld #1
rom[394] = 20'hD8800;          //> ret
