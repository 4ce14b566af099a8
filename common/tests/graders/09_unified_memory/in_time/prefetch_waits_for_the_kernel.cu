// Sends for the next segment when the kernel of this one is done.
// rejected by: result
// expect: FAILED  while the first kernel is held up: not all segments were sent to the device: they need not wait for kernels
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

__global__ void squash_each(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] / (1 + fabsf(in[i]));
}

void order(cudaStream_t earlier, cudaStream_t later) {
  cudaEvent_t event = nullptr;
  CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  CHECK(cudaEventRecord(event, earlier));
  CHECK(cudaStreamWaitEvent(later, event));
  CHECK(cudaEventDestroy(event));  // as soon as it is reached
}

void squash(float* out, const float* in, long long n, int segment, const Streams& streams) {
  for (long long begin = 0; begin < n; begin += segment) {
    const int count = static_cast<int>(std::min<long long>(segment, n - begin));
    const size_t bytes = count * sizeof(float);
    if (begin > 0) order(streams.work, streams.in);
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
