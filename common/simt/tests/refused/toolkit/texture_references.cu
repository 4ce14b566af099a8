// Textures as variables of the file, which CUDA has had up to version 11.
// refuses: texture references: texture<float> t, cudaBindTexture
// error: @texture texture and surface references ended with CUDA 11
// error: @surface make an object with cudaCreateTextureObject or cudaCreateSurfaceObject
// error: @bind texture and surface references ended with CUDA 11
// nvcc: error
#include <cuda_runtime.h>

texture<float, 1, cudaReadModeElementType> samples;  // @texture
surface<void, 2> picture;                            // @surface

int main() {
  float* memory;
  cudaMalloc(&memory, 1024);
  cudaBindTexture(nullptr, nullptr, memory, 1024);  // @bind
}
