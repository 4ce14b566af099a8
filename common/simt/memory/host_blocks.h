/// @file
/// @ingroup simt_memory
/// The blocks of the host's heap, what `new`, `malloc` and `std::vector` have got there: a copy that leaves one
/// destroys others, and maybe the runtime's own.
#pragma once

#include <cstddef>
#include <optional>

namespace simt {

/// How many bytes from `pointer` on are in the block of the heap that it points into; nothing if that is not known: for
/// other memory, and where the heap is not that of glibc's main thread or has very many blocks.
std::optional<std::size_t> room_in_block(const void* pointer, std::size_t wanted);

}  // namespace simt
