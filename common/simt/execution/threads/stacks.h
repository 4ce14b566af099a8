/// @file
/// @ingroup simt_execution
/// Stacks and event buffers for the CUDA threads of one OS thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "base/fiber.h"
#include "base/limits.h"
#include "base/trace_event.h"

namespace simt {

/// Reserves address space, which takes memory only where it is touched. Ends the process if that fails.
void* reserve_memory(std::size_t bytes);

/// Stacks of kStackBytes, last in, first out: the last one used is in the cache.
class StackPool {
 public:
  /// The lowest address of a stack.
  std::uintptr_t take() {
    if (free_.empty()) [[unlikely]]
      grow();
    const std::uintptr_t low = free_.back();
    free_.pop_back();
    return low;
  }
  void give_back(std::uintptr_t low) { free_.push_back(low); }
  /// Like `give_back`, but the stack is not reused for a long time, so that a dangling pointer into it, which a child
  /// grid may have, does not point into another thread's stack.
  void quarantine(std::uintptr_t low) {
    quarantined_.push_back(low);
    if (quarantined_.size() <= kMaxQuarantined) return;
    free_.push_back(quarantined_.front());
    quarantined_.pop_front();
  }

 private:
  static constexpr std::size_t kMaxQuarantined = 1024;
  void grow();
  std::vector<std::uintptr_t> free_;
  std::deque<std::uintptr_t> quarantined_;
};

/// Whether `address` is on the stack of any CUDA thread.
bool is_on_stack(std::uintptr_t address);

/// Event buffers of a warp: 32 times kLaneEvents.
class EventPool {
 public:
  ~EventPool();
  TraceEvent* take() {
    if (free_.empty()) [[unlikely]]
      grow();
    TraceEvent* const events = free_.back();
    free_.pop_back();
    return events;
  }
  void give_back(TraceEvent* events) { free_.push_back(events); }

 private:
  void grow();
  std::vector<TraceEvent*> chunks_;
  std::vector<TraceEvent*> free_;
};

}  // namespace simt
