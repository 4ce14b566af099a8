/// @file
/// @ingroup simt_execution
/// One load, store or atomic operation of a tile: checks it, tells the checks of races, and counts what it touches.
///
/// Which warp does which part of it, and in how many instructions, is the compiler's choice: what is counted are the
/// distinct bytes and sectors, which is the least that any code has to move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simt/tiles/access.h"

#include "base/range.h"
#include "base/trace_event.h"

namespace simt {

class TileAccess {
 public:
  /// @param site the program's call
  TileAccess(const void* site, Op op);

  /// Checks an element that is about to be used. @param bytes a power of two up to 8
  void add(std::uintptr_t address, unsigned bytes);
  void add_masked() { ++masked_; }
  /// What was added has happened: records it.
  void finish();

 private:
  void check(std::uintptr_t address, unsigned bytes);
  void record(const Range& run);
  void count();

  const void* const site_;
  const Op op_;
  std::vector<Range> runs_;  ///< of bytes, in the order of the elements; of global memory
  std::size_t elements_ = 0, masked_ = 0;
};

}  // namespace simt
