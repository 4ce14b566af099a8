/// @file
/// @ingroup simt_execution
/// What the CUDA threads of one OS thread take while they run and give back when they end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "base/fiber.h"
#include "base/trace_event.h"

namespace simt {

inline constexpr unsigned kWarpLanes = 32;

/// Address space that costs memory only where it is touched; ends the process if there is none.
void* reserve_memory(std::size_t bytes);

/// Stacks of kStackBytes. The one that came back last goes out first: it is in the cache.
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
  /// As `give_back`, but only others go out for a long time: a pointer into it, which some grid may have,
  /// shall not point to what is another thread's by then.
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

/// TraceEvent buffers of a warp: 32 times kLaneEvents.
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
