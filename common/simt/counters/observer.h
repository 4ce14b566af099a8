/// @file
/// @ingroup simt_counters
/// Observers watch the blocks of a kernel: an observer overrides the events that it wants.
///
/// An observer of your own is one file with one line of registration; CONTRIBUTING.md shows one. Accesses are reported
/// when the lanes of their warp converge, as they are counted. The counters and the race checks get the same events
/// without virtual calls: execution/block/watch/block_watch.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "simt/launch.h"

#include "base/trace_event.h"
#include "counters/findings.h"

namespace simt {

class ClusterTrace;

/// The block that is watched.
struct ObservedBlock {
  const LaunchConfig& launch;
  std::uint64_t number;        ///< in the grid, x fastest
  unsigned rank;               ///< in its cluster
  std::uintptr_t shared_base;  ///< where its shared memory begins
  ClusterTrace* trace;         ///< null: it is not traced
  std::optional<std::uint32_t>
      watched_launch;      ///< write_watch.h; nothing: its writes are not watched
  Findings& findings;      ///< of its launch
  std::uint64_t position;  ///< in the order of the grid's blocks
  int device = 0;          ///< that it runs on
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

/// Neighbouring bytes of global memory that a block uses at once: part of a tile, or a row of a bulk copy. (Atomic
/// operations on tiles are told element by element, as accesses of a warp.)
struct MemoryRun {
  Op op;
  std::uintptr_t begin;
  std::size_t bytes;
  const void* pc;
  unsigned thread = 0;  ///< of the block, that has asked for it; a tile kernel has none
};

struct ShuffledLane {
  std::uint8_t lane, source;
  std::uint64_t given, got;  ///< bits
};

/// A shuffle by lanes of a warp.
struct WarpShuffle {
  const char* name;
  const void* pc;  ///< of its first lane
  unsigned warp;   ///< of the block
  std::vector<ShuffledLane> lanes;
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
  /// From here on, it watches this block, unless begin() returns false.
  bool watch(const ObservedBlock& block) {
    findings_ = &block.findings;
    position_ = block.position;
    return begin(block);
  }
  /// A block begins; an observer sees many, one after the other. @return whether it wants to see this one
  virtual bool begin(const ObservedBlock& /*block*/) { return true; }
  /// There is an array in the shared memory of the block, or of another one of its cluster, at the same place.
  virtual void shared_array(const char* /*name*/, std::size_t /*offset*/, std::size_t /*bytes*/) {}
  /// A warp has used global, shared or constant memory, a texture, or the shared memory of another block.
  ///
  /// Not all that a kernel does comes here. Accesses to local memory are counted and reported to no observer. A texture
  /// fetch is one access with as many lanes, but each has the address 0, and the access a size of 0 bytes. Tiles and
  /// bulk copies come as runs of neighbouring bytes, to tile() and bulk_copy(); of tiles, only atomic operations come
  /// here.
  virtual void access(const WarpAccess& /*access*/) {}
  /// A part of a tile has been loaded or stored.
  virtual void tile(const MemoryRun& /*run*/) {}
  /// A bulk copy has read this row, written it, or updated it (Op::kAtomic).
  virtual void bulk_copy(const MemoryRun& /*run*/) {}
  /// `__syncwarp` of these lanes.
  virtual void sync_warp(unsigned /*warp*/, std::uint32_t /*lanes*/) {}
  virtual void shuffle(const WarpShuffle& /*shuffle*/) {}
  /// The block has passed a barrier.
  virtual void barrier(BarrierKind /*kind*/) {}
  /// All threads of the block have finished.
  virtual void end() {}

 protected:
  /// Reports a mistake when the launch is over: each kind once for each line of code.
  /// @param kind a literal
  /// @param site the access, as WarpAccess::pc() has it
  /// @param find returns the Finding, if it is reported
  template <class Find>
  void warn(const char* kind, const void* site, Find find) {
    findings_->warn(position_, kind, site, [&] { return text_of(find(), site); });
  }
  /// Reports an error when the launch is over: the launch fails with the first one. The kernel goes on until then,
  /// since what is reported has already happened.
  /// @param site the access, as WarpAccess::pc() has it
  /// @param find returns the Finding, if it is reported
  template <class Find>
  void fail(const void* site, Find find) {
    findings_->fail(position_, [&] { return text_of(find(), site); });
  }

 private:
  Findings* findings_ = nullptr;
  std::uint64_t position_ = 0;
};

using MakeObserver = std::unique_ptr<Observer> (*)();
/// From now on, every resident block has one.
void add_observer(MakeObserver make);
/// One of each: those of the library, and what was added.
std::vector<std::unique_ptr<Observer>> make_observers();

/// The line of registration: `const simt::RegisterObserver<MyObserver> registered;`
template <class T>
struct RegisterObserver {
  RegisterObserver() {
    add_observer([]() -> std::unique_ptr<Observer> { return std::make_unique<T>(); });
  }
};

}  // namespace simt
