/// @file
/// @ingroup simt_counters
/// What the memory system has to do for one request of a warp, from the addresses of its lanes.
#pragma once

#include <cstdint>

#include "races/lane_runs.h"

namespace simt {

inline constexpr unsigned kSectorBytes = 32;

/// Distinct sectors that contain the addresses of one request.
unsigned count_sectors(const std::uint64_t* addresses, unsigned count);
/// Shared-memory wavefronts of one request; `lanes[i]` is the lane of `addresses[i]`, ascending.
/// 64-bit accesses go in half warps, 128-bit accesses in quarter warps. @param minimum receives
/// the wavefronts that are needed without any conflict.
unsigned count_wavefronts(const std::uint64_t* addresses, const std::uint8_t* lanes, unsigned count,
                          unsigned bytes, unsigned* minimum);

// Counted from the step, where the addresses of all 32 lanes differ by the same step from lane to lane.
unsigned count_sectors_of_row(std::uint64_t first, std::uint64_t step);
/// Sectors of a request whose runs are known. @return 0 where it takes `count_sectors` to know.
unsigned count_sectors_of_runs(const LaneRuns& runs);
/// Whether these runs of loads or stores of words want different words of a bank, as far as that is easy to see.
bool has_conflicts(const LaneRuns& runs);
/// Shared-memory wavefronts of such a request. @return 0 where it takes `count_wavefronts` to know
unsigned count_wavefronts_of_row(std::uint64_t step, unsigned bytes, unsigned* minimum);

/// An atomic request serves every address once in a round: as many rounds as lanes want the same
/// address, and the distinct sectors of each round.
unsigned count_atomic_sectors(const std::uint64_t* addresses, unsigned count);
/// Shared-memory wavefronts of an atomic: lanes of the same bank are serialised, also for the same word.
unsigned count_atomic_wavefronts(const std::uint64_t* addresses, unsigned count, unsigned* minimum);

/// Sectors of local memory of one request: the words at one offset of 32 lanes lie side by side.
unsigned count_local_sectors(const std::uint64_t* addresses, const std::uint8_t* lanes,
                             unsigned count, unsigned bytes);

/// Distinct words of a request to constant memory: it serves one after the other.
unsigned count_constant_addresses(const std::uint64_t* addresses, unsigned count);

}  // namespace simt
