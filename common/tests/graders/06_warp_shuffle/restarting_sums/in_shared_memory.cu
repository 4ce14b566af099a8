// Right: a scan in 8 steps of the block, with two barriers and all values in shared memory.
// rejected by: model
// expect: requests to shared memory:
// expect: scan by shuffles, and hand on one sum per warp through shared memory
#include <cuda_runtime.h>

constexpr int kThreads = 256;

__global__ void restarting_sums(float* out, const float* in, const unsigned char* starts,
                                int columns) {
  __shared__ float values[kThreads];
  __shared__ int heads[kThreads];
  __shared__ float carry;
  const int t = threadIdx.x;
  const long long row = static_cast<long long>(blockIdx.x) * columns;
  if (t == 0) carry = 0;
  for (int begin = 0; begin < columns; begin += kThreads) {
    const bool inside = begin + t < columns;
    float value = inside ? in[row + begin + t] : 0;
    int head = inside && starts[row + begin + t] != 0;
    for (int offset = 1; offset < kThreads; offset *= 2) {
      __syncthreads();
      values[t] = value;
      heads[t] = head;
      __syncthreads();
      if (t < offset) continue;
      if (!head) value += values[t - offset];
      head |= heads[t - offset];
    }
    const float sum = value + (head ? 0 : carry);
    if (inside) out[row + begin + t] = sum;
    __syncthreads();
    if (t == kThreads - 1) carry = sum;
    __syncthreads();
  }
}
