/// @file
/// @ingroup tutorial
/// For the check of an exercise whose first warp fills a ring of stages while the others use them: included in front of
/// SUBMISSION, it knows how far ahead the first warp gets. The others are held up at their first wait at a
/// `cuda::barrier` until so many bytes of copies have begun, or for a while: a ring doesn't need them to fill all of its
/// stages. A result doesn't show that, and a time doesn't show it every time. Needs -rdc=true.
#pragma once

#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cuda/barrier>
#include <cuda/pipeline>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "tutorial/check.cuh"

// Barriers in shared memory are initialised by init(), not by constructors.
#pragma nv_diag_suppress static_var_with_dynamic_init

namespace rings {

inline constexpr int kMostBlocks = 64;  ///< of a launch that is watched

inline __constant__ unsigned wanted_bytes;           ///< 0: nothing is watched
inline __device__ unsigned begun[kMostBlocks];       ///< bytes of copies, for each block
inline __device__ unsigned seen_begun[kMostBlocks];  ///< when the first of the others went on

__device__ inline void note_copy(std::size_t bytes) {
  if (wanted_bytes > 0) atomicAdd(&begun[blockIdx.x], static_cast<unsigned>(bytes));
}

/// Longer than it takes a warp to begin a few copies: 1000 rounds in which all threads get on, or some milliseconds.
__device__ inline bool has_patience(long long rounds, [[maybe_unused]] long long since) {
#ifdef __CUDA_ARCH__
  return rounds < 1000 || clock64() - since < 10'000'000;
#else
  return rounds < 1000;
#endif
}

__device__ inline void hold_up() {
  if (wanted_bytes == 0 || threadIdx.x < 32) return;
  const long long since = clock64();
  unsigned bytes = atomicAdd(&begun[blockIdx.x], 0);
  for (long long rounds = 0; bytes < wanted_bytes && has_patience(rounds, since); ++rounds) {
    __nanosleep(100);
    bytes = atomicAdd(&begun[blockIdx.x], 0);
  }
  atomicMin(&seen_begun[blockIdx.x], bytes);
}

inline constexpr unsigned kNeverWaited = std::numeric_limits<unsigned>::max();

/// Of how many bytes the first warp begins copies before the others have used any: in the block where it is least of
/// those that `launch` launches; kNeverWaited if in none of them others wait.
/// @param wanted the bytes of all stages; each block has to have as much to copy
template <class Launch>
unsigned bytes_ahead(unsigned wanted, int blocks, const Launch& launch) {
  std::vector<unsigned> none(kMostBlocks), seen(kMostBlocks, kNeverWaited);
  CHECK(cudaMemcpyToSymbol(begun, none.data(), sizeof begun));
  CHECK(cudaMemcpyToSymbol(seen_begun, seen.data(), sizeof seen_begun));
  CHECK(cudaMemcpyToSymbol(wanted_bytes, &wanted, sizeof wanted));
  launch();
  CHECK(cudaDeviceSynchronize());
  wanted = 0;
  CHECK(cudaMemcpyToSymbol(wanted_bytes, &wanted, sizeof wanted));
  CHECK(cudaMemcpyFromSymbol(seen.data(), seen_begun, sizeof seen_begun));
  return *std::min_element(seen.begin(), seen.begin() + std::min(blocks, kMostBlocks));
}

/// The stages of a ring, and what they hold: "rows", say.
struct Stages {
  int count;
  unsigned bytes;  ///< of one
  std::string name;
};

/// The first warp fills all stages, whatever the others do. Each block has so many or more of them to fill.
template <class Exercise, class Launch>
void require_all_stages(Exercise& exercise, const Stages& stages, int blocks,
                        const Launch& launch) {
  const unsigned ahead = bytes_ahead(stages.count * stages.bytes, blocks, launch);
  exercise.require(ahead != kNeverWaited,
                   "no warp but the first waits at a cuda::barrier: how do the others know that "
                   "their " +
                       stages.name + " have arrived?");
  exercise.require(ahead != 0, "cuda::memcpy_async of the first warp should bring the " +
                                   stages.name + ", and it has begun no copy to a stage");
  exercise.require(
      ahead >= stages.count * stages.bytes,
      "of the first " + std::to_string(stages.count) + " " + stages.name +
          ", the first warp begins to copy " + std::to_string(ahead / stages.bytes) +
          ", and then waits for other warps: it should go on until all stages are full");
}

}  // namespace rings

namespace cuda {

/// A barrier that holds up. Its functions are inlined, so that reports name the lines that call them.
template <thread_scope Scope, class... Completion>
struct watched_barrier : barrier<Scope, Completion...> {
  using Base = barrier<Scope, Completion...>;
  using Base::Base;
  using typename Base::arrival_token;
  watched_barrier() = default;

  __device__ __forceinline__ void wait(arrival_token&& token) const {
    rings::hold_up();
    Base::wait(std::move(token));
  }
  __device__ __forceinline__ void wait_parity(bool parity) const {
    rings::hold_up();
    Base::wait_parity(parity);
  }
  __device__ __forceinline__ void arrive_and_wait() { wait(Base::arrive()); }
};

/// Copies to stages. The calls of a group are one copy.
template <class To, class From, class Size, thread_scope Scope>
__device__ __forceinline__ void memcpy_async(To* to, const From* from, Size bytes,
                                             watched_barrier<Scope>& barrier) {
  memcpy_async(to, from, bytes, static_cast<typename watched_barrier<Scope>::Base&>(barrier));
  rings::note_copy(bytes);
}
template <class Group, class To, class From, class Size, thread_scope Scope>
__device__ __forceinline__ void memcpy_async(const Group& group, To* to, const From* from,
                                             Size bytes, watched_barrier<Scope>& barrier) {
  memcpy_async(group, to, from, bytes,
               static_cast<typename watched_barrier<Scope>::Base&>(barrier));
  if (group.thread_rank() == 0) rings::note_copy(bytes);
}

}  // namespace cuda

#define barrier watched_barrier
