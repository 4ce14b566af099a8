/// @file
/// @ingroup simt_api
/// Boxes of memory: rows of bytes, and slices of rows.
#pragma once

#include <cstddef>

#include "driver_types.h"
#include "memory/memory.h"

namespace simt {

struct Box {
  std::size_t bytes, rows, slices;
  bool is_empty() const { return bytes == 0 || rows == 0 || slices == 0; }
};

/// Where a box begins, and how far its rows and slices are apart.
struct BoxSide {
  char* first = nullptr;
  std::size_t row_bytes = 0, slice_bytes = 0;
  Reach reach = Reach::kNone;
};

/// The box at `first` of memory with rows of `pitch` bytes and slices of `rows` rows.
BoxSide linear_side(const void* first, std::size_t pitch, std::size_t rows, const Box& box);

/// Queues the copy. @param synchronous whether the call waits for it.
cudaError_t copy_box(const BoxSide& to, const BoxSide& from, const Box& box, cudaMemcpyKind kind,
                     cudaStream_t stream, bool synchronous);

}  // namespace simt
