/// @file
/// @ingroup simt_execution
/// Where the threads of a cooperative group's tile of more than 32 meet. As on a GPU, all tiles of one size have
/// one barrier, in which each tile has its own part.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "execution/block/threads.h"

namespace simt {

/// The tiles of one size in a block.
struct TileBarrier {
  static constexpr unsigned kMostTiles = kMaxBlockThreads / 64;

  /// One tile.
  struct Meeting {
    unsigned arrived = 0;  ///< threads
    unsigned passed = 0;   ///< meetings so far, the last bit of it
    bool is_sync = false;  ///< who has come first has called sync()
  };
  Meeting meetings[kMostTiles];
  std::uint32_t waiting[kMaxWarps] = {};  ///< lanes
  /// What each thread has handed to the others, in this meeting and in the one before.
  std::uint64_t values[2][kMaxBlockThreads];
};

/// All of a block.
class TileBarriers {
 public:
  void begin_block();
  /// @param size of the tiles: 64, 128, …
  TileBarrier& of(unsigned size);
  /// Where the thread waits, for the report of a deadlock; empty if it does not wait here.
  std::string text_of(unsigned thread) const;

 private:
  static constexpr unsigned kSizes = 5;
  std::unique_ptr<TileBarrier>
      barriers_[kSizes];  ///< of 64, 128, …; null as long as nobody needs one
};

}  // namespace simt
