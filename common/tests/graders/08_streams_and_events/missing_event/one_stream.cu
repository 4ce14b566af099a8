// All in one stream: in order, and nothing overlaps.
// rejected by: result
// expect: FAILED  n = 1009, stream `in` held up: no round puts a copy into it
#include <cuda_runtime.h>

#include "tutorial/check.cuh"

constexpr int kBlock = 256;
constexpr int kSlots = 2;  // rounds that can be under way at the same time

__global__ void smoothen(float* result, const float* input, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) result[i] = 0.5f * (input[i] + input[min(i + 1, n - 1)]);
}

constexpr bool kCaseIsOpen = true;

struct Pipeline {
  cudaStream_t in, work, out;             // all three non-blocking
  float *input[kSlots], *result[kSlots];  // on the device; a round uses one slot of each
  cudaEvent_t copied[kSlots];             // the input is there
  cudaEvent_t computed[kSlots];           // the result is there
};

void make_events(Pipeline& p) {
  for (int slot = 0; slot < kSlots; ++slot) {
    CHECK(cudaEventCreateWithFlags(&p.copied[slot], cudaEventDisableTiming));
    CHECK(cudaEventCreateWithFlags(&p.computed[slot], cudaEventDisableTiming));
  }
}

void enqueue_round(Pipeline& p, int round, const float* from, float* to, int n) {
  const int slot = round % kSlots;
  CHECK(cudaMemcpyAsync(p.input[slot], from, n * sizeof(float), cudaMemcpyHostToDevice, p.work));
  smoothen<<<(n + kBlock - 1) / kBlock, kBlock, 0, p.work>>>(p.result[slot], p.input[slot], n);
  CHECK_LAST();
  CHECK(cudaMemcpyAsync(to, p.result[slot], n * sizeof(float), cudaMemcpyDeviceToHost, p.work));
}

void destroy_events(Pipeline& p) {
  for (int slot = 0; slot < kSlots; ++slot) {
    CHECK(cudaEventDestroy(p.copied[slot]));
    CHECK(cudaEventDestroy(p.computed[slot]));
  }
}
