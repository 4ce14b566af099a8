// A pipeline of three chunks in two streams, for pictures and tables of what an ideal device does.
#include <cuda_runtime.h>

__global__ void increment(int* data) { data[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

int main() {
  constexpr int kCount = 16384;
  int *host, *device;
  cudaMallocHost(&host, 3 * kCount * sizeof(int));
  cudaMalloc(&device, 3 * kCount * sizeof(int));
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) cudaStreamCreate(&stream);
  for (int chunk = 0; chunk < 3; ++chunk) {
    const cudaStream_t stream = streams[chunk % 2];
    int* const on_host = host + chunk * kCount;
    int* const on_device = device + chunk * kCount;
    cudaMemcpyAsync(on_device, on_host, kCount * sizeof(int), cudaMemcpyHostToDevice, stream);
    increment<<<kCount / 256, 256, 0, stream>>>(on_device);
    cudaMemcpyAsync(on_host, on_device, kCount * sizeof(int), cudaMemcpyDeviceToHost, stream);
  }
  cudaEvent_t event;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  cudaEventRecord(event, streams[1]);
  cudaStreamWaitEvent(streams[0], event);
  cudaMemsetAsync(device, 0, 2 * kCount * sizeof(int), streams[0]);
  cudaDeviceSynchronize();
  cudaFree(device);
  cudaFreeHost(host);
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
