// One segment ahead, but the event is behind the prefetch of the next segment.
// rejected by: result
// expect: FAILED  while the prefetch of segment 1 is held up: segment 0 does not come back: it waits for another segment
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

void send(float* out, const float* in, int count, const Streams& streams) {
  CHECK(prefetch(in, count * sizeof(float), on_device(), streams.in));
  CHECK(prefetch(out, count * sizeof(float), on_device(), streams.in));
}

void squash(float* out, const float* in, long long n, int segment, const Streams& streams) {
  for (long long begin = 0; begin < n; begin += segment) {
    const int count = static_cast<int>(std::min<long long>(segment, n - begin));
    const size_t bytes = count * sizeof(float);
    if (begin == 0) send(out, in, count, streams);
    const int next = static_cast<int>(std::min<long long>(segment, n - begin - count));
    if (next > 0) send(out + begin + count, in + begin + count, next, streams);
    order(streams.in, streams.work);
    const int blocks = (count + kBlock - 1) / kBlock;
    squash_each<<<blocks, kBlock, 0, streams.work>>>(out + begin, in + begin, count);
    CHECK_LAST();
    order(streams.work, streams.out);
    CHECK(prefetch(out + begin, bytes, on_host(), streams.out));
  }
}
