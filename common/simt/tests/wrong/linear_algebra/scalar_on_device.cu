// alpha is in device memory, but the handle expects it on the host.
// expect: cublasSscal() is given memory of the device as alpha, in pointer mode CUBLAS_POINTER_MODE_HOST
// expect: @scale
// expect: cublasSetPointerMode
#include <cublas_v2.h>

int main() {
  float *x, *alpha;
  cudaMalloc(&x, 100 * sizeof(float));
  cudaMalloc(&alpha, sizeof(float));
  cudaMemset(x, 0, 100 * sizeof(float));
  cudaMemset(alpha, 0, sizeof(float));
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSscal(handle, 100, alpha, x, 1);  // @scale
  cudaDeviceSynchronize();
}
