// The time between two events: behind a wait for the second one, a copy to the host, a wait for its stream or the
// device, and by asking until there is one.
// prints: 5 times
#include <cuda_runtime.h>

#include <cstdio>

__global__ void add(int* values) { values[threadIdx.x] += 1; }

int main() {
  int *values, host[32];
  cudaMalloc(&values, sizeof host);
  cudaMemset(values, 0, sizeof host);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  int times = 0;
  for (int way = 0; way < 5; ++way) {
    cudaEventRecord(begin, stream);
    add<<<1, 32, 0, stream>>>(values);
    cudaEventRecord(end, stream);
    if (way == 0) cudaEventSynchronize(end);
    if (way == 1) cudaStreamSynchronize(stream);
    if (way == 2) cudaDeviceSynchronize();
    if (way == 3) cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost);
    float milliseconds = -1;
    cudaError_t error;
    do {
      error = cudaEventElapsedTime(&milliseconds, begin, end);
    } while (way == 4 && error == cudaErrorNotReady);
    times += error == cudaSuccess && milliseconds >= 0;
  }
  std::printf("%d times\n", times);
  cudaStreamDestroy(stream);
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  cudaFree(values);
}
