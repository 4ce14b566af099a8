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

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "memory/pages.h"
#include "operations/operation.h"
#include "operations/queue.h"

namespace simt {

/// Gives an operation that is about to be queued its place: behind `after`, and behind what the host
/// has done and waited for.
void issue(const OperationPtr& operation, const std::vector<TaskPtr>& after);
/// The operation is done, and its footprint known.
void complete(const OperationPtr& operation);
/// The host has waited for the operation, or found out that it is done. Null: for none.
void host_has_waited_for(const OperationPtr& operation);
void host_has_waited_for(const Clock& clock);
/// Whether the host comes after the operation: it has waited for that, or for what comes behind it.
bool host_comes_after(const Operation& operation);
/// Of all that has been issued.
Clock issued_so_far();

/// While it lives, the thread runs the host function that the operation is.
class InHostFunction {
 public:
  explicit InHostFunction(const OperationPtr& operation);
  ~InHostFunction();
  InHostFunction(const InHostFunction&) = delete;
  InHostFunction& operator=(const InHostFunction&) = delete;

 private:
  const OperationPtr& operation_;
};
/// Code of the host is about to do what another thread may wait for. In a host function: what comes
/// before it in its stream comes before all that the host does from now on.
void host_signals();

/// Whether the accesses of operations are noted: for this, for a timeline, or for the pages of managed
/// memory.
bool accesses_are_noted();

/// What host code has to tell of its accesses.
struct HostWatch {
  std::atomic<bool> active{false};  ///< whether something is in flight
  /// Memory outside of the model's that operations may use: registered, and of variables. Managed
  /// variables always are in it, and device variables, which host code must not use.
  std::atomic<std::uintptr_t> low{0};
  std::atomic<std::size_t> bytes{0};

  bool covers(std::uintptr_t address) const {
    return address - low.load(std::memory_order_relaxed) < bytes.load(std::memory_order_relaxed);
  }
};
extern HostWatch host_watch;
/// While something is in flight. @param key as in an event: program counter and access
void note_host_access(std::uint64_t key, std::uintptr_t address, std::size_t bytes);
/// A compare-and-swap by host code, behind its note.
void note_host_swap(std::uintptr_t address, std::size_t bytes);
/// While nothing is: brings pages of managed memory to the host.
void host_uses_pages(std::uintptr_t address, std::size_t bytes, bool writes);
/// Advice about pages, behind what has been issued.
void advise_in_order(const PageAdvice& advice);

/// One side of a race.
struct RaceSide {
  OperationPtr operation;
  Touch touch;
  const void* pc;  ///< of the access; null: the operation's call is the place

  /// Whether it allocates or frees the memory.
  bool is_memory() const { return touch == Touch::kAllocate || touch == Touch::kRelease; }
};
/// The report. @param first issued before `second`
std::string race_text(const RaceSide& first, const RaceSide& second, std::uintptr_t address);
/// The report of a copy that finds no host memory at an address that it reads or writes.
std::string lost_memory_text(const OperationPtr& copy, const FootprintPart& part);

/// The report of an operation that uses memory of a graph that is not there: a race, or it comes too early or too late.
std::string absent_memory_text(const OperationPtr& operation, std::uintptr_t address);

/// The report of a loop of a graph that goes on and on.
std::string endless_loop_text(const OperationPtr& node, double seconds, std::uint64_t rounds);
/// What is said of a node whose condition nobody has set in its launch.
std::string unset_condition_text(const OperationPtr& node);

/// The running kernel is about to free memory of the heap of kernels.
void note_heap_release(const OperationPtr& kernel, std::uintptr_t address, std::size_t bytes,
                       const void* pc);
/// If nothing orders the running `kernel` and the operation that has allocated or freed the memory
/// in the order of a stream, or on the heap of kernels, the report of it; else nothing.
std::string memory_race(const OperationPtr& kernel, std::uintptr_t address, Touch touch,
                        const void* pc);

}  // namespace simt
