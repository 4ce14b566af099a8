// Exercise · assembly_line: copies in, kernels and copies out, all at the same time.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "tutorial/check.cuh"

constexpr int kBlock = 256;

// What a sample of the sensor means, in volts.
__global__ void to_volts(float* volts, const short* raw, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) volts[i] = raw[i] * (0.001f + 1e-9f * raw[i]);
}

// TODO (about 45 lines): memory that can be copied asynchronously, and the assembly line
// Host memory for the samples and for the results.
void* allocate_host(size_t bytes) {
  void* memory = nullptr;
  CHECK(cudaMallocHost(&memory, bytes));
  return memory;
}
void free_host(void* memory) { CHECK(cudaFreeHost(memory)); }

// A stream, and the segment that is in it.
struct Lane {
  cudaStream_t stream;
  short* raw;
  float* volts;
};

// Converts n > 0 samples, from and to memory of allocate_host, in segments of `segment` samples,
// which take turns in `streams` streams; the last one may be shorter. The device has memory for one
// segment per stream. Returns when all results are there.
void convert(float* volts, const short* raw, long long n, int segment, int streams) {
  std::vector<Lane> lanes(streams);
  for (Lane& lane : lanes) {
    CHECK(cudaStreamCreateWithFlags(&lane.stream, cudaStreamNonBlocking));
    CHECK(cudaMalloc(&lane.raw, segment * sizeof(short)));
    CHECK(cudaMalloc(&lane.volts, segment * sizeof(float)));
  }
  int next = 0;
  for (long long begin = 0; begin < n; begin += segment) {
    const Lane& lane = lanes[next++ % streams];
    const int count = static_cast<int>(std::min<long long>(segment, n - begin));
    CHECK(cudaMemcpyAsync(lane.raw, raw + begin, count * sizeof(short), cudaMemcpyHostToDevice,
                          lane.stream));
    const int blocks = (count + kBlock - 1) / kBlock;
    to_volts<<<blocks, kBlock, 0, lane.stream>>>(lane.volts, lane.raw, count);
    CHECK_LAST();
    CHECK(cudaMemcpyAsync(volts + begin, lane.volts, count * sizeof(float), cudaMemcpyDeviceToHost,
                          lane.stream));
  }
  for (Lane& lane : lanes) {
    CHECK(cudaStreamSynchronize(lane.stream));
    CHECK(cudaFree(lane.raw));
    CHECK(cudaFree(lane.volts));
    CHECK(cudaStreamDestroy(lane.stream));
  }
}
// END
