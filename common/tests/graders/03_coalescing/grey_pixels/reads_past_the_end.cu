// Four pixels in one load, also where there are fewer than four.
// rejected by: model
// expect: simt: read of 16 bytes of global memory out of bounds
// expect: FAILED  1 pixels:
#include <cuda_runtime.h>

__device__ inline unsigned char grey_of(int red, int green, int blue) {
  return static_cast<unsigned char>((77 * red + 150 * green + 29 * blue) / 256);
}

// Pixel i has its red, green, blue and opacity in rgba[4 * i] to rgba[4 * i + 3]. `rgba` and `grey`
// come from cudaMalloc.
__global__ void make_grey(unsigned char* grey, const unsigned char* rgba, int pixels) {
  const int four = blockIdx.x * blockDim.x + threadIdx.x;
  if (4 * four >= pixels) return;
  const uint4 loaded = reinterpret_cast<const uint4*>(rgba)[four];
  const unsigned words[4] = {loaded.x, loaded.y, loaded.z, loaded.w};
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const unsigned pixel = words[k];
    if (4 * four + k < pixels)
      grey[4 * four + k] = grey_of(pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255);
  }
}

void launch_grey(unsigned char* grey, const unsigned char* rgba, int pixels) {
  const int block = 256;
  make_grey<<<(pixels + block - 1) / block, block>>>(grey, rgba, pixels);
}
