// expect: simt: host code reads or writes out of bounds, 0 bytes past the end of the __managed__ variable partial_sums (32 bytes)
// expect: @access
#include <cuda_runtime.h>

#include <cstdio>

__managed__ int partial_sums[8];
__managed__ int threads = 8;

__global__ void sum() { partial_sums[threadIdx.x] = static_cast<int>(threadIdx.x); }

int main() {
  sum<<<1, 8>>>();
  cudaDeviceSynchronize();
  int total = 0;
  for (int i = 0; i <= threads; ++i) {
    total += partial_sums[i];  // @access
  }
  std::printf("%d\n", total);
}
