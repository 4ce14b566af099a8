// Products of half and bfloat16 matrices with float sums (cublasGemmEx), and a batch of them.
// supports: <library_types.h>: cudaDataType
// prints: half 14 32 32 77, bfloat16 as float 14 32 32 77, second of the batch 56 128 128 308
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdio>

// Two matrices of 3 x 2, column-major: {1, 2, 3}, {4, 5, 6}, and twice as much.
template <class T>
__global__ void fill(T* matrix) {
  const float value = threadIdx.x % 6 + 1.0f;
  matrix[threadIdx.x] = T(threadIdx.x < 6 ? value : 2 * value);
}

int main() {
  __half *a, *c;
  __nv_bfloat16* b;
  float* sums;
  cudaMalloc(&a, 12 * sizeof(__half));
  cudaMalloc(&b, 12 * sizeof(__nv_bfloat16));
  cudaMalloc(&c, 8 * sizeof(__half));
  cudaMalloc(&sums, 4 * sizeof(float));
  fill<<<1, 12>>>(a);
  fill<<<1, 12>>>(b);

  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH);
  const float one = 1, zero = 0;
  // the transposed matrix times itself
  cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, 2, 2, 3, &one, b, CUDA_R_16BF, 3, b, CUDA_R_16BF,
               3, &zero, sums, CUDA_R_32F, 2, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
  cublasGemmStridedBatchedEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, 2, 2, 3, &one, a, CUDA_R_16F, 3, 6,
                             a, CUDA_R_16F, 3, 6, &zero, c, CUDA_R_16F, 2, 4, 2, CUBLAS_COMPUTE_32F,
                             CUBLAS_GEMM_DEFAULT);
  __half halves[8];
  float floats[4];
  cudaMemcpy(halves, c, sizeof halves, cudaMemcpyDeviceToHost);
  cudaMemcpy(floats, sums, sizeof floats, cudaMemcpyDeviceToHost);
  std::printf("half");
  for (int i = 0; i < 4; ++i) std::printf(" %g", __half2float(halves[i]));
  std::printf(", bfloat16 as float");
  for (const float value : floats) std::printf(" %g", value);
  std::printf(", second of the batch");
  for (int i = 4; i < 8; ++i) std::printf(" %g", __half2float(halves[i]));
  std::printf("\n");
  cublasDestroy(handle);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  cudaFree(sums);
}
