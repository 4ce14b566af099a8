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

class Scheduler;

/// The tiles of one size in a block.
struct TileBarrier {
  static constexpr unsigned kMaxTiles = kMaxBlockThreads / 64;

  /// One tile.
  struct Tile {
    unsigned arrived = 0;  ///< threads
    unsigned parity = 0;   ///< meetings so far, the last bit of it
    bool is_sync = false;  ///< who has come first has called sync()
  };
  Tile tiles[kMaxTiles];
  std::uint32_t waiting[kMaxWarps] = {};  ///< lanes
  /// What each thread has handed to the others, in this meeting and in the one before.
  std::uint64_t values[2][kMaxBlockThreads];
};

/// All of a block.
class TileBarriers {
 public:
  TileBarriers(Scheduler& scheduler) : scheduler_(scheduler) {}

  void begin_block();
  /// The block is about to be made into such tiles. @param size of each: 64, 128, …
  void begin(unsigned size, const void* site) const;
  /// Waits for the threads of the running one's tile. @param is_sync orders memory, too
  /// @param value for the others
  void wait(unsigned size, bool is_sync, std::uint64_t value, const void* site);
  /// What the thread of this rank has brought to the last meeting.
  std::uint64_t value(unsigned size, unsigned rank, const void* site);
  /// Where the thread waits, for the report of a deadlock; empty if it does not wait here.
  std::string text_of(unsigned thread) const;

 private:
  static constexpr unsigned kSizes = 5;
  TileBarrier& of(unsigned size);
  void release(TileBarrier& barrier, unsigned size, unsigned tile);

  Scheduler& scheduler_;
  std::unique_ptr<TileBarrier>
      barriers_[kSizes];  ///< of 64, 128, …; null as long as nobody needs one
};

}  // namespace simt
