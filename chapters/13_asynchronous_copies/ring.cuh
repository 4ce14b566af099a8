// Barriers in shared memory that count bytes as well as arrivals, by the names of cuda::ptx, and rings of stages.
#pragma once

#include <cuda/ptx>

#include <cstdint>

namespace ptx = cuda::ptx;

using Barrier = std::uint64_t;  // in shared memory

// Makes barriers that this thread has initialised visible to the TMA, and to other blocks of the cluster. The
// others wait at a barrier of the block or of the cluster after it.
__device__ inline void fence_init() {
  ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
}

// Arrives, and says how many bytes the phase has to wait for, besides the arrivals.
__device__ inline void arrive_expecting(Barrier* barrier, unsigned bytes) {
  (void)ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, barrier,
                                       bytes);
}

// Waits until the phase of this parity has ended. The one before the first counts as ended, and has parity 1.
__device__ inline void wait(Barrier* barrier, unsigned parity) {
  while (!ptx::mbarrier_try_wait_parity(barrier, parity)) {
  }
}

// A place in a ring of stages, and the parity of the phase that its barriers are in.
template <int kStages>
struct Place {
  int stage = 0;
  unsigned parity = 0;
  __device__ void next() {
    if (++stage == kStages) stage = 0, parity ^= 1;
  }
};
