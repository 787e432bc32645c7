/* SPDX-License-Identifier: Apache-2.0
 *
 * Registers of the card beside those of the MAC (model/ttp_regs.h): addresses of docs/card.md,
 * compared with it and with the Verilog by scripts/check/card. */
#ifndef CARD_REGS_H
#define CARD_REGS_H

#define CARD_REG_CARD_ID       0x1000u
#define CARD_REG_CARD_VERSION  0x1004u
#define CARD_REG_BOARD         0x1008u
#define CARD_REG_CARD_CTRL     0x100Cu
#define CARD_REG_LINK_STATE    0x1010u
#define CARD_REG_MDIO_CMD      0x1014u
#define CARD_REG_MDIO_DATA     0x1018u
#define CARD_REG_MEM_BYTES     0x101Cu      /* only with a NIC */
#define CARD_REG_TG_DEST       0x1020u
#define CARD_REG_TG_LEN        0x1024u
#define CARD_REG_TG_COUNT      0x1028u
#define CARD_REG_TG_GAP        0x102Cu
#define CARD_REG_TG_CTRL       0x1030u
#define CARD_REG_TG_SENT       0x1034u
#define CARD_REG_CK_GOOD       0x1038u
#define CARD_REG_CK_BAD        0x103Cu
#define CARD_REG_CK_BYTES      0x1040u
#define CARD_REG_ECHOED        0x1044u
#define CARD_REG_HL            0x1080u      /* + 4 i: counters of the host link */
#define CARD_REG_ETH_WIRE      0x1100u      /* + 4 i: counters of the wire port's eth_mac */
#define CARD_REG_ETH_HOST      0x1140u      /* ... of the host port's */

/* Counters of the host link, i of CARD_REG_HL */
#define CARD_HL_HELLO          0u
#define CARD_HL_DATA           1u
#define CARD_HL_REQ            2u
#define CARD_HL_CREDIT         3u
#define CARD_HL_BYE            4u
#define CARD_HL_NOT_OURS       5u
#define CARD_HL_MALFORMED      6u
#define CARD_HL_NO_SESSION     7u
#define CARD_HL_ORDER          8u
#define CARD_HL_OVERRUN        9u
#define CARD_HL_STALLED        10u
#define CARD_HL_BUSY           11u
#define CARD_HL_UART_BAD       12u
#define CARD_HL_UART_FULL      13u
#define CARD_HL_TX_WELCOME     14u
#define CARD_HL_TX_DATA        15u
#define CARD_HL_TX_RSP         16u
#define CARD_HL_TX_CPL         17u
#define CARD_HL_TX_STATUS      18u
#define CARD_HL_TX_GOBACK      19u
#define CARD_HL_CPL_LOST       20u
#define CARD_HL_ECHO_LOST      21u
#define CARD_HL_N              22u

#define CARD_NIC               0x1000u      /* from ttpnic_regs.h to the host link */
#define CARD_ID_VALUE          0x5454504Eu  /* "TTPN" */

#endif
