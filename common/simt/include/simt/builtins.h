/// @file
/// The built-in variables of a kernel, its shared memory and its barriers.
#pragma once

#include <cstddef>

#include "simt/elements.h"
#include "vector_types.h"

namespace simt {

/// `blockDim` and `gridDim`: an aggregate, because only objects without constructors stay free of
/// instrumentation, that turns into the `dim3` CUDA says it is.
struct Extent {
  unsigned int x, y, z;
  constexpr operator dim3() const { return dim3(x, y, z); }
  constexpr operator uint3() const { return uint3{x, y, z}; }
};

/// A block's static shared array that `key` stands for: 128-byte aligned, the same in all threads.
void* shared(const void* key, const char* name, std::size_t bytes, std::size_t alignment,
             Elements elements);
/// The dynamic shared memory of the launch.
void* shared_dynamic(const char* name, std::size_t alignment, Elements elements);

/// `extern __shared__ T name[];` at namespace scope.
template <class T>
struct DynamicShared {
  [[gnu::always_inline]] operator T*() const {
    return static_cast<T*>(shared_dynamic("dynamic shared memory", alignof(T), elements_of<T>()));
  }
  template <class Index>
  [[gnu::always_inline]] T& operator[](Index i) const {
    return static_cast<T*>(*this)[i];
  }
};

/// Its address, where only a pointer will do; another variable of the same name stays what it is.
template <class T>
[[gnu::always_inline]] inline T* shared_pointer(const DynamicShared<T>& memory) {
  return memory;
}
template <class T>
[[gnu::always_inline]] inline T&& shared_pointer(T&& other) {
  return static_cast<T&&>(other);
}

/// A fence between OS threads, out of line so that it is not instrumented.
void device_fence();
/// A fence among the threads of a block, out of line, too.
void block_fence();

/// How the votes of a block barrier are combined.
enum class Vote { kNone, kCount, kAnd, kOr };

/// The block barrier; returns the combined vote.
int block_barrier(Vote vote, int predicate);

}  // namespace simt

// The const is for the kernel: the runtime writes these before it runs a thread, and a thread
// never sees them change.
extern "C" {
extern __thread const uint3 threadIdx asm("simt_threadIdx");
extern __thread const uint3 blockIdx asm("simt_blockIdx");
extern __thread const simt::Extent blockDim asm("simt_blockDim");
extern __thread const simt::Extent gridDim asm("simt_gridDim");
}
inline constexpr int warpSize = 32;

[[gnu::always_inline]] inline void __syncthreads() { simt::block_barrier(simt::Vote::kNone, 0); }
/// How many threads of the block have a non-zero predicate.
[[gnu::always_inline]] inline int __syncthreads_count(int predicate) {
  return simt::block_barrier(simt::Vote::kCount, predicate);
}
[[gnu::always_inline]] inline int __syncthreads_and(int predicate) {
  return simt::block_barrier(simt::Vote::kAnd, predicate);
}
[[gnu::always_inline]] inline int __syncthreads_or(int predicate) {
  return simt::block_barrier(simt::Vote::kOr, predicate);
}

// One OS thread runs all threads of a block in turn, so a block's own writes are always in order, and the
// check of races wants to know the fence; between blocks on other OS threads the processor's is the real thing.
[[gnu::always_inline]] inline void __threadfence_block() { simt::block_fence(); }
[[gnu::always_inline]] inline void __threadfence() { simt::device_fence(); }
[[gnu::always_inline]] inline void __threadfence_system() { simt::device_fence(); }

// Programmatic dependent launch: here a kernel begins when the one before has ended, so there is
// nothing to wait for and nothing to be triggered.
[[gnu::always_inline]] inline void cudaGridDependencySynchronize() { simt::device_fence(); }
[[gnu::always_inline]] inline void cudaTriggerProgrammaticLaunchCompletion() {}
