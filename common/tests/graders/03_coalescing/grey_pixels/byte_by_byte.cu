// Right, but a load for each colour.
// rejected by: model
// expect: FAILED  1009 pixels: load requests:
// expect: one load can bring
#include <cuda_runtime.h>

__device__ inline unsigned char grey_of(int red, int green, int blue) {
  return static_cast<unsigned char>((77 * red + 150 * green + 29 * blue) / 256);
}

__global__ void make_grey(unsigned char* grey, const unsigned char* rgba, int pixels) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < pixels) grey[i] = grey_of(rgba[4 * i], rgba[4 * i + 1], rgba[4 * i + 2]);
}

void launch_grey(unsigned char* grey, const unsigned char* rgba, int pixels) {
  make_grey<<<(pixels + 255) / 256, 256>>>(grey, rgba, pixels);
}
