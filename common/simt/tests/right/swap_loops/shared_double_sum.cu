// Adds doubles in shared memory by compare-and-swap, as the CUDA guide has it. The first read is a plain one: it may
// be old, and then the swap fails.
// prints: 2016 8128
#include <cuda_runtime.h>

#include <cstdio>

__device__ double add(double* place, double value) {
  auto* const bits = reinterpret_cast<unsigned long long*>(place);
  unsigned long long old = *bits, expected;
  do {
    expected = old;
    old = atomicCAS(bits, expected, __double_as_longlong(value + __longlong_as_double(expected)));
  } while (expected != old);
  return __longlong_as_double(old);
}

__global__ void sum(double* out) {
  __shared__ double total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  add(&total, threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) *out = total;
}

int main() {
  double *out, host[2];
  cudaMalloc(&out, sizeof host);
  sum<<<1, 64>>>(out);
  sum<<<1, 128>>>(out + 1);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%g %g\n", host[0], host[1]);
  cudaFree(out);
}
