// __shared__ variables of namespace scope: every kernel and every function that names one has it.
// supports: language: `__shared__` variables outside of functions
// prints: 64 2016 7
#include <cuda_runtime.h>

#include <cstdio>

__shared__ int values[64];
__shared__ int sum;

__device__ void clear() {
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
}

__global__ void count(int* out) {
  values[threadIdx.x] = 1;
  clear();
  atomicAdd(&sum, values[threadIdx.x ^ 1]);  // behind the barrier in clear()
  __syncthreads();
  if (threadIdx.x == 0) *out = sum;
}

__global__ void add_up(int* out) {
  int* const mine = values + threadIdx.x;
  *mine = static_cast<int>(threadIdx.x);
  clear();
  atomicAdd(&sum, *mine);
  __syncthreads();
  if (threadIdx.x == 0) *out = sum;
}

__global__ void other_names(int* out) {
  const int sum = 3;
  int values = 4;
  *out = sum + values;
}

int main() {
  int *out, got[3];
  cudaMalloc(&out, sizeof(got));
  count<<<1, 64>>>(out);
  add_up<<<1, 64>>>(out + 1);
  other_names<<<1, 1>>>(out + 2);
  cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost);
  std::printf("%d %d %d\n", got[0], got[1], got[2]);
  cudaFree(out);
}
