// The event is recorded in front of the work that it should stand behind.
// expect: simt: race between streams: two operations use byte 0
// expect: @write by kernel fill
// expect: @producer
// expect: @read by kernel copy
// expect: @consumer
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
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  cudaMemset(in, 0, 4096);
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  cudaEvent_t event;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  cudaEventRecord(event, one);
  fill<<<4, 256, 0, one>>>(in, 1);  // @producer
  cudaStreamWaitEvent(two, event);
  copy<<<4, 256, 0, two>>>(in, out);  // @consumer
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
