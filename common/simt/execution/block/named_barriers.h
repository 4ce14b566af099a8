/// @file
/// @ingroup simt_execution
/// Named barriers: the 16 barriers of a block that `bar.sync` and `bar.arrive` name by a number. Each counts whole
/// warps: a warp has arrived when all its live lanes have.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "simt/builtins.h"

#include "execution/block/watch/async_copies.h"
#include "execution/threads/block_identity.h"
#include "execution/threads/threads.h"

namespace simt {

class Scheduler;

inline constexpr unsigned kNamedBarriers = 16;

struct NamedBarrier {
  unsigned expected = 0;  ///< threads; kAllThreads: all live ones of the block; 0: none has arrived
  std::uint32_t arrived = 0;  ///< warps, a bit each
  std::uint32_t phase = 0;
  /// Arrivals of each thread that are not counted as arrivals of its warp yet.
  std::array<std::uint8_t, kMaxBlockThreads> pending{};
  std::array<std::uint32_t, kMaxWarps> waiting{};  ///< lanes
  struct Votes {
    int yes = 0, all = 0;
  };
  std::array<Votes, 2> votes{};  ///< of this phase and of the last one
};

/// The named barriers of a block.
class NamedBarriers {
 public:
  NamedBarriers(Scheduler& scheduler, const BlockIdentity& identity)
      : scheduler_(scheduler), identity_(identity) {}

  void begin_block() { barriers_.reset(); }
  bool are_used() const { return barriers_ != nullptr; }
  std::uint64_t hash(std::uint64_t seed) const;
  /// The running thread arrives at a barrier.
  /// @param waits whether it also waits
  /// @return the combined vote of those that
  /// wait
  int arrive(unsigned number, unsigned threads, bool waits, Vote vote, int predicate,
             const void* site);
  /// A lane of the warp has finished: this may complete the arrival of the warp.
  void thread_finished(unsigned warp);
  /// Where the thread waits, for the report of a deadlock.
  std::string text_of(unsigned thread) const;

 private:
  using Barriers = std::array<NamedBarrier, kNamedBarriers>;

  void check_arguments(unsigned number, unsigned threads, bool waits, const void* site) const;
  CounterPhase phase_of(unsigned number, std::uint32_t phase) const;
  void count_warp(unsigned number, unsigned warp);
  void release(unsigned number);
  [[noreturn]] void fail_repeated_arrival(unsigned number);

  Scheduler& scheduler_;
  const BlockIdentity& identity_;
  std::unique_ptr<Barriers> barriers_;  ///< null as long as the kernel uses none
};

}  // namespace simt
