// The leading dimension is that of a larger matrix: the last column leaves the memory.
// expect: cublasSgemm() reads A outside of its memory
// expect: @product
// expect: operand A: 8 x 8 numbers of 4 bytes, leading dimension 16
// expect: advice  a column takes as many elements as the leading dimension says
#include <cublas_v2.h>

int main() {
  float* matrices[3];
  for (float*& matrix : matrices) {
    cudaMalloc(&matrix, 64 * sizeof(float));
    cudaMemset(matrix, 0, 64 * sizeof(float));
  }
  cublasHandle_t handle;
  cublasCreate(&handle);
  const float one = 1, zero = 0;
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8,  // @product
              &one, matrices[0], 16, matrices[1], 8, &zero, matrices[2], 8);
  cudaDeviceSynchronize();
}
