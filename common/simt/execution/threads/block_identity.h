/// @file
/// @ingroup simt_execution
/// Which block of which launch a resident block is.
#pragma once

#include <cstdint>

#include "simt/elements.h"
#include "vector_types.h"

#include "base/address_map.h"
#include "execution/reports/report.h"
#include "races/race_access.h"

namespace simt {

class ClusterBlocks;
struct BlockThreads;
struct Grid;

struct BlockIdentity {
  const std::uintptr_t shared_base;  ///< of its window of shared memory; always the same
  Grid* grid = nullptr;
  ClusterBlocks* cluster = nullptr;
  unsigned rank = 0;         ///< in the cluster
  std::uint64_t number = 0;  ///< in the grid, x fastest
  std::uint64_t order = 0;   ///< position: by cluster, then by rank
  uint3 index{};

  /// For a report. @param thread of this block, or of another one of its cluster
  ThreadPlace place_of(const BlockThreads& threads, ClusterThread thread) const;
  /// The elements that the memory at `address` is declared to have.
  Elements elements_at(std::uintptr_t address) const;
  bool is_parameter(std::uintptr_t address) const;
  /// Whether `address` is shared memory of another block.
  bool is_remote(std::uintptr_t address) const { return address - shared_base >= kSharedWindow; }
};

}  // namespace simt
