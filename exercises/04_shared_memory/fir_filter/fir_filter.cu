// Exercise · fir_filter: 16 products for each output, and at most 6 reads of shared memory.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kTaps = 16;
__constant__ float taps[kTaps];  // the check fills it

// TODO (about 3 lines): how many threads does a block have, and how many outputs a thread?
// END

// out[i] = taps[0] * in[i] + taps[1] * in[i - 1] + … + taps[15] * in[i - 15], for all n elements;
// what would come before in[0] counts as 0.
__global__ void filter(float* out, const float* in, int n) {
  // TODO (about 28 lines): a tile with its halo, sums in registers, and back through shared memory
  // END
}

void launch_filter(float* out, const float* in, int n) {
  // TODO (about 1 line): enough blocks for n outputs
  // END
}
