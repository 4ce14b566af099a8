// A prefetch and advice that name the device by its number, as up to CUDA 12, beside the forms of CUDA 13.
// supports: earlier versions of CUDA: `cudaMemPrefetchAsync`, `cudaMemAdvise` with a device's number
// prints: 4950 -1 0 1
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count_up(int* numbers, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) numbers[i] = i;
}

int main() {
  const int n = 100;
  int device = 0, *numbers;
  cudaStream_t stream;
  cudaGetDevice(&device);
  cudaMallocManaged(&numbers, n * sizeof(int));
  cudaStreamCreate(&stream);

  cudaMemAdvise(numbers, n * sizeof(int), cudaMemAdviseSetPreferredLocation, device);
  cudaMemAdvise(numbers, n * sizeof(int), cudaMemAdviseSetAccessedBy, cudaCpuDeviceId);
  cudaMemPrefetchAsync(numbers, n * sizeof(int), device);
  count_up<<<1, 128>>>(numbers, n);
  cudaMemPrefetchAsync(numbers, n * sizeof(int), cudaCpuDeviceId, nullptr);
  cudaDeviceSynchronize();
  cudaMemLocation place = {cudaMemLocationTypeDevice, device};
  cudaMemPrefetchAsync_v2(numbers, n * sizeof(int), place, 0, stream);
  cudaMemAdvise_v2(numbers, n * sizeof(int), cudaMemAdviseSetReadMostly, place);
  place.type = cudaMemLocationTypeHost;
  cudaMemPrefetchAsync(numbers, n * sizeof(int), cudaCpuDeviceId, stream);
  if (cudaStreamSynchronize(stream) != cudaSuccess) return 1;

  int sum = 0, last = 7, preferred = 7, read_mostly = 7;
  for (int i = 0; i < n; ++i) sum += numbers[i];
  cudaMemRangeGetAttribute(&last, sizeof last, cudaMemRangeAttributeLastPrefetchLocation, numbers,
                           n * sizeof(int));
  cudaMemRangeGetAttribute(&preferred, sizeof preferred, cudaMemRangeAttributePreferredLocation,
                           numbers, n * sizeof(int));
  cudaMemRangeGetAttribute(&read_mostly, sizeof read_mostly, cudaMemRangeAttributeReadMostly,
                           numbers, n * sizeof(int));
  std::printf("%d %d %d %d\n", sum, last, preferred, read_mostly);
  cudaStreamDestroy(stream);
  cudaFree(numbers);
}
