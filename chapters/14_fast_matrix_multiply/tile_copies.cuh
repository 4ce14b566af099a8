// Tiles of A and B on their way to shared memory by cp.async: past the registers, while threads compute.
#pragma once

#include "shape.cuh"

__device__ inline unsigned shared_address(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

// Starts to copy 16 bytes to shared memory; those after the first `bytes` are not read and become 0.
__device__ inline void copy_16(void* to, const void* from, int bytes) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared_address(to)), "l"(from),
               "r"(bytes)
               : "memory");
}

// The same with 4 bytes, or with a 0.
__device__ inline void copy_4(void* to, const void* from, bool exists) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(shared_address(to)), "l"(from),
               "r"(exists ? 4 : 0)
               : "memory");
}

// The copies started since the last call are a group.
__device__ inline void commit_copies() { asm volatile("cp.async.commit_group;" ::: "memory"); }

// Waits for this thread's groups, except for the last kPending.
template <int kPending>
__device__ inline void wait_for_copies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(kPending) : "memory");
}

// A block's tiles: kRows × kStep elements of A, kStep × kColumns of B. A thread copies the same parts of
// every pair of tiles, from rows that are equally far apart.
template <class T, int kRows, int kColumns, int kStep, int kThreads>
class TileCopies {
 public:
  // The first column of the last part of B is at most the last one of a row: what is computed from columns
  // that C does not have is not stored.
  __device__ TileCopies(const T* a, const T* b, const Shape& s, int row0, int column0)
      : a_(a + static_cast<size_t>(row0 + a_row()) * s.lda + a_chunk() * kVector),
        b_(b + static_cast<size_t>(b_row()) * s.ldb +
           min(column0 + b_chunk() * kVector, s.ldb - kVector)),
        rows_left_(s.m - row0 - a_row()),
        k_(s.k),
        lda_(s.lda),
        ldb_(s.ldb) {}

  // Starts one of kParts parts of the copies of the tiles that begin at k0, in this order; k0 grows by kStep.
  // What is beyond the last row of A or beyond k becomes 0. The stage says where 16 bytes of a row belong.
  template <int kPart = 0, int kParts = 1, class Stage>
  __device__ void start(Stage& stage, int k0) {
    const int bytes =
        min(max(k_ - k0 - a_chunk() * kVector, 0), kVector) * static_cast<int>(sizeof(T));
#pragma unroll
    for (int i = kACopies * kPart / kParts; i < kACopies * (kPart + 1) / kParts; ++i) {
      copy_16(stage.place_a(a_row() + i * kARows, a_chunk()),
              a_ + static_cast<size_t>(i * kARows) * lda_, i * kARows < rows_left_ ? bytes : 0);
    }
#pragma unroll
    for (int i = kBCopies * kPart / kParts; i < kBCopies * (kPart + 1) / kParts; ++i) {
      copy_16(stage.place_b(b_row() + i * kBRows, b_chunk()),
              b_ + static_cast<size_t>(i * kBRows) * ldb_, i * kBRows < k_ - k0 - b_row() ? 16 : 0);
    }
    if constexpr (kPart + 1 == kParts) {
      a_ += kStep;
      b_ += static_cast<size_t>(kStep) * ldb_;
      commit_copies();
    }
  }

 private:
  static constexpr int kVector = 16 / sizeof(T), kAChunks = kStep / kVector,
                       kBChunks = kColumns / kVector;
  static constexpr int kARows = kThreads / kAChunks,
                       kBRows = kThreads / kBChunks;  // copied together
  static constexpr int kACopies = kRows / kARows, kBCopies = kStep / kBRows;
  static_assert(kRows % kARows == 0 && kStep % kBRows == 0);
  static_assert(kThreads % kAChunks == 0 && kThreads % kBChunks == 0);

  static __device__ int a_row() { return threadIdx.x / kAChunks; }
  static __device__ int a_chunk() { return threadIdx.x % kAChunks; }
  static __device__ int b_row() { return threadIdx.x / kBChunks; }
  static __device__ int b_chunk() { return threadIdx.x % kBChunks; }

  const T *a_, *b_;
  int rows_left_, k_, lda_, ldb_;
};

// Tiles of float, A transposed. A thread copies one column of A's tile, element by element since they do not stay neighbours, and vectors
// of B's. What is beyond the last row of A or beyond k becomes 0.
template <int kRows, int kColumns, int kStep, int kThreads>
struct TransposingCopies {
  static constexpr int kARows = kThreads / kStep, kBRows = kThreads / (kColumns / 4);
  const int a_row = threadIdx.x / kStep, a_column = threadIdx.x % kStep;
  const int b_row = threadIdx.x / (kColumns / 4), b_column = threadIdx.x % (kColumns / 4) * 4;
  const float *a, *b;
  int rows_left, k, lda, ldb;
  __device__ TransposingCopies(const float* from_a, const float* from_b, const Shape& s, int row0,
                               int column0)
      : a(from_a + size_t(row0 + a_row) * s.lda + a_column),
        b(from_b + size_t(b_row) * s.ldb + min(column0 + b_column, s.ldb - 4)),
        rows_left(s.m - row0 - a_row),
        k(s.k),
        lda(s.lda),
        ldb(s.ldb) {}
  template <class Stage>
  __device__ void start(Stage& stage, int k0) {
#pragma unroll
    for (int i = 0; i < kRows / kARows; ++i) {
      copy_4(&stage.a[a_column][a_row + i * kARows], a + size_t(i * kARows) * lda,
             i * kARows < rows_left && k0 + a_column < k);
    }
#pragma unroll
    for (int i = 0; i < kStep / kBRows; ++i) {
      copy_16(&stage.b[b_row + i * kBRows][b_column], b + size_t(i * kBRows) * ldb,
              k0 + b_row + i * kBRows < k ? 16 : 0);
    }
    commit_copies();
    a += kStep, b += size_t(kStep) * ldb;
  }
};
