// Copies between devices need no access, and in the default stream they come after and before all of both devices.
// prints: 3 3 3
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* data, int value) { data[threadIdx.x] = value; }
__global__ void add(int* data, int value) { data[threadIdx.x] += value; }

int main() {
  int count = 0, result[3];
  cudaGetDeviceCount(&count);
  if (count < 2) return 77;
  int *zero, *one;
  cudaMalloc(&zero, 1024);
  cudaSetDevice(1);
  cudaMalloc(&one, 1024);

  fill<<<1, 256>>>(one, 1);  // on device 1
  cudaSetDevice(0);
  cudaMemcpyPeer(zero, 0, one, 1, 1024);
  cudaSetDevice(1);
  add<<<1, 256>>>(one, 5);  // what the copy has read by then
  cudaSetDevice(0);
  add<<<1, 256>>>(zero, 2);
  cudaMemcpy(&result[0], zero, sizeof(int), cudaMemcpyDeviceToHost);

  cudaMemcpy(one, zero, 1024, cudaMemcpyDefault);  // in the default stream of device 0
  cudaSetDevice(1);
  add<<<1, 256>>>(one, 0);
  cudaMemcpy(&result[1], one, sizeof(int), cudaMemcpyDeviceToHost);

  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemsetAsync(one, 0, 1024, stream);
  cudaMemcpyPeerAsync(one, 1, zero, 0, 1024, stream);
  cudaMemcpyAsync(&result[2], one, sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  std::printf("%d %d %d\n", result[0], result[1], result[2]);
  cudaFree(one);
  cudaFree(zero);
}
