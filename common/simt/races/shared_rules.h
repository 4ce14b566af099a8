/// @file
/// @ingroup simt_races
/// Which uses of the same bytes of shared memory race if nothing orders them: the rule of the check within a block
/// (shared_check.h) and of the one between the blocks of a cluster (cluster_check.h).
#pragma once

#include <optional>

#include "races/race_access.h"

namespace simt {

/// The access that a use of this kind is, as a report names it.
inline Op op_of(SharedUse use) {
  return use == SharedUse::kWrite    ? Op::kStore
         : use == SharedUse::kUpdate ? Op::kAtomic
                                     : Op::kLoad;
}

/// What two unordered uses of the same bytes are.
enum class Conflict : std::uint8_t {
  kNone,
  kRace,
  kUnlessVerified,  ///< a race, unless a compare-and-swap verifies what was read: shared_cas_reads.h
  kUnlessEqual,  ///< a race, unless the second write leaves the value of the first: overwritten.h
};

inline constexpr Conflict conflict(SharedUse earlier, SharedUse later) {
  constexpr Conflict kConflicts[kSharedUses][kSharedUses] = {
      // later: read, strong read, write, update
      {Conflict::kNone, Conflict::kNone, Conflict::kRace, Conflict::kUnlessVerified},  // read
      {Conflict::kNone, Conflict::kNone, Conflict::kRace, Conflict::kNone},         // strong read
      {Conflict::kRace, Conflict::kRace, Conflict::kUnlessEqual, Conflict::kRace},  // write
      {Conflict::kUnlessVerified, Conflict::kNone, Conflict::kRace, Conflict::kNone}};  // update
  return kConflicts[static_cast<unsigned>(earlier)][static_cast<unsigned>(later)];
}

/// Checks a use that is about to happen against the earlier ones that nothing orders with it.
/// @param find (SharedUse) returns the race with one of the earlier uses of this kind, if there is any
/// @param defer (SharedUse) keeps the races with uses of this kind until it is known what a compare-and-swap verifies
/// @param overwrites (const Race&, const Race*) keeps a race with a write until it is known whether the value changes;
/// if it does not, the other race counts, if there is one
/// @return the use's race, unless it is only known later whether it has one
template <class Find, class Defer, class Overwrites>
std::optional<Race> find_race(SharedUse use, Find find, Defer defer, Overwrites overwrites) {
  std::optional<Race> write;
  for (const SharedUse earlier :
       {SharedUse::kUpdate, SharedUse::kWrite, SharedUse::kRead, SharedUse::kStrongRead}) {
    switch (conflict(earlier, use)) {
      case Conflict::kNone:
        break;
      case Conflict::kUnlessVerified:
        defer(earlier);
        break;
      case Conflict::kUnlessEqual:
        write = find(earlier);
        break;
      case Conflict::kRace:
        const std::optional<Race> race = find(earlier);
        if (!race.has_value()) break;
        if (!write.has_value()) return race;
        overwrites(*write, &*race);
        return {};
    }
  }
  if (write.has_value()) overwrites(*write, nullptr);
  return {};
}

}  // namespace simt
