// It counts in shared memory, which has room for a hundred districts.
// rejected by: model
// expect: simt: atomic on 4 bytes of shared memory out of bounds
// expect: FAILED  letters: 5003, districts: 20011: the kernel did not run to its end
#include <cuda_runtime.h>

constexpr int kMostDistricts = 100;

__global__ void sort_mail(int* boxes, int* counts, const int* to, int letters, int capacity) {
  __shared__ int of_block[kMostDistricts], first[kMostDistricts];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int d = threadIdx.x; d < kMostDistricts; d += blockDim.x) of_block[d] = 0;
  __syncthreads();
  const int district = i < letters ? to[i] : -1;
  const int place = district >= 0 ? atomicAdd(&of_block[district], 1) : 0;
  __syncthreads();
  for (int d = threadIdx.x; d < kMostDistricts; d += blockDim.x) {
    if (of_block[d] > 0) first[d] = atomicAdd(&counts[d], of_block[d]);
  }
  __syncthreads();
  if (district >= 0) boxes[district * capacity + first[district] + place] = i;
}
