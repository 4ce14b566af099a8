/// @file
/// @ingroup simt_execution
/// Bulk copies of a block, and what the counters in its shared memory know of them.
///
/// A phase of a counter that expects bytes completes when they have come. In the model they land as late as a GPU may
/// let them: when a thread is about to wait for the counter, and all arrivals have come. Until then they are in
/// flight.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/worker.h"
#include "execution/block/watch/async_copies.h"
#include "execution/block/watch/proxy_fences.h"
#include "execution/reports/bulk_reports.h"
#include "execution/threads/block_identity.h"
#include "execution/threads/threads.h"

namespace simt {

struct BlockWatch;

class BulkCopies {
 public:
  BulkCopies(const BlockThreads& threads, const BlockIdentity& identity, BlockWatch& watch);

  // The counters in this block's memory. A thread may be of another block: it is numbered as in RaceAccess.
  /// It adds to the bytes that a phase expects.
  void expects(const CounterPhase& phase, std::int64_t bytes, unsigned thread, const void* site);
  /// It begins a copy whose bytes signal the counter.
  void begins(const CounterPhase& phase, std::size_t bytes, unsigned thread, const void* site);
  /// The running thread is about to wait for the counter. @param object what it knows itself, with the bytes that it
  /// expects as missing @return the bytes that land now, and complete the phase; 0 if there are none
  std::int64_t land(std::uintptr_t counter, const BarrierObject& object);
  /// Adds what is in flight to the counter.
  BarrierObject with_copies(std::uintptr_t counter, BarrierObject object) const;
  /// Whether bytes are in flight that signal the phase; where it is complete, nobody has expected them.
  bool is_waited_for(const CounterPhase& phase) const;
  /// Stops the block for that. @param site of the arrival that has completed it
  [[noreturn]] void fail_unexpected(const CounterPhase& phase, const void* site) const;
  /// A thread of this block has waited for the phase.
  void passed(const CounterPhase& phase, unsigned thread);
  /// Whether the last phase of the counter that it has waited for was another one.
  bool has_passed_other(const CounterPhase& phase, unsigned thread) const;

  /// What this block's threads have stored without a proxy fence.
  ProxyFences fences;
  /// The mbarriers that they have initialised without one, or without a fence for that.
  ProxyFences initialised;
  /// A bulk copy by the running thread signals this counter of the block: stops it if a fence is missing.
  void check_initialised(std::uintptr_t counter, const void* site);
  /// A bulk copy by the running thread, or a product, reads these bytes of the block's shared memory: stops it if a
  /// fence is missing.
  void check_fenced(std::uintptr_t address, std::size_t bytes, BulkReader reader, const void* site);

 private:
  friend struct BlockWatch;

  // What happens to the block.
  void begin_block();
  /// All threads have finished: stops the block if bytes that signal its counters are still in flight.
  void end();

  /// Bytes that somebody expects, or that a copy brings.
  struct Bytes {
    CounterPhase phase;
    std::int64_t bytes;
    const void* site;
    unsigned thread;  ///< as in RaceAccess
  };
  /// The last phase of a counter that each thread has waited for.
  struct Passed {
    std::uintptr_t counter;
    std::array<std::uint8_t, SharedOrder::kThreads> phase;
  };
  static constexpr std::uint8_t kNever = 255;

  ThreadAccess access_of(const ProxyFences::Store& store) const;
  std::int64_t on_their_way(std::uintptr_t counter) const;
  const Bytes* last_of(const std::vector<Bytes>& list, std::uintptr_t counter) const;
  ThreadPlace place_of(const Bytes& of) const { return identity_.place_of(threads_, of.thread); }

  const BlockThreads& threads_;
  const BlockIdentity& identity_;
  std::vector<Bytes> expected_;  ///< the last of each counter
  std::vector<Bytes> copies_;    ///< in flight
  std::vector<Passed> passed_;   ///< of counters that have expected bytes
};

}  // namespace simt
