// Products of 8-bit integers are not there.
// refuses: <cublas_v2.h>: products of integers and of complex numbers, other functions than those listed
// expect: cublasGemmEx() does nothing: the CPU backend has products of float, double, half and bfloat16
// expect: @product
// exit: 3
#include <cublas_v2.h>

int main() {
  void* memory;
  cudaMalloc(&memory, 256);
  cublasHandle_t handle;
  cublasCreate(&handle);
  const int one = 1, zero = 0;
  const cublasStatus_t status = cublasGemmEx(  // @product
      handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, memory, CUDA_R_8I, 4, memory, CUDA_R_8I, 4,
      &zero, memory, CUDA_R_32I, 4, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT);
  cublasDestroy(handle);
  cudaFree(memory);
  return status == CUBLAS_STATUS_NOT_SUPPORTED ? 3 : 0;
}
