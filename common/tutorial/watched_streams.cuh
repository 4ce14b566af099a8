/// @file
/// @ingroup tutorial
/// For the check of an exercise whose answer makes streams or events: included in front of SUBMISSION, it
/// counts those that are not destroyed. watched_calls.cuh has more.
#pragma once

#include <cuda_runtime.h>

#include <atomic>

namespace calls {

inline std::atomic<int> not_destroyed =
    0;  ///< streams and events; a host function may destroy some

/// The result of a call that makes something (1), or destroys it (-1). @param count of what is left
inline cudaError_t made_or_destroyed(int change, cudaError_t error,
                                     std::atomic<int>& count = not_destroyed) {
  if (error == cudaSuccess) count += change;
  return error;
}

}  // namespace calls

// A macro is not expanded inside of itself: the call in it is CUDA's.
#define cudaStreamCreate(...) calls::made_or_destroyed(1, cudaStreamCreate(__VA_ARGS__))
#define cudaStreamCreateWithFlags(...) \
  calls::made_or_destroyed(1, cudaStreamCreateWithFlags(__VA_ARGS__))
#define cudaStreamCreateWithPriority(...) \
  calls::made_or_destroyed(1, cudaStreamCreateWithPriority(__VA_ARGS__))
#define cudaStreamDestroy(...) calls::made_or_destroyed(-1, cudaStreamDestroy(__VA_ARGS__))
#define cudaEventCreate(...) calls::made_or_destroyed(1, cudaEventCreate(__VA_ARGS__))
#define cudaEventCreateWithFlags(...) \
  calls::made_or_destroyed(1, cudaEventCreateWithFlags(__VA_ARGS__))
#define cudaEventDestroy(...) calls::made_or_destroyed(-1, cudaEventDestroy(__VA_ARGS__))
