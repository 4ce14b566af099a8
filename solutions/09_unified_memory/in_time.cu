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
__global__ void squash_each(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] / (1 + fabsf(in[i]));
}

// Makes what comes into `later` from now on wait for all that is in `earlier`.
void order(cudaStream_t earlier, cudaStream_t later) {
  cudaEvent_t event = nullptr;
  CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  CHECK(cudaEventRecord(event, earlier));
  CHECK(cudaStreamWaitEvent(later, event));
  CHECK(cudaEventDestroy(event));  // as soon as it is reached
}

// out[i] = in[i] / (1 + |in[i]|). Both arrays have n > 0 floats in managed memory, and all their pages
// are on the host. The work is done in segments of `segment` floats, a multiple of a page; the last
// segment may be shorter.
//
// Returns at once. When the stream `out` is done, all results are there, and their pages on the host.
void squash(float* out, const float* in, long long n, int segment, const Streams& streams) {
  for (long long begin = 0; begin < n; begin += segment) {
    const int count = static_cast<int>(std::min<long long>(segment, n - begin));
    const size_t bytes = count * sizeof(float);
    CHECK(prefetch(in + begin, bytes, on_device(), streams.in));
    CHECK(prefetch(out + begin, bytes, on_device(), streams.in));
    order(streams.in, streams.work);
    const int blocks = (count + kBlock - 1) / kBlock;
    squash_each<<<blocks, kBlock, 0, streams.work>>>(out + begin, in + begin, count);
    CHECK_LAST();
    order(streams.work, streams.out);
    CHECK(prefetch(out + begin, bytes, on_host(), streams.out));
  }
}
// END
