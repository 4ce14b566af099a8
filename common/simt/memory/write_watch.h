/// @file
/// @ingroup simt_memory
/// Notes who has written memory that the program has asked about (simt_writers.h).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "simt/launch.h"
#include "simt_writers.h"

namespace simt {

/// Whether there is a watch: else there is nothing to note.
inline std::atomic<bool> write_watch_is_on{false};

/// A new launch. @return its number, to be handed to `note_writer`
std::uint32_t watched_launch(const LaunchConfig& config);

/// The block whose warps write.
struct WritingBlock {
  std::uint32_t launch = 0;
  std::uint32_t block = 0;  ///< x fastest
};
/// One request of a warp has written. @param lane_of of each address
void note_writer(const WritingBlock& block, unsigned warp, unsigned count,
                 const std::uint64_t* addresses, const std::uint8_t* lane_of, unsigned bytes);
/// A copy, a memset or host code has written.
void note_writer(WriterKind kind, std::uintptr_t begin, std::size_t bytes);

}  // namespace simt
