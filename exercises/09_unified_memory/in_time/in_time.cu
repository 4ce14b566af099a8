// Exercise · in_time: a pipeline in managed memory, in which every page comes before it is needed.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include <algorithm>

#include "tutorial/check.cuh"
#include "tutorial/compat.cuh"

constexpr int kBlock = 256;

// All non-blocking.
struct Streams {
  cudaStream_t in;    // prefetches to the device
  cudaStream_t work;  // kernels
  cudaStream_t out;   // prefetches to the host
};

// TODO (about 35 lines): the kernel, and the pipeline
// out[i] = in[i] / (1 + |in[i]|). Both arrays have n > 0 floats in managed memory, and all their pages
// are on the host. The work is done in segments of `segment` floats, a multiple of a page; the last
// segment may be shorter.
//
// Returns at once. When the stream `out` is done, all results are there, and their pages on the host.
void squash(float* out, const float* in, long long n, int segment, const Streams& streams) {}
// END
