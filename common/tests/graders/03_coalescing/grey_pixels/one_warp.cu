// Right, but one warp goes over the whole picture.
// rejected by: model
// expect: FAILED  1009 pixels: all 1009 elements of grey were written by warp 0 of block (0,0,0) alone: share them out
#include <cuda_runtime.h>

__device__ inline unsigned char grey_of(int red, int green, int blue) {
  return static_cast<unsigned char>((77 * red + 150 * green + 29 * blue) / 256);
}

// Pixel i has its red, green, blue and opacity in rgba[4 * i] to rgba[4 * i + 3]. `rgba` and `grey`
// come from cudaMalloc.
__global__ void make_grey(unsigned char* grey, const unsigned char* rgba, int pixels) {
  for (int i = threadIdx.x; i < pixels; i += 32) {
    const uchar4 pixel = reinterpret_cast<const uchar4*>(rgba)[i];
    grey[i] = grey_of(pixel.x, pixel.y, pixel.z);
  }
}

void launch_grey(unsigned char* grey, const unsigned char* rgba, int pixels) {
  make_grey<<<1, 32>>>(grey, rgba, pixels);
}
