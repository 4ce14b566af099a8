/// @file
/// Copies from global to shared memory as functions of C: the batches of the calling thread, as in its
/// `cuda::pipeline`.
#pragma once

#include "simt/users_macros_away.inc"

#include <cstddef>

#include "cuda/pipeline"
#include "cuda_awbarrier_primitives.h"

/// @param size 4, 8 or 16, and the alignment of both
/// @param zero_bytes at the end become 0, and are not read
SIMT_INLINE void __pipeline_memcpy_async(void* __restrict__ to, const void* __restrict__ from,
                                         std::size_t size, std::size_t zero_bytes = 0) {
  simt::check_async_copy("__pipeline_memcpy_async()", to, from, size, zero_bytes);
  cuda::pipeline<cuda::thread_scope_thread> batches;
  if (size > zero_bytes) cuda::memcpy_async(to, from, size - zero_bytes, batches);
  for (std::size_t i = size - zero_bytes; i < size; ++i) static_cast<unsigned char*>(to)[i] = 0;
}
SIMT_INLINE void __pipeline_commit() {
  cuda::pipeline<cuda::thread_scope_thread> batches;
  batches.producer_commit();
}
/// Waits for the calling thread's batches, all but the `prior` latest; 8 stands for more.
SIMT_INLINE void __pipeline_wait_prior(std::size_t prior) {
  cuda::pipeline<cuda::thread_scope_thread> batches;
  switch (prior) {
#define SIMT_WAIT_PRIOR(count)                          \
  case count:                                           \
    cuda::pipeline_consumer_wait_prior<count>(batches); \
    break;
    SIMT_WAIT_PRIOR(0)
    SIMT_WAIT_PRIOR(1)
    SIMT_WAIT_PRIOR(2)
    SIMT_WAIT_PRIOR(3)
    SIMT_WAIT_PRIOR(4)
    SIMT_WAIT_PRIOR(5)
    SIMT_WAIT_PRIOR(6)
    SIMT_WAIT_PRIOR(7)
#undef SIMT_WAIT_PRIOR
    default:
      cuda::pipeline_consumer_wait_prior<8>(batches);
  }
}
/// The barrier's phase ends after the calling thread's copies: the model waits for them here.
SIMT_INLINE void __pipeline_arrive_on(__mbarrier_t*) {
  __pipeline_commit();
  __pipeline_wait_prior(0);
}

#include "simt/users_macros_back.inc"
