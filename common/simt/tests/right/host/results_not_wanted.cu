// Calls whose result a program leaves alone on purpose, or that say "not yet".
// prints: 7
#include <cuda_runtime.h>

#include <cstdio>

__global__ void store(int* word) { *word = 7; }

int main() {
  int *word, result = 0;
  cudaStream_t stream;
  cudaEvent_t event;
  cudaFree(nullptr);
  cudaStreamCreate(&stream);
  cudaEventCreate(&event);
  cudaMallocManaged(&word, sizeof(int));
  (void)cudaMemPrefetchAsync(nullptr, 4, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0, stream);
  static_cast<void>(cudaSetDevice(1000));
  store<<<1, 1, 0, stream>>>(word);
  cudaEventRecord(event, stream);
  cudaStreamQuery(stream);
  cudaEventQuery(event);
  if (cudaStreamSynchronize(stream) == cudaSuccess) result = *word;
  std::printf("%d\n", result);
  cudaFree(word);
  cudaEventDestroy(event);
  cudaStreamDestroy(stream);
}
