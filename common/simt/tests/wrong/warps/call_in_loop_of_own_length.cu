// Every lane goes round as often as its row is long, with a barrier of the warp inside.
// exit: 0
// expect: simt: warning: a call of a warp with mask 0xffffffff names lane
// expect: which has passed it by
// expect: @barrier
#include <cuda_runtime.h>

__global__ void row_sums(const int* begin, const float* values, float* sums) {
  const unsigned row = threadIdx.x;
  float sum = 0;
  for (int k = begin[row]; k < begin[row + 1]; ++k) {
    sum += values[k];
    __syncwarp();  // @barrier
  }
  sums[row] = sum;
}

int main() {
  int host[33] = {}, *begin;
  for (int i = 0; i < 32; ++i) host[i + 1] = host[i] + 1 + i % 3;
  float *values, *sums;
  if (cudaMalloc(&begin, sizeof host) != cudaSuccess) return 2;
  if (cudaMalloc(&values, 128 * sizeof(float)) != cudaSuccess) return 2;
  if (cudaMalloc(&sums, 32 * sizeof(float)) != cudaSuccess) return 2;
  if (cudaMemcpy(begin, host, sizeof host, cudaMemcpyHostToDevice) != cudaSuccess) return 2;
  if (cudaMemset(values, 0, 128 * sizeof(float)) != cudaSuccess) return 2;
  row_sums<<<1, 32>>>(begin, values, sums);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  (void)cudaFree(begin);
  (void)cudaFree(values);
  return cudaFree(sums) == cudaSuccess ? 0 : 2;
}
