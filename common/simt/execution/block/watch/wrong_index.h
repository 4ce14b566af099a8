/// @file
/// @ingroup simt_execution
/// Indices out of the bounds of their arrays' types, which the compiler reports before it computes the address.
#pragma once

#include <cstdint>

namespace simt {

/// The access after such an index: stops the kernel, unless the access is inside of the array that the thread has
/// declared, or is checked in another way.
void check_wrong_index(std::uintptr_t address, unsigned bytes);
/// Something has happened after such an index of which nothing more is known: stops the kernel.
void check_wrong_index();

}  // namespace simt
