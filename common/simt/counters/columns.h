/// @file
/// @ingroup simt_counters
/// The columns of the reports: which counter is which sum over a launch's sites.
#pragma once

#include <cstdint>

#include "base/trace_event.h"
#include "simt_counters.h"

namespace simt {

/// A column of the CSV report: what accesses of one kind asked for.
struct Column {
  const char* name;
  std::uint64_t Counters::*value;
  Space space;
  Op op;
  enum { kRequests, kUnits, kConflicts, kBytes, kElements, kMasked } what;
};
inline constexpr Column kColumns[] = {
#define SIMT_COLUMNS(prefix, unit, space, op, what)                                    \
  {#prefix "_requests", &Counters::prefix##_requests, space, op, Column::kRequests}, { \
#prefix "_" #unit, &Counters::prefix##_##unit, space, op, Column::what             \
  }
    SIMT_COLUMNS(global_load, sectors, Space::kGlobal, Op::kLoad, kUnits),
    SIMT_COLUMNS(global_store, sectors, Space::kGlobal, Op::kStore, kUnits),
    SIMT_COLUMNS(shared_load, bank_conflicts, Space::kShared, Op::kLoad, kConflicts),
    SIMT_COLUMNS(shared_store, bank_conflicts, Space::kShared, Op::kStore, kConflicts),
    SIMT_COLUMNS(global_atomic, sectors, Space::kGlobal, Op::kAtomic, kUnits),
    SIMT_COLUMNS(shared_atomic, bank_conflicts, Space::kShared, Op::kAtomic, kConflicts),
    SIMT_COLUMNS(constant, addresses, Space::kConstant, Op::kLoad, kUnits),
    SIMT_COLUMNS(local_load, sectors, Space::kLocal, Op::kLoad, kUnits),
    SIMT_COLUMNS(local_store, sectors, Space::kLocal, Op::kStore, kUnits),
    SIMT_COLUMNS(distributed_load, sectors, Space::kDistributed, Op::kLoad, kUnits),
    SIMT_COLUMNS(distributed_store, sectors, Space::kDistributed, Op::kStore, kUnits),
    SIMT_COLUMNS(distributed_atomic, sectors, Space::kDistributed, Op::kAtomic, kUnits),
#undef SIMT_COLUMNS
    {"texture_requests", &Counters::texture_requests, Space::kTexture, Op::kLoad,
     Column::kRequests},
};

/// Columns of tile kernels, which stand behind the others.
inline constexpr Column kTileColumns[] = {
#define SIMT_COLUMN(name, op, what) \
  { #name, &Counters::name, Space::kTile, op, Column::what }
#define SIMT_COLUMNS(prefix, op)                                                          \
  SIMT_COLUMN(prefix##s, op, kRequests), SIMT_COLUMN(prefix##_elements, op, kElements),   \
      SIMT_COLUMN(prefix##_masked, op, kMasked), SIMT_COLUMN(prefix##_bytes, op, kBytes), \
      SIMT_COLUMN(prefix##_sectors, op, kUnits)
    SIMT_COLUMNS(tile_load, Op::kLoad),
    SIMT_COLUMNS(tile_store, Op::kStore),
    SIMT_COLUMNS(tile_atomic, Op::kAtomic),
#undef SIMT_COLUMNS
#undef SIMT_COLUMN
};

template <class Visit>
void for_each_column(Visit visit) {
  for (const Column& column : kColumns) visit(column);
  for (const Column& column : kTileColumns) visit(column);
}

/// Whether it is counted in a tile kernel: its loads and stores of tiles, and those of single numbers. How many
/// instructions of which warps those are is the compiler's choice.
inline bool is_of_tiles(Access access) {
  if (access.space() == Space::kTile) return true;
  return access.space() == Space::kGlobal &&
         (access.op() == Op::kLoad || access.op() == Op::kStore) && !access.strong();
}

inline double active_percent(std::uint64_t lanes, std::uint64_t issued) {
  return issued == 0 ? 0.0
                     : 100.0 * static_cast<double>(lanes) / (32.0 * static_cast<double>(issued));
}

}  // namespace simt
