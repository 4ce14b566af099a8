/// @file
/// @ingroup tutorial
/// For the check of an exercise whose answer has to know which lanes take part: included in front of
/// SUBMISSION, it notes whether a kernel asks __activemask() or coalesced_threads() instead. The hardware
/// may answer with any of the lanes that could be there, so a result may be right by luck. Needs -rdc=true.
#pragma once

#include <cooperative_groups.h>

#include "tutorial/check.cuh"
#include "tutorial/exercise.cuh"

inline __device__ int activemask_was_asked;

namespace cooperative_groups {

__device__ inline coalesced_group asked_coalesced_threads() {
  activemask_was_asked = 1;
  return coalesced_threads();
}

}  // namespace cooperative_groups

/// Fails if a kernel has asked since the check began.
inline void require_no_activemask(Exercise& exercise) {
  int asked = 0;
  CHECK(cudaMemcpyFromSymbol(&asked, activemask_was_asked, sizeof asked));
  exercise.require(!asked,
                   "__activemask() or coalesced_threads() was asked who takes part. It says which "
                   "lanes happen to be here, and the others may come later: the result was right "
                   "by luck. Let all lanes come, or let them vote before they part");
}

// A macro is not expanded inside of itself: the first call is CUDA's.
#define __activemask() (activemask_was_asked = 1, (__activemask)())
#define coalesced_threads asked_coalesced_threads
