// A layer of a network with cuBLASLt: the product, its bias and ReLU in one call, then a second layer in the same stream,
// with the handle of cuBLAS in place of its own.
// supports: <cublasLt.h>: handles of cuBLAS in place of its own
// prints: 0 7 19 31, 57
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(float* weights, float* input, float* bias) {
  const int row = threadIdx.x % 4, column = threadIdx.x / 4;
  weights[threadIdx.x] = row + 1.0f;
  if (row == 0) input[column] = column + 1.0f;
  if (column == 0) bias[row] = row == 0 ? -20.0f : row * 2.0f - 15.0f;
}

int main() {
  float *weights, *input, *bias, *hidden, *ones, *output;
  cudaMalloc(&weights, 16 * sizeof(float));
  cudaMalloc(&input, 4 * sizeof(float));
  cudaMalloc(&bias, 4 * sizeof(float));
  cudaMalloc(&hidden, 4 * sizeof(float));
  cudaMalloc(&ones, 4 * sizeof(float));
  cudaMalloc(&output, sizeof(float));
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  fill<<<1, 16, 0, stream>>>(weights, input, bias);
  const float host_ones[] = {1, 1, 1, 1}, one = 1, zero = 0;
  cudaMemcpyAsync(ones, host_ones, sizeof host_ones, cudaMemcpyHostToDevice, stream);

  cublasHandle_t blas;
  cublasCreate(&blas);
  const auto handle = reinterpret_cast<cublasLtHandle_t>(blas);
  cublasLtMatmulDesc_t product;
  cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  cublasLtMatrixLayout_t of_weights, of_vector, of_output;
  cublasLtMatrixLayoutCreate(&of_weights, CUDA_R_32F, 4, 4, 4);
  cublasLtMatrixLayoutCreate(&of_vector, CUDA_R_32F, 4, 1, 4);
  cublasLtMatrixLayoutCreate(&of_output, CUDA_R_32F, 1, 1, 1);

  cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_RELU_BIAS;
  cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue,
                                 sizeof epilogue);
  cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias, sizeof bias);
  cublasLtMatmul(handle, product, &one, weights, of_weights, input, of_vector, &zero, hidden,
                 of_vector, hidden, of_vector, nullptr, nullptr, 0, stream);

  epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  const cublasOperation_t transpose = CUBLAS_OP_T;
  cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue,
                                 sizeof epilogue);
  cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_TRANSA, &transpose,
                                 sizeof transpose);
  cublasLtMatmul(handle, product, &one, ones, of_vector, hidden, of_vector, &zero, output,
                 of_output, output, of_output, nullptr, nullptr, 0, stream);

  float result[5];
  cudaMemcpyAsync(result, hidden, 4 * sizeof(float), cudaMemcpyDeviceToHost, stream);
  cudaMemcpyAsync(result + 4, output, sizeof(float), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  std::printf("%g %g %g %g, %g\n", result[0], result[1], result[2], result[3], result[4]);
  cublasLtMatrixLayoutDestroy(of_weights);
  cublasLtMatrixLayoutDestroy(of_vector);
  cublasLtMatrixLayoutDestroy(of_output);
  cublasLtMatmulDescDestroy(product);
  cublasDestroy(blas);
  cudaStreamDestroy(stream);
  for (float* memory : {weights, input, bias, hidden, ones, output}) cudaFree(memory);
}
