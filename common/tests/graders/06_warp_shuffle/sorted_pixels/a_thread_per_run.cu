// Right: 32 pixels in an array of one thread, which is in local memory.
// rejected by: model
// expect: requests to local memory:
// expect: an array whose places are computed
#include <cuda_runtime.h>

__global__ void sort_runs(unsigned char* out, const unsigned char* in, int width, int height) {
  const int runs = (width + 31) / 32, run = blockIdx.x * blockDim.x + threadIdx.x;
  if (run >= runs * height) return;
  const int first = run / runs * width + run % runs * 32;
  const int count = min(32, width - run % runs * 32);
  int keys[32];
  for (int k = 0; k < count; ++k) {
    int place = k;
    for (; place > 0 && keys[place - 1] > in[first + k]; --place) keys[place] = keys[place - 1];
    keys[place] = in[first + k];
  }
  for (int k = 0; k < count; ++k) out[first + k] = keys[k];
}

void launch_sort(unsigned char* out, const unsigned char* in, int width, int height) {
  const int runs = (width + 31) / 32 * height;
  sort_runs<<<(runs + 127) / 128, 128>>>(out, in, width, height);
}
