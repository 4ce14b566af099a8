// Products by a warpgroup of numbers of 8, 16 and 32 bits, with their signs, added to what is there.
// supports: inline PTX: wgmma with negated factors, and sums of 16 bits
// prints: f16 0, f16 sums 0, bf16 0, -a 0, -b 0, tf32 0, e4m3 0, e5m2 by e4m3 0, 24 columns 0 wrong
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cstdio>
#include <cstring>
#include <vector>

#include "../../warpgroups.cuh"

constexpr int kRows = 64;

// Pieces of 16 bytes of 8 rows, one behind the other, two side by side.
template <class A, class B, int columns>
struct Factors {
  A a[kRows / 8][2][8][16 / sizeof(A)];
  B b[columns / 8][2][8][16 / sizeof(B)];
};

// The numbers of each row from `from`, 32 bytes, where wgmma finds them.
template <class T, int groups, int numbers>
__device__ void copy(T (&to)[groups][2][8][numbers], const T* from) {
  for (int i = threadIdx.x; i < groups * 16 * numbers; i += blockDim.x) {
    const int row = i / (2 * numbers), k = i % (2 * numbers);
    to[row / 8][k / numbers][row % 8][k % numbers] = from[i];
  }
}

#define SUMS_OF_32_BITS "{%0, %1, %2, %3}, %4, %5, add, "
#define MULTIPLY_TYPES(name, types, numbers)                                                  \
  struct name {                                                                               \
    static constexpr int kColumns = 8, kSums = 4;                                             \
    __device__ static void multiply(float (&sums)[4], std::uint64_t a, std::uint64_t b) {     \
      asm volatile(                                                                           \
          "{ .reg .pred add; setp.ne.b32 add, 1, 0; wgmma.mma_async.sync.aligned.m64n8" types \
          " " SUMS_OF_32_BITS numbers "; }"                                                   \
          : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])                        \
          : "l"(a), "l"(b));                                                                  \
    }                                                                                         \
  }
MULTIPLY_TYPES(HalfTypes, "k16.f32.f16.f16", "1, 1, 0, 0");
MULTIPLY_TYPES(BfloatTypes, "k16.f32.bf16.bf16", "1, 1, 0, 0");
MULTIPLY_TYPES(NegatedA, "k16.f32.bf16.bf16", "-1, 1, 0, 0");
MULTIPLY_TYPES(NegatedB, "k16.f32.bf16.bf16", "1, -1, 0, 0");
MULTIPLY_TYPES(Tf32Types, "k8.f32.tf32.tf32", "1, 1");
MULTIPLY_TYPES(E4m3Types, "k32.f32.e4m3.e4m3", "1, 1");
MULTIPLY_TYPES(E5m2Types, "k32.f32.e5m2.e4m3", "1, 1");

struct HalfSums {
  static constexpr int kColumns = 8, kSums = 4;
  __device__ static void multiply(float (&sums)[4], std::uint64_t a, std::uint64_t b) {
    __half2 pairs[2] = {__floats2half2_rn(sums[0], sums[1]), __floats2half2_rn(sums[2], sums[3])};
    unsigned(&bits)[2] = reinterpret_cast<unsigned(&)[2]>(pairs);
    FENCE_PRODUCTS();
    asm volatile(
        "{ .reg .pred add; setp.ne.b32 add, 1, 0; "
        "wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 "
        "{%0, %1}, %2, %3, add, 1, 1, 0, 0; }"
        : "+r"(bits[0]), "+r"(bits[1])
        : "l"(a), "l"(b));
    COMMIT_PRODUCTS();
    WAIT_FOR_PRODUCTS(0);
    for (int i = 0; i < 4; ++i)
      sums[i] = __half2float(i % 2 == 0 ? pairs[i / 2].x : pairs[i / 2].y);
  }
};

struct ManyColumns {
  static constexpr int kColumns = 24, kSums = 12;
  __device__ static void multiply(float (&sums)[12], std::uint64_t a, std::uint64_t b) {
    asm volatile(
        "{ .reg .pred add; setp.ne.b32 add, 1, 0; "
        "wgmma.mma_async.sync.aligned.m64n24k16.f32.f16.f16 "
        "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11}, %12, %13, add, 1, 1, 0, 0; }"
        : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3]), "+f"(sums[4]), "+f"(sums[5]),
          "+f"(sums[6]), "+f"(sums[7]), "+f"(sums[8]), "+f"(sums[9]), "+f"(sums[10]), "+f"(sums[11])
        : "l"(a), "l"(b));
  }
};

template <class Product, class A, class B>
__global__ void multiply_tiles(const A* a, const B* b, float* c) {
  constexpr int kColumns = Product::kColumns;
  __shared__ alignas(128) Factors<A, B, kColumns> tiles;
  copy(tiles.a, a);
  copy(tiles.b, b);
  fence_for_products();
  __syncthreads();
  const int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4, column = threadIdx.x % 4 * 2;
  const auto place = [&](int i) {
    return (row + i / 2 % 2 * 8) * kColumns + column + i % 2 + i / 4 * 8;
  };
  float sums[Product::kSums];
  for (int i = 0; i < Product::kSums; ++i) sums[i] = static_cast<float>(place(i) % 3);
  FENCE_PRODUCTS();
  Product::multiply(sums, descriptor(tiles.a, 128, 256), descriptor(tiles.b, 128, 256));
  COMMIT_PRODUCTS();
  WAIT_FOR_PRODUCTS(0);
  for (int i = 0; i < Product::kSums; ++i) c[place(i)] = sums[i];
}

template <class T>
std::vector<T> numbers(int rows, int factor) {
  std::vector<T> made(rows * 32 / sizeof(T));
  for (std::size_t i = 0; i < made.size(); ++i) {
    made[i] = T(static_cast<float>(static_cast<int>(i) * factor % 13 - 6));
  }
  return made;
}
template <class T>
T* on_device(const std::vector<T>& host) {
  T* device;
  cudaMalloc(&device, host.size() * sizeof(T));
  cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
  return device;
}

template <class Product, class A, class B>
void check(const char* name, float sign = 1) {
  constexpr int kColumns = Product::kColumns, kDepth = 32 / sizeof(A);
  const std::vector<A> a = numbers<A>(kRows, 5);
  const std::vector<B> b = numbers<B>(kColumns, 7);
  std::vector<float> c(kRows * kColumns, -1);
  A* const device_a = on_device(a);
  B* const device_b = on_device(b);
  float* const device_c = on_device(c);
  multiply_tiles<Product><<<1, 128>>>(device_a, device_b, device_c);
  cudaMemcpy(c.data(), device_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < kRows * kColumns; ++i) {
    float sum = static_cast<float>(i % 3);
    for (int k = 0; k < kDepth; ++k) {
      sum += sign * static_cast<float>(a[i / kColumns * kDepth + k]) *
             static_cast<float>(b[i % kColumns * kDepth + k]);
    }
    wrong += c[i] != sum;
  }
  std::printf("%s %d", name, wrong);
  cudaFree(device_a);
  cudaFree(device_b);
  cudaFree(device_c);
}

int main() {
  check<HalfTypes, __half, __half>("f16");
  check<HalfSums, __half, __half>(", f16 sums");
  check<BfloatTypes, Number, Number>(", bf16");
  check<NegatedA, Number, Number>(", -a", -1);
  check<NegatedB, Number, Number>(", -b", -1);
  check<Tf32Types, float, float>(", tf32");
  check<E4m3Types, __nv_fp8_e4m3, __nv_fp8_e4m3>(", e4m3");
  check<E5m2Types, __nv_fp8_e5m2, __nv_fp8_e4m3>(", e5m2 by e4m3");
  check<ManyColumns, __half, __half>(", 24 columns");
  std::printf(" wrong\n");
}
