/// @file
/// @ingroup tutorial
/// For the check of an exercise whose answer calls CUDA by itself: included in front of SUBMISSION,
/// it lets the calls of the answer come through here. So the check can let any of them fail, and it
/// knows exactly what was not freed; the device's free memory depends on what other programs do, too.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace calls {

/// What a call returns that the check lets fail: no call has this error by itself.
inline constexpr cudaError_t kFailure = cudaErrorECCUncorrectable;

inline std::vector<std::string> made;     ///< the names of the calls that can fail, in order
inline std::size_t failing = 0;           ///< which of them fails, from 1 on; 0: none
inline cudaError_t unseen = cudaSuccess;  ///< by cudaGetLastError
inline int not_freed = 0;                 ///< allocations
inline int refused_frees = 0;             ///< of what was freed before, or never allocated

/// Forgets what was before the next call of the answer.
inline void forget() {
  made.clear();
  not_freed = refused_frees = 0;
  unseen = cudaSuccess;
}

template <class Call>
cudaError_t attempt(const char* name, const Call& call) {
  made.push_back(name);
  if (made.size() != failing) return call();
  return unseen = kFailure;
}

template <class Call>
cudaError_t allocate(const char* name, const Call& call) {
  const cudaError_t error = attempt(name, call);
  if (error == cudaSuccess) ++not_freed;
  return error;
}

template <class Call>
cudaError_t release(const void* pointer, const Call& call) {
  const cudaError_t error = call();
  if (error != cudaSuccess) {
    ++refused_frees;
  } else if (pointer != nullptr) {
    --not_freed;
  }
  return error;
}

/// What is wrong with how the answer has freed its memory, or an empty string.
inline std::string wrong_frees() {
  if (refused_frees > 0) {
    return "frees of what was not allocated, or freed before: " + std::to_string(refused_frees);
  }
  return not_freed == 0 ? "" : "allocations that were not freed: " + std::to_string(not_freed);
}

inline cudaError_t last_error() {
  const cudaError_t error = cudaGetLastError();
  return unseen != cudaSuccess ? std::exchange(unseen, cudaSuccess) : error;
}

}  // namespace calls

// A macro is not expanded inside of itself: the call in the lambda is CUDA's.
#define cudaMalloc(...) calls::allocate("cudaMalloc", [&] { return cudaMalloc(__VA_ARGS__); })
#define cudaMallocManaged(...) \
  calls::allocate("cudaMallocManaged", [&] { return cudaMallocManaged(__VA_ARGS__); })
#define cudaMallocAsync(...) \
  calls::allocate("cudaMallocAsync", [&] { return cudaMallocAsync(__VA_ARGS__); })
#define cudaMallocHost(...) \
  calls::allocate("cudaMallocHost", [&] { return cudaMallocHost(__VA_ARGS__); })
#define cudaFree(pointer) calls::release(pointer, [&] { return cudaFree(pointer); })
#define cudaFreeAsync(pointer, stream) \
  calls::release(pointer, [&] { return cudaFreeAsync(pointer, stream); })
#define cudaFreeHost(pointer) calls::release(pointer, [&] { return cudaFreeHost(pointer); })
#define cudaMemcpy(...) calls::attempt("cudaMemcpy", [&] { return cudaMemcpy(__VA_ARGS__); })
#define cudaMemcpyAsync(...) \
  calls::attempt("cudaMemcpyAsync", [&] { return cudaMemcpyAsync(__VA_ARGS__); })
#define cudaMemset(...) calls::attempt("cudaMemset", [&] { return cudaMemset(__VA_ARGS__); })
#define cudaMemcpyToSymbol(...) \
  calls::attempt("cudaMemcpyToSymbol", [&] { return cudaMemcpyToSymbol(__VA_ARGS__); })
#define cudaDeviceSynchronize() \
  calls::attempt("cudaDeviceSynchronize", [&] { return cudaDeviceSynchronize(); })
#define cudaGetLastError() calls::last_error()
