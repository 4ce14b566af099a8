// A kernel for row-major matrices against cuBLAS, whose matrices are column-major: there, row-major A B is B A.
// prints: 0 of 35 elements differ, C[0] = 127, C[34] = 235
#include <cublas_v2.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK_CUBLAS(call)                                                               \
  do {                                                                                   \
    cublasStatus_t status = (call);                                                      \
    if (status != CUBLAS_STATUS_SUCCESS) {                                               \
      fprintf(stderr, "cuBLAS: %s, line %d\n", cublasGetStatusString(status), __LINE__); \
      exit(EXIT_FAILURE);                                                                \
    }                                                                                    \
  } while (0)

// C (m x n) = A (m x k) B (k x n)
__global__ void matmul(const float* A, const float* B, float* C, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float sum = 0.0f;
  for (int i = 0; i < k; i++) sum += A[row * k + i] * B[i * n + col];
  C[row * n + col] = sum;
}

int main(void) {
  const int m = 5, n = 7, k = 3;
  float A[m * k], B[k * n], C[m * n], reference[m * n];
  for (int i = 0; i < m * k; i++) A[i] = (float)(i % 4 + 2);
  for (int i = 0; i < k * n; i++) B[i] = (float)(2 * i - 3);
  float *d_A, *d_B, *d_C, *d_reference;
  cudaMalloc((void**)&d_A, sizeof(A));
  cudaMalloc((void**)&d_B, sizeof(B));
  cudaMalloc((void**)&d_C, sizeof(C));
  cudaMalloc((void**)&d_reference, sizeof(C));
  cudaMemcpy(d_A, A, sizeof(A), cudaMemcpyHostToDevice);
  cudaMemcpy(d_B, B, sizeof(B), cudaMemcpyHostToDevice);

  dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16);
  matmul<<<grid, block>>>(d_A, d_B, d_C, m, n, k);

  cublasHandle_t handle;
  CHECK_CUBLAS(cublasCreate(&handle));
  const float one = 1.0f, zero = 0.0f;
  CHECK_CUBLAS(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, d_B, n, d_A, k, &zero,
                           d_reference, n));
  cudaMemcpy(C, d_C, sizeof(C), cudaMemcpyDeviceToHost);
  cudaMemcpy(reference, d_reference, sizeof(C), cudaMemcpyDeviceToHost);
  int different = 0;
  for (int i = 0; i < m * n; i++) different += C[i] != reference[i];
  printf("%d of %d elements differ, C[0] = %g, C[%d] = %g\n", different, m * n, C[0], m * n - 1,
         C[m * n - 1]);
  CHECK_CUBLAS(cublasDestroy(handle));
  cudaFree(d_A);
  cudaFree(d_B);
  cudaFree(d_C);
  cudaFree(d_reference);
  return 0;
}
