// Sums of float2 and float4, each with one atomic operation of compute capability 9.0.
// supports: intrinsics: `atomicAdd` of `float2` and `float4`, in global memory
// prints: 8128 128 8128 256 384 512 3
#include <cuda_runtime.h>

#include <cstdio>

__device__ float4 total;

__global__ void sum(const float2* in, float2* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  atomicAdd(out, in[i]);
  atomicAdd(&total, make_float4(in[i].x, 2, 3, 4));
}

__global__ void take(float4* places, float* taken) {
  const float4 old = atomicAdd(places, make_float4(1, 0, 0, 0));
  atomicAdd_block(taken + static_cast<int>(old.x), old.w + 1);
  atomicAdd_system(places + 1, make_float4(0, 0, 0, 1));
}

int main() {
  constexpr int n = 128;
  float2 pairs[n], *in, *out, pair;
  float4 quad, *places, after[2];
  float *taken, ones[32];
  for (int i = 0; i < n; ++i) pairs[i] = make_float2(static_cast<float>(i), 1);
  cudaMalloc(&in, sizeof pairs);
  cudaMalloc(&out, sizeof pair);
  cudaMalloc(&places, sizeof after);
  cudaMalloc(&taken, sizeof ones);
  cudaMemcpy(in, pairs, sizeof pairs, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof pair);
  cudaMemset(places, 0, sizeof after);
  cudaMemset(taken, 0, sizeof ones);
  sum<<<3, 50>>>(in, out, n);
  take<<<1, 32>>>(places, taken);
  cudaMemcpy(&pair, out, sizeof pair, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&quad, total, sizeof quad);
  cudaMemcpy(after, places, sizeof after, cudaMemcpyDeviceToHost);
  cudaMemcpy(ones, taken, sizeof ones, cudaMemcpyDeviceToHost);
  int right = after[0].x == 32 ? 1 : 0;
  right += after[1].w == 32 ? 1 : 0;
  int taken_once = 0;
  for (const float one : ones) taken_once += one == 1 ? 1 : 0;
  right += taken_once == 32 ? 1 : 0;
  std::printf("%g %g %g %g %g %g %d\n", pair.x, pair.y, quad.x, quad.y, quad.z, quad.w, right);
  cudaFree(in);
  cudaFree(out);
  cudaFree(places);
  cudaFree(taken);
}
