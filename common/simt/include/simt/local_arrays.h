/// @file
/// What the translator puts behind the declaration of an array in a kernel, so that the model knows
/// which accesses are to local memory.
#pragma once

#include <cstddef>

namespace simt {

/// What the registers of a thread can hold at most.
inline constexpr std::size_t kRegisterBytes = 255 * 4;

/// @param number of the declaration in its file. @param is_local whether the source alone says that
/// registers cannot hold it: by its size, or by an index that is no constant.
void local_array(volatile void* array, std::size_t bytes, unsigned number, bool is_local);

}  // namespace simt
