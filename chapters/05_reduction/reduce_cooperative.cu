// Chapter 05 · reduce_cooperative
//
// A sum in one cooperative launch: all blocks are resident at the same time, so the grid can have a
// barrier, and after it one block adds up what all have left.
//
//   reduce_cooperative [--size N]      N floats; N is 2^18+1 on the CPU backend, 2^29 on a GPU
#include <cooperative_groups.h>

#include <numeric>

#include "sums.cuh"
#include "tutorial.cuh"

namespace cg = cooperative_groups;

// One cooperative launch: all blocks are resident at once, so they can wait for each other. They
// wait here although only one of them has work left.
__global__ void __launch_bounds__(kBlock)
    sum_cooperative(const float* in, float* sums, float* out, int n) {
  const float sum = sum_of_block(sum_of_thread(in, n));
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
  cg::this_grid().sync();
  if (blockIdx.x != 0) return;
  const float total = sum_of_sums(sums);
  if (threadIdx.x == 0) *out = total;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Reduce an array to one sum, in a cooperative launch.");
  int n = options.size({.cpu = (1 << 18) + 1, .gpu = 1 << 29, .bytes_per_element = 8});
  // Small whole numbers: all sums are exact, so the order of the additions does not matter here.
  const std::vector<int> numbers = random_ints(n, -8, 8);
  const std::vector<float> input(numbers.begin(), numbers.end());
  const float expected = std::accumulate(input.begin(), input.end(), 0.0f);

  // As many blocks as are resident at once: more of them, and the launch fails.
  int resident = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, sum_cooperative, kBlock, 0));
  resident *= device_attribute(cudaDevAttrMultiProcessorCount);
  const int grid = std::min(n / 4 / kTile + 1, resident);

  float *in = nullptr, *sums = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc(&sums, grid * sizeof(float)));
  CHECK(cudaMalloc(&out, sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  Experiment experiment("Sum of " + std::to_string(n) + " floats", out, 1, 4.0 * n);
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kLoadRequests,
                   Column::kSectorsPerLoad});
  void* arguments[] = {&in, &sums, &out, &n};
  experiment.run(
      "cooperative launch",
      [&] { CHECK(cudaLaunchCooperativeKernel(sum_cooperative, grid, kBlock, arguments)); },
      [&](int) { return expected; });

  for (float* memory : {in, sums, out}) CHECK(cudaFree(memory));
  return experiment.report();
}
