// Exercise · held_up: each channel has a stream of its own, and yet one holds up the others. Why?
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include <vector>

#include "tutorial/check.cuh"

constexpr int kBlock = 256;

__global__ void square_each(float* squares, const float* samples, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) squares[i] = samples[i] * samples[i];
}

__global__ void add_up(float* power, const float* squares, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(power, squares[i]);
}

// TODO (about 8 lines): open the case, find what holds up the other channels, and remove it
constexpr bool kCaseIsOpen = false;  // true: the check runs the program

// What the program keeps for a channel. The check uses `stream` and `powers`.
struct Channel {
  cudaStream_t stream;
  float* samples;  // of one round, on the device
  float* power;    // of one round, on the device
  float* powers;   // of all rounds, on the host
};

void open_channel(Channel& c, int n, int rounds) {
  CHECK(cudaStreamCreate(&c.stream));
  CHECK(cudaMalloc(&c.samples, n * sizeof(float)));
  CHECK(cudaMalloc(&c.power, sizeof(float)));
  c.powers = new float[rounds];
}

// samples[k] has the samples of channel k, n for each of the rounds, in pinned memory. The result of each
// round, the sum of their squares, goes to channels[k].powers[round]. Returns at once.
void process(std::vector<Channel>& channels, const std::vector<const float*>& samples, int n,
             int rounds) {
  const int blocks = (n + kBlock - 1) / kBlock;
  for (int round = 0; round < rounds; ++round) {
    for (size_t k = 0; k < channels.size(); ++k) {
      Channel& c = channels[k];
      float* squares = nullptr;
      CHECK(cudaMalloc(&squares, n * sizeof(float)));
      CHECK(cudaMemcpyAsync(c.samples, samples[k] + round * n, n * sizeof(float),
                            cudaMemcpyHostToDevice, c.stream));
      CHECK(cudaMemset(c.power, 0, sizeof(float)));
      square_each<<<blocks, kBlock, 0, c.stream>>>(squares, c.samples, n);
      CHECK_LAST();
      add_up<<<blocks, kBlock, 0, c.stream>>>(c.power, squares, n);
      CHECK_LAST();
      CHECK(cudaMemcpyAsync(c.powers + round, c.power, sizeof(float), cudaMemcpyDeviceToHost,
                            c.stream));
      CHECK(cudaFree(squares));
    }
  }
}

// Called when all work is done.
void close_channel(Channel& c) {
  delete[] c.powers;
  CHECK(cudaFree(c.power));
  CHECK(cudaFree(c.samples));
  CHECK(cudaStreamDestroy(c.stream));
}
// END
