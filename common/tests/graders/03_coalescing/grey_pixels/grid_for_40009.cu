// A grid for the largest picture that was tried.
// rejected by: result
// expect: FAILED  131102 pixels: grey, index 40192
#include <cuda_runtime.h>

__device__ inline unsigned char grey_of(int red, int green, int blue) {
  return static_cast<unsigned char>((77 * red + 150 * green + 29 * blue) / 256);
}

// Pixel i has its red, green, blue and opacity in rgba[4 * i] to rgba[4 * i + 3]. `rgba` and `grey`
// come from cudaMalloc.
__global__ void make_grey(unsigned char* grey, const unsigned char* rgba, int pixels) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pixels) return;
  const uchar4 pixel = reinterpret_cast<const uchar4*>(rgba)[i];
  grey[i] = grey_of(pixel.x, pixel.y, pixel.z);
}

void launch_grey(unsigned char* grey, const unsigned char* rgba, int pixels) {
  const int block = 256;
  make_grey<<<157, block>>>(grey, rgba, pixels);
}
