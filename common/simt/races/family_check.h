/// @file
/// @ingroup simt_races
/// Races between a parent grid, its child grids, and the children among each other.
///
/// What the launching thread has done before the launch, and what its block has done before a barrier in front of it,
/// happens before the child. Nothing else of the parent does, and the child happens before nothing of the parent. Grids
/// that one block launches into one stream are ordered, each with its descendants. A grid in the tail stream happens
/// after everything else of the parent. Everything else is unordered, unless fences and atomics order it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "simt/launch.h"

#include "races/block_journal.h"
#include "races/footprint.h"
#include "races/grid_checks.h"

namespace simt {

/// A grid of a family, which has ended: what it has launched, and what it has used.
struct FamilyGrid {
  const LaunchConfig& config;
  std::uint64_t block_count;
  /// Block of the parent, and how many grids that one had launched before.
  std::pair<std::uint64_t, std::uint64_t> origin;
  std::vector<std::size_t> children;  ///< their numbers in the family, by origin
  GridChecks& checks;
  FootprintRecorder& accesses;                    ///< emptied by the check
  std::vector<LaunchingBlock>& launching_blocks;  ///< sorted by the check
};

/// One side of a race in a family.
struct FamilyAccess {
  Touch touch;
  const void* pc;
  std::size_t grid;  ///< its number
};
struct FamilyRace {
  enum class Kind {
    kParentAfter,      ///< the launching block, after the launch
    kParentUnordered,  ///< another thread of it, before the launch, but without a barrier
    kOtherBlock,       ///< another block of the parent
    kSiblings,
  };
  Kind kind;
  std::uintptr_t address;
  FamilyAccess first, second;  ///< the parent first, or the sibling that was launched first
};

/// What a grid that the host has launched has used, with all its descendants.
struct FamilyUses {
  Footprint footprint;             ///< also says whether they have fences
  std::optional<FamilyRace> race;  ///< the first one
};
/// @param family each grid before its children; the first one is that of the host
/// @param check whether to look for races
FamilyUses uses_of_family(const std::vector<FamilyGrid>& family, bool check);

}  // namespace simt
