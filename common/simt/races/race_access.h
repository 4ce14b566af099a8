/// @file
/// @ingroup simt_races
/// A race on shared memory, as the checks describe it.
#pragma once

#include <cstdint>

#include "base/trace_event.h"

namespace simt {

/// Kinds of access to shared memory.
enum class SharedUse : std::uint8_t {
  kRead,
  kStrongRead,  ///< volatile, or of an atomic object
  kWrite,
  kUpdate,  ///< an atomic operation, a store to an atomic object, or a volatile flag
};

/// One side of a race.
struct RaceAccess {
  unsigned thread;  ///< of the block, x fastest; of the cluster's block r: 1024 * (r + 1) more
  Op op;
  const void* pc;
};

struct Race {
  RaceAccess earlier{};
  RaceAccess later{};
  std::uintptr_t address = 0;
};

}  // namespace simt
