/// @file
/// @ingroup simt_operations
/// What is reported of operations in streams and graphs.
#pragma once

#include <cstdint>
#include <string>

#include "operations/operation.h"

namespace simt {

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

/// The report of a loop of a graph that does not end.
std::string endless_loop_text(const OperationPtr& node, double seconds, std::uint64_t rounds);
/// The report of a node whose condition was not set in its launch.
std::string unset_condition_text(const OperationPtr& node);

}  // namespace simt
