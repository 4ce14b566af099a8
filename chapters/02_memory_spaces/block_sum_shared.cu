// Chapter 02 · block_sum_shared
//
// The threads of a block add up their values together. What one thread wrote, another one reads:
// that takes memory that the block shares. It may be declared with a fixed size, sized at the
// launch, hold several arrays, and be larger than 48 KiB if one asks for it.
//
//   block_sum_shared [--size N] [--aligned 0]   N floats, default 2^16+1 on the CPU backend, 2^28+1
//                                               on a GPU; 0 packs the arrays without alignment
#include <numeric>

#include "tutorial.cuh"

constexpr int kBlock = 256;

// Adds up `count` values of the block in place: each round adds the upper half to the lower one.
// The barriers keep the rounds apart; all threads of the block have to come here.
__device__ void add_halves(float* values, int count) {
  __syncthreads();
  for (; count > 1; count = (count + 1) / 2) {
    const int half = (count + 1) / 2;
    for (int i = threadIdx.x; i < count / 2; i += blockDim.x) values[i] += values[i + half];
    __syncthreads();
  }
}

// Without shared memory: the partial sums go through global memory, which all blocks see and none
// of the others needs.
__global__ void sum_global(const float* in, float* scratch, float* sums, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  scratch[i] = i < n ? in[i] : 0;
  add_halves(scratch + blockIdx.x * blockDim.x, blockDim.x);
  if (threadIdx.x == 0) sums[blockIdx.x] = scratch[i];
}

// Static: the size is part of the program. Each block has its own 256 floats, as long as it runs.
__global__ void sum_static(const float* in, float* sums, int n) {
  __shared__ float partial[kBlock];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  partial[threadIdx.x] = i < n ? in[i] : 0;
  add_halves(partial, blockDim.x);
  if (threadIdx.x == 0) sums[blockIdx.x] = partial[0];
}

// Dynamic: the third number in <<<grid, block, bytes>>> is the size. Here a block takes `chunk`
// values, as many as it is given memory for.
extern __shared__ float dynamic[];

__global__ void sum_dynamic(const float* in, float* sums, int n, int chunk) {
  const long long first = static_cast<long long>(blockIdx.x) * chunk;
  for (int k = threadIdx.x; k < chunk; k += blockDim.x) {
    dynamic[k] = first + k < n ? in[first + k] : 0;
  }
  add_halves(dynamic, chunk);
  if (threadIdx.x == 0) sums[blockIdx.x] = dynamic[0];
}

// There is one dynamic allocation per block. Three arrays in it lie one behind the other, each at
// the next multiple of its elements' alignment. Host and kernel compute the places the same way.
struct Places {
  int bytes = 0;
  int positive, sum, largest;

  __host__ __device__ Places(int threads, bool aligned) {
    positive = place<int>(threads, aligned);
    sum = place<double>(threads, aligned);
    largest = place<float>(threads, aligned);
  }

 private:
  template <class T>
  __host__ __device__ int place(int count, bool aligned) {
    constexpr int kAlignment = alignof(T);
    const int first = aligned ? (bytes + kAlignment - 1) / kAlignment * kAlignment : bytes;
    bytes = first + count * static_cast<int>(sizeof(T));
    return first;
  }
};

struct Summary {
  double sum;
  float largest;
  int positive;
};

// All `extern __shared__` arrays of a kernel begin at the same address, so this is the same memory
// as `dynamic`, under a name for bytes.
extern __shared__ __align__(8) unsigned char memory[];

__global__ void summarize(const float* in, Summary* out, int n, bool aligned) {
  const Places at(blockDim.x, aligned);
  auto* positive = reinterpret_cast<int*>(memory + at.positive);
  auto* sum = reinterpret_cast<double*>(memory + at.sum);
  auto* largest = reinterpret_cast<float*>(memory + at.largest);

  const int t = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + t;
  const float x = i < n ? in[i] : 0;
  positive[t] = x > 0;
  sum[t] = x;
  largest[t] = i < n ? x : -INFINITY;
  __syncthreads();
  for (int count = blockDim.x; count > 1; count = (count + 1) / 2) {
    const int half = (count + 1) / 2;
    if (t < count / 2) {
      positive[t] += positive[t + half];
      sum[t] += sum[t + half];
      largest[t] = fmaxf(largest[t], largest[t + half]);
    }
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = {sum[0], largest[0], positive[0]};
}

int main(int argc, char** argv) {
  const Options options(
      argc, argv, "Add up values block by block, in each kind of shared memory.",
      {{.name = "aligned", .fallback = 1, .max = 1, .help = "0: three arrays, badly placed"}});
  // An element of `in`, one of `scratch`, and less than a byte of the blocks' results.
  const int n = options.size(
      {.cpu = (1 << 16) + 1, .gpu = (1 << 28) + 1, .bytes_per_element = 2 * sizeof(float) + 1});
  const auto blocks_for = [&](int chunk) { return n / chunk + (n % chunk > 0); };
  const int blocks = blocks_for(kBlock);
  const std::vector<float> input = random_floats(n);

  float *in = nullptr, *scratch = nullptr, *sums = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc(&scratch, std::size_t{1} * blocks * kBlock * sizeof(float)));
  CHECK(cudaMalloc(&sums, blocks * sizeof(float)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  // Three arrays. With blocks of 99 threads the first array ends where no double may begin.
  const int threads = 99, groups = blocks_for(threads);
  const Places at(threads, options["aligned"] == 1);
  Table places({"array in one allocation", "bytes", "first byte"});
  places.add({"int positive[99]", std::to_string(threads * 4), std::to_string(at.positive)});
  places.add({"double sum[99]", std::to_string(threads * 8), std::to_string(at.sum)});
  places.add({"float largest[99]", std::to_string(threads * 4), std::to_string(at.largest)});
  places.add({"together", std::to_string(at.bytes)});
  places.print();

  Experiment experiment("Block sums of " + std::to_string(n) + " floats, requests of warps",
                        1.0 * n * sizeof(float));
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy});
  const auto count = [&](const char* heading, double Counters::*requests) {
    experiment.show_count(heading, "%.0f", [=](const Counters& c) { return c.*requests; });
  };
  count("global loads", &Counters::global_load_requests);
  count("global stores", &Counters::global_store_requests);
  count("shared loads", &Counters::shared_load_requests);
  count("shared stores", &Counters::shared_store_requests);
  count("bank conflicts", &Counters::bank_conflicts);
  const auto run_sum = [&](const std::string& variant, int chunk, const auto& launch) {
    poison(sums, blocks_for(chunk));
    experiment.run(variant, launch, [&] {
      const auto expected = [&](long long block) {
        const long long first = block * chunk, last = std::min<long long>(n, first + chunk);
        return static_cast<float>(std::accumulate(&input[first], input.data() + last, 0.0));
      };
      return first_difference_on_device(sums, blocks_for(chunk), expected,
                                        {.relative = 1e-5, .absolute = 1e-4});
    });
  };
  const auto dynamic_sum = [&](int chunk) {
    return [&, chunk] {
      sum_dynamic<<<blocks_for(chunk), kBlock, chunk * sizeof(float)>>>(in, sums, n, chunk);
    };
  };
  const auto label = [](const char* how, int chunk) {
    return how + (" " + std::to_string(chunk)) + " floats";
  };

  run_sum("global memory, 256 floats", kBlock,
          [&] { sum_global<<<blocks, kBlock>>>(in, scratch, sums, n); });
  run_sum("static, 256 floats", kBlock, [&] { sum_static<<<blocks, kBlock>>>(in, sums, n); });
  for (int chunk : {256, 1000, 12288}) run_sum(label("dynamic,", chunk), chunk, dynamic_sum(chunk));

  // More than 48 KiB per block must be asked for, once per kernel. Its size is still the launch's.
  const int most = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  const int largest = most / static_cast<int>(sizeof(float));
  experiment.run_refused(label("dynamic,", largest), dynamic_sum(largest));
  CHECK(cudaFuncSetAttribute(sum_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
  run_sum(label("opted in,", largest), largest, dynamic_sum(largest));

  Summary* summaries = nullptr;
  CHECK(cudaMalloc(&summaries, groups * sizeof(Summary)));
  poison(summaries, groups);
  experiment.run(
      "three arrays, 99 threads",
      [&] { summarize<<<groups, threads, at.bytes>>>(in, summaries, n, options["aligned"] == 1); },
      [&]() -> std::string {
        std::vector<Summary> got(groups);
        CHECK(cudaMemcpy(got.data(), summaries, groups * sizeof(Summary), cudaMemcpyDeviceToHost));
        for (int g = 0; g < groups; ++g) {
          Summary expected{0, -INFINITY, 0};
          for (int i = g * threads; i < std::min<long long>(n, (g + 1LL) * threads); ++i) {
            expected.sum += input[i];
            expected.largest = std::max(expected.largest, input[i]);
            expected.positive += input[i] > 0;
          }
          std::string wrong = difference(got[g].sum, expected.sum, {.absolute = 1e-9});
          if (wrong.empty()) wrong = difference(got[g].largest, expected.largest);
          if (wrong.empty()) wrong = difference(got[g].positive, expected.positive);
          if (!wrong.empty()) return "block " + std::to_string(g) + ": " + wrong;
        }
        return "";
      });

  CHECK(cudaFree(in));
  CHECK(cudaFree(scratch));
  CHECK(cudaFree(sums));
  CHECK(cudaFree(summaries));
  return experiment.report();
}
