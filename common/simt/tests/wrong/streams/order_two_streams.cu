// Producer and consumer in two streams, and no event between them.
// expect: simt: race between streams: two operations use byte 0 of the 4096 bytes that were allocated at
// expect: @allocation, and nothing orders them
// expect: write
// expect: @write by kernel fill, launched at
// expect: @producer, in stream 3, created at
// expect: @one
// expect: read
// expect: @read by kernel copy, launched at
// expect: @consumer, in stream 4, created at
// expect: @two
// expect: advice  streams run at the same time: record an event behind the first operation
// expect: SIMT_CHECK_STREAMS=off lets the program go on
#include <cuda_runtime.h>

__global__ void fill(int* data, int value) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = value;  // @write
}
__global__ void copy(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];  // @read
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 4096);  // @allocation
  cudaMalloc(&out, 4096);
  cudaMemset(in, 0, 4096);
  cudaStream_t one, two;
  cudaStreamCreate(&one);             // @one
  cudaStreamCreate(&two);             // @two
  fill<<<4, 256, 0, one>>>(in, 1);    // @producer
  copy<<<4, 256, 0, two>>>(in, out);  // @consumer
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
