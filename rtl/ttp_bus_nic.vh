// SPDX-License-Identifier: Apache-2.0
//
// The bus between ttp_nic_place, ttp_nic_write and ttp_nic_acts: act[`ACT_TAG] is a field, to read
// or to assign. An action says what follows when memory has answered for a payload.

`ifndef TTP_BUS_NIC_VH
`define TTP_BUS_NIC_VH

`define TTP_NIC_ACT_W   262
`define ACT_CODE        0       +: 3    // TTP_NIC_ACT_*
`define ACT_TELLS       3       +: 1
`define ACT_KIND        4       +: 2    // of the completion
`define ACT_STATUS      6       +: 4    // of REPLY, of END, of TELL
`define ACT_DEST        10      +: 32   // {VC, node}
`define ACT_TAG         42      +: 32
`define ACT_COOKIE      74      +: 64
`define ACT_LENGTH      138     +: 32
`define ACT_IMMEDIATE   170     +: 32
`define ACT_KEY         202     +: 32
`define ACT_INDEX       234     +: 16
`define ACT_SET         250     +: 9    // of ttp_nic_follow
`define ACT_WAY         259     +: 1
`define ACT_MANY        260     +: 1    // a WRITE of several payloads
`define ACT_BEGINS      261     +: 1    // ... its first

`endif
