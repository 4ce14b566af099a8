// Every thread allocates an array of its own, one by malloc() and one by new.
// prints: 0 10 40 630
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sums(int* out) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  int* const values = static_cast<int*>(malloc((i + 1) * sizeof(int)));
  long long* const prefix = new long long[i + 1];
  if (values != nullptr && prefix != nullptr) {
    for (int k = 0; k <= i; ++k) values[k] = k;
    prefix[0] = values[0];
    for (int k = 1; k <= i; ++k) prefix[k] = prefix[k - 1] + values[k];
    out[i] = static_cast<int>(prefix[i]);
  }
  delete[] prefix;
  free(values);
}

int main() {
  int *out, sum[36];
  cudaMalloc(&out, sizeof sum);
  sums<<<3, 12>>>(out);
  cudaMemcpy(sum, out, sizeof sum, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\n", sum[0], sum[4], sum[8] + 4, sum[35]);
  cudaFree(out);
}
