/* SPDX-License-Identifier: Apache-2.0
 *
 * Constants of the NIC: docs/nic.md. Mirror of rtl/ttp_nic_defs.vh; the fields of an action are
 * those of struct ttp_nic_act. */
#ifndef TTP_NIC_DEFS_H
#define TTP_NIC_DEFS_H

/* Bytes before the data of a payload, and data at most: long and short head */
#define TTP_NIC_HEAD           32
#define TTP_NIC_SHORT          8
#define TTP_NIC_DATA           992
#define TTP_NIC_MORE           1016
/* That before a short last one has so many less (msg.cut); room that is filled, at least
 * (msg.fill) */
#define TTP_NIC_LESS           512
#define TTP_NIC_ROOM           256

/* Operation: byte 0 of a descriptor (1 to 3) and of a head */
#define TTP_NIC_OP_SEND        1
#define TTP_NIC_OP_WRITE       2
#define TTP_NIC_OP_READ        3
#define TTP_NIC_OP_DATA        4
#define TTP_NIC_OP_REPLY       5

/* Kind and status of a completion */
#define TTP_NIC_KIND_DONE      1
#define TTP_NIC_KIND_NOTICE    2
#define TTP_NIC_KIND_RECEIVED  3

#define TTP_NIC_ST_OK          0
#define TTP_NIC_ST_KEY         1
#define TTP_NIC_ST_RANGE       2
#define TTP_NIC_ST_NO_BUFFER   3
#define TTP_NIC_ST_BUSY        4
#define TTP_NIC_ST_MEMORY      5
#define TTP_NIC_ST_ORDER       6
#define TTP_NIC_ST_LOCAL       8
#define TTP_NIC_ST_DEAD        9
#define TTP_NIC_ST_RESTART     10
#define TTP_NIC_ST_UNSENT      11
#define TTP_NIC_ST_TIMEOUT     12
#define TTP_NIC_ST_DESCRIPTOR  13

/* What follows when the writes of a payload are answered: ttp_nic_acts */
#define TTP_NIC_ACT_NONE       0    /* nothing                              */
#define TTP_NIC_ACT_PART       1    /* an error of memory: REPLY            */
#define TTP_NIC_ACT_REPLY      2    /* a completion if TELLS, then REPLY    */
#define TTP_NIC_ACT_TELL       3    /* a completion alone                   */
#define TTP_NIC_ACT_DATA       4    /* an error of memory: the message ends */
#define TTP_NIC_ACT_END        5    /* the message ends                     */

#define TTP_NIC_ID             0x544E4943   /* "TNIC" */

#endif
