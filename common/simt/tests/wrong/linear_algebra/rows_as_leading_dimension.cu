// Row-major thinking: the leading dimension given is the number of columns. cuBLAS returns an error that nobody
// looks at.
// expect: cublasSgemm() does nothing: the leading dimension of A is 3, and its columns have 5 rows
// expect: @product
// expect: advice  look at what every function of cuBLAS returns
// exit: 0
#include <cublas_v2.h>

int main() {
  float *a, *b, *c;
  cudaMalloc(&a, 15 * sizeof(float));
  cudaMalloc(&b, 21 * sizeof(float));
  cudaMalloc(&c, 35 * sizeof(float));
  cublasHandle_t handle;
  cublasCreate(&handle);
  const float one = 1, zero = 0;
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 5, 7, 3, &one, a, 3, b, 3, &zero, c,  // @product
              7);
  cublasDestroy(handle);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
