/// @file
/// @ingroup simt_races
/// A request of a warp as runs of neighbouring lanes: what looks at a request looks at each run once, not at each lane.
#pragma once

#include <cstdint>

#include "base/limits.h"
#include "base/trace_event.h"

namespace simt {

/// Successive lanes of a request that use memory side by side, or the same memory.
struct LaneRun {
  std::uint64_t address;  ///< of the first lane, as in its event
  std::uint8_t first;     ///< place among the lanes of the request
  std::uint8_t count;
  std::uint8_t step;  ///< bytes from lane to lane: those of the access, or 0
};

struct LaneRuns {
  LaneRun runs[kWarpLanes];
  unsigned count = 0;

  const LaneRun* begin() const { return runs; }
  const LaneRun* end() const { return runs + count; }
  void add(std::uint64_t address, unsigned first, unsigned lanes, unsigned step) {
    runs[count++] = {address, static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(lanes),
                     static_cast<std::uint8_t>(step)};
  }
};

/// @param addresses as in the events: lanes that use the same memory form a run only if all of the event is the same,
/// also what it says of the stored value @param lane_of each lane of a run that goes on comes directly behind the last;
/// of 32 lanes they all do
inline LaneRuns runs_of(const std::uint64_t* addresses, const std::uint8_t* lane_of, unsigned count,
                        unsigned bytes) {
  constexpr std::uint64_t kPlace = kSeen | kAddressMask;
  LaneRuns runs;
  for (unsigned first = 0; first < count;) {
    const std::uint64_t address = addresses[first];
    unsigned end = first + 1;
    if (end < count && addresses[end] == address) {
      do {
        ++end;
      } while (end < count && addresses[end] == address);
      runs.add(address, first, end - first, 0);
    } else {
      std::uint64_t next = (address & kPlace) + bytes;
      while (end < count && (addresses[end] & kPlace) == next) {
        ++end;
        next += bytes;
      }
      if (count != kWarpLanes) {
        unsigned last = first + 1;
        while (last < end && lane_of[last] == lane_of[first] + (last - first)) ++last;
        end = last;
      }
      runs.add(address, first, end - first, end == first + 1 ? 0 : bytes);
    }
    first = end;
  }
  return runs;
}

}  // namespace simt
