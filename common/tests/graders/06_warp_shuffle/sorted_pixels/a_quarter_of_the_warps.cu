// Right, and of every four rows only one has a warp: it sorts them one after the other.
// rejected by: model
// expect: of out were written by warp 0 of block (0,0,0) alone: share them out
#include <cuda_runtime.h>

__global__ void sort_runs(unsigned char* out, const unsigned char* in, int width, int height) {
  const int lane = threadIdx.x, last = min(4 * static_cast<int>(blockIdx.x) + 4, height);
  for (int y = 4 * blockIdx.x; y < last; ++y) {
    for (int first = 0; first < width; first += 32) {
      const int i = y * width + first + lane;
      int key = first + lane < width ? in[i] : 256;
      for (int run = 2; run <= 32; run *= 2) {
        for (int bit = run / 2; bit > 0; bit /= 2) {
          const int other = __shfl_xor_sync(~0u, key, bit);
          const bool keeps_smaller = ((lane & bit) == 0) == ((lane & run) == 0);
          key = keeps_smaller ? min(key, other) : max(key, other);
        }
      }
      if (first + lane < width) out[i] = key;
    }
  }
}

void launch_sort(unsigned char* out, const unsigned char* in, int width, int height) {
  sort_runs<<<(height + 3) / 4, 32>>>(out, in, width, height);
}
