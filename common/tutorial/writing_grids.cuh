/// @file
/// @ingroup tutorial
/// For the check of an exercise in which grids that a kernel launches do the work: an empty grid does none.
#pragma once

#include <cstdint>
#include <set>

#include "tutorial/exercise.cuh"
#include "tutorial/writers.cuh"

/// How many grids have written an element of the buffer last, since the last Exercise::run() has begun; on a GPU 0.
template <class T>
int writing_grids(const Buffer<T>& buffer) {
  std::set<std::uint32_t> grids;
#if TUTORIAL_HAS_WRITERS
  for (const simt::Writer& writer : simt::writers(buffer.data())) {
    if (writer.kind == simt::WriterKind::kKernel) grids.insert(writer.launch);
  }
#else
  (void)buffer;
#endif
  return static_cast<int>(grids.size());
}
