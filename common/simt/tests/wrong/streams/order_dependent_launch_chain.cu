// A kernel that starts early waits for the kernel directly in front. That one has not waited, so the first
// one may still be at it.
// expect: simt: race between dependent launches: two operations use byte 0
// expect: and the second one does not wait for the first
// expect: @write by kernel fill
// expect: @read by kernel add_one, launched at
// expect: call it in every kernel of the chain
#include <cuda_runtime.h>

__global__ void fill(int* data) {
  cudaTriggerProgrammaticLaunchCompletion();
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;  // @write
}

__global__ void clear(int* other) { other[blockIdx.x * blockDim.x + threadIdx.x] = 0; }

__global__ void add_one(const int* data, int* sums) {
  cudaGridDependencySynchronize();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  sums[i] = data[i] + 1;  // @read
}

int main() {
  int *data, *other, *sums;
  cudaMalloc(&data, 4096);
  cudaMalloc(&other, 4096);
  cudaMalloc(&sums, 4096);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaLaunchAttribute early;
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = 4;
  config.blockDim = 256;
  config.stream = stream;
  config.attrs = &early;
  config.numAttrs = 1;
  fill<<<4, 256, 0, stream>>>(data);
  cudaLaunchKernelEx(&config, clear, other);
  cudaLaunchKernelEx(&config, add_one, static_cast<const int*>(data), sums);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
