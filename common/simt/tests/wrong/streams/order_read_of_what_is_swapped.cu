// Swap loops of two streams do not disturb each other, but a third kernel reads the sum while they add to it.
// expect: simt: race between streams: two operations use byte 0
// expect: and nothing orders them
// expect: @swap by kernel count
// expect: @read by kernel copy
#include <cuda_runtime.h>

__global__ void count(int* sum) {
  int old = *sum, expected;
  do {
    expected = old;
    old = atomicCAS(sum, expected, expected + 1);  // @swap
  } while (expected != old);
}

__global__ void copy(const int* sum, int* out) {
  *out = *sum;  // @read
}

int main() {
  int *sum, *out;
  cudaMalloc(&sum, sizeof *sum);
  cudaMalloc(&out, sizeof *out);
  cudaMemset(sum, 0, sizeof *sum);
  cudaDeviceSynchronize();
  cudaStream_t streams[3];
  for (cudaStream_t& stream : streams) {
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  }
  count<<<4, 64, 0, streams[0]>>>(sum);
  count<<<4, 64, 0, streams[1]>>>(sum);
  copy<<<1, 1, 0, streams[2]>>>(sum, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
