/// @file
/// @ingroup simt_memory
/// Records the last writer of every element of memory that the program watches, and what warps load from it
/// (simt_writers.h).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "simt/launch.h"
#include "simt_writers.h"

namespace simt {

/// Whether any memory is watched: else there is nothing to record.
inline std::atomic<bool> write_watch_is_on{false};
/// Whether loads are watched, too.
inline std::atomic<bool> load_watch_is_on{false};

/// A new launch. @return its number, to be handed to `record_writer`
std::uint32_t watched_launch(const LaunchConfig& config);

/// The block whose warps write, or load.
struct WritingBlock {
  std::uint32_t launch = 0;
  std::uint32_t block = 0;  ///< x fastest
};
/// One request of a warp has written. @param lane_of of each address
void record_writer(const WritingBlock& block, unsigned warp, unsigned count,
                   const std::uint64_t* addresses, const std::uint8_t* lane_of, unsigned bytes);
/// One request of a warp has loaded.
void record_loads(const WritingBlock& block, unsigned warp, unsigned count,
                  const std::uint64_t* addresses, unsigned bytes);
/// A thread has written neighbouring bytes by a bulk copy, or a block of a tile kernel, which has no threads.
void record_writer(const WritingBlock& block, unsigned thread, std::uintptr_t begin,
                   std::size_t bytes);
/// A block of a tile kernel has loaded neighbouring bytes.
void record_loads(const WritingBlock& block, std::uintptr_t begin, std::size_t bytes);
/// A copy, a memset or host code has written.
void record_writer(WriterKind kind, std::uintptr_t begin, std::size_t bytes);

}  // namespace simt
