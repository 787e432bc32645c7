/* SPDX-License-Identifier: Apache-2.0 */
#include "crc32.h"

uint32_t crc32_add(uint32_t crc, const uint8_t *p, size_t n)
{
    static uint32_t table[256];
    if (!table[1]) {
        for (uint32_t i = 0; i < 256; i++) {
            uint32_t c = i;
            for (int k = 0; k < 8; k++) c = c >> 1 ^ (c & 1 ? 0xEDB88320u : 0);
            table[i] = c;
        }
    }
    crc = ~crc;
    while (n--) crc = crc >> 8 ^ table[(crc ^ *p++) & 0xFF];
    return ~crc;
}
