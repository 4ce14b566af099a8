// Vectors with cuBLAS: y = alpha x + y, a dot product, norms, the largest element; results in host variables, then
// in device memory.
// prints: y[9] = 38, x.y = 855, |x| = 16.8819, sum 45, largest at 10, smallest at 1
// prints: on the device: 1710
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cstdio>

__global__ void twice(float* value) { *value *= 2; }

int main() {
  constexpr int kSize = 10;
  float x[kSize], y[kSize], *d_x, *d_y, *d_result;
  for (int i = 0; i < kSize; ++i) {
    x[i] = i;
    y[i] = 2 * i + 2;
  }
  cudaMalloc(&d_x, sizeof x);
  cudaMalloc(&d_y, sizeof y);
  cudaMalloc(&d_result, sizeof(float));
  cublasSetVector(kSize, sizeof(float), x, 1, d_x, 1);
  cublasSetVector(kSize, sizeof(float), y, 1, d_y, 1);

  cublasHandle_t handle;
  if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return 1;
  const float alpha = 2, minus_one = -1, shrink = 0.5f;
  float dot, norm, sum;
  int largest, smallest;
  cublasSaxpy(handle, kSize, &alpha, d_x, 1, d_y, 1);
  cublasGetVector(kSize, sizeof(float), d_y, 1, y, 1);
  cublasSscal(handle, kSize, &shrink, d_y, 1);             // 2 i + 1
  cublasSaxpy(handle, kSize, &minus_one, d_x, 1, d_y, 1);  // i + 1
  cublasSdot(handle, kSize, d_x, 1, d_y, 1, &dot);         // 285 + 45
  cublasSaxpy(handle, kSize, &alpha, d_x, 1, d_y, 1);      // 3 i + 1
  cublasSdot(handle, kSize, d_x, 1, d_y, 1, &dot);
  cublasSnrm2(handle, kSize, d_x, 1, &norm);
  cublasSasum(handle, kSize, d_x, 1, &sum);
  cublasIsamax(handle, kSize, d_x, 1, &largest);
  cublasIsamin(handle, kSize, d_x, 1, &smallest);
  std::printf("y[9] = %g, x.y = %g, |x| = %g, sum %g, largest at %d, smallest at %d\n", y[9],
              dot - 45, norm, sum, largest, smallest);

  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  cublasSdot(handle, kSize, d_x, 1, d_y, 1, d_result);  // the host does not wait
  twice<<<1, 1>>>(d_result);
  cudaMemcpy(&dot, d_result, sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("on the device: %g\n", dot - 90);
  cublasDestroy(handle);
  cudaFree(d_x);
  cudaFree(d_y);
  cudaFree(d_result);
}
