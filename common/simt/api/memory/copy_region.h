/// @file
/// @ingroup simt_api
/// Regions of memory: rows of bytes, and slices of rows.
#pragma once

#include <cstddef>

#include "api/work/work.h"
#include "driver_types.h"
#include "memory/accessibility.h"

namespace simt {

struct CopyRegion {
  std::size_t bytes, rows, slices;
  bool is_empty() const { return bytes == 0 || rows == 0 || slices == 0; }
};

/// Where a region begins, and how far its rows and slices are apart.
struct CopySide {
  char* first = nullptr;
  std::size_t row_bytes = 0, slice_bytes = 0;
  Accessibility accessibility = Accessibility::kNone;
};

/// The region at `first` of memory with rows of `pitch` bytes and slices of `rows` rows.
CopySide linear_side(const void* first, std::size_t pitch, std::size_t rows,
                     const CopyRegion& region);

/// Warns of a copy whose sides have bytes in common: the runtime leaves it open what they are then.
void warn_of_overlap();
/// The same, if [to, to + bytes) and [from, from + bytes) are such sides.
void check_overlap(const void* to, const void* from, std::size_t bytes);

/// What makes the copy, for a node of a graph.
cudaError_t make_region_work(const CopySide& to, const CopySide& from, const CopyRegion& region,
                             cudaMemcpyKind kind, CallWork* work);
/// Queues the copy. @param synchronous whether the call waits for it.
cudaError_t copy_region(const CopySide& to, const CopySide& from, const CopyRegion& region,
                        cudaMemcpyKind kind, cudaStream_t stream, bool synchronous);

}  // namespace simt
