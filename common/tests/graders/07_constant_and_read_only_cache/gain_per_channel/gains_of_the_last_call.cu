// It copies gains and offsets into its own table only if there are more or fewer values than before.
// rejected by: result
// expect: FAILED  samples = 33: index 0 (row 0, column 0): expected
#include <cuda_runtime.h>

constexpr int kChannels = 24;

// How many words does the cache of constant memory deliver for the 32 values of a warp, as it is now?
constexpr int kWords = 48;  // all 24 gains, and all 24 offsets

// As many threads as have whole samples: so all values of a thread belong to one channel.
constexpr int kBlock = 8 * kChannels, kRounds = 16;

// A sample is 24 values in a row, one for each channel; n values are n / 24 samples.
__global__ void adjust(float* out, const float* in, const float* gains, const float* offsets,
                       int n) {
  const int first = blockIdx.x * kBlock * kRounds + threadIdx.x;
  const float gain = gains[first % kChannels], offset = offsets[first % kChannels];
  for (int i = first; i < min(n, first + kBlock * kRounds); i += kBlock) {
    out[i] = gain * in[i] + offset;
  }
}

__device__ float tables[2 * kChannels];

__global__ void fill_tables(const float* gain, const float* offset) {
  tables[threadIdx.x] =
      threadIdx.x < kChannels ? gain[threadIdx.x] : offset[threadIdx.x - kChannels];
}

void launch_adjust(float* out, const float* in, const float* gain, const float* offset, int n) {
  static int last_n = 0;
  if (n != last_n) fill_tables<<<1, 2 * kChannels>>>(gain, offset);
  last_n = n;
  float* table = nullptr;
  cudaGetSymbolAddress(reinterpret_cast<void**>(&table), tables);
  adjust<<<(n - 1) / (kBlock * kRounds) + 1, kBlock>>>(out, in, table, table + kChannels, n);
}
