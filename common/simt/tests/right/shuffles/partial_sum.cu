// The sum of a warp that is not full: lanes behind the end have left, and their values are not added.
// prints: 150
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sum(const int* values, int* total, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned present = __ballot_sync(~0u, i < n);
  if (i >= n) return;
  int value = values[i];
  for (int distance = 16; distance > 0; distance /= 2) {
    const int other = __shfl_down_sync(present, value, distance);
    if (static_cast<int>(threadIdx.x % 32) + distance < __popc(present)) value += other;
  }
  if (threadIdx.x % 32 == 0) atomicAdd(total, value);
}

int main() {
  const int n = 150;
  int host[n + 1] = {}, *values;
  for (int i = 0; i < n; ++i) host[i] = 1;
  cudaMalloc(&values, sizeof host);
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  sum<<<3, 64>>>(values, values + n, n);
  cudaMemcpy(host, values + n, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(values);
  std::printf("%d\n", host[0]);
  return host[0] == n ? 0 : 1;
}
