// Memory, streams, events and limits belong to the device that was current when they were made.
// prints: device 1 has the memory, the stream and its own heap
#include <cuda_runtime.h>

#include <cstdio>
#include <thread>

int main() {
  int count = 0, on = -1;
  cudaGetDeviceCount(&count);
  if (count < 2) return 77;
  cudaSetDevice(1);
  int* data;
  cudaMalloc(&data, 4096);
  cudaPointerAttributes attributes{};
  cudaPointerGetAttributes(&attributes, data);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamGetDevice(stream, &on);
  if (attributes.device != 1 || on != 1) return 1;

  // Another host thread begins with device 0.
  int elsewhere = -1;
  std::thread([&] { cudaGetDevice(&elsewhere); }).join();
  cudaGetDevice(&on);
  if (elsewhere != 0 || on != 1) return 2;

  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 24);
  std::size_t heap[2];
  cudaDeviceGetLimit(&heap[1], cudaLimitMallocHeapSize);
  cudaSetDevice(0);
  cudaDeviceGetLimit(&heap[0], cudaLimitMallocHeapSize);
  if (heap[1] != 1 << 24 || heap[0] == heap[1]) return 3;

  if (cudaSetDevice(count) != cudaErrorInvalidDevice ||
      cudaSetDevice(-1) != cudaErrorInvalidDevice) {
    return 4;
  }
  cudaGetLastError();
  cudaMemPool_t pools[2];
  cudaDeviceGetDefaultMemPool(&pools[0], 0);
  cudaDeviceGetDefaultMemPool(&pools[1], 1);
  int* pooled;
  cudaMallocAsync(&pooled, 4096, stream);  // of the stream's device, whatever the current one is
  cudaPointerGetAttributes(&attributes, pooled);
  if (pools[0] == pools[1] || attributes.device != 1) return 5;
  cudaFreeAsync(pooled, stream);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaFree(data);
  std::printf("device 1 has the memory, the stream and its own heap\n");
}
