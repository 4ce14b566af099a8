// The sums are computed in the order of the streams, by the host.
// rejected by: result
// expect: cudaLaunchHostFunc: the host is not to compute what kernels did before
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
constexpr bool kCaseIsOpen = true;  // true: the check runs the program

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
  CHECK(cudaMallocHost(&c.powers, rounds * sizeof(float)));
}

struct Sum {
  const float* samples;
  int n;
  float* power;
};

void add_up_on_host(void* data) {
  auto* sum = static_cast<Sum*>(data);
  float power = 0;
  for (int i = 0; i < sum->n; ++i) power += sum->samples[i] * sum->samples[i];
  *sum->power = power;
  delete sum;
}

// samples[k] has the samples of channel k, n for each of the rounds, in pinned memory. The result of each
// round, the sum of their squares, goes to channels[k].powers[round]. Returns at once.
void process(std::vector<Channel>& channels, const std::vector<const float*>& samples, int n,
             int rounds) {
  for (int round = 0; round < rounds; ++round) {
    for (size_t k = 0; k < channels.size(); ++k) {
      auto* sum = new Sum{samples[k] + round * n, n, channels[k].powers + round};
      CHECK(cudaLaunchHostFunc(channels[k].stream, add_up_on_host, sum));
    }
  }
}

// Called when all work is done.
void close_channel(Channel& c) {
  CHECK(cudaFreeHost(c.powers));
  CHECK(cudaFree(c.power));
  CHECK(cudaFree(c.samples));
  CHECK(cudaStreamDestroy(c.stream));
}
// END
