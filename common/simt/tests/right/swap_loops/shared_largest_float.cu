// The largest of many floats: who finds a larger one already there never swaps.
// prints: 255.5 -0.25
#include <cuda_runtime.h>

#include <cstdio>

__device__ void raise(float* place, float value) {
  if (*place >= value) return;
  auto* const bits = reinterpret_cast<int*>(place);
  int old = *bits;
  while (__int_as_float(old) < value) {
    const int expected = old;
    old = atomicCAS(bits, expected, __float_as_int(value));
    if (old == expected) break;
  }
}

__global__ void largest(float* out, float scale, float shift) {
  __shared__ float best;
  if (threadIdx.x == 0) best = -1e30f;
  __syncthreads();
  // The first warp has the largest ones; in the others most lanes only look.
  raise(&best, scale * static_cast<float>((threadIdx.x + 224) % 256) + shift);
  raise(&best, shift);
  __syncthreads();
  if (threadIdx.x == 0) *out = best;
}

int main() {
  float *out, host[2];
  cudaMalloc(&out, sizeof host);
  largest<<<1, 256>>>(out, 1, 0.5f);
  largest<<<1, 256>>>(out + 1, -1, -0.25f);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%g %g\n", host[0], host[1]);
  cudaFree(out);
}
