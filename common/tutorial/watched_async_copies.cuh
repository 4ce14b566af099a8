/// @file
/// @ingroup tutorial
/// For the check of an exercise whose answer begins copies by cuda::memcpy_async: included in front of SUBMISSION, it
/// tells the check of each of them. The check has declared before
///
///     __device__ void note_copy(const void* from);
///
/// What is in here is inlined, and reports of the CPU backend name the lines that call it.
#pragma once

#include <cuda/barrier>
#include <cuda/pipeline>

namespace cuda {

template <class To, class From, class... More>
__device__ __forceinline__ auto watched_memcpy_async(To* to, const From* from, More&&... more) {
  note_copy(from);
  return memcpy_async(to, from, static_cast<More&&>(more)...);
}
/// Of the threads of a group together: each of them tells.
template <class Group, class To, class From, class... More>
__device__ __forceinline__ auto watched_memcpy_async(const Group& group, To* to, const From* from,
                                                     More&&... more) {
  note_copy(from);
  return memcpy_async(group, to, from, static_cast<More&&>(more)...);
}

}  // namespace cuda

#define memcpy_async watched_memcpy_async
