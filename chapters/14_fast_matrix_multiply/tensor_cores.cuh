// The instructions of tensor cores that a warp executes together, as functions: C++ has no names for them.
#pragma once

#include <cuda_bf16.h>

#include "tile_copies.cuh"

// Where 16 bytes of a row are in a tile of shared memory whose rows have kChunks times 16 bytes. In rows of
// 128 bytes or more, chunk i of row r is at i ^ r % 8, so that the same chunk of 8 rows is in 8 different
// groups of banks; of rows with 64 bytes two are as long as all banks.
template <int kChunks>
__device__ constexpr int swizzled(int row, int chunk) {
  return row * kChunks +
         (kChunks >= 8 ? chunk ^ (row & 7) : chunk ^ (row / (8 / kChunks) & (kChunks - 1)));
}

// Four matrices of 8 rows with 16 bytes: lane i brings the address of row i % 8 of matrix i / 8, and gets
// 4 bytes of each: bytes 4 (lane % 4) … of row lane / 4. Transposed, 2 elements below each other.
__device__ inline void load_matrices(unsigned (&r)[4], const void* p) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(shared_address(p))
               : "memory");
}
__device__ inline void load_transposed(unsigned (&r)[4], const void* p) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(shared_address(p))
               : "memory");
}

// c += a · b: 16 × 16 times 16 × 8 elements of bfloat16, sums in float.
__device__ inline void multiply_bf16(float (&c)[4], const unsigned (&a)[4], unsigned b0,
                                     unsigned b1) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, {%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// c += a · b: 16 × 8 times 8 × 8 elements of tf32, which are floats with 10 bits after the point.
__device__ inline void multiply_tf32(float (&c)[4], const unsigned (&a)[4], unsigned b0,
                                     unsigned b1) {
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, {%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// The bits of x, rounded to tf32 by the 13 bits that hardware ignores. (cvt.rna.tf32 also keeps NaN, and
// takes three instructions.)
__device__ inline unsigned round_tf32(unsigned x) { return x + 0x1000; }
