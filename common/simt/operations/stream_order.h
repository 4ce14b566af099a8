/// @file
/// @ingroup simt_operations
/// Finds operations of streams, and host code, that use the same bytes although nothing orders them.
///
/// What counts is the order that the program has asked for: by streams, events, graphs and by waiting.
/// Two operations without an order are compared when both are done, so it does not matter which of
/// them the CPU backend has run first. Of all races the first in the order of issue is reported, as soon as
/// none can come before it any more.
///
/// What one thread of the host has waited for, all have. All that host code does between two calls of the
/// runtime that begin or order something is an operation, too.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "base/device.h"
#include "memory/pages.h"
#include "operations/operation.h"
#include "operations/operation_races.h"
#include "operations/queue.h"
#include "races/footprint.h"

namespace simt {

/// The order of all operations, of the process: host code and the operations of all devices can use the same memory.
class StreamOrder {
 public:
  StreamOrder() { advance_host(); }

  /// Gives an operation that is about to be queued its vector clock: it happens after `after`, and after what the host
  /// has done and waited for.
  void issue(const OperationPtr& operation, const std::vector<TaskPtr>& after);
  /// The operation is done, and its footprint known.
  void complete(const OperationPtr& operation);
  /// The host has waited for the operation, or found out that it is done. Null: for none.
  void host_has_waited_for(const OperationPtr& operation);
  void host_has_waited_for(const VectorClock& clock);
  /// Whether the host has waited for the operation, or for one that happens after it.
  bool happens_before_host(const Operation& operation);
  /// The clock that is after all that has been issued to the current device.
  VectorClock issued_so_far();

  /// An access of host code that is in no host function; others call `record_host_access`.
  void record_host_code_access(std::uint64_t key, std::uintptr_t address, std::size_t bytes);
  /// Advice about pages, after what has been issued.
  void advise(const PageAdvice& advice);

  /// The running kernel is about to free memory of the heap of kernels. @param kernel null: no stream has it
  void record_heap_release(const OperationPtr& kernel, std::uintptr_t address, std::size_t bytes,
                           const void* pc);
  /// If nothing orders the running `kernel` and the operation that has allocated or freed the memory
  /// in the order of a stream, or on the heap of kernels, the report of it; else nothing.
  std::string memory_race(const OperationPtr& kernel, std::uintptr_t address, Touch touch,
                          const void* pc);

 private:
  class Guard;

  void issue_inside(const OperationPtr& operation, const std::vector<TaskPtr>& after);
  std::uint32_t chain_for(const Operation& operation, const std::vector<TaskPtr>& after) const;
  void advance_host() { host_.advance(kHost, host_.last(kHost) + 1); }
  void end_host_code();
  void finish(const OperationPtr& operation);
  void move_pages(const Operation& operation);
  void change_pages();
  void begin_era();
  void watch_foreign(const Range& range);
  void update_watch();

  static constexpr std::uint32_t kHost = 0;  ///< the chain of host code

  std::mutex mutex_;
  VectorClock host_;
  std::vector<std::uint32_t> lengths_{0};  ///< of the chains
  std::uint64_t issued_ = 0;
  VectorClock issued_on_[kMostDevices];  ///< after all that has been issued to each
  InFlight in_flight_;
  OperationRaces races_;
  /// That wait for earlier operations.
  std::map<std::uint64_t, std::function<void()>> page_changes_;
  OperationPtr host_code_;  ///< since the last call; null: no access yet
  FootprintRecorder host_accesses_;
  Range foreign_ = {~std::uintptr_t{0}, 0};
};
StreamOrder& stream_order();

/// Whether the accesses of operations are recorded: for this, for a timeline, or for the pages of managed
/// memory.
bool accesses_are_recorded();

}  // namespace simt
