#ifndef PORT_ROWS_H
#define PORT_ROWS_H
#include "port_bench.h"
struct port_rows : port_bench { void rows() {} };
#endif
