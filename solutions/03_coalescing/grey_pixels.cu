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
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pixels) return;
  const uchar4 pixel = reinterpret_cast<const uchar4*>(rgba)[i];
  grey[i] = grey_of(pixel.x, pixel.y, pixel.z);
  // END
}

void launch_grey(unsigned char* grey, const unsigned char* rgba, int pixels) {
  // TODO (about 2 lines): launch it for all pixels
  const int block = 256;
  make_grey<<<(pixels + block - 1) / block, block>>>(grey, rgba, pixels);
  // END
}
