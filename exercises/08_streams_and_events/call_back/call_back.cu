// Exercise · call_back: a diary on the host, written while the device goes on with the next rounds.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include <vector>

#include "tutorial/check.cuh"

constexpr int kBlock = 256;

__global__ void cool_down(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = 0.5f * x[i] + 1;
}

// One block.
__global__ void find_largest(float* largest, const float* x, int n) {
  __shared__ float part[kBlock];
  float mine = x[0];
  for (int i = threadIdx.x; i < n; i += kBlock) mine = fmaxf(mine, x[i]);
  part[threadIdx.x] = mine;
  __syncthreads();
  if (threadIdx.x > 0) return;
  for (int t = 1; t < kBlock; ++t) mine = fmaxf(mine, part[t]);
  *largest = mine;
}

struct Entry {
  int round;
  float largest;
};

struct Rounds {
  cudaStream_t compute, reports;  // both non-blocking
  float* x;                       // n floats on the device
  float* largest;                 // one float on the device
  float* on_host;                 // `count` floats in pinned memory
  int n, count;
};

// TODO (about 20 lines): open the case, find the three faults, fix them
constexpr bool kCaseIsOpen = false;  // true: the check runs the program

// What a host function gets.
struct Report {
  std::vector<Entry>* diary;
  int round;
  const float* largest;
  cudaStream_t compute;
};

// A host function in the stream `reports`.
void write_entry(void* user_data) {
  const auto* report = static_cast<Report*>(user_data);
  CHECK(cudaStreamSynchronize(report->compute));  // the copy has to be there
  report->diary->push_back({report->round, *report->largest});
}

// Enqueues all rounds and returns at once. After each round, an entry goes to the diary: the number of the
// round, from 0, and the largest element. The next round does not wait for that.
void enqueue_rounds(const Rounds& r, std::vector<Entry>* diary) {
  for (int round = 0; round < r.count; ++round) {
    cool_down<<<(r.n + kBlock - 1) / kBlock, kBlock, 0, r.compute>>>(r.x, r.n);
    CHECK_LAST();
    find_largest<<<1, kBlock, 0, r.compute>>>(r.largest, r.x, r.n);
    CHECK_LAST();
    CHECK(cudaMemcpyAsync(r.on_host, r.largest, sizeof(float), cudaMemcpyDeviceToHost, r.compute));
    Report report = {diary, round, r.on_host, r.compute};
    CHECK(cudaLaunchHostFunc(r.reports, write_entry, &report));
  }
}
// END
