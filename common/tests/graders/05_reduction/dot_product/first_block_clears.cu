// Block 0 sets the total to its own sum, perhaps when others have added theirs already.
// rejected by: model
// expect: FAILED  n = 1009: right if block 0 and thread 0 run first, wrong if they run last: out, index 0
#include <cuda_runtime.h>

__global__ void dot(float* out, const float* a, const float* b, int n) {
  __shared__ float mine[256];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = blockIdx.x * 256 + t; i < n; i += 64 * 256) sum += a[i] * b[i];
  mine[t] = sum;
  for (int stride = 128; stride > 0; stride /= 2) {
    __syncthreads();
    if (t < stride) mine[t] += mine[t + stride];
  }
  if (t > 0) return;
  if (blockIdx.x == 0) {
    atomicExch(out, mine[0]);
  } else {
    atomicAdd(out, mine[0]);
  }
}

void launch_dot(float* out, float*, const float* a, const float* b, int n) {
  dot<<<64, 256>>>(out, a, b, n);
}
