// An addition of doubles by compare-and-swap: its first read may be stale, the swap notices it.
// prints: 2080 2080
#include <cuda_runtime.h>

#include <cstdio>

__device__ double add_by_swap(double* place, double value) {
  auto* bits = reinterpret_cast<unsigned long long*>(place);
  unsigned long long old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (old != assumed);
  return __longlong_as_double(old);
}

__global__ void add_all(double* sums, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) add_by_swap(&sums[0], 1);
  if (i < n) add_by_swap(&sums[1], 1);
}

int main() {
  double *sums, out[2];
  cudaMalloc(&sums, sizeof(out));
  cudaMemset(sums, 0, sizeof(out));
  add_all<<<33, 64>>>(sums, 2080);
  cudaMemcpy(out, sums, sizeof(out), cudaMemcpyDeviceToHost);
  std::printf("%g %g\n", out[0], out[1]);
  cudaFree(sums);
}
