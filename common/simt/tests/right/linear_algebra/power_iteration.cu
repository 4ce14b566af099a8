// The largest eigenvalue of a symmetric matrix by repeated products with a vector, in double precision and in a
// stream with kernels in between.
// prints: eigenvalue 5.0000, vector 0.5774 0.5774 0.5774
#include <cublas_v2.h>

#include <cmath>
#include <cstdio>

__global__ void fill(double* x, int n, double value) {
  if (threadIdx.x < n) x[threadIdx.x] = value + threadIdx.x;
}

int main() {
  constexpr int kSize = 3;
  const double matrix[kSize * kSize] = {3, 1, 1, 1, 3, 1, 1, 1, 3};
  double *a, *x, *y, vector[kSize];
  cudaMalloc(&a, sizeof matrix);
  cudaMalloc(&x, kSize * sizeof(double));
  cudaMalloc(&y, kSize * sizeof(double));
  cublasSetMatrix(kSize, kSize, sizeof(double), matrix, kSize, a, kSize);

  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSetStream(handle, stream);
  fill<<<1, 32, 0, stream>>>(x, kSize, 1);
  const double one = 1, zero = 0;
  double length = 0;
  for (int round = 0; round < 60; ++round) {
    cublasDgemv(handle, CUBLAS_OP_N, kSize, kSize, &one, a, kSize, x, 1, &zero, y, 1);
    cublasDnrm2(handle, kSize, y, 1, &length);
    const double shrink = 1 / length;
    cublasDscal(handle, kSize, &shrink, y, 1);
    cublasDcopy(handle, kSize, y, 1, x, 1);
  }
  cublasGetVectorAsync(kSize, sizeof(double), x, 1, vector, 1, stream);
  cudaStreamSynchronize(stream);
  std::printf("eigenvalue %.4f, vector %.4f %.4f %.4f\n", length, vector[0], vector[1], vector[2]);
  cublasDestroy(handle);
  cudaStreamDestroy(stream);
  cudaFree(a);
  cudaFree(x);
  cudaFree(y);
}
