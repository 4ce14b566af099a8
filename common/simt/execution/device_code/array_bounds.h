/// @file
/// @ingroup simt_execution
/// Indices that do not fit their arrays: the compiler asks before it makes an address of one.
#pragma once

#include <cstdint>

namespace simt {

/// After such an index of the running thread comes an access: stops the kernel, unless the access is inside
/// of the array that the thread has declared after all, or is judged as it is.
void check_wrong_index(std::uintptr_t address, unsigned bytes);
}  // namespace simt
