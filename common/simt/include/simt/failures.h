/// @file
/// How a kernel stops itself; `assert` is <cassert>'s.
#pragma once

#include <cassert>

namespace simt {

void trap();
/// A library's function has come to inline PTX that the model does not have.
[[noreturn]] void missing_ptx(const char* what);

}  // namespace simt

[[gnu::always_inline]] inline void __trap() { simt::trap(); }
