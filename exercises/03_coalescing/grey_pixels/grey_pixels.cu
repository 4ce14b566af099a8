// Exercise · grey_pixels: a picture of 4 bytes per pixel becomes one of 1 byte per pixel.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

__device__ inline unsigned char grey_of(int red, int green, int blue) {
  return static_cast<unsigned char>((77 * red + 150 * green + 29 * blue) / 256);
}

// Pixel i has its red, green, blue and opacity in rgba[4 * i] to rgba[4 * i + 3]. `rgba` and `grey`
// come from cudaMalloc.
__global__ void make_grey(unsigned char* grey, const unsigned char* rgba, int pixels) {
  // TODO (about 4 lines): load a pixel with one request
  // END
}

void launch_grey(unsigned char* grey, const unsigned char* rgba, int pixels) {
  // TODO (about 2 lines): launch it for all pixels
  // END
}
