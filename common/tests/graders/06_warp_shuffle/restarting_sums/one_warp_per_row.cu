// Right, and 7 of 8 warps leave at once.
// rejected by: model
// expect: or more can share them out
#include <cuda_runtime.h>

constexpr int kThreads = 256;

// The sum of the lane's item so far: a lane takes in what comes from below unless that belongs to
// another item. `first` is the lane where its own begins, or less than 0.
__device__ float scan_item(float x, int first) {
  const int lane = threadIdx.x % 32;
  for (int offset = 1; offset < 32; offset *= 2) {
    const float below = __shfl_up_sync(~0u, x, offset);
    if (lane >= offset && lane - offset >= first) x += below;
  }
  return x;
}

// The highest lane up to this one that has its bit set, or -1.
__device__ int last_up_to(unsigned bits, int lane) {
  return 31 - __clz(bits & (~0u >> (31 - lane)));
}

__global__ void restarting_sums(float* out, const float* in, const unsigned char* starts,
                                int columns) {
  if (threadIdx.x >= 32) return;
  const int lane = threadIdx.x;
  const long long row = static_cast<long long>(blockIdx.x) * columns;
  float carry = 0;
  for (int begin = 0; begin < columns; begin += 32) {
    const bool inside = begin + lane < columns;
    const unsigned heads = __ballot_sync(~0u, inside && starts[row + begin + lane] != 0);
    const int first = last_up_to(heads, lane);
    float sum = scan_item(inside ? in[row + begin + lane] : 0, first);
    if (first < 0) sum += carry;
    if (inside) out[row + begin + lane] = sum;
    carry = __shfl_sync(~0u, sum, 31);
  }
}
