// Exercise · data_summary: what there is to say about many numbers in five. A whole program.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include <cmath>
#include <vector>

struct Summary {
  long long count;          // of the values that are not missing
  float smallest, largest;  // of these
  double mean, variance;    // of these; the variance is the mean of (value - mean)²
};

// TODO (about 50 lines): kernels, and all that a program does around them
// `values` are n > 0 floats on the host; those that are NaN are missing. If all are, only the count
// matters. All launches that go through the n values have blocks of `threads` threads, which the caller has
// chosen: 32, 64, 128, … or 1024.
//
// Returns the first error of a CUDA call or launch, and in that case leaves *summary as it is. Whatever
// happens, what it allocates is freed again.
cudaError_t summarize(Summary* summary, const float* values, long long n, int threads) {
  return cudaSuccess;
}
// END
