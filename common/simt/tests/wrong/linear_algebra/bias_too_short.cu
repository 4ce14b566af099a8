// The bias has a number for each column of the result, where each row needs one.
// expect: cublasLtMatmul() reads bias outside of its memory
// expect: @product
// expect: operand bias: 128 numbers of 4 bytes, one for each row of D
#include <cublasLt.h>

int main() {
  float *a, *b, *d, *bias;
  cudaMalloc(&a, 128 * 8 * sizeof(float));
  cudaMalloc(&b, 8 * 4 * sizeof(float));
  cudaMalloc(&d, 128 * 4 * sizeof(float));
  cudaMalloc(&bias, 4 * sizeof(float));
  cudaMemset(a, 0, 128 * 8 * sizeof(float));
  cudaMemset(b, 0, 8 * 4 * sizeof(float));
  cudaMemset(bias, 0, 4 * sizeof(float));
  cublasLtHandle_t handle;
  cublasLtCreate(&handle);
  cublasLtMatmulDesc_t product;
  cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  const cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_BIAS;
  cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue,
                                 sizeof epilogue);
  cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias, sizeof bias);
  cublasLtMatrixLayout_t of_a, of_b, of_d;
  cublasLtMatrixLayoutCreate(&of_a, CUDA_R_32F, 128, 8, 128);
  cublasLtMatrixLayoutCreate(&of_b, CUDA_R_32F, 8, 4, 8);
  cublasLtMatrixLayoutCreate(&of_d, CUDA_R_32F, 128, 4, 128);
  const float one = 1, zero = 0;
  cublasLtMatmul(handle, product, &one, a, of_a, b, of_b, &zero, d, of_d,  // @product
                 d, of_d, nullptr, nullptr, 0, nullptr);
  cudaDeviceSynchronize();
}
