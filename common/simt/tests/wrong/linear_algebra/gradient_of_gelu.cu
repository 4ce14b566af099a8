// What backward passes want of cuBLASLt is not there; nor is a layout that does not fit.
// refuses: <cublasLt.h>: the epilogues RELU_AUX, DRELU, DGELU and BGRAD; vectors of alphas, products of integers and of 8-bit floats
// expect: cublasLtMatmul() does nothing: the CPU backend has the epilogues BIAS, RELU, GELU and GELU_AUX, and none that keep where RELU is 0 or compute gradients: write these as kernels
// expect: @gradient
// expect: cublasLtMatmul() does nothing: A is 8 x 16, B is 4 x 2
// expect: @shapes
// exit: 3
#include <cublasLt.h>

#include <cstdint>

int main() {
  float* memory;
  cudaMalloc(&memory, 1024);
  cublasLtHandle_t handle;
  cublasLtCreate(&handle);
  cublasLtMatmulDesc_t product;
  cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  cublasLtMatrixLayout_t of_a, of_b, of_d;
  cublasLtMatrixLayoutCreate(&of_a, CUDA_R_32F, 8, 4, 8);
  cublasLtMatrixLayoutCreate(&of_b, CUDA_R_32F, 4, 2, 4);
  cublasLtMatrixLayoutCreate(&of_d, CUDA_R_32F, 8, 2, 8);
  const float one = 1, zero = 0;
  cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_DGELU;
  cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue,
                                 sizeof epilogue);
  const cublasStatus_t gradient = cublasLtMatmul(  // @gradient
      handle, product, &one, memory, of_a, memory + 32, of_b, &zero, memory + 64, of_d, memory + 64,
      of_d, nullptr, nullptr, 0, nullptr);

  epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue,
                                 sizeof epilogue);
  const std::uint64_t columns = 16;
  cublasLtMatrixLayoutSetAttribute(of_a, CUBLASLT_MATRIX_LAYOUT_COLS, &columns, sizeof columns);
  const cublasStatus_t shapes = cublasLtMatmul(  // @shapes
      handle, product, &one, memory, of_a, memory + 32, of_b, &zero, memory + 64, of_d, memory + 64,
      of_d, nullptr, nullptr, 0, nullptr);
  cublasLtMatrixLayoutDestroy(of_a);
  cublasLtMatrixLayoutDestroy(of_b);
  cublasLtMatrixLayoutDestroy(of_d);
  cublasLtMatmulDescDestroy(product);
  cublasLtDestroy(handle);
  cudaFree(memory);
  return gradient == CUBLAS_STATUS_NOT_SUPPORTED && shapes == CUBLAS_STATUS_INVALID_VALUE ? 3 : 0;
}
