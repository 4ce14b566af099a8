// Right, and the runs of a row wait for each other in the loop of one warp.
// rejected by: model
// expect: or more can share them out
#include <cuda_runtime.h>

__global__ void sort_runs(unsigned char* out, const unsigned char* in, int width) {
  const int lane = threadIdx.x;
  for (int first = 0; first < width; first += 32) {
    const int i = blockIdx.x * width + first + lane;
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

void launch_sort(unsigned char* out, const unsigned char* in, int width, int height) {
  sort_runs<<<height, 32>>>(out, in, width);
}
