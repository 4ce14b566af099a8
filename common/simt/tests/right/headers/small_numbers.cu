// Weights in 8, 6 and 4 bits, with a power of two for each row, as a kernel unpacks them.
// supports: <cuda_fp8.h>, <cuda_fp6.h>, <cuda_fp4.h>: `__nv_fp8_e4m3`, `__nv_fp8_e5m2`, `__nv_fp8_e8m0`, `__nv_fp6_e3m2`, `__nv_fp6_e2m3`, `__nv_fp4_e2m1`, pairs, fours and conversions, bit for bit
// prints: 3.25 3.5 448 4 6 -2.5
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>

#include <cstdio>

__global__ void unpack(const __nv_fp8_e4m3* a, const __nv_fp8x2_e5m2* b, const __nv_fp4x4_e2m1* c,
                       __nv_fp8_e8m0 scale, float* out) {
  const float2 pair = static_cast<float2>(*b);
  const float4 four = static_cast<float4>(*c);
  out[0] = static_cast<float>(a[0]);
  out[1] = pair.x;
  out[2] = static_cast<float>(a[1]);
  out[3] = static_cast<float>(scale);
  out[4] = four.y;
  out[5] = static_cast<float>(__nv_fp6_e3m2(-2.4f));
}

int main() {
  const __nv_fp8_e4m3 a[] = {__nv_fp8_e4m3(3.3f), __nv_fp8_e4m3(1000.0f)};
  const __nv_fp8x2_e5m2 b(float2{3.3f, 1.0f});
  const __nv_fp4x4_e2m1 c(float4{1, 70, 3, 4});
  __nv_fp8_e4m3* device_a;
  __nv_fp8x2_e5m2* device_b;
  __nv_fp4x4_e2m1* device_c;
  float *out, values[6];
  cudaMalloc(&device_a, sizeof a);
  cudaMalloc(&device_b, sizeof b);
  cudaMalloc(&device_c, sizeof c);
  cudaMalloc(&out, sizeof values);
  cudaMemcpy(device_a, a, sizeof a, cudaMemcpyHostToDevice);
  cudaMemcpy(device_b, &b, sizeof b, cudaMemcpyHostToDevice);
  cudaMemcpy(device_c, &c, sizeof c, cudaMemcpyHostToDevice);
  unpack<<<1, 1>>>(device_a, device_b, device_c, __nv_fp8_e8m0(3.0f), out);
  cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 6; ++i) std::printf("%g%c", values[i], i < 5 ? ' ' : '\n');
  cudaFree(device_a);
  cudaFree(device_b);
  cudaFree(device_c);
  cudaFree(out);
}
