// SPDX-License-Identifier: Apache-2.0
//
// Microprogram, slots 0 and 4 (WRX): a frame from the wire. Checks it, finds its link, goes to what its opcode asks
// for (ttp_lite_link.vh); every way ends at wrx_end, which gives the port its page back or another one.

12'd395: data_q <= 20'hDB800;   //> wrx: in 0
12'd396: data_q <= 20'h50001;   //> and #1
12'd397: data_q <= 20'hC925F;   //> bz idle
12'd398: data_q <= 20'hD0260;   //> call seed
12'd399: data_q <= 20'hDB801;   //> in 1
12'd400: data_q <= 20'hC0355;   //> st give
12'd401: data_q <= 20'hC0343;   //> st page
12'd402: data_q <= 20'hDB000;   //> tap
12'd403: data_q <= 20'h80392; 12'd404: data_q <= 20'h60004; 12'd405: data_q <= 20'hC0392; //> set stats, #4
12'd406: data_q <= 20'h80293; 12'd407: data_q <= 20'h50001; 12'd408: data_q <= 20'hC9239; //> jf R_CTRL+1, #1, wd_off
12'd409: data_q <= 20'h863FF;   //> ld m.STATUS
12'd410: data_q <= 20'h507FF;   //> and #0x7FF
12'd411: data_q <= 20'hC0352;   //> st plen
12'd412: data_q <= 20'h00600; 12'd413: data_q <= 20'h98352; 12'd414: data_q <= 20'hCC1A2; //> jge #1536, plen, wrx1
12'd415: data_q <= 20'h00144; 12'd416: data_q <= 20'hD0040; //> cnt D_LONG
12'd417: data_q <= 20'hC8259;   //> jmp wrx_bad
12'd418: data_q <= 20'h863FF; 12'd419: data_q <= 20'hCD23C; //> wrx1: jn m.STATUS, wd_fcs
12'd420: data_q <= 20'h80352; 12'd421: data_q <= 20'h3003C; 12'd422: data_q <= 20'hCB23F; //> jlt plen, #60, wd_short
12'd423: data_q <= 20'h86006; 12'd424: data_q <= 20'h79AC6; 12'd425: data_q <= 20'hCA242; //> jne m.6, #0x9AC6, wd_type
12'd426: data_q <= 20'h86000; 12'd427: data_q <= 20'h798ED; 12'd428: data_q <= 20'hCA245; //> jne m.0, #0x98ED, wd_dst
12'd429: data_q <= 20'h80290;   //> ld R_NODE
12'd430: data_q <= 20'h65C00;   //> or #0x5C00
12'd431: data_q <= 20'hBE001;   //> xor m.1
12'd432: data_q <= 20'hCA245;   //> bnz wd_dst
12'd433: data_q <= 20'h86002; 12'd434: data_q <= 20'hB8291; 12'd435: data_q <= 20'hCA245; //> jne m.2, R_NODE+1, wd_dst
12'd436: data_q <= 20'h86004;   //> ld m.4
12'd437: data_q <= 20'h500FF;   //> and #0xFF
12'd438: data_q <= 20'hC034B;   //> st kh
12'd439: data_q <= 20'h86005; 12'd440: data_q <= 20'hC034C; //> mov kl, m.5
12'd441: data_q <= 20'h8034B; 12'd442: data_q <= 20'hB8290; 12'd443: data_q <= 20'hCA1C2; 12'd444: data_q <= 20'h8034C; 12'd445: data_q <= 20'hB8291; 12'd446: data_q <= 20'hCA1C2; //> jne2 kh, R_NODE, wrx2
12'd447: data_q <= 20'h0014A; 12'd448: data_q <= 20'hD0040; //> cnt D_SRC
12'd449: data_q <= 20'hC8259;   //> jmp wrx_bad
12'd450: data_q <= 20'h86007;   //> wrx2: ld m.7
12'd451: data_q <= 20'h5FF00;   //> and #0xFF00
12'd452: data_q <= 20'h70500;   //> xor #0x0500
12'd453: data_q <= 20'hCA248;   //> bnz wd_tth
12'd454: data_q <= 20'h86007; 12'd455: data_q <= 20'h50080; 12'd456: data_q <= 20'hCA24B; //> jt m.7, #0x80, wd_gateway
12'd457: data_q <= 20'h86015;   //> ld m.21
12'd458: data_q <= 20'hD9800;   //> swp
12'd459: data_q <= 20'h5003F;   //> and #0x3F
12'd460: data_q <= 20'hC034A;   //> st op
// the payload's length, against what came
12'd461: data_q <= 20'h86014;   //> ld m.20
12'd462: data_q <= 20'h3001A;   //> sub #26
12'd463: data_q <= 20'hCB24E;   //> bc wd_length
12'd464: data_q <= 20'hC0341;   //> st k
12'd465: data_q <= 20'h8034A; 12'd466: data_q <= 20'h70006; 12'd467: data_q <= 20'hCA1D9; //> jne op, #O_PAYLOAD, wrx3
12'd468: data_q <= 20'h80341; 12'd469: data_q <= 20'hC924E; //> jz k, wd_length
12'd470: data_q <= 20'h00400; 12'd471: data_q <= 20'h98341; 12'd472: data_q <= 20'hCB24E; //> jlt #1024, k, wd_length
12'd473: data_q <= 20'h80352;   //> wrx3: ld plen
12'd474: data_q <= 20'h3003C;   //> sub #60
12'd475: data_q <= 20'h98341;   //> sub k
12'd476: data_q <= 20'hCB23F;   //> bc wd_short
12'd477: data_q <= 20'h80341; 12'd478: data_q <= 20'hC0352; //> mov plen, k
12'd479: data_q <= 20'h0000A; 12'd480: data_q <= 20'h9834A; 12'd481: data_q <= 20'hCB251; //> jlt #10, op, wd_opcode
12'd482: data_q <= 20'h86015;   //> ld m.21
12'd483: data_q <= 20'h500FF;   //> and #0xFF
12'd484: data_q <= 20'hC0342;   //> st t
12'd485: data_q <= 20'h00002; 12'd486: data_q <= 20'h98342; 12'd487: data_q <= 20'hCB254; //> jlt #2, t, wd_vc
12'd488: data_q <= 20'h0000E; 12'd489: data_q <= 20'h9835D; 12'd490: data_q <= 20'hCB257; //> jlt #RSP_ROOM, rq_n, wd_resp
12'd491: data_q <= 20'h80342;   //> ld t
12'd492: data_q <= 20'hD9800;   //> swp
12'd493: data_q <= 20'hB034B;   //> or kh
12'd494: data_q <= 20'hC034B;   //> st kh
12'd495: data_q <= 20'h8601A; 12'd496: data_q <= 20'hC034D; 12'd497: data_q <= 20'h8601B; 12'd498: data_q <= 20'hC034E; //> mov2 tx, m.26
12'd499: data_q <= 20'h8601C; 12'd500: data_q <= 20'hC034F; 12'd501: data_q <= 20'h8601D; 12'd502: data_q <= 20'hC0350; //> mov2 rx, m.28
12'd503: data_q <= 20'h86017; 12'd504: data_q <= 20'hC0351; //> mov ep, m.23
12'd505: data_q <= 20'h86016;   //> ld m.22
12'd506: data_q <= 20'hB6018;   //> or m.24
12'd507: data_q <= 20'hB6019;   //> or m.25
12'd508: data_q <= 20'hC91FF;   //> bz wrx4
12'd509: data_q <= 20'h00000; 12'd510: data_q <= 20'hC0351; //> mov ep, #0
12'd511: data_q <= 20'h8034A;   //> wrx4: ld op
12'd512: data_q <= 20'hD9000;   //> rol
12'd513: data_q <= 20'h10120;   //> add #C_RX
12'd514: data_q <= 20'hD0040;   //> call count
12'd515: data_q <= 20'h8034D; 12'd516: data_q <= 20'hC035A; 12'd517: data_q <= 20'h8034E; 12'd518: data_q <= 20'hC035B; //> mov2 rrx, tx
12'd519: data_q <= 20'h00000; 12'd520: data_q <= 20'hC0358; 12'd521: data_q <= 20'h00000; 12'd522: data_q <= 20'hC0359; //> mov2 rtx, #0
12'd523: data_q <= 20'hD0098;   //> call lookup
12'd524: data_q <= 20'hC920F;   //> bz wrx5
12'd525: data_q <= 20'h8034A;   //> ld op
12'd526: data_q <= 20'hCF211;   //> jpa known
12'd527: data_q <= 20'h8034A;   //> wrx5: ld op
12'd528: data_q <= 20'hCF21C;   //> jpa unknown

12'd529: data_q <= 20'hC826F;   //> known: jmp e_open
12'd530: data_q <= 20'hC82E3;   //> jmp e_open_ack
12'd531: data_q <= 20'hC8310;   //> jmp e_open_nack
12'd532: data_q <= 20'hC8342;   //> jmp e_close
12'd533: data_q <= 20'hC83B7;   //> jmp e_close_ack
12'd534: data_q <= 20'hC83DD;   //> jmp e_close_nack
12'd535: data_q <= 20'hC83F8;   //> jmp e_payload
12'd536: data_q <= 20'hC853F;   //> jmp e_ack
12'd537: data_q <= 20'hC8554;   //> jmp e_nack
12'd538: data_q <= 20'hC8589;   //> jmp e_nack_full
12'd539: data_q <= 20'hC85E9;   //> jmp e_nack_nolink

12'd540: data_q <= 20'hC826B;   //> unknown: jmp n_open
12'd541: data_q <= 20'hC825C;   //> jmp wrx_end
12'd542: data_q <= 20'hC825C;   //> jmp wrx_end
12'd543: data_q <= 20'hC8227;   //> jmp a_close_ack
12'd544: data_q <= 20'hC825C;   //> jmp wrx_end
12'd545: data_q <= 20'hC8233;   //> jmp a_illegal
12'd546: data_q <= 20'hC822B;   //> jmp a_nolink
12'd547: data_q <= 20'hC825C;   //> jmp wrx_end
12'd548: data_q <= 20'hC825C;   //> jmp wrx_end
12'd549: data_q <= 20'hC825C;   //> jmp wrx_end
12'd550: data_q <= 20'hC825C;   //> jmp wrx_end

// ---- answers that end an event
12'd551: data_q <= 20'h00004; 12'd552: data_q <= 20'hC0357; //> a_close_ack: mov rop, #O_CLOSE_ACK
12'd553: data_q <= 20'hD0050;   //> call respond
12'd554: data_q <= 20'hC825C;   //> jmp wrx_end
12'd555: data_q <= 20'h0000A; 12'd556: data_q <= 20'hC0357; //> a_nolink: mov rop, #O_NACK_NOLINK
12'd557: data_q <= 20'hD0050;   //> call respond
12'd558: data_q <= 20'hC825C;   //> jmp wrx_end
12'd559: data_q <= 20'h00002; 12'd560: data_q <= 20'hC0357; //> a_open_nack: mov rop, #O_OPEN_NACK
12'd561: data_q <= 20'hD0050;   //> call respond
12'd562: data_q <= 20'hC825C;   //> jmp wrx_end
12'd563: data_q <= 20'h0017A; 12'd564: data_q <= 20'hD0040; //> a_illegal: cnt C_ILLEGAL
12'd565: data_q <= 20'h802B9; 12'd566: data_q <= 20'h60002; 12'd567: data_q <= 20'hC02B9; //> set R_IRQ+1, #2
12'd568: data_q <= 20'hC825C;   //> jmp wrx_end

// ---- drops
12'd569: data_q <= 20'h0015E; 12'd570: data_q <= 20'hD0040; //> wd_off: cnt D_OFF
12'd571: data_q <= 20'hC8259;   //> jmp wrx_bad
12'd572: data_q <= 20'h00140; 12'd573: data_q <= 20'hD0040; //> wd_fcs: cnt D_FCS
12'd574: data_q <= 20'hC8259;   //> jmp wrx_bad
12'd575: data_q <= 20'h00142; 12'd576: data_q <= 20'hD0040; //> wd_short: cnt D_SHORT
12'd577: data_q <= 20'hC8259;   //> jmp wrx_bad
12'd578: data_q <= 20'h00146; 12'd579: data_q <= 20'hD0040; //> wd_type: cnt D_TYPE
12'd580: data_q <= 20'hC8259;   //> jmp wrx_bad
12'd581: data_q <= 20'h00148; 12'd582: data_q <= 20'hD0040; //> wd_dst: cnt D_DST
12'd583: data_q <= 20'hC8259;   //> jmp wrx_bad
12'd584: data_q <= 20'h0014C; 12'd585: data_q <= 20'hD0040; //> wd_tth: cnt D_TTH
12'd586: data_q <= 20'hC8259;   //> jmp wrx_bad
12'd587: data_q <= 20'h0014E; 12'd588: data_q <= 20'hD0040; //> wd_gateway: cnt D_GATEWAY
12'd589: data_q <= 20'hC8259;   //> jmp wrx_bad
12'd590: data_q <= 20'h00150; 12'd591: data_q <= 20'hD0040; //> wd_length: cnt D_LENGTH
12'd592: data_q <= 20'hC8259;   //> jmp wrx_bad
12'd593: data_q <= 20'h00152; 12'd594: data_q <= 20'hD0040; //> wd_opcode: cnt D_OPCODE
12'd595: data_q <= 20'hC8259;   //> jmp wrx_bad
12'd596: data_q <= 20'h00154; 12'd597: data_q <= 20'hD0040; //> wd_vc: cnt D_VC
12'd598: data_q <= 20'hC8259;   //> jmp wrx_bad
12'd599: data_q <= 20'h00158; 12'd600: data_q <= 20'hD0040; //> wd_resp: cnt D_RESP
12'd601: data_q <= 20'h80392; 12'd602: data_q <= 20'h60008; 12'd603: data_q <= 20'hC0392; //> wrx_bad: set stats, #8
12'd604: data_q <= 20'h80355;   //> wrx_end: ld give
12'd605: data_q <= 20'hDC000;   //> page
12'd606: data_q <= 20'hDC801;   //> go 1
12'd607: data_q <= 20'hD8000;   //> idle: halt

// ---- the life numbers begin where the first frame, from either side, finds the counter
12'd608: data_q <= 20'h80393; 12'd609: data_q <= 20'hCA26A; //> seed: jnz seeded, seed1
12'd610: data_q <= 20'h00001; 12'd611: data_q <= 20'hC0393; //> mov seeded, #1
12'd612: data_q <= 20'h80297; 12'd613: data_q <= 20'hCA26A; //> jnz R_EPOCH+1, seed1
12'd614: data_q <= 20'hDB803;   //> in 3
12'd615: data_q <= 20'hCA269;   //> bnz seed2
12'd616: data_q <= 20'h00001;   //> ld #1
12'd617: data_q <= 20'hC0297;   //> seed2: st R_EPOCH+1
12'd618: data_q <= 20'hD8800;   //> seed1: ret
