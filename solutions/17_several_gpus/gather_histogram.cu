// Exercise · gather_histogram: a histogram of bytes that several devices have, with a table from each of them.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include <vector>

#include "tutorial/check.cuh"

constexpr int kBins = 256, kBlock = 256;

// What a device has. The check makes all of it.
struct Part {
  int device, n;
  const unsigned char* in;  // n bytes
  int* table;               // kBins counts
  cudaStream_t stream;      // non-blocking
  cudaEvent_t counted;      // not recorded yet
};

// TODO (about 30 lines): kernels that count and add up, and what calls them
__global__ void count(const unsigned char* in, int* table, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&table[in[i]], 1);
}

__global__ void add_tables(const int* tables, int* result, int devices) {
  int sum = 0;
  for (int d = 0; d < devices; ++d) sum += tables[d * kBins + threadIdx.x];
  result[threadIdx.x] = sum;
}

// Enqueues the work. `result` (kBins counts) and `room` (kBins counts for each part) are in the memory of the first
// part's device.
void histogram(const std::vector<Part>& parts, int* result, int* room) {
  const Part& first = parts.front();
  int tables = 0;
  for (const Part& part : parts) {
    CHECK(cudaSetDevice(part.device));
    CHECK(cudaMemsetAsync(part.table, 0, kBins * sizeof(int), part.stream));
    if (part.n > 0) {
      const int blocks = (part.n + kBlock - 1) / kBlock;
      count<<<blocks, kBlock, 0, part.stream>>>(part.in, part.table, part.n);
      CHECK_LAST();
    }
    CHECK(cudaMemcpyPeerAsync(room + tables++ * kBins, first.device, part.table, part.device,
                              kBins * sizeof(int), part.stream));
    CHECK(cudaEventRecord(part.counted, part.stream));
  }
  CHECK(cudaSetDevice(first.device));
  for (const Part& part : parts) CHECK(cudaStreamWaitEvent(first.stream, part.counted));
  add_tables<<<1, kBins, 0, first.stream>>>(room, result, tables);
  CHECK_LAST();
}
// END
