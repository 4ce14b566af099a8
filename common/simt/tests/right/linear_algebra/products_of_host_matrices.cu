// cuBLASXt multiplies matrices that lie in memory of the host, and such that lie in the device's.
// supports: <cublasXt.h>: one device; Sgemm and Dgemm, with matrices of the host, of the device, or of both
// prints: 32.0 36.0 44.0 49.0
// prints: 16.0 18.0 22.0 24.5
#include <cublasXt.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace {

template <class T>
void print(const T* c) {
  std::printf("%.1f %.1f %.1f %.1f\n", c[0], c[1], c[2], c[3]);
}

}  // namespace

int main() {
  cublasXtHandle_t handle;
  int devices[] = {0};
  if (cublasXtCreate(&handle) != CUBLAS_STATUS_SUCCESS) return 2;
  if (cublasXtDeviceSelect(handle, 1, devices) != CUBLAS_STATUS_SUCCESS) return 3;
  if (cublasXtSetBlockDim(handle, 64) != CUBLAS_STATUS_SUCCESS) return 4;

  // 2 x 3 by 3 x 2, column after column, and 10 of what was there.
  const double a[] = {1, 2, 2, 3, 3, 3}, b[] = {1, 2, 3, 2, 3, 4}, alpha = 1, beta = 10;
  double c[] = {1.8, 1.9, 2.4, 2.4};
  const cublasStatus_t status =
      cublasXtDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 3, &alpha, a, 2, b, 3, &beta, c, 2);
  if (status != CUBLAS_STATUS_SUCCESS) return 5;
  print(c);

  const float one[] = {1, 0, 0, 1}, half = 0.5f, none = 0;
  float mine[] = {32, 36, 44, 49}, result[4];
  float* device;
  cudaMalloc(&device, sizeof one);
  cudaMemcpy(device, one, sizeof one, cudaMemcpyHostToDevice);
  if (cublasXtSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, 2, 2, 2, &half, device, 2, mine, 2, &none,
                    result, 2) != CUBLAS_STATUS_SUCCESS) {
    return 6;
  }
  print(result);
  cudaFree(device);
  cublasXtDestroy(handle);
}
