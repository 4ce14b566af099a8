// Exercise · sorted_pixels: a picture whose pixels are sorted, 32 at a time.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

// A row has `width` grey values, 0 (black) to 255 (white); the rows follow each other. In each row,
// pixels 0 to 31, 32 to 63, … are sorted among themselves, dark ones first; the last run of a row may
// be shorter. Write a kernel and launch it here.

// TODO (about 20 lines): a bitonic network, or another one, in the registers of a warp
__global__ void sort_runs(unsigned char* out, const unsigned char* in, int width) {
  const int lane = threadIdx.x % 32, x = blockIdx.x * blockDim.x + threadIdx.x;
  const long long i = static_cast<long long>(blockIdx.y) * width + x;
  int key = x < width ? in[i] : 256;  // more than any pixel: sorted behind the others
  for (int run = 2; run <= 32; run *= 2) {
    for (int bit = run / 2; bit > 0; bit /= 2) {
      const int other = __shfl_xor_sync(~0u, key, bit);
      const bool keeps_smaller = ((lane & bit) == 0) == ((lane & run) == 0);
      key = keeps_smaller ? min(key, other) : max(key, other);
    }
  }
  if (x < width) out[i] = key;
}

void launch_sort(unsigned char* out, const unsigned char* in, int width, int height) {
  sort_runs<<<dim3((width + 127) / 128, height), 128>>>(out, in, width);
}
// END
