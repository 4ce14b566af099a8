// Exercise · missing_event: a pipeline of three streams, with results that are wrong now and then.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include "tutorial/check.cuh"

constexpr int kBlock = 256;
constexpr int kSlots = 2;  // rounds that can be under way at the same time

__global__ void smoothen(float* result, const float* input, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) result[i] = 0.5f * (input[i] + input[min(i + 1, n - 1)]);
}

// TODO (about 10 lines): open the case, find the places where nothing makes one stream wait, fix them
constexpr bool kCaseIsOpen = false;  // true: the check runs the program

// The check fills in all but the events.
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

// One round: n floats go from the host to the device, through the kernel, and back. `from` and `to` are
// pinned. Returns at once, while up to kSlots rounds are under way.
void enqueue_round(Pipeline& p, int round, const float* from, float* to, int n) {
  const int slot = round % kSlots;
  CHECK(cudaEventRecord(p.copied[slot], p.in));
  CHECK(cudaMemcpyAsync(p.input[slot], from, n * sizeof(float), cudaMemcpyHostToDevice, p.in));
  CHECK(cudaStreamWaitEvent(p.work, p.copied[slot]));
  CHECK(cudaStreamWaitEvent(p.out, p.computed[slot]));
  smoothen<<<(n + kBlock - 1) / kBlock, kBlock, 0, p.work>>>(p.result[slot], p.input[slot], n);
  CHECK_LAST();
  CHECK(cudaEventRecord(p.computed[slot], p.work));
  CHECK(cudaMemcpyAsync(to, p.result[slot], n * sizeof(float), cudaMemcpyDeviceToHost, p.out));
}

void destroy_events(Pipeline& p) {
  for (int slot = 0; slot < kSlots; ++slot) {
    CHECK(cudaEventDestroy(p.copied[slot]));
    CHECK(cudaEventDestroy(p.computed[slot]));
  }
}
// END
