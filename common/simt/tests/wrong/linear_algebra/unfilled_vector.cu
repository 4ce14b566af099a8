// One of the vectors was never filled.
// expect: cublasSdot() reads y where nobody has written: byte 0 of the 400 bytes that were allocated at
// expect: @dot
// exit: 0
#include <cublas_v2.h>

int main() {
  float *x, *y, result;
  cudaMalloc(&x, 100 * sizeof(float));
  cudaMalloc(&y, 100 * sizeof(float));
  cudaMemset(x, 0, 100 * sizeof(float));
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSdot(handle, 100, x, 1, y, 1, &result);  // @dot
  cublasDestroy(handle);
  cudaFree(x);
  cudaFree(y);
}
