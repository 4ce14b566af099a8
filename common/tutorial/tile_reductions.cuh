/// @file
/// @ingroup tutorial
/// For the check of an exercise with tile kernels: counts how often blocks reduce a tile. To be included before
/// submission.cuh, whose `sum` and `reduce_max` the check renames. Only the CPU backend counts.
///
///     const double before = tile_reductions();
///     exercise.run(…);
///     judge_reductions(exercise, before, blocks);
#pragma once

#include <cuda_tile.h>

#include <limits>
#include <vector>

#include "tutorial/exercise.cuh"

namespace tutorial {
// The check and the answer are compiled apart, and share no device memory: each has a count of its own.
static __device__ unsigned long long reductions_of_file = 0;
static double read_reductions_of_file() {
  unsigned long long count = 0;
  CHECK(cudaMemcpyFromSymbol(&count, reductions_of_file, sizeof count));
  return static_cast<double>(count);
}
inline std::vector<double (*)()> readers_of_reductions;
static const bool kHasReader = (readers_of_reductions.push_back(read_reductions_of_file), true);
}  // namespace tutorial

/// So many so far; unknown on a GPU.
inline double tile_reductions() {
  if (!kHasModel) return std::numeric_limits<double>::quiet_NaN();
  double all = 0;
  for (double (*read)() : tutorial::readers_of_reductions) all += read();
  return all;
}

/// No more than one for each block since there were `before`.
inline void judge_reductions(Exercise& exercise, double before, double blocks) {
  exercise.limit_of_model(
      "reductions of tiles", tile_reductions() - before, blocks,
      "combine tiles element by element in the loop, and reduce once, after it");
}

#if TUTORIAL_HAS_COUNTERS
namespace cuda::tiles {
#define TUTORIAL_COUNTED(name, original)                                                 \
  template <auto dimension, class Tile, class... How>                                    \
  [[nodiscard]] SIMT_UNCOUNTED_INLINE __tile__ auto name(const Tile& tile, How... how) { \
    atomicAdd(&tutorial::reductions_of_file, 1ull);                                      \
    return original<dimension>(tile, how...);                                            \
  }                                                                                      \
  template <class Tile, class... How>                                                    \
  [[nodiscard]] SIMT_UNCOUNTED_INLINE __tile__ auto name(const Tile& tile, How... how) { \
    atomicAdd(&tutorial::reductions_of_file, 1ull);                                      \
    return original(tile, how...);                                                       \
  }
TUTORIAL_COUNTED(counted_sum, sum)
TUTORIAL_COUNTED(counted_max, reduce_max)
#undef TUTORIAL_COUNTED
}  // namespace cuda::tiles
#endif
