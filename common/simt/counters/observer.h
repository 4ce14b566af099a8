/// @file
/// @ingroup simt_counters
/// Observers watch the blocks of a kernel: an observer overrides the events that it wants.
///
/// An observer of your own is one file with one line of registration; CONTRIBUTING.md shows one. Accesses are reported
/// when the lanes of their warp converge, as they are counted. The counters and the race checks get the same events
/// without virtual calls: observers.h.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "simt/launch.h"

#include "base/trace_event.h"

namespace simt {

/// The block that is watched.
struct ObservedBlock {
  const LaunchConfig& launch;
  std::uint64_t number;  ///< in the grid, x fastest
};

/// One request of a warp: a load, store or atomic operation.
struct WarpAccess {
  std::uint64_t key;  ///< as in an event
  unsigned warp;      ///< of the block
  unsigned count;     ///< lanes
  const std::uint64_t* addresses;
  const std::uint8_t* lane_of;  ///< of each address
  std::uint64_t units;    ///< its cost: sectors of global memory, wavefronts of shared memory, …
  std::uint64_t minimum;  ///< wavefronts without any bank conflict

  Access access() const { return access_of(key); }
  const void* pc() const { return pc_of(key); }
};

enum class BarrierKind : std::uint8_t {
  kBlock,
  kCluster,
  kGrid,
  kPart,  ///< of some threads of the block
};

/// There is one for every resident block, so its members need no lock.
class Observer {
 public:
  virtual ~Observer() = default;
  /// A block begins; an observer sees many, one after the other.
  virtual void begin(const ObservedBlock& /*block*/) {}
  virtual void access(const WarpAccess& /*access*/) {}
  /// `__syncwarp` of these lanes.
  virtual void sync_warp(unsigned /*warp*/, std::uint32_t /*lanes*/) {}
  /// The block has passed a barrier.
  virtual void barrier(BarrierKind /*kind*/) {}
  /// All threads of the block have finished.
  virtual void end() {}
};

using MakeObserver = std::unique_ptr<Observer> (*)();
/// From now on, every resident block has one.
void add_observer(MakeObserver make);
/// One of each that was added.
std::vector<std::unique_ptr<Observer>> make_observers();

/// The line of registration: `const simt::RegisterObserver<MyObserver> registered;`
template <class T>
struct RegisterObserver {
  RegisterObserver() {
    add_observer([]() -> std::unique_ptr<Observer> { return std::make_unique<T>(); });
  }
};

}  // namespace simt
