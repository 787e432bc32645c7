/* SPDX-License-Identifier: Apache-2.0
 *
 * Constants of the port: docs/port.md. Mirror of rtl/ttp_port_defs.vh. */
#ifndef TTP_PORT_DEFS_H
#define TTP_PORT_DEFS_H

#define TTP_PORT_ID             0x54504F52      /* "TPOR"                           */
#define TTP_PORT_IPV4           0x0800          /* EtherType                        */
#define TTP_PORT_UDP            17              /* protocol                         */
#define TTP_PORT_UDP_PORT       420
#define TTP_PORT_TTL            9
#define TTP_PORT_DF             0x4000          /* flags and offset that are sent   */
#define TTP_PORT_LEAST          50              /* total length that is sent        */
#define TTP_PORT_SHARE          16              /* of register SHARE after reset    */
#define TTP_PORT_PREFIX         8               /* of register IP_PREFIX after reset */

/* Counters: places of their pulses */
#define TTP_PORT_OTHER_RX       0
#define TTP_PORT_OTHER_DROP     1
#define TTP_PORT_OTHER_BAD      2
#define TTP_PORT_OTHER_TX       3
#define TTP_PORT_OTHER_LONG     4
#define TTP_PORT_IP_RX          5
#define TTP_PORT_IP_TX          6
#define TTP_PORT_IP_VERSION     7
#define TTP_PORT_IP_CHECKSUM    8
#define TTP_PORT_IP_FRAGMENT    9
#define TTP_PORT_IP_LENGTH      10
#define TTP_PORT_IP_SOURCE      11
#define TTP_PORT_COUNTERS       12

#endif
