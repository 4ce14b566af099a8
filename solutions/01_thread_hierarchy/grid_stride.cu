// Exercise · grid_stride: out[i] = in[i] * in[i], with a grid that is not yours to choose.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

// Launched with 4 blocks of 64 threads, whatever n is, and with other grids.
__global__ void square(float* out, const float* in, int n) {
  // TODO (about 4 lines): all n elements, with the threads that there are
  const long long threads = 1LL * gridDim.x * blockDim.x;  // may be more than an int holds
  for (long long i = 1LL * blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
    out[i] = in[i] * in[i];
  }
  // END
}
