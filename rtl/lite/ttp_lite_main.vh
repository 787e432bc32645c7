// SPDX-License-Identifier: Apache-2.0
//
// Microprogram of ttp_lite_seq, first part: entries, names, init, pages, queues. scripts/lite_asm writes the words; the
// instructions are explained in docs/lite.md.

// ---- entries, in the order of the slots
rom[0] = 20'hC80F3;            //> jmp wrx
rom[1] = 20'hC86EB;            //> jmp wtx
rom[2] = 20'hC87F0;            //> jmp hrx
rom[3] = 20'hC88FA;            //> jmp htx
rom[4] = 20'hC80F3;            //> jmp wrx
rom[5] = 20'hC86EB;            //> jmp wtx
rom[6] = 20'hC858D;            //> jmp timer
rom[7] = 20'hC87F0;            //> jmp hrx
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
rom[9] = 20'h003F8;            //> init: ld #1016
rom[10] = 20'hD0024;           //> call clear8
rom[11] = 20'h003F0; rom[12] = 20'hC0340; //> mov i, #1008
rom[13] = 20'hD0024;           //> init1: call clear8
rom[14] = 20'h80340;           //> ld i
rom[15] = 20'h30008;           //> sub #8
rom[16] = 20'hC0340;           //> st i
rom[17] = 20'hCE00D;           //> bnn init1
rom[18] = 20'h00000; rom[19] = 20'hC0340; //> mov i, #0
rom[20] = 20'h01C00; rom[21] = 20'hC0340; //> mov i, #0x1C00
rom[22] = 20'h80340; rom[23] = 20'hC0344; //> mov free_h, i
rom[24] = 20'h80340;           //> init2: ld i
rom[25] = 20'hDB000;           //> tap
rom[26] = 20'h10400;           //> add #0x400
rom[27] = 20'hC63FE;           //> st m.NEXT
rom[28] = 20'hC0340;           //> st i
rom[29] = 20'hCA018;           //> bnz init2
rom[30] = 20'h00039; rom[31] = 20'hC0345; //> mov free_n, #57
rom[32] = 20'h01800; rom[33] = 20'hC037F; //> mov req_p, #0x1800
rom[34] = 20'hD0BE9;           //> call reginit
rom[35] = 20'hD8000;           //> halt

// eight words at A; A goes into i when it is done
rom[36] = 20'hDA800;           //> clear8: tax
rom[37] = 20'h00000;           //> ld #0
rom[38] = 20'hC4000;           //> st x.0
rom[39] = 20'hC4001;           //> st x.1
rom[40] = 20'hC4002;           //> st x.2
rom[41] = 20'hC4003;           //> st x.3
rom[42] = 20'hC4004;           //> st x.4
rom[43] = 20'hC4005;           //> st x.5
rom[44] = 20'hC4006;           //> st x.6
rom[45] = 20'hC4007;           //> st x.7
rom[46] = 20'hD8800;           //> ret

// ---- pages
// a free one into new; the caller knows that there is one
rom[47] = 20'h80344; rom[48] = 20'hC0356; //> getpage: mov new, free_h
rom[49] = 20'hDB000;           //> tap
rom[50] = 20'h863FE; rom[51] = 20'hC0344; //> mov free_h, m.NEXT
rom[52] = 20'h80345; rom[53] = 20'h30001; rom[54] = 20'hC0345; //> dec free_n
rom[55] = 20'hD8800;           //> ret

// the one in page becomes free
rom[56] = 20'h80343;           //> putpage: ld page
rom[57] = 20'hDB000;           //> tap
rom[58] = 20'h80344; rom[59] = 20'hC63FE; //> mov m.NEXT, free_h
rom[60] = 20'h80343; rom[61] = 20'hC0344; //> mov free_h, page
rom[62] = 20'h80345; rom[63] = 20'h10001; rom[64] = 20'hC0345; //> inc free_n
rom[65] = 20'hD8800;           //> ret

// ---- counters
// the one at A goes up by 1; by k
rom[66] = 20'hDA800;           //> count: tax
rom[67] = 20'h84001;           //> ld x.1
rom[68] = 20'h10001;           //> add #1
rom[69] = 20'hC4001;           //> st x.1
rom[70] = 20'h84000;           //> ld x.0
rom[71] = 20'h20000;           //> adc #0
rom[72] = 20'hC4000;           //> st x.0
rom[73] = 20'hD8800;           //> ret
rom[74] = 20'hDA800;           //> countk: tax
rom[75] = 20'h84001;           //> ld x.1
rom[76] = 20'h88341;           //> add k
rom[77] = 20'hC4001;           //> st x.1
rom[78] = 20'h84000;           //> ld x.0
rom[79] = 20'h20000;           //> adc #0
rom[80] = 20'hC4000;           //> st x.0
rom[81] = 20'hD8800;           //> ret

// ---- a response {rop, epoch, kh, kl, rtx, rrx}
rom[82] = 20'h8035C;           //> respond: ld rq_h
rom[83] = 20'h8835D;           //> add rq_n
rom[84] = 20'h5000F;           //> and #15
rom[85] = 20'hD9000;           //> rol
rom[86] = 20'hD9000;           //> rol
rom[87] = 20'hD9000;           //> rol
rom[88] = 20'h10200;           //> add #RSPQ
rom[89] = 20'hDA800;           //> tax
rom[90] = 20'h8035D; rom[91] = 20'h10001; rom[92] = 20'hC035D; //> inc rq_n
rom[93] = 20'h80357; rom[94] = 20'hC4000; //> mov x.0, rop
rom[95] = 20'h00000; rom[96] = 20'hC4001; //> mov x.1, #0
rom[97] = 20'h8034B; rom[98] = 20'hC4002; //> mov x.2, kh
rom[99] = 20'h8034C; rom[100] = 20'hC4003; //> mov x.3, kl
rom[101] = 20'h80358; rom[102] = 20'hC4004; rom[103] = 20'h80359; rom[104] = 20'hC4005; //> mov2 x.4, rtx
rom[105] = 20'h8035A; rom[106] = 20'hC4006; rom[107] = 20'h8035B; rom[108] = 20'hC4007; //> mov2 x.6, rrx
rom[109] = 20'h00001; rom[110] = 20'h98357; rom[111] = 20'hCB072; //> jlt #O_OPEN_ACK, rop, resp1
rom[112] = 20'h8200C; rom[113] = 20'hC4001; //> mov x.1, r.ol
rom[114] = 20'hD8800;          //> resp1: ret

// ---- a completion {ckind, kh, kl, cid, ccnt, cbytes}
rom[115] = 20'h8036E; rom[116] = 20'hC9097; //> complete: jz sess, cpl_lost
rom[117] = 20'h80364; rom[118] = 20'h70008; rom[119] = 20'hC9094; //> jeq cq_n, #8, cpl_full
rom[120] = 20'h80363;          //> ld cq_h
rom[121] = 20'h88364;          //> add cq_n
rom[122] = 20'h50007;          //> and #7
rom[123] = 20'hD9000;          //> rol
rom[124] = 20'hD9000;          //> rol
rom[125] = 20'hD9000;          //> rol
rom[126] = 20'h101C0;          //> add #CPLQ
rom[127] = 20'hDA800;          //> tax
rom[128] = 20'h80364; rom[129] = 20'h10001; rom[130] = 20'hC0364; //> inc cq_n
rom[131] = 20'h8035E; rom[132] = 20'hC4000; //> mov x.0, ckind
rom[133] = 20'h8034B; rom[134] = 20'hC4001; //> mov x.1, kh
rom[135] = 20'h8034C; rom[136] = 20'hC4002; //> mov x.2, kl
rom[137] = 20'h8035F; rom[138] = 20'hC4003; rom[139] = 20'h80360; rom[140] = 20'hC4004; //> mov2 x.3, cid
rom[141] = 20'h80361; rom[142] = 20'hC4005; //> mov x.5, ccnt
rom[143] = 20'h00000; rom[144] = 20'hC4006; //> mov x.6, #0
rom[145] = 20'h80362; rom[146] = 20'hC4007; //> mov x.7, cbytes
rom[147] = 20'hD8800;          //> ret
rom[148] = 20'h802B9; rom[149] = 20'h60004; rom[150] = 20'hC02B9; //> cpl_full: set R_IRQ+1, #4
rom[151] = 20'h001A8; rom[152] = 20'hD0042; //> cpl_lost: cnt H_CPL_LOST
rom[153] = 20'hD8800;          //> ret

// ---- the link of kh, kl: L, and A = 1; or A = 0
rom[154] = 20'h00000; rom[155] = 20'hC0340; //> lookup: mov i, #0
rom[156] = 20'h80340;          //> lk1: ld i
rom[157] = 20'hDA000;          //> tal
rom[158] = 20'h82002; rom[159] = 20'hCE0A8; //> jnn r.fl, lk2
rom[160] = 20'h82001; rom[161] = 20'hB834C; rom[162] = 20'hCA0A8; //> jne r.kl, kl, lk2
rom[163] = 20'h82000; rom[164] = 20'hB834B; rom[165] = 20'hCA0A8; //> jne r.kh, kh, lk2
rom[166] = 20'h00001;          //> ld #1
rom[167] = 20'hD8800;          //> ret
rom[168] = 20'h80340; rom[169] = 20'h10001; rom[170] = 20'hC0340; //> lk2: inc i
rom[171] = 20'h70008;          //> xor #8
rom[172] = 20'hCA09C;          //> bnz lk1
rom[173] = 20'h00000;          //> ld #0
rom[174] = 20'hD8800;          //> ret

// ---- an entry for it: A = 1, a new one in L; A = 0: none
rom[175] = 20'h00000; rom[176] = 20'hC0340; //> alloc: mov i, #0
rom[177] = 20'h80340;          //> al1: ld i
rom[178] = 20'hDA000;          //> tal
rom[179] = 20'h82002; rom[180] = 20'hCE0CF; //> jnn r.fl, al_new
rom[181] = 20'h80340; rom[182] = 20'h10001; rom[183] = 20'hC0340; //> inc i
rom[184] = 20'h70008;          //> xor #8
rom[185] = 20'hCA0B1;          //> bnz al1
rom[186] = 20'h00000; rom[187] = 20'hC0340; //> mov i, #0
rom[188] = 20'h80340;          //> al2: ld i
rom[189] = 20'hDA000;          //> tal
rom[190] = 20'h82003; rom[191] = 20'hCA0C8; //> jnz r.st, al3
rom[192] = 20'h82016; rom[193] = 20'hCA0C8; //> jnz r.held, al3
rom[194] = 20'h82002; rom[195] = 20'h54000; rom[196] = 20'hC90CF; //> jf r.fl, #DEAD, al_new
rom[197] = 20'h802B9; rom[198] = 20'h50001; rom[199] = 20'hC90CF; //> jf R_IRQ+1, #1, al_new
rom[200] = 20'h80340; rom[201] = 20'h10001; rom[202] = 20'hC0340; //> al3: inc i
rom[203] = 20'h70008;          //> xor #8
rom[204] = 20'hCA0BC;          //> bnz al2
rom[205] = 20'h00000;          //> ld #0
rom[206] = 20'hD8800;          //> ret
rom[207] = 20'hD00EC;          //> al_new: call times32
rom[208] = 20'hC0342;          //> st t
rom[209] = 20'hD0024;          //> call clear8
rom[210] = 20'h80342;          //> ld t
rom[211] = 20'h10008;          //> add #8
rom[212] = 20'hD0024;          //> call clear8
rom[213] = 20'h80342;          //> ld t
rom[214] = 20'h10010;          //> add #16
rom[215] = 20'hD0024;          //> call clear8
rom[216] = 20'h80342;          //> ld t
rom[217] = 20'h10018;          //> add #24
rom[218] = 20'hD0024;          //> call clear8
rom[219] = 20'h8034B; rom[220] = 20'hC2000; //> mov r.kh, kh
rom[221] = 20'h8034C; rom[222] = 20'hC2001; //> mov r.kl, kl
rom[223] = 20'h08000; rom[224] = 20'hC2002; //> mov r.fl, #VALID
rom[225] = 20'h802A9; rom[226] = 20'h10001; rom[227] = 20'hC2005; rom[228] = 20'h802A8; rom[229] = 20'h20000; rom[230] = 20'hC2004; //> add2 r.una, R_START, #1
rom[231] = 20'h802A8;          //> ld R_START
rom[232] = 20'h10010;          //> add #0x10
rom[233] = 20'hC02A8;          //> st R_START
rom[234] = 20'h00001;          //> ld #1
rom[235] = 20'hD8800;          //> ret
rom[236] = 20'h80340;          //> times32: ld i
rom[237] = 20'hD9000;          //> rol
rom[238] = 20'hD9000;          //> rol
rom[239] = 20'hD9000;          //> rol
rom[240] = 20'hD9000;          //> rol
rom[241] = 20'hD9000;          //> rol
rom[242] = 20'hD8800;          //> ret
