// atomicExch does not ask what was there: counters may begin with it, in shared and in global memory.
// prints: 8 8 8 8
// prints: 96 0.5
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count_digits(const int* digits, int n, unsigned* counts) {
  __shared__ unsigned bins[4];
  if (threadIdx.x < 4) atomicExch(&bins[threadIdx.x], 0u);
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&bins[digits[i]], 1u);
  __syncthreads();
  if (threadIdx.x < 4) atomicExch_block(&counts[threadIdx.x], bins[threadIdx.x]);
}

// One allocation, which nobody has cleared, for a counter and a number.
__global__ void begin(unsigned long long* total, float* step) {
  if (threadIdx.x == 0) {
    atomicExch(total, 0ull);
    atomicExch(step, 0.25f);
  }
}

__global__ void add(unsigned long long* total, float* step) {
  atomicAdd(total, 1ull);
  if (threadIdx.x == 0) atomicAdd(step, 0.25f);
}

int main() {
  int digits[32];
  for (int i = 0; i < 32; ++i) digits[i] = i % 4;
  int* device_digits;
  unsigned* counts;
  unsigned host_counts[4];
  cudaMalloc(&device_digits, sizeof digits);
  cudaMalloc(&counts, sizeof host_counts);
  cudaMemcpy(device_digits, digits, sizeof digits, cudaMemcpyHostToDevice);
  count_digits<<<1, 64>>>(device_digits, 32, counts);
  cudaMemcpy(host_counts, counts, sizeof host_counts, cudaMemcpyDeviceToHost);
  std::printf("%u %u %u %u\n", host_counts[0], host_counts[1], host_counts[2], host_counts[3]);

  char* memory;
  cudaMalloc(&memory, 16);
  auto* total = reinterpret_cast<unsigned long long*>(memory);
  auto* step = reinterpret_cast<float*>(memory + 8);
  begin<<<1, 32>>>(total, step);
  add<<<1, 96>>>(total, step);
  unsigned long long host_total = 0;
  float host_step = 0;
  cudaMemcpy(&host_total, total, sizeof host_total, cudaMemcpyDeviceToHost);
  cudaMemcpy(&host_step, step, sizeof host_step, cudaMemcpyDeviceToHost);
  std::printf("%llu %g\n", host_total, host_step);
  cudaFree(device_digits);
  cudaFree(counts);
  cudaFree(memory);
}
