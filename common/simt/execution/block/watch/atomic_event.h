/// @file
/// @ingroup simt_execution
/// An atomic operation of the running thread, as what watches its block needs it.
#pragma once

#include <cstdint>

#include "base/trace_event.h"

namespace simt {

struct Unit;

/// Of memory that is not on the thread's stack.
struct AtomicEvent {
  std::uintptr_t address;  ///< not mapped
  unsigned bytes;
  Scope scope;
  bool acquires, releases;  ///< in its memory order
  bool swaps;               ///< it compares and swaps
  bool writes = true;
  bool is_ordered = false;  ///< by the check of global memory
  Unit* unit = nullptr;     ///< of global memory, locked during the operation
};

}  // namespace simt
