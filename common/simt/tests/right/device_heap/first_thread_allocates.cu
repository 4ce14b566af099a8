// One thread of a block allocates for all of them, and one frees it, behind barriers.
// prints: 28 92 156 220
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sum_of_row(const int* in, int* sums) {
  __shared__ int* row;
  const unsigned i = threadIdx.x, n = blockDim.x;
  if (i == 0) row = static_cast<int*>(malloc(n * sizeof(int)));
  __syncthreads();
  if (row == nullptr) return;
  row[i] = in[blockIdx.x * n + i];
  for (unsigned step = n / 2; step > 0; step /= 2) {
    __syncthreads();
    if (i < step) row[i] += row[i + step];
  }
  __syncthreads();
  if (i == 0) {
    sums[blockIdx.x] = row[0];
    free(row);
  }
}

int main() {
  int *in, *sums, values[32], results[4];
  for (int i = 0; i < 32; ++i) values[i] = i;
  cudaMalloc(&in, sizeof values);
  cudaMalloc(&sums, sizeof results);
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  sum_of_row<<<4, 8>>>(in, sums);
  cudaMemcpy(results, sums, sizeof results, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\n", results[0], results[1], results[2], results[3]);
  cudaFree(in);
  cudaFree(sums);
}
