// Exercise · restarting_sums: running sums, which begin again where a new item begins.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kThreads = 256;

// For each row: out[i] = the sum of in[k], …, in[i], where k is the last place up to i with
// starts[k] != 0, or the first of the row if there is none. Launched with a block of kThreads per row,
// whatever the number of columns is; rows follow each other.

// TODO (about 35 lines): a scan per warp that knows where items begin, and then the block

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
  __shared__ float sums[kThreads / 32];  // of the item that is open at the end of each warp
  __shared__ bool restarts[kThreads / 32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const bool is_warp = lane < kThreads / 32;
  const long long row = static_cast<long long>(blockIdx.x) * columns;
  float carry = 0;  // from the columns before, the same for all threads
  for (int begin = 0; begin < columns; begin += kThreads) {
    const int column = begin + threadIdx.x;
    const bool inside = column < columns;
    const unsigned heads = __ballot_sync(~0u, inside && starts[row + column] != 0);
    const int first = last_up_to(heads, lane);
    const float sum = scan_item(inside ? in[row + column] : 0, first);
    if (lane == 31) {
      sums[warp] = sum;
      restarts[warp] = heads != 0;
    }
    __syncthreads();

    // The same for the sums of the warps, in each warp: lane w has warp w.
    const int start = last_up_to(__ballot_sync(~0u, is_warp && restarts[lane]), lane);
    float up_to = scan_item(is_warp ? sums[lane] : 0, start);
    if (start < 0) up_to += carry;
    const float below = __shfl_sync(~0u, up_to, warp - 1);
    const float before = warp > 0 ? below : carry;
    if (inside) out[row + column] = first < 0 ? before + sum : sum;
    carry = __shfl_sync(~0u, up_to, kThreads / 32 - 1);
    __syncthreads();  // all have read the sums before the next round writes them
  }
}
// END
