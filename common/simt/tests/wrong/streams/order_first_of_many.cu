// Of several races the first in the order of the calls is told, whichever operation ran first.
// expect: simt: race between streams: two operations use byte 0
// expect: @write by kernel fill, launched at
// expect: @first, in stream 3
// expect: @write by kernel fill, launched at
// expect: @second, in stream 4
#include <cuda_runtime.h>

__global__ void fill(int* data, int value) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = value;  // @write
}

int main() {
  int* data;
  cudaMalloc(&data, 4096);
  cudaStream_t streams[6];
  for (cudaStream_t& stream : streams) cudaStreamCreate(&stream);
  fill<<<4, 256, 0, streams[0]>>>(data, 1);  // @first
  fill<<<4, 256, 0, streams[1]>>>(data, 2);  // @second
  for (const cudaStream_t stream : streams) fill<<<4, 256, 0, stream>>>(data, 3);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
