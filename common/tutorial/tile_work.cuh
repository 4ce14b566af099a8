/// @file
/// @ingroup tutorial
/// For the check of an exercise with tile kernels: how many launches there were, and whether tiles do the work.
///
///     const TileWork work = run_tiles(exercise, [&] { launch_scale(out.data(), in.data(), n); });
///     exercise.expect(out, …);
///     work.judge(exercise);
///     exercise.limit_of_model("sectors of tiles loaded", work.counters.tile_load_sectors, …);
#pragma once

#include <string>

#include "tutorial/exercise.cuh"
#include "tutorial/launches.cuh"

struct TileWork {
  Counters counters;
  Launches launches;

  /// One launch, and no load or store of a single element. On a GPU nothing is known.
  void judge(Exercise& exercise) const {
    exercise.require(launches.all().size() <= 1,
                     "there are " + std::to_string(launches.all().size()) +
                         " launches: one kernel can do it, in one pass");
    exercise.limit_of_model("stores of single elements", counters.global_store_requests, 0,
                            "a block of a tile kernel stores whole tiles");
    exercise.limit_of_model("loads of single elements", counters.global_load_requests, 0,
                            "a block of a tile kernel loads whole tiles");
  }
  /// No more than one reduction in each block.
  void judge_reductions(Exercise& exercise, int blocks) const {
    exercise.limit_of_model(
        "reductions of tiles", counters.tile_reductions, blocks,
        "combine tiles element by element in the loop, and reduce once, after it");
  }
};

template <class Launch>
TileWork run_tiles(Exercise& exercise, Launch launch) {
  TileWork work;
  work.launches = record_launches([&] { work.counters = exercise.run(launch); });
  return work;
}

/// Sectors of so many neighbouring elements, wherever the first one lies.
template <class T>
double sectors_at_most(long long elements) {
  constexpr long long kSector = 32;
  return static_cast<double>(
      (elements * static_cast<long long>(sizeof(T)) + kSector - 1) / kSector + 1);
}
