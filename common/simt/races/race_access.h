/// @file
/// @ingroup simt_races
/// What the checks of shared memory say of a race.
#pragma once

#include <cstdint>

#include "base/trace_event.h"

namespace simt {

/// How an access to shared memory is done.
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
