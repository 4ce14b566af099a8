// Arrays of two dimensions whose rows are run through as one: locally, in registers, in shared memory and on the
// device.
// prints: 120 276 496 45
#include <cuda_runtime.h>

#include <cstdio>

__device__ int table[3][3];

struct Matrix {
  float m[4][6];
  int rows;
};

__global__ void sums(int n, int* out) {
  int local[4][4];
  for (int i = 0; i < n; ++i) local[0][i] = i;
  int sum = 0;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) sum += local[i][j];
  }
  out[0] = sum;

  Matrix matrix;
  matrix.rows = 4;
  for (int i = 0; i < 6 * matrix.rows; ++i) matrix.m[0][i] = static_cast<float>(i);
  float total = 0;
  for (int i = 0; i < matrix.rows; ++i) {
    for (int j = 0; j < 6; ++j) total += matrix.m[i][j];
  }
  out[1] = static_cast<int>(total);

  __shared__ int shared[4][8];
  for (int i = 0; i < 32; ++i) shared[0][i] = i;
  sum = 0;
  for (int i = 0; i < 32; ++i) sum += shared[i / 8][i % 8];
  out[2] = sum;

  for (int i = 0; i < 9; ++i) table[0][i] = i + 1;
  sum = 0;
  for (int i = 0; i < 9; ++i) sum += (&table[0][0])[i];
  out[3] = sum;
}

int main() {
  int *out, results[4];
  cudaMalloc(&out, sizeof results);
  sums<<<1, 1>>>(16, out);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\n", results[0], results[1], results[2], results[3]);
  cudaFree(out);
}
