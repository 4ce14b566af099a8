// The results are right without it: what has not come in time comes by a fault.
// rejected by: result
// expect: FAILED  while the first prefetch to the device is held up: segment 0 has come back: its kernel did not wait for its pages
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
    CHECK(prefetch(in + begin, bytes, on_device(), streams.in));
    CHECK(prefetch(out + begin, bytes, on_device(), streams.in));
    const int blocks = (count + kBlock - 1) / kBlock;
    squash_each<<<blocks, kBlock, 0, streams.work>>>(out + begin, in + begin, count);
    CHECK_LAST();
    order(streams.work, streams.out);
    CHECK(prefetch(out + begin, bytes, on_host(), streams.out));
  }
}
