// A month that counts from 1, in a table that counts from 0: month 0 is what the program has not set yet.
// expect: simt: read of 2 bytes out of bounds, 2 bytes before the start of the __constant__ variable days (24 bytes)
// expect: @access
#include <cuda_runtime.h>

__constant__ short first[12], days[12];

__global__ void add_days(const int* months, int* totals) {
  totals[threadIdx.x] += days[months[threadIdx.x] - 1] + first[0];  // @access
}

int main() {
  int *months, *totals;
  cudaMalloc(&months, 32 * sizeof(int));
  cudaMalloc(&totals, 32 * sizeof(int));
  cudaMemset(months, 0, 32 * sizeof(int));
  cudaMemset(totals, 0, 32 * sizeof(int));
  add_days<<<1, 32>>>(months, totals);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
