// Chapter 05 · per_thread_chunks
//
// The sums of chunks of 1024 consecutive numbers. One thread per chunk is right for the cores of a
// CPU and slow here: what counts is what the 32 threads of a warp read at the same time.
//
//   per_thread_chunks [--size N]      N numbers, default 2^18 on the CPU backend, 2^28 on a GPU
#include "tutorial.cuh"

constexpr int kChunk = 1024;
constexpr int kBlock = 256;

// Unsigned numbers wrap at 2^32. Their sum is the same in every order, so results must be equal.
using Number = unsigned;

// Block partition: thread t has the consecutive numbers from 1024 t on. The lanes of a warp read
// 4096 bytes apart, each from a sector of its own, and come back 7 more times for the rest of it.
__global__ void block_partition(const Number* in, Number* sums, unsigned n, unsigned threads) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= threads) return;
  const unsigned first = t * kChunk, last = n - first < kChunk ? n : first + kChunk;
  Number sum = 0;
  for (unsigned i = first; i < last; ++i) sum += in[i];
  sums[t] = sum;
}

// "Load first, then compute on fast local memory": an array of 1024 numbers per thread is not in
// registers. It is written to memory and read again, on top of the same uncoalesced loads.
__global__ void local_array(const Number* in, Number* sums, unsigned n, unsigned threads) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= threads) return;
  const unsigned first = t * kChunk, count = n - first < kChunk ? n - first : kChunk;
  Number values[kChunk];
  for (unsigned k = 0; k < count; ++k) values[k] = in[first + k];
  Number sum = 0;
  for (unsigned k = 0; k < count; ++k) sum += values[k];
  sums[t] = sum;
}

// Four numbers per load. A chunk begins at a multiple of 16 bytes, as the wider load demands.
__global__ void block_partition_vector(const Number* in, Number* sums, unsigned n,
                                       unsigned threads) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= threads) return;
  const unsigned first = t * kChunk, last = n - first < kChunk ? n : first + kChunk;
  Number sum = 0;
  unsigned i = first;
  for (; last - i >= 4; i += 4) {
    const uint4 four = *reinterpret_cast<const uint4*>(in + i);
    sum += four.x + four.y + four.z + four.w;
  }
  for (; i < last; ++i) sum += in[i];
  sums[t] = sum;
}

// Cyclic partition, the grid-stride loop: thread t has the numbers t, t + threads, t + 2 threads, …
// A warp reads 32 neighbours. Other numbers, the same amount of them, and the same total.
__global__ void cyclic_partition(const Number* in, Number* sums, unsigned n, unsigned threads) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= threads) return;
  Number sum = 0;
  const unsigned rounds = (n - 1 - t) / threads + 1;  // counted, so that nvcc can unroll the loop
  for (unsigned k = 0; k < rounds; ++k) sum += in[t + k * threads];
  sums[t] = sum;
}

// The sum of the block's numbers, in thread 0. `mine` is shared memory for all of them.
__device__ Number sum_of_block(Number* mine, Number sum) {
  static_assert((kBlock & (kBlock - 1)) == 0);  // the tree halves it until one sum is left
  const int t = threadIdx.x;
  mine[t] = sum;
#pragma unroll
  for (int stride = kBlock / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (t < stride) mine[t] += mine[t + stride];
  }
  return t == 0 ? mine[0] : 0;
}

// Where it has to be chunks: a block takes one, cyclic inside. A thread has 4 numbers, 256 apart.
__global__ void block_per_chunk(const Number* in, Number* sums, unsigned n, unsigned) {
  __shared__ Number mine[kBlock];
  const unsigned first = blockIdx.x * kChunk + threadIdx.x;
  Number sum = 0;
#pragma unroll
  for (unsigned k = 0; k < kChunk / kBlock; ++k) {
    const unsigned i = first + k * kBlock;
    if (i < n) sum += in[i];
  }
  sum = sum_of_block(mine, sum);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

// One chunk per block, and each thread of it 4 consecutive numbers: the block partition on a small
// scale. 32 lanes, 16 bytes apart, still touch 4 times the sectors they would need.
__global__ void block_per_chunk_by_fours(const Number* in, Number* sums, unsigned n, unsigned) {
  __shared__ Number mine[kBlock];
  const unsigned first = blockIdx.x * kChunk + threadIdx.x * (kChunk / kBlock);
  Number sum = 0;
#pragma unroll
  for (unsigned k = 0; k < kChunk / kBlock; ++k) {
    if (first + k < n) sum += in[first + k];
  }
  sum = sum_of_block(mine, sum);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Sums of chunks: who reads which numbers, and when.");
  const unsigned n =
      options.size({.cpu = 1 << 18, .gpu = 1 << 28, .bytes_per_element = sizeof(Number) + 1});
  const unsigned chunks = n / kChunk + (n % kChunk > 0);
  const std::vector<int> random = random_ints(n, 0, 1 << 30);
  const std::vector<Number> input(random.begin(), random.end());
  std::vector<Number> by_chunk(chunks), cyclic(chunks);
  Number total = 0;
  for (unsigned i = 0; i < n; ++i) {
    by_chunk[i / kChunk] += input[i];
    cyclic[i % chunks] += input[i];
    total += input[i];
  }

  Number *in = nullptr, *sums = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(Number)));
  CHECK(cudaMalloc(&sums, chunks * sizeof(Number)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(Number), cudaMemcpyHostToDevice));

  Experiment experiment("Sums of 1024 numbers", sums, chunks, 1.0 * n * sizeof(Number));
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kLoadRequests,
                   Column::kSectorsPerLoad});
  experiment.longest_name("cyclic partition (grid-stride)");
  experiment.show_count("local sectors", "%.0f", [](const Counters& c) {
    return c.local_load_sectors + c.local_store_sectors;
  });
  const auto run = [&](const char* variant, auto* kernel, unsigned grid,
                       const std::vector<Number>& expected) {
    experiment.run(
        variant, [&] { kernel<<<grid, kBlock>>>(in, sums, n, chunks); }, expected);
  };
  const unsigned blocks = (chunks + kBlock - 1) / kBlock;
  run("block partition", block_partition, blocks, by_chunk);
  run("block partition, local array", local_array, blocks, by_chunk);
  run("block partition, uint4", block_partition_vector, blocks, by_chunk);
  run("cyclic partition (grid-stride)", cyclic_partition, blocks, cyclic);
  run("block per chunk, cyclic", block_per_chunk, chunks, by_chunk);
  run("block per chunk, by fours", block_per_chunk_by_fours, chunks, by_chunk);

  CHECK(cudaFree(in));
  CHECK(cudaFree(sums));
  return experiment.report();
}
