/// @file
/// @ingroup simt_races
/// A race on shared memory, as the checks describe it.
#pragma once

#include <cstdint>

#include "base/limits.h"
#include "base/trace_event.h"

namespace simt {

/// Kinds of access to shared memory.
enum class SharedUse : std::uint8_t {
  kRead,
  kStrongRead,  ///< volatile, or of an atomic object
  kWrite,
  kUpdate,  ///< an atomic operation, a store to an atomic object, or a volatile flag
};
inline constexpr unsigned kSharedUses = 4;

/// A thread that uses the shared memory of a block: one of that block, or of another one of its cluster.
class ClusterThread {
 public:
  ClusterThread() = default;
  /// A thread of the block itself. @param thread x fastest
  constexpr ClusterThread(unsigned thread) : number_(thread) {}
  /// A thread of another block. @param rank of that block in the cluster
  static constexpr ClusterThread of_other(unsigned rank, unsigned thread) {
    return ClusterThread((rank + 1) * kMaxBlockThreads + thread);
  }

  constexpr bool is_of_other() const { return number_ >= kMaxBlockThreads; }
  /// The thread's number in its block, x fastest.
  constexpr unsigned thread() const { return number_ % kMaxBlockThreads; }
  /// The rank of its block in the cluster. Only for a thread of another block (`is_of_other()`).
  constexpr unsigned rank() const { return number_ / kMaxBlockThreads - 1; }
  bool operator==(const ClusterThread&) const = default;

 private:
  std::uint32_t number_ = 0;
};

/// One side of a race.
struct RaceAccess {
  ClusterThread thread;
  Op op;
  const void* pc;
};

struct Race {
  RaceAccess earlier{};
  RaceAccess later{};
  std::uintptr_t address = 0;
};

}  // namespace simt
