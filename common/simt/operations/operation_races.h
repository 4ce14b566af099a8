/// @file
/// @ingroup simt_operations
/// Races between operations: of those that no order connects, which have used the same bytes.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "operations/operation.h"
#include "operations/stream_reports.h"

namespace simt {

/// Operations that are not done, by number.
using InFlight = std::map<std::uint64_t, OperationPtr>;

/// The part of the order of operations that compares them. Its owner has the lock.
class OperationRaces {
 public:
  /// The operation is done: compares it with all that are done and neither before nor after it, and keeps it for those
  /// that are not. @param issued the number of the last operation so far
  void add(const OperationPtr& operation, std::uint64_t issued);
  /// See stream_order.h.
  void record_heap_release(const OperationPtr& kernel, std::uintptr_t address, std::size_t bytes,
                           const void* pc);
  std::string memory_race(const OperationPtr& kernel, std::uintptr_t address, Touch touch,
                          const void* pc, const InFlight& in_flight) const;
  /// Reports the first race, if nothing in flight can take part in an earlier one, or order it.
  void report(const InFlight& in_flight);
  /// Drops operations that can race no more: those before all that is in flight, and before all that the host will
  /// issue. @return whether nothing is left that could race
  bool discard(const VectorClock& host, const InFlight& in_flight);

 private:
  struct Completed {
    OperationPtr operation;
    const Footprint* used;  ///< the operation's
  };
  struct Race {
    RaceSide first, second;
    std::uintptr_t address;
    std::uint64_t horizon;  ///< the last operation that was issued when it was found

    auto key() const {
      return std::tuple(second.operation->number, first.operation->number, address);
    }
  };
  /// Memory of the heap of kernels that one of them has freed, by its address.
  struct HeapRelease {
    std::uintptr_t end;
    OperationPtr operation;
    const void* pc;
  };

  std::deque<Completed>& history_of(std::uint32_t chain);
  void compare(const OperationPtr& operation, std::uint64_t issued);
  void compare_in_body(const OperationPtr& operation, std::uint64_t issued);
  bool compare(const OperationPtr& a, const OperationPtr& b, std::uint64_t issued);
  bool is_ordered_by_communication(const OperationPtr& first, const OperationPtr& second) const;
  const HeapRelease* heap_release_of(std::uintptr_t address) const;
  RaceSide side_of(const OperationPtr& operation, const FootprintPart& part,
                   std::uintptr_t address) const;

  std::vector<std::deque<Completed>> history_;  ///< what may still race, by chain, in its order
  std::vector<Race> races_;                     ///< in the order of their keys
  bool has_reported_ = false;                   ///< one is enough
  /// Pairs that communicate by volatile or atomic accesses of the same bytes.
  std::vector<std::pair<OperationPtr, OperationPtr>> communications_;
  std::map<std::uintptr_t, HeapRelease> heap_releases_;  ///< that may race with something
};

}  // namespace simt
