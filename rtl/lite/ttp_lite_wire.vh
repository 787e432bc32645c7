// SPDX-License-Identifier: Apache-2.0
//
// Microprogram, slots 0 and 4 (WRX): a frame from the wire. Checks it, finds its link, goes to what its opcode asks
// for (ttp_lite_link.vh); every way ends at wrx_end, which gives the port its page back or another one.

rom[395] = 20'hDB800;          //> wrx: in 0
rom[396] = 20'h50001;          //> and #1
rom[397] = 20'hC925F;          //> bz idle
rom[398] = 20'hD0260;          //> call seed
rom[399] = 20'hDB801;          //> in 1
rom[400] = 20'hC0355;          //> st give
rom[401] = 20'hC0343;          //> st page
rom[402] = 20'hDB000;          //> tap
rom[403] = 20'h80392; rom[404] = 20'h60004; rom[405] = 20'hC0392; //> set stats, #4
rom[406] = 20'h80293; rom[407] = 20'h50001; rom[408] = 20'hC9239; //> jf R_CTRL+1, #1, wd_off
rom[409] = 20'h863FF;          //> ld m.STATUS
rom[410] = 20'h507FF;          //> and #0x7FF
rom[411] = 20'hC0352;          //> st plen
rom[412] = 20'h00600; rom[413] = 20'h98352; rom[414] = 20'hCC1A2; //> jge #1536, plen, wrx1
rom[415] = 20'h00144; rom[416] = 20'hD0040; //> cnt D_LONG
rom[417] = 20'hC8259;          //> jmp wrx_bad
rom[418] = 20'h863FF; rom[419] = 20'hCD23C; //> wrx1: jn m.STATUS, wd_fcs
rom[420] = 20'h80352; rom[421] = 20'h3003C; rom[422] = 20'hCB23F; //> jlt plen, #60, wd_short
rom[423] = 20'h86006; rom[424] = 20'h79AC6; rom[425] = 20'hCA242; //> jne m.6, #0x9AC6, wd_type
rom[426] = 20'h86000; rom[427] = 20'h798ED; rom[428] = 20'hCA245; //> jne m.0, #0x98ED, wd_dst
rom[429] = 20'h80290;          //> ld R_NODE
rom[430] = 20'h65C00;          //> or #0x5C00
rom[431] = 20'hBE001;          //> xor m.1
rom[432] = 20'hCA245;          //> bnz wd_dst
rom[433] = 20'h86002; rom[434] = 20'hB8291; rom[435] = 20'hCA245; //> jne m.2, R_NODE+1, wd_dst
rom[436] = 20'h86004;          //> ld m.4
rom[437] = 20'h500FF;          //> and #0xFF
rom[438] = 20'hC034B;          //> st kh
rom[439] = 20'h86005; rom[440] = 20'hC034C; //> mov kl, m.5
rom[441] = 20'h8034B; rom[442] = 20'hB8290; rom[443] = 20'hCA1C2; rom[444] = 20'h8034C; rom[445] = 20'hB8291; rom[446] = 20'hCA1C2; //> jne2 kh, R_NODE, wrx2
rom[447] = 20'h0014A; rom[448] = 20'hD0040; //> cnt D_SRC
rom[449] = 20'hC8259;          //> jmp wrx_bad
rom[450] = 20'h86007;          //> wrx2: ld m.7
rom[451] = 20'h5FF00;          //> and #0xFF00
rom[452] = 20'h70500;          //> xor #0x0500
rom[453] = 20'hCA248;          //> bnz wd_tth
rom[454] = 20'h86007; rom[455] = 20'h50080; rom[456] = 20'hCA24B; //> jt m.7, #0x80, wd_gateway
rom[457] = 20'h86015;          //> ld m.21
rom[458] = 20'hD9800;          //> swp
rom[459] = 20'h5003F;          //> and #0x3F
rom[460] = 20'hC034A;          //> st op
// the payload's length, against what came
rom[461] = 20'h86014;          //> ld m.20
rom[462] = 20'h3001A;          //> sub #26
rom[463] = 20'hCB24E;          //> bc wd_length
rom[464] = 20'hC0341;          //> st k
rom[465] = 20'h8034A; rom[466] = 20'h70006; rom[467] = 20'hCA1D9; //> jne op, #O_PAYLOAD, wrx3
rom[468] = 20'h80341; rom[469] = 20'hC924E; //> jz k, wd_length
rom[470] = 20'h00400; rom[471] = 20'h98341; rom[472] = 20'hCB24E; //> jlt #1024, k, wd_length
rom[473] = 20'h80352;          //> wrx3: ld plen
rom[474] = 20'h3003C;          //> sub #60
rom[475] = 20'h98341;          //> sub k
rom[476] = 20'hCB23F;          //> bc wd_short
rom[477] = 20'h80341; rom[478] = 20'hC0352; //> mov plen, k
rom[479] = 20'h0000A; rom[480] = 20'h9834A; rom[481] = 20'hCB251; //> jlt #10, op, wd_opcode
rom[482] = 20'h86015;          //> ld m.21
rom[483] = 20'h500FF;          //> and #0xFF
rom[484] = 20'hC0342;          //> st t
rom[485] = 20'h00002; rom[486] = 20'h98342; rom[487] = 20'hCB254; //> jlt #2, t, wd_vc
rom[488] = 20'h0000E; rom[489] = 20'h9835D; rom[490] = 20'hCB257; //> jlt #RSP_ROOM, rq_n, wd_resp
rom[491] = 20'h80342;          //> ld t
rom[492] = 20'hD9800;          //> swp
rom[493] = 20'hB034B;          //> or kh
rom[494] = 20'hC034B;          //> st kh
rom[495] = 20'h8601A; rom[496] = 20'hC034D; rom[497] = 20'h8601B; rom[498] = 20'hC034E; //> mov2 tx, m.26
rom[499] = 20'h8601C; rom[500] = 20'hC034F; rom[501] = 20'h8601D; rom[502] = 20'hC0350; //> mov2 rx, m.28
rom[503] = 20'h86017; rom[504] = 20'hC0351; //> mov ep, m.23
rom[505] = 20'h86016;          //> ld m.22
rom[506] = 20'hB6018;          //> or m.24
rom[507] = 20'hB6019;          //> or m.25
rom[508] = 20'hC91FF;          //> bz wrx4
rom[509] = 20'h00000; rom[510] = 20'hC0351; //> mov ep, #0
rom[511] = 20'h8034A;          //> wrx4: ld op
rom[512] = 20'hD9000;          //> rol
rom[513] = 20'h10120;          //> add #C_RX
rom[514] = 20'hD0040;          //> call count
rom[515] = 20'h8034D; rom[516] = 20'hC035A; rom[517] = 20'h8034E; rom[518] = 20'hC035B; //> mov2 rrx, tx
rom[519] = 20'h00000; rom[520] = 20'hC0358; rom[521] = 20'h00000; rom[522] = 20'hC0359; //> mov2 rtx, #0
rom[523] = 20'hD0098;          //> call lookup
rom[524] = 20'hC920F;          //> bz wrx5
rom[525] = 20'h8034A;          //> ld op
rom[526] = 20'hCF211;          //> jpa known
rom[527] = 20'h8034A;          //> wrx5: ld op
rom[528] = 20'hCF21C;          //> jpa unknown

rom[529] = 20'hC826F;          //> known: jmp e_open
rom[530] = 20'hC82E3;          //> jmp e_open_ack
rom[531] = 20'hC8310;          //> jmp e_open_nack
rom[532] = 20'hC8342;          //> jmp e_close
rom[533] = 20'hC83B7;          //> jmp e_close_ack
rom[534] = 20'hC83DD;          //> jmp e_close_nack
rom[535] = 20'hC83F8;          //> jmp e_payload
rom[536] = 20'hC853F;          //> jmp e_ack
rom[537] = 20'hC8554;          //> jmp e_nack
rom[538] = 20'hC8589;          //> jmp e_nack_full
rom[539] = 20'hC85E9;          //> jmp e_nack_nolink

rom[540] = 20'hC826B;          //> unknown: jmp n_open
rom[541] = 20'hC825C;          //> jmp wrx_end
rom[542] = 20'hC825C;          //> jmp wrx_end
rom[543] = 20'hC8227;          //> jmp a_close_ack
rom[544] = 20'hC825C;          //> jmp wrx_end
rom[545] = 20'hC8233;          //> jmp a_illegal
rom[546] = 20'hC822B;          //> jmp a_nolink
rom[547] = 20'hC825C;          //> jmp wrx_end
rom[548] = 20'hC825C;          //> jmp wrx_end
rom[549] = 20'hC825C;          //> jmp wrx_end
rom[550] = 20'hC825C;          //> jmp wrx_end

// ---- answers that end an event
rom[551] = 20'h00004; rom[552] = 20'hC0357; //> a_close_ack: mov rop, #O_CLOSE_ACK
rom[553] = 20'hD0050;          //> call respond
rom[554] = 20'hC825C;          //> jmp wrx_end
rom[555] = 20'h0000A; rom[556] = 20'hC0357; //> a_nolink: mov rop, #O_NACK_NOLINK
rom[557] = 20'hD0050;          //> call respond
rom[558] = 20'hC825C;          //> jmp wrx_end
rom[559] = 20'h00002; rom[560] = 20'hC0357; //> a_open_nack: mov rop, #O_OPEN_NACK
rom[561] = 20'hD0050;          //> call respond
rom[562] = 20'hC825C;          //> jmp wrx_end
rom[563] = 20'h0017A; rom[564] = 20'hD0040; //> a_illegal: cnt C_ILLEGAL
rom[565] = 20'h802B9; rom[566] = 20'h60002; rom[567] = 20'hC02B9; //> set R_IRQ+1, #2
rom[568] = 20'hC825C;          //> jmp wrx_end

// ---- drops
rom[569] = 20'h0015E; rom[570] = 20'hD0040; //> wd_off: cnt D_OFF
rom[571] = 20'hC8259;          //> jmp wrx_bad
rom[572] = 20'h00140; rom[573] = 20'hD0040; //> wd_fcs: cnt D_FCS
rom[574] = 20'hC8259;          //> jmp wrx_bad
rom[575] = 20'h00142; rom[576] = 20'hD0040; //> wd_short: cnt D_SHORT
rom[577] = 20'hC8259;          //> jmp wrx_bad
rom[578] = 20'h00146; rom[579] = 20'hD0040; //> wd_type: cnt D_TYPE
rom[580] = 20'hC8259;          //> jmp wrx_bad
rom[581] = 20'h00148; rom[582] = 20'hD0040; //> wd_dst: cnt D_DST
rom[583] = 20'hC8259;          //> jmp wrx_bad
rom[584] = 20'h0014C; rom[585] = 20'hD0040; //> wd_tth: cnt D_TTH
rom[586] = 20'hC8259;          //> jmp wrx_bad
rom[587] = 20'h0014E; rom[588] = 20'hD0040; //> wd_gateway: cnt D_GATEWAY
rom[589] = 20'hC8259;          //> jmp wrx_bad
rom[590] = 20'h00150; rom[591] = 20'hD0040; //> wd_length: cnt D_LENGTH
rom[592] = 20'hC8259;          //> jmp wrx_bad
rom[593] = 20'h00152; rom[594] = 20'hD0040; //> wd_opcode: cnt D_OPCODE
rom[595] = 20'hC8259;          //> jmp wrx_bad
rom[596] = 20'h00154; rom[597] = 20'hD0040; //> wd_vc: cnt D_VC
rom[598] = 20'hC8259;          //> jmp wrx_bad
rom[599] = 20'h00158; rom[600] = 20'hD0040; //> wd_resp: cnt D_RESP
rom[601] = 20'h80392; rom[602] = 20'h60008; rom[603] = 20'hC0392; //> wrx_bad: set stats, #8
rom[604] = 20'h80355;          //> wrx_end: ld give
rom[605] = 20'hDC000;          //> page
rom[606] = 20'hDC801;          //> go 1
rom[607] = 20'hD8000;          //> idle: halt

// ---- the life numbers begin where the first frame, from either side, finds the counter
rom[608] = 20'h80393; rom[609] = 20'hCA26A; //> seed: jnz seeded, seed1
rom[610] = 20'h00001; rom[611] = 20'hC0393; //> mov seeded, #1
rom[612] = 20'h80297; rom[613] = 20'hCA26A; //> jnz R_EPOCH+1, seed1
rom[614] = 20'hDB803;          //> in 3
rom[615] = 20'hCA269;          //> bnz seed2
rom[616] = 20'h00001;          //> ld #1
rom[617] = 20'hC0297;          //> seed2: st R_EPOCH+1
rom[618] = 20'hD8800;          //> seed1: ret
