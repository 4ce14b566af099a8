// Right, but only the first warp scans: the others load and store.
// rejected by: model
// expect: basic blocks of the busiest warp, for each of the average warp:
// expect: all warps can scan at the same time
#include <cuda_runtime.h>

constexpr int kThreads = 256;

__global__ void restarting_sums(float* out, const float* in, const unsigned char* starts,
                                int columns) {
  __shared__ float tile[kThreads];
  __shared__ bool begins[kThreads];
  const int lane = threadIdx.x % 32;
  const long long row = static_cast<long long>(blockIdx.x) * columns;
  float carry = 0;
  for (int begin = 0; begin < columns; begin += kThreads) {
    const int column = begin + threadIdx.x;
    tile[threadIdx.x] = column < columns ? in[row + column] : 0;
    begins[threadIdx.x] = column < columns && starts[row + column] != 0;
    __syncthreads();
    for (int i = lane; threadIdx.x < 32 && i < kThreads; i += 32) {
      const unsigned heads = __ballot_sync(~0u, begins[i]);
      const int first = 31 - __clz(heads & (~0u >> (31 - lane)));
      float sum = tile[i];
      for (int offset = 1; offset < 32; offset *= 2) {
        const float below = __shfl_up_sync(~0u, sum, offset);
        if (lane >= offset && lane - offset >= first) sum += below;
      }
      if (first < 0) sum += carry;
      carry = __shfl_sync(~0u, sum, 31);
      tile[i] = sum;
    }
    __syncthreads();
    if (column < columns) out[row + column] = tile[threadIdx.x];
    __syncthreads();
  }
}
