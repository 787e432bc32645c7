// SPDX-License-Identifier: Apache-2.0
//
// Microprogram, slots 0 and 4 (WRX): a frame from the wire. Checks it, finds its link, goes to what its opcode asks
// for (ttp_lite_link.vh); every way ends at wrx_end, which gives the port its page back or another one.

rom[243] = 20'hDB800;          //> wrx: in 0
rom[244] = 20'h50001;          //> and #1
rom[245] = 20'hC91C7;          //> bz idle
rom[246] = 20'hD01C8;          //> call seed
rom[247] = 20'hDB801;          //> in 1
rom[248] = 20'hC0355;          //> st give
rom[249] = 20'hC0343;          //> st page
rom[250] = 20'hDB000;          //> tap
rom[251] = 20'h80392; rom[252] = 20'h60004; rom[253] = 20'hC0392; //> set stats, #4
rom[254] = 20'h80293; rom[255] = 20'h50001; rom[256] = 20'hC91A1; //> jf R_CTRL+1, #1, wd_off
rom[257] = 20'h863FF;          //> ld m.STATUS
rom[258] = 20'h507FF;          //> and #0x7FF
rom[259] = 20'hC0352;          //> st plen
rom[260] = 20'h00600; rom[261] = 20'h98352; rom[262] = 20'hCC10A; //> jge #1536, plen, wrx1
rom[263] = 20'h00144; rom[264] = 20'hD0042; //> cnt D_LONG
rom[265] = 20'hC81C1;          //> jmp wrx_bad
rom[266] = 20'h863FF; rom[267] = 20'hCD1A4; //> wrx1: jn m.STATUS, wd_fcs
rom[268] = 20'h80352; rom[269] = 20'h3003C; rom[270] = 20'hCB1A7; //> jlt plen, #60, wd_short
rom[271] = 20'h86006; rom[272] = 20'h79AC6; rom[273] = 20'hCA1AA; //> jne m.6, #0x9AC6, wd_type
rom[274] = 20'h86000; rom[275] = 20'h798ED; rom[276] = 20'hCA1AD; //> jne m.0, #0x98ED, wd_dst
rom[277] = 20'h80290;          //> ld R_NODE
rom[278] = 20'h65C00;          //> or #0x5C00
rom[279] = 20'hBE001;          //> xor m.1
rom[280] = 20'hCA1AD;          //> bnz wd_dst
rom[281] = 20'h86002; rom[282] = 20'hB8291; rom[283] = 20'hCA1AD; //> jne m.2, R_NODE+1, wd_dst
rom[284] = 20'h86004;          //> ld m.4
rom[285] = 20'h500FF;          //> and #0xFF
rom[286] = 20'hC034B;          //> st kh
rom[287] = 20'h86005; rom[288] = 20'hC034C; //> mov kl, m.5
rom[289] = 20'h8034B; rom[290] = 20'hB8290; rom[291] = 20'hCA12A; rom[292] = 20'h8034C; rom[293] = 20'hB8291; rom[294] = 20'hCA12A; //> jne2 kh, R_NODE, wrx2
rom[295] = 20'h0014A; rom[296] = 20'hD0042; //> cnt D_SRC
rom[297] = 20'hC81C1;          //> jmp wrx_bad
rom[298] = 20'h86007;          //> wrx2: ld m.7
rom[299] = 20'h5FF00;          //> and #0xFF00
rom[300] = 20'h70500;          //> xor #0x0500
rom[301] = 20'hCA1B0;          //> bnz wd_tth
rom[302] = 20'h86007; rom[303] = 20'h50080; rom[304] = 20'hCA1B3; //> jt m.7, #0x80, wd_gateway
rom[305] = 20'h86015;          //> ld m.21
rom[306] = 20'hD9800;          //> swp
rom[307] = 20'h5003F;          //> and #0x3F
rom[308] = 20'hC034A;          //> st op
// the payload's length, against what came
rom[309] = 20'h86014;          //> ld m.20
rom[310] = 20'h3001A;          //> sub #26
rom[311] = 20'hCB1B6;          //> bc wd_length
rom[312] = 20'hC0341;          //> st k
rom[313] = 20'h8034A; rom[314] = 20'h70006; rom[315] = 20'hCA141; //> jne op, #O_PAYLOAD, wrx3
rom[316] = 20'h80341; rom[317] = 20'hC91B6; //> jz k, wd_length
rom[318] = 20'h00400; rom[319] = 20'h98341; rom[320] = 20'hCB1B6; //> jlt #1024, k, wd_length
rom[321] = 20'h80352;          //> wrx3: ld plen
rom[322] = 20'h3003C;          //> sub #60
rom[323] = 20'h98341;          //> sub k
rom[324] = 20'hCB1A7;          //> bc wd_short
rom[325] = 20'h80341; rom[326] = 20'hC0352; //> mov plen, k
rom[327] = 20'h0000A; rom[328] = 20'h9834A; rom[329] = 20'hCB1B9; //> jlt #10, op, wd_opcode
rom[330] = 20'h86015;          //> ld m.21
rom[331] = 20'h500FF;          //> and #0xFF
rom[332] = 20'hC0342;          //> st t
rom[333] = 20'h00002; rom[334] = 20'h98342; rom[335] = 20'hCB1BC; //> jlt #2, t, wd_vc
rom[336] = 20'h0000E; rom[337] = 20'h9835D; rom[338] = 20'hCB1BF; //> jlt #RSP_ROOM, rq_n, wd_resp
rom[339] = 20'h80342;          //> ld t
rom[340] = 20'hD9800;          //> swp
rom[341] = 20'hB034B;          //> or kh
rom[342] = 20'hC034B;          //> st kh
rom[343] = 20'h8601A; rom[344] = 20'hC034D; rom[345] = 20'h8601B; rom[346] = 20'hC034E; //> mov2 tx, m.26
rom[347] = 20'h8601C; rom[348] = 20'hC034F; rom[349] = 20'h8601D; rom[350] = 20'hC0350; //> mov2 rx, m.28
rom[351] = 20'h86017; rom[352] = 20'hC0351; //> mov ep, m.23
rom[353] = 20'h86016;          //> ld m.22
rom[354] = 20'hB6018;          //> or m.24
rom[355] = 20'hB6019;          //> or m.25
rom[356] = 20'hC9167;          //> bz wrx4
rom[357] = 20'h00000; rom[358] = 20'hC0351; //> mov ep, #0
rom[359] = 20'h8034A;          //> wrx4: ld op
rom[360] = 20'hD9000;          //> rol
rom[361] = 20'h10120;          //> add #C_RX
rom[362] = 20'hD0042;          //> call count
rom[363] = 20'h8034D; rom[364] = 20'hC035A; rom[365] = 20'h8034E; rom[366] = 20'hC035B; //> mov2 rrx, tx
rom[367] = 20'h00000; rom[368] = 20'hC0358; rom[369] = 20'h00000; rom[370] = 20'hC0359; //> mov2 rtx, #0
rom[371] = 20'hD009A;          //> call lookup
rom[372] = 20'hC9177;          //> bz wrx5
rom[373] = 20'h8034A;          //> ld op
rom[374] = 20'hCF179;          //> jpa known
rom[375] = 20'h8034A;          //> wrx5: ld op
rom[376] = 20'hCF184;          //> jpa unknown

rom[377] = 20'hC81D7;          //> known: jmp e_open
rom[378] = 20'hC824B;          //> jmp e_open_ack
rom[379] = 20'hC8278;          //> jmp e_open_nack
rom[380] = 20'hC82AA;          //> jmp e_close
rom[381] = 20'hC831F;          //> jmp e_close_ack
rom[382] = 20'hC8345;          //> jmp e_close_nack
rom[383] = 20'hC8360;          //> jmp e_payload
rom[384] = 20'hC84A7;          //> jmp e_ack
rom[385] = 20'hC84BC;          //> jmp e_nack
rom[386] = 20'hC84F1;          //> jmp e_nack_full
rom[387] = 20'hC8551;          //> jmp e_nack_nolink

rom[388] = 20'hC81D3;          //> unknown: jmp n_open
rom[389] = 20'hC81C4;          //> jmp wrx_end
rom[390] = 20'hC81C4;          //> jmp wrx_end
rom[391] = 20'hC818F;          //> jmp a_close_ack
rom[392] = 20'hC81C4;          //> jmp wrx_end
rom[393] = 20'hC819B;          //> jmp a_illegal
rom[394] = 20'hC8193;          //> jmp a_nolink
rom[395] = 20'hC81C4;          //> jmp wrx_end
rom[396] = 20'hC81C4;          //> jmp wrx_end
rom[397] = 20'hC81C4;          //> jmp wrx_end
rom[398] = 20'hC81C4;          //> jmp wrx_end

// ---- answers that end an event
rom[399] = 20'h00004; rom[400] = 20'hC0357; //> a_close_ack: mov rop, #O_CLOSE_ACK
rom[401] = 20'hD0052;          //> call respond
rom[402] = 20'hC81C4;          //> jmp wrx_end
rom[403] = 20'h0000A; rom[404] = 20'hC0357; //> a_nolink: mov rop, #O_NACK_NOLINK
rom[405] = 20'hD0052;          //> call respond
rom[406] = 20'hC81C4;          //> jmp wrx_end
rom[407] = 20'h00002; rom[408] = 20'hC0357; //> a_open_nack: mov rop, #O_OPEN_NACK
rom[409] = 20'hD0052;          //> call respond
rom[410] = 20'hC81C4;          //> jmp wrx_end
rom[411] = 20'h0017A; rom[412] = 20'hD0042; //> a_illegal: cnt C_ILLEGAL
rom[413] = 20'h802B9; rom[414] = 20'h60002; rom[415] = 20'hC02B9; //> set R_IRQ+1, #2
rom[416] = 20'hC81C4;          //> jmp wrx_end

// ---- drops
rom[417] = 20'h0015E; rom[418] = 20'hD0042; //> wd_off: cnt D_OFF
rom[419] = 20'hC81C1;          //> jmp wrx_bad
rom[420] = 20'h00140; rom[421] = 20'hD0042; //> wd_fcs: cnt D_FCS
rom[422] = 20'hC81C1;          //> jmp wrx_bad
rom[423] = 20'h00142; rom[424] = 20'hD0042; //> wd_short: cnt D_SHORT
rom[425] = 20'hC81C1;          //> jmp wrx_bad
rom[426] = 20'h00146; rom[427] = 20'hD0042; //> wd_type: cnt D_TYPE
rom[428] = 20'hC81C1;          //> jmp wrx_bad
rom[429] = 20'h00148; rom[430] = 20'hD0042; //> wd_dst: cnt D_DST
rom[431] = 20'hC81C1;          //> jmp wrx_bad
rom[432] = 20'h0014C; rom[433] = 20'hD0042; //> wd_tth: cnt D_TTH
rom[434] = 20'hC81C1;          //> jmp wrx_bad
rom[435] = 20'h0014E; rom[436] = 20'hD0042; //> wd_gateway: cnt D_GATEWAY
rom[437] = 20'hC81C1;          //> jmp wrx_bad
rom[438] = 20'h00150; rom[439] = 20'hD0042; //> wd_length: cnt D_LENGTH
rom[440] = 20'hC81C1;          //> jmp wrx_bad
rom[441] = 20'h00152; rom[442] = 20'hD0042; //> wd_opcode: cnt D_OPCODE
rom[443] = 20'hC81C1;          //> jmp wrx_bad
rom[444] = 20'h00154; rom[445] = 20'hD0042; //> wd_vc: cnt D_VC
rom[446] = 20'hC81C1;          //> jmp wrx_bad
rom[447] = 20'h00158; rom[448] = 20'hD0042; //> wd_resp: cnt D_RESP
rom[449] = 20'h80392; rom[450] = 20'h60008; rom[451] = 20'hC0392; //> wrx_bad: set stats, #8
rom[452] = 20'h80355;          //> wrx_end: ld give
rom[453] = 20'hDC000;          //> page
rom[454] = 20'hDC801;          //> go 1
rom[455] = 20'hD8000;          //> idle: halt

// ---- the life numbers begin where the first frame, from either side, finds the counter
rom[456] = 20'h80393; rom[457] = 20'hCA1D2; //> seed: jnz seeded, seed1
rom[458] = 20'h00001; rom[459] = 20'hC0393; //> mov seeded, #1
rom[460] = 20'h80297; rom[461] = 20'hCA1D2; //> jnz R_EPOCH+1, seed1
rom[462] = 20'hDB803;          //> in 3
rom[463] = 20'hCA1D1;          //> bnz seed2
rom[464] = 20'h00001;          //> ld #1
rom[465] = 20'hC0297;          //> seed2: st R_EPOCH+1
rom[466] = 20'hD8800;          //> seed1: ret
