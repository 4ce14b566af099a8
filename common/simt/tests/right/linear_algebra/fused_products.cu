// A layer of a network with cuBLASLt: the product, its bias and ReLU in one call, then a sum of its results in the same
// stream, with one handle of cuBLAS for both.
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
  float *weights, *input, *bias, *hidden;
  cudaMalloc(&weights, 16 * sizeof(float));
  cudaMalloc(&input, 4 * sizeof(float));
  cudaMalloc(&bias, 4 * sizeof(float));
  cudaMalloc(&hidden, 4 * sizeof(float));
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  fill<<<1, 16, 0, stream>>>(weights, input, bias);
  const float one = 1, zero = 0;

  cublasHandle_t blas;
  cublasCreate(&blas);
  const auto handle = reinterpret_cast<cublasLtHandle_t>(blas);
  cublasLtMatmulDesc_t product;
  cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  cublasLtMatrixLayout_t of_weights, of_vector;
  cublasLtMatrixLayoutCreate(&of_weights, CUDA_R_32F, 4, 4, 4);
  cublasLtMatrixLayoutCreate(&of_vector, CUDA_R_32F, 4, 1, 4);

  const cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_RELU_BIAS;
  cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue,
                                 sizeof epilogue);
  cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias, sizeof bias);
  cublasLtMatmul(handle, product, &one, weights, of_weights, input, of_vector, &zero, hidden,
                 of_vector, hidden, of_vector, nullptr, nullptr, 0, stream);

  float sum = 0;
  cublasSetStream(blas, stream);
  cublasSasum(blas, 4, hidden, 1, &sum);  // behind the product

  float result[4];
  cudaMemcpyAsync(result, hidden, 4 * sizeof(float), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  std::printf("%g %g %g %g, %g\n", result[0], result[1], result[2], result[3], sum);
  cublasLtMatrixLayoutDestroy(of_weights);
  cublasLtMatrixLayoutDestroy(of_vector);
  cublasLtMatmulDescDestroy(product);
  cublasDestroy(blas);
  cudaStreamDestroy(stream);
  for (float* memory : {weights, input, bias, hidden}) cudaFree(memory);
}
