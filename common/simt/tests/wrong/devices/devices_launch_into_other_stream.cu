// A stream of device 1, and the launch is for device 0.
// expect: simt: warning: the launch of fill at
// exit: 0
// expect: @launch
// expect: the stream belongs to device 1, and this is for device 0: call cudaSetDevice first
#include <cuda_runtime.h>

__global__ void fill(int* out) { out[threadIdx.x] = 1; }

int main() {
  int* data;
  cudaStream_t stream;
  cudaSetDevice(1);
  cudaStreamCreate(&stream);
  cudaSetDevice(0);
  cudaMalloc(&data, 128);
  fill<<<1, 32, 0, stream>>>(data);  // @launch
}
