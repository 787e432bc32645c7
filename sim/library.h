// SPDX-License-Identifier: Apache-2.0
//
// What most sources here read of the C++ library; compiled once, see sim.mk. Not to be included.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>
