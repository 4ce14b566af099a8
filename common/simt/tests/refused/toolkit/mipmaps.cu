// A part of the runtime that the CPU backend does not have, and a name that is misspelt.
// refuses: mipmapped arrays, graphics and external memory: cudaMallocMipmappedArray, cudaGraphicsMapResources
// error: @levels ‘cudaMallocMipmappedArray’ is of a part of the CUDA runtime that the CPU backend does not have
// error: @map ‘cudaGraphicsMapResources’ is of a part of the CUDA runtime that the CPU backend does not have
// error: @misspelt did you mean ‘cudaMallocHost’?
// nvcc: error
#include <cuda_runtime.h>

int main() {
  const cudaChannelFormatDesc pixel = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t levels;
  cudaMallocMipmappedArray(&levels, &pixel, make_cudaExtent(16, 16, 0), 4);  // @levels
  cudaGraphicsMapResources(1, nullptr);                                      // @map
  cudaMalocHost(&levels, 16);                                                // @misspelt
}
