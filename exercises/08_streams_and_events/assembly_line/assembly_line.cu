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
void* allocate_host(size_t bytes) { return std::malloc(bytes); }
void free_host(void* memory) { std::free(memory); }

// Converts n > 0 samples, from and to memory of allocate_host, in segments of `segment` samples,
// which take turns in `streams` streams; the last one may be shorter. The device has memory for one
// segment per stream. Returns when all results are there.
void convert(float* volts, const short* raw, long long n, int segment, int streams) {}
// END
