/// @file
/// @ingroup simt_execution
/// The barriers of cooperative groups' tiles of more than 32 threads. As on a GPU, all tiles of one size share one
/// barrier object, in which each tile has its own part.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "execution/threads/threads.h"

namespace simt {

class Scheduler;

/// The tiles of one size in a block.
struct TileBarrier {
  static constexpr unsigned kMaxTiles = kMaxBlockThreads / 64;

  /// The state of one tile.
  struct Tile {
    unsigned arrived = 0;  ///< threads
    unsigned parity = 0;   ///< of the barriers so far
    bool is_sync = false;  ///< the first one to arrive has called sync()
  };
  Tile tiles[kMaxTiles];
  std::uint32_t waiting[kMaxWarps] = {};  ///< lanes
  /// The value of each thread for the others, at this barrier and at the last one.
  std::uint64_t values[2][kMaxBlockThreads];
};

/// The tile barriers of a block.
class TileBarriers {
 public:
  TileBarriers(Scheduler& scheduler) : scheduler_(scheduler) {}

  void begin_block();
  std::uint64_t hash(std::uint64_t seed) const;
  /// The block is about to be made into such tiles. @param size of each: 64, 128, …
  void begin(unsigned size, const void* site) const;
  /// Waits for the tile of the running thread.
  /// @param is_sync whether it orders memory, too
  /// @param value for the others
  void wait(unsigned size, bool is_sync, std::uint64_t value, const void* site);
  /// The value of the thread of this rank at the last barrier.
  std::uint64_t value(unsigned size, unsigned rank, const void* site);
  /// Where the thread waits, for the report of a deadlock; empty if it does not wait here.
  std::string text_of(unsigned thread) const;

 private:
  static constexpr unsigned kSizes = 5;
  TileBarrier& of(unsigned size);
  void release(TileBarrier& barrier, unsigned size, unsigned tile);

  Scheduler& scheduler_;
  std::unique_ptr<TileBarrier>
      barriers_[kSizes];  ///< of 64, 128, …; null as long as it is not used
};

}  // namespace simt
