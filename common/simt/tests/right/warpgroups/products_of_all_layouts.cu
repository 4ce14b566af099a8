// A product by a warpgroup whose factors lie in shared memory in all the ways that a descriptor can say: along k or not,
// swizzled or not, and A in registers.
// supports: inline PTX: wgmma.mma_async of m64nNk16 (f16, bf16), m64nNk8 (tf32) and m64nNk32 (e4m3, e5m2), A in shared memory or in registers, all swizzles of descriptors (without a base offset), with wgmma.fence, commit_group and wait_group; setmaxnreg
// prints: 0 of 20 wrong
#include <cstdio>
#include <vector>

#include "../../warpgroups.cuh"

constexpr int kRows = 64, kColumns = 8, kDepth = 16;

/// Where numbers lie: groups of 8 rows (or of 8 steps of k), in each of which rows of pieces are as far apart as the
/// swizzle has bytes.
struct Layout {
  bool is_along_k;
  int swizzle;  // as in descriptor()
  int leading, stride;

  __host__ __device__ int width() const {
    return swizzle == 0 ? 16 : swizzle == 1 ? 128 : swizzle == 2 ? 64 : 32;
  }
  __device__ int offset(int row, int k) const {
    const int along = is_along_k ? k : row, across = is_along_k ? row : k;
    const int piece = along / 8, in_piece = along % 8 * 2, group = across / 8;
    int at = across % 8 * width() + in_piece;
    if (swizzle != 0) {
      at += piece * 16 % width() + piece * 16 / width() * leading + group * stride;
    } else if (is_along_k) {
      at += piece * leading + group * stride;
    } else {
      at += piece * stride + group * leading;
    }
    return at ^ (at / 128 % 8 * 16 & (width() - 16));
  }
};

template <bool kTransposesA, bool kTransposesB>
__device__ void multiply(float (&sums)[4], std::uint64_t a, std::uint64_t b) {
  asm volatile(
      "{ .reg .pred add; setp.ne.b32 add, 0, 0;"
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, %4, %5, add, 1, 1, "
      "%6, %7; }"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
      : "l"(a), "l"(b), "n"(int{kTransposesA}), "n"(int{kTransposesB}));
}
template <bool kTransposesB>
__device__ void multiply(float (&sums)[4], const unsigned (&a)[4], std::uint64_t b) {
  asm volatile(
      "{ .reg .pred add; setp.ne.b32 add, 0, 0;"
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, "
      "add, 1, 1, %9; }"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "n"(int{kTransposesB}));
}

struct Case {
  Layout a, b;
  bool has_a_in_registers;
};

__global__ void multiply_tiles(Case which, const Number* a, const Number* b, float* c) {
  __shared__ alignas(1024) unsigned char tile_a[8192], tile_b[2048];
  for (int i = threadIdx.x; i < kRows * kDepth; i += blockDim.x) {
    *reinterpret_cast<Number*>(tile_a + which.a.offset(i / kDepth, i % kDepth)) = a[i];
  }
  for (int i = threadIdx.x; i < kColumns * kDepth; i += blockDim.x) {
    *reinterpret_cast<Number*>(tile_b + which.b.offset(i / kDepth, i % kDepth)) = b[i];
  }
  fence_for_products();
  __syncthreads();
  const std::uint64_t of_a = descriptor(tile_a, which.a.leading, which.a.stride, which.a.swizzle);
  const std::uint64_t of_b = descriptor(tile_b, which.b.leading, which.b.stride, which.b.swizzle);
  const int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4, column = threadIdx.x % 4 * 2;
  unsigned registers[4];
  for (int i = 0; i < 4; ++i) {  // rows, and 8 below; k, and 8 further right
    const Number* const pair = a + (row + i % 2 * 8) * kDepth + column + i / 2 * 8;
    registers[i] = *reinterpret_cast<const unsigned*>(pair);
  }
  float sums[4] = {-1, -1, -1, -1};
  FENCE_PRODUCTS();
  if (which.has_a_in_registers) {
    if (which.b.is_along_k) {
      multiply<false>(sums, registers, of_b);
    } else {
      multiply<true>(sums, registers, of_b);
    }
  } else if (which.a.is_along_k) {
    if (which.b.is_along_k) {
      multiply<false, false>(sums, of_a, of_b);
    } else {
      multiply<false, true>(sums, of_a, of_b);
    }
  } else if (which.b.is_along_k) {
    multiply<true, false>(sums, of_a, of_b);
  } else {
    multiply<true, true>(sums, of_a, of_b);
  }
  COMMIT_PRODUCTS();
  WAIT_FOR_PRODUCTS(0);
  for (int i = 0; i < 4; ++i) c[(row + i / 2 * 8) * kColumns + column + i % 2] = sums[i];
}

Layout layout(bool is_along_k, int swizzle, int rows) {
  Layout made{is_along_k, swizzle, 0, 0};
  const int pattern = 8 * made.width();
  if (swizzle != 0) {
    made.stride = pattern;
    made.leading = 2 * pattern;  // of one that is not along k: both groups of k come first
  } else if (is_along_k) {
    made.stride = 128;
    made.leading = rows / 8 * 128;
  } else {
    made.stride = 256;
    made.leading = 128;
  }
  return made;
}

int main() {
  std::vector<Number> a(kRows * kDepth), b(kColumns * kDepth);
  std::vector<float> expected(kRows * kColumns), c(expected.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = __float2bfloat16(static_cast<float>(i * 7 % 31) - 15);
  for (std::size_t i = 0; i < b.size(); ++i)
    b[i] = __float2bfloat16(static_cast<float>(i * 5 % 23) - 9);
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      for (int k = 0; k < kDepth; ++k) {
        expected[row * kColumns + column] +=
            __bfloat162float(a[row * kDepth + k]) * __bfloat162float(b[column * kDepth + k]);
      }
    }
  }
  Number *device_a, *device_b;
  float* device_c;
  cudaMalloc(&device_a, a.size() * sizeof(Number));
  cudaMalloc(&device_b, b.size() * sizeof(Number));
  cudaMalloc(&device_c, c.size() * sizeof(float));
  cudaMemcpy(device_a, a.data(), a.size() * sizeof(Number), cudaMemcpyHostToDevice);
  cudaMemcpy(device_b, b.data(), b.size() * sizeof(Number), cudaMemcpyHostToDevice);
  int count = 0, wrong = 0;
  const auto check = [&](const Case& which) {
    multiply_tiles<<<1, 128>>>(which, device_a, device_b, device_c);
    cudaMemcpy(c.data(), device_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
    ++count;
    if (c == expected) return;
    ++wrong;
    std::printf("wrong: A %d %d, B %d %d, in registers %d\n", which.a.is_along_k, which.a.swizzle,
                which.b.is_along_k, which.b.swizzle, which.has_a_in_registers);
  };
  for (int swizzle = 0; swizzle < 4; ++swizzle) {
    for (const bool a_is_along_k : {true, false}) {
      for (const bool b_is_along_k : {true, false}) {
        check({layout(a_is_along_k, swizzle, kRows),
               layout(b_is_along_k, (swizzle + 1) % 4, kColumns), false});
      }
    }
    check({layout(true, 0, kRows), layout(swizzle % 2 == 0, swizzle, kColumns), true});
  }
  std::printf("%d of %d wrong\n", wrong, count);
  cudaFree(device_a);
  cudaFree(device_b);
  cudaFree(device_c);
}
