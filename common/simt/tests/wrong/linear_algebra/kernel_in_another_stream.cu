// A kernel fills the matrix in a stream of its own; the handle's stream does not wait for it.
// expect: race between streams
// expect: kernel fill
// expect: cublasSscal at
#include <cublas_v2.h>

__global__ void fill(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = 1;
}

int main() {
  constexpr int kSize = 4096;
  float* x;
  cudaMalloc(&x, kSize * sizeof(float));
  cudaStream_t stream, other;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSetStream(handle, other);
  fill<<<kSize / 256, 256, 0, stream>>>(x, kSize);
  const float half = 0.5f;
  cublasSscal(handle, kSize, &half, x, 1);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
