// An event of one device orders a stream of another one behind it; a copy may be in a stream of a device that is not the
// current one.
// prints: 6
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* data, int value) { data[threadIdx.x] = value; }
__global__ void add(const int* there, int* here) { here[threadIdx.x] += there[threadIdx.x]; }

int main() {
  int count = 0, can = 0, result = 0;
  cudaGetDeviceCount(&count);
  if (count < 2) return 77;
  cudaDeviceCanAccessPeer(&can, 1, 0);
  if (can == 0) return 77;
  int *zero, *one;
  cudaStream_t streams[2];
  cudaEvent_t filled, added;
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  cudaMalloc(&one, 1024);
  cudaStreamCreateWithFlags(&streams[1], cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&added, cudaEventDisableTiming);
  cudaSetDevice(0);
  cudaMalloc(&zero, 1024);
  cudaStreamCreateWithFlags(&streams[0], cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&filled, cudaEventDisableTiming);

  fill<<<1, 256, 0, streams[0]>>>(zero, 2);
  cudaEventRecord(filled, streams[0]);
  cudaSetDevice(1);
  fill<<<1, 256, 0, streams[1]>>>(one, 4);
  cudaStreamWaitEvent(streams[1], filled);
  add<<<1, 256, 0, streams[1]>>>(zero, one);
  cudaEventRecord(added, streams[1]);
  cudaStreamWaitEvent(streams[0], added);
  cudaSetDevice(0);
  fill<<<1, 256, 0, streams[0]>>>(zero, 9);
  cudaMemcpyAsync(&result, one, sizeof(int), cudaMemcpyDeviceToHost, streams[1]);
  if (cudaEventSynchronize(added) != cudaSuccess || cudaEventQuery(added) != cudaSuccess) return 1;
  cudaStreamSynchronize(streams[1]);
  cudaStreamSynchronize(streams[0]);
  std::printf("%d\n", result);
  for (const cudaStream_t stream : streams) cudaStreamDestroy(stream);
  cudaEventDestroy(filled);
  cudaEventDestroy(added);
  cudaFree(zero);
  cudaFree(one);
}
