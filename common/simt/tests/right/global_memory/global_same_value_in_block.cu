// Several threads of a block say the same: found, and where the rows end.
// prints: 1 17 1
#include <cuda_runtime.h>

#include <cstdio>

__global__ void look(const int* data, int n, bool* found, int* length, int* any_negative) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) *any_negative = 0;
  if (i < n && data[i] % 3 == 0) *found = true;
  *length = n;
  __syncthreads();
  if (i < n && data[i] < 0) *any_negative = 1;
}

int main() {
  int values[17], *data, *results;
  bool *found, is_found;
  for (int i = 0; i < 17; ++i) values[i] = i % 2 == 0 ? i : -i;
  cudaMalloc(&data, sizeof(values));
  cudaMalloc(&results, 2 * sizeof(int));
  cudaMalloc(&found, sizeof(bool));
  cudaMemset(found, 0, sizeof(bool));
  cudaMemcpy(data, values, sizeof(values), cudaMemcpyHostToDevice);
  look<<<1, 64>>>(data, 17, found, results, results + 1);
  cudaMemcpy(values, results, 2 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(&is_found, found, sizeof(bool), cudaMemcpyDeviceToHost);
  std::printf("%d %d %d\n", is_found, values[0], values[1]);
  cudaFree(data);
  cudaFree(results);
  cudaFree(found);
}
