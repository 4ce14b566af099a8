// Exercise · grid_stride: squares a part of an array in place, with a grid that is not yours to choose.
// The task and its hints are in README.md, the check is check.cu.
#include <cuda_runtime.h>

// Squares values[first] to values[last - 1]; 0 <= first < last. Launched with 4 blocks of 64 threads,
// however many elements these are, and with other grids.
__global__ void square(float* values, int first, int last) {
  // TODO (about 4 lines): all elements from first on, with the threads that there are
  const long long threads = 1LL * gridDim.x * blockDim.x;
  // In 64 bits: the last step may pass what an int can hold.
  for (long long i = first + 1LL * blockIdx.x * blockDim.x + threadIdx.x; i < last; i += threads) {
    values[i] *= values[i];
  }
  // END
}
