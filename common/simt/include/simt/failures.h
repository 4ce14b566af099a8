/// @file
/// How a kernel stops itself; `assert` is <cassert>'s.
#pragma once

#include <cassert>

namespace simt {

void trap();

}  // namespace simt

[[gnu::always_inline]] inline void __trap() { simt::trap(); }
