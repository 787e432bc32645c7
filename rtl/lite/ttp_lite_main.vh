// SPDX-License-Identifier: Apache-2.0
//
// Microprogram of ttp_lite_seq, first part: entries, names, init, pages, queues. scripts/lite_asm writes the words; the
// instructions are explained in docs/lite.md.

// ---- entries, in the order of the slots
12'd0: data_q <= 20'hC818B;     //> jmp wrx
12'd1: data_q <= 20'hC8783;     //> jmp wtx
12'd2: data_q <= 20'hC8888;     //> jmp hrx
12'd3: data_q <= 20'hC8992;     //> jmp htx
12'd4: data_q <= 20'hC818B;     //> jmp wrx
12'd5: data_q <= 20'hC8783;     //> jmp wtx
12'd6: data_q <= 20'hC8625;     //> jmp timer
12'd7: data_q <= 20'hC8888;     //> jmp hrx
12'd8: data_q <= 20'hC8009;     //> jmp init

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
//> .const KEEP, 20        ; pages that the host leaves to others
//> .const ECHO, 8         ; ... and that the echo leaves to the receiver
//> .const LEAST, 4        ; ... and that even a payload within its credit leaves
//> .const WIN, 8          ; payloads of a link in flight
//> .const RSP_ROOM, 14    ; an event makes two responses at most

// ---- init
// the word that counts lies in the first block, which is cleared before
//> .at 1016
//> .var boot
12'd9: data_q <= 20'h003F8;     //> init: ld #1016
12'd10: data_q <= 20'hD0022;    //> call clear8
12'd11: data_q <= 20'h003F0; 12'd12: data_q <= 20'hC03F8; //> mov boot, #1008
12'd13: data_q <= 20'hD0022;    //> init1: call clear8
12'd14: data_q <= 20'h803F8;    //> ld boot
12'd15: data_q <= 20'h30008;    //> sub #8
12'd16: data_q <= 20'hC03F8;    //> st boot
12'd17: data_q <= 20'hCE00D;    //> bnn init1
12'd18: data_q <= 20'h01C00; 12'd19: data_q <= 20'hC0340; //> mov i, #0x1C00
12'd20: data_q <= 20'h80340; 12'd21: data_q <= 20'hC0344; //> mov free_h, i
12'd22: data_q <= 20'h80340;    //> init2: ld i
12'd23: data_q <= 20'hDB000;    //> tap
12'd24: data_q <= 20'h10400;    //> add #0x400
12'd25: data_q <= 20'hC63FE;    //> st m.NEXT
12'd26: data_q <= 20'hC0340;    //> st i
12'd27: data_q <= 20'hCA016;    //> bnz init2
12'd28: data_q <= 20'h00039; 12'd29: data_q <= 20'hC0345; //> mov free_n, #57
12'd30: data_q <= 20'h01800; 12'd31: data_q <= 20'hC037F; //> mov req_p, #0x1800
12'd32: data_q <= 20'hD0C7D;    //> call reginit
12'd33: data_q <= 20'hD8000;    //> halt

// eight words at A; A goes into i when it is done
12'd34: data_q <= 20'hDA800;    //> clear8: tax
12'd35: data_q <= 20'h00000;    //> ld #0
12'd36: data_q <= 20'hC4000;    //> st x.0
12'd37: data_q <= 20'hC4001;    //> st x.1
12'd38: data_q <= 20'hC4002;    //> st x.2
12'd39: data_q <= 20'hC4003;    //> st x.3
12'd40: data_q <= 20'hC4004;    //> st x.4
12'd41: data_q <= 20'hC4005;    //> st x.5
12'd42: data_q <= 20'hC4006;    //> st x.6
12'd43: data_q <= 20'hC4007;    //> st x.7
12'd44: data_q <= 20'hD8800;    //> ret

// ---- pages
// a free one into new; the caller knows that there is one
12'd45: data_q <= 20'h80344; 12'd46: data_q <= 20'hC0356; //> getpage: mov new, free_h
12'd47: data_q <= 20'hDB000;    //> tap
12'd48: data_q <= 20'h863FE; 12'd49: data_q <= 20'hC0344; //> mov free_h, m.NEXT
12'd50: data_q <= 20'h80345; 12'd51: data_q <= 20'h30001; 12'd52: data_q <= 20'hC0345; //> dec free_n
12'd53: data_q <= 20'hD8800;    //> ret

// the one in page becomes free
12'd54: data_q <= 20'h80343;    //> putpage: ld page
12'd55: data_q <= 20'hDB000;    //> tap
12'd56: data_q <= 20'h80344; 12'd57: data_q <= 20'hC63FE; //> mov m.NEXT, free_h
12'd58: data_q <= 20'h80343; 12'd59: data_q <= 20'hC0344; //> mov free_h, page
12'd60: data_q <= 20'h80345; 12'd61: data_q <= 20'h10001; 12'd62: data_q <= 20'hC0345; //> inc free_n
12'd63: data_q <= 20'hD8800;    //> ret

// ---- counters
// the one at A goes up by 1; by k
12'd64: data_q <= 20'hDA800;    //> count: tax
12'd65: data_q <= 20'h84001;    //> ld x.1
12'd66: data_q <= 20'h10001;    //> add #1
12'd67: data_q <= 20'hC4001;    //> st x.1
12'd68: data_q <= 20'h84000;    //> ld x.0
12'd69: data_q <= 20'h20000;    //> adc #0
12'd70: data_q <= 20'hC4000;    //> st x.0
12'd71: data_q <= 20'hD8800;    //> ret
12'd72: data_q <= 20'hDA800;    //> countk: tax
12'd73: data_q <= 20'h84001;    //> ld x.1
12'd74: data_q <= 20'h88341;    //> add k
12'd75: data_q <= 20'hC4001;    //> st x.1
12'd76: data_q <= 20'h84000;    //> ld x.0
12'd77: data_q <= 20'h20000;    //> adc #0
12'd78: data_q <= 20'hC4000;    //> st x.0
12'd79: data_q <= 20'hD8800;    //> ret

// ---- a response {rop, epoch, kh, kl, rtx, rrx}
12'd80: data_q <= 20'h8035C;    //> respond: ld rq_h
12'd81: data_q <= 20'h8835D;    //> add rq_n
12'd82: data_q <= 20'h5000F;    //> and #15
12'd83: data_q <= 20'hD9000;    //> rol
12'd84: data_q <= 20'hD9000;    //> rol
12'd85: data_q <= 20'hD9000;    //> rol
12'd86: data_q <= 20'h10200;    //> add #RSPQ
12'd87: data_q <= 20'hDA800;    //> tax
12'd88: data_q <= 20'h8035D; 12'd89: data_q <= 20'h10001; 12'd90: data_q <= 20'hC035D; //> inc rq_n
12'd91: data_q <= 20'h80357; 12'd92: data_q <= 20'hC4000; //> mov x.0, rop
12'd93: data_q <= 20'h00000; 12'd94: data_q <= 20'hC4001; //> mov x.1, #0
12'd95: data_q <= 20'h8034B; 12'd96: data_q <= 20'hC4002; //> mov x.2, kh
12'd97: data_q <= 20'h8034C; 12'd98: data_q <= 20'hC4003; //> mov x.3, kl
12'd99: data_q <= 20'h80358; 12'd100: data_q <= 20'hC4004; 12'd101: data_q <= 20'h80359; 12'd102: data_q <= 20'hC4005; //> mov2 x.4, rtx
12'd103: data_q <= 20'h8035A; 12'd104: data_q <= 20'hC4006; 12'd105: data_q <= 20'h8035B; 12'd106: data_q <= 20'hC4007; //> mov2 x.6, rrx
12'd107: data_q <= 20'h00001; 12'd108: data_q <= 20'h98357; 12'd109: data_q <= 20'hCB070; //> jlt #O_OPEN_ACK, rop, resp1
12'd110: data_q <= 20'h8200C; 12'd111: data_q <= 20'hC4001; //> mov x.1, r.ol
12'd112: data_q <= 20'hD8800;   //> resp1: ret

// ---- a completion {ckind, kh, kl, cid, ccnt, cbytes}
12'd113: data_q <= 20'h8036E; 12'd114: data_q <= 20'hC9095; //> complete: jz sess, cpl_lost
12'd115: data_q <= 20'h80364; 12'd116: data_q <= 20'h70008; 12'd117: data_q <= 20'hC9092; //> jeq cq_n, #8, cpl_full
12'd118: data_q <= 20'h80363;   //> ld cq_h
12'd119: data_q <= 20'h88364;   //> add cq_n
12'd120: data_q <= 20'h50007;   //> and #7
12'd121: data_q <= 20'hD9000;   //> rol
12'd122: data_q <= 20'hD9000;   //> rol
12'd123: data_q <= 20'hD9000;   //> rol
12'd124: data_q <= 20'h101C0;   //> add #CPLQ
12'd125: data_q <= 20'hDA800;   //> tax
12'd126: data_q <= 20'h80364; 12'd127: data_q <= 20'h10001; 12'd128: data_q <= 20'hC0364; //> inc cq_n
12'd129: data_q <= 20'h8035E; 12'd130: data_q <= 20'hC4000; //> mov x.0, ckind
12'd131: data_q <= 20'h8034B; 12'd132: data_q <= 20'hC4001; //> mov x.1, kh
12'd133: data_q <= 20'h8034C; 12'd134: data_q <= 20'hC4002; //> mov x.2, kl
12'd135: data_q <= 20'h8035F; 12'd136: data_q <= 20'hC4003; 12'd137: data_q <= 20'h80360; 12'd138: data_q <= 20'hC4004; //> mov2 x.3, cid
12'd139: data_q <= 20'h80361; 12'd140: data_q <= 20'hC4005; //> mov x.5, ccnt
12'd141: data_q <= 20'h00000; 12'd142: data_q <= 20'hC4006; //> mov x.6, #0
12'd143: data_q <= 20'h80362; 12'd144: data_q <= 20'hC4007; //> mov x.7, cbytes
12'd145: data_q <= 20'hD8800;   //> ret
12'd146: data_q <= 20'h802B9; 12'd147: data_q <= 20'h60004; 12'd148: data_q <= 20'hC02B9; //> cpl_full: set R_IRQ+1, #4
12'd149: data_q <= 20'h001A8; 12'd150: data_q <= 20'hD0040; //> cpl_lost: cnt H_CPL_LOST
12'd151: data_q <= 20'hD8800;   //> ret

// ---- the link of kh, kl: L, and A = 1; or A = 0. Unrolled, as is the next: a loop would not fit the slot
12'd152: data_q <= 20'h00000; 12'd153: data_q <= 20'hDA000; 12'd154: data_q <= 20'h82002; 12'd155: data_q <= 20'hCE0A2; 12'd156: data_q <= 20'h82001; 12'd157: data_q <= 20'hB834C; 12'd158: data_q <= 20'hCA0A2; 12'd159: data_q <= 20'h82000; 12'd160: data_q <= 20'hB834B; 12'd161: data_q <= 20'hC90EA; //> lookup: look 0
12'd162: data_q <= 20'h00001; 12'd163: data_q <= 20'hDA000; 12'd164: data_q <= 20'h82002; 12'd165: data_q <= 20'hCE0AC; 12'd166: data_q <= 20'h82001; 12'd167: data_q <= 20'hB834C; 12'd168: data_q <= 20'hCA0AC; 12'd169: data_q <= 20'h82000; 12'd170: data_q <= 20'hB834B; 12'd171: data_q <= 20'hC90EA; //> look 1
12'd172: data_q <= 20'h00002; 12'd173: data_q <= 20'hDA000; 12'd174: data_q <= 20'h82002; 12'd175: data_q <= 20'hCE0B6; 12'd176: data_q <= 20'h82001; 12'd177: data_q <= 20'hB834C; 12'd178: data_q <= 20'hCA0B6; 12'd179: data_q <= 20'h82000; 12'd180: data_q <= 20'hB834B; 12'd181: data_q <= 20'hC90EA; //> look 2
12'd182: data_q <= 20'h00003; 12'd183: data_q <= 20'hDA000; 12'd184: data_q <= 20'h82002; 12'd185: data_q <= 20'hCE0C0; 12'd186: data_q <= 20'h82001; 12'd187: data_q <= 20'hB834C; 12'd188: data_q <= 20'hCA0C0; 12'd189: data_q <= 20'h82000; 12'd190: data_q <= 20'hB834B; 12'd191: data_q <= 20'hC90EA; //> look 3
12'd192: data_q <= 20'h00004; 12'd193: data_q <= 20'hDA000; 12'd194: data_q <= 20'h82002; 12'd195: data_q <= 20'hCE0CA; 12'd196: data_q <= 20'h82001; 12'd197: data_q <= 20'hB834C; 12'd198: data_q <= 20'hCA0CA; 12'd199: data_q <= 20'h82000; 12'd200: data_q <= 20'hB834B; 12'd201: data_q <= 20'hC90EA; //> look 4
12'd202: data_q <= 20'h00005; 12'd203: data_q <= 20'hDA000; 12'd204: data_q <= 20'h82002; 12'd205: data_q <= 20'hCE0D4; 12'd206: data_q <= 20'h82001; 12'd207: data_q <= 20'hB834C; 12'd208: data_q <= 20'hCA0D4; 12'd209: data_q <= 20'h82000; 12'd210: data_q <= 20'hB834B; 12'd211: data_q <= 20'hC90EA; //> look 5
12'd212: data_q <= 20'h00006; 12'd213: data_q <= 20'hDA000; 12'd214: data_q <= 20'h82002; 12'd215: data_q <= 20'hCE0DE; 12'd216: data_q <= 20'h82001; 12'd217: data_q <= 20'hB834C; 12'd218: data_q <= 20'hCA0DE; 12'd219: data_q <= 20'h82000; 12'd220: data_q <= 20'hB834B; 12'd221: data_q <= 20'hC90EA; //> look 6
12'd222: data_q <= 20'h00007; 12'd223: data_q <= 20'hDA000; 12'd224: data_q <= 20'h82002; 12'd225: data_q <= 20'hCE0E8; 12'd226: data_q <= 20'h82001; 12'd227: data_q <= 20'hB834C; 12'd228: data_q <= 20'hCA0E8; 12'd229: data_q <= 20'h82000; 12'd230: data_q <= 20'hB834B; 12'd231: data_q <= 20'hC90EA; //> look 7
12'd232: data_q <= 20'h00000;   //> ld #0
12'd233: data_q <= 20'hD8800;   //> ret
12'd234: data_q <= 20'h00001;   //> found: ld #1
12'd235: data_q <= 20'hD8800;   //> ret

// ---- an entry for it: A = 1, a new one in L; A = 0: none
12'd236: data_q <= 20'h00000; 12'd237: data_q <= 20'hDA000; 12'd238: data_q <= 20'h82002; 12'd239: data_q <= 20'hCE16E; //> alloc: vacant 0
12'd240: data_q <= 20'h00001; 12'd241: data_q <= 20'hDA000; 12'd242: data_q <= 20'h82002; 12'd243: data_q <= 20'hCE16E; //> vacant 1
12'd244: data_q <= 20'h00002; 12'd245: data_q <= 20'hDA000; 12'd246: data_q <= 20'h82002; 12'd247: data_q <= 20'hCE16E; //> vacant 2
12'd248: data_q <= 20'h00003; 12'd249: data_q <= 20'hDA000; 12'd250: data_q <= 20'h82002; 12'd251: data_q <= 20'hCE16E; //> vacant 3
12'd252: data_q <= 20'h00004; 12'd253: data_q <= 20'hDA000; 12'd254: data_q <= 20'h82002; 12'd255: data_q <= 20'hCE16E; //> vacant 4
12'd256: data_q <= 20'h00005; 12'd257: data_q <= 20'hDA000; 12'd258: data_q <= 20'h82002; 12'd259: data_q <= 20'hCE16E; //> vacant 5
12'd260: data_q <= 20'h00006; 12'd261: data_q <= 20'hDA000; 12'd262: data_q <= 20'h82002; 12'd263: data_q <= 20'hCE16E; //> vacant 6
12'd264: data_q <= 20'h00007; 12'd265: data_q <= 20'hDA000; 12'd266: data_q <= 20'h82002; 12'd267: data_q <= 20'hCE16E; //> vacant 7
12'd268: data_q <= 20'h00000; 12'd269: data_q <= 20'hDA000; 12'd270: data_q <= 20'h82003; 12'd271: data_q <= 20'hCA118; 12'd272: data_q <= 20'h82016; 12'd273: data_q <= 20'hCA118; 12'd274: data_q <= 20'h82002; 12'd275: data_q <= 20'h54000; 12'd276: data_q <= 20'hC916E; 12'd277: data_q <= 20'h802B9; 12'd278: data_q <= 20'h50001; 12'd279: data_q <= 20'hC916E; //> spare 0
12'd280: data_q <= 20'h00001; 12'd281: data_q <= 20'hDA000; 12'd282: data_q <= 20'h82003; 12'd283: data_q <= 20'hCA124; 12'd284: data_q <= 20'h82016; 12'd285: data_q <= 20'hCA124; 12'd286: data_q <= 20'h82002; 12'd287: data_q <= 20'h54000; 12'd288: data_q <= 20'hC916E; 12'd289: data_q <= 20'h802B9; 12'd290: data_q <= 20'h50001; 12'd291: data_q <= 20'hC916E; //> spare 1
12'd292: data_q <= 20'h00002; 12'd293: data_q <= 20'hDA000; 12'd294: data_q <= 20'h82003; 12'd295: data_q <= 20'hCA130; 12'd296: data_q <= 20'h82016; 12'd297: data_q <= 20'hCA130; 12'd298: data_q <= 20'h82002; 12'd299: data_q <= 20'h54000; 12'd300: data_q <= 20'hC916E; 12'd301: data_q <= 20'h802B9; 12'd302: data_q <= 20'h50001; 12'd303: data_q <= 20'hC916E; //> spare 2
12'd304: data_q <= 20'h00003; 12'd305: data_q <= 20'hDA000; 12'd306: data_q <= 20'h82003; 12'd307: data_q <= 20'hCA13C; 12'd308: data_q <= 20'h82016; 12'd309: data_q <= 20'hCA13C; 12'd310: data_q <= 20'h82002; 12'd311: data_q <= 20'h54000; 12'd312: data_q <= 20'hC916E; 12'd313: data_q <= 20'h802B9; 12'd314: data_q <= 20'h50001; 12'd315: data_q <= 20'hC916E; //> spare 3
12'd316: data_q <= 20'h00004; 12'd317: data_q <= 20'hDA000; 12'd318: data_q <= 20'h82003; 12'd319: data_q <= 20'hCA148; 12'd320: data_q <= 20'h82016; 12'd321: data_q <= 20'hCA148; 12'd322: data_q <= 20'h82002; 12'd323: data_q <= 20'h54000; 12'd324: data_q <= 20'hC916E; 12'd325: data_q <= 20'h802B9; 12'd326: data_q <= 20'h50001; 12'd327: data_q <= 20'hC916E; //> spare 4
12'd328: data_q <= 20'h00005; 12'd329: data_q <= 20'hDA000; 12'd330: data_q <= 20'h82003; 12'd331: data_q <= 20'hCA154; 12'd332: data_q <= 20'h82016; 12'd333: data_q <= 20'hCA154; 12'd334: data_q <= 20'h82002; 12'd335: data_q <= 20'h54000; 12'd336: data_q <= 20'hC916E; 12'd337: data_q <= 20'h802B9; 12'd338: data_q <= 20'h50001; 12'd339: data_q <= 20'hC916E; //> spare 5
12'd340: data_q <= 20'h00006; 12'd341: data_q <= 20'hDA000; 12'd342: data_q <= 20'h82003; 12'd343: data_q <= 20'hCA160; 12'd344: data_q <= 20'h82016; 12'd345: data_q <= 20'hCA160; 12'd346: data_q <= 20'h82002; 12'd347: data_q <= 20'h54000; 12'd348: data_q <= 20'hC916E; 12'd349: data_q <= 20'h802B9; 12'd350: data_q <= 20'h50001; 12'd351: data_q <= 20'hC916E; //> spare 6
12'd352: data_q <= 20'h00007; 12'd353: data_q <= 20'hDA000; 12'd354: data_q <= 20'h82003; 12'd355: data_q <= 20'hCA16C; 12'd356: data_q <= 20'h82016; 12'd357: data_q <= 20'hCA16C; 12'd358: data_q <= 20'h82002; 12'd359: data_q <= 20'h54000; 12'd360: data_q <= 20'hC916E; 12'd361: data_q <= 20'h802B9; 12'd362: data_q <= 20'h50001; 12'd363: data_q <= 20'hC916E; //> spare 7
12'd364: data_q <= 20'h00000;   //> ld #0
12'd365: data_q <= 20'hD8800;   //> ret
12'd366: data_q <= 20'h8034B; 12'd367: data_q <= 20'hC2000; //> al_new: mov r.kh, kh
12'd368: data_q <= 20'h8034C; 12'd369: data_q <= 20'hC2001; //> mov r.kl, kl
12'd370: data_q <= 20'h08000; 12'd371: data_q <= 20'hC2002; //> mov r.fl, #VALID
12'd372: data_q <= 20'h802A9; 12'd373: data_q <= 20'h10001; 12'd374: data_q <= 20'hC2005; 12'd375: data_q <= 20'h802A8; 12'd376: data_q <= 20'h20000; 12'd377: data_q <= 20'hC2004; //> add2 r.una, R_START, #1
12'd378: data_q <= 20'h802A8;   //> ld R_START
12'd379: data_q <= 20'h10010;   //> add #0x10
12'd380: data_q <= 20'hC02A8;   //> st R_START
12'd381: data_q <= 20'h00000; 12'd382: data_q <= 20'hC2003; //> mov r.st, #0
12'd383: data_q <= 20'hC2006;   //> st r.last
12'd384: data_q <= 20'hC2007;   //> st r.last+1
12'd385: data_q <= 20'hC2008;   //> st r.clid
12'd386: data_q <= 20'hC2009;   //> st r.clid+1
12'd387: data_q <= 20'hC200C;   //> st r.ol
12'd388: data_q <= 20'hC200D;   //> st r.pl
12'd389: data_q <= 20'hC200F;   //> st r.try
12'd390: data_q <= 20'hC2012;   //> st r.nfl
12'd391: data_q <= 20'hC2013;   //> st r.cof
12'd392: data_q <= 20'hC2016;   //> st r.held
12'd393: data_q <= 20'h00001;   //> ld #1
12'd394: data_q <= 20'hD8800;   //> ret
