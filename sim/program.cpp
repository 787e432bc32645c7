// SPDX-License-Identifier: Apache-2.0
//
// Where the running program lies; see program.h.
#include "program.h"

#include <unistd.h>

std::string program_dir()
{
    char path[4096];
    const ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n <= 0) return ".";
    const std::string s(path, static_cast<size_t>(n));
    return s.substr(0, s.rfind('/'));
}

std::string rtl_dir()
{
    const std::string dir = program_dir(), asan = "/asan";
    if (dir.size() <= asan.size()) return dir;
    const size_t rest = dir.size() - asan.size();
    return dir.compare(rest, asan.size(), asan) == 0 ? dir.substr(0, rest) : dir;
}
