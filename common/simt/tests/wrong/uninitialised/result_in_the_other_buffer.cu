// Two buffers are swapped once too often: the copy takes the one that no step has written into.
// exit: 0
// expect: simt: warning: host code reads what nobody has written: it was copied from byte 0 of the 512 bytes
// expect: @read
// expect: @copy
// expect: by cudaMemcpyAsync
#include <cuda_runtime.h>

#include <cstdio>
#include <utility>

__global__ void step(const double* from, double* to) { to[threadIdx.x] = from[threadIdx.x] / 2; }

int main() {
  double *from, *to, *host;
  cudaMalloc(&from, 64 * sizeof(double));
  cudaMalloc(&to, 64 * sizeof(double));
  cudaMallocHost(&host, 64 * sizeof(double));
  for (int i = 0; i < 64; ++i) host[i] = i;
  cudaMemcpy(to, host, 64 * sizeof(double), cudaMemcpyHostToDevice);
  step<<<1, 64>>>(to, to);
  std::swap(from, to);
  std::swap(from, to);                                                       // once too often
  cudaMemcpyAsync(host, from, 64 * sizeof(double), cudaMemcpyDeviceToHost);  // @copy
  cudaDeviceSynchronize();
  std::printf("%g\n", host[0]);  // @read
  cudaFree(from);
  cudaFree(to);
  cudaFreeHost(host);
}
