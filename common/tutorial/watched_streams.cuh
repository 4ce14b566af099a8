/// @file
/// @ingroup tutorial
/// For the check of an exercise whose answer makes streams or events: included in front of SUBMISSION, it
/// counts those that are not destroyed. watched_calls.cuh has more.
#pragma once

#include <cuda_runtime.h>

namespace calls {

inline int not_destroyed = 0;  ///< streams and events

/// The result of a call that makes something (1), or destroys it (-1). @param count of what is left
inline cudaError_t made_or_destroyed(int change, cudaError_t error, int& count = not_destroyed) {
  // (A host function may destroy some. <atomic> would be compiled with each answer.)
  if (error == cudaSuccess) __atomic_add_fetch(&count, change, __ATOMIC_RELAXED);
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
