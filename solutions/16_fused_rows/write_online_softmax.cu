// Exercise · write_online_softmax: softmax of rows, each read twice.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include <cmath>

constexpr int kBlock = 256;

// What is known of some elements: their maximum, and the sum of e^(element - maximum).
struct Sum {
  float max, sum;
};

// What is known of the elements of a and b together. Of no elements it's {-INFINITY, 0}.
__device__ Sum combine(Sum a, Sum b) {
  // TODO (about 6 lines): the larger maximum, and both sums as it asks for them
  const float max = fmaxf(a.max, b.max);
  // A pair whose maximum is -INFINITY has no sum to scale, and -INFINITY - -INFINITY is not a number.
  const float of_a = a.max == -INFINITY ? 0 : a.sum * expf(a.max - max);
  const float of_b = b.max == -INFINITY ? 0 : b.sum * expf(b.max - max);
  return {max, of_a + of_b};
  // END
}

// Row r has n elements from in + r * n on; its softmax goes to out + r * n. Launched with a block of kBlock threads for
// each row.
__global__ void softmax(float* out, const float* in, int n) {
  // TODO (about 18 lines): a pair per thread, per warp and for the block; then the results
  __shared__ Sum sums[kBlock / 32];
  in += static_cast<long long>(blockIdx.x) * n;
  out += static_cast<long long>(blockIdx.x) * n;
  Sum a = {-INFINITY, 0};
  for (int i = threadIdx.x; i < n; i += kBlock) a = combine(a, {in[i], 1});
  for (int offset = 16; offset > 0; offset /= 2) {
    a = combine(a, {__shfl_xor_sync(~0u, a.max, offset), __shfl_xor_sync(~0u, a.sum, offset)});
  }
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = a;
  __syncthreads();
  a = {-INFINITY, 0};
  for (int k = 0; k < kBlock / 32; ++k) a = combine(a, sums[k]);
  for (int i = threadIdx.x; i < n; i += kBlock) {
    const float x = in[i];
    out[i] = x == -INFINITY ? 0 : expf(x - a.max) / a.sum;  // also in a row that has nothing else
  }
  // END
}
