// All orders are there; the events that were added are never destroyed.
// rejected by: result
// expect: events that were not destroyed: 24. Does destroy_events() have all that make_events() has created?
#include <cuda_runtime.h>

#include "tutorial/check.cuh"

constexpr int kBlock = 256;
constexpr int kSlots = 2;  // rounds that can be under way at the same time

__global__ void smoothen(float* result, const float* input, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) result[i] = 0.5f * (input[i] + input[min(i + 1, n - 1)]);
}

// TODO (about 10 lines): open the case, find the places where nothing makes one stream wait, fix them
constexpr bool kCaseIsOpen = true;  // true: the check runs the program

// The check fills in all but the events.
struct Pipeline {
  cudaStream_t in, work, out;             // all three non-blocking
  float *input[kSlots], *result[kSlots];  // on the device; a round uses one slot of each
  cudaEvent_t copied[kSlots];             // the input is there
  cudaEvent_t computed[kSlots];           // the result is there
  cudaEvent_t fetched[kSlots];            // the result is on the host
};

void make_events(Pipeline& p) {
  for (int slot = 0; slot < kSlots; ++slot) {
    CHECK(cudaEventCreateWithFlags(&p.copied[slot], cudaEventDisableTiming));
    CHECK(cudaEventCreateWithFlags(&p.computed[slot], cudaEventDisableTiming));
    CHECK(cudaEventCreateWithFlags(&p.fetched[slot], cudaEventDisableTiming));
  }
}

// One round: n floats go from the host to the device, through the kernel, and back. `from` and `to` are
// pinned. Returns at once, while up to kSlots rounds are under way.
void enqueue_round(Pipeline& p, int round, const float* from, float* to, int n) {
  const int slot = round % kSlots;
  CHECK(cudaStreamWaitEvent(p.in, p.computed[slot]));
  CHECK(cudaMemcpyAsync(p.input[slot], from, n * sizeof(float), cudaMemcpyHostToDevice, p.in));
  CHECK(cudaEventRecord(p.copied[slot], p.in));
  CHECK(cudaStreamWaitEvent(p.work, p.copied[slot]));
  CHECK(cudaStreamWaitEvent(p.work, p.fetched[slot]));
  smoothen<<<(n + kBlock - 1) / kBlock, kBlock, 0, p.work>>>(p.result[slot], p.input[slot], n);
  CHECK_LAST();
  CHECK(cudaEventRecord(p.computed[slot], p.work));
  CHECK(cudaStreamWaitEvent(p.out, p.computed[slot]));
  CHECK(cudaMemcpyAsync(to, p.result[slot], n * sizeof(float), cudaMemcpyDeviceToHost, p.out));
  CHECK(cudaEventRecord(p.fetched[slot], p.out));
}

void destroy_events(Pipeline& p) {
  for (int slot = 0; slot < kSlots; ++slot) {
    CHECK(cudaEventDestroy(p.copied[slot]));
    CHECK(cudaEventDestroy(p.computed[slot]));
  }
}
// END
