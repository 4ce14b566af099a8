/// @file
/// @ingroup tutorial
/// For the check of an exercise that computes while __pipeline_memcpy_async copies: included in front of SUBMISSION, it
/// notes what the first thread of the first block does: copies, waits, barriers, and multiply-adds by fmaf(). It knows
/// of each multiply-add whether a copy is in flight meanwhile. Needs -rdc=true.
///
///     const pipelines::Watched seen = pipelines::watch([&] { exercise.run(launch); });
#pragma once

#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include "tutorial/check.cuh"

namespace pipelines {

struct Watched {
  int copies, barriers;
  int multiply_adds, alone;  ///< alone: while no copy is in flight
  int batches, done;         ///< batches: committed; done: so many of them waited for
  int last_batch_with_copies, open_copies;
};
inline __constant__ bool is_watching;  // otherwise nothing is noted: the counters stay as they are
inline __device__ Watched watched;

__device__ inline bool is_watched() {
  return is_watching && threadIdx.x + blockIdx.x + blockIdx.y == 0;
}
__device__ inline void note_copy() {
  if (is_watched()) ++watched.copies, ++watched.open_copies;
}
__device__ inline void note_commit() {
  if (!is_watched()) return;
  ++watched.batches;
  if (watched.open_copies > 0) watched.last_batch_with_copies = watched.batches;
  watched.open_copies = 0;
}
__device__ inline void note_wait(int but) {
  if (is_watched() && watched.batches - but > watched.done) watched.done = watched.batches - but;
}
__device__ inline void note_barrier() {
  if (is_watched()) ++watched.barriers;
}
__device__ inline void note_multiply_add() {
  if (!is_watched()) return;
  ++watched.multiply_adds;
  if (watched.open_copies == 0 && watched.last_batch_with_copies <= watched.done) ++watched.alone;
}

/// What the thread does in what `launch` launches.
template <class Launch>
Watched watch(const Launch& launch) {
  Watched seen = {};
  bool watching = true;
  CHECK(cudaMemcpyToSymbol(watched, &seen, sizeof seen));
  CHECK(cudaMemcpyToSymbol(is_watching, &watching, sizeof watching));
  launch();
  CHECK(cudaMemcpyFromSymbol(&seen, watched, sizeof seen));
  watching = false;
  CHECK(cudaMemcpyToSymbol(is_watching, &watching, sizeof watching));
  return seen;
}

}  // namespace pipelines

// A macro is not expanded inside of itself: the call in it is CUDA's.
#define __pipeline_memcpy_async(...) (pipelines::note_copy(), __pipeline_memcpy_async(__VA_ARGS__))
#define __pipeline_commit() (pipelines::note_commit(), __pipeline_commit())
#define __pipeline_wait_prior(but) (__pipeline_wait_prior(but), pipelines::note_wait(but))
#define __syncthreads() (__syncthreads(), pipelines::note_barrier())
#define fmaf(...) (pipelines::note_multiply_add(), fmaf(__VA_ARGS__))
