// expect: simt: a surface write out of bounds, at 128 in dimension 0
// expect: @write
// expect: thread (32,0,0) of block (0,0,0)
// expect: x counts bytes
#include <cuda_runtime.h>

__global__ void fill(cudaSurfaceObject_t image) {
  surf2Dwrite(1.0f, image, threadIdx.x * 4, 0);  // @write
}

int main() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  cudaMallocArray(&resource.res.array.array, &format, 32, 32, cudaArraySurfaceLoadStore);
  cudaSurfaceObject_t image = 0;
  cudaCreateSurfaceObject(&image, &resource);
  fill<<<1, 32>>>(image);
  if (cudaDeviceSynchronize() != cudaSuccess) return 5;
  fill<<<1, 64>>>(image);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
