// A product of a matrix and a vector in pairs of half precision, whose sums a warp adds up in float.
// prints: 0 wrong
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdio>

constexpr int kRows = 20, kPairs = 64;

__device__ unsigned multiply_add(unsigned a, unsigned b, unsigned c) {
  unsigned d;
  asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  return d;
}
__device__ float both(unsigned pair) {
  float sum;
  asm("{\n\t"
      ".reg .f16 low, high;\n\t"
      ".reg .f32 x, y;\n\t"
      "mov.b32 {low, high}, %1;\n\t"
      "cvt.f32.f16 x, low;\n\t"
      "cvt.f32.f16 y, high;\n\t"
      "add.f32 %0, x, y;\n\t"
      "}"
      : "=f"(sum)
      : "r"(pair));
  return sum;
}
__device__ float warp_sum(float value) {
#pragma unroll
  for (int step = 16; step > 0; step >>= 1) {
    float other;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;"
                 : "=f"(other)
                 : "f"(value), "r"(step));
    value += other;
  }
  return value;
}

__global__ void times_vector(const uint2* matrix, const uint2* vector, float* out) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= kRows) return;
  unsigned sum = 0;
  for (int i = threadIdx.x; i < kPairs / 2; i += 32) {
    uint2 m, v;
    asm volatile("ld.global.nc.v2.u32 {%0, %1}, [%2];"
                 : "=r"(m.x), "=r"(m.y)
                 : "l"(matrix + row * (kPairs / 2) + i));
    asm volatile("ld.global.ca.v2.b32 {%0, %1}, [%2];" : "=r"(v.x), "=r"(v.y) : "l"(vector + i));
    sum = multiply_add(m.x, v.x, sum);
    sum = multiply_add(m.y, v.y, sum);
  }
  const float total = warp_sum(both(sum));
  unsigned is_first;
  asm("{ .reg .pred p; .reg .u32 lane; mov.u32 lane, %%laneid; setp.eq.u32 p, lane, 0;\n"
      "  selp.u32 %0, 1, 0, p; }"
      : "=r"(is_first));
  if (is_first) out[row] = total;
}

int main() {
  static __half matrix[kRows * 2 * kPairs], vector[2 * kPairs];
  static float result[kRows];
  for (int i = 0; i < kRows * 2 * kPairs; ++i)
    matrix[i] = __float2half(static_cast<float>(i % 5) - 2);
  for (int i = 0; i < 2 * kPairs; ++i) vector[i] = __float2half(static_cast<float>(i % 3) * 0.5f);
  uint2 *m, *v;
  float* out;
  cudaMalloc(&m, sizeof(matrix));
  cudaMalloc(&v, sizeof(vector));
  cudaMalloc(&out, sizeof(result));
  cudaMemcpy(m, matrix, sizeof(matrix), cudaMemcpyHostToDevice);
  cudaMemcpy(v, vector, sizeof(vector), cudaMemcpyHostToDevice);
  times_vector<<<(kRows + 3) / 4, dim3(32, 4)>>>(m, v, out);
  cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int row = 0; row < kRows; ++row) {
    float sum = 0;
    for (int i = 0; i < 2 * kPairs; ++i)
      sum += __half2float(matrix[row * 2 * kPairs + i]) * __half2float(vector[i]);
    wrong += result[row] != sum;
  }
  std::printf("%d wrong\n", wrong);
  cudaFree(m);
  cudaFree(v);
  cudaFree(out);
}
