// The host reads a vector in managed memory before the stream of the handle is done.
// expect: race between host and device
// expect: cublasSaxpy at
// expect: @read
#include <cublas_v2.h>

#include <cstdio>

int main() {
  constexpr int kSize = 1024;
  float *x, *y;
  cudaMallocManaged(&x, kSize * sizeof(float));
  cudaMallocManaged(&y, kSize * sizeof(float));
  for (int i = 0; i < kSize; ++i) x[i] = y[i] = i;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSetStream(handle, stream);
  const float alpha = 2;
  cublasSaxpy(handle, kSize, &alpha, x, 1, y, 1);
  std::printf("%g\n", y[1]);  // @read
  cudaStreamSynchronize(stream);
}
