// Each block writes its part from the end to the beginning, and a child adds it up: the parts of other blocks do not
// matter to it.
// prints: 8128 24512
#include <cuda_runtime.h>

#include <cstdio>

constexpr int kPart = 128;

__global__ void add_up(const int* values, int* sum) { atomicAdd(sum, values[threadIdx.x]); }

__global__ void parents(int* values, int* sums) {
  int* const part = values + blockIdx.x * kPart;
  for (int at = kPart - 32; at >= 0; at -= 32) {
    part[at + threadIdx.x] = static_cast<int>(blockIdx.x * kPart + at + threadIdx.x);
  }
  __syncthreads();
  if (threadIdx.x == 0) add_up<<<1, kPart>>>(part, sums + blockIdx.x);
}

int main() {
  int *values, *sums, host[2];
  cudaMalloc(&values, 2 * kPart * sizeof(int));
  cudaMalloc(&sums, sizeof host);
  cudaMemset(sums, 0, sizeof host);
  parents<<<2, 32>>>(values, sums);
  cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", host[0], host[1]);
  cudaFree(sums);
  cudaFree(values);
}
