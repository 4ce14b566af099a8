// The host and a kernel keep the largest number in managed memory, both atomically. The host has no atomic maximum:
// it reads, and swaps. A read that is old makes the swap fail.
// prints: 255
#include <cuda_runtime.h>

#include <cstdio>

__global__ void keep(int* largest) {
  atomicMax_system(largest, static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x));
}

void keep_on_host(int* largest, int value) {
  int old, expected;
  do {
    expected = *largest;
    old = __sync_val_compare_and_swap(largest, expected, expected > value ? expected : value);
  } while (old != expected);
}

int main() {
  int* largest;
  cudaMallocManaged(&largest, sizeof *largest);
  *largest = 0;
  keep<<<4, 64>>>(largest);
  for (int value = 100; value < 200; ++value) keep_on_host(largest, value);
  cudaDeviceSynchronize();
  std::printf("%d\n", *largest);
  cudaFree(largest);
}
