/// @file
/// @ingroup simt_counters
/// What only watches the blocks of a kernel: a few events, of which an observer takes those that it wants.
///
/// An observer of your own is one file with one line of registration; CONTRIBUTING.md shows one. It is told of accesses
/// when the lanes of their warp have come together, as they are counted. Counting and the checks of races are wired to
/// the same places without virtual calls: observers.h.
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

/// One load, store or atomic operation of a warp: what lanes do together.
struct WarpAccess {
  std::uint64_t key;  ///< as in an event
  unsigned warp;      ///< of the block
  unsigned count;     ///< lanes
  const std::uint64_t* addresses;
  const std::uint8_t* lane_of;  ///< of each address
  std::uint64_t units;    ///< what it has cost: sectors of global memory, wavefronts of shared, …
  std::uint64_t minimum;  ///< wavefronts that it needed anyway

  Access access() const { return access_of(key); }
  const void* pc() const { return pc_of(key); }
};

/// One for every resident block, so it needs no lock for what is its own.
class Observer {
 public:
  virtual ~Observer() = default;
  /// A block begins; an observer sees many, one after the other.
  virtual void begin(const ObservedBlock& /*block*/) {}
  virtual void access(const WarpAccess& /*access*/) {}
  /// Lanes of a warp have met in `__syncwarp`.
  virtual void sync_warp(unsigned /*warp*/, std::uint32_t /*lanes*/) {}
  /// The block has passed a barrier. @param what "block", "cluster", "grid", or "part" of the block
  virtual void barrier([[maybe_unused]] const char* what) {}
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
