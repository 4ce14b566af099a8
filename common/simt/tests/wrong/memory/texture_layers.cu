// The layers of an array are no third dimension of a texture.
// expect: simt: tex3D() of a texture of two dimensions
// expect: @fetch
// expect: advice
#include <cuda_runtime.h>

__global__ void sample(cudaTextureObject_t image, float* out) {
  *out = tex3D<float>(image, 0.5f, 0.5f, 1.5f);  // @fetch
}

int main() {
  const cudaChannelFormatDesc pixel = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMalloc3DArray(&array, &pixel, make_cudaExtent(4, 4, 2), cudaArrayLayered);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  const cudaTextureDesc description = {};
  cudaTextureObject_t image = 0;
  float* out;
  cudaCreateTextureObject(&image, &resource, &description, nullptr);
  cudaMalloc(&out, sizeof(float));
  sample<<<1, 1>>>(image, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 5 : 0;
}
