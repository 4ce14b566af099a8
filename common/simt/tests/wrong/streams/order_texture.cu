// Rows are copied into an array while a kernel in another stream fetches from it.
// expect: simt: race between streams: two operations use byte 0 of the 256 bytes that were allocated at
// expect: @allocation
// expect: @use by kernel fetch
// expect: cudaMemcpy2DToArrayAsync at
// expect: @send
#include <cuda_runtime.h>

__global__ void fetch(cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, 0.5f);  // @use
}

int main() {
  float *out, *host;
  cudaMalloc(&out, 128);
  cudaMallocHost(&host, 256);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, 32, 2);  // @allocation
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description{};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  fetch<<<1, 32, 0, one>>>(texture, out);
  const auto kind = cudaMemcpyHostToDevice;
  cudaMemcpy2DToArrayAsync(array, 0, 0, host, 128, 128, 2, kind, two);  // @send
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
