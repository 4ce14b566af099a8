/// @file
/// What the groups wider than a warp and the library's waiting objects (`cuda::barrier`, …) ask of
/// the runtime.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/builtins.h"
#include "vector_types.h"

namespace simt {

/// For loops that wait until other threads have done something: lets those run first. A block that
/// only pauses ends with a report after `SIMT_TIMEOUT`.
void pause();

/// What `object` holds, for a loop that then compares and exchanges: no access of the kernel's.
template <class T>
__attribute__((no_sanitize("thread"), no_sanitize_coverage)) inline T peek(const T* object) {
  return *object;
}

/// The two halves of the block barrier: `block_wait` returns when all threads of the block that
/// have not exited have called `block_arrive`. A thread arrives once, then waits once.
void block_arrive();
void block_wait();

/// Barrier `number` of the block's 16, for `threads` of its threads: whole warps, counted as they come. @param waits
/// or only says that the caller has come @return the combined vote of those that wait
int numbered_barrier(unsigned number, unsigned threads, bool waits, Vote vote, int predicate);
inline constexpr unsigned kAllThreads = ~0u;

/// Tiles of 64, 128, … threads of the block, as cooperative groups have them. Stops a block that they do not divide.
void begin_tiles(unsigned size);
/// Waits for all threads of the caller's tile.
void tile_sync(unsigned size);
/// The same, with a value for the others; orders no memory.
void tile_publish(unsigned size, std::uint64_t value);
/// What the thread of this rank in the caller's tile has brought to the last tile_publish().
std::uint64_t tile_value(unsigned size, unsigned rank);

/// Whether the launch was cooperative: only then its blocks can wait for each other.
bool is_cooperative();
/// Waits for all threads of all blocks; the launch must have been cooperative.
void grid_barrier();
void grid_arrive();
void grid_wait();

/// Blocks in the caller's cluster, per dimension; {1, 1, 1} for launches without clusters.
dim3 cluster_extent();
/// The caller's block inside of its cluster.
dim3 cluster_position();
/// Waits for all threads of the cluster.
void cluster_barrier();
/// Its two halves.
void cluster_arrive();
void cluster_wait();
/// Where the block `rank` of the cluster has what the caller's block has at `shared`.
void* map_shared_rank(const void* shared, unsigned rank);
/// The rank in the cluster of the block that `shared` belongs to.
unsigned query_shared_rank(const void* shared);

}  // namespace simt
