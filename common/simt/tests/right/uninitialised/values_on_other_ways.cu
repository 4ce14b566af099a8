// Variables without an initialiser that get their values in other ways than by an assignment in front.
// prints: 10 6 3 5 12
#include <cuda_runtime.h>

#include <cstdio>

__device__ void clear(int& x) { x = 0; }
__device__ void clear_all(int* x, int n) {
  for (int i = 0; i < n; ++i) x[i] = 0;
}

__global__ void compute(int* out, const int* in, int n) {
  int sum;
  for (int i = 0; i < n; ++i) {
    if (i > 0) {
      sum += in[i];
    } else {
      sum = in[0];
    }
  }
  int product, counts[4], last, steps;
  clear(product);
  product += 6;
  clear_all(counts, 4);
  ++counts[2];
  counts[2] += 2;
  for (int i = 0; i < n; ++i) {
    if (i > 0) last += 1;
    if (i == 0) last = 2;
  }
  int* const at = &steps;
  *at = 10;
  steps += 2;
  out[0] = sum;
  out[1] = product;
  out[2] = counts[2];
  out[3] = last;
  out[4] = steps;
}

int main() {
  const int values[4] = {1, 2, 3, 4};
  int *in, *out, got[5];
  cudaMalloc(&in, sizeof(values));
  cudaMalloc(&out, sizeof(got));
  cudaMemcpy(in, values, sizeof(values), cudaMemcpyHostToDevice);
  compute<<<1, 1>>>(out, in, 4);
  cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d %d\n", got[0], got[1], got[2], got[3], got[4]);
  cudaFree(in);
  cudaFree(out);
}
