// Who looks at the answer is told, too: waiting for the first event is not enough, nor is waiting for another stream.
// exit: 3
// expect: not ready: cudaErrorNotReady
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

__global__ void fill(int* values) { values[threadIdx.x] = 1; }

int main() {
  int* values;
  cudaMalloc(&values, 32 * sizeof(int));
  cudaStream_t stream, other;
  cudaStreamCreate(&stream);
  cudaStreamCreate(&other);
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventRecord(begin, stream);
  fill<<<1, 32, 0, stream>>>(values);
  cudaEventRecord(end, stream);
  cudaEventSynchronize(begin);
  cudaStreamSynchronize(other);
  float milliseconds = 0;
  const cudaError_t error = cudaEventElapsedTime(&milliseconds, begin, end);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "not ready: %s\n", cudaGetErrorName(error));
    std::exit(3);
  }
}
