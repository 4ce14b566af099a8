// supports: intrinsics: `__builtin_assume`, `__assume`, which are not evaluated
// prints: 32
#include <cuda_runtime.h>

#include <cstdio>

__device__ int calls;
__device__ bool is_called() { return ++calls > 0; }

__global__ void count(int* out) {
  __builtin_assume(blockDim.x <= 64);
  __assume(is_called());
  atomicAdd(out, 1 + calls);
}

int main() {
  int *out, host = 0;
  cudaMalloc(&out, sizeof(int));
  cudaMemset(out, 0, sizeof(int));
  count<<<1, 32>>>(out);
  cudaMemcpy(&host, out, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(out);
  std::printf("%d\n", host);
  return host == 32 ? 0 : 1;
}
