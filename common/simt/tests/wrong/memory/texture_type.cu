// expect: simt: tex2D() asks for floats from a texture that gives integers
// expect: @fetch
// expect: cudaReadModeNormalizedFloat
#include <cuda_runtime.h>

__global__ void sample(cudaTextureObject_t image, float* out) {
  out[threadIdx.x] = tex2D<float>(image, threadIdx.x + 0.5f, 0.5f);  // @fetch
}

int main() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned char>();
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  cudaMallocArray(&resource.res.array.array, &format, 32, 32);
  const cudaTextureDesc description = {};  // elements as they are
  cudaTextureObject_t image = 0;
  cudaCreateTextureObject(&image, &resource, &description, nullptr);
  float* out;
  cudaMalloc(&out, 128);
  sample<<<1, 32>>>(image, out);
  return cudaDeviceSynchronize() == cudaErrorInvalidTexture ? 0 : 5;
}
