// Chapter 05 · reduce_single_pass
//
// In a plain launch blocks cannot wait for each other, so who adds up what the blocks have left? A
// second launch, or the block that finishes last. On a GPU, CUB's DeviceReduce::Sum runs, too.
//
//   reduce_single_pass [--size N] [--broken 1]      N floats and N/32 floats; N is 2^18+1 on the
//                                                   CPU backend, 2^29 on a GPU; 1: tickets without order
#include <cuda/atomic>
#include <numeric>

#include "sums.cuh"
#include "tutorial.cuh"
#include "tutorial/cub.cuh"

// Two launches: one sum per block, then the same kernel over those sums, with one block.
__global__ void __launch_bounds__(kBlock) sum_blocks(const float* in, float* sums, int n) {
  const float sum = sum_of_block(sum_of_thread(in, n));
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

__device__ unsigned blocks_done;  // 0 between launches

// A ticket of a block whose sum is written. It orders: first the sum, then the ticket; and in the block that
// has the last one: first the ticket, then the others' sums.
__device__ unsigned draw_ticket() {
  return cuda::atomic_ref<unsigned, cuda::thread_scope_device>(blocks_done)
      .fetch_add(1, cuda::memory_order_acq_rel);
}
__device__ unsigned draw_ticket_with_fences() {  // as in older programs
  __threadfence();
  const unsigned ticket = atomicAdd(&blocks_done, 1);
  __threadfence();
  return ticket;
}
// WRONG: another block might see the ticket before the sum.
__device__ unsigned draw_ticket_without_order() { return atomicAdd(&blocks_done, 1); }

// One launch: every block draws a ticket. If it is the last ticket, then all sums are there.
template <unsigned (*draw)() = draw_ticket>
__global__ void __launch_bounds__(kBlock)
    sum_last_block(const float* in, float* sums, float* out, int n) {
  __shared__ bool is_last;
  const float sum = sum_of_block(sum_of_thread(in, n));
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = sum;
    is_last = draw() == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  const float total = sum_of_sums(sums);
  if (threadIdx.x == 0) *out = total, blocks_done = 0;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Reduce an array to one sum: with two launches, and with one.",
                        {{.name = "broken", .max = 1, .help = "1: tickets without order"}});
  const int all = options.size({.cpu = (1 << 18) + 1, .gpu = 1 << 29, .bytes_per_element = 8});

  const std::vector<int> numbers = random_ints(all, -8, 8);  // all sums are exact
  const std::vector<float> input(numbers.begin(), numbers.end());
  float *in = nullptr, *sums = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, all * sizeof(float)));
  CHECK(cudaMalloc(&sums, (all / 1024 + 1) * sizeof(float)));  // one per block
  CHECK(cudaMalloc(&out, sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), all * sizeof(float), cudaMemcpyHostToDevice));

  int resident = 0;  // blocks
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, sum_last_block<>, kBlock, 0));
  resident *= device_attribute(cudaDevAttrMultiProcessorCount);

  bool ok = true;
  for (int n : {all, (all + 31) / 32}) {
    const int grid = std::min(n / 4 / kTile + 1, resident * (n > 1 << 26 ? 4 : 1));
    const float sum = std::accumulate(input.begin(), input.begin() + n, 0.0f);
    const auto expected = [sum](int) { return sum; };
    const char* library = "CUB DeviceReduce::Sum";
    Experiment experiment("Sum of " + std::to_string(n) + " floats", out, 1, 4.0 * n);
    experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kOfPeer,
                     Column::kLoadRequests, Column::kSectorsPerLoad});
    experiment.compare_with(library, "× CUB");
    const auto last_block = [&](auto* kernel) {
      return [=] { kernel<<<grid, kBlock>>>(in, sums, out, n); };
    };
    if (options["broken"] == 1) {
      experiment.run("last block, no order", last_block(sum_last_block<draw_ticket_without_order>),
                     expected);
    }
    const auto two_launches = [&] {
      sum_blocks<<<grid, kBlock>>>(in, sums, n);
      sum_blocks<<<1, kBlock>>>(sums, out, grid);
    };
    experiment.run("two launches", two_launches, expected);
    experiment.run("last block finishes", last_block(sum_last_block<>), expected);
    experiment.run("last block, two fences", last_block(sum_last_block<draw_ticket_with_fences>),
                   expected);
#ifdef TUTORIAL_RUNS_CUB
    void* scratch = nullptr;
    std::size_t size = 0;
    const auto by_cub = [&] { CHECK(cub::DeviceReduce::Sum(scratch, size, in, out, n)); };
    by_cub();  // without memory it only says how many bytes it needs
    CHECK(cudaMalloc(&scratch, size));
    experiment.run(library, by_cub, expected);
    CHECK(cudaFree(scratch));
#else
    experiment.skip_library(library);
#endif
    ok &= experiment.finish();
  }

  for (float* memory : {in, sums, out}) CHECK(cudaFree(memory));
  return verdict(ok);
}
