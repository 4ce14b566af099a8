// expect: simt: read of 4 bytes of global memory out of bounds, inside the 128 bytes that were allocated at
// expect: @allocation
// expect: and freed at
// expect: @free
// expect: @fetch
#include <cuda_runtime.h>

__global__ void sample(cudaTextureObject_t values, int* out) {
  out[threadIdx.x] = tex1Dfetch<int>(values, threadIdx.x);  // @fetch
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 128);  // @allocation
  cudaMalloc(&out, 128);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = in;
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = 128;
  const cudaTextureDesc description = {};
  cudaTextureObject_t values = 0;
  cudaCreateTextureObject(&values, &resource, &description, nullptr);
  cudaFree(in);  // @free
  sample<<<1, 32>>>(values, out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
