// A uchar4* counts in pixels: 4 * i is four times too far.
// rejected by: result
// expect: FAILED
#include <cuda_runtime.h>

__device__ inline unsigned char grey_of(int red, int green, int blue) {
  return static_cast<unsigned char>((77 * red + 150 * green + 29 * blue) / 256);
}

__global__ void make_grey(unsigned char* grey, const unsigned char* rgba, int pixels) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pixels) return;
  const uchar4 pixel = reinterpret_cast<const uchar4*>(rgba)[4 * i];
  grey[i] = grey_of(pixel.x, pixel.y, pixel.z);
}

void launch_grey(unsigned char* grey, const unsigned char* rgba, int pixels) {
  make_grey<<<(pixels + 255) / 256, 256>>>(grey, rgba, pixels);
}
