// Products by a warpgroup, in the smallest shape. The instructions are macros, so that a report names the line that
// uses them.
#pragma once

#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include <cstdint>

#define FENCE_PRODUCTS() asm volatile("wgmma.fence.sync.aligned;" ::: "memory")
#define COMMIT_PRODUCTS() asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory")
#define WAIT_FOR_PRODUCTS(pending) \
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(pending) : "memory")
/// sums (+)= A · B, 64 × 16 by 16 × 8 numbers; their rows and columns are along k. @param add whether to the old sums
#define MULTIPLY(sums, a, b, add)                                                                 \
  asm volatile(                                                                                   \
      "{ .reg .pred add; setp.ne.b32 add, %6, 0; "                                                \
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, %4, %5, add, 1, 1, " \
      "0, 0; }"                                                                                   \
      : "+f"((sums)[0]), "+f"((sums)[1]), "+f"((sums)[2]), "+f"((sums)[3])                        \
      : "l"(a), "l"(b), "r"(static_cast<int>(add)))

using Number = __nv_bfloat16;

/// What wgmma has to know of a matrix in shared memory. @param swizzle 0: none, 1: 128 bytes, 2: 64, 3: 32
__device__ inline std::uint64_t descriptor(const void* matrix, unsigned leading, unsigned stride,
                                           std::uint64_t swizzle = 0) {
  const auto field = [](std::uint64_t bytes) { return (bytes & 0x3ffff) >> 4; };
  return field(__cvta_generic_to_shared(matrix)) | field(leading) << 16 | field(stride) << 32 |
         swizzle << 62;
}

/// The factors of MULTIPLY: pieces of 8 rows with 8 numbers, two pieces side by side, groups of 8 rows below each
/// other.
struct Tiles {
  Number a[8][2][8][8];
  Number b[2][8][8];
};
__device__ inline std::uint64_t descriptor_of_a(const Tiles& tiles) {
  return descriptor(tiles.a, sizeof tiles.a[0][0], sizeof tiles.a[0]);
}
__device__ inline std::uint64_t descriptor_of_b(const Tiles& tiles) {
  return descriptor(tiles.b, sizeof tiles.b[0], sizeof tiles.b);
}

/// All of a block's threads write both factors: A is 1, B is `value`.
__device__ inline void fill(Tiles& tiles, float value) {
  Number* const numbers = &tiles.a[0][0][0][0];
  constexpr int kA = sizeof tiles.a / sizeof(Number), kAll = sizeof tiles / sizeof(Number);
  for (int i = threadIdx.x; i < kAll; i += blockDim.x) {
    numbers[i] = __float2bfloat16(i < kA ? 1.f : value);
  }
}
/// Tensor cores, and bulk copies, see what this thread has written.
__device__ inline void fence_for_products() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/// Thread t has sums in rows 16 (t / 32) + t / 4 % 8, and 8 below, columns 2 (t % 4) and the next one.
__device__ inline void store(const float (&sums)[4], float* out) {
  for (int i = 0; i < 4; ++i) out[threadIdx.x % 128 * 4 + i] = sums[i];
}
