/// @file
/// @ingroup simt_memory
/// A snapshot of all memory that kernels can use, as a hash.
#pragma once

#include <cstdint>

namespace simt {

/// A hash of it; zero if there is so much that it would take seconds.
std::uint64_t hash_of_memory();

}  // namespace simt
